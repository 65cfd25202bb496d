package asif

import "github.com/go-json-experiment/json/jsontext"

// Participant is the Participant Object. Identifies a person, agent, tool or service independently of the role
// used in a particular message.
type Participant struct {
	ID                  string                   `json:"id"`
	Kind                ParticipantKind          `json:"kind"`
	Name                *string                  `json:"name,omitzero"`
	Provider            string                   `json:"provider,omitzero"`
	NativeID            string                   `json:"native_id,omitzero"`
	ParentParticipantID string                   `json:"parent_participant_id,omitzero"`
	ChildSession        *ParticipantChildSession `json:"child_session,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// ParticipantChildSession is the Participant Child Session Object. Names a delegated participant's separate
// session capture; its history is not implicitly included.
type ParticipantChildSession struct {
	SessionID string `json:"session_id"`
	CaptureID string `json:"capture_id"`

	Unknown jsontext.Value `json:",embed"`
}

// Execution is the Execution Object. Records an agent activity interval and its observed state, model contexts
// and optional usage.
type Execution struct {
	ID            string          `json:"id"`
	ParticipantID string          `json:"participant_id"`
	Status        ExecutionStatus `json:"status"`
	ContextIDs    []string        `json:"context_ids"`
	StartedAt     string          `json:"started_at,omitzero"`
	EndedAt       string          `json:"ended_at,omitzero"`
	Model         ExecutionModel  `json:"model,omitzero"`
	Usage         []Usage         `json:"usage,omitzero"`
	Error         jsontext.Value  `json:"error,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// ExecutionModel is an open JSON object. Retains the model settings recorded for an execution. Provider-specific
// values require a declared interpretation before reuse.
type ExecutionModel = jsontext.Value

// Tool is the Tool Object. Defines a callable interface, including its JSON Schema input contract. A definition
// does not implement the tool.
type Tool struct {
	ID             string         `json:"id"`
	Name           string         `json:"name"`
	Description    string         `json:"description"`
	InputSchema    jsontext.Value `json:"input_schema"`
	OutputSchema   jsontext.Value `json:"output_schema,omitzero"`
	ServerIdentity string         `json:"server_identity,omitzero"`
	Revision       string         `json:"revision,omitzero"`
	ResourceIDs    []string       `json:"resource_ids,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// Instruction is the Instruction Object. Records instruction content, source, scope and activation without
// inventing unknown precedence.
type Instruction struct {
	ID         string                `json:"id"`
	Parts      []Part                `json:"parts"`
	Scope      InstructionScope      `json:"scope"`
	Activation InstructionActivation `json:"activation"`
	Provenance Provenance            `json:"provenance"`

	Unknown jsontext.Value `json:",embed"`
}

// InstructionScope is the Instruction Scope Object. Preserves a source dialect's scope declaration. Portable
// scope bindings are defined by the continuation profile.
type InstructionScope struct {
	Dialect string         `json:"dialect"`
	Value   jsontext.Value `json:"value"`

	Unknown jsontext.Value `json:",embed"`
}

// InstructionActivation is the Instruction Activation Object. Preserves a source dialect's activation
// declaration. Portable activation bindings are defined by the continuation profile.
type InstructionActivation struct {
	Dialect string         `json:"dialect"`
	Value   jsontext.Value `json:"value"`

	Unknown jsontext.Value `json:",embed"`
}
