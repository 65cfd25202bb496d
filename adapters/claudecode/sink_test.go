package claudecode

import (
	"crypto/sha256"
	"encoding/hex"
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
	id     string
	actor  string
	seen   bool
	time   string
	kind   string
	role   asif.Role
	call   string
	tool   string
	args   string
	out    asif.Outcome
	note   string
	parts  []adapters.Part
	usage  [adapters.Units]int64
	folded int // records that added to it
}

func (h *heard) text() string {
	var b strings.Builder
	for _, p := range h.parts {
		switch p.Kind {
		case adapters.TextPart:
			b.Write(asif.AppendUnquoted(nil, p.Text))
		case adapters.StructuredPart:
			b.WriteString("{" + p.Name + "}")
		default:
			b.WriteString("[" + p.Resource + "]")
		}
	}
	return b.String()
}

// memory is a sink that keeps everything.
type memory struct {
	ids       *asif.IDs
	events    []*heard // by reference
	blobs     []*heard // by negative reference
	actors    []asif.Participant
	tools     []asif.Tool
	envs      []asif.Environment
	resources map[string]adapters.Resource
	lost      map[losses.Kind]int
	history   *adapters.History
	outcomes  []losses.Outcome
	children  []asif.ParticipantChildSession
}

func newMemory() *memory {
	return &memory{ids: asif.NewIDs(), events: []*heard{nil}, resources: map[string]adapters.Resource{}, lost: map[losses.Kind]int{}}
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
	h := &heard{seen: d.Seen, time: string(d.Time), actor: s.actors[d.Actor-1].ID}
	h.id = fmt.Sprintf("%s:%d", s.ids.Append(nil, d.ID), d.Block)
	if d.ID == 0 {
		h.id = fmt.Sprintf("@%d:%d", d.Span.Offset, d.Block)
	}
	switch v := d.Data.(type) {
	case *adapters.Message:
		h.kind, h.role = "message", v.Role
		h.add(v.Parts)
	case *adapters.ToolCall:
		h.kind, h.call, h.tool, h.args = "call", string(v.Call), s.tools[v.Tool-1].Name, string(v.Arguments)
	case *adapters.ToolResult:
		h.kind, h.call, h.out = "result", string(v.Call), v.Outcome
		h.add(v.Parts)
	case *adapters.Note:
		h.kind, h.note = "note", v.Category
		h.add(v.Parts)
	case *adapters.Compaction:
		h.kind = "compaction"
	case *adapters.Unmapped:
		h.kind, h.args = "unmapped", string(v.Value)
	case *adapters.DecisionRequest, *adapters.DecisionResolution, *adapters.TaskUpdate, *adapters.Transition, *adapters.ConfigurationChange:
		h.kind, h.note = strings.TrimPrefix(fmt.Sprintf("%T", v), "*adapters."), besides(v)
	default:
		h.kind = strings.TrimPrefix(fmt.Sprintf("%T", v), "*adapters.") // what the fake does not look into
	}
	s.events = append(s.events, h)
	return asif.Ref(len(s.events) - 1)
}

func (h *heard) add(parts []adapters.Part) {
	for _, p := range parts {
		p.Text, p.Value = append([]byte(nil), p.Text...), append([]byte(nil), p.Value...)
		h.parts = append(h.parts, p)
	}
}

func (s *memory) Extend(r asif.Ref, _ source.Span, parts ...adapters.Part) {
	s.events[r].folded++
	s.events[r].add(parts)
}

func (s *memory) Discard(asif.Ref)             {}
func (s *memory) MoveAfter(asif.Ref, asif.Ref) {}

func (s *memory) Actor(p asif.Participant) adapters.ActorRef {
	for i := range s.actors {
		if s.actors[i].ID == p.ID {
			return adapters.ActorRef(i + 1)
		}
	}
	s.actors = append(s.actors, p)
	return adapters.ActorRef(len(s.actors))
}

func (s *memory) Tool(t asif.Tool) adapters.ToolRef {
	s.tools = append(s.tools, t)
	return adapters.ToolRef(len(s.tools))
}

func (s *memory) Resource(r *adapters.Resource) string {
	c := *r
	c.Base64, c.Text = append([]byte(nil), r.Base64...), append([]byte(nil), r.Text...)
	sum := sha256.Sum256(append(append([]byte(r.Purpose), c.Base64...), c.Text...))
	id := hex.EncodeToString(sum[:6])
	s.resources[id] = c
	return id
}

func (s *memory) Environment(e asif.Environment) { s.envs = append(s.envs, e) }

func (s *memory) Usage(at asif.Ref, unit adapters.Unit, value int64) {
	u := &s.events[at].usage[unit]
	*u = max(*u, value)
}

func (s *memory) Lose(k losses.Kind, _ ...asif.Ref) { s.lost[k]++ }

func (s *memory) Close(h adapters.History) error {
	s.history = &h
	return nil
}

// mapBytes maps a transcript in memory.
func mapBytes(t testing.TB, name, data string) *memory {
	t.Helper()
	return run(t, Adapter{}.Stream(source.Bytes(name, []byte(data))))
}

// ledger is a fresh account of everything.
func ledger(t testing.TB) *losses.Ledger {
	t.Helper()
	led, err := losses.New("claude-code", Adapter{}.Tables())
	if err != nil {
		t.Fatal(err)
	}
	return led
}

func run(t testing.TB, sess adapters.Session) *memory {
	t.Helper()
	led := ledger(t)
	s := newMemory()
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
				if !rec.Fault.Readable() {
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

func (s *memory) Replace(asif.Ref, *adapters.Draft) {}
