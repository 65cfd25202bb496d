package asif

import "github.com/go-json-experiment/json/jsontext"

// Event is the Event Object. Immutable envelope for a recorded occurrence, including identity, attribution,
// causality and kind-specific data.
type Event struct {
	ID          string           `json:"id"`
	Sequence    int64            `json:"sequence"`
	ActorID     string           `json:"actor_id"`
	Kind        EventKind        `json:"kind"`
	Causes      []EventReference `json:"causes"`
	Provenance  Provenance       `json:"provenance"`
	Data        EventData        `json:"data"`
	Time        string           `json:"time,omitzero"`
	ExecutionID string           `json:"execution_id,omitzero"`
	Supersedes  *EventReference  `json:"supersedes,omitzero"`
	Extensions  ExtensionMap     `json:"extensions,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// EventData is an open JSON object. Discriminated payload selected by the enclosing Event Object's kind. Use the
// corresponding event data object below.
type EventData = jsontext.Value

// ExtensionMap is an open JSON object. Carries namespaced extension values without changing the meaning of core
// fields.
type ExtensionMap = jsontext.Value

// MessageData is the Message Data Object. A conversation message whose role is separate from the event actor's
// identity.
type MessageData struct {
	Role  Role   `json:"role"`
	Parts []Part `json:"parts"`

	Unknown jsontext.Value `json:",embed"`
}

// ToolCallData is the Tool Call Data Object. One logical invocation and its known arguments. Partial arguments
// cannot be executed as a completed call.
type ToolCallData struct {
	CallID          string          `json:"call_id"`
	ToolID          string          `json:"tool_id"`
	Arguments       jsontext.Value  `json:"arguments"`
	ArgumentsStatus ArgumentsStatus `json:"arguments_status"`
	RetryOf         string          `json:"retry_of,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// ToolResultData is the Tool Result Data Object. One indexed result for a correlated call, including its
// terminal marker and outcome.
type ToolResultData struct {
	CallID      string  `json:"call_id"`
	ResultIndex int64   `json:"result_index"`
	Terminal    bool    `json:"terminal"`
	Outcome     Outcome `json:"outcome"`
	Parts       []Part  `json:"parts"`

	Unknown jsontext.Value `json:",embed"`
}

// DecisionRequestData is the Decision Request Data Object. A question, approval or review request, optionally
// bound to a call or an exact task revision.
type DecisionRequestData struct {
	RequestID    string                  `json:"request_id"`
	DecisionKind DecisionKind            `json:"decision_kind"`
	Prompt       []Part                  `json:"prompt"`
	Options      []DecisionRequestOption `json:"options"`
	CallID       string                  `json:"call_id,omitzero"`
	TaskID       string                  `json:"task_id,omitzero"`
	TaskRevision *int64                  `json:"task_revision,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// DecisionRequestOption is the Decision Request Option Object. A selectable answer with a stable ID within its
// decision request.
type DecisionRequestOption struct {
	ID    string `json:"id"`
	Label string `json:"label"`

	Unknown jsontext.Value `json:",embed"`
}

// DecisionResolutionData is the Decision Resolution Data Object. Records the outcome of the exact referenced
// request. Historical approval does not authorize a receiving runtime.
type DecisionResolutionData struct {
	RequestID        string          `json:"request_id"`
	Outcome          DecisionOutcome `json:"outcome"`
	Answer           []Part          `json:"answer"`
	SelectedOptionID string          `json:"selected_option_id,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// TaskUpdateData is the Task Update Data Object. A versioned task state, with optional predecessor and
// dependency declarations.
type TaskUpdateData struct {
	TaskID           string     `json:"task_id"`
	Revision         int64      `json:"revision"`
	Status           TaskStatus `json:"status"`
	Parts            []Part     `json:"parts"`
	PreviousRevision *int64     `json:"previous_revision,omitzero"`
	Dependencies     []string   `json:"dependencies,omitzero"`
	ReopenReason     string     `json:"reopen_reason,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// ContextCheckpointData is the Context Checkpoint Data Object. Records the selection or replacement of a
// context, including a compaction boundary.
type ContextCheckpointData struct {
	ContextID         string           `json:"context_id"`
	Reason            CheckpointReason `json:"reason"`
	ReplacedContextID string           `json:"replaced_context_id,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// ConfigurationChangeData is the Configuration Change Data Object. Records a new configuration snapshot;
// effective use is determined by referencing contexts and executions.
type ConfigurationChangeData struct {
	ConfigurationID string `json:"configuration_id"`

	Unknown jsontext.Value `json:",embed"`
}

// ExecutionTransitionData is the Execution Transition Data Object. Records an observed execution lifecycle
// transition without claiming a process is still alive.
type ExecutionTransitionData struct {
	ExecutionID string          `json:"execution_id"`
	Status      ExecutionStatus `json:"status"`
	Error       jsontext.Value  `json:"error,omitzero"`
	Parts       []Part          `json:"parts,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// ResourceChangeData is the Resource Change Data Object. Records creation, modification, deletion or observation
// of a resource identity.
type ResourceChangeData struct {
	ResourceID         string            `json:"resource_id"`
	Operation          ResourceOperation `json:"operation"`
	PreviousResourceID string            `json:"previous_resource_id,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// NoteData is the Note Data Object. Explanatory content with no implicit execution or authorization meaning.
type NoteData struct {
	Parts    []Part `json:"parts"`
	Category string `json:"category"`

	Unknown jsontext.Value `json:",embed"`
}

// ExtensionData is the Extension Data Object. An event with namespaced semantics; required interpretation is
// also advertised in required_features.
type ExtensionData struct {
	Type                   string         `json:"type"`
	Value                  jsontext.Value `json:"value"`
	InterpretationRequired bool           `json:"interpretation_required"`

	Unknown jsontext.Value `json:",embed"`
}
