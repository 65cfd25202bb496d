package golden_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"asif-convert/adapters"
	"asif-convert/adapters/claudecode"
	"asif-convert/convert"
	"asif-convert/golden/workload"
)

// BenchmarkFromClaudeCode converts four megabytes of each profile.
func BenchmarkFromClaudeCode(b *testing.B) {
	for _, p := range workload.Profiles {
		b.Run(p.Name, func(b *testing.B) {
			var data bytes.Buffer
			if _, _, err := workload.Write(&data, p, 4_000_000, 1); err != nil {
				b.Fatal(err)
			}
			session := written(b, data.Bytes())
			b.SetBytes(int64(data.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := convert.From(claudecode.Adapter{}, session, convert.Options{}, convert.Destination{Writer: io.Discard}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// written puts a session on disk and finds it there.
func written(b *testing.B, data []byte) adapters.Session {
	b.Helper()
	path := filepath.Join(b.TempDir(), "1cc52098-ced2-4019-a6ce-e8561ad8beeb.jsonl")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	sessions, err := claudecode.Adapter{}.Find(adapters.Query{Target: path, Home: filepath.Dir(path), Env: func(string) string { return "" }})
	if err != nil {
		b.Fatal(err)
	}
	return sessions[0]
}
