package wire

import "asif-convert/convert/source"

// slot numbers the members that tell the forms of an object apart.
type slot int

const (
	jsonrpc slot = iota
	method
	id
	params
	result
	failure
	typ
	from
	time
	frame
	message
	event
	version
	capabilities
	effects
	manifest
	slots
)

// spelled are the names of the slots' members.
var spelled = [slots]string{
	jsonrpc: "jsonrpc", method: "method", id: "id", params: "params", result: "result", failure: "error", typ: "type", from: "source", time: "time",
	frame: "frame", message: "message", event: "event", version: "protocolVersion", capabilities: "capabilities", effects: "effects", manifest: "manifest",
}

// paths are the names of the slots as parts of a JSON Pointer, and below those of a frame's parameters: most logs are of
// frames, and to make them for each would be most of what they cost.
var paths, inParams = func() (top, below [slots]string) {
	for s, name := range spelled {
		top[s], below[s] = "/"+name, "/"+spelled[params]+"/"+name
	}
	return top, below
}()

// head is where the first members of those names stand in an object.
type head struct {
	members source.Outline
	at      [slots]int // from 1; 0 for none
	number  int        // of the type of event that the object says it has; 0 for none
}

// head reads an object: where the slots stand, and what else is wanted of it.
func (r *Reader) head(members source.Outline) (h head) {
	h.members, r.found = members, r.found[:0]
	after, last := &r.after[0], uint8(0)
	for i := 0; i < members.Len(); i = members.Next(i) {
		name := members.Name(i)
		n := after[last]
		if r.list[n].name != string(name) {
			var known bool
			if n, known = r.numbers[string(name)]; !known {
				continue
			}
			after[last] = n
		}
		last = n
		x := &r.list[n]
		if x.wanted >= 0 {
			r.found = append(r.found, Member{x.wanted, i})
		}
		if x.slot == slots || h.at[x.slot] > 0 {
			continue
		}
		if h.at[x.slot] = i + 1; x.slot == typ {
			h.number = numberOf(members.Value(i))
			after = &r.after[h.number]
		}
	}
	return h
}

// value is a member's value, or nil.
func (h *head) value(s slot) []byte {
	if h.at[s] == 0 {
		return nil
	}
	return h.members.Value(h.at[s] - 1)
}

// below is a member's own members.
func (h *head) below(s slot) source.Outline {
	if h.at[s] == 0 {
		return source.Outline{}
	}
	return h.members.Below(h.at[s] - 1)
}

// part is a member of the object p.
func (h *head) part(p Part, s slot) Part {
	if h.at[s] == 0 {
		return Part{}
	}
	if p.Path == paths[params] {
		return p.at(inParams[s], h.value(s))
	}
	return p.at(p.Path+paths[s], h.value(s))
}

// event tells whether the object is an event: by its type, or by what only events have together.
func (h *head) event() bool {
	if name := h.value(typ); name != nil {
		if h.number > 0 {
			return true
		}
		if _, former := Removed(Part{Raw: name}.Text()); former {
			return true
		}
	}
	return h.at[id] > 0 && h.at[from] > 0 && (h.at[time] > 0 || h.at[typ] > 0)
}

// wrapped is the member of a recorder's wrapper that holds the entry, or slots when there is none.
func (h *head) wrapped() slot {
	for _, s := range []slot{frame, message, event, params} {
		if v := h.value(s); len(v) > 0 && (v[0] == '{' || v[0] == '[') {
			return s
		}
	}
	return slots
}
