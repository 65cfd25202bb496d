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
	each(t, func(t *testing.T, h workload.Harness, p workload.Profile) {
		sums := map[[32]byte]bool{}
		for _, seed := range []uint64{1, 1, 2} {
			sum := sha256.New()
			if _, _, err := h.Write(sum, p, 300_000, seed); err != nil {
				t.Fatal(err)
			}
			sums[[32]byte(sum.Sum(nil))] = true
		}
		if len(sums) != 2 {
			t.Errorf("three runs with two seeds gave %d different sessions, want 2", len(sums))
		}
	})
}

// each runs a test for every profile of every harness.
func each(t *testing.T, do func(*testing.T, workload.Harness, workload.Profile)) {
	for _, h := range workload.Harnesses {
		for _, p := range h.Profiles {
			t.Run(h.Name+"/"+p.Name, func(t *testing.T) { do(t, h, p) })
		}
	}
}

// kinds are what a session of each harness has at least one of.
var kinds = map[string][]string{
	"claude-code": {"user", "assistant", "last-prompt", "compact_boundary", "image", "tool_use", "tool_result", "thinking", "fork", "parallel"},
	"codex": {
		"session_meta", "turn_context", "world_state", "event_msg", "response_item", "compacted", "token_usage_record", "message", "reasoning", "function_call",
		"custom_tool_call", "custom_tool_call_output", "item_completed", "token_count", "task_started", "task_complete", "image",
	},
	"ahp": {
		"session.start", "session.end", "turn.start", "turn.finish.before", "turn.end", "turn.progress", "model.request.before",
		"model.response.after", "model.error", "model.switch.before", "model.switch.after", "tool.before", "tool.after",
		"tool.permission.request", "tool.permission.resolved", "tool.progress", "tool.batch.after", "context.compact.before",
		"context.compact.after", "config.change.before", "config.change.after", "task.change.before", "task.change.after",
		"workspace.change.before", "workspace.change.after", "file.changed", "user.attention", "user.elicitation.request",
		"user.elicitation.result", "user.message.inbound", "user.message.outbound", "hook.failure",
		"hooks/observe", "hooks/intercept", "in",
	},
}

func TestRecordsHaveTheLengthAndTheMixOfTheirProfile(t *testing.T) {
	each(t, func(t *testing.T, h workload.Harness, p workload.Profile) {
		const size = 6_000_000
		var b bytes.Buffer
		written, records, err := h.Write(&b, p, size, 7)
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
		for _, kind := range kinds[h.Name] {
			if seen[kind] == 0 {
				t.Errorf("no %s in %d bytes", kind, written)
			}
		}
		calls, results := seen["tool_use"]+seen["function_call"]+seen["custom_tool_call"], seen["tool_result"]+seen["function_call_output"]+seen["custom_tool_call_output"]
		if calls != results {
			t.Errorf("%d calls and %d results", calls, results)
		}
	})
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
			Method, Direction               string
			Params                          struct{ Event struct{ Type string } }
			Payload                         struct {
				Type   string
				Output json.RawMessage
			}
			Message struct {
				ID      string
				Type    string
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
		seen[rec.Payload.Type]++
		for _, kind := range []string{rec.Params.Event.Type, rec.Message.Type, rec.Method, rec.Direction} {
			seen[kind]++
		}
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
		seen["image"] += bytes.Count(rec.Message.Content, []byte(`"type":"image"`)) + bytes.Count(rec.Payload.Output, []byte(`"type":"input_image"`))
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
