package claudecode

import (
	"asif-convert/adapters"
	"asif-convert/adapters/talk"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// user maps a record of role user: anything that goes to the model in that role, a minority of it typed by a person.
func (m *mapper) user() losses.Outcome {
	r := &m.rec
	flags := uint32(isUser)
	if r.meta {
		flags |= isMeta
	}
	if !m.enter(flags) {
		return again
	}
	if r.summary && len(r.parent) == 0 { // a compaction of versions that wrote no boundary
		m.node(m.self).flags |= isBoundary
	}
	return m.heard()
}

// heard maps a record of role user that has its place in the chain.
func (m *mapper) heard() losses.Outcome {
	m.standing()
	m.change()
	m.beginSide()
	m.speech(m.userRule())
	m.delegated()
	m.sideEnded()
	m.allNotified()
	m.spill()
	m.sentByUser()
	return mapping
}

// userRule is the rule of the record's texts that have no envelope. Beside a tool result they are the harness's.
func (m *mapper) userRule() *rule {
	for i := range m.rec.blocks {
		if string(m.rec.blocks[i].typ) == "tool_result" {
			return &besideResult
		}
	}
	return m.recognize(nil, recognition)
}

// Rules that the place of a text decides.
var (
	besideResult = rule{name: "beside a result"}
	injectedText = rule{name: "injected"}
	queuedPrompt = rule{name: "queued", from: voicePerson}
	localCommand = rule{name: "local command"}
)

// speech maps the content of a record of role user: results one by one, the rest as messages, a new one wherever the
// speaker changes.
func (m *mapper) speech(of *rule) {
	r := &m.rec
	run := words{m: m, of: of}
	before := m.events.Len()
	m.parts = m.parts[:0]
	if r.content != nil {
		run.add(0, r.content, adapters.NewText(r.content))
	}
	for i := range r.blocks {
		b := &r.blocks[i]
		if string(b.typ) == "tool_result" {
			run.end()
			m.toolResult(i, b)
			continue
		}
		p, ok := m.blockPart(b, purposeInput)
		if !ok {
			p = m.unknownBlock(b.raw)
		}
		run.add(i, p.Text, p)
	}
	run.end()
	if m.events.Len() == before { // a message without content still stands in the chain
		m.say(0, m.actor(of.voice(m)), asif.RoleUser, 0)
	}
}

// words collects parts of one speaker.
type words struct {
	m     *mapper
	of    *rule // of what has no envelope of its own
	now   *rule
	from  voice
	block int
}

// add takes one part; text is its JSON string, if any.
func (w *words) add(block int, text []byte, p adapters.Part) {
	k, m := w.of, w.m
	if k != &besideResult && k != &injectedText && marked(text) {
		if own := m.recognize(text, recognition); own.on == nil {
			k = own
		}
	}
	v := k.voice(m)
	if len(m.parts) > 0 && (v != w.from || k.form != w.now.form) {
		w.end()
	}
	if len(m.parts) == 0 {
		w.now, w.from, w.block = k, v, block
	}
	m.parts = append(m.parts, p)
}

// end drafts the message, and what it means beside its words.
func (w *words) end() {
	m := w.m
	if len(m.parts) == 0 {
		return
	}
	flags := uint32(0)
	if m.rec.summary {
		flags |= isSummary
	}
	talks := w.from != voiceHarness
	if talks && m.sends() {
		m.closeTurn()
	}
	if w.now.form == formCommand {
		m.parts = append(m.parts, m.command(m.parts[0].Text))
		m.wire.said-- // the model did not see that part
	}
	if w.now.form == formExpansion {
		m.cause = m.callEvent(m.rec.string(fSourceCall))
	}
	ref := m.say(w.block, m.actor(w.from), asif.RoleUser, flags)
	switch {
	case w.now.form == formInterrupt:
		m.endTurn(asif.ExecutionInterrupted, m.decider(), nil)
	case talks:
		m.prompted(ref)
	}
}

// prompted marks the record as somebody's prompt; on the main line a turn begins with it.
func (m *mapper) prompted(ref asif.Ref) {
	n := m.node(m.self)
	if n.flags&isTalk == 0 && n.side == 0 {
		m.turn++
	}
	n.flags |= isTalk
	if m.now.turn == 0 && m.now.prompt == 0 && n.side == 0 {
		m.promptSent(ref)
	}
}

// toolResult maps one result. It belongs to its call, wherever the record hangs.
func (m *mapper) toolResult(i int, b *block) {
	p := m.take(b.toolUse)
	if p != nil && p.do != nil {
		p.do(m, p, b)
	} else {
		m.permission(b)
	}
	m.parts = m.parts[:0]
	m.output(b)
	m.result = adapters.ToolResult{Call: b.toolUse, Outcome: m.outcome(b), Parts: m.parts}
	if at := m.callOf(b.toolUse); at > 0 && m.closed() {
		m.method, m.inputs = talk.ClosedCall, []asif.Ref{m.events.At(int(at) - 1).ref}
	}
	m.ran = m.ran || m.result.Outcome == asif.OutcomeSuccess
	m.add(i, m.harness(), isSeen|isResult, &m.result)
	m.wire.said++
	m.events.At(m.events.Len() - 1).call = m.callOf(b.toolUse)
	m.parts = m.parts[:0]
	if p != nil && p.after != nil {
		p.after(m, p, b)
	}
}

// callEvent is the event of a call, or 0.
func (m *mapper) callEvent(id []byte) asif.Ref {
	if at := m.callOf(id); at > 0 {
		return m.events.At(int(at) - 1).ref
	}
	return 0
}

// callOf is the call that a result names: its event + 1, or the negative number of an ID that no call had yet.
func (m *mapper) callOf(id []byte) int32 {
	n, _ := m.calls.Intern(id)
	for len(m.callAt) <= int(n) {
		m.callAt = append(m.callAt, 0)
	}
	if at := m.callAt[n]; at != 0 {
		return at
	}
	return -int32(n)
}
