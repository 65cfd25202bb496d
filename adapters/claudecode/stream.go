package claudecode

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// `claude -p --output-format stream-json` and `json` print another dialect of the transcript: snake_case names, no
// parents, each turn begun by system/init and ended by a result. The order of the lines is the conversation.

// streamTypes are the types of lines that only a stream has, or that tell it by their session_id.
var streamTypes = map[string]bool{
	"system": true, "assistant": true, "user": true, "result": true, "stream_event": true, "rate_limit_event": true,
}

// streamHead reads a head: the session's ID when it is that of a stream, and how its records stand.
func streamHead(head []byte) (id string, framing source.Framing, ok bool) {
	head = bytes.TrimLeft(head, " \t\r\n")
	if len(head) > 0 && head[0] == '[' {
		known := false
		source.Values(head, func(line []byte) bool {
			id, known = streamID(line)
			return !known && line[0] == '{'
		})
		return id, source.Elements, known && id != ""
	}
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] != '{' {
			continue
		}
		if id, known := streamID(line); known {
			return id, source.Lines, id != ""
		}
	}
	return "", 0, false
}

// streamID is the session's ID of a stream's line; known is true when the line tells its dialect.
func streamID(line []byte) (id string, known bool) {
	for _, name := range []string{"sessionId", "parentUuid", "leafUuid"} {
		if source.Member(line, name) != nil {
			return "", true
		}
	}
	id = string(adapters.Text(source.Member(line, "session_id")))
	return id, id != "" && streamTypes[string(adapters.Text(source.Member(line, "type")))]
}

// sniff decides the dialect by the first record that tells it.
func (m *mapper) sniff(r *source.Record) {
	if m.dialect == dialectUnknown {
		switch id, known := streamID(r.Raw); {
		case known && id != "":
			m.dialect = dialectStream
		case known:
			m.dialect = dialectTranscript
		}
	}
}

// dialect is how a session is written.
type dialect uint8

const (
	dialectUnknown dialect = iota
	dialectTranscript
	dialectStream
)

// initial maps the first line of each turn: what the session was begun with.
func (m *mapper) initial() losses.Outcome {
	r := &m.rec
	if raw := adapters.Quoted(r.get(fInitModel)); raw != nil {
		m.latches.modelNumber = 0
		m.setModel(m.known.number(modelValue(raw, nil)))
	}
	for _, raw := range r.list(fInitTool) {
		if name := adapters.Text(raw); len(name) > 0 {
			m.tool(name)
		}
	}
	m.latches.mode, m.latches.modeRaw, m.latches.modeNumber = nil, nil, 0 // it is told again at every turn, and sub-agents inherit it silently
	m.change()
	if m.node(m.self).count == 0 {
		return losses.Outcome{Do: losses.Preserved, Why: whyRepeats}
	}
	return mapping
}

// streamSystem maps the system lines that only a stream has; false: the line is like a transcript's.
func (m *mapper) streamSystem() (losses.Outcome, bool) {
	r := &m.rec
	switch subtype := string(r.subtype); {
	case m.dialect != dialectStream || subtype == "compact_boundary":
		return losses.Outcome{}, false
	case subtype == "init":
		if !m.enter(0) {
			return again, true
		}
		return m.initial(), true
	case len(r.string(fWorkTask)) > 0 && len(r.string(fWorkTask)) <= maxWorkID && workStatus[string(r.string(fWorkStatus))] != "":
		if !m.enter(0) {
			return again, true
		}
		id := string(r.string(fWorkTask))
		m.follow(id, func() adapters.ActorRef { return m.worker("background-task", "") }, workStatus[string(r.string(fWorkStatus))])
		return mapping, true
	}
	if r.text == nil {
		return losses.Outcome{Do: losses.Preserved, Why: whyStream}, true
	}
	return losses.Outcome{}, false
}

// turnResult maps the line that ends a turn: how it ended, which calls were refused, what the session cost so far.
func (m *mapper) turnResult() losses.Outcome {
	r := &m.rec
	if len(r.subtype) == 0 {
		return m.journal()
	}
	if !m.enter(0) {
		return again
	}
	m.change()
	m.parts = m.parts[:0]
	if said := adapters.Quoted(r.get(fResultText)); m.responses.Len() == 0 && len(said) > 2 { // nothing else was printed
		m.parts = append(m.parts, adapters.NewText(said))
		m.usage(m.say(0, m.mainAgent(), asif.RoleAssistant, isSpoken))
		m.node(m.self).flags |= isAssistant
	}
	status, fault := asif.ExecutionCompleted, []byte(nil)
	if string(r.subtype) != "success" || adapters.IsTrue(r.get(fResultError)) {
		status = asif.ExecutionFailed
		fault = append(asif.AppendString([]byte(`{"subtype":`), string(r.subtype)), '}')
	}
	if t := m.turnNow(); t != nil && !t.done() {
		m.endTurn(status, m.harness(), fault)
	} else {
		x := m.sink.Execution(adapters.Execution{ID: "result:" + string(m.ids.Append(nil, m.id)), Actor: m.mainAgent()})
		m.sink.End(x, r.time)
		m.caused(0, m.harness(), &adapters.Transition{Execution: x, Status: status, Error: fault})
	}
	for _, raw := range r.list(fDenied) {
		m.deniedCall(adapters.Text(raw))
	}
	m.costs = append(m.costs[:0], cost{usd: bytes.Clone(r.get(fCost)), models: bytes.Clone(r.get(fModelUsage))})
	return mapping
}

// deniedCall tells of a call that was refused; who was asked, and what, is not recorded.
func (m *mapper) deniedCall(call []byte) {
	at := m.callEvent(call)
	if at == 0 || m.consulted[string(call)] {
		return
	}
	id := append([]byte("denial:"), call...)
	m.method, m.inputs = "the list of refused calls that ends the turn", []asif.Ref{at}
	ref := m.add(m.aside(), m.harness(), 0, &adapters.DecisionRequest{Request: id, Kind: asif.DecisionApproval, Call: call})
	m.sink.Lose(losses.DecisionPromptNotRecorded, ref)
	m.add(m.aside(), m.harness(), 0, &adapters.DecisionResolution{Request: id, Outcome: asif.DecisionDenied})
}

// controlRequest maps what the harness asked its host: whether a tool may be used.
func (m *mapper) controlRequest() losses.Outcome {
	r := &m.rec
	if string(r.string(fControl)) != "can_use_tool" || len(r.requestID) == 0 {
		return losses.Outcome{Do: losses.Preserved, Why: whyState}
	}
	if !m.enter(0) {
		return again
	}
	call := r.string(fControlCall)
	if m.callEvent(call) == 0 {
		call = nil
	}
	d := adapters.DecisionRequest{Request: r.requestID, Kind: asif.DecisionApproval, Call: call}
	if input := r.get(fControlInput); input != nil {
		d.Prompt = []adapters.Part{adapters.NewStructured(schemaControl, input)}
	}
	m.add(0, m.harness(), 0, &d)
	m.controls[string(r.requestID)] = true
	if call != nil {
		m.consulted[string(call)] = true
	}
	return mapping
}

// behaviors are the answers of a host.
var behaviors = map[string]asif.DecisionOutcome{"allow": asif.DecisionAllowed, "deny": asif.DecisionDenied}

// controlResponse maps the host's answer.
func (m *mapper) controlResponse() losses.Outcome {
	r := &m.rec
	id := string(r.requestID)
	outcome, ok := behaviors[string(r.string(fBehavior))]
	if !m.controls[id] {
		return losses.Outcome{Do: losses.Preserved, Why: whyState}
	}
	if !ok {
		outcome = asif.DecisionUnknown
	}
	return m.controlAnswer(id, m.actor(voiceHost), outcome)
}

// controlCancel takes a request back.
func (m *mapper) controlCancel() losses.Outcome {
	id := string(m.rec.requestID)
	if !m.controls[id] {
		return losses.Outcome{Do: losses.Preserved, Why: whyState}
	}
	return m.controlAnswer(id, m.harness(), asif.DecisionCancelled)
}

func (m *mapper) controlAnswer(id string, by adapters.ActorRef, outcome asif.DecisionOutcome) losses.Outcome {
	if !m.enter(0) {
		return again
	}
	delete(m.controls, id)
	d := adapters.DecisionResolution{Request: []byte(id), Outcome: outcome}
	if said := adapters.Quoted(m.rec.get(fBehaviorText)); len(said) > 2 {
		d.Answer = []adapters.Part{adapters.NewText(said)}
	}
	m.add(0, by, 0, &d)
	return mapping
}
