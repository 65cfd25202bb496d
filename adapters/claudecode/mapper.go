package claudecode

import (
	"hash/maphash"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// mapper maps one transcript. It maps each record when it is read and keeps the index for Finish.
type mapper struct {
	index
	out    adapters.Output
	sink   adapters.Sink
	ids    *asif.IDs
	agents []agentFile // the session's children
	own    agentFile   // the session's own, when a sub-agent's
	child  lane

	kinds  map[string]kind
	ledger *losses.Ledger
	rec    record
	visit  losses.Visit
	native *source.Record
	id     asif.ID // of the record that is mapped; 0 when it has no uuid
	self   asif.ID // its node

	calls     *asif.IDs // call IDs
	callAt    []int32   // event + 1 of a call ID's latest call
	keys      *asif.IDs // of responses
	byKey     []int32   // response + 1
	turn      int32
	models    [][]byte
	tools     map[string]adapters.ToolRef // by name: the one that calls are made by
	defined   map[string][]definition
	who       actors
	titles    titles
	missing   map[string]bool // sub-agents without a transcript
	works     map[string]*work
	chains    sideChains
	dialect   dialect
	controls  map[string]bool // requests of a stream that wait for an answer
	consulted map[string]bool // calls that were asked about
	workers   map[string]adapters.ActorRef
	spilled   map[string]string // tool outputs with files of their own: path by name
	next      continuation
	forked    bool                    // a sub-agent that goes on from its parent's conversation
	siblings  []asif.NativeIdentifier // sessions beside it with the same beginning
	isCopy    bool                    // of one of them
	from      ancestor
	handed    []asif.Lineage // where a session comes from that we wrote
	other     func(id string) (adapters.Session, bool)
	clearings map[asif.ID]*cleared
	names     []asif.NativeIdentifier // of sessions that this one comes from or goes on in
	places    places
	wire      wireLog
	again     source.Input // the transcript, when it can be read once more

	flow

	// Reused for every draft.
	draft   adapters.Draft
	message adapters.Message
	call    adapters.ToolCall
	result  adapters.ToolResult
	note    adapters.Note
	unknown adapters.Unmapped
	parts   []adapters.Part
	values  []byte
	key     []byte
}

// lane tells which lines of a file are its main line.
type lane uint8

const (
	laneUnknown lane = iota // the first line of the chain will tell
	laneMain
	laneChild // a sub-agent's file: its side chain is its main line
)

// kind is a record kind with its account and its mapping.
type kind struct {
	account *losses.Account
	do      func(*mapper) losses.Outcome
}

// Kinds that the file does not name.
const (
	kindNone      = "(no type)"
	kindOdd       = "(odd type)"
	kindAgentMeta = "agent-meta"
)

// handlers map the kinds that say something; all others are told by their tables alone.
var handlers = map[string]func(*mapper) losses.Outcome{
	"user":         (*mapper).user,
	"assistant":    (*mapper).assistant,
	"system":       (*mapper).system,
	"attachment":   (*mapper).attachment,
	"progress":     (*mapper).progress,
	"last-prompt":  (*mapper).lastPrompt,
	"custom-title": (*mapper).customTitle,
	"ai-title":     (*mapper).modelTitle,
	"summary":      (*mapper).summary,

	"permission-mode": (*mapper).permissionMode,
	"queue-operation": (*mapper).queueOperation,
	"cost-state":      (*mapper).costState,

	"api-request":       (*mapper).request,
	"api-request-blob":  (*mapper).blob,
	"api-request-shape": (*mapper).contract,

	kindMark:           (*mapper).handedOver,
	"continued-in":     (*mapper).continuedIn,
	"fork-context-ref": (*mapper).forkContext,
	"started":          (*mapper).journal,
	"result":           (*mapper).turnResult,
	"failed":           (*mapper).journal,

	"control_request":        (*mapper).controlRequest,
	"control_response":       (*mapper).controlResponse,
	"control_cancel_request": (*mapper).controlCancel,
	"stream_event":           preserve(whyStream),
	"rate_limit_event":       preserve(whyStream),
	"conversation_reset":     preserve(whyStream),
	"keep_alive":             preserve(whyStream),
	"tool_progress":          preserve(whyStream),
	"auth_status":            preserve(whyStream),
}

func newMapper(out adapters.Output, led *losses.Ledger, f files, l lane) *mapper {
	m := &mapper{
		out: out, sink: out.Document(""), agents: f.agents, own: f.own, spilled: f.spilled, names: f.names, siblings: f.names, other: f.other, again: f.again, child: l, ledger: led, kinds: map[string]kind{},
		missing: map[string]bool{}, works: map[string]*work{}, controls: map[string]bool{}, consulted: map[string]bool{}, workers: map[string]adapters.ActorRef{},
		calls: asif.NewIDs(), keys: asif.NewIDs(), tools: map[string]adapters.ToolRef{}, defined: map[string][]definition{},
	}
	m.ids = m.sink.IDs()
	m.logical, m.kept = map[asif.ID]asif.ID{}, map[asif.ID]*keep{}
	m.rec.seed = maphash.MakeSeed()
	m.visit = m.rec.field
	for name, do := range handlers {
		m.kinds[name] = kind{led.Account(name), do}
	}
	for _, s := range states {
		m.kinds[s.kind] = kind{led.Account(s.kind), preserve(s.why)}
	}
	m.kinds[kindAgentMeta] = kind{led.Account(kindAgentMeta), preserve(whyMeta)}
	return m
}

// Record implements adapters.Mapper.
func (m *mapper) Record(r *source.Record) (losses.Outcome, error) {
	k := m.kindOf(r)
	m.rec.reset()
	m.native, m.id, m.self, m.wire.said = r, 0, 0, 0
	m.fresh, m.extra, m.changes = false, 0, m.changes[:0]
	m.values = m.values[:0]
	r.Walk(k.account, m.visit)
	m.sniff(r)
	o := k.do(m)
	if m.fresh {
		m.hold()
		m.copied()
	}
	return o, nil
}

// kindOf finds the kind of a record by its type. The file beside a sub-agent's transcript has none.
func (m *mapper) kindOf(r *source.Record) kind {
	if r.Input > 0 && m.own.id != "" {
		return m.kinds[kindAgentMeta]
	}
	typ := adapters.Text(r.Peek("type"))
	k, ok := m.kinds[string(typ)]
	if ok && string(typ) != kindAgentMeta {
		return k
	}
	return m.unknownKind(typ)
}

// unknownKind is a kind without a table. Names that could be content are not told.
func (m *mapper) unknownKind(typ []byte) kind {
	name := kindOdd
	switch {
	case len(typ) == 0:
		name = kindNone
	case len(m.kinds) < maxKinds && plain(typ):
		name = string(typ)
	}
	k, ok := m.kinds[name]
	if !ok || name == kindAgentMeta {
		k = kind{m.ledger.Account(name), (*mapper).unmapped}
		m.kinds[name] = k
	}
	return k
}

// maxKinds bounds the kinds that are told apart.
const maxKinds = 256

// plain tells whether a type is a name: at most 64 letters, digits and the usual marks.
func plain(typ []byte) bool {
	for _, c := range typ {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' && c != '.' && c != '/' && c != ':' {
			return false
		}
	}
	return len(typ) <= 64
}

// enter makes the record a node of the chain. It is false for a record whose uuid stands in the file already.
func (m *mapper) enter(flags uint32) bool {
	r := &m.rec
	if m.child == laneUnknown {
		m.child = laneMain
		if r.side {
			m.child = laneChild
		}
	}
	m.seen++
	previous := m.before()
	m.id, _ = m.ids.Intern(r.uuid)
	parent, _ := m.ids.Intern(r.parent)
	m.self = m.id
	if m.self == 0 {
		m.key = strconv.AppendInt(append(m.key[:0], "\x00@"...), m.native.Span.Offset, 10)
		m.self, _ = m.ids.Intern(m.key)
		if parent == 0 {
			parent = previous
		}
	}
	if m.dialect == dialectStream {
		m.child, r.side = laneMain, len(r.string(fParentCall)) > 0
	}
	n := m.node(m.self)
	sum := r.digest()
	if n.pos != 0 {
		m.repeated(n, parent, sum)
		return false
	}
	if m.dialect == dialectStream {
		parent = m.streamParent()
	}
	pos := int32(m.order.Add(m.self) + 1)
	*n = node{parent: parent, pos: pos, first: int32(m.events.Len()), sum: sum, flags: flags}
	if r.side && m.child != laneChild {
		n.side = m.sideOf(parent)
	}
	m.fresh = true
	m.inherit(n, previous)
	m.configure()
	return true
}

// sideOf is the side chain that a record under that parent belongs to: the parent's, or a new one.
func (m *mapper) sideOf(parent asif.ID) int32 {
	if parent != 0 {
		if s := m.node(parent).side; s != 0 {
			return s
		}
	}
	m.sides++
	return m.sides
}

// repeated tells about a record that stands in the file already. Its content counts once; its last parent counts.
func (m *mapper) repeated(n *node, parent asif.ID, sum uint32) {
	kind := losses.DuplicateRecordDropped
	if n.sum != sum || n.parent != parent {
		kind = losses.ConflictingDuplicate
	}
	if n.parent != parent && parent != m.self {
		m.moves = append(m.moves, move{m.self, parent})
	}
	m.lose(kind, n)
}

// again is the outcome of a record that stands in the file already.
var again = losses.Outcome{Do: losses.Dropped, Why: "duplicate_record"}

// lose declares a loss that touches a node.
func (m *mapper) lose(k losses.Kind, n *node) {
	if n.count == 0 {
		m.sink.Lose(k)
		return
	}
	m.sink.Lose(k, m.events.At(int(n.first)).ref)
}

// add drafts an event of the record. block is the position of the content block that it begins with.
func (m *mapper) add(block int, actor adapters.ActorRef, flags uint32, data adapters.Data) asif.Ref {
	m.draft = adapters.Draft{
		ID: m.id, Block: block, Actor: actor, Span: m.native.Span, Time: m.rec.time, Seen: flags&isSeen != 0, Data: data,
		Run: m.run(), Cause: m.cause, Method: m.method, Inputs: m.inputs,
	}
	m.cause, m.method, m.inputs = 0, "", nil
	ref := m.sink.Event(&m.draft)
	m.events.Add(event{ref: ref, node: m.self, flags: flags})
	m.node(m.self).count++
	return ref
}

// say drafts a message of the collected parts and forgets them.
func (m *mapper) say(block int, actor adapters.ActorRef, role asif.Role, flags uint32) asif.Ref {
	m.message = adapters.Message{Role: role, Parts: m.parts}
	m.wire.said += int32(len(m.parts))
	ref := m.add(block, actor, flags|isSeen, &m.message)
	m.parts = m.parts[:0]
	return ref
}

// remark drafts a note of the collected parts and forgets them.
func (m *mapper) remark(category string, flags uint32) asif.Ref {
	m.note = adapters.Note{Category: category, Parts: m.parts}
	ref := m.add(0, m.harness(), flags, &m.note)
	m.parts = m.parts[:0]
	return ref
}

// mapping is the outcome of a record that stands in the document.
var mapping = losses.Outcome{Do: losses.Mapped}

// folding is the outcome of a record that only adds to what another record began.
var folding = losses.Outcome{Do: losses.Folded}
