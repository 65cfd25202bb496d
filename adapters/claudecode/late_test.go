package claudecode

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// impatient is a session of a transcript in memory of which nothing is hashed before the first request; again is what it
// reads like then.
func impatient(name string, data, again []byte) adapters.Session {
	s := files{again: source.Bytes(name, again)}.open(adapters.Session{Inputs: []source.Input{source.Bytes(name, data)}}, laneUnknown)
	eager := s.New
	s.New = func(out adapters.Output, led *losses.Ledger) adapters.Mapper {
		m := eager(out, led).(*mapper)
		m.wire.hashed = patience
		return m
	}
	return s
}

// contexts are the contexts of recorded requests, for comparison.
func contexts(s *memory) (out []string) {
	for _, c := range s.History.Contexts {
		if c.Request != "" {
			inputs := c.Inputs
			if c.List != nil {
				inputs = c.List()
			}
			out = append(out, fmt.Sprint(c.Request, " ", c.Fidelity, " ", c.At, " ", inputs))
		}
	}
	return append(out, fmt.Sprint("not verified: ", s.Lost[losses.RequestNotVerified]))
}

func TestRequestsThatComeLateAreVerified(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "golden", "cases", "claude-code", "*", "native", ".claude", "projects", "*", "*.jsonl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	changed := false
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		early := contexts(mapBytes(t, name, string(data)))
		if diff := cmp.Diff(early, contexts(run(t, impatient(name, data, data)))); diff != "" {
			t.Errorf("%s (-hashed at once +hashed late):\n%s", path, diff)
		}
		other := bytes.ReplaceAll(data, []byte(`"text":"`), []byte(`"text":"x`))
		now := contexts(run(t, impatient(name, data, other)))
		changed = changed || !cmp.Equal(early, now)
	}
	if !changed {
		t.Error("what a transcript became later counts")
	}
}
