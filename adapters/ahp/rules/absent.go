package rules

import "slices"

// absences reports what had to come and did not. A log can begin and end anywhere, so that what is merely open is no
// finding: what it belongs to must have gone on without it. What a session's manifest does not list was not to come.
func (v *validation) absences() {
	for n := 1; n <= v.calls.rows.Len(); n++ {
		v.callOpen(v.calls.at(int32(n)), v.calls.name(int32(n)))
	}
	for n := 1; n <= v.attempts.rows.Len(); n++ {
		v.attemptOpen(v.attempts.at(int32(n)), v.attempts.name(int32(n)))
	}
	for n := 1; n <= v.batches.rows.Len(); n++ {
		b := v.batches.at(int32(n))
		if e := v.events.at(b.named); e != nil && b.after == 0 && v.over(e) && v.promised(e, "tool.batch.after") {
			v.late("A17", v.ofAbsence(), e.mark, v.events.name(b.named), "", "a tool.batch.after", "batch "+v.batches.name(int32(n))+" was never completed")
		}
	}
	for n := 1; n <= v.turns.rows.Len(); n++ {
		t := v.turns.at(int32(n))
		if e := v.events.at(t.startEvent); e != nil && !t.ended && v.over(e) && v.promised(e, "turn.end") {
			v.late("A24", v.ofAbsence(), e.mark, v.events.name(t.startEvent), "", "a turn.end", "turn "+v.turns.name(int32(n))+" began and never ended")
		}
	}
	for n := 1; n <= v.sessions.rows.Len(); n++ {
		s := v.sessions.at(int32(n))
		if e := v.events.at(s.first); e != nil && !s.started {
			v.late("A27", v.ofAbsence(), e.mark, v.events.name(s.first), "", "a session.start", "session "+v.sessions.name(int32(n))+" never began")
		}
	}
}

// over tells whether what an event belongs to is over: its turn has ended or another one took its place, or its session
// has ended.
func (v *validation) over(e *eventRow) bool {
	if t := v.turns.at(e.turn); t != nil && (t.ended || t.passed) {
		return true
	}
	s := v.sessions.at(e.session)
	return s != nil && s.ended
}

// promised tells whether events of a type are delivered of an event's session, as far as is known: by its own manifest,
// else by those that the log's only source gave for itself.
func (v *validation) promised(e *eventRow, typ string) bool {
	if s := v.sessions.at(e.session); s != nil && s.manifest != nil {
		return s.manifest.modes[typ] != 0
	}
	if len(v.offered) == 0 || v.sources.Len() != 1 {
		return true
	}
	return slices.ContainsFunc(v.offered, func(m *manifest) bool { return m.modes[typ] != 0 })
}

// callOpen is a call that its turn went on without, or that went on without an answer to what was asked about it.
func (v *validation) callOpen(c *callRow, id string) {
	before, after := v.events.at(c.before), v.events.at(c.after)
	switch {
	case before != nil && after == nil && !c.background && !c.batched && v.over(before) && v.promised(before, "tool.after"):
		v.late("A10", v.ofAbsence(), before.mark, v.events.name(c.before), "", "a tool.after", "call "+id+" was proposed and never completed")
	case after != nil && c.requests > c.resolutions && v.promised(after, "tool.permission.resolved"):
		v.late("A13", v.ofAbsence(), c.afterAt, v.events.name(c.after), "", "a tool.permission.resolved", "call "+id+" was asked about and completed, and nobody decided")
	}
}

// attemptOpen is an attempt that lacks its request, or an end that its turn went on without.
func (v *validation) attemptOpen(a *attemptRow, id string) {
	request, end, t := v.events.at(a.requested), v.events.at(a.end), v.turns.at(a.turn)
	switch {
	case request == nil && end != nil && v.promised(end, "model.request.before"):
		v.late("A19", v.ofAbsence(), end.mark, v.events.name(a.end), "", "a model.request.before", "attempt "+id+" ended and was never made")
	case request != nil && end == nil && (v.over(request) || t != nil && t.number > a.number) && v.promised(request, "model.response.after"):
		v.late("A19", v.ofAbsence(), request.mark, v.events.name(a.requested), "", "a model.response.after or model.error", "attempt "+id+" was made and never ended")
	}
}
