package codex

import (
	"fmt"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/golden/mappertest"
)

// heard is an event as a sink was told of it, copied.
type heard struct {
	id, actor, kind, text string
	seen                  bool
	folded                int
	usage                 [adapters.Units]int64
}

// memory is a sink that keeps everything.
type memory struct {
	mappertest.Listener

	events    []*heard // by reference
	settings  []string
	resources []adapters.Resource
}

func (s *memory) Document(string) adapters.Sink { return s }

func (s *memory) Event(d *adapters.Draft) asif.Ref {
	h := &heard{seen: d.Seen, actor: s.Actors[d.Actor-1].ID, id: fmt.Sprintf("%s:%d", s.IDs().Append(nil, d.ID), d.Block)}
	if d.ID == 0 {
		h.id = fmt.Sprintf("@%d:%d", d.Span.Offset, d.Block)
	}
	switch v := d.Data.(type) {
	case *adapters.Message:
		h.kind, h.text = string(v.Role), words(v.Parts)
	case *adapters.ToolCall:
		h.kind, h.text = "call", string(v.Call)+" "+s.Tools[v.Tool-1].Name+" "+string(v.Arguments)
	case *adapters.ToolResult:
		h.kind, h.text = "result", string(v.Call)+" "+string(v.Outcome)+" "+words(v.Parts)
	case *adapters.Note:
		h.kind, h.text = "note", v.Category+" "+words(v.Parts)
	case *adapters.ConfigurationChange:
		h.kind = "settings"
		for _, x := range v.Settings {
			h.text += fmt.Sprintf("%d/%s ", x.Of, x.Key)
			s.settings = append(s.settings, string(x.Value))
		}
	case *adapters.Transition:
		h.kind, h.text = "turn", s.Runs[v.Execution-1]+" "+string(v.Status)
	case *adapters.ResourceChange:
		h.kind, h.text = "change", string(v.Operation)+" "+v.Resource
	case *adapters.TaskUpdate:
		h.kind, h.text = "task", string(v.Status)+" "+words(v.Parts)
	case *adapters.DecisionRequest:
		h.kind, h.text = "request", string(v.Request)+" "+words(v.Prompt)
	case *adapters.DecisionResolution:
		h.kind, h.text = "resolution", string(v.Request)+" "+string(v.Outcome)+" "+v.Option+" "+words(v.Answer)
	default:
		h.kind = strings.TrimPrefix(fmt.Sprintf("%T", v), "*adapters.")
	}
	s.events = append(s.events, h)
	return asif.Ref(len(s.events) - 1)
}

// words is the text of parts.
func words(parts []adapters.Part) string {
	var b strings.Builder
	for _, p := range parts {
		switch p.Kind {
		case adapters.TextPart:
			b.Write(asif.AppendUnquoted(nil, p.Text))
		case adapters.StructuredPart:
			b.Write(p.Value)
		default:
			b.WriteString("[" + p.Resource + "]")
		}
	}
	return b.String()
}

func (s *memory) Extend(r asif.Ref, _ source.Span, _ ...adapters.Part) { s.events[r].folded++ }

func (s *memory) Resource(r *adapters.Resource) string {
	s.resources = append(s.resources, *r)
	return fmt.Sprintf("res-%d", len(s.resources))
}

func (s *memory) Blob(role asif.Role, _ source.Span, parts ...adapters.Part) asif.Ref {
	s.events = append(s.events, &heard{kind: "blob " + string(role), text: words(parts), seen: true})
	return asif.Ref(len(s.events) - 1)
}

func (s *memory) Usage(at asif.Ref, unit adapters.Unit, value int64) {
	u := &s.events[at].usage[unit]
	*u = max(*u, value)
}

// run maps a session and settles its ledger as the engine does.
func run(t testing.TB, sess adapters.Session) *memory {
	t.Helper()
	s := &memory{Listener: mappertest.New(), events: []*heard{nil}}
	mappertest.Run(t, Adapter{}, sess, s, &s.Listener)
	return s
}

// mapLines maps the records of a rollout.
func mapLines(t testing.TB, lines ...string) *memory {
	t.Helper()
	data := strings.Join(lines, "\n") + "\n"
	return run(t, Adapter{}.Stream(source.Bytes("rollout-2026-01-02T03-04-05-01a1f000-0000-7000-8000-000000000001.jsonl", []byte(data))))
}

func (s *memory) briefs(refs []asif.Ref) []string {
	out := []string{}
	for _, r := range refs {
		out = append(out, s.events[r].kind+": "+s.events[r].text)
	}
	return out
}

func (s *memory) live() []string { return s.briefs(s.History.Live.Inputs) }
