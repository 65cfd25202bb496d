package convert

import (
	"fmt"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// appendParts writes content parts with commas between them. Members stand in table order.
func appendParts(o []byte, ps []adapters.Part) []byte {
	for i := range ps {
		if i > 0 {
			o = append(o, ',')
		}
		o = appendPart(o, &ps[i])
	}
	return o
}

func appendPart(o []byte, p *adapters.Part) []byte {
	switch p.Kind {
	case adapters.TextPart:
		o = asif.AppendText(append(o, `{"kind":"text","text":`...), p.Text)
	case adapters.ResourcePart:
		o = asif.AppendString(append(o, `{"kind":"resource","resource_id":`...), p.Resource)
		if p.Name != "" {
			o = asif.AppendString(append(o, `,"description":`...), p.Name)
		}
	case adapters.OpaquePart:
		o = asif.AppendString(append(o, `{"kind":"opaque","resource_id":`...), p.Resource)
		o = asif.AppendString(append(o, `,"semantic_type":`...), p.Name)
		o = asif.AppendString(append(o, `,"reason":`...), p.Reason)
	default:
		o = asif.AppendString(append(o, `{"kind":"structured","schema":`...), p.Name)
		o = append(append(o, `,"value":`...), p.Value...)
	}
	return append(o, '}')
}

// named is a list of declared objects, one for each ID, as JSON in order of declaration. References count from 1.
type named[R ~int32] struct {
	ids    []string
	quoted []string // the IDs as JSON strings
	json   [][]byte
	by     map[string]R
}

// add declares an object; the first declaration of an ID stands.
func (l *named[R]) add(id string, object any) (R, error) {
	if r, ok := l.by[id]; ok {
		return r, nil
	}
	v, err := asif.Marshal(object, asif.Respelled())
	if err != nil {
		return 0, fmt.Errorf("writing %q: %w", id, err)
	}
	if l.by == nil {
		l.by = map[string]R{}
	}
	l.ids, l.json = append(l.ids, id), append(l.json, v)
	l.quoted = append(l.quoted, string(asif.AppendString(nil, id)))
	r := R(len(l.ids))
	l.by[id] = r
	return r, nil
}

// names numbers strings in order of first use.
type names struct {
	list []string
	by   map[string]int32
}

func (n *names) number(s string) int32 {
	if i, ok := n.by[s]; ok {
		return i
	}
	if n.by == nil {
		n.by = map[string]int32{}
	}
	i := int32(len(n.list))
	n.list = append(n.list, s)
	n.by[s] = i
	return i
}

// Actor implements adapters.Sink.
func (b *builder) Actor(p asif.Participant) adapters.ActorRef {
	r, err := b.actors.add(p.ID, &p)
	b.fail(err)
	return r
}

// Tool implements adapters.Sink. A recorded schema that is none is written as true, and told (R08).
func (b *builder) Tool(t asif.Tool) adapters.ToolRef {
	if r, ok := b.tools.by[t.ID]; ok {
		return r
	}
	if len(t.InputSchema) == 0 {
		t.InputSchema = []byte("true")
	}
	if !b.contracts.Hold(t.InputSchema) {
		t.InputSchema = []byte("true")
		b.Lose(losses.ToolSchemaInvalid)
	}
	r, err := b.tools.add(t.ID, &t)
	b.fail(err)
	return r
}

// Environment implements adapters.Sink.
func (b *builder) Environment(e asif.Environment) {
	_, err := b.envs.add(e.ID, &e)
	b.fail(err)
}

func (b *builder) fail(err error) {
	if b.fault == nil {
		b.fault = err
	}
}
