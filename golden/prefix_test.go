package golden

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"asif-convert/convert/source"
)

// The reader and the instrument find the same records behind prefixes, whatever stands on the lines.
func TestPrefixesEndWhereTheInstrumentHasThemEnd(t *testing.T) {
	tokens := []string{"\n", " ", "\t", "{", "}", `{"a":1}`, `{ "a":{"b":[2]}}`, `{"a": {"b":"\t"}}`, "[", "]", "[1]", ",", ":", `"`, `"x"`, "17", "09:00", "level=info", "\x00", "\r", "{}", "é", "\xff"}
	prefixed := 0
	rapid.Check(t, func(t *rapid.T) {
		log := strings.Join(rapid.SliceOfN(rapid.SampledFrom(tokens), 0, 24).Draw(t, "log"), "")
		in := source.Bytes("log", []byte(log))
		in.Framing = source.Prefixed
		var got, want []string
		r, err := source.NewReader(in, 0, source.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for b, err := r.Next(); err == nil; b, err = r.Next() {
			for _, x := range b.Records {
				prefixed += min(len(x.Prefix), 1)
				got = append(got, fmt.Sprintf("line %d, %d to %d, readable %t, prefix %t", x.Line, x.Span.Offset, x.Span.Offset+x.Span.Length, x.Fault.Readable(), x.Prefix != nil))
			}
			r.Release(b)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		for _, p := range pieces([]byte(log), source.Prefixed, 0) {
			want = append(want, fmt.Sprintf("line %d, %d to %d, readable %t, prefix %t", p.line, p.start, p.end, p.readable, p.prefix > 0))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q:\n%s\nwant\n%s", log, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
	if prefixed == 0 {
		t.Error("no record had a prefix")
	}
}
