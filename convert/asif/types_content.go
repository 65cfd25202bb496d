package asif

import "github.com/go-json-experiment/json/jsontext"

// Provenance is the Provenance Object. Distinguishes observed, reported, derived and synthetic evidence and
// identifies its sources.
type Provenance struct {
	Mode     ProvenanceMode     `json:"mode"`
	Producer string             `json:"producer"`
	Sources  []ProvenanceSource `json:"sources,omitzero"`
	Method   string             `json:"method,omitzero"`
	Inputs   []EventReference   `json:"inputs,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// ProvenanceSource is the Provenance Source Object. Identifies a source resource and, optionally, a specific
// span or structured location within it.
type ProvenanceSource struct {
	ResourceID string         `json:"resource_id"`
	Locator    *SourceLocator `json:"locator,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// SourceLocator is the Source Locator Object. Selects bytes or a structured location within a provenance source;
// unknown syntaxes remain uninterpreted.
type SourceLocator struct {
	Syntax string         `json:"syntax"`
	Value  jsontext.Value `json:"value,omitzero"`
	Offset *int64         `json:"offset,omitzero"`
	Length *int64         `json:"length,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// Part is one content part of any of the four kinds: Text Part, Resource Part, Structured Part or Opaque Part
// Object. Only the members of its kind are set.
type Part struct {
	Kind         PartKind       `json:"kind"`
	Text         *string        `json:"text,omitzero"`          // text; "" is a text
	MediaType    string         `json:"media_type,omitzero"`    // text
	ResourceID   string         `json:"resource_id,omitzero"`   // resource, opaque
	Description  *string        `json:"description,omitzero"`   // resource
	Schema       string         `json:"schema,omitzero"`        // structured
	Value        jsontext.Value `json:"value,omitzero"`         // structured
	SemanticType string         `json:"semantic_type,omitzero"` // opaque
	Reason       string         `json:"reason,omitzero"`        // opaque

	Unknown jsontext.Value `json:",embed"`
}
