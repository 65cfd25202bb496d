package codex

import (
	"hash/maphash"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// mapper maps one thread: its own file first, then the files that it goes on from.
type mapper struct {
	out    adapters.Output
	sink   adapters.Sink
	ids    *asif.IDs
	ledger *losses.Ledger
	family family
	kinds  map[string]kind
	rec    record
	visit  losses.Visit
	native *source.Record
	seed   maphash.Seed
	check  source.Checker

	steps       asif.Chunks[step]
	ends        []int // of each file: the steps up to its end
	compactions []compaction
	byID        []asif.Ref // the one event of a native ID; -1: several
	now         stream
	input       int
	bases       []base // what the files read so far go on from

	calls    *asif.IDs // call IDs
	open     []callState
	tools    map[string]adapters.ToolRef
	who      actors
	places   places
	requests map[string][]question

	title  []byte
	model  []byte // of the last turn
	total  int64  // of tokens, as the thread's own file ends
	idle   bool   // the last turn ended
	names  []asif.NativeIdentifier
	spawns []string // threads that were spawned

	unnamed  int  // calls without an ID
	commands int  // that people typed
	copied   bool // the file begins with a copy of another thread's

	handed     []asif.Lineage // where a thread comes from that we wrote
	forkedFrom string         // the thread that the first line names
	copy       original
	shared     []landmark // by input: the latest event that another thread's document has too

	// Of the record that is mapped.
	block int
	added int // events

	draft  adapters.Draft
	parts  []adapters.Part
	values []byte
}

// base is where a file goes on from: another file's name, up to an ordinal.
type base struct {
	file  string
	cut   int64
	bytes int64
	own   string // the thread of the file that names it
}

// kind is a record kind with its account and its mapping.
type kind struct {
	account *losses.Account
	do      func(*mapper) losses.Outcome
}

// handlers map the kinds that say something; all others are told by their tables alone.
var handlers = map[string]func(*mapper) losses.Outcome{
	"response_item":                      (*mapper).responseItem,
	"event_msg":                          (*mapper).event,
	"session_meta":                       (*mapper).sessionMeta,
	"turn_context":                       (*mapper).turnContext,
	"compacted":                          (*mapper).compacted,
	"token_usage_record":                 (*mapper).usageRecord,
	"retained_context":                   (*mapper).retainedContext,
	"dynamic_tools_updated":              (*mapper).toolsUpdated,
	"world_state":                        (*mapper).worldState,
	"inter_agent_communication":          preserve(whyLater),
	"inter_agent_communication_metadata": preserve(whyState),
	"security_risk_score":                preserve(whyState),
	"realtime_item":                      preserve(whyLater),
	kindMeta:                             (*mapper).bareMeta,
	kindState:                            preserve(whyState),
	kindItem:                             (*mapper).responseItem,
	kindWhole:                            (*mapper).whole,
}

// preserve maps a kind that stays in the native resource.
func preserve(why string) func(*mapper) losses.Outcome {
	o := losses.Outcome{Do: losses.Preserved, Why: why}
	return func(*mapper) losses.Outcome { return o }
}

func newMapper(out adapters.Output, led *losses.Ledger, f family) *mapper {
	m := &mapper{
		out: out, sink: out.Document(""), ledger: led, family: f, kinds: map[string]kind{}, calls: asif.NewIDs(),
		tools: map[string]adapters.ToolRef{}, requests: map[string][]question{}, seed: maphash.MakeSeed(), open: make([]callState, 1), copy: original{at: -1},
	}
	m.ids = m.sink.IDs()
	m.visit = m.rec.field
	for name, do := range handlers {
		m.kinds[name] = kind{led.Account(name), do}
	}
	m.now = newStream()
	return m
}

func newStream() stream {
	return stream{cut: -1, ownFrom: -1, settings: map[string]string{}, last: map[int][]byte{}}
}

// Record implements adapters.Mapper.
func (m *mapper) Record(r *source.Record) (losses.Outcome, error) {
	for m.input < r.Input {
		m.nextFile()
	}
	k := m.kindOf(r)
	m.rec.reset()
	m.native, m.block, m.added = r, 0, 0
	m.values = m.values[:0]
	r.Walk(k.account, m.visit)
	if o := m.rec.f[fOrdinal]; o != nil && m.now.ownFrom >= 0 {
		m.now.inherited = adapters.Count(o) < m.now.ownFrom
	}
	if m.copied {
		m.follow()
	}
	if m.beyond() {
		return losses.Outcome{Do: losses.Preserved, Why: whyInherited}, nil
	}
	return k.do(m), nil
}

// nextFile begins the file that the one before goes on from.
func (m *mapper) nextFile() {
	m.endFile()
	m.input++
	b := m.bases[len(m.bases)-1]
	m.now = newStream()
	m.places.forget()
	m.now.cut, m.now.cutBytes = b.cut, b.bytes
	m.now.thread = []byte(b.own)
}

func (m *mapper) endFile() {
	m.flush()
	m.ends = append(m.ends, m.steps.Len())
	if len(m.bases) < len(m.ends) {
		m.bases = append(m.bases, base{cut: -1})
	}
}

// beyond tells whether the record stands in a base behind the place where the thread left it, and belongs to another
// thread.
func (m *mapper) beyond() bool {
	if m.input == 0 || !m.behindCut() {
		return false
	}
	return m.now.foreign
}

// behindCut tells whether the record stands behind the place where a later file left this one.
func (m *mapper) behindCut() bool {
	if m.now.cut < 0 {
		return false
	}
	if o := m.rec.f[fOrdinal]; o != nil {
		return adapters.Count(o) >= m.now.cut
	}
	return m.now.cutBytes > 0 && m.native.Span.Offset >= m.now.cutBytes
}

// kindOf finds the kind of a record by its type, or by its shape where it has none.
func (m *mapper) kindOf(r *source.Record) kind {
	typ := adapters.Text(r.Peek("type"))
	if k, ok := m.kinds[string(typ)]; ok && !hidden[string(typ)] {
		return k
	}
	name := string(typ)
	switch {
	case len(typ) == 0:
		name = untyped(r)
	case bare[name]:
		name = kindItem
	case hidden[name]:
		name = kindOdd
	}
	if k, ok := m.kinds[name]; ok {
		return k
	}
	if len(typ) > 0 && !plain(typ) || len(m.kinds) > maxKinds {
		name = kindOdd
	}
	k, ok := m.kinds[name]
	if !ok {
		k = kind{m.ledger.Account(name), (*mapper).unmapped}
		m.kinds[name] = k
	}
	return k
}

// untyped is the kind of a record without a type: of the generations that had none.
func untyped(r *source.Record) string {
	switch {
	case r.Peek("record_type") != nil:
		return kindState
	case r.Peek("items") != nil && r.Peek("session") != nil:
		return kindWhole
	case r.Peek("id") != nil && r.Peek("timestamp") != nil:
		return kindMeta
	}
	return kindNone
}

// bare are the items that stood without an envelope, to 0.31.
var bare = func() map[string]bool {
	out := map[string]bool{}
	for typ := range itemCases() {
		out[typ] = typ != ""
	}
	return out
}()

// maxKinds bounds the kinds that are told apart.
const maxKinds = 256

// plain tells whether a type is a name: at most 64 letters, digits and the usual marks.
func plain(typ []byte) bool {
	for _, c := range typ {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' && c != '.' && c != '/' && c != ':' {
			return false
		}
	}
	return len(typ) > 0 && len(typ) <= 64
}

// origin is where an event comes from.
type origin struct {
	id   asif.ID
	span source.Span
	time []byte
	from int64 // where the record stands in the file that it was copied from, or -1
}

// here is the record that is mapped.
func (m *mapper) here(id asif.ID) origin {
	return origin{id: id, span: m.native.Span, time: adapters.Quoted(m.rec.f[fTime]), from: m.copy.at}
}

// add drafts an event of the record that is mapped.
func (m *mapper) add(id asif.ID, actor adapters.ActorRef, flags uint32, data adapters.Data) asif.Ref {
	ref := m.put(m.here(id), m.block, actor, flags, data, m.now.run)
	m.block++
	return ref
}

// put drafts an event and makes it the next step.
func (m *mapper) put(at origin, block int, actor adapters.ActorRef, flags uint32, data adapters.Data, run adapters.ExecutionRef) asif.Ref {
	ref := m.draftEvent(at, block, actor, flags, data, run)
	m.share(m.step(step{ref: ref, flags: flags}), at, block, data)
	return ref
}

// draftEvent drafts an event without making it a step.
func (m *mapper) draftEvent(at origin, block int, actor adapters.ActorRef, flags uint32, data adapters.Data, run adapters.ExecutionRef) asif.Ref {
	m.draft.ID, m.draft.Block, m.draft.Actor, m.draft.Span, m.draft.Time = at.id, block, actor, at.span, at.time
	m.draft.Seen, m.draft.Data, m.draft.Run = flags&isSeen != 0, data, run
	ref := m.sink.Event(&m.draft)
	m.draft = adapters.Draft{}
	m.added++
	if at.id != 0 {
		m.remember(at.id, ref)
	}
	return ref
}

// step adds a step. Behind the place where a later file left this one, steps are taken back.
func (m *mapper) step(s step) int {
	if m.input > 0 && m.behindCut() {
		s.flags |= isTail
	}
	s.input = int32(m.input)
	return m.steps.Add(s)
}

// remember ties a native ID to its event, for the copies that compactions keep.
func (m *mapper) remember(id asif.ID, ref asif.Ref) {
	for len(m.byID) <= int(id) {
		m.byID = append(m.byID, 0)
	}
	if m.byID[id] != 0 {
		ref = -1
	}
	m.byID[id] = ref
}

// intern is the number of a native ID, given as JSON.
func (m *mapper) intern(raw []byte) asif.ID {
	id, _ := m.ids.Intern(adapters.Text(raw))
	return id
}

// say drafts a message of the collected parts and forgets them.
func (m *mapper) say(id asif.ID, actor adapters.ActorRef, role asif.Role, flags uint32) asif.Ref {
	ref := m.add(id, actor, flags, &adapters.Message{Role: role, Parts: m.parts})
	m.parts = m.parts[:0]
	return ref
}

// remark drafts a note of the collected parts and forgets them.
func (m *mapper) remark(id asif.ID, category string) {
	m.add(id, m.harness(), 0, &adapters.Note{Category: category, Parts: m.parts})
	m.parts = m.parts[:0]
}

// unmapped is a record of a kind without a table: it stands in the document whole.
func (m *mapper) unmapped() losses.Outcome {
	m.rec.f[fTime] = adapters.Quoted(m.native.Peek("timestamp"))
	ref := m.add(0, m.harness(), 0, &adapters.Unmapped{Type: "codex/record", Value: m.native.Raw})
	m.sink.Lose(losses.UnknownRecordKind, ref)
	return mapping
}

// mapping is the outcome of a record that stands in the document.
var mapping = losses.Outcome{Do: losses.Mapped}

// folding is the outcome of a record that only adds to what another record began.
var folding = losses.Outcome{Do: losses.Folded}

// settled is the outcome of a record by whether it made events.
func (m *mapper) settled() losses.Outcome {
	if m.added > 0 {
		return mapping
	}
	return folding
}
