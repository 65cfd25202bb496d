package codex

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
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
	ids       *asif.IDs
	events    []*heard // by reference
	actors    []asif.Participant
	tools     []asif.Tool
	settings  []string
	resources []adapters.Resource
	runs      []string
	lost      map[losses.Kind]int
	history   *adapters.History
	outcomes  []losses.Outcome
	children  []asif.ParticipantChildSession
	ledger    *losses.Ledger
}

func (s *memory) Document(string) adapters.Sink { return s }

func (s *memory) Capture(o adapters.Session) (asif.ParticipantChildSession, error) {
	return asif.ParticipantChildSession{SessionID: o.Native.Value, CaptureID: "cap-" + o.Native.Value}, nil
}

func (s *memory) Child(i int) (asif.ParticipantChildSession, bool) {
	if i < len(s.children) {
		return s.children[i], true
	}
	return asif.ParticipantChildSession{}, false
}

func (s *memory) IDs() *asif.IDs { return s.ids }

func (s *memory) Event(d *adapters.Draft) asif.Ref {
	h := &heard{seen: d.Seen, actor: s.actors[d.Actor-1].ID, id: fmt.Sprintf("%s:%d", s.ids.Append(nil, d.ID), d.Block)}
	if d.ID == 0 {
		h.id = fmt.Sprintf("@%d:%d", d.Span.Offset, d.Block)
	}
	switch v := d.Data.(type) {
	case *adapters.Message:
		h.kind, h.text = string(v.Role), words(v.Parts)
	case *adapters.ToolCall:
		h.kind, h.text = "call", string(v.Call)+" "+s.tools[v.Tool-1].Name+" "+string(v.Arguments)
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
		h.kind, h.text = "turn", s.runs[v.Execution-1]+" "+string(v.Status)
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
func (s *memory) Discard(asif.Ref)                                     {}
func (s *memory) MoveAfter(asif.Ref, asif.Ref)                         {}

func (s *memory) Actor(p asif.Participant) adapters.ActorRef {
	s.actors = append(s.actors, p)
	return adapters.ActorRef(len(s.actors))
}

func (s *memory) Tool(t asif.Tool) adapters.ToolRef {
	s.tools = append(s.tools, t)
	return adapters.ToolRef(len(s.tools))
}

func (s *memory) Resource(r *adapters.Resource) string {
	s.resources = append(s.resources, *r)
	return fmt.Sprintf("res-%d", len(s.resources))
}

func (s *memory) Environment(asif.Environment) {}

func (s *memory) Execution(x adapters.Execution) adapters.ExecutionRef {
	s.runs = append(s.runs, x.ID)
	return adapters.ExecutionRef(len(s.runs))
}

func (s *memory) End(adapters.ExecutionRef, []byte)                          {}
func (s *memory) Configuration(asif.Configuration) adapters.ConfigurationRef { return 1 }

func (s *memory) Blob(role asif.Role, _ source.Span, parts ...adapters.Part) asif.Ref {
	s.events = append(s.events, &heard{kind: "blob " + string(role), text: words(parts), seen: true})
	return asif.Ref(len(s.events) - 1)
}

func (s *memory) Count(adapters.Counter) {}

func (s *memory) Usage(at asif.Ref, unit adapters.Unit, value int64) {
	u := &s.events[at].usage[unit]
	*u = max(*u, value)
}

func (s *memory) Lose(k losses.Kind, _ ...asif.Ref) { s.lost[k]++ }

func (s *memory) Close(h adapters.History) error {
	s.history = &h
	return nil
}

// run maps a session and settles its ledger as the engine does.
func run(t testing.TB, sess adapters.Session) *memory {
	t.Helper()
	led, err := losses.New("codex", Adapter{}.Tables())
	if err != nil {
		t.Fatal(err)
	}
	s := &memory{ids: asif.NewIDs(), events: []*heard{nil}, lost: map[losses.Kind]int{}, ledger: led}
	m := sess.New(s, led)
	for i, in := range sess.Inputs {
		r, err := source.NewReader(in, i, source.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for {
			b, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			for k := range b.Records {
				rec := &b.Records[k]
				if !rec.Fault.Readable() || rec.Raw[0] != '{' {
					continue
				}
				o, err := m.Record(rec)
				if err != nil {
					t.Fatal(err)
				}
				if err := led.Settle(rec.Account(), o); err != nil {
					t.Fatal(err)
				}
				s.outcomes = append(s.outcomes, o)
			}
			r.Release(b)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
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

func (s *memory) live() []string { return s.briefs(s.history.Live.Inputs) }

func (s *memory) Replace(asif.Ref, *adapters.Draft) {}
