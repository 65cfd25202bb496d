// Package adapters holds the interfaces that harness adapters are written against. One harness is one folder below;
// none imports another. An adapter turns native records into drafts; the engine owns the loop, the identities and
// the document.
package adapters

import (
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Adapter is the required part of every harness. Further abilities are small interfaces, found once by type assertion:
// Reader, Streamer, Housed, Inspector, Continuer, Writer.
type Adapter interface {
	Info() Info
	Tables() []losses.Table
	// Detect says whether an input is of this harness, by what only this harness writes: it answers NoMatch to the
	// sessions of every other one.
	Detect(Head) Match
}

// Info describes a harness and what its format can tell at best.
type Info struct {
	Name     string              // "claude-code": the name on the command line
	Title    string              // "Claude Code"
	Provider string              // of native IDs: "anthropic"
	Revision string              // mapping revision: changes when the same input gives another document
	Store    string              // where sessions live by default, for help texts: "~/.claude/projects"; "" for nowhere
	Best     losses.BestCoverage // per scope, with the reason
	Files    []string            // media types, beside images, of the files that its sessions can hold
	Copies   string              // the oldest version that goes on rightly from its own records; "": all do
	Looks    string              // what its files hold, for who took another one: "records, one on each line: …"
	Evidence asif.ProvenanceMode // of events: "" when the harness itself recorded them, reported when somebody who was told did
}

// Head is the beginning of an input: its name and at most the first 64 KiB, decoded.
type Head struct {
	Name  string
	Bytes []byte
}

// Match says how sure Detect is.
type Match uint8

// Matches, from none to certain. Possible is for what has the harness's shape, but none of the members that prove it.
const (
	NoMatch Match = iota
	Possible
	Certain
)

// Reader finds and reads sessions of a harness.
type Reader interface {
	// Find returns the sessions that a query means, with their sub-agents as children. A file is one session, whatever it
	// holds; a folder gives all sessions in and below it, in order of their paths, and one without any gives none and no
	// error. A target that is not there is taken for an ID, if it can be one, and looked for in the store. An ID or a path
	// that leads to nothing, and the latest of an empty store, are errors. Nothing is read but names and heads.
	Find(Query) ([]Session, error)
}

// Streamer is the ability to read a session that comes from no file: from standard input.
type Streamer interface {
	Stream(source.Input) Session
}

// Query says which sessions are meant. Exactly one of Target and Latest is set.
type Query struct {
	Target string // a file, a folder or a native session ID; never "-"
	Latest bool   // the session changed last in the store
	Home   string // the user's home folder
	Env    func(string) string
}

// MayBeID tells whether the target can be a native ID instead of a path or a pattern of paths.
func (q Query) MayBeID() bool { return IsID(q.Target) }

// IsID tells whether s can be the ID of a session, and so a file's name or a part of one.
func IsID(s string) bool { return s != "" && !strings.ContainsAny(s, "/\\.*?[") }

// Session is one native session that can be read; nothing has been read but names and heads.
type Session struct {
	Native   asif.NativeIdentifier
	Inputs   []source.Input // the transcript first
	Children []Session      // sub-agents with files of their own
	Keyed    bool           // the input can hold several documents; only then are there keys besides ""
	New      func(Output, *losses.Ledger) Mapper
}

// Mapper maps one session. The engine calls Record for every readable record in input order, then Finish once.
type Mapper interface {
	// Record maps one record and answers what became of it. It walks the record exactly once. An error ends the
	// conversion and is for faults of the output, never for faults of the record.
	Record(*source.Record) (losses.Outcome, error)
	// Finish does what needs the whole session: it selects and orders references, and closes its sinks.
	Finish() error
}

// Output hands out the documents of a session: one for a transcript, many for a hook log.
type Output interface {
	// Document returns the sink with that key; "" is the session's own document. The record that is being mapped belongs
	// to the document that was asked for last; one for which none was asked is common to all.
	Document(key string) Sink
	// Child tells how child i of the session was converted, and false when it was not.
	Child(i int) (asif.ParticipantChildSession, bool)
	// Capture names the capture that converting another session of this harness would give, as it lies there and with
	// the options of this run: for lineage. It reads that session's files once, and maps them where what the machine's
	// configuration says is part of the name.
	Capture(Session) (asif.ParticipantChildSession, error)
}

// Sink takes what a mapper finds, in the order of the input. Payloads go to disk at once; byte slices handed in may be
// reused after the call. A failing disk is reported by Close and by the engine, not at every call.
type Sink interface {
	// IDs interns native record IDs. The mapper may index its own tables by the numbers.
	IDs() *asif.IDs
	// Event drafts an event.
	Event(*Draft) asif.Ref
	// Extend adds parts of a later record to a message, a result or a note.
	Extend(r asif.Ref, at source.Span, parts ...Part)
	// Replace gives an event the content that a later record settles, at the draft's span; the event keeps its ID, its
	// place, its call or request, and its time. Messages, calls, results, notes, decisions, transitions, extensions, compactions and
	// configuration changes can be replaced by their like; anything else stays as it is, and the answer is false.
	Replace(asif.Ref, *Draft) bool
	// Discard takes back an event that turned out not to be one. Its record stays accounted for.
	Discard(asif.Ref)
	// MoveAfter serializes r directly after another event.
	MoveAfter(r, after asif.Ref)
	// Actor declares a participant once per ID.
	Actor(asif.Participant) ActorRef
	// Tool declares a tool once per ID.
	Tool(asif.Tool) ToolRef
	// Resource stores bytes once per digest and returns the resource's ID.
	Resource(*Resource) string
	// Environment declares an environment once per ID.
	Environment(asif.Environment)
	// Execution declares an interval of agent activity; End tells when it ended.
	Execution(Execution) ExecutionRef
	End(r ExecutionRef, at []byte)
	// Configuration declares a configuration that a recorded request proves, once per ID.
	Configuration(asif.Configuration) ConfigurationRef
	// Blob keeps a message that was an input of a model and is no event of the session.
	Blob(role asif.Role, at source.Span, parts ...Part) asif.Ref
	// Count records a running total.
	Count(Counter)
	// Usage records a counter of the response that begins with event at: the maximum over repeats counts.
	Usage(at asif.Ref, unit Unit, value int64)
	// Lose declares a loss that touches events of this document.
	Lose(losses.Kind, ...asif.Ref)
	// Close ends the document. Nothing may follow.
	Close(History) error
}

// ActorRef is a declared participant; 0 is none.
type ActorRef int32

// ToolRef is a declared tool; 0 is none.
type ToolRef int32

// ExecutionRef is a declared execution; 0 is none.
type ExecutionRef int32

// ConfigurationRef is a declared configuration; 0 is none.
type ConfigurationRef int32

// Unit is a usage counter.
type Unit uint8

// Units of usage counters.
const (
	TokensInput  Unit = iota // without cache
	TokensOutput             // with reasoning
	TokensCacheRead
	TokensCacheWrite
	TokensReasoning
	Units int = iota
)
