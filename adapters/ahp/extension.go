package ahp

// carry are the members that an event's extension holds as they are, where it has them.
var carry = []field{
	fSynthesized, fTrigger, fExpandedFrom, fResumedFrom, fOutcome, fExecution, fDuration, fPath, fBatch, fContinuation, fLastItem, fAttempt, fFinishReason,
	fLatency, fRecovery, fReason, fCurrent, fProposed, fPrevious, fPricing, fBackgrounded, fCalls, fTokenCounts, fGaps, fExtensions,
}

// extension is the event's own namespaced extension: its type, and what has no place elsewhere. Only the first event
// that is drafted for it has all that; further ones have what is given.
func (s *session) extension(e *event, further ...member) []byte {
	members := []member{{"type", quote(e.typ)}}
	if !e.extended {
		for _, n := range carry {
			members = append(members, member{names[n], e.safe(e.f[n])})
		}
		members = append(members, e.inner()...)
	}
	return object(member{space, object(append(members, further...)...)})
}

// inner are members of members that have no place elsewhere.
func (e *event) inner() []member {
	m := []member{
		{"agent", agentOf(e)},
		{"kind", of(e.f[fTool], "kind")},
		{"mcpProvenance", of(e.f[fTool], "mcp", "provenance")},
		{"usageCompleteness", of(e.f[fUsage], "completeness")},
		{"usageProvenance", of(e.f[fUsage], "provenance")},
		{"costBasis", of(e.f[fUsage], "cost", "basis")},
		{"channel", of(e.f[fMessage], "channel")},
	}
	switch e.typ {
	case "config.change.before", "task.change.before", "workspace.change.before":
		return append(m, member{"change", e.safe(e.f[fChange])}, member{"task", e.safe(e.f[fTask])}, member{"workspace", e.safe(e.f[fWorkspace])})
	case "task.change.after":
		return append(m, member{"prior", e.safe(of(e.f[fTask], "prior"))}, member{"operation", e.safe(of(e.f[fTask], "operation"))})
	case "workspace.change.after":
		w := e.f[fWorkspace]
		return append(m, member{"kind", e.safe(of(w, "kind"))}, member{"prior", e.safe(of(w, "prior"))}, member{"reason", e.safe(of(w, "reason"))})
	case "model.error":
		return append(m, member{"error", errorOf(e)})
	}
	return m
}

// agentOf names the sub-agent that an event is about, or is nil.
func agentOf(e *event) []byte {
	a := of(e.f[fSession], "agent")
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
