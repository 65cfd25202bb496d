package claudecode

import (
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// actor is the participant of a voice.
func (m *mapper) actor(v voice) adapters.ActorRef {
	switch v {
	case voicePerson:
		return m.declare(&m.who.person, asif.Participant{ID: "human", Kind: asif.ParticipantHuman})
	case voiceHost:
		return m.declare(&m.who.host, asif.Participant{ID: "host", Kind: asif.ParticipantService, Name: name("Agent SDK host")})
	case voiceTasks:
		return m.declare(&m.who.tasks, asif.Participant{ID: "service:tasks", Kind: asif.ParticipantService, Name: name("Background work"), Provider: provider})
	case voiceChannel:
		return m.sender("channel", asif.ParticipantService)
	case voicePeer:
		return m.sender("peer", asif.ParticipantAgent)
	case voiceAgent:
		if m.child != laneChild {
			return m.mainAgent()
		}
		return m.declare(&m.who.parent, asif.Participant{ID: "agent:parent", Kind: asif.ParticipantAgent, Provider: provider})
	}
	return m.harness()
}

// sender is the participant that a message came from: another agent or a channel, by the name that it has in the record.
func (m *mapper) sender(id string, k asif.ParticipantKind) adapters.ActorRef {
	p := asif.Participant{ID: id, Kind: k}
	if from := m.rec.string(fOriginFrom); len(from) > 0 {
		p.ID, p.NativeID = id+":"+string(from), string(from)
	}
	if called := m.rec.string(fOriginName); len(called) > 0 {
		p.Name = name(string(called))
		if p.NativeID == "" {
			p.ID = id + ":" + string(called)
		}
	}
	return m.sink.Actor(p)
}

func (m *mapper) harness() adapters.ActorRef {
	return m.declare(&m.who.harness, asif.Participant{ID: "harness", Kind: asif.ParticipantService, Name: name("Claude Code"), Provider: provider})
}

func (m *mapper) mainAgent() adapters.ActorRef {
	return m.declare(&m.who.main, asif.Participant{ID: "agent:main", Kind: asif.ParticipantAgent, Provider: provider})
}

// server runs the tools whose results stand inside a response.
func (m *mapper) server() adapters.ActorRef {
	return m.declare(&m.who.server, asif.Participant{ID: "tool-server:anthropic", Kind: asif.ParticipantService, Provider: provider})
}

// agent is the model that speaks in the record: the main agent, or that of a side chain inside the file.
func (m *mapper) agent() adapters.ActorRef {
	return m.sideAgent(int(m.node(m.self).side))
}

// sideAgent is the agent of a side chain inside the file; 0 is the main line.
func (m *mapper) sideAgent(side int) adapters.ActorRef {
	if side == 0 {
		return m.mainAgent()
	}
	for len(m.who.sides) <= side {
		m.who.sides = append(m.who.sides, 0)
	}
	if m.who.sides[side] == 0 {
		m.mainAgent()
		m.who.sides[side] = m.sink.Actor(asif.Participant{
			ID: "agent:side-" + strconv.Itoa(side), Kind: asif.ParticipantAgent, Provider: provider, ParentParticipantID: "agent:main",
		})
	}
	return m.who.sides[side]
}

func (m *mapper) declare(ref *adapters.ActorRef, p asif.Participant) adapters.ActorRef {
	if *ref == 0 {
		*ref = m.sink.Actor(p)
	}
	return *ref
}

func name(s string) *string { return &s }
