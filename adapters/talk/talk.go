// Package talk is what writers have in common: the live conversation of a document in the form that the providers take, the
// identity that it gets, and the copy of a harness's own records.
package talk

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Talk is the live conversation of a document, in the form that a writer needs: every call has its result directly behind the
// words of the agent that made it, nothing is empty, and what only the source harness or its provider could use is gone
// and counted. It holds an index of the conversation, never its content.
type Talk struct {
	Origin Origin
	Native string // the new session's ID
	Folder string // to go on in
	Title  string
	Began  int64 // milliseconds: when the first of it was said; 0: not recorded
	Counts adapters.Counts

	doc    *asif.Document
	h      adapters.Handoff
	to     adapters.Info
	same   bool // the harness, and the provider, that recorded the session
	list   []entry
	ids    *asif.IDs // of events
	events []origin  // by those
	calls  *asif.IDs
	state  []call // by those
	alias  aliases
	voices map[string]voice // by participant
	agents []agent          // that worked for another
	tools  map[string]tool
	blobs  map[string]asif.Range // resources

	lost     *losses.Ledger
	mappings []asif.IdentityMapping
	renamed  map[string]bool // calls and tools
	foreign  map[string]bool // names of tools of another harness that were called
	asked    []asked         // decisions that were open at the last event that counts
	open     []string        // open decisions, to be told
	clock    int64           // milliseconds, of the entry before
	revision string          // of the writer
}

// Origin is what a document says of where its session comes from.
type Origin struct {
	Harness   string // "claude-code"
	Provider  string
	Native    string // the session's ID there
	SessionID string
	CaptureID string
	ContextID string // of the conversation that goes on; "" when it was put together from a branch
	EventID   string // the last event that goes on
	Model     string
	Folder    string
	GitBranch string
	Title     string
}

// entry is one input of the conversation: where it stands, and what decides its place.
type entry struct {
	at    asif.Range
	event asif.ID
	call  asif.ID
	kind  entryKind
	flags uint8
}

type entryKind uint8

const (
	entryUser  entryKind = iota // words that go to the model
	entryAgent                  // words of the model
	entryCall
	entryResult
	entrySystem // instructions of the source harness
)

// Flags of entries.
const (
	isEvent   = 1 << iota // the range is an event's
	isSummary             // what a compaction left
	isKept                // stands in the history that a compaction left
	isDone                // a result that was told with its call
)

// origin is what an event says of an input beside its content.
type origin struct {
	time  int64 // milliseconds; 0: not recorded
	voice voice
	told  bool // the event was read
}

// call is where a call and its result stand: indexes of the list + 1.
type call struct{ call, result int32 }

// voice is who speaks.
type voice uint8

const (
	voicePerson  voice = iota // a person, or nobody says who
	voiceHarness              // the source harness
	voiceOther                // a program, a channel, another agent
)

type tool struct{ id, name string }

// Open reads what of the document goes on, for a harness.
func Open(h adapters.Handoff, to adapters.Info, revision string) (*Talk, error) {
	t := &Talk{
		doc: h.Document, h: h, to: to, ids: asif.NewIDs(), calls: asif.NewIDs(), events: make([]origin, 1), state: make([]call, 1),
		voices: map[string]voice{}, tools: map[string]tool{}, blobs: map[string]asif.Range{}, renamed: map[string]bool{}, foreign: map[string]bool{},
	}
	var err error
	if t.lost, err = losses.New(to.Name, nil); err != nil {
		return nil, fmt.Errorf("opening the account: %w", err)
	}
	for _, step := range []func() error{t.head, t.participants, t.named, t.conversation, t.spoken, t.begin, t.place, t.settleCalls, t.decisions} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if older, err := t.outgrown(); err != nil {
		return nil, err
	} else if older && t.h.Records == adapters.RecordsAuto {
		t.h.Records = adapters.RecordsRebuilt
	}
	t.revision = revision
	t.mappings = append(t.mappings, asif.IdentityMapping{EntityType: "session", SourceID: t.Origin.SessionID, TargetNamespace: to.Name})
	t.identify()
	t.Title = t.Origin.Title
	return t, nil
}

// identify gives the session its identity, by what it is made from.
func (t *Talk) identify() {
	t.Native = UUID("asif-convert/session", t.to.Name, t.revision, t.Origin.CaptureID, canonical(t.h.HandoffOptions))
	t.mappings[0].TargetID = t.Native
}

// canonical spells the options out, for the new identity.
func canonical(o adapters.HandoffOptions) string {
	return fmt.Sprintf("%q %q %q %q %t %q %q %q %q %q", o.Branch, o.UpTo, o.OpenCalls, o.Reasoning, o.RestateDecisions, o.CWD, o.MapRoots, o.Provider, o.Model, o.Records)
}

// branch is the branch that goes on.
func (t *Talk) branch() string { return cmp.Or(t.h.Branch, "main") }

// head reads the names of the session and of its capture.
func (t *Talk) head() error {
	var s asif.Session
	var c asif.Capture
	for name, into := range map[string]any{"session": &s, "capture": &c} {
		at, ok := t.doc.Member(name)
		if !ok {
			continue
		}
		if err := t.doc.Decode(asif.Item{Range: at}, into); err != nil {
			return fmt.Errorf("reading the %s: %w", name, err)
		}
	}
	t.Origin.SessionID, t.Origin.CaptureID = s.ID, c.ID
	if s.Title != nil {
		t.Origin.Title = *s.Title
	}
	if len(s.NativeIDs) > 0 {
		n := s.NativeIDs[0]
		t.Origin.Harness, _, _ = strings.Cut(n.Namespace, "/")
		t.Origin.Provider, t.Origin.Native = n.Provider, n.Value
	}
	t.same = t.Origin.Harness == t.to.Name && cmp.Or(t.h.Provider, t.to.Provider) == t.Origin.Provider
	return nil
}

// participants tell whose words are a person's, and which ones the harness put in by itself. By the convention of our
// documents the harness is the service named "harness".
func (t *Talk) participants() error {
	for p, err := range asif.Each[asif.Participant](t.doc, "participants") {
		if err != nil {
			return err
		}
		switch {
		case p.ID == "harness" && p.Kind == asif.ParticipantService:
			t.voices[p.ID] = voiceHarness
		case p.Kind != asif.ParticipantHuman:
			t.voices[p.ID] = voiceOther
		}
		if p.Kind == asif.ParticipantAgent && (p.ChildSession != nil || p.ParentParticipantID != "") {
			t.agents = append(t.agents, agent{p.ID, p.ChildSession})
		}
	}
	return nil
}

// named finds tools and resources by their IDs.
func (t *Talk) named() error {
	for it, err := range t.doc.Items("tools") {
		raw, err := t.raw(it, err)
		if err != nil {
			return err
		}
		id := string(adapters.Text(source.Member(raw, "id")))
		t.tools[id] = tool{id: id, name: string(adapters.Text(source.Member(raw, "name")))}
	}
	for it, err := range t.doc.Items("resources") {
		raw, err := t.raw(it, err)
		if err != nil {
			return err
		}
		t.blobs[string(adapters.Text(source.Member(raw, "id")))] = it.Range
	}
	return nil
}

// raw is an item's value.
func (t *Talk) raw(it asif.Item, err error) ([]byte, error) {
	if err != nil {
		return nil, fmt.Errorf("reading the document: %w", err)
	}
	raw, err := t.doc.Bytes(it)
	if err != nil {
		return nil, fmt.Errorf("reading the document: %w", err)
	}
	return raw, nil
}

// begin finds when the conversation began, and what of the document stays behind it.
func (t *Talk) begin() error {
	kept := false
	for i := range t.list {
		e := &t.list[i]
		if at := t.events[e.event].time; at > 0 && (t.Began == 0 || at < t.Began) {
			t.Began = at
		}
		kept = kept || e.flags&isKept != 0
	}
	t.clock = t.Began
	return nil
}

// lose counts a loss of an entry's source event.
func (t *Talk) lose(k losses.Kind, e *entry) {
	var refs []losses.Reference
	if e != nil && e.event != 0 {
		refs = []losses.Reference{{Type: "event", ID: string(t.ids.Append(nil, e.event))}}
	}
	t.lost.LoseMany(k, 1, refs)
}

// Lose counts a loss that the harness's own form brings.
func (t *Talk) Lose(k losses.Kind) { t.lose(k, nil) }

// Written is the account of the talk once all turns were told. space is the namespace of the harness's session IDs.
func (t *Talk) Written(space string) adapters.Written {
	w := adapters.Written{
		Native: asif.NativeIdentifier{Provider: t.to.Provider, Namespace: space, Value: t.Native},
		Title:  t.Title, Folder: t.Folder, Counts: t.Counts, Mappings: t.mappings, Losses: t.lost.Losses(),
	}
	for _, l := range w.Losses {
		w.Transformations = append(w.Transformations, t.transformation(l.Kind.Name(), l.Kind.Text(), l.Kind.Name()))
	}
	for _, name := range slices.Sorted(maps.Keys(t.foreign)) {
		w.Transformations = append(w.Transformations, t.transformation("tool:"+name, t.keeps(name)))
	}
	return w
}

// transformation says that the conversation was changed, and what that loses.
func (t *Talk) transformation(id, rule string, lost ...string) asif.Transformation {
	return asif.Transformation{
		ID: "write:" + id, Subject: asif.Subject{Kind: asif.SubjectKindContext, ID: cmp.Or(t.Origin.ContextID, "branch:"+t.branch())},
		Target: t.to.Name, Rule: rule, Losses: append([]string{}, lost...), EvidenceIDs: []string{},
	}
}

// keeps says what calls of another harness's tool are here.
func (t *Talk) keeps(tool string) string {
	rule := "Calls of " + tool + " keep their name and their arguments; the tool itself is the source harness's."
	if t.h.Behaviour == nil {
		return rule
	}
	if class := t.h.Behaviour(tool); class != "" {
		rule += " What it does: " + class + "."
	}
	return rule
}
