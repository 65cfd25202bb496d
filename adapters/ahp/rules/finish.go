package rules

import (
	"asif-convert/convert/asif"
	"asif-convert/convert/check"
)

// finish reports what is known when the log has ended only.
func (v *validation) finish() {
	if v.known == 0 {
		v.late("A39", check.Error, mark{line: 1}, "", "", "events or frames", "the log holds nothing of the protocol")
	}
	v.a07()
	for n := 1; n <= v.events.rows.Len(); n++ {
		if e := v.events.at(int32(n)); e.delivered && e.parent != 0 {
			v.links(e, v.events.at(e.parent), int32(n))
		}
	}
	v.callsEnd()
	v.absences()
	v.turnsEnd()
	v.usageEnd()
	v.answersEnd()
}

// a07 finds cycles of parents: the events of one are numbered alike on the way up.
func (v *validation) a07() {
	walk := make([]int32, v.events.rows.Len()+1) // the event from which an event was first reached
	for n := range int32(len(walk)) {
		at := n
		for at != 0 && walk[at] == 0 {
			walk[at] = n
			at = v.events.at(at).parent
		}
		if at != 0 && walk[at] == n {
			e := v.events.at(at)
			v.late("A07", check.Error, e.mark, v.events.name(at), v.events.name(e.parent), "no ancestor of itself", "the event's parents lead back to it")
		}
	}
}

// links compares an event with its parent.
func (v *validation) links(e, parent *eventRow, n int32) {
	id := v.events.name(n)
	if !parent.delivered {
		v.orphan(e, id)
		return
	}
	of, to := typeOf(parent), typeOf(e)
	if outcomes[of] == to && to != "" {
		if e.detail != parent.detail {
			v.late("A08", check.Error, e.mark, id, v.textOf(e.detail), v.textOf(parent.detail), "the event does not agree with its "+of)
		}
		if parent.denied && to != "user.elicitation.result" {
			v.late("A33", check.Warning, e.mark, id, to, "nothing", of+" was answered with deny, and it was done")
		}
	}
	if e.continues && e.turn != 0 && e.turn == parent.turn {
		v.late("A25", check.Warning, e.mark, id, v.turns.name(e.turn), "another turn", "the event that asked for the turn is of the turn itself")
	}
	if c := v.calls.at(parent.call); e.agentCaused && c != nil && c.after != 0 && !c.executed {
		v.late("A23", check.Warning, e.mark, id, "", "an executed call", "the call that changed the file was skipped")
	}
}

// outcomes are the events that come of a request.
var outcomes = map[string]string{
	"task.change.before": "task.change.after", "workspace.change.before": "workspace.change.after", "config.change.before": "config.change.after",
	"context.compact.before": "context.compact.after", "user.elicitation.request": "user.elicitation.result",
}

// orphan is an event whose parent is not in the log (A07).
func (v *validation) orphan(e *eventRow, id string) {
	key := v.events.ids.Append(nil, asif.ID(e.parent))
	if v.calls.find(key) != 0 {
		v.late("A07", check.Warning, e.mark, id, string(key[sourceKey:]), "an event's id", "the parent is a call, not an event")
		return
	}
	v.late("A07", v.ofAbsence(), e.mark, id, v.events.name(e.parent), "an event of the log", "the parent is not in the log")
}
