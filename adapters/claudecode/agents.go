package claudecode

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// agentFile is a sub-agent with a transcript of its own, as its name and the file beside it tell.
type agentFile struct {
	id     string
	typ    string // "general-purpose"
	call   string // of the parent, that began it; since 2.1.20x
	parent string // sub-agent that began it; "": the session itself
	path   string
	meta   string // the file beside it, or ""

	children []agentFile // that it began
}

// work is a sub-agent, a workflow or a background task while it is followed.
type work struct {
	run   adapters.ExecutionRef
	actor adapters.ActorRef
	done  bool
}

// workStatus is what the harness's words for the state of work mean.
var workStatus = map[string]asif.ExecutionStatus{
	"completed": asif.ExecutionCompleted, "success": asif.ExecutionCompleted, "failed": asif.ExecutionFailed, "error": asif.ExecutionFailed,
	"killed": asif.ExecutionCancelled, "stopped": asif.ExecutionCancelled, "cancelled": asif.ExecutionCancelled,
	"async_launched": asif.ExecutionRunning, "running": asif.ExecutionRunning, "started": asif.ExecutionRunning,
	"queued_to_running": asif.ExecutionRunning, "interrupted": asif.ExecutionInterrupted,
}

// delegated follows the work that the record's result tells of: a sub-agent, a workflow, a background command.
func (m *mapper) delegated() {
	r := &m.rec
	told := workStatus[string(r.string(fWorkStatus))]
	switch id := string(r.resultAgent); {
	case len(id) > maxWorkID:
	case id != "":
		m.subAgentOf(r.resultAgent)
		typ := string(r.string(fWorkAgentType))
		if adapters.IsTrue(r.get(fWorkAsync)) {
			told = asif.ExecutionRunning
		} else if told == "" {
			told = m.statusOfResult()
		}
		m.follow(id, func() adapters.ActorRef { return m.subAgent(id, typ) }, told)
	case r.string(fWorkTask) != nil && r.string(fWorkTaskType) != nil && told != "":
		kind, label := string(r.string(fWorkTaskType)), string(r.string(fWorkflow))
		m.follow(string(r.string(fWorkTask)), func() adapters.ActorRef { return m.worker(kind, label) }, told)
	case r.string(fWorkBackground) != nil:
		m.follow(string(r.string(fWorkBackground)), func() adapters.ActorRef { return m.worker("background-command", "") }, asif.ExecutionRunning)
	}
}

// statusOfResult is how work ended whose result says no status (before 2.0.5x).
func (m *mapper) statusOfResult() asif.ExecutionStatus {
	for i := range m.rec.blocks {
		b := &m.rec.blocks[i]
		if string(b.typ) != "tool_result" {
			continue
		}
		switch m.outcome(b) {
		case asif.OutcomeSuccess:
			return asif.ExecutionCompleted
		case asif.OutcomeCancelled:
			return asif.ExecutionCancelled
		}
		return asif.ExecutionFailed
	}
	return asif.ExecutionUnknown
}

// follow tells the state of work. What is told again after its end is not told twice, unless it began again.
func (m *mapper) follow(id string, actor func() adapters.ActorRef, status asif.ExecutionStatus) {
	if status == "" {
		status = asif.ExecutionUnknown
	}
	w := m.works[id]
	if w == nil || w.done && status == asif.ExecutionRunning {
		if w == nil {
			w = &work{actor: actor()}
			m.works[id] = w
		}
		x := adapters.Execution{ID: "work:" + id, Actor: w.actor}
		if status == asif.ExecutionRunning {
			x.Started = m.rec.time
		}
		if model := adapters.Quoted(m.rec.get(fWorkModel)); len(model) > 2 {
			x.Model = append(append([]byte(`{"id":`), model...), '}')
		}
		w.run, w.done = m.sink.Execution(x), false
	}
	if w.done {
		return
	}
	w.done = status != asif.ExecutionRunning && status != asif.ExecutionUnknown
	if w.done {
		m.sink.End(w.run, m.rec.time)
	}
	m.caused(m.lastEvent(m.node(m.self)), w.actor, &adapters.Transition{Execution: w.run, Status: status})
}

// lastEvent is a node's last event, or 0.
func (m *mapper) lastEvent(n *node) asif.Ref {
	if n.count == 0 {
		return 0
	}
	return m.events.At(int(n.first + n.count - 1)).ref
}

// caused drafts an event beside the record's content that follows from another event.
func (m *mapper) caused(cause asif.Ref, actor adapters.ActorRef, data adapters.Data) {
	m.cause = cause
	m.add(m.aside(), actor, 0, data)
}

// notified follows the work that a notification tells of. raw is a JSON string; several can stand in one text.
func (m *mapper) notified(raw []byte) {
	if len(raw) == 0 || !bytes.Contains(raw[:min(len(raw), 64)], []byte("task-notification")) {
		return
	}
	rest := bytes.TrimSpace(adapters.Text(raw))
	for bytes.HasPrefix(rest, []byte("<task-notification>")) {
		one, after, ok := bytes.Cut(rest, []byte("</task-notification>"))
		if !ok {
			return
		}
		rest = bytes.TrimSpace(after)
		id, status := tagged(one, "task-id"), workStatus[string(tagged(one, "status"))]
		if len(id) == 0 || len(id) > maxWorkID || status == "" {
			continue
		}
		m.follow(string(id), func() adapters.ActorRef {
			if m.isAgent(string(id)) {
				return m.subAgent(string(id), "")
			}
			return m.worker("background-task", "")
		}, status)
	}
}

// allNotified follows the work that the record's texts tell of.
func (m *mapper) allNotified() {
	r := &m.rec
	m.notified(r.content)
	for i := range r.blocks {
		m.notified(r.blocks[i].text)
	}
}

// maxWorkID bounds the IDs of work that is told apart.
const maxWorkID = 128

// tagged is the text between a tag and its end.
func tagged(s []byte, tag string) []byte {
	_, s, ok := bytes.Cut(s, []byte("<"+tag+">"))
	if !ok {
		return nil
	}
	s, _, ok = bytes.Cut(s, []byte("</"+tag+">"))
	if !ok {
		return nil
	}
	return bytes.TrimSpace(s)
}

// journal follows what a workflow's own file tells of its agents.
func (m *mapper) journal() losses.Outcome {
	id := string(m.rec.string(fWorker))
	status := workStatus[journalStatus[string(adapters.Text(m.native.Peek("type")))]]
	if id == "" || len(id) > maxWorkID || status == "" {
		return losses.Outcome{Do: losses.Preserved, Why: whyState}
	}
	m.beside()
	m.follow(id, func() adapters.ActorRef { return m.subAgent(id, "workflow-subagent") }, status)
	return mapping
}

var journalStatus = map[string]string{"started": "running", "result": "completed", "failed": "failed"}

// journalTypes are the types of a journal's lines.
var journalTypes = map[string]bool{"launched": true, "started": true, "result": true, "failed": true}

// isAgent tells whether an ID is that of a sub-agent with a file.
func (m *mapper) isAgent(id string) bool {
	for i := range m.agents {
		if m.agents[i].id == id {
			return true
		}
	}
	return false
}

// subAgentOf remembers a sub-agent that a result names and that has no transcript. One that a sub-agent began can have
// its file with the session's.
func (m *mapper) subAgentOf(id []byte) {
	if m.isAgent(string(id)) || m.child == laneChild || m.missing[string(id)] {
		return
	}
	m.missing[string(id)] = true
	m.sink.Lose(losses.SubagentTranscriptMissing)
}

// subAgent is the participant of a sub-agent.
func (m *mapper) subAgent(id, typ string) adapters.ActorRef {
	if ref := m.workers[id]; ref != 0 {
		return ref
	}
	m.mainAgent()
	p := asif.Participant{ID: "agent:" + id, Kind: asif.ParticipantAgent, Provider: provider, NativeID: id, ParentParticipantID: "agent:main"}
	for i := range m.agents {
		if m.agents[i].id != id {
			continue
		}
		if m.agents[i].typ != "" {
			typ = m.agents[i].typ
		}
		if child, ok := m.out.Child(i); ok {
			p.ChildSession = &child
		}
	}
	if typ != "" {
		p.Name = name(typ)
	}
	m.workers[id] = m.sink.Actor(p)
	return m.workers[id]
}

// worker is the participant of work that no agent does.
func (m *mapper) worker(kind, label string) adapters.ActorRef {
	key := "\x00" + kind + ":" + label
	if ref := m.workers[key]; ref != 0 {
		return ref
	}
	p := asif.Participant{ID: "work:" + kind, Kind: asif.ParticipantService, Provider: provider}
	if label != "" {
		p.ID, p.Name = p.ID+":"+label, name(label)
	}
	m.workers[key] = m.sink.Actor(p)
	return m.workers[key]
}

// subAgents declares the sub-agents that nothing in the transcript named.
func (m *mapper) subAgents() {
	for i := range m.agents {
		m.subAgent(m.agents[i].id, "")
	}
}

// called begins the work of a sub-agent whose file names the call.
func (m *mapper) called(call []byte, ref asif.Ref) {
	for i := range m.agents {
		a := &m.agents[i]
		if a.call == "" || a.call != string(call) || m.works[a.id] != nil {
			continue
		}
		w := &work{actor: m.subAgent(a.id, "")}
		w.run = m.sink.Execution(adapters.Execution{ID: "work:" + a.id, Actor: w.actor, Started: m.rec.time})
		m.works[a.id] = w
		m.caused(ref, w.actor, &adapters.Transition{Execution: w.run, Status: asif.ExecutionRunning})
	}
}
