package codex

import (
	"bytes"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// provider is the namespace owner of native IDs.
const provider = "openai"

// actors are the declared participants.
type actors struct {
	person, caller, harness, main, parent, server adapters.ActorRef
	child                                         bool // the thread is a sub-agent's
	driven                                        bool // a program drives the thread
	nickname                                      string
	path                                          string
}

// person is who sends prompts: a person, the agent that delegated, or whoever drives a thread without a terminal.
func (m *mapper) person() adapters.ActorRef {
	switch w := &m.who; {
	case w.child && !m.now.inherited:
		return m.parent()
	case w.child, w.driven:
		return m.declare(&w.caller, asif.Participant{ID: "caller", Kind: asif.ParticipantUnknown, Name: name("Caller of Codex")})
	default:
		return m.declare(&w.person, asif.Participant{ID: "human", Kind: asif.ParticipantHuman})
	}
}

func (m *mapper) parent() adapters.ActorRef {
	return m.declare(&m.who.parent, asif.Participant{ID: "agent:parent", Kind: asif.ParticipantAgent, Provider: provider})
}

func (m *mapper) harness() adapters.ActorRef {
	return m.declare(&m.who.harness, asif.Participant{ID: "harness", Kind: asif.ParticipantService, Name: name("Codex CLI"), Provider: provider})
}

// agent is the model that speaks in the thread; what a sub-agent inherited, its parent said.
func (m *mapper) agent() adapters.ActorRef {
	if m.who.child && m.now.inherited {
		return m.parent()
	}
	p := asif.Participant{ID: "agent:main", Kind: asif.ParticipantAgent, Provider: provider}
	if m.who.nickname != "" {
		p.Name = name(m.who.nickname)
	}
	return m.declare(&m.who.main, p)
}

// server runs the tools whose results the provider keeps.
func (m *mapper) server() adapters.ActorRef {
	return m.declare(&m.who.server, asif.Participant{ID: "tool-server:openai", Kind: asif.ParticipantService, Provider: provider})
}

// author is the agent that a path names. A path above the thread's own is its parent.
func (m *mapper) author(path []byte) adapters.ActorRef {
	switch {
	case len(path) == 0:
		return m.harness()
	case m.who.child && bytes.HasPrefix([]byte(m.who.path), append(bytes.Clone(path), '/')), m.who.child && m.who.path == "":
		return m.parent()
	}
	return m.sink.Actor(asif.Participant{ID: "agent:" + string(path), Kind: asif.ParticipantAgent, Provider: provider, NativeID: string(path)})
}

func (m *mapper) declare(ref *adapters.ActorRef, p asif.Participant) adapters.ActorRef {
	if *ref == 0 {
		*ref = m.sink.Actor(p)
	}
	return *ref
}

func name(s string) *string { return &s }

// spawned remembers a thread that this one spawned.
func (m *mapper) spawned(id string) {
	if id == "" || m.now.inherited || m.input > 0 {
		return
	}
	if !slices.Contains(m.spawns, id) {
		m.spawns = append(m.spawns, id)
	}
}

// subAgents declares the sub-agents with files of their own, and those whose file is missing.
func (m *mapper) subAgents() {
	m.agent()
	for i, id := range m.family.children {
		p := m.subAgent(id)
		if child, ok := m.out.Child(i); ok {
			p.ChildSession = &child
		}
		m.sink.Actor(p)
	}
	for _, id := range m.spawns {
		if slices.Contains(m.family.children, id) || string(m.family.thread) == id {
			continue
		}
		m.sink.Lose(losses.SubagentTranscriptMissing)
		m.sink.Actor(m.subAgent(id))
	}
}

func (m *mapper) subAgent(id string) asif.Participant {
	return asif.Participant{ID: "agent:" + id, Kind: asif.ParticipantAgent, Provider: provider, NativeID: id, ParentParticipantID: "agent:main"}
}
