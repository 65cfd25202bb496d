package losses

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var (
	drawKey     = rapid.SampledFrom([]string{"a", "b", "c", "t", "u", "odd key"})
	drawSegment = rapid.SampledFrom([]string{"a", "b", "c", "t", "*", "[]", "[]"})
)

func drawPath(t *rapid.T) string {
	var path string
	for _, s := range rapid.SliceOfN(drawSegment, 0, 4).Draw(t, "path") {
		path = join(path, s)
	}
	return path
}

func drawRows(t *rapid.T) []Row {
	var rows []Row
	for range rapid.IntRange(0, 6).Draw(t, "rows") {
		r := Row{Path: drawPath(t), Do: Mapped}
		if rapid.IntRange(0, 3).Draw(t, "claim") == 0 {
			r.Path += "/"
		}
		if _, err := declareTable(Table{Rows: append(rows[:len(rows):len(rows)], r)}); err == nil {
			rows = append(rows, r)
		}
	}
	return rows
}

func drawTable(t *rapid.T) Table {
	table := Table{Kind: "k", Rows: drawRows(t)}
	for range rapid.IntRange(0, 3).Draw(t, "variants") {
		v := Variant{At: drawPath(t), By: rapid.SampledFrom([]string{"t", "u"}).Draw(t, "by"), Cases: map[string][]Row{}}
		for _, value := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"", "x", "y"}), rapid.ID).Draw(t, "cases") {
			v.Cases[value] = drawRows(t)
		}
		more := table
		more.Variants = append(table.Variants[:len(table.Variants):len(table.Variants)], v)
		if _, err := declareTable(more); err == nil {
			table = more
		}
	}
	return table
}

func drawValue(t *rapid.T, b *strings.Builder, depth int) {
	space := func() { b.WriteString(rapid.SampledFrom([]string{"", "", "", " ", "\n\t"}).Draw(t, "space")) }
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth > 7 {
		kind %= 4
	}
	switch {
	case kind < 2:
		b.WriteString(rapid.SampledFrom([]string{`"x"`, `"y"`, `"\u0078"`, `""`, `"\\"`, `"\"}"`, `"a,b]"`}).Draw(t, "string"))
	case kind < 4:
		b.WriteString(rapid.SampledFrom([]string{"0", "-1.5e+3", "true", "false", "null"}).Draw(t, "literal"))
	case kind < 7:
		b.WriteByte('{')
		space()
		for i := range rapid.IntRange(0, 4).Draw(t, "members") {
			if i > 0 {
				b.WriteByte(',')
				space()
			}
			key := drawKey.Draw(t, "key")
			if rapid.IntRange(0, 5).Draw(t, "escape") == 0 {
				fmt.Fprintf(b, `"\u%04x%s"`, key[0], key[1:])
			} else {
				fmt.Fprintf(b, "%q", key)
			}
			space()
			b.WriteByte(':')
			space()
			drawValue(t, b, depth+1)
			space()
		}
		b.WriteByte('}')
	default:
		b.WriteByte('[')
		space()
		for i := range rapid.IntRange(0, 3).Draw(t, "elements") {
			if i > 0 {
				b.WriteByte(',')
				space()
			}
			drawValue(t, b, depth+1)
			space()
		}
		b.WriteByte(']')
	}
}

func TestTheWalkerSettlesEveryLeafAsTheReferenceDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		l, err := New("toy", []Table{table})
		if err != nil {
			t.Fatal(err)
		}
		a := l.Account("k")
		total := map[string]int{}
		for range rapid.IntRange(1, 4).Draw(t, "records") {
			var b strings.Builder
			drawValue(t, &b, 0)
			record := b.String()
			want := reference(table, []byte(record))
			got := map[string]int{}
			a.Trace([]byte(record), func(f Leaf) {
				if !json.Valid([]byte(record[f.From:f.To])) {
					t.Fatalf("leaf %q of %s", record[f.From:f.To], record)
				}
				mark := "="
				if f.Row.Why == unknownField {
					mark = "?"
				}
				got[mark+f.Path]++
			})
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("record %s\ntable %+v\n%s", record, table, d)
			}
			a.Walk([]byte(record), nil)
			if err := l.Settle(a, Outcome{Do: Mapped}); err != nil {
				t.Fatal(err)
			}
			for label, n := range want {
				total[label] += n
			}
		}
		counted := map[string]int{}
		for i, n := range a.tallies[0].leaves {
			mark := "="
			if a.slots[i].row.Why == unknownField {
				mark = "?"
			}
			if n > 0 {
				counted[mark+a.slots[i].label] += int(n)
			}
		}
		if d := cmp.Diff(total, counted); d != "" {
			t.Fatal(d)
		}
	})
}

// FuzzWalk holds the walker to the reference on anything that encoding/json takes, and to ending on anything else.
func FuzzWalk(f *testing.F) {
	table := Table{
		Kind: "k",
		Rows: append(mapped("type", "m.c[].text", "m.c[]", "x/", "w.*.v"), Row{Path: "m.c[].id", Do: Dropped, Why: "not needed"}),
		Variants: []Variant{
			{At: "m.c[]", By: "type", Cases: map[string][]Row{"t": mapped("text", "in/"), "r": mapped("c"), "": mapped("")}},
			{At: "m.c[].c[]", By: "type", Cases: map[string][]Row{"t": mapped("text")}},
		},
	}
	for _, r := range sample(f) {
		f.Add(r)
	}
	for _, s := range []string{
		`{"type":"user","m":{"c":[{"type":"t","text":"a\"b","in":{"x":[]}},{"type":"r","c":[{"type":"t","text":1}]}]},"x":{"y":[1,2,{"z":null}]}}`,
		`{"w":{"a b":{"v":1}},"n\u0065w":{"a":{"b":{"c":{"d":[1,{},{"e":2}]}}}},"b":"\\","type":1,"type":2}`,
		`[[],{}," ",-1.5e3]`, `{"a":`, `{"a":"\`, "", "[[[[[[[[", `{"":{"":""}}`, `"\ud83d"`, "{\"a\":1}\x00", `{"m":{"c":[{"ty\u0070e":"\u0074"}]}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		l, err := New("toy", []Table{table})
		if err != nil {
			t.Fatal(err)
		}
		a := l.Account("k")
		a.Walk(record, func(id, index int, raw []byte) {
			if id == 0 || index < 0 || len(raw) == 0 {
				t.Errorf("visited %d, %d, %q", id, index, raw)
			}
		})
		if err := l.Settle(a, Outcome{Do: Mapped}); err != nil {
			t.Fatal(err)
		}
		if !json.Valid(record) || len(l.Unknown()) > maxUnknownPaths/2 {
			return
		}
		want := map[string]int{}
		for label, n := range reference(table, record) {
			want[label[1:]] += n
		}
		got := map[string]int{}
		for i, n := range a.tallies[0].leaves {
			if n > 0 {
				got[a.slots[i].label] += int(n)
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	})
}
