package golden

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"asif-convert/convert/source"
	"asif-convert/losses"
)

func TestPiecesAreValuesAndWhatIsNone(t *testing.T) {
	for input, want := range map[string]string{
		"":                               "",
		"\n \n\t\r\n":                    "",
		"{}\n{\"a\":1}\n":                "1:0-2 2:3-10",
		"\ufeff{}":                       "1:3-5",
		"{}[] 4\n":                       "1:0-2 1:2-4+ 1:5-6!+",
		"\x00\x00\n \x00 \n":             "1:0-2! 2:4-5!",
		"2026-01-02\n7\n":                "1:0-10! 2:11-12",
		"{\"a\":\x00\x00{}\n":            "1:0-5! 1:7-9+",
		"\x00\x00{}\x00\n":               "1:2-4",
		"{}\n{\"a\":\n{}":                "1:0-2 2:3-8! 3:9-11",
		"{} no {}\n":                     "1:0-2 1:3-8!+",
		"{\"a\":\"\u2028\"}\r\n{}\r\n\n": "1:0-11 2:13-15",
	} {
		var got []string
		for _, p := range pieces([]byte(input), source.Lines, 0) {
			s := fmt.Sprintf("%d:%d-%d", p.line, p.start, p.end)
			if !p.readable {
				s += "!"
			}
			if p.glued {
				s += "+"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("pieces of %q are %q, want %q", input, s, want)
		}
	}
	if p := pieces([]byte("{}\n[1,2,3]\n{}"), source.Lines, 5); p[1].readable || p[1].start != 3 || p[1].end != 10 {
		t.Errorf("a line above the limit gave %+v", p[1])
	}
}

func TestAFileOfOneValueIsOnePiece(t *testing.T) {
	for input, want := range map[string]piece{
		"\n {\n\"a\": 1\n}\n": {line: 2, start: 2, end: 12, readable: true},
		"\ufeff[1,\n2]\x00\n": {line: 1, start: 3, end: 9, readable: true},
		"{\n\"a\": ":          {line: 1, end: 6},
		"{}\n{}\n":            {line: 1, end: 5},
		"\x00\n":              {line: 2, start: 2, end: 2},
	} {
		got := pieces([]byte(input), source.Whole, 0)
		if len(got) != 1 || got[0] != want {
			t.Errorf("pieces of %q are %+v, want %+v", input, got, want)
		}
	}
	if p := pieces([]byte(" \n"), source.Whole, 0); p != nil {
		t.Errorf("white space is %+v", p)
	}
	if p := pieces([]byte("{\n}\n"), source.Whole, 3); len(p) != 1 || p[0].readable {
		t.Errorf("a value above the limit gave %+v", p)
	}
}

func TestMutationChangesAValueAndKeepsItsKind(t *testing.T) {
	for in, want := range map[string]string{
		`"user"`: `"usfr"`, `"a9"`: `"a0"`, `""`: `"x"`, `"…"`: `"…x"`, `"\n"`: `"\nx"`, `7`: `8`, `19`: `11`, `-0.5e3`: `-1.5e3`,
		`true`: `false`, `false`: `true`, `null`: `"x"`, `{}`: `"x"`, `[]`: `"x"`, `{"a":[1,2]}`: `{"a":[2,2]}`, `"2026-11-30T15:31:18.052Z"`: `"2026-11-30T16:31:18.052Z"`,
	} {
		v, err := parse([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(apply([]byte(in), []edit{mutate([]byte(in), v, 0)})); got != want {
			t.Errorf("%s becomes %s, want %s", in, got, want)
		}
	}
}

// intricate is a table with everything that rows can say.
var intricate = losses.Table{
	Kind: "k",
	Rows: []losses.Row{
		{Path: "a", Do: losses.Mapped},
		{Path: "a.b", Do: losses.Preserved, Why: "w"},
		{Path: "a.*", Do: losses.Dropped, Why: "w"},
		{Path: "a.c/", Do: losses.Mapped},
		{Path: "b[].a", Do: losses.Mapped},
		{Path: "b[].c[]", Do: losses.Preserved, Why: "w"},
		{Path: "*/", Do: losses.Preserved, Why: "w"},
		{Path: "c[]/", Do: losses.Mapped},
	},
	Variants: []losses.Variant{
		{At: "b[]", By: "a", Cases: map[string][]losses.Row{
			"x": {{Path: "b", Do: losses.Mapped}, {Path: "c/", Do: losses.Dropped, Why: "w"}},
			"y": {{Path: "c[].b", Do: losses.Mapped}, {Path: "*", Do: losses.Mapped}},
			"":  {{Path: "", Do: losses.Dropped, Why: "w"}, {Path: "b.a/", Do: losses.Mapped}},
		}},
		{At: "b[].c[]", By: "b", Cases: map[string][]losses.Row{"x": {{Path: "a", Do: losses.Mapped}}}},
		{At: "", By: "c", Cases: map[string][]losses.Row{"y": {{Path: "a/", Do: losses.Mapped}, {Path: "b[].b", Do: losses.Dropped, Why: "w"}}}},
	},
}

// values generates values out of few names, so that rows are met.
func values(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		kinds := []string{`"x"`, `"y"`, `1`, `null`, `{}`, `[]`, "array", "object", "object"}
		if depth == 0 {
			kinds = kinds[:6]
		}
		switch k := rapid.SampledFrom(kinds).Draw(t, "kind"); k {
		case "array":
			return "[" + strings.Join(rapid.SliceOfN(values(depth-1), 1, 3).Draw(t, "items"), ",") + "]"
		case "object":
			var members []string
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 1, 4, rapid.ID[string]).Draw(t, "names") {
				members = append(members, `"`+name+`":`+values(depth-1).Draw(t, "value"))
			}
			return "{" + strings.Join(members, ",") + "}"
		default:
			return k
		}
	})
}

// settled is a leaf as both readers of a table see it.
type settled struct {
	From, To int
	Do       losses.Disposition
	Path     string
}

func TestRowsAreReadAsTheLedgerReadsThem(t *testing.T) {
	ledger, err := losses.New("h", []losses.Table{intricate})
	if err != nil {
		t.Fatal(err)
	}
	account, tables := ledger.Account("k"), readTables([]losses.Table{intricate})
	rapid.Check(t, func(t *rapid.T) {
		raw := []byte(values(5).Draw(t, "record"))
		var want, got []settled
		account.Trace(raw, func(l losses.Leaf) {
			s := settled{l.From, l.To, l.Row.Do, l.Row.Path}
			if l.Row.Why == "unknown_field" {
				s.Path = ""
			}
			want = append(want, s)
		})
		v, err := parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range tables["k"].leaves(v) {
			s := settled{From: l.value.start, To: l.value.end, Do: losses.Preserved}
			if l.row != nil {
				s.Do, s.Path = l.row.Do, l.row.Path
			}
			got = append(got, s)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-ledger +here):\n%s", raw, diff)
		}
	})
}
