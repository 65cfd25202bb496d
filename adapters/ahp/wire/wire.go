// Package wire takes recorded Agent Hooks Protocol logs apart. The protocol defines no log: what people keep are lines
// (or one array) of bare event objects, of JSON-RPC frames, and of either inside a wrapper with members of the
// recorder's own. [Unwrap] finds the entries in one such value and says where they stand; it interprets nothing.
package wire

import (
	"slices"

	"asif-convert/convert/source"
)

// Kind says what an entry is.
type Kind uint8

// Kinds of entries.
const (
	Unknown             Kind = iota // no form of the protocol
	Bare                            // an event object without a frame
	Observe                         // hooks/observe
	Intercept                       // hooks/intercept: the request
	Response                        // what answers a request: effects, or an error
	CapabilitiesRequest             // hooks/capabilities: the request
	Capabilities                    // its answer: a manifest
)

var kindNames = [...]string{"unknown", "event", "hooks/observe", "hooks/intercept", "response", "hooks/capabilities request",
	"hooks/capabilities response"}

// String names the kind for people.
func (k Kind) String() string { return kindNames[min(int(k), len(kindNames)-1)] }

// Entry is one event, frame or answer of a log.
type Entry struct {
	Part                        // the event or frame, without wrappers
	Kind         Kind           //
	Type         string         // of the event, decoded; "" when it has none or the entry holds no event
	Number       int            // of the event's type: its place in Types, from 1; 0 for one that is not there
	Event        Part           // the event object: of a frame, params.event
	Members      source.Outline // of the event, with what stands below its session, turn, call, tool, attempt and items
	Version      Part           // protocolVersion, of params or result; absent for a bare event
	ID           Part           // the JSON-RPC id, as spelled: an answer has the one of its request
	Capabilities Part           // of an intercept request: what the back end may answer
	Result       Part           // of a response that did not fail
	Effects      Part           // of a response; absent when the answer is neutral
	Manifest     Part           // of a capabilities response
	Found        []Member       // of the event, what the reader was told to look for, in the order of Members
	Error        Part           // of a response that failed
	Wrapper      Part           // the recorder's own object around the entry; absent when there is none
}

// deepest is how many wrappers and arrays are opened, one inside the other.
const deepest = 4

// Reader finds entries. The zero value is ready; it is made once and used often, for one value at a time.
type Reader struct {
	names
	entry   Entry
	outline source.Outliner
	found   []Member // in the object that was read last
}

// Unwrap calls visit for each entry in value, which is one valid JSON value: a line of a log, an element of an array,
// or a whole array. There is at least one, but for an empty array. The entry and what it holds are valid while value
// is, and until the next value is read; visit must not keep them longer.
func (r *Reader) Unwrap(value []byte, visit func(*Entry)) {
	whole := Part{Raw: value[:len(value):len(value)]}
	for len(whole.Raw) > 0 && whole.Raw[0] <= ' ' {
		whole.Raw, whole.At = whole.Raw[1:], whole.At+1
	}
	r.begin(whole)
	r.value(&r.entry, visit, deepest)
}

// Record is Unwrap for the value of a record, whose shape may be known.
func (r *Reader) Record(rec *source.Record, visit func(*Entry)) {
	if len(rec.Raw) == 0 || rec.Raw[0] != '{' {
		r.Unwrap(rec.Raw, visit)
		return
	}
	r.begin(Part{Raw: slices.Clip(rec.Raw)})
	r.object(&r.entry, r.outline.Record(rec, opens), visit, deepest)
}

func (r *Reader) begin(whole Part) {
	r.entry = Entry{Part: whole}
	if r.numbers == nil {
		r.Want()
	}
}

// Unwrap is that of a Reader which is used once.
func Unwrap(value []byte, visit func(*Entry)) { new(Reader).Unwrap(value, visit) }

// value finds the entries in a value that may be an array.
func (r *Reader) value(e *Entry, visit func(*Entry), depth int) {
	if len(e.Raw) > 0 && e.Raw[0] == '[' && depth > 0 {
		e.Each(func(p Part) {
			r.value(&Entry{Part: p, Wrapper: e.Wrapper}, visit, depth-1)
		})
		return
	}
	r.object(e, r.outline.Outline(e.Raw, opens), visit, depth)
}

// opens tells which members' own members are looked at.
func opens(name []byte) bool {
	switch string(name) {
	case "params", "result", "frame", "message", "event", "session", "turn", "call", "tool", "attempt", "items", "parts", "execution", "usage":
		return true
	}
	return false
}

// object finds the entries in an object, or what is none.
func (r *Reader) object(e *Entry, members source.Outline, visit func(*Entry), depth int) {
	h := r.head(members)
	switch {
	case h.at[jsonrpc] > 0:
		r.frame(e, &h)
	case h.event():
		e.Kind = Bare
		r.holds(e, e.Part, &h)
	default:
		if w := h.wrapped(); w < slots && depth > 0 {
			*e = Entry{Part: h.part(e.Part, w), Wrapper: e.Part}
			if e.Raw[0] == '{' {
				r.object(e, h.below(w), visit, depth-1)
			} else {
				r.value(e, visit, depth-1)
			}
			return
		}
	}
	visit(e)
}

// holds notes the event of an entry, whose head was read last.
func (r *Reader) holds(e *Entry, event Part, h *head) {
	e.Event, e.Members, e.Found = event, h.members, r.found
	if e.Number = h.number; e.Number > 0 {
		e.Type = Types[e.Number-1].Name
	} else {
		e.Type = Part{Raw: h.value(typ)}.Text()
	}
}

// numberOf is the number of a type whose name is given as JSON; 0 for none.
func numberOf(raw []byte) int {
	if len(raw) < 2 || raw[0] != '"' {
		return 0
	}
	if n := Number(string(raw[1 : len(raw)-1])); n > 0 {
		return n
	}
	return Number(Part{Raw: raw}.Text()) // it may be spelled with escapes
}

// methods are the kinds of frames that have a method.
var methods = map[string]Kind{
	`"hooks/observe"`: Observe, `"hooks/intercept"`: Intercept, `"hooks/capabilities"`: CapabilitiesRequest,
}

// frame fills in what a JSON-RPC frame holds.
func (r *Reader) frame(e *Entry, h *head) {
	e.ID, e.Error, e.Result = h.part(e.Part, id), h.part(e.Part, failure), h.part(e.Part, result)
	switch {
	case h.at[method] > 0:
		if e.Kind = methods[string(h.value(method))]; e.Kind == Unknown || h.at[params] == 0 {
			return
		}
		in, p := r.head(h.below(params)), h.part(e.Part, params)
		e.Version, e.Capabilities = in.part(p, version), in.part(p, capabilities)
		if in.at[event] > 0 {
			of := r.head(in.below(event))
			r.holds(e, in.part(p, event), &of)
		}
	case h.at[result] > 0 || h.at[failure] > 0:
		e.Kind = Response
		in := r.head(h.below(result))
		e.Version, e.Effects, e.Manifest = in.part(e.Result, version), in.part(e.Result, effects), in.part(e.Result, manifest)
		if e.Manifest.Exists() {
			e.Kind = Capabilities
		}
	}
}
