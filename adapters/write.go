package adapters

import (
	"errors"
	"io"
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// Writer is the ability to make a native session out of a document: one that the harness finds, shows and goes on with. It
// touches neither disk nor clock, and the same document with the same options gives the same files under the same
// identity. The document must have been validated.
type Writer interface {
	// Write makes the files of one new session by create. What has been made when an error comes is not a session.
	Write(Handoff, Create) (Written, error)
	// Headless is the command that goes on with a session by one prompt, with nobody to watch.
	Headless(session, prompt string) []string
}

// Create begins a file by its name with slashes, relative to the harness's own folder (what CLAUDE_CONFIG_DIR and CODEX_HOME
// name). The writer fills it from front to back, closes it, and never begins another before or the same one again.
type Create func(name string) (io.WriteCloser, error)

// Open gives the bytes of a resource that do not stand in the document: beside it, or in the store of the harness that
// recorded it. It returns [ErrNoBytes] when they are not at hand. Bytes of zstd-compressed natives come decoded.
type Open func(*asif.Resource) (io.ReadCloser, error)

// Child is a sub-agent's own document, with where the bytes are that it names and the documents of its own sub-agents.
type Child struct {
	Document *asif.Document
	Open     Open
	Children Children
	Close    func() error
}

// Children finds the document of a sub-agent by its capture. It returns [ErrNoBytes] when that is not at hand.
type Children func(asif.ParticipantChildSession) (Child, error)

// Handoff is a document and how its session is to go on.
type Handoff struct {
	Document *asif.Document
	Open     Open     // nil: nothing but what the document holds
	Children Children // nil: none is at hand
	// Behaviour names what using a tool does, by the tool's name, as the profile of the harness that recorded it has it; "" or nil: not known.
	Behaviour func(tool string) string
	HandoffOptions
}

// HandoffOptions choose what is written. They are part of the new identity. Zero values are the defaults.
type HandoffOptions struct {
	Branch           string          // "": main
	UpTo             string          // ID of the last event that counts; its call's result counts too. "": the branch's head
	OpenCalls        OpenCallPolicy  // of calls without a result
	Reasoning        ReasoningPolicy // of what another provider's model thought
	RestateDecisions bool            // put questions without an answer into the last message
	CWD              string          // real path of the folder to go on in; "": the recorded one, by MapRoots
	MapRoots         []RootMap       // the first that fits the recorded folder counts
	Provider, Model  string          // that will go on; "": the harness's own provider, and no model by name
	Version          string          // of the harness that will go on; "": the newest
	Records          RecordPolicy    // whether the native records themselves are used, where that is possible
}

// RootMap says that a folder of the recording is another one here. Both are absolute.
type RootMap struct{ From, To string }

// OpenCallPolicy says what becomes of calls without a result, which no provider accepts.
type OpenCallPolicy string

// What becomes of open calls.
const (
	OpenCallsClose  OpenCallPolicy = ""       // a result of ours says that the outcome is unknown
	OpenCallsOmit   OpenCallPolicy = "omit"   // the call is left out
	OpenCallsRefuse OpenCallPolicy = "refuse" // an error
)

// ReasoningPolicy says what becomes of reasoning that the destination's provider did not sign.
type ReasoningPolicy string

// What becomes of foreign reasoning.
const (
	ReasoningDrop ReasoningPolicy = ""     // left out
	ReasoningText ReasoningPolicy = "text" // its readable text becomes words of the agent
)

// RecordPolicy says whether a session that goes on in the harness that recorded it keeps its native records.
type RecordPolicy string

// What becomes of native records. They can be kept of an unmodified document whose native bytes are at hand, when all of it
// goes on.
const (
	RecordsAuto     RecordPolicy = ""         // kept where the harness's newest version reads them
	RecordsVerbatim RecordPolicy = "verbatim" // kept, or an error
	RecordsRebuilt  RecordPolicy = "rebuilt"  // written anew
)

// Errors of Write that the caller can do something about.
var (
	ErrNoBytes   = errors.New("the resource's bytes are not at hand")
	ErrNoFolder  = errors.New("the document records no working folder; name one")
	ErrOpenCalls = errors.New("calls have no result")
	ErrNoBranch  = errors.New("the document has no such branch")
	ErrNoEvent   = errors.New("the branch has no such event")
	ErrNothing   = errors.New("nothing of the conversation is left to go on from")
	ErrVerbatim  = errors.New("the native records cannot be kept")
)

// Written is what a writer made.
type Written struct {
	Native   asif.NativeIdentifier // the new session
	Files    []string              // names given to create, in that order: what others depend on first
	Title    string                // the harness shows it, unless the losses say that it does not go on
	Folder   string                // the working folder to go on in
	Resume   []string              // the command that goes on, to be run in Folder
	Verbatim bool                  // the native records as they were, but for the identity
	Counts   Counts

	Mappings        []asif.IdentityMapping // the session, and every call or tool that got another name
	Transformations []asif.Transformation  // not accepted yet: that is the caller's to say
	Losses          []losses.Loss          // of stage translation
}

// Counts are what the live conversation in the files comes to. Of a verbatim session the writer, which does not take it
// apart, tells open calls and records alone.
type Counts struct {
	Messages, Calls, Results, Images int64
	OpenCalls                        int64 // closed by a result of ours, or left to the harness in a verbatim session
	Records                          int64 // of a verbatim session: native records as they were
}

// maxNamed bounds a name that a session may give of another.
const maxNamed = 400

// HandedOver is the lineage of a session that a Writer made, as its mark names the source. A session of the same harness goes
// on; one of another is translated. Names that no writer gives make no lineage.
func HandedOver(harness string, session, capture, event []byte) []asif.Lineage {
	for _, name := range [][]byte{session, capture, event} {
		if len(name) > maxNamed {
			return nil
		}
	}
	if len(session) == 0 || len(capture) == 0 || len(event) == 0 {
		return nil
	}
	inclusive := true
	l := asif.Lineage{
		Relation: asif.RelationTranslation, SessionID: string(session), CaptureID: string(capture), EventID: string(event), Inclusive: &inclusive,
	}
	if of, _, _ := strings.Cut(l.SessionID, ":"); of == harness {
		l.Relation = asif.RelationContinuation
	}
	return []asif.Lineage{l}
}
