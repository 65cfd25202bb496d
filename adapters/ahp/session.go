package ahp

import (
	"hash/maphash"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// session is what one document knows while the log is read: a session of a source, or what a source told without one.
type session struct {
	adapters.Sink
	key    string
	source string // without credentials
	id     string // "" for detached events
	ids    *asif.IDs
	seed   maphash.Seed

	told asif.Chunks[known] // by event ID
	main []asif.Ref
	threads

	harnessName string
	offer       offer
	proposals   *proposals
	holding     asif.ID                         // the proposal that is mapped now
	held        map[asif.ID][]lost              // by event
	seen        uint64                          // event types, by number
	force       map[adapters.SettingKind]string // settings in force
	around      circumstances                   // of the events
	places      map[string]string               // definition → environment
	placed      map[asif.EnvironmentKind]int

	people   map[string]adapters.ActorRef
	speakers map[string]adapters.ActorRef // as JSON
	host     adapters.ActorRef            // the harness
	tools    map[string]adapters.ToolRef
	servers  map[string]origin // what events tell of MCP servers, as JSON → what is known
	turns    *asif.IDs
	runs     []turn // by turn ID
	calls    *asif.IDs
	invoked  []call // by call ID
	messages *asif.IDs
	said     asif.Chunks[saying] // by message ID
	requests asif.Chunks[request]
	owned    asif.Chunks[asif.Ref] // inputs of requests
	setups   []setup               // of requests
	asked    []asking              // elicitations without an answer
	resolved map[asif.ID]asking    // what an answer that can still be settled belongs to, by its event
	spare    []asif.Ref            // room for the inputs of the next request
	tasks    map[string]asif.TaskStatus
	files    map[string]string // path → resource that stood there last

	compactions []compaction
	volume      volume
	kept        int // inputs that they hold
	counters    map[string][]byte
	attempts    *asif.IDs           // that have their amount
	deltas      map[string]asif.Ref // messages of which pieces came, and not yet the whole
	ended       bool
	begun       bool
	first, last int // lines
	events      int // delivered, without repeats

	draft    adapters.Draft // the one that is handed on
	parts    []adapters.Part
	listed   source.Outliner  // of what stands elsewhere than among an event's items
	made     []byte           // the extension that was made last
	message  adapters.Message // what is handed on
	call     adapters.ToolCall
	result   adapters.ToolResult
	unmapped adapters.Unmapped
	value    []byte         // of the last one
	clean    [fields][]byte // of each field the last value that has no credentials
}

// known is what was drafted for an event.
type known struct {
	hash  uint64
	first asif.Ref
	n     uint16 // events
	lead  uint8  // of these, what came before the event's own: changed circumstances
	view  view
	typ   uint8
}

// view is how an event reached the log.
type view uint8

const (
	observed view = iota // and whatever has no frame: it stands as it was settled
	proposed             // hooks/intercept: before the back ends answered
)

// turn is an execution in the making.
type turn struct {
	run   adapters.ExecutionRef
	agent adapters.ActorRef
	of    *thread
	at    asif.Ref // its first event
	began bool
	ended bool
	usage []byte // its total, as it was told last
}

// call is an invocation.
type call struct {
	ref    asif.Ref
	told   bool // that it began
	closed bool
	asked  []string // its open permission requests, oldest first
}

// saying is a message that was told.
type saying struct {
	ref  asif.Ref // of its event, or of an input of contexts alone
	call asif.Ref // that it is the result of
	hash uint64   // of its parts
	blob bool     // it is no event
	told bool     // but not as a message of its own: as an instruction, or as what a tool said so far
}

func (m *mapper) newSession(key, source, id string) *session {
	s := &session{
		Sink: m.out.Document(key), proposals: &m.proposals, key: key, source: source, id: id, seed: m.seed,
		places: map[string]string{}, placed: map[asif.EnvironmentKind]int{}, people: map[string]adapters.ActorRef{}, speakers: map[string]adapters.ActorRef{}, tools: map[string]adapters.ToolRef{}, servers: map[string]origin{},
		turns: asif.NewIDs(), calls: asif.NewIDs(), messages: asif.NewIDs(), runs: make([]turn, 1), invoked: make([]call, 1),
		tasks: map[string]asif.TaskStatus{}, resolved: map[asif.ID]asking{}, held: map[asif.ID][]lost{}, files: map[string]string{}, force: map[adapters.SettingKind]string{}, counters: map[string][]byte{}, attempts: asif.NewIDs(), deltas: map[string]asif.Ref{},
	}
	s.ids = s.IDs()
	return s
}

// add drafts an event of the event that is mapped, in the order of the log.
func (s *session) add(e *event, d adapters.Draft) asif.Ref {
	d.ID, d.Block, d.Span = e.id, e.block, e.span
	if d.Time == nil {
		d.Time = adapters.Quoted(e.f[fTime])
	}
	if d.Cause == 0 {
		d.Cause = s.parent(e)
	}
	t := s.turnOf(e)
	if d.Run == 0 {
		d.Run = t.run
	}
	if !e.extended && d.Extensions == nil {
		d.Extensions = s.extension(e)
	}
	e.extended = true
	s.draft = d
	if ref := s.settle(e); ref != 0 {
		return ref
	}
	ref := s.Event(&s.draft)
	if e.settles == nil {
		e.block++
	}
	if e.first == 0 {
		e.first = ref
	}
	if t.at == 0 {
		t.at = ref
	}
	s.main = append(s.main, ref)
	if d.Seen {
		s.sees(ref, d.Data)
	}
	return ref
}

// settle puts the draft in the place of the next event of its kind that was drafted for another view of the event, which
// need not have told the same things; 0 when there is none. Nothing but these was drafted between first and last.
func (s *session) settle(e *event) asif.Ref {
	k := e.settles
	if k == nil {
		return 0
	}
	for b := e.block; b < int(k.n); b++ {
		if ref := k.first + asif.Ref(b); s.Replace(ref, &s.draft) {
			e.block = b + 1
			return ref
		}
	}
	s.draft.Block = int(k.n) + e.further
	e.further++
	return 0
}

// parent is what an event follows, when it is known: an event of the same source that was told before.
func (s *session) parent(e *event) asif.Ref {
	id := s.ids.Find(adapters.Text(e.f[fParent]))
	if id == 0 || int(id) >= s.told.Len() || id == e.id {
		return 0
	}
	return s.told.At(int(id)).first
}

// note drafts a note.
func (s *session) note(e *event, category string, parts ...adapters.Part) {
	s.add(e, adapters.Draft{Actor: s.harness(), Data: &adapters.Note{Category: category, Parts: parts}})
}

// remark drafts an extension event of what has no counterpart: its members stand in the event's own extension.
func (s *session) remark(e *event, members ...member) asif.Ref {
	s.value = appendObject(s.value[:0], members)
	s.unmapped = adapters.Unmapped{Type: unmapped[e.number], Value: s.value}
	return s.add(e, adapters.Draft{Actor: s.speaker(e), Data: &s.unmapped})
}

// speaker is the agent that an event is about. Nearly all events tell of one in the same bytes.
func (s *session) speaker(e *event) adapters.ActorRef {
	ref, known := s.speakers[string(e.f[fAgent])]
	if !known {
		ref = s.speakerOf(e)
		if len(s.speakers) < maxOrigins {
			s.speakers[string(e.f[fAgent])] = ref
		}
	}
	return ref
}

func (s *session) speakerOf(e *event) adapters.ActorRef {
	id := word(of(e.f[fAgent], "id"))
	if id == "" {
		return s.actor(asif.Participant{ID: "agent", Kind: asif.ParticipantAgent})
	}
	p := asif.Participant{ID: "agent:" + id, Kind: asif.ParticipantAgent}
	if kind := word(of(e.f[fAgent], "type")); kind != "" {
		p.Name = &kind
	}
	return s.actor(p)
}

// harness is the program that reports.
func (s *session) harness() adapters.ActorRef {
	if s.host != 0 {
		return s.host
	}
	p := asif.Participant{ID: "harness", Kind: asif.ParticipantService}
	if s.harnessName != "" {
		p.Name = &s.harnessName
	}
	s.host = s.actor(p)
	return s.host
}

func (s *session) actor(p asif.Participant) adapters.ActorRef {
	r, ok := s.people[p.ID]
	if !ok {
		r = s.Actor(p)
		s.people[p.ID] = r
	}
	return r
}

func (s *session) service(id, name string) adapters.ActorRef {
	return s.actor(asif.Participant{ID: id, Kind: asif.ParticipantService, Name: &name})
}

// turnOf is the execution of an event's turn; it begins when it is first told of.
func (s *session) turnOf(e *event) *turn {
	if e.turn != 0 || e.f[fTurnID] == nil {
		return &s.runs[e.turn]
	}
	id := adapters.Text(e.f[fTurnID])
	n, fresh := s.turns.Intern(id)
	if fresh {
		x := adapters.Execution{ID: string(id), Actor: s.speaker(e)}
		if e.typ == "turn.start" {
			x.Started = adapters.Quoted(e.f[fTime])
		}
		s.runs = append(s.runs, turn{run: s.Execution(x), agent: x.Actor, of: s.now})
	}
	e.turn = n
	return &s.runs[n]
}

// hash tells values apart.
func (s *session) hash(raw []byte) uint64 { return maphash.Bytes(s.seed, raw) }

// contentHash tells the parts of messages apart, by what of them stands in a document: not by how they are named.
func (s *session) contentHash(parts source.Outline) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	for i := 0; i < parts.Len(); i = parts.Next(i) {
		members := parts.Below(i)
		for k := 0; k < members.Len(); k = members.Next(k) {
			name, value := members.Name(k), members.Value(k)
			switch string(name) {
			case "id", "synthesized":
				continue
			case "gap":
				value = of(value, "reason")
			}
			_, _ = h.Write(name) // never fails
			_ = h.WriteByte(':')
			_, _ = h.Write(value)
		}
		_ = h.WriteByte(0)
	}
	return h.Sum64()
}

// environment declares an environment once per value. IDs count in order of first use, so that a log that grows keeps
// them.
func (s *session) environment(kind asif.EnvironmentKind, dialect string, value []byte, about string) string {
	at := string(kind) + string(value)
	if id, ok := s.places[at]; ok {
		return id
	}
	s.placed[kind]++
	id := string(kind) + "-" + strconv.Itoa(s.placed[kind])
	s.places[at] = id
	s.Environment(asif.Environment{
		ID: id, Kind: kind, Description: about, ResourceIDs: []string{}, Requirements: []asif.Requirement{},
		Definition: &asif.EnvironmentDefinition{Dialect: dialect, Value: value},
	})
	return id
}

// lose notes a loss at an event.
func (s *session) lose(k losses.Kind, r asif.Ref) {
	if r == 0 {
		s.Lose(k)
		return
	}
	s.Lose(k, r)
}
