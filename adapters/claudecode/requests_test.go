package claudecode

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
	"github.com/google/go-cmp/cmp"
)

// lines are all that a request sent, nothing left out.
func (r *request) lines() (out []string) {
	for _, m := range r.Body.Messages {
		for _, b := range m.Content {
			switch b.Type {
			case "text":
				out = append(out, m.Role+": "+b.Text)
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

// lines are all that a context holds but reasoning.
func (s *memory) lines(refs []asif.Ref) (out []string) {
	for _, ref := range refs {
		switch h := s.at(ref); h.kind {
		case "call":
			out = append(out, "call "+h.call+" "+h.tool+" "+canonical([]byte(h.args)))
		case "result":
			out = append(out, "result "+h.call+" "+s.flat(h.parts))
		default:
			for i := range h.parts {
				if text := s.flat(h.parts[i : i+1]); text != "" {
					out = append(out, string(h.role)+": "+text)
				}
			}
		}
	}
	return out
}

// answers are the response IDs of the requests that the harness recorded in a transcript.
func answers(data []byte) map[string]string {
	out := map[string]string{}
	for line := range bytes.Lines(data) {
		if ref := adapters.Text(source.Member(line, "requestRef")); ref != nil {
			out[string(ref)] = string(adapters.Text(source.Member(source.Member(line, "message"), "id")))
		}
	}
	return out
}

// TestVerifiedRequestsAreWhatWasSent compares every context that is called exact with the bytes on the wire.
func TestVerifiedRequestsAreWhatWasSent(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "golden", "cases", "claude-code", "2.1.332-*", "native", ".claude", "projects", "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	exact, other := 0, 0
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		folder, _, _ := strings.Cut(path, string(filepath.Separator)+"native"+string(filepath.Separator))
		sent := map[string]*request{}
		for _, r := range requests(t, filepath.Join(folder, "requests.jsonl")) {
			sent[r.ResponseID] = r
		}
		answer := answers(data)
		s := mapBytes(t, filepath.Base(path), string(data))
		other += s.Lost[losses.RequestNotVerified]
		for _, c := range s.History.Contexts {
			if c.Request == "" || c.Fidelity != asif.FidelityExact {
				continue
			}
			exact++
			r := sent[answer[c.Request]]
			if r == nil {
				t.Errorf("%s: request %s is not on the wire", filepath.Base(folder), c.Request)
				continue
			}
			if diff := cmp.Diff(r.lines(), s.lines(c.List())); diff != "" {
				t.Errorf("%s: request %s (-sent +exact):\n%s", filepath.Base(folder), c.Request, diff)
			}
		}
	}
	if exact != 63 || other != 1 {
		t.Errorf("%d exact and %d other requests, want 63 and 1 (a result of the recording was made shorter)", exact, other)
	}
}

func TestDigestIsOfSortedCompactJSON(t *testing.T) {
	var c canon
	for _, equal := range [][2]string{
		{`{"b":1,"a":{"d":[1,2 , {"y":"\u00e9\/","x":null}],"c":true}}`, `{"a":{"c":true,"d":[1,2,{"x":null,"y":"é/"}]},"b":1}`},
		{` { "a" : "}\"{" , "" : [ ] } `, `{"":[],"a":"}\"{"}`},
		{`[{},[],"",-1.5e3]`, `[{},[],"",-1.5e3]`},
	} {
		a, ok := c.digestOf([]byte(equal[0]))
		b, fine := c.digestOf([]byte(equal[1]))
		if !ok || !fine || a != b {
			t.Errorf("%s and %s have different digests", equal[0], equal[1])
		}
	}
	if a, _ := c.digestOf([]byte(`{"a":1}`)); a == (digest{}) {
		t.Error("no digest")
	}
	if _, ok := c.digestOf([]byte(strings.Repeat("[", 70) + strings.Repeat("]", 70))); ok {
		t.Error("a value deeper than the limit has a digest")
	}
}
