package claudecode

import (
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// flow is what the mapper follows through the session.
type flow struct {
	now   setup // what holds after the record that is mapped
	held  int32 // the setup that it inherited
	fresh bool  // the record is a node of its own
	extra int   // its events beside its content

	// Of the next draft.
	cause  asif.Ref
	method string
	inputs []asif.Ref

	changes  []adapters.Setting // of the record
	known    numbered           // keys and values of settings
	furthers asif.Chunks[further]
	latches  latches

	turns   asif.Chunks[turn]
	prompts asif.Chunks[prompt]
	queue   queue

	pending map[asif.ID]*pendingCall // by call
	asking  map[asif.ID]int          // open requests of a record
	decided bool                     // some record tells how a call was allowed
	ran     bool                     // some call ran

	tasks     map[string]*task
	todoTasks numbered
	todoLists [][]todo
	costs     []cost
}

// firstAside numbers the events of a record that are beside its content: no content has so many blocks.
const firstAside = 10_000

// aside is the block number of the record's next event beside its content.
func (m *mapper) aside() int {
	m.extra++
	return firstAside + m.extra - 1
}

// inherit takes over what held after the record's parent. A beginning inherits nothing; a compaction, and a record
// whose parent is not in the file, follow the record before.
func (m *mapper) inherit(n *node, previous asif.ID) {
	from := n.parent
	if from == 0 && m.compacts() || from != 0 && m.node(from).pos == 0 {
		from = previous
	}
	m.now, m.held = setup{}, 0
	if from == 0 || m.node(from).side != n.side {
		return
	}
	if m.held = m.node(from).setup; m.held != 0 {
		m.now = *m.setups.At(int(m.held) - 1)
	}
}

// compacts tells whether the record stands at the beginning of what a compaction left.
func (m *mapper) compacts() bool {
	return m.rec.summary || string(m.rec.subtype) == "compact_boundary"
}

// hold keeps what holds after the record.
func (m *mapper) hold() {
	last := m.setups.Len()
	switch {
	case m.now == setup{}:
		m.held = 0
	case m.held != 0 && m.now == *m.setups.At(int(m.held) - 1):
	case last > 0 && m.now == *m.setups.At(last - 1):
		m.held = int32(last)
	default:
		m.held = int32(m.setups.Add(m.now) + 1)
	}
	m.node(m.self).setup = m.held
}

// beside gives a record without identity a place in the chain, under the record before it. Nothing follows it.
func (m *mapper) beside() {
	previous := m.before()
	m.key = strconv.AppendInt(append(m.key[:0], "\x00@"...), m.native.Span.Offset, 10)
	m.self, _ = m.ids.Intern(m.key)
	n := m.node(m.self)
	if n.pos != 0 {
		return
	}
	*n = node{parent: previous, pos: int32(m.order.Add(m.self) + 1), first: int32(m.events.Len())}
	if previous != 0 {
		n.side = m.node(previous).side
	}
	m.inherit(n, previous)
	m.fresh = true
}

// before is the record of the chain before this one.
func (m *mapper) before() asif.ID {
	if n := m.order.Len(); n > 0 {
		return *m.order.At(n - 1)
	}
	return 0
}
