package ahp

import (
	"bytes"
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Bounds of what is kept of proposals until they are settled. Of larger ones, and of more, the log alone tells what was
// proposed.
const (
	maxProposal  = 256 << 10
	maxProposals = 8 << 20
)

// proposals are events as back ends were asked about them, until observers get them.
type proposals struct {
	raw  map[proposal][]byte
	size int
}

// proposal is an event of a session.
type proposal struct {
	of *session
	id asif.ID
}

func (p *proposals) keep(at proposal, raw []byte) {
	if at.id == 0 || len(raw) > maxProposal || p.size+len(raw) > maxProposals {
		return
	}
	if p.raw == nil {
		p.raw = map[proposal][]byte{}
	}
	p.raw[at] = bytes.Clone(raw)
	p.size += len(raw)
}

// take hands a proposal out, nil where none is kept.
func (p *proposals) take(at proposal) []byte {
	raw := p.raw[at]
	delete(p.raw, at)
	p.size -= len(raw)
	return raw
}

// lost is a loss of a proposal.
type lost struct {
	kind losses.Kind
	refs []asif.Ref
}

// Lose implements adapters.Sink. What a proposal loses counts once it is known that it is not settled otherwise: then what
// is settled loses its own. What only the first view of an event can tell goes to the sink itself.
func (s *session) Lose(k losses.Kind, refs ...asif.Ref) {
	if s.holding == 0 {
		s.Sink.Lose(k, refs...)
		return
	}
	s.held[s.holding] = append(s.held[s.holding], lost{k, refs})
}

// release counts what a proposal lost.
func (s *session) release(id asif.ID) {
	for _, x := range s.held[id] {
		s.Sink.Lose(x.kind, x.refs...)
	}
	delete(s.held, id)
}

// spot is a member of an event, below a field.
type spot struct {
	name string
	of   field
	in   string
}

// settled are the members that can be settled otherwise than they were proposed, beside those that the event's extension
// carries. worded ones hold messages or parts, of which a document has roles and content.
var (
	settled = []spot{
		{"input", fInput, ""}, {"params", fParams, ""}, {"model", fModel, ""}, {"permissionMode", fPermissionMode, ""},
		{"suggestions", fSuggestions, ""}, {"sandboxBypass", fSandbox, ""}, {"change", fChange, ""}, {"task", fTask, ""},
		{"workspace", fWorkspace, ""}, {"action", fElicitation, "action"},
	}
	worded = []spot{
		{"items", fItems, ""}, {"instructions", fInstructions, ""}, {"summary", fSummary, ""}, {"messages", fMessage, "messages"},
		{"request", fElicitation, "request"}, {"result", fElicitation, "result"},
	}
)

// value is the member as an event has it, nil for none.
func (p spot) value(event []byte) []byte {
	v := of(event, strings.Split(names[p.of], ".")...)
	if p.in != "" {
		v = of(v, p.in)
	}
	return v
}

// proposed are the members of an event that were others when back ends were asked about it, as they were then: null for
// one that was not there. It is nil where nothing that a document tells was other.
func (e *event) proposed(raw []byte) []byte {
	if raw == nil {
		return nil
	}
	o := []byte{'{'}
	add := func(name string, was, now []byte) {
		switch {
		case bytes.Equal(was, now):
			return
		case was == nil:
			was = []byte("null")
		}
		o = member{name, e.safe(was)}.append(o)
	}
	for _, n := range carry {
		add(names[n], of(raw, names[n]), e.f[n])
	}
	for _, p := range settled {
		add(p.name, p.value(raw), p.value(e.raw))
	}
	for _, p := range worded {
		add(p.name, content(p.value(raw)), content(p.value(e.raw)))
	}
	if len(o) == 1 {
		return nil
	}
	return append(o, '}')
}

// content is what a document tells of messages, of parts, or of one of them: not what names them.
func content(raw []byte) []byte {
	switch {
	case isArray(raw):
		o := []byte{'['}
		source.Values(raw, func(v []byte) bool {
			if v = content(v); v != nil {
				o = append(comma(o), v...)
			}
			return true
		})
		return append(o, ']')
	case !isObject(raw):
		return nil
	}
	o := []byte{'{'}
	source.Members(raw, func(key, value []byte) bool {
		switch name := string(key[1 : len(key)-1]); name {
		case "id", "synthesized":
		case "parts":
			o = member{name, content(value)}.append(o)
		case "gap":
			o = member{name, object(member{"reason", of(value, "reason")})}.append(o)
		case "body":
			o = member{name, object(member{"ref", of(value, "ref")})}.append(o)
		case "role", "kind", "category", "text", "mediaType", "selection", "size", "sha256":
			o = member{name, value}.append(o)
		}
		return true
	})
	return append(o, '}')
}
