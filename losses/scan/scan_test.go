package scan

import (
	"encoding/json"
	"testing"
)

func TestValueEndsWhereItEnds(t *testing.T) {
	for in, want := range map[string]string{
		`1,2`:                          `1`,
		`-1.5e3}`:                      `-1.5e3`,
		`true ]`:                       `true`,
		`"a\"b\\" ,1`:                  `"a\"b\\"`,
		`{"a":[1,{"b":"]}"}],"c":""},`: `{"a":[1,{"b":"]}"}],"c":""}`,
		`[ [ ] , { } ]x`:               `[ [ ] , { } ]`,
		`"open`:                        `"open`,
		`{"a":[`:                       `{"a":[`,
		``:                             ``,
	} {
		if got := in[:Value([]byte(in), 0)]; got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

// Of valid JSON every value ends at its last byte, whatever follows it; of anything else the scan ends inside the text
// and moves on.
func FuzzValue(f *testing.F) {
	for _, s := range []string{`{"a":[1,"\\\""],"b":{}}`, `"é\u00e9"`, `[`, `]`, `,`, `"\`, "\xff", `1e5`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		from := Space(b, 0)
		end := Value(b, from)
		if end > len(b) || end <= from && end < len(b) {
			t.Fatalf("%q: from %d to %d", b, from, end)
		}
		if !json.Valid(b) {
			return
		}
		if last := len(b) - len(trailing(b)); end != last {
			t.Fatalf("%q ends at %d, want %d", b, end, last)
		}
		for _, behind := range []string{",1", "]", " }", "\n"} {
			if got := Value(append(b[:len(b):len(b)], behind...), from); got != end {
				t.Fatalf("%q before %q ends at %d, want %d", b, behind, got, end)
			}
		}
	})
}

// trailing is the white space that b ends with.
func trailing(b []byte) []byte {
	for i := len(b); i > 0; i-- {
		if Space(b, i-1) < len(b) {
			return b[i:]
		}
	}
	return b
}
