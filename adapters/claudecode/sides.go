package claudecode

import (
	"hash/maphash"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Sub-agents inside the session's file (up to 1.0, and in stream-json) are side chains. In a transcript nothing but the
// text of its first prompt ties one to the call that began it; in a stream each line names the call.

// sideChains ties side chains to calls.
type sideChains struct {
	open  []delegatedCall     // whose side chain has not begun
	of    map[asif.ID]int32   // call → side chain
	begun int32               // side chains looked at
	told  map[string]asif.ID  // sub-agent → its last message in a progress line
	lanes map[asif.ID]asif.ID // of a stream: call, or 0 for the main line → its last record
}

// delegatedCall is a call of a sub-agent, by its prompt.
type delegatedCall struct {
	call   asif.ID
	event  asif.Ref
	prompt uint64
}

// delegating are the tools that begin sub-agents: Task until 2.1.62, Agent since.
var delegating = map[string]bool{"Task": true, "Agent": true}

// delegates remembers a call that begins a sub-agent.
func (m *mapper) delegates(name, call, args []byte, ref asif.Ref) {
	if !delegating[string(name)] {
		return
	}
	n, _ := m.calls.Intern(call)
	m.chains.open = append(m.chains.open, delegatedCall{n, ref, maphash.Bytes(m.rec.seed, adapters.Text(source.Member(args, "prompt")))})
}

// beginSide ties a side chain that begins with the record to its call, which becomes the cause of what comes first.
func (m *mapper) beginSide() {
	side := m.node(m.self).side
	s := &m.chains
	if side <= s.begun {
		return
	}
	s.begun = side
	call, _ := m.calls.Intern(m.rec.string(fParentCall))
	said := maphash.Bytes(m.rec.seed, m.firstText())
	for i, c := range s.open {
		if call != 0 && c.call != call || call == 0 && c.prompt != said {
			continue
		}
		s.open = append(s.open[:i], s.open[i+1:]...)
		if s.of == nil {
			s.of = map[asif.ID]int32{}
		}
		s.of[c.call] = side
		m.cause = c.event
		return
	}
}

// firstText is the first text of the record.
func (m *mapper) firstText() []byte {
	r := &m.rec
	if r.content != nil {
		return adapters.Text(r.content)
	}
	if len(r.blocks) > 0 {
		return adapters.Text(r.blocks[0].text)
	}
	return nil
}

// sideEnded follows the side chain that a result of the record ends.
func (m *mapper) sideEnded() {
	if len(m.chains.of) == 0 || len(m.rec.resultAgent) > 0 {
		return
	}
	for i := range m.rec.blocks {
		b := &m.rec.blocks[i]
		if string(b.typ) != "tool_result" {
			continue
		}
		if side := m.chains.of[m.calls.Find(b.toolUse)]; side > 0 {
			status, ok := workStatus[string(m.rec.string(fWorkStatus))]
			if !ok {
				status = m.statusOfResult()
			}
			m.follow("side-"+strconv.Itoa(int(side)), func() adapters.ActorRef { return m.sideAgent(int(side)) }, status)
		}
	}
}

// streamParent is what a line of a stream follows: the line before of the same agent.
func (m *mapper) streamParent() asif.ID {
	call, _ := m.calls.Intern(m.rec.string(fParentCall))
	if m.chains.lanes == nil {
		m.chains.lanes = map[asif.ID]asif.ID{}
	}
	before := m.chains.lanes[call]
	m.chains.lanes[call] = m.self
	return before
}

// toldAside maps the message of a sub-agent that a progress line holds, when the sub-agent has no file (2.1.12 to 2.1.81). false: there
// is none.
func (m *mapper) toldAside() (losses.Outcome, bool) {
	r, s := &m.rec, &m.chains
	id, uuid := string(r.string(fWorker)), r.string(fToldUUID)
	flags := map[string]uint32{"user": isUser, "assistant": isAssistant}[string(r.string(fToldAs))]
	if string(r.string(fTold)) != "agent_progress" || id == "" || len(id) > maxWorkID || len(uuid) == 0 || flags == 0 || m.isAgent(id) {
		return losses.Outcome{}, false
	}
	n, _ := m.ids.Intern(uuid)
	if m.node(n).pos != 0 {
		return losses.Outcome{}, false
	}
	m.hold() // of the progress line, which others follow
	m.id, m.self = n, n
	pos := int32(m.order.Add(n) + 1)
	*m.node(n) = node{parent: s.told[id], pos: pos, first: int32(m.events.Len()), flags: flags}
	m.node(n).side = m.sideOf(s.told[id])
	m.inherit(m.node(n), 0)
	if s.told == nil {
		s.told = map[string]asif.ID{}
	}
	s.told[id] = n
	for side := int(m.node(n).side); len(m.who.sides) <= side; {
		m.who.sides = append(m.who.sides, 0)
	}
	m.who.sides[m.node(n).side] = m.subAgent(id, "")
	r.side, r.time = true, adapters.Quoted(r.get(fToldTime))
	if flags == isAssistant {
		return m.spoke(), true
	}
	return m.heard(), true
}
