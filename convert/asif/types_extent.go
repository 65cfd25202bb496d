package asif

import "github.com/go-json-experiment/json/jsontext"

// Coverage is the Coverage Object. Declares the completeness or known absence of one session domain. An empty
// collection alone makes no completeness claim.
type Coverage struct {
	Scope  Scope          `json:"scope"`
	Status CoverageStatus `json:"status"`
	Detail string         `json:"detail"`

	Unknown jsontext.Value `json:",embed"`
}

// Loss is the Loss Object. Discloses information omitted or changed during capture, normalization, redaction or
// translation.
type Loss struct {
	ID          string           `json:"id"`
	Stage       LossStage        `json:"stage"`
	Kind        string           `json:"kind"`
	Scope       Scope            `json:"scope,omitzero"`
	References  []LossReferences `json:"references,omitzero"`
	Explanation string           `json:"explanation"`

	Unknown jsontext.Value `json:",embed"`
}

// LossReferences is the Loss References Object. Identifies an entity affected by a loss using its entity type
// and ID.
type LossReferences struct {
	Type string `json:"type"`
	ID   string `json:"id"`

	Unknown jsontext.Value `json:",embed"`
}

// StreamSegment is the Stream Segment Object. Selects an exact byte slice of a captured resource and its
// position in a logical stream.
type StreamSegment struct {
	Index      int64  `json:"index"`
	ResourceID string `json:"resource_id"`
	Offset     int64  `json:"offset"`
	Length     int64  `json:"length"`
	Terminal   bool   `json:"terminal"`

	Unknown jsontext.Value `json:",embed"`
}

// Stream is the Stream Object. Binds incremental argument or text-result bytes to a core event. A complete
// stream must agree with that event's assembled value.
type Stream struct {
	ID          string          `json:"id"`
	Kind        StreamKind      `json:"kind"`
	EventID     string          `json:"event_id"`
	CallID      string          `json:"call_id"`
	ResultIndex *int64          `json:"result_index,omitzero"`
	Status      StreamStatus    `json:"status"`
	Segments    []StreamSegment `json:"segments"`

	Unknown jsontext.Value `json:",embed"`
}

// ExternalBinding is the External Binding Object. Binds an invocation or decision request from an earlier
// capture to its immutable source boundary and descriptor.
type ExternalBinding struct {
	Kind       BindingKind               `json:"kind"`
	ID         string                    `json:"id"`
	Source     ExternalBindingSource     `json:"source"`
	Descriptor ExternalBindingDescriptor `json:"descriptor"`

	Unknown jsontext.Value `json:",embed"`
}

// ExternalBindingSource is the External Binding Source Object. Names the exact source event of an external call
// or request; no external data is fetched implicitly.
type ExternalBindingSource struct {
	SessionID string `json:"session_id"`
	CaptureID string `json:"capture_id"`
	EventID   string `json:"event_id"`

	Unknown jsontext.Value `json:",embed"`
}

// ExternalBindingDescriptor is an open JSON object. Discriminated descriptor selected by the enclosing external
// binding's kind.
type ExternalBindingDescriptor = jsontext.Value

// ExternalCallDescriptor is the External Call Descriptor Object. Preserves the tool and argument contract of an
// invocation outside the included event history.
type ExternalCallDescriptor struct {
	ToolID          string          `json:"tool_id"`
	Arguments       jsontext.Value  `json:"arguments"`
	ArgumentsStatus ArgumentsStatus `json:"arguments_status"`

	Unknown jsontext.Value `json:",embed"`
}

// ExternalRequestDescriptor is the External Request Descriptor Object. Preserves the kind, prompt and options of
// a decision request outside the included event history.
type ExternalRequestDescriptor struct {
	DecisionKind DecisionKind            `json:"decision_kind"`
	Prompt       []Part                  `json:"prompt"`
	Options      []ExternalRequestOption `json:"options"`

	Unknown jsontext.Value `json:",embed"`
}

// ExternalRequestOption is the External Request Option Object. One selectable option of an externally bound
// decision request.
type ExternalRequestOption struct {
	ID    string `json:"id"`
	Label string `json:"label"`

	Unknown jsontext.Value `json:",embed"`
}
