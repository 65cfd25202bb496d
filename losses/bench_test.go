package losses

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// sample is five recorded records as Claude Code 2.1.332 writes them, 0.6 to 1.5 kB each.
func sample(t testing.TB) [][]byte {
	t.Helper()
	b, err := os.ReadFile("testdata/claude-code.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSpace(b), []byte("\n"))
}

// claudeCode is a table that names all fields of the sample.
func claudeCode(t testing.TB) (*Ledger, *Account) {
	rows := mapped(
		"type", "uuid", "parentUuid", "timestamp", "isSidechain", "message.role", "message.id", "message.model",
		"message.content", "message.content[].type", "message.usage.input_tokens", "message.usage.output_tokens",
		"message.usage.cache_read_input_tokens", "message.usage.cache_creation_input_tokens", "requestRef", "cwd",
		"sessionId", "version", "gitBranch", "promptId",
	)
	for _, p := range []string{
		"message.type", "message.stop_reason", "message.stop_sequence", "message.stop_details/", "message.usage.*/",
		"thinkingDurationMs", "thinkingDisplay", "apiBlockIndex", "requestedModel", "promptCacheRequested", "effort",
		"perTurnEffort", "madeBy", "userType", "entrypoint", "permissionMode", "promptSource", "sentAtMs", "rowSource",
		"turnOrigin", "turnPosition/", "toolUseResult/", "sandboxed", "sourceToolAssistantUUID", "permissionDecision/",
		"wireToolInputs/", "toolInputStreamMs",
	} {
		rows = append(rows, Row{Path: p, Do: Preserved, Why: "native"})
	}
	return ledgerOf(t, rows, Variant{At: "message.content[]", By: "type", Cases: map[string][]Row{
		"text":        {{Path: "text", Do: Mapped, ID: 101}, {Path: "", Do: Mapped, ID: 102}},
		"thinking":    {{Path: "thinking", Do: Mapped, ID: 103}, {Path: "signature", Do: Mapped, ID: 104}},
		"tool_use":    {{Path: "id", Do: Mapped, ID: 105}, {Path: "name", Do: Mapped, ID: 106}, {Path: "input/", Do: Mapped, ID: 107}, {Path: "caller/", Do: Preserved, Why: "native"}},
		"tool_result": {{Path: "tool_use_id", Do: Mapped, ID: 108}, {Path: "content/", Do: Mapped, ID: 109}, {Path: "is_error", Do: Mapped, ID: 110}},
	}})
}

func TestTheSampleHasNoUnknownField(t *testing.T) {
	l, a := claudeCode(t)
	for _, r := range sample(t) {
		a.Walk(r, nil)
		if err := l.Settle(a, Outcome{Do: Mapped}); err != nil {
			t.Error(err)
		}
	}
	if u := l.Unknown(); len(u) > 0 {
		t.Errorf("unknown: %v", u)
	}
}

func benchmarkWalk(b *testing.B, records [][]byte) {
	l, a := claudeCode(b)
	size := 0
	for _, r := range records {
		size += len(r)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	n := 0
	visit := func(int, int, []byte) { n++ }
	for b.Loop() {
		for _, r := range records {
			a.Walk(r, visit)
			if err := l.Settle(a, Outcome{Do: Mapped}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkWalkPrompt(b *testing.B) {
	for _, r := range sample(b) {
		if len(r) < 700 {
			benchmarkWalk(b, [][]byte{r})
			return
		}
	}
	b.Fatal("no short record")
}

func BenchmarkWalkSession(b *testing.B) { benchmarkWalk(b, sample(b)) }

func BenchmarkWalkLongText(b *testing.B) {
	text, err := json.Marshal(string(bytes.Repeat([]byte("func add(a, b int) int { return a + b } // and \"so\" on\n"), 40)))
	if err != nil {
		b.Fatal(err)
	}
	benchmarkWalk(b, [][]byte{bytes.Replace(sample(b)[0], []byte(`"Please summarise notes.txt and fix calc.py"`), text, 1)})
}

func BenchmarkWalkLongString(b *testing.B) {
	text := append(append([]byte{'"'}, bytes.Repeat([]byte("0123456789abcdef"), 4096)...), '"')
	benchmarkWalk(b, [][]byte{bytes.Replace(sample(b)[0], []byte(`"Please summarise notes.txt and fix calc.py"`), text, 1)})
}

func BenchmarkWalkUnknown(b *testing.B) {
	l, err := New("toy", nil)
	if err != nil {
		b.Fatal(err)
	}
	records := sample(b)
	a := l.Account("new")
	size := 0
	for _, r := range records {
		size += len(r)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, r := range records {
			a.Walk(r, nil)
			if err := l.Settle(a, Outcome{Do: Preserved}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
