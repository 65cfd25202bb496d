package adapters

import (
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
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
	Data  Data
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

// ToolResult is the terminal result of a call. Without its call in the document it becomes a message of role
// tool, and a loss.
type ToolResult struct {
	Call    []byte
	Outcome asif.Outcome
	Parts   []Part
}

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

// Resource is a resource while it is mapped: bytes given by Text, Base64 or Bytes, or none with an availability.
type Resource struct {
	MediaType    string
	Purpose      string
	Name         string
	Location     string // where the harness says the bytes were
	Text         []byte // a JSON string whose text is the content
	Base64       []byte // a JSON string of base64
	Bytes        []byte
	Availability asif.Availability // when there are no bytes
	Explanation  string
	Span         source.Span
}

// History is what only the whole session tells: selections and orders of references.
type History struct {
	Title    string
	Status   asif.CheckpointStatus // of main's head; "" when nothing tells
	Partial  bool                  // the boundary is not known to be consistent
	Boundary string                // what was read, for people
	Branches []Branch              // main first
	Contexts []Context             // without the continuation context of main's head, which is Live
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
	Changed    map[asif.Ref]string // transformation of single inputs
	Model      []byte              // JSON string of the model's name, or nil
}
