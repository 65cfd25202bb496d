package ahp

import (
	"bytes"

	"asif-convert/convert/asif"
)

// carry are the members that an event's extension holds as they are, where it has them.
var carry = []field{
	fSynthesized, fTrigger, fExpandedFrom, fResumedFrom, fOutcome, fExecution, fDuration, fPath, fBatch, fContinuation, fLastItem, fAttempt, fFinishReason,
	fLatency, fRecovery, fReason, fCurrent, fProposed, fPrevious, fPricing, fBackgrounded, fCalls, fTokenCounts, fGaps, fExtensions,
}

// extension is the event's own namespaced extension: its type, and what has no place elsewhere. Only the first event
// that is drafted for it has all that; further ones have what is given. It is valid until the next one is made.
func (s *session) extension(e *event, further ...member) []byte {
	s.made = append(s.made[:0], `{"`+space+`":{"type":`...)
	o := asif.AppendString(s.made, e.typ)
	if !e.extended {
		for _, n := range carry {
			if e.f[n] != nil {
				o = member{names[n], s.safe(e, n)}.append(o)
			}
		}
		o = e.appendInner(o)
		o = member{"proposal", e.was}.append(o)
	}
	for _, m := range further {
		o = m.append(o)
	}
	o = append(o, "}}"...)
	s.made = o
	return o
}

// safe is a field without credentials. Most fields have what they had in the event before: then it is known already.
func (s *session) safe(e *event, n field) []byte {
	value := e.f[n]
	if value == nil || bytes.Equal(value, s.clean[n]) {
		return value
	}
	kept, found := redacted(value)
	if e.lost = e.lost || found; !found && len(value) <= maxClean {
		s.clean[n] = append(s.clean[n][:0], value...)
	}
	return kept
}

// maxClean bounds the values that are compared with those of the event before.
const maxClean = 1 << 10

// appendInner appends members of members that have no place elsewhere.
func (e *event) appendInner(o []byte) []byte {
	o = member{"agent", agentOf(e)}.append(o)
	o = member{"kind", e.f[fToolKind]}.append(o)
	o = member{"mcpProvenance", of(e.f[fMCP], "provenance")}.append(o)
	o = member{"usageCompleteness", e.f[fUsageCompleteness]}.append(o)
	o = member{"usageProvenance", e.f[fUsageProvenance]}.append(o)
	o = member{"costBasis", of(e.f[fCost], "basis")}.append(o)
	o = member{"channel", e.f[fChannel]}.append(o)
	for _, m := range e.ofType() {
		o = m.append(o)
	}
	return o
}

// ofType are members of members that have no place elsewhere in events of some types.
func (e *event) ofType() []member {
	switch e.typ {
	case "config.change.before", "task.change.before", "workspace.change.before":
		return []member{{"change", e.safe(e.f[fChange])}, {"task", e.safe(e.f[fTask])}, {"workspace", e.safe(e.f[fWorkspace])}}
	case "task.change.after":
		return []member{{"prior", e.safe(of(e.f[fTask], "prior"))}, {"operation", e.safe(of(e.f[fTask], "operation"))}}
	case "workspace.change.after":
		w := e.f[fWorkspace]
		return []member{{"kind", e.safe(of(w, "kind"))}, {"prior", e.safe(of(w, "prior"))}, {"reason", e.safe(of(w, "reason"))}}
	case "model.error":
		return []member{{"error", errorOf(e)}}
	}
	return nil
}

// agentOf names the sub-agent that an event is about, or is nil.
func agentOf(e *event) []byte {
	a := e.f[fAgent]
	if !isObject(a) {
		return nil
	}
	return object(member{"id", e.safe(of(a, "id"))}, member{"type", e.safe(of(a, "type"))})
}

// errorOf is an event's error without the harness's own payload and without credentials, or nil.
func errorOf(e *event) []byte {
	x := e.f[fError]
	if !isObject(x) {
		return nil
	}
	return e.safe(object(member{"message", of(x, "message")}, member{"class", of(x, "class")}, member{"code", of(x, "code")}, member{"status", of(x, "status")}))
}
