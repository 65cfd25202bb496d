package claudecode

import (
	"bytes"
	"hash/maphash"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// synthetic is the model of texts that the harness wrote itself.
const synthetic = "<synthetic>"

// filler is the text that a resume writes where no answer came.
const filler = "No response requested."

// assistant maps one line of a response. Text and thinking of a response that stand together are one message, even
// over several lines; a call ends it.
func (m *mapper) assistant() losses.Outcome {
	if m.isFiller() {
		return m.fill()
	}
	if !m.enter(isAssistant) {
		return again
	}
	return m.spoke()
}

// spoke maps a line of a response that has its place in the chain.
func (m *mapper) spoke() losses.Outcome {
	r := &m.rec
	g := m.responseOf()
	n := m.node(m.self)
	n.group = int32(g + 1)
	w := reply{m: m, r: m.responses.At(g), actor: m.agent()}
	m.modelUsed()
	m.change()
	m.begins(w.r)
	m.beginSide()
	m.parts = m.parts[:0]
	if r.content != nil {
		m.parts = append(m.parts, adapters.NewText(r.content))
	}
	for i := range r.blocks {
		w.block(i, &r.blocks[i])
	}
	w.end()
	if w.r.first == 0 { // usage needs an event
		w.draft()
	}
	if int(n.count) == m.extra && w.r.message != 0 {
		n.into = w.r.event + 1
	}
	m.ends(w.r)
	m.modelOf(w.r)
	if !m.inherited() {
		m.usage(w.r.first)
	}
	m.sentByModel(n.group)
	if n.count == 0 {
		return folding
	}
	return mapping
}

// isFiller tells whether the harness wrote the record: an API error, or a text in place of an answer.
func (m *mapper) isFiller() bool {
	r := &m.rec
	if r.apiError {
		return true
	}
	if string(adapters.Text(r.model)) != synthetic {
		return false
	}
	for i := range r.blocks {
		if string(adapters.Text(r.blocks[i].text)) == filler {
			return true
		}
	}
	return string(adapters.Text(r.content)) == filler
}

// fill maps a record that no model wrote: a note that no model saw.
func (m *mapper) fill() losses.Outcome {
	r := &m.rec
	if !m.enter(isUser) {
		return again
	}
	m.change()
	m.parts = m.parts[:0]
	if r.content != nil {
		m.parts = append(m.parts, adapters.NewText(r.content))
	}
	for i := range r.blocks {
		p, ok := m.blockPart(&r.blocks[i], purposeInput)
		if !ok {
			p = m.unknownBlock(r.blocks[i].raw)
		}
		m.parts = append(m.parts, p)
	}
	if !r.apiError {
		m.remark("claude-code/filler", 0)
		return mapping
	}
	m.remark("claude-code/api_error_message", 0)
	m.apiError()
	return mapping
}

// responseOf is the response that the record belongs to. requestRef tells it; else message.id together with requestId;
// else message.id alone, as long as the turn lasts.
func (m *mapper) responseOf() int {
	r := &m.rec
	key := r.requestRef
	if len(key) == 0 {
		key = r.messageID
	}
	id, _ := m.keys.Intern(key)
	if id == 0 {
		return m.responses.Add(response{turn: m.turn})
	}
	for len(m.byKey) <= int(id) {
		m.byKey = append(m.byKey, 0)
	}
	request := uint32(0)
	if len(r.requestID) > 0 {
		request = uint32(maphash.Bytes(r.seed, r.requestID)) | 1
	}
	if g := m.byKey[id]; g != 0 {
		p := m.responses.At(int(g) - 1)
		if len(r.requestRef) > 0 || request != 0 && p.request == request || request == 0 && p.request == 0 && p.turn == m.turn {
			return int(g) - 1
		}
	}
	g := m.responses.Add(response{turn: m.turn, request: request})
	m.byKey[id] = int32(g + 1)
	return g
}

// reply adds the blocks of one record to its response.
type reply struct {
	m     *mapper
	r     *response
	actor adapters.ActorRef
	from  int  // block that the collected parts begin with
	blank bool // thinking without text among them
}

func (w *reply) block(i int, b *block) {
	m := w.m
	if len(m.parts) == 0 {
		w.from = i
	}
	switch typ := string(b.typ); typ {
	case "thinking":
		w.thinking(b)
	case "redacted_thinking":
		if b.redacted != nil {
			m.parts = append(m.parts, m.sealed(b.redacted, typeRedacted))
		}
	case "tool_use", "server_tool_use", "mcp_tool_use":
		w.end()
		w.call(i, b)
	default:
		if slices.Contains(serverResults, typ) {
			w.end()
			w.serverResult(i, b)
			return
		}
		p, ok := m.blockPart(b, purposeInput)
		if !ok {
			p = m.unknownBlock(b.raw)
		}
		m.parts = append(m.parts, p)
	}
}

func (w *reply) thinking(b *block) {
	m := w.m
	if len(b.thinking) > 2 {
		m.parts = append(m.parts, m.reasoning(b.thinking))
	} else {
		w.blank = true
	}
	if len(b.signature) > 2 {
		m.parts = append(m.parts, m.sealed(b.signature, typeSignature))
	}
}

// end puts the collected parts into the response's open message, or into a new one.
func (w *reply) end() {
	m := w.m
	if len(m.parts) == 0 {
		return
	}
	if w.r.message != 0 {
		m.sink.Extend(w.r.message, m.native.Span, m.parts...)
		m.parts = m.parts[:0]
	} else {
		w.draft()
	}
	if w.blank {
		w.blank = false
		m.sink.Lose(losses.ReasoningTextNotRecorded, w.r.message)
	}
}

func (w *reply) draft() {
	w.r.message = w.m.say(w.from, w.actor, asif.RoleAssistant, isSpoken)
	w.r.event = int32(w.m.events.Len() - 1)
	w.begin(w.r.message)
}

// begin remembers the response's first event.
func (w *reply) begin(ref asif.Ref) {
	if w.r.first == 0 {
		w.r.first = ref
	}
}

// call maps one call. What the model sent counts more than what the harness made of it (wireToolInputs, 2.1.25x).
func (w *reply) call(i int, b *block) {
	m := w.m
	args := b.input
	if sent := source.Member(m.rec.wireInputs, string(b.call)); sent != nil {
		args = sent
	}
	status := asif.ArgumentsComplete
	if args == nil {
		status = asif.ArgumentsUnknown
	}
	m.callOf(b.call) // makes room
	m.call = adapters.ToolCall{Call: b.call, Tool: m.tool(b.name), Arguments: args, Status: status}
	w.begin(m.add(i, w.actor, isSeen|isSpoken|isCall, &m.call))
	m.callAt[m.calls.Find(b.call)] = int32(m.events.Len())
	m.watch(b.call, b.name, args)
	w.r.message = 0
	call := m.callEvent(b.call)
	m.called(b.call, call)
	m.delegates(b.name, b.call, args, call)
}

// serverResult maps a result inside the response.
func (w *reply) serverResult(i int, b *block) {
	m := w.m
	m.parts = m.parts[:0]
	switch {
	case len(b.result) == 0:
	case b.result[0] == '"':
		m.parts = append(m.parts, adapters.NewText(b.result))
	default:
		m.parts = append(m.parts, adapters.NewStructured(schemaBlock, b.result))
	}
	out := asif.OutcomeSuccess
	if b.isError {
		out = asif.OutcomeError
	}
	m.result = adapters.ToolResult{Call: b.toolUse, Outcome: out, Parts: m.parts}
	w.begin(m.add(i, m.server(), isSeen|isSpoken, &m.result))
	m.parts = m.parts[:0]
	w.r.message = 0
}

// tool declares a tool by its name. Its contract is not part of the record.
func (m *mapper) tool(name []byte) adapters.ToolRef {
	if t, ok := m.tools[string(name)]; ok {
		return t
	}
	label := string(name)
	if label == "" {
		label = "unnamed"
	}
	t := m.sink.Tool(asif.Tool{ID: "tool:" + label, Name: label, Description: "Contract not recorded.", InputSchema: []byte("true")})
	m.sink.Lose(losses.ToolSchemaNotRecorded)
	m.tools[string(name)] = t
	return t
}

// modelOf remembers the model of a response.
func (m *mapper) modelOf(r *response) {
	if len(m.rec.model) <= 2 || r.model != 0 {
		return
	}
	for i, have := range m.models {
		if bytes.Equal(have, m.rec.model) {
			r.model = int32(i + 1)
			return
		}
	}
	m.models = append(m.models, bytes.Clone(m.rec.model))
	r.model = int32(len(m.models))
}
