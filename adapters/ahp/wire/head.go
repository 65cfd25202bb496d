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

// slotOf is the slot of a name; slots for any other.
func slotOf(name []byte) slot {
	switch string(name) {
	case "jsonrpc":
		return jsonrpc
	case "method":
		return method
	case "id":
		return id
	case "params":
		return params
	case "result":
		return result
	case "error":
		return failure
	case "type":
		return typ
	case "source":
		return from
	case "time":
		return time
	case "frame":
		return frame
	case "message":
		return message
	case "event":
		return event
	case "protocolVersion":
		return version
	case "capabilities":
		return capabilities
	case "effects":
		return effects
	case "manifest":
		return manifest
	}
	return slots
}

// head is where the first members of those names stand in an object.
type head struct {
	members source.Outline
	at      [slots]int // from 1; 0 for none
}

func readHead(members source.Outline) (h head) {
	h.members = members
	for i := 0; i < len(members); i = members.Next(i) {
		if s := slotOf(members[i].Name); s < slots && h.at[s] == 0 {
			h.at[s] = i + 1
		}
	}
	return h
}

// value is a member's value, or nil.
func (h *head) value(s slot) []byte {
	if h.at[s] == 0 {
		return nil
	}
	return h.members[h.at[s]-1].Value
}

// below is a member's own members.
func (h *head) below(s slot) source.Outline {
	if h.at[s] == 0 {
		return nil
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
		if numberOf(name) > 0 {
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
