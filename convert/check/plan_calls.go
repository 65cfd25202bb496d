package check

import (
	"strconv"

	"asif-convert/convert/asif"
)

// n11: every open call of the checkpoint is open in the context, and one selected operation is about it.
func (c *planCheck) n11() {
	x := c.x
	bound := map[string]string{} // call → operation
	for k, id := range c.v.OperationIDs {
		o := x.profile.operations.find(id)
		if o == nil || o.v.CallID == "" {
			continue
		}
		if other, twice := bound[o.v.CallID]; twice {
			c.fault("N11", "/operation_ids/"+strconv.Itoa(k), o.v.CallID, "one operation per call", "operation "+strconv.Quote(other)+" is about the same call")
		}
		bound[o.v.CallID] = id
	}
	if c.checkpoint == nil {
		return
	}
	var open idSet
	for _, call := range c.checkpoint.calls {
		name := x.spaces[calls].text(call.name)
		if call.name == 0 {
			continue
		}
		open.add(call.name)
		if _, ok := bound[name]; !ok {
			c.fault("N11", "/operation_ids", name, "an operation about it", "the plan selects no operation about a call that is open")
		}
		if c.context != nil && !c.context.open.has(call.name) {
			c.fault("N11", "/context_id", name, "a call input without terminal result", "a call that is open at the checkpoint is not open in the context")
		}
	}
	if c.context == nil {
		return
	}
	for id := asif.ID(1); int(id) <= x.spaces[calls].ids.Len(); id++ {
		if c.context.open.has(id) && !open.has(id) {
			c.fault("N11", "/context_id", x.spaces[calls].text(id), "an open call of the checkpoint", "a call that is open in the context is not open at the checkpoint")
		}
	}
}

// n12: a selected operation's call is in the context, its handler is selected.
func (c *planCheck) n12() {
	x := c.x
	for k, id := range c.v.OperationIDs {
		o := x.profile.operations.find(id)
		if o == nil {
			continue
		}
		at := "/operation_ids/" + strconv.Itoa(k)
		if call := o.v.CallID; call != "" && c.context != nil && !c.context.calls.has(x.spaces[calls].ids.Find([]byte(call))) {
			c.fault("N12", at, call, "a call of context "+c.v.ContextID, "the operation is about a call that the context does not have")
		}
		if h := o.v.Recovery.HandlerDependencyID; h != nil {
			c.dependency("N12", at, *h, id)
		}
	}
}

// n10 compares a typed input of a planned context with the events that it comes from.
func (x *validation) n10(it *item) {
	planned := x.context.planned
	if planned == nil {
		return
	}
	v := it.root()
	if id := x.context.inputs.ids.Find(v.get("id").text()); id != 0 {
		planned.inputs.add(id)
	}
	id := x.callID(v.get("call_id"))
	kind := kindOf(v.get("kind").text())
	switch {
	case id == 0 || kind != toolCall && kind != toolResult:
		return
	case kind == toolResult:
		if v.get("terminal").kind() == trueKind {
			planned.open.remove(id)
		}
	case planned.calls.has(id):
		x.fault("N10", it.at(v.get("call_id")), v.get("call_id").str(), "one call input per invocation", "the plan's context has the call twice")
	default:
		planned.calls.add(id)
		planned.open.add(id)
	}
	for s := range v.get("source_events").each() {
		if !s.get("capture_id").exists() {
			x.n10Source(it, kind, s)
		}
	}
}

// equalMembers are the members in which an input and the data of its source event agree.
var equalMembers = [eventKinds][]string{
	toolCall:   {"tool_id", "arguments", "arguments_status"},
	toolResult: {"parts", "result_index", "terminal", "outcome"},
}

// n10Source holds an input against one source event.
func (x *validation) n10Source(it *item, kind eventKind, source value) {
	v := it.root()
	at := it.at(source.get("event_id"))
	i := x.spaces[events].item(x.spaces[events].ids.Find(source.get("event_id").text()))
	if i < 0 || !x.enabled["N10"] {
		return // R02 reports a missing event
	}
	e := x.event(i)
	if e.kind != kind {
		x.fault("N10", at, eventKindNames[e.kind], eventKindNames[kind], "the input comes from an event of another kind")
		return
	}
	raw, err := x.doc.Read(asif.Range{Offset: e.offset, Length: int64(e.length)})
	if err != nil || x.profile.source.parse(raw, maxDepth) != nil {
		return // it was read and parsed before: the document has changed, and reading on will tell
	}
	data := x.profile.source.root().get("data")
	if call := v.get("call_id"); !equal(call, data.get("call_id")) {
		x.fault("N10", at, data.get("call_id").str(), call.str(), "the input comes from an event of another call")
		return
	}
	if v.get("transformation").exists() {
		return
	}
	for _, member := range equalMembers[kind] {
		if !equal(v.get(member), data.get(member)) {
			x.fault("N10", it.at(v.get(member)), cut(string(v.get(member).raw())), cut(string(data.get(member).raw())),
				"the input differs from event "+x.eventName(i)+" and does not say why")
		}
	}
}
