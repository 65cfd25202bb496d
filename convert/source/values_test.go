package source

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestValuesAreTheElementsOfAnArray(t *testing.T) {
	for in, want := range map[string][]string{
		`[]`:                             nil,
		` [ 1 , "a,]" ,{"b":[2]}, [ ] ]`: {`1`, `"a,]"`, `{"b":[2]}`, `[ ]`},
		`{"a":1}`:                        nil,
		`[1 2]`:                          {`1`},
		`[,]`:                            nil,
		``:                               nil,
	} {
		var got []string
		Values([]byte(in), func(v []byte) bool { got = append(got, string(v)); return true })
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", in, d)
		}
	}
	n := 0
	Values([]byte(`[1,2,3]`), func([]byte) bool { n++; return n < 2 })
	if n != 2 {
		t.Errorf("went on to %d elements after being told to stop at 2", n)
	}
}
