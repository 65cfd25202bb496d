package claudecode

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"

	"github.com/google/go-cmp/cmp"
)

// request is one line of requests.jsonl: what the harness sent to the model.
type request struct {
	N          int    `json:"n"`
	Lane       string `json:"lane"`
	ResponseID string `json:"response_id"`
	Body       struct {
		Model    string    `json:"model"`
		Messages []message `json:"messages"`
	} `json:"body"`
}

type message struct {
	Role    string  `json:"role"`
	Content content `json:"content"`
}

// content is a text or a list of blocks.
type content []wire

type wire struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	Content   content         `json:"content"`
	Source    struct {
		Data string `json:"data"`
	} `json:"source"`
}

func (c *content) UnmarshalJSON(b []byte) error {
	if b[0] == '"' {
		*c = content{{Type: "text"}}
		return json.Unmarshal(b, &(*c)[0].Text)
	}
	return json.Unmarshal(b, (*[]wire)(c))
}

// turns are the lines of a conversation: people's words, summaries, the model's words, calls and results, in order.
func (r *request) turns(injected map[string]bool) []string {
	var out []string
	for _, m := range r.Body.Messages {
		if m.Role == "system" {
			continue
		}
		for _, b := range m.Content {
			switch b.Type {
			case "text":
				text := strings.TrimRight(unwrapped(b.Text), "\n") // texts that stand together are sent with a line break between them
				if m.Role == "user" && (strings.HasPrefix(text, "<system-reminder>") || injected[strings.TrimSpace(text)]) {
					continue
				}
				out = append(out, m.Role+": "+text)
			case "tool_use":
				out = append(out, "call "+b.ID+" "+b.Name+" "+canonical(b.Input))
			case "tool_result":
				out = append(out, "result "+b.ToolUseID+" "+b.Content.flat())
			case "image":
				out = append(out, m.Role+": "+image(b.Source.Data))
			}
		}
	}
	return out
}

// unwrapped is a queued prompt without the sentences that the harness puts around it.
func unwrapped(text string) string {
	text, ok := strings.CutPrefix(text, "The user sent a new message while you were working:\n")
	if ok {
		text, _, _ = strings.Cut(text, "\n\nThis is how Claude Code")
	}
	return text
}

func (c content) flat() string {
	var b strings.Builder
	for _, x := range c {
		switch x.Type {
		case "text":
			b.WriteString(x.Text)
		case "image":
			b.WriteString(image(x.Source.Data))
		default:
			b.WriteString("<" + x.Type + ">")
		}
	}
	return b.String()
}

func image(data string) string {
	sum := sha256.Sum256([]byte(data))
	return "[image " + hex.EncodeToString(sum[:4]) + "]"
}

func canonical(raw []byte) string {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return string(raw)
	}
	out, err := json.Marshal(v)
	if err != nil {
		return string(raw)
	}
	return string(out)
}

// turns are the lines of the live context, and the injected texts beside them.
func (s *memory) turns() (out []string, injected map[string]bool) {
	injected = map[string]bool{}
	for _, ref := range s.History.Live.Inputs {
		h := s.events[ref]
		switch h.kind {
		case "call":
			out = append(out, "call "+h.call+" "+h.tool+" "+canonical([]byte(h.args)))
		case "result":
			out = append(out, "result "+h.call+" "+s.flat(h.parts))
		case "message":
			if h.actor == "harness" && s.History.Live.Changed[ref] == "" {
				for _, p := range h.parts {
					injected[strings.TrimSpace(string(asif.AppendUnquoted(nil, p.Text)))] = true
				}
				continue
			}
			for _, p := range h.parts {
				if text := s.flat([]adapters.Part{p}); text != "" {
					out = append(out, string(h.role)+": "+strings.TrimRight(text, "\n"))
				}
			}
		}
	}
	return out, injected
}

// flat is the text of parts; reasoning is left out, as the wire leaves it.
func (s *memory) flat(parts []adapters.Part) string {
	var b strings.Builder
	for _, p := range parts {
		switch p.Kind {
		case adapters.TextPart:
			b.Write(asif.AppendUnquoted(nil, p.Text))
		case adapters.ResourcePart:
			data := s.resources[p.Resource].Base64
			b.WriteString(image(strings.Trim(string(data), `"`)))
		case adapters.StructuredPart:
			if p.Name != schemaReasoning && p.Name != schemaCommand {
				b.WriteString("<" + p.Name + ">")
			}
		}
	}
	return b.String()
}

// verdict compares the live context before a response with the request that it answers: "" when equal, and false when
// the transcript does not hold the response.
func verdict(t testing.TB, name string, data []byte, r *request) (string, bool) {
	at := bytes.Index(data, []byte(`"id":"`+r.ResponseID+`"`))
	if at < 0 {
		return "", false
	}
	cut := data[:bytes.LastIndexByte(data[:at], '\n')+1]
	s := mapBytes(t, name, string(cut))
	got, injected := s.turns()
	return cmp.Diff(r.turns(injected), got), true
}

func requests(t testing.TB, path string) []*request {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []*request
	for line := range bytes.Lines(raw) {
		r := &request{}
		if err := json.Unmarshal(line, r); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if r.Lane == "main" && r.ResponseID != "" {
			out = append(out, r)
		}
	}
	return out
}

// recordings of the corpus that have what makes the live context hard: parallel tools, an inline side chain, a queued
// prompt, a rewind, a compaction with a kept message, a refused call.
var recordings = []string{
	"1.0.98-parallel", "1.0.98-subagent", "2.1.73-parallel", "2.1.332-parallel", "2.1.332-queued", "2.1.332-rewind",
	"2.1.332-compact-manual", "2.1.332-deny-interactive",
}

func TestLiveContextBeforeEachResponseIsTheRequest(t *testing.T) {
	for _, name := range recordings {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("..", "..", "golden", "cases", "claude-code", name)
			files, err := filepath.Glob(filepath.Join(dir, "native", ".claude", "projects", "*", "*.jsonl"))
			if err != nil || len(files) != 1 {
				t.Fatalf("want one session: %v %v", files, err)
			}
			data, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			compared := 0
			for _, r := range requests(t, filepath.Join(dir, "requests.jsonl")) {
				diff, found := verdict(t, filepath.Base(files[0]), data, r)
				if !found {
					t.Errorf("request %d: response %s is not in the session", r.N, r.ResponseID)
				}
				if diff != "" {
					t.Errorf("request %d (-sent +live):\n%s", r.N, diff)
				}
				compared++
			}
			if compared == 0 {
				t.Error("nothing was compared")
			}
		})
	}
}
