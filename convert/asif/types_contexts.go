package asif

import "github.com/go-json-experiment/json/jsontext"

// ContextInput is the Context Input Object. One resolved, ordered input to a model: a message, tool call or tool
// result, with source attribution.
type ContextInput struct {
	ID              string           `json:"id"`
	Role            Role             `json:"role"`
	Parts           []Part           `json:"parts"`
	SourceEvents    []EventReference `json:"source_events"`
	Transformation  string           `json:"transformation,omitzero"`
	Kind            InputKind        `json:"kind"`
	CallID          string           `json:"call_id,omitzero"`
	ToolID          string           `json:"tool_id,omitzero"`
	Arguments       jsontext.Value   `json:"arguments,omitzero"`
	ArgumentsStatus ArgumentsStatus  `json:"arguments_status,omitzero"`
	ResultIndex     *int64           `json:"result_index,omitzero"`
	Terminal        *bool            `json:"terminal,omitzero"`
	Outcome         Outcome          `json:"outcome,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// Context is the Context Object. Records or proposes the actual ordered model input independently of
// conversation and branch order.
type Context struct {
	ID                string                   `json:"id"`
	BranchID          string                   `json:"branch_id"`
	AtEventID         *string                  `json:"at_event_id"`
	Purpose           Purpose                  `json:"purpose"`
	Fidelity          Fidelity                 `json:"fidelity"`
	Inputs            []ContextInput           `json:"inputs"`
	ToolIDs           []string                 `json:"tool_ids"`
	ConfigurationID   string                   `json:"configuration_id,omitzero"`
	Model             ContextModel             `json:"model,omitzero"`
	RequestParameters ContextRequestParameters `json:"request_parameters,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// ContextModel is an open JSON object. Retains the model identity and settings associated with this context.
type ContextModel = jsontext.Value

// ContextRequestParameters is an open JSON object. Retains request settings associated with this exact context;
// unknown provider parameters are not silently translated.
type ContextRequestParameters = jsontext.Value

// Branch is the Branch Object. Selects an ordered conversation history and its head within this capture.
type Branch struct {
	ID          string      `json:"id"`
	EventIDs    []string    `json:"event_ids"`
	HeadEventID *string     `json:"head_event_id"`
	Fork        *BranchFork `json:"fork,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// BranchFork is the Branch Fork Object. Records the source branch boundary at which histories diverged. It does
// not imply a filesystem rewind.
type BranchFork struct {
	SessionID string  `json:"session_id"`
	CaptureID string  `json:"capture_id"`
	BranchID  string  `json:"branch_id"`
	EventID   *string `json:"event_id"`
	Inclusive bool    `json:"inclusive"`

	Unknown jsontext.Value `json:",embed"`
}

// Checkpoint is the Checkpoint Object. Records known state at a selected branch boundary, including unresolved
// calls, decisions and task revisions.
type Checkpoint struct {
	ID              string              `json:"id"`
	BranchID        string              `json:"branch_id"`
	AtEventID       *string             `json:"at_event_id"`
	Knowledge       CheckpointKnowledge `json:"knowledge"`
	Status          CheckpointStatus    `json:"status"`
	ContextID       *string             `json:"context_id"`
	ConfigurationID *string             `json:"configuration_id"`
	OpenCalls       []OpenCall          `json:"open_calls"`
	OpenDecisions   []OpenDecision      `json:"open_decisions"`
	Tasks           []TaskState         `json:"tasks"`
	Requirements    []Requirement       `json:"requirements"`

	Unknown jsontext.Value `json:",embed"`
}

// OpenCall is the Open Call Object. Records a call whose outcome remains unresolved at the checkpoint; it does
// not authorize replay.
type OpenCall struct {
	CallID string    `json:"call_id"`
	State  OpenState `json:"state"`

	Unknown jsontext.Value `json:",embed"`
}

// OpenDecision is the Open Decision Object. Records an unresolved decision at the checkpoint; absence of a
// resolution is not consent.
type OpenDecision struct {
	RequestID string    `json:"request_id"`
	State     OpenState `json:"state"`

	Unknown jsontext.Value `json:",embed"`
}

// TaskState is the Task State Object. Selects the current revision of a recorded task at a checkpoint.
type TaskState struct {
	TaskID   string `json:"task_id"`
	Revision int64  `json:"revision"`

	Unknown jsontext.Value `json:",embed"`
}

// Usage is the Usage Object. Attributes a measured or reported counter to an explicit scope, unit and
// provenance.
type Usage struct {
	Scope      UsageScope     `json:"scope"`
	ScopeID    string         `json:"scope_id"`
	Unit       string         `json:"unit"`
	Value      jsontext.Value `json:"value"`
	Counter    Counter        `json:"counter"`
	Provenance Provenance     `json:"provenance"`

	Unknown jsontext.Value `json:",embed"`
}
