package asif

import "github.com/go-json-experiment/json/jsontext"

// Plan is the Plan Object. One way to continue: a checkpoint, its context, what is selected, and the next
// action.
type Plan struct {
	ID                string              `json:"id"`
	CheckpointID      string              `json:"checkpoint_id"`
	ContextID         string              `json:"context_id"`
	ConfigurationID   string              `json:"configuration_id"`
	WorkspaceIDs      []string            `json:"workspace_ids"`
	DependencyIDs     []string            `json:"dependency_ids"`
	ServiceBindingIDs []string            `json:"service_binding_ids"`
	OperationIDs      []string            `json:"operation_ids"`
	NativeImportID    *string             `json:"native_import_id"`
	Boundary          PlanBoundary        `json:"boundary"`
	ContextAccounting []ContextAccounting `json:"context_accounting"`
	CWD               *PlanLocation       `json:"cwd"`
	PathReferences    []PathReference     `json:"path_references"`
	ModelRequirements ModelRequirements   `json:"model_requirements"`
	NextAction        NextAction          `json:"next_action"`

	Unknown jsontext.Value `json:",embed"`
}

// PlanBoundary is the Plan Boundary Object. How the captured boundary was taken and what shows that it is
// consistent.
type PlanBoundary struct {
	Method              BoundaryMethod `json:"method"`
	Consistency         Consistency    `json:"consistency"`
	EvidenceResourceIDs []string       `json:"evidence_resource_ids"`
	Explanation         string         `json:"explanation"`

	Unknown jsontext.Value `json:",embed"`
}

// ContextAccounting is the Context Accounting Object. What became of one event of the branch in the plan's
// context.
type ContextAccounting struct {
	EventID     string      `json:"event_id"`
	Disposition Disposition `json:"disposition"`
	InputIDs    []string    `json:"input_ids"`
	Explanation string      `json:"explanation"`

	Unknown jsontext.Value `json:",embed"`
}

// PlanLocation is the Plan Location Object. A path below a logical root.
type PlanLocation struct {
	RootID       string `json:"root_id"`
	RelativePath string `json:"relative_path"`

	Unknown jsontext.Value `json:",embed"`
}

// PathReference is the Path Reference Object. A string in the document that is a path below a logical root.
type PathReference struct {
	EntityType   EntityType `json:"entity_type"`
	EntityID     string     `json:"entity_id"`
	JSONPointer  string     `json:"json_pointer"`
	RootID       string     `json:"root_id"`
	RelativePath string     `json:"relative_path"`

	Unknown jsontext.Value `json:",embed"`
}

// ModelRequirements is the Model Requirements Object. What a destination's model must be able to do.
type ModelRequirements struct {
	SourceModel    Model          `json:"source_model"`
	Capabilities   []string       `json:"capabilities"`
	MediaTypes     []string       `json:"media_types"`
	OverflowPolicy OverflowPolicy `json:"overflow_policy"`

	Unknown jsontext.Value `json:",embed"`
}

// NextAction is the Next Action Object. What happens first after continuing.
type NextAction struct {
	Kind           ActionKind `json:"kind"`
	RequestID      string     `json:"request_id,omitzero"`
	OperationID    string     `json:"operation_id,omitzero"`
	NativeImportID string     `json:"native_import_id,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}
