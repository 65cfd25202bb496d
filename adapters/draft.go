package adapters

import (
	"iter"

	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Draft is an event while it is mapped. Byte slices are JSON of the native record.
type Draft struct {
	ID    asif.ID // of the native record; 0: the event is named "<kind>@<byte offset>"
	Block int     // position inside the record: the event's ID is the record's + ":" + Block
	Actor ActorRef
	Span  source.Span
	Time  []byte // a JSON string, or nil
	Cause asif.Ref
	Seen  bool // the model saw it: it can be an input of a context
	Run   ExecutionRef
	Data  Data
	// Extensions is the JSON object of the event's namespaced extensions, or nil.
	Extensions []byte
	// Method is how an event was derived that the harness never wrote; empty for an observed one.
	Method string
	Inputs []asif.Ref
}

// Data is what an event says: one of the pointers below, or a typed payload of package asif for rare kinds.
type Data any

// Message is a conversation message. Role is what the model saw, whoever the actor is.
type Message struct {
	Role  asif.Role
	Parts []Part
}

// ToolCall is one invocation.
type ToolCall struct {
	Call      []byte // native call ID, decoded
	Tool      ToolRef
	Arguments []byte // JSON value; nil is null
	Status    asif.ArgumentsStatus
}

// ToolResult is a result of a call. Without its call in the document it becomes a message of role tool, and a loss.
type ToolResult struct {
	Call    []byte
	Outcome asif.Outcome
	Parts   []Part
	Goes    Progress
}

// Progress says whether a result is the call's last. Of one that is not, the outcome is unknown.
type Progress uint8

// Results, by whether another follows.
const (
	Terminal Progress = iota
	Partial
)

// Note is explanatory content.
type Note struct {
	Category string
	Parts    []Part
}

// Compaction marks a context checkpoint. The contexts before and after it come with the History.
type Compaction struct{}

// Unmapped is a record that the document carries whole as an extension event: a kind that has no mapping.
type Unmapped struct {
	Type  string // namespaced: "claude-code/record"
	Value []byte // the record
}

// PartKind is the kind of a content part.
type PartKind uint8

// Kinds of content parts.
const (
	TextPart PartKind = iota + 1
	ResourcePart
	StructuredPart
	OpaquePart
)

// Part is one content part while it is mapped.
type Part struct {
	Kind     PartKind
	Text     []byte // text: a JSON string
	Resource string // resource, opaque: the resource's ID
	Name     string // structured: schema; opaque: semantic type; resource: description
	Value    []byte // structured: JSON value
	Reason   string // opaque
}

// NewText is a part of text, given as a JSON string.
func NewText(raw []byte) Part { return Part{Kind: TextPart, Text: raw} }

// NewStructured is a part of a JSON value that a schema of that name describes.
func NewStructured(schema string, value []byte) Part {
	return Part{Kind: StructuredPart, Name: schema, Value: value}
}

// Resource is a resource while it is mapped: bytes given by Text, Base64 or Bytes, or none with an availability.
type Resource struct {
	MediaType    string
	Purpose      string
	Name         string
	Location     string // where the harness says the bytes were
	Text         []byte // a JSON string whose text is the content
	Base64       []byte // a JSON string of base64
	Bytes        []byte
	Size         int64             // what is told of bytes that are not at hand; 0: nothing
	SHA256       string            // in lower-case hexadecimal, or ""
	Availability asif.Availability // when there are no bytes
	Explanation  string
	Span         source.Span
}

// History is what only the whole session tells: selections and orders of references.
type History struct {
	Title    string
	Native   *asif.NativeIdentifier  // the session that a document with a key is of; nil: the one that was found
	Names    []asif.NativeIdentifier // further native IDs of the session
	Lineage  []asif.Lineage
	Status   asif.CheckpointStatus // of main's head; "" when nothing tells
	Partial  bool                  // the boundary is not known to be consistent
	Boundary string                // what was read, for people
	Branches []Branch              // main first
	Lower    losses.BestCoverage   // scopes of which this session can tell less than the format at best, and why
	Contexts []Context             // without the continuation context of main's head, which is Live
	Requests iter.Seq[Context]     // further contexts, of recorded requests: made one by one, for there can be many; or nil
	Live     Context
}

// Branch is one selected history: the events of Fork's branch up to its event, then Events. A branch without Fork
// begins by itself.
type Branch struct {
	ID     string
	Fork   *Fork
	Events []asif.Ref
}

// Fork is where a branch leaves another, earlier in the list.
type Fork struct {
	Branch int
	At     asif.Ref
}

// Context is a model input by reference: events in the order the model saw them.
type Context struct {
	Branch     int
	At         asif.Ref // the boundary: last event that it covers
	Checkpoint asif.Ref // the compaction that this context belongs to; 0 for Live
	Replaced   bool     // before that compaction; otherwise after it
	Fidelity   asif.Fidelity
	Inputs     []asif.Ref
	Changed    map[asif.Ref]string   // transformation of single inputs
	Since      map[asif.Ref]asif.Ref // of inputs that were changed later than they were said: the event of the change
	Model      []byte                // JSON string of the model's name, or nil
	Provider   []byte                // JSON string of who runs the model, or nil

	// Of a request that the harness recorded; zero otherwise.
	Request       string            // its native ID: the context is the input of that request
	Answer        asif.Ref          // the first event of its response; 0: none came
	Wanted        Wanted            // when it is written
	List          func() []asif.Ref // makes Inputs when the context is written
	Configuration ConfigurationRef  // instead of the one in force on the branch
	Tools         []ToolRef         // instead of those that the inputs call
	Parameters    []byte            // JSON object
}

// Wanted says which of the recorded requests' contexts are written.
type Wanted uint8

// From the fewest to all.
const (
	Always     Wanted = iota // that of main's head
	Boundaries               // those around a compaction
	OnlyAll                  // any other
)

// DecisionRequest is a question, an approval or a plan review. A request ID used before is numbered; resolutions that
// follow belong to the later one.
type DecisionRequest struct {
	Request []byte // native request ID, decoded
	Kind    asif.DecisionKind
	Prompt  []Part
	Options []Option
	Call    []byte // native ID of the call that it is bound to, or nil
}

// Option is a selectable answer.
type Option struct {
	ID    string
	Label []byte // a JSON string
}

// DecisionResolution answers a request.
type DecisionResolution struct {
	Request []byte
	Outcome asif.DecisionOutcome
	Option  string // ID of the option that was selected, or ""
	Answer  []Part
}

// TaskUpdate is a task's state as of now. Revisions and predecessors are the engine's, along the fork tree.
type TaskUpdate struct {
	Task         []byte // native task ID, decoded
	Status       asif.TaskStatus
	Parts        []Part
	Dependencies [][]byte // native task IDs; nil: not known, empty: none
	Reopen       string   // why a finished task is open again, where the harness says
}

// ConfigurationChange sets parts of the configuration; what it leaves out stays as it was on the branch.
type ConfigurationChange struct{ Settings []Setting }

// Setting is one part of a configuration. A nil Value removes it.
type Setting struct {
	Of    SettingKind
	Key   string // the object's ID; for a model "" (there is one)
	Value []byte // the object as JSON; an environment needs none: its Key is its ID, Value is []byte("true")
}

// SettingKind says what a setting sets.
type SettingKind uint8

// Parts of a configuration.
const (
	ModelSetting SettingKind = iota + 1
	InstructionSetting
	CapabilitySetting
	PolicySetting
	WorkspaceSetting // the environment of kind workspace in force
	RuntimeSetting   // the environment of kind runtime in force
)

// Transition is an observed change of an execution's state.
type Transition struct {
	Execution ExecutionRef
	Status    asif.ExecutionStatus
	Error     []byte // JSON, or nil
	Parts     []Part
}

// ResourceChange is a change of a resource that the session records.
type ResourceChange struct {
	Resource  string
	Operation asif.ResourceOperation
	Previous  string // the version before, or ""
}

// Execution is an interval of agent activity. Its status is that of its last transition, but unknown where that began it
// and the session is not known to be active.
type Execution struct {
	ID      string // unique by the adapter's care; a second use is numbered
	Actor   ActorRef
	Started []byte // JSON string or nil
	Model   []byte // JSON object or nil
}

// Counter is a running total that the harness wrote, or with At an amount of one response.
type Counter struct {
	At      asif.Ref // the event that the response begins with; then there is no scope
	Method  string   // how the value was estimated; "" when it was counted
	Scope   asif.UsageScope
	ScopeID string // "" with scope session: this session
	Unit    string
	Value   []byte // JSON number
}
