package rules

import (
	"strconv"

	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/check"
)

// turnRules are the rules of turns.
func (v *validation) turnRules() {
	t := v.turns.at(v.scratch.event.row.turn)
	if t == nil {
		return
	}
	switch name := v.scratch.event.typ.Name; name {
	case "turn.start":
		v.begins(t)
		v.a25()
	case "turn.progress":
		v.a26()
	default:
		v.ends(t, name)
	}
}

// begins is a turn.start. A session's main agent has one turn after the other.
func (v *validation) begins(t *turnRow) {
	o := &v.scratch.event
	t.started = true
	if t.startEvent == 0 {
		t.startEvent = o.number
	}
	s := v.sessions.at(o.row.session)
	if s == nil || in(v.get("session"), "agent") != nil {
		return
	}
	if before := v.turns.at(s.turn); before != nil && before != t {
		before.passed = !before.ended
	}
	s.turn = o.row.turn
}

// ends is a turn.finish.before or a turn.end.
func (v *validation) ends(t *turnRow, name string) {
	if usage := v.get("usage"); usage != nil {
		v.total(t, usage)
	}
	if item := v.get("lastAssistantItem"); item != nil {
		n, _, _ := v.messages.take(v.key(idOf(item)))
		v.last = append(v.last, lastItem{v.mark(item), v.scratch.event.number, n})
	}
	if !v.fresh {
		return
	}
	if count, ok := integer(v.get("continuationCount")); ok {
		if count < t.count {
			v.fault("A24", check.Warning, v.get("continuationCount"), strconv.FormatInt(count, 10), "at least "+strconv.FormatInt(t.count, 10), "the turn's continuations have become fewer")
		}
		t.count = count
	}
	if name != "turn.end" {
		return
	}
	if t.ended {
		v.fault("A24", check.Error, v.get("turn"), "", "one turn.end", "the turn ended before, with event "+v.events.name(t.endEvent))
		return
	}
	t.ended, t.endEvent, t.end = true, v.scratch.event.number, v.mark(v.scratch.event.raw)
}

// a24: what belongs to a turn comes before its end, but for work in the background.
func (v *validation) a24() {
	o := &v.scratch.event
	t := v.turns.at(o.row.turn)
	if t == nil || !t.ended || !v.fresh || o.typ.Name == "turn.end" {
		return
	}
	if c := v.calls.at(o.row.call); c != nil && (c.background || string(v.get("backgrounded")) == "true") || o.typ.Family == wire.Hook {
		return
	}
	v.fault("A24", check.Warning, v.get("turn"), "", "no event after turn.end", "the event follows the end of its turn")
}

// a25: a continuation says what asked for it. That the one that asked is of another turn is looked at in the end.
func (v *validation) a25() {
	if string(text(v.get("trigger"))) != "continuation" {
		return
	}
	v.scratch.event.row.continues = true
	if v.get("parentEventId") == nil {
		v.fault("A25", check.Warning, v.get("trigger"), "", "a parentEventId", "the turn goes on with nothing")
	}
}

// a26: progress is of the item that it names.
func (v *validation) a26() {
	item, delta := idOf(v.get("item")), idOf(v.get("delta"))
	if item != nil && delta != nil && string(item) != string(delta) {
		v.fault("A26", check.Warning, v.get("delta"), string(delta), string(item), "the message is not the item whose progress it is")
	}
	_, row, _ := v.messages.take(v.key(item))
	if row == nil || !v.fresh {
		return
	}
	if row.final {
		v.fault("A26", check.Warning, v.get("item"), string(item), "nothing after the final progress", "the item makes progress after its final one")
	}
	row.final = row.final || string(v.get("final")) == "true"
}

// turnsEnd is what is known of turns when the log has ended.
func (v *validation) turnsEnd() {
	for n := 1; n <= v.turns.rows.Len(); n++ {
		if t := v.turns.at(int32(n)); t.ended && !t.started {
			v.late("A24", v.ofAbsence(), t.end, v.events.name(t.endEvent), "", "a turn.start", "turn "+v.turns.name(int32(n))+" ended and never began")
		}
	}
	for _, l := range v.last {
		row := v.messages.at(l.message)
		if row == nil || v.textOf(row.role) != "assistant" {
			v.late("A26", check.Warning, l.mark, v.events.name(l.event), v.messages.name(l.message), "a message of the assistant", "lastAssistantItem is no assistant message of the log")
		}
	}
}
