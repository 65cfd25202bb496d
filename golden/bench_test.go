package golden_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"asif-convert/adapters"
	"asif-convert/adapters/registry"
	"asif-convert/convert"
	"asif-convert/golden/workload"
)

// BenchmarkFrom converts four megabytes of each profile of each harness.
func BenchmarkFrom(b *testing.B) {
	for _, h := range workload.Harnesses {
		a := named(b, h.Name)
		for _, p := range h.Profiles {
			b.Run(h.Name+"/"+p.Name, func(b *testing.B) {
				var data bytes.Buffer
				if _, _, err := h.Write(&data, p, 4_000_000, 1); err != nil {
					b.Fatal(err)
				}
				session := written(b, a, h, data.Bytes())
				b.SetBytes(int64(data.Len()))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := convert.From(a, session, convert.Options{}, convert.Destination{Writer: io.Discard}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func named(b testing.TB, name string) adapters.Adapter {
	b.Helper()
	for _, a := range registry.Adapters() {
		if a.Info().Name == name {
			return a
		}
	}
	b.Fatalf("no adapter is called %s", name)
	return nil
}

// written puts a session on disk and finds it there.
func written(b testing.TB, a adapters.Adapter, h workload.Harness, data []byte) adapters.Session {
	b.Helper()
	path := filepath.Join(b.TempDir(), h.File)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	r, ok := a.(adapters.Reader)
	if !ok {
		b.Fatalf("%s cannot be read", h.Name)
	}
	sessions, err := r.Find(adapters.Query{Target: path, Home: filepath.Dir(path), Env: func(string) string { return "" }})
	if err != nil {
		b.Fatal(err)
	}
	return sessions[0]
}
