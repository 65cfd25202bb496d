package workload_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"io"
	"testing"

	"asif-convert/golden/workload"
)

func TestSameSeedGivesTheSameBytesAndAnotherSeedOthers(t *testing.T) {
	for _, p := range workload.Profiles {
		sums := map[[32]byte]bool{}
		for _, seed := range []uint64{1, 1, 2} {
			h := sha256.New()
			if _, _, err := workload.Write(h, p, 300_000, seed); err != nil {
				t.Fatal(err)
			}
			sums[[32]byte(h.Sum(nil))] = true
		}
		if len(sums) != 2 {
			t.Errorf("%s: three runs with two seeds gave %d different sessions, want 2", p.Name, len(sums))
		}
	}
}

func TestRecordsHaveTheLengthAndTheMixOfTheirProfile(t *testing.T) {
	for _, p := range workload.Profiles {
		t.Run(p.Name, func(t *testing.T) {
			const size = 6_000_000
			var b bytes.Buffer
			written, records, err := workload.Write(&b, p, size, 7)
			if err != nil {
				t.Fatal(err)
			}
			if written != int64(b.Len()) || written < size || written > size*12/10 {
				t.Errorf("wrote %d bytes and says %d, want at least %d and at most a turn more", b.Len(), written, size)
			}
			mean := float64(written) / float64(records)
			if want := float64(p.Record); mean < 0.85*want || mean > 1.15*want {
				t.Errorf("a record has %.0f bytes on average, want about %.0f", mean, want)
			}
			seen := census(t, &b, records)
			for _, kind := range []string{"user", "assistant", "last-prompt", "compact_boundary", "image", "tool_use", "tool_result", "thinking", "fork", "parallel"} {
				if seen[kind] == 0 {
					t.Errorf("no %s in %d bytes", kind, written)
				}
			}
			if seen["tool_use"] != seen["tool_result"] {
				t.Errorf("%d calls and %d results", seen["tool_use"], seen["tool_result"])
			}
		})
	}
}

// census counts what stands in a session and checks that every parent stands before its child.
func census(t *testing.T, r io.Reader, records int64) map[string]int {
	t.Helper()
	seen, known := map[string]int{}, map[string]bool{}
	prompts, calls := map[string]int{}, map[string]int{}
	dec := json.NewDecoder(r)
	for n := int64(0); ; n++ {
		var rec struct {
			Type, Subtype, UUID, ParentUUID string
			Message                         struct {
				ID      string
				Content json.RawMessage
			}
		}
		if err := dec.Decode(&rec); err == io.EOF {
			if n != records {
				t.Errorf("read %d records, want %d", n, records)
			}
			return seen
		} else if err != nil {
			t.Fatalf("record %d: %v", n, err)
		}
		seen[rec.Type]++
		seen[rec.Subtype]++
		if rec.ParentUUID != "" && !known[rec.ParentUUID] {
			t.Fatalf("record %d has the parent %s, which does not stand before it", n, rec.ParentUUID)
		}
		known[rec.UUID] = true
		var blocks []struct{ Type string }
		if json.Unmarshal(rec.Message.Content, &blocks) != nil && rec.Type == "user" {
			if prompts[rec.ParentUUID]++; prompts[rec.ParentUUID] == 2 {
				seen["fork"]++
			}
		}
		for _, b := range blocks {
			seen[b.Type]++
			if b.Type == "tool_use" {
				if calls[rec.Message.ID]++; calls[rec.Message.ID] == 2 {
					seen["parallel"]++
				}
			}
		}
		seen["image"] += bytes.Count(rec.Message.Content, []byte(`"type":"image"`))
	}
}

func TestSizesAreReadWithTheirUnits(t *testing.T) {
	for in, want := range map[string]int64{"7": 7, "2kB": 2000, "100MB": 100_000_000, "1GB": 1_000_000_000} {
		if got, err := workload.ParseSize(in); err != nil || got != want {
			t.Errorf("ParseSize(%q) = %d, %v, want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"", "MB", "1.5MB", "x"} {
		if got, err := workload.ParseSize(in); err == nil {
			t.Errorf("ParseSize(%q) = %d, want an error", in, got)
		}
	}
}
