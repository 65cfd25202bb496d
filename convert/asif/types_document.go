package asif

import "github.com/go-json-experiment/json/jsontext"

// ASIFDocument is the ASIF Document Object. Root of an immutable session capture. Collections describe identity,
// history, effective context, resources and known state; coverage explains their limits.
//
//nolint:revive // named like its object; Document is the opened one
type ASIFDocument struct {
	ASIFVersion      string               `json:"asif_version"`
	Capture          Capture              `json:"capture"`
	Session          Session              `json:"session"`
	Participants     []Participant        `json:"participants"`
	Events           []Event              `json:"events"`
	Branches         []Branch             `json:"branches"`
	Executions       []Execution          `json:"executions"`
	Contexts         []Context            `json:"contexts"`
	Configurations   []Configuration      `json:"configurations"`
	Tools            []Tool               `json:"tools"`
	Resources        []Resource           `json:"resources"`
	Environments     []Environment        `json:"environments"`
	Checkpoints      []Checkpoint         `json:"checkpoints"`
	Coverage         []Coverage           `json:"coverage"`
	Losses           []Loss               `json:"losses"`
	RequiredFeatures []string             `json:"required_features"`
	Usage            []Usage              `json:"usage,omitzero"`
	Continuation     *ContinuationProfile `json:"continuation,omitzero"`
	Streams          []Stream             `json:"streams,omitzero"`
	ExternalBindings []ExternalBinding    `json:"external_bindings,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// Capture is the Capture Object. Identifies this immutable observation of a logical session and explains its
// capture boundary.
type Capture struct {
	ID          string      `json:"id"`
	Producer    Producer    `json:"producer"`
	Consistency Consistency `json:"consistency"`
	Boundary    string      `json:"boundary"`
	StartedAt   string      `json:"started_at,omitzero"`
	EndedAt     string      `json:"ended_at,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// Producer is the Producer Object. Identifies the software that created the capture, including its version.
type Producer struct {
	Name    string `json:"name"`
	Version string `json:"version"`

	Unknown jsontext.Value `json:",embed"`
}

// Session is the Session Object. Identifies the logical interaction across captures, with its objective and
// lineage.
type Session struct {
	ID        string             `json:"id"`
	Title     *string            `json:"title,omitzero"`
	Objective []Part             `json:"objective,omitzero"`
	NativeIDs []NativeIdentifier `json:"native_ids"`
	Lineage   []Lineage          `json:"lineage"`

	Unknown jsontext.Value `json:",embed"`
}

// NativeIdentifier is the Native Identifier Object. Preserves an opaque identifier in a provider's namespace
// without making it an ASIF identity.
type NativeIdentifier struct {
	Provider  string `json:"provider"`
	Namespace string `json:"namespace"`
	Value     string `json:"value"`

	Unknown jsontext.Value `json:",embed"`
}

// Lineage is the Lineage Object. Relates this session to the source of a continuation, fork, translation or
// copy.
type Lineage struct {
	Relation  LineageRelation `json:"relation"`
	SessionID string          `json:"session_id"`
	CaptureID string          `json:"capture_id"`
	EventID   string          `json:"event_id,omitzero"`
	Inclusive *bool           `json:"inclusive,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// EventReference is the Event Reference Object. Names a local event or explicitly names an event in another
// session capture. It never causes an automatic fetch.
type EventReference struct {
	EventID   string `json:"event_id"`
	SessionID string `json:"session_id,omitzero"`
	CaptureID string `json:"capture_id,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}
