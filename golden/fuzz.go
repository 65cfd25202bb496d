package golden

import (
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert"
)

// maxFuzz bounds inputs of a fuzz run, so that it tries many.
const maxFuzz = 8 << 10

// Fuzz is the body of an adapter's fuzz target, seeded from its corpus.
func Fuzz(f *testing.F, a adapters.Adapter) {
	cases, err := Corpus(a.Info().Name)
	if err != nil {
		f.Fatal(err)
	}
	for _, c := range cases {
		f.Add(c.Data[:min(len(c.Data), maxFuzz)])
	}
	x := subject{a, readTables(a.Tables()), find(f, a, cases[0])}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > maxFuzz {
			return
		}
		r, err := x.convert(data, convert.Options{})
		if x.refused(err, data, 0) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := r.result.Ledger.Balance(); err != nil {
			t.Error(err)
		}
		r.balanced(t, 0)
		r.valid(t)
	})
}
