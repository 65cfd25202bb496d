package convert

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// liveContext is the ID of the continuation context of main's head.
const liveContext = "live:main"

// contexts writes what the model saw: before and after each compaction, before each response when asked for, and at
// main's head.
func (d *document) contexts() {
	f := &contextFold{d: d, ids: uses{}, state: make([]int32, d.calls.list.Len()), answered: map[asif.Ref]bool{}}
	if d.going == nil {
		d.history.Live.Inputs = d.branches.callsFirst(d.history.Live.Inputs)
	}
	for i := range d.history.Contexts {
		c := &d.history.Contexts[i]
		if c.Request != "" {
			f.recorded(c)
			continue
		}
		c.Inputs = d.branches.callsFirst(c.Inputs)
		if c.Replaced {
			if d.opts.Contexts == ContextsHead {
				continue
			}
			f.requests(c)
			f.write(d.appendContextID(nil, "before:", c.Checkpoint), asif.PurposeModelRequest, c, f.within(c, 0))
			continue
		}
		f.write(d.appendContextID(nil, "after:", c.Checkpoint), asif.PurposeSummary, c, f.within(c, 1))
	}
	if d.history.Requests != nil {
		for c := range d.history.Requests {
			f.recorded(&c)
		}
	}
	live := &d.history.Live
	f.requests(live)
	f.write([]byte(`"`+liveContext+`"`), asif.PurposeContinuation, live, live.Inputs)
}

func (d *document) appendContextID(o []byte, role string, r asif.Ref) []byte {
	var tmp [96]byte
	return asif.AppendString(o, string(d.appendID(append(tmp[:0], role...), r)))
}

// compaction writes the data of a context checkpoint.
func (d *document) compaction(r asif.Ref) {
	x := d.x
	x.o = d.appendContextID(append(x.o, `"context_id":`...), "after:", r)
	x.raw(`,"reason":"compaction"`)
	if d.opts.Contexts != ContextsHead {
		x.o = d.appendContextID(append(x.o, `,"replaced_context_id":`...), "before:", r)
	}
}

// contextFold writes contexts. A result whose call is not an input before it stands as a message (K03).
type contextFold struct {
	ids   uses // of contexts
	d     *document
	state []int32
	epoch int32
	tools []int32

	answered map[asif.Ref]bool // first events of responses whose recorded request was written
	repeated int64             // bytes of the conversation that contexts repeat
}

// recorded writes the input of a request that the harness recorded, as far as asked for. One that was not written is
// told, and so is one whose inputs the boundary does not cover (K02) or whose boundary its branch does not list (K01).
func (f *contextFold) recorded(c *adapters.Context) {
	d := f.d
	if c.Wanted > wanted[d.opts.Contexts] {
		d.Lose(losses.ContextsNotWritten)
		return
	}
	inputs := c.Inputs
	if c.List != nil {
		inputs = c.List()
	}
	inputs = d.branches.callsFirst(inputs)
	if !f.fits(c, inputs) {
		d.Lose(losses.ContextsNotWritten)
		return
	}
	last := d.lastOf(inputs)
	if d.branches.tail[c.Branch] || last != 0 && (c.At == 0 || d.seq(last) > d.seq(c.At)) {
		d.Lose(losses.ContextsNotWritten)
		return
	}
	f.answered[c.Answer] = true
	f.write(asif.AppendString(nil, "request:"+c.Request), asif.PurposeModelRequest, c, inputs)
}

// wanted are the recorded requests that each mode writes.
var wanted = map[ContextMode]adapters.Wanted{
	ContextsHead: adapters.Always, ContextsBoundaries: adapters.Boundaries, ContextsAll: adapters.OnlyAll,
}

// requests writes the context of each response that c holds, when all are asked for: what stands before it.
func (f *contextFold) requests(c *adapters.Context) {
	if f.d.opts.Contexts != ContextsAll {
		return
	}
	on := map[asif.Ref]bool{}
	f.d.branches.each(c.Branch, func(r asif.Ref) { on[r] = true })
	at := asif.Ref(0) // the last input so far that the branch selects (K01)
	for i := 1; i < len(c.Inputs); i++ {
		if r := c.Inputs[i-1]; on[r] && (at == 0 || f.d.seq(r) > f.d.seq(at)) {
			at = r
		}
		if at != 0 && f.d.spoken(c.Inputs[i]) && !f.d.spoken(c.Inputs[i-1]) && !f.answered[c.Inputs[i]] {
			id := f.d.appendContextID(nil, "request:", c.Inputs[i])
			part := *c
			part.At, part.Changed = at, f.changedBefore(c, c.Inputs[i])
			f.write(id, asif.PurposeModelRequest, &part, c.Inputs[:i])
		}
	}
}

// changedBefore are the changes of a context's inputs that had been made before an event.
func (f *contextFold) changedBefore(c *adapters.Context, next asif.Ref) map[asif.Ref]string {
	if len(c.Since) == 0 {
		return c.Changed
	}
	out := map[asif.Ref]string{}
	for r, how := range c.Changed {
		if at := c.Since[r]; at == 0 || f.d.seq(at) < f.d.seq(next) {
			out[r] = how
		}
	}
	return out
}

// spoken tells whether the model made an event.
func (d *document) spoken(r asif.Ref) bool {
	e := d.entry(r)
	return e.kind == kindToolCall || e.kind == kindMessage && roles[e.state] == asif.RoleAssistant
}

// lastOf is the event serialized last: a context's boundary has no later source (K02).
func (d *document) lastOf(refs []asif.Ref) (last asif.Ref) {
	for _, r := range refs {
		if d.isEvent(r) && (last == 0 || d.seq(r) > d.seq(last)) {
			last = r
		}
	}
	return last
}

func (f *contextFold) write(id []byte, purpose asif.Purpose, c *adapters.Context, inputs []asif.Ref) {
	d, x := f.d, f.d.x
	if d.written > 0 {
		x.raw(",")
	}
	d.written++
	f.epoch += callStates
	f.tools = f.tools[:0]
	if n := f.ids.uses(string(id)); n > 0 {
		id = append(asif.AppendInt(append(id[:len(id)-1], '~'), int64(n)+1), '"')
	}
	x.raw("\n{")
	object := x.opened()
	x.o = append(append(x.o, `"id":`...), id...)
	x.member(`,"branch_id":`, d.history.Branches[c.Branch].ID)
	at := d.boundary(c, inputs)
	d.orNull(`,"at_event_id":`, at)
	x.raw(`,"purpose":"` + string(purpose) + `","fidelity":"` + string(c.Fidelity) + `","inputs":[`)
	list, n := x.opened(), 0
	for _, r := range inputs {
		e := d.entry(r)
		if e.flags&flagDiscarded != 0 || !d.isInput(e) {
			continue
		}
		if e.kind != kindBlob && (at == 0 || d.seq(r) > d.seq(at)) {
			d.Lose(losses.InputBeyondBoundary, r)
			continue
		}
		if n++; n > 1 {
			x.raw(",")
		}
		f.input(c, r, e, n)
		if c == &d.history.Live {
			d.used(r, e, n)
		}
		x.some()
	}
	x.raw("]")
	x.closed(list)
	x.raw(`,"tool_ids":[`)
	f.toolIDs(c)
	x.raw("]")
	f.settings(c, at)
	x.raw("}")
	x.closed(object)
	if c == &d.history.Live && d.going != nil {
		d.going.tools = f.called()
	}
}

// toolIDs writes the tools of a context: those of the recorded request, else those that its inputs call.
func (f *contextFold) toolIDs(c *adapters.Context) {
	d, l := f.d, list{x: f.d.x, sep: ","}
	if c.Tools != nil {
		for _, t := range c.Tools {
			l.next()
			d.x.str(d.tools.ids[t-1])
		}
		return
	}
	for i, id := range d.tools.ids {
		if f.used(int32(i + 1)) {
			l.next()
			d.x.str(id)
		}
	}
}

// called are the tools of a context that its inputs call, and those that were offered.
func (f *contextFold) called() (out []int32) {
	for i := range f.d.tools.ids {
		if t := int32(i + 1); f.used(t) {
			out = append(out, t)
		}
	}
	return out
}

// settings writes what a context was asked with.
func (f *contextFold) settings(c *adapters.Context, at asif.Ref) {
	d, x := f.d, f.d.x
	if c == &d.history.Live && d.going != nil {
		x.member(`,"configuration_id":`, d.going.head.ID)
	} else if c.Configuration != 0 {
		x.member(`,"configuration_id":`, d.proven.ids[c.Configuration-1])
	} else if r := d.configurationOf(c.Branch, at); r != 0 {
		x.o = d.appendConfigurationID(append(x.o, `,"configuration_id":`...), r)
	}
	if len(c.Model) > 2 {
		x.o = asif.AppendText(append(x.o, `,"model":{"id":`...), c.Model)
		if len(c.Provider) > 2 {
			x.o = asif.AppendText(append(x.o, `,"provider":`...), c.Provider)
		}
		x.raw("}")
	}
	if len(c.Parameters) > 0 {
		x.o = append(append(x.o, `,"request_parameters":`...), c.Parameters...)
	}
}

// boundary is the context's event, or main's head for the live one; where an input was serialized after it, the first
// event of the branch that was not before the input (K02). When the branch has none, its last: what is beyond is left
// out.
func (d *document) boundary(c *adapters.Context, inputs []asif.Ref) asif.Ref {
	at := c.At
	switch {
	case c == &d.history.Live:
		at = d.branches.head(0)
	case at != 0 && !d.branches.selects(c.Branch, at): // it was taken out of the branch (K01): the one before it
		taken := at
		at = 0
		d.branches.each(c.Branch, func(r asif.Ref) {
			if d.seq(r) < d.seq(taken) && (at == 0 || d.seq(r) > d.seq(at)) {
				at = r
			}
		})
	}
	last := d.lastOf(inputs)
	if at == 0 || last == 0 || d.seq(last) <= d.seq(at) {
		return at
	}
	var after asif.Ref
	d.branches.each(c.Branch, func(r asif.Ref) {
		switch {
		case d.seq(r) > d.seq(at) && d.seq(r) < d.seq(last):
			at = r
		case d.seq(r) >= d.seq(last) && (after == 0 || d.seq(r) < d.seq(after)):
			after = r
		}
	})
	if after != 0 {
		return after
	}
	return at
}

// isInput tells whether an event can be an input of a context.
func (d *document) isInput(e *entry) bool {
	return e.kind == kindMessage || e.kind == kindToolCall || e.kind == kindToolResult || e.kind == kindBlob
}

func (f *contextFold) used(tool int32) bool { return slices.Contains(f.tools, tool) }

func (f *contextFold) input(c *adapters.Context, r asif.Ref, e *entry, n int) {
	d, x := f.d, f.d.x
	x.int("\n{\"id\":\"in-", int64(n))
	kind, change := kindNames[e.kind], c.Changed[r]
	switch {
	case e.flags&flagOrphan != 0:
		kind = asif.KindMessage
	case e.kind == kindToolCall:
		f.state[e.call] = f.epoch + callOpen
		if !f.used(e.aux) {
			f.tools = append(f.tools, e.aux)
		}
	case e.kind == kindToolResult && f.state[e.call] != f.epoch+callOpen:
		kind, change = asif.KindMessage, "The call of this result is not part of this context."
	case e.kind == kindToolResult && e.flags&flagPartial == 0:
		f.state[e.call] = f.epoch + callClosed
	}
	switch {
	case kind == asif.KindToolCall:
		x.raw(`","role":"assistant","parts":[]`)
	case kind == asif.KindToolResult || e.kind == kindToolResult:
		x.raw(`","role":"tool",`)
		d.eventParts(e)
	default:
		x.raw(`",`)
		x.raw(roleMembers[e.state])
		d.eventParts(e)
	}
	if e.kind == kindBlob {
		x.raw(`,"source_events":[]`)
	} else {
		x.o = append(d.appendQuotedID(append(x.o, `,"source_events":[{"event_id":`...), r), "}]"...)
	}
	if change != "" {
		x.member(`,"transformation":`, change)
	}
	x.raw(`,"kind":"`)
	x.raw(string(kind))
	x.raw(`"`)
	switch kind {
	case asif.KindToolCall:
		x.raw(",")
		d.eventData(r, e)
	case asif.KindToolResult:
		x.raw(",")
		d.resultMembers(e)
	}
	x.raw("}")
}
