package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

// agree holds the quick check to jsontext: what it accepts is valid, and both together say what jsontext says.
func agree(t rapid.TB, b []byte) {
	t.Helper()
	want := jsontext.Value(b).IsValid()
	var c checker
	if c.plainly(b) && !want {
		t.Fatalf("accepted, and jsontext does not: %q", b)
	}
	if got := c.valid(b); got != want {
		t.Fatalf("valid is %v, jsontext says %v: %q", got, want, b)
	}
}

var validSeeds = []string{
	`{"a":1,"b":[true,false,null,-0.5e+10,"x\n\u0041\"y"],"c":{}}`, `[]`, `{}`, `""`, `"é` + "\u2028" + `"`, `0`, `-`, `01`, `1.`, `1e`, `1e5`, `.5`,
	`{"a":1,"a":2}`, `{"\u0061":1,"a":2}`, `"\ud83d\ude00"`, `"\ud83d"`, "\"\xff\"", "\"\x01\"", `[1,]`, `{"a"}`, `{"a":}`, `{,}`, `[1}`, `{"a":1]`, `nul`, `nullx`,
	`[[[[[[]]]]]]`, `{"a":{"a":{"a":1}},"b":2}`, `{"aaaaaaaab":1,"aaaaaaaac":2}`, `"\u12"`, `"\x"`, `"abc`, "[1\n,\t2]", ` 1 `, "{\"a\" :\r1}", `1 2`, `{}{}`, "",
	strings.Repeat("[", 100) + strings.Repeat("]", 100), `{"":1}`, `{"":1,"":2}`, `"12345678\"12345678"`, `{"k":"` + strings.Repeat("x", 100) + `"}`, `["\/"]`,
}

func TestQuickCheckAgreesWithJSONText(t *testing.T) {
	for _, s := range validSeeds {
		agree(t, []byte(s))
	}
	var many strings.Builder
	many.WriteString(`{"k":0`)
	for i := range 200 {
		many.WriteString(`,"k` + strings.Repeat("x", i) + `":0`)
	}
	agree(t, []byte(many.String()+"}"))
	agree(t, []byte(many.String()+`,"kxxx":1}`))
}

func TestQuickCheckAgreesOnRandomBytes(t *testing.T) {
	piece := rapid.SampledFrom([]string{`{`, `}`, `[`, `]`, `,`, `:`, `"`, `"a"`, `"b"`, `"a":1`, `\`, `\u0041`, `\ud800`, `1`, `-`, `0`, `.`, `e`, `true`, `null`, " ", "\n", "é", "\xff", "\x00", "abcdefgh"})
	rapid.Check(t, func(t *rapid.T) {
		agree(t, []byte(strings.Join(rapid.SliceOfN(piece, 0, 30).Draw(t, "pieces"), "")))
	})
}

// A check that leaves everything to jsontext would be right and useless.
func TestQuickCheckDecidesRecordedLines(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "losses", "testdata", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no recorded lines: %v", err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var c checker
			if !c.plainly([]byte(strings.TrimSuffix(line, "\n"))) {
				t.Errorf("left to jsontext: %.80q", line)
			}
		}
	}
}

func FuzzValid(f *testing.F) {
	for _, s := range validSeeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) { agree(t, b) })
}
