package rules

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
)

// scratch is what belongs to the event being checked.
type scratch struct {
	event   occurrence
	keys    []byte // buffer of keys
	source  int32  // of the event
	members source.Outline
	fresh   bool // the first delivery of its event
}

// occurrence is one delivery of an event.
type occurrence struct {
	raw    []byte
	entry  *wire.Entry
	typ    wire.Type
	number int32     // in the book; 0: it has no identity
	row    *eventRow // of the first delivery, or of this one when it has no identity
}

// get is a member of the event, as it stands there.
func (v *validation) get(name string) []byte { return v.members.Get(name) }

// text of a string value; nil for anything else.
func text(raw []byte) []byte { return adapters.Text(raw) }

// in is the member of an object.
func in(object []byte, name string) []byte { return source.Member(object, name) }

// idOf is the id in an identity object.
func idOf(object []byte) []byte { return text(in(object, "id")) }

// event checks one delivery of an event. former says that it was written under an earlier draft, whose schema is not
// known here.
//
//nolint:revive // it says of the entry what the log around it says
func (v *validation) event(e *wire.Entry, former bool) {
	v.open(e)
	typ, known := wire.Find(e.Type)
	v.scratch.event.typ = typ
	again := v.identify()
	v.a05()
	if !known {
		v.untyped(e)
	}
	if !known || former || again {
		return
	}
	v.schema(e.Type, pointerFrom(e), e.Event)
	v.a34()
	v.a35()
	v.sessionRules()
	v.a24()
	v.content()
	if rules := byFamily[typ.Family]; rules != nil {
		rules(v)
	}
}

// pointerFrom is the JSON Pointer from an entry to its event.
func pointerFrom(e *wire.Entry) string { return e.Event.Path[len(e.Path):] }

// byFamily are the rules of each family of events.
var byFamily = map[wire.Family]func(*validation){
	wire.Tool: (*validation).toolRules, wire.Turn: (*validation).turnRules, wire.Model: (*validation).modelRules,
	wire.Context: (*validation).contextRules, wire.Task: (*validation).taskRules, wire.Workspace: (*validation).workspaceRules,
	wire.File: (*validation).fileRules, wire.User: (*validation).userRules,
}

// open reads the members of an event.
func (v *validation) open(e *wire.Entry) {
	v.scratch.event = occurrence{raw: e.Event.Raw, entry: e}
	v.members = e.Members
	v.here.event = text(v.get("id"))
}

// untyped reports a type that is none.
func (v *validation) untyped(e *wire.Entry) {
	got := v.get("type")
	if instead, removed := wire.Removed(e.Type); removed {
		want := instead
		if want == "" {
			want = "one of the event types"
		}
		v.fault("A01", check.Error, got, e.Type, want, "the event type was removed from the protocol")
		return
	}
	if e.Type == "" {
		v.schema("envelope", pointerFrom(e), e.Event)
		return
	}
	v.fault("A02", check.Error, got, e.Type, "one of the 32 event types", "the event type is not known: what it means cannot be told")
}

// identify gives the event and the entities that it names their numbers, and compares a repeated delivery with the
// first one. It tells whether the event was delivered before in the same bytes (A04).
func (v *validation) identify() (again bool) {
	o := &v.scratch.event
	from, _ := v.sources.Intern(text(v.get("source")))
	v.source = int32(from)
	for len(v.clocks) <= int(from) {
		v.clocks = append(v.clocks, instant{})
	}
	now := eventRow{mark: v.mark(o.raw), hash: v.digest(o.raw), typ: typeNumber(o.typ.Name), delivered: true}
	now.parent, _, _ = v.events.take(v.key(text(v.get("parentEventId"))))
	v.entities(&now)
	if o.number, o.row, _ = v.events.take(v.key(v.here.event)); o.row == nil || v.source == 0 {
		o.number, o.row, v.fresh = 0, &now, true
		return false
	}
	now.synthesized, now.denied = o.row.synthesized, o.row.denied
	if v.fresh = !o.row.delivered; v.fresh {
		*o.row = now
	} else if again = o.row.hash == now.hash; !again {
		v.a03(&now)
	}
	v.markedAs(v.get("synthesized"), o.raw, &o.row.synthesized, "event")
	return again
}

func typeNumber(name string) uint8 {
	for i := range wire.Types {
		if wire.Types[i].Name == name {
			return uint8(i + 1)
		}
	}
	return 0
}

// entities numbers what the event belongs to.
func (v *validation) entities(now *eventRow) {
	now.session = numbered(v, "session", &v.sessions, func(r *sessionRow) *marker { return &r.synthesized })
	now.turn = numbered(v, "turn", &v.turns, func(r *turnRow) *marker { return &r.synthesized })
	now.call = numbered(v, "call", &v.calls, func(r *callRow) *marker { return &r.synthesized })
	now.attempt = numbered(v, "attempt", &v.attempts, func(r *attemptRow) *marker { return &r.synthesized })
	now.task = numbered(v, "task", &v.tasks, func(r *taskRow) *marker { return &r.synthesized })
}

// numbered is the number of what the event names as that member, 0 when it names nothing there. How it is marked is
// compared with how it was.
func numbered[T any](v *validation, name string, all *identities[T], markOf func(*T) *marker) int32 {
	object := v.get(name)
	n, row, _ := all.take(v.key(idOf(object)))
	if row != nil {
		v.marked(object, markOf(row), name)
	}
	return n
}

// typeOf is the name of an event's type.
func typeOf(r *eventRow) string {
	if r == nil || r.typ == 0 {
		return ""
	}
	return wire.Types[r.typ-1].Name
}

// identity is one that an event of its own kind keeps over its deliveries.
type identity struct {
	name     string
	was, now int32
}

// a03: the deliveries of one event agree in what they name. What only one of them names is left alone.
func (v *validation) a03(now *eventRow) {
	was := v.scratch.event.row
	if was.typ != now.typ {
		v.fault("A03", check.Error, v.get("type"), typeOf(now), typeOf(was), "the event was delivered before with another type")
	}
	for _, i := range []identity{
		{"parentEventId", was.parent, now.parent}, {"session", was.session, now.session}, {"turn", was.turn, now.turn},
		{"call", was.call, now.call}, {"attempt", was.attempt, now.attempt}, {"task", was.task, now.task},
	} {
		if i.was != 0 && i.now != 0 && i.was != i.now {
			v.fault("A03", check.Error, v.get(i.name), "", "", "the event was delivered before with another "+i.name)
		}
	}
}

// marked compares how an identity object is marked with how it was (A28).
func (v *validation) marked(object []byte, m *marker, what string) {
	v.markedAs(in(object, "synthesized"), object, m, what)
}

// markedAs is marked for an object whose mark is known.
func (v *validation) markedAs(synthesized, object []byte, m *marker, what string) {
	now := marker(1)
	if string(synthesized) == "true" {
		now = 2
	}
	if *m != 0 && *m&now == 0 && *m&4 == 0 {
		v.fault("A28", check.Warning, object, "", "", "the identity of this "+what+" is marked as synthesized in one place and not in another")
		*m |= 4
	}
	*m |= now
}

// same tells whether two values are equal as JSON.
func same(a, b []byte) bool {
	return bytes.Equal(a, b) || bytes.Equal(canonical(a), canonical(b))
}
