package claudecode

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/golden/mappertest"
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
	mappertest.Listener

	events    []*heard // by reference
	blobs     []*heard // by negative reference
	resources map[string]adapters.Resource
}

func newMemory() *memory {
	return &memory{Listener: mappertest.New(), events: []*heard{nil}, resources: map[string]adapters.Resource{}}
}

func (s *memory) Document(string) adapters.Sink { return s }

func (s *memory) Event(d *adapters.Draft) asif.Ref {
	h := &heard{seen: d.Seen, time: string(d.Time), actor: s.Actors[d.Actor-1].ID}
	h.id = fmt.Sprintf("%s:%d", s.IDs().Append(nil, d.ID), d.Block)
	if d.ID == 0 {
		h.id = fmt.Sprintf("@%d:%d", d.Span.Offset, d.Block)
	}
	switch v := d.Data.(type) {
	case *adapters.Message:
		h.kind, h.role = "message", v.Role
		h.add(v.Parts)
	case *adapters.ToolCall:
		h.kind, h.call, h.tool, h.args = "call", string(v.Call), s.Tools[v.Tool-1].Name, string(v.Arguments)
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

func (s *memory) Resource(r *adapters.Resource) string {
	c := *r
	c.Base64, c.Text = append([]byte(nil), r.Base64...), append([]byte(nil), r.Text...)
	sum := sha256.Sum256(append(append([]byte(r.Purpose), c.Base64...), c.Text...))
	id := hex.EncodeToString(sum[:6])
	s.resources[id] = c
	return id
}

func (s *memory) Usage(at asif.Ref, unit adapters.Unit, value int64) {
	u := &s.events[at].usage[unit]
	*u = max(*u, value)
}

// mapBytes maps a transcript in memory.
func mapBytes(t testing.TB, name, data string) *memory {
	t.Helper()
	return run(t, Adapter{}.Stream(source.Bytes(name, []byte(data))))
}

// ledger is a fresh account of everything.
func ledger(t testing.TB) *losses.Ledger {
	t.Helper()
	return mappertest.Account(t, Adapter{})
}

func run(t testing.TB, sess adapters.Session) *memory {
	t.Helper()
	s := newMemory()
	mappertest.Run(t, Adapter{}, sess, s, &s.Listener)
	return s
}

// Blob keeps a blob under a negative reference.
func (s *memory) Blob(role asif.Role, _ source.Span, parts ...adapters.Part) asif.Ref {
	h := &heard{kind: "message", role: role}
	h.add(parts)
	s.blobs = append(s.blobs, h)
	return -asif.Ref(len(s.blobs))
}

// at is an event or a blob.
func (s *memory) at(r asif.Ref) *heard {
	if r < 0 {
		return s.blobs[-r-1]
	}
	return s.events[r]
}
