package claudecode

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// A turn is what the main agent does for one prompt: an execution that begins with the first answer to it. It ends
// where the harness says so; in versions that do not say it, where the model ended its answer.

// turn is an execution of the main agent.
type turn struct {
	run    adapters.ExecutionRef
	prompt []byte      // promptId
	span   source.Span // of the record that it began with
	last   asif.Ref    // event of its last response
	calls  bool        // that response called a tool
	status asif.ExecutionStatus
}

// done tells whether a turn has ended: nothing may follow (O09).
func (t *turn) done() bool { return t.status != asif.ExecutionRunning }

// prompt is what somebody sent.
type prompt struct {
	ref  asif.Ref
	node asif.ID
	id   []byte // promptId
	time []byte
}

// turnNow is the turn that the record stands in, or nil.
func (m *mapper) turnNow() *turn {
	if m.now.turn == 0 {
		return nil
	}
	return m.turns.At(int(m.now.turn) - 1)
}

// run is the execution of the turn that the record stands in.
func (m *mapper) run() adapters.ExecutionRef {
	if t := m.turnNow(); t != nil {
		return t.run
	}
	return 0
}

// sends tells whether a turn of its own can begin with the record: it is sent on the main line, and not into a turn
// that goes on, as a queued prompt and a further record with the same promptId are.
func (m *mapper) sends() bool {
	if m.node(m.self).side != 0 {
		return false
	}
	t := m.turnNow()
	if t == nil || t.done() {
		return true
	}
	id := m.rec.string(fPromptID)
	return len(m.rec.attachment) == 0 && (len(id) == 0 || !bytes.Equal(id, t.prompt))
}

// closeTurn ends a turn that nothing else ended, where the next prompt follows.
func (m *mapper) closeTurn() {
	t := m.turnNow()
	if t != nil && !t.done() {
		status := asif.ExecutionUnknown
		if !t.calls {
			status = asif.ExecutionCompleted
		}
		m.method, m.inputs = "how the turn's last response ends, and that another prompt follows", []asif.Ref{t.last}
		m.transition(t, status, m.harness(), nil)
	}
	m.now.turn, m.now.prompt = 0, 0
}

// promptSent remembers a prompt for the turn that answers it.
func (m *mapper) promptSent(ref asif.Ref) {
	m.now.prompt = int32(m.prompts.Add(prompt{
		ref: ref, node: m.self, id: bytes.Clone(m.rec.string(fPromptID)), time: bytes.Clone(m.rec.time),
	}) + 1)
}

// working begins a turn unless one goes on. It is named by promptId, else by the record that it begins with; so is
// work that the harness began after a turn had ended.
func (m *mapper) working() *turn {
	if m.node(m.self).side != 0 {
		return nil
	}
	t := m.turnNow()
	if t != nil && !t.done() {
		return t
	}
	x := adapters.Execution{Actor: m.mainAgent(), Started: m.rec.time, Model: m.known.value(m.now.model)}
	n := turn{status: asif.ExecutionRunning, span: m.native.Span}
	from := m.self
	if t == nil && m.now.prompt != 0 {
		p := m.prompts.At(int(m.now.prompt) - 1)
		from, m.cause, n.prompt = p.node, p.ref, p.id
		if len(p.time) > 0 {
			x.Started = p.time
		}
	}
	x.ID = string(n.prompt)
	if x.ID == "" {
		x.ID = "turn:" + string(bytes.TrimPrefix(m.ids.Append(nil, from), []byte("\x00")))
	}
	n.run = m.sink.Execution(x)
	m.now.turn = int32(m.turns.Add(n) + 1)
	t = m.turnNow()
	m.transition(t, asif.ExecutionRunning, m.harness(), nil)
	return t
}

// endTurn ends the turn that the record stands in. Later evidence of the same end only tells the time.
func (m *mapper) endTurn(status asif.ExecutionStatus, by adapters.ActorRef, fault []byte) {
	t := m.turnNow()
	if t == nil {
		return
	}
	if !t.done() {
		m.transition(t, status, by, fault)
	}
	m.sink.End(t.run, m.rec.time)
}

func (m *mapper) transition(t *turn, status asif.ExecutionStatus, by adapters.ActorRef, fault []byte) {
	t.status = status
	m.cite(m.add(m.aside(), by, 0, &adapters.Transition{Execution: t.run, Status: status, Error: fault}), t.span)
}

// apiError ends the turn with the error of the request that the harness gave up.
func (m *mapper) apiError() {
	if m.working() == nil {
		return
	}
	from := len(m.values)
	m.values = append(m.values, '{')
	for _, f := range [...]struct {
		name string
		id   int
	}{{`"error":`, fError}, {`"status":`, fErrorStatus}} {
		if raw := m.rec.get(f.id); raw != nil {
			if m.values[len(m.values)-1] != '{' {
				m.values = append(m.values, ',')
			}
			m.values = append(append(m.values, f.name...), raw...)
		}
	}
	m.values = append(m.values, '}')
	m.endTurn(asif.ExecutionFailed, m.harness(), m.values[from:len(m.values):len(m.values)])
}

// status is the state of the session at a record, the live leaf: waiting for an answer, or idle after a turn that
// ended. Anything else leaves no evidence.
func (g *graph) status(leaf int32) asif.CheckpointStatus {
	if leaf < 0 {
		return ""
	}
	for i := leaf; len(g.m.asking) > 0 && i >= 0; i = g.parent[i] {
		if g.m.asking[*g.m.index.order.At(int(i))] > 0 {
			return asif.StatusWaiting
		}
	}
	s := g.node(leaf).setup
	if s == 0 {
		return ""
	}
	t := g.m.setups.At(int(s) - 1).turn
	if t > 0 && g.m.turns.At(int(t)-1).status == asif.ExecutionCompleted {
		return asif.StatusIdle
	}
	return ""
}

// begins opens the turn that a response is part of, with what the agent was told before it.
func (m *mapper) begins(r *response) {
	if r.first != 0 {
		return
	}
	m.absorbed()
	m.working()
}

// ends remembers how a record leaves its response, and ends the turn where the model ended it.
func (m *mapper) ends(r *response) {
	t := m.turnNow()
	if t == nil || m.node(m.self).side != 0 {
		return
	}
	t.last, t.calls = r.first, false
	for i := range m.rec.blocks {
		t.calls = t.calls || string(m.rec.blocks[i].typ) == "tool_use"
	}
	if string(m.rec.string(fStopReason)) == "end_turn" {
		m.endTurn(asif.ExecutionCompleted, m.harness(), nil)
	}
}
