package source

import (
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestElementsOfAnArrayAreRecords(t *testing.T) {
	type got struct {
		Raw    string
		Line   int
		Offset int64
		Fault  Fault
	}
	for name, c := range map[string]struct {
		in   string
		want []got
	}{
		"over lines":    {" [\n{\"a\":[1]},\n\n 2 ]\n", []got{{`{"a":[1]}`, 2, 3, 0}, {`2`, 4, 16, 0}}},
		"empty":         {"[]", nil},
		"cut":           {`[{"a":1},{"b":`, []got{{`{"a":1}`, 1, 1, 0}, {`{"b":`, 1, 9, FaultTorn | FaultTail}}},
		"not closed":    {"[{\"a\":1},\n", []got{{`{"a":1}`, 1, 1, 0}, {``, 1, 9, FaultTorn | FaultTail}}},
		"more behind":   {"[{\"a\":1}]\n\n[2]\n", []got{{`{"a":1}`, 1, 1, 0}, {`[2]`, 3, 11, FaultTorn}}},
		"one object":    {"{\n}", []got{{"{\n}", 1, 0, 0}}},
		"not separated": {`[{"a":1}{}]`, []got{{`{"a":1}`, 1, 1, 0}, {`{}`, 1, 8, 0}}},
	} {
		t.Run(name, func(t *testing.T) {
			in := Bytes("x", []byte(c.in))
			in.Framing = Elements
			r, err := NewReader(in, 0, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			var have []got
			for {
				b, err := r.Next()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, rec := range b.Records {
					have = append(have, got{string(rec.Raw), rec.Line, rec.Span.Offset, rec.Fault})
				}
				r.Release(b)
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, have); diff != "" {
				t.Error(diff)
			}
		})
	}
}
