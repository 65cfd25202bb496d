// Package wire takes recorded Agent Hooks Protocol logs apart. The protocol defines no log: what people keep are lines
// (or one array) of bare event objects, of JSON-RPC frames, and of either inside a wrapper with members of the
// recorder's own. [Unwrap] finds the entries in one such value and says where they stand; it interprets nothing.
package wire

import "asif-convert/convert/source"

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
	Part                // the event or frame, without wrappers
	Kind         Kind   //
	Type         string // of the event, decoded; "" when it has none or the entry holds no event
	Event        Part   // the event object: of a frame, params.event
	Version      Part   // protocolVersion, of params or result; absent for a bare event
	ID           Part   // the JSON-RPC id, as spelled: an answer has the one of its request
	Capabilities Part   // of an intercept request: what the back end may answer
	Result       Part   // of a response that did not fail
	Effects      Part   // of a response; absent when the answer is neutral
	Manifest     Part   // of a capabilities response
	Error        Part   // of a response that failed
	Wrapper      Part   // the recorder's own object around the entry; absent when there is none
}

// deepest is how many wrappers and arrays are opened, one inside the other.
const deepest = 4

// Unwrap calls visit for each entry in value, which is one valid JSON value: a line of a log, an element of an array,
// or a whole array. There is at least one, but for an empty array. The entry and what it holds are valid while value
// is; visit must not keep them longer.
func Unwrap(value []byte, visit func(*Entry)) {
	whole := Part{Raw: value[:len(value):len(value)]}
	for len(whole.Raw) > 0 && whole.Raw[0] <= ' ' {
		whole.Raw, whole.At = whole.Raw[1:], whole.At+1
	}
	unwrap(Entry{Part: whole}, visit, deepest)
}

func unwrap(e Entry, visit func(*Entry), depth int) {
	if len(e.Raw) > 0 && e.Raw[0] == '[' && depth > 0 {
		e.Each(func(p Part) {
			unwrap(Entry{Part: p, Wrapper: e.Wrapper}, visit, depth-1)
		})
		return
	}
	h := readHead(e.Raw)
	switch {
	case h.jsonrpc != nil:
		e.frame(&h)
	case h.event():
		e.Kind, e.Event, e.Type = Bare, e.Part, e.child("type", h.typ).Text()
	default:
		if name, inner := h.wrapped(); inner != nil && depth > 0 {
			unwrap(Entry{Part: e.child(name, inner), Wrapper: e.Part}, visit, depth-1)
			return
		}
	}
	visit(&e)
}

// methods are the kinds of frames that have a method.
var methods = map[string]Kind{
	`"hooks/observe"`: Observe, `"hooks/intercept"`: Intercept, `"hooks/capabilities"`: CapabilitiesRequest,
}

// frame fills in what a JSON-RPC frame holds.
func (e *Entry) frame(h *head) {
	if h.id != nil {
		e.ID = e.child("id", h.id)
	}
	if h.failure != nil {
		e.Error = e.child("error", h.failure)
	}
	if h.result != nil {
		e.Result = e.child("result", h.result)
	}
	switch {
	case h.method != nil:
		if e.Kind = methods[string(h.method)]; e.Kind == Unknown || h.params == nil {
			return
		}
		params := e.child("params", h.params)
		e.Version, e.Event = params.Member("protocolVersion"), params.Member("event")
		e.Capabilities, e.Type = params.Member("capabilities"), e.Event.Member("type").Text()
	case h.result != nil || h.failure != nil:
		e.Kind = Response
		e.Version, e.Effects, e.Manifest = e.Result.Member("protocolVersion"), e.Result.Member("effects"), e.Result.Member("manifest")
		if e.Manifest.Exists() {
			e.Kind = Capabilities
		}
	}
}

// head is what tells the forms of an object apart: its members, as they stand there.
type head struct {
	jsonrpc, method, id, params, result, failure []byte
	typ, source, time, held, inner               []byte
	message                                      []byte
}

func readHead(object []byte) (h head) {
	source.Members(object, func(key, value []byte) bool {
		if slot := h.slot(string(key[1 : len(key)-1])); slot != nil && *slot == nil {
			*slot = value
		}
		return true
	})
	return h
}

// slot is where the member of that name is noted; nil for one that tells nothing.
func (h *head) slot(name string) *[]byte {
	switch name {
	case "jsonrpc":
		return &h.jsonrpc
	case "method":
		return &h.method
	case "id":
		return &h.id
	case "params":
		return &h.params
	case "result":
		return &h.result
	case "error":
		return &h.failure
	case "type":
		return &h.typ
	case "source":
		return &h.source
	case "time":
		return &h.time
	case "frame":
		return &h.held
	case "message":
		return &h.message
	case "event":
		return &h.inner
	}
	return nil
}

// event tells whether the object is an event: by its type, or by what only events have together.
func (h *head) event() bool {
	name := Part{Raw: h.typ}.Text()
	_, known := Find(name)
	_, former := Removed(name)
	return known || former || h.id != nil && h.source != nil && (h.time != nil || h.typ != nil)
}

// wrapped is the member of a recorder's wrapper that holds the entry, and its name; nil when there is none.
func (h *head) wrapped() (name string, value []byte) {
	for _, w := range []struct {
		name  string
		value []byte
	}{{"frame", h.held}, {"message", h.message}, {"event", h.inner}, {"params", h.params}} {
		if len(w.value) > 0 && (w.value[0] == '{' || w.value[0] == '[') {
			return w.name, w.value
		}
	}
	return "", nil
}
