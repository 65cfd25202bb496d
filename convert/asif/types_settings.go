package asif

import "github.com/go-json-experiment/json/jsontext"

// Capability is the Capability Object. Describes a skill, plugin, hook, connection or other runtime facility and
// its supporting resources.
type Capability struct {
	ID          string         `json:"id"`
	Type        string         `json:"type"`
	Definition  jsontext.Value `json:"definition"`
	ResourceIDs []string       `json:"resource_ids"`
	Required    bool           `json:"required"`

	Unknown jsontext.Value `json:",embed"`
}

// Policy is the Policy Object. Records a named policy dialect and whether its restrictions were enforced.
type Policy struct {
	ID         string         `json:"id"`
	Type       string         `json:"type"`
	Definition jsontext.Value `json:"definition"`
	Enforcing  bool           `json:"enforcing"`

	Unknown jsontext.Value `json:",embed"`
}

// Configuration is the Configuration Object. An immutable snapshot of instructions, capabilities, policies and
// credential prerequisites.
type Configuration struct {
	ID                 string                            `json:"id"`
	Instructions       []Instruction                     `json:"instructions"`
	Capabilities       []Capability                      `json:"capabilities"`
	Policies           []Policy                          `json:"policies"`
	SecretRequirements []ConfigurationSecretRequirements `json:"secret_requirements"`
	Knowledge          Knowledge                         `json:"knowledge"`
	Model              ConfigurationModel                `json:"model,omitzero"`
	EnvironmentIDs     []string                          `json:"environment_ids,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// ConfigurationSecretRequirements is the Configuration Secret Requirements Object. Names a credential
// prerequisite using a logical handle and purpose. Credential values do not belong here.
type ConfigurationSecretRequirements struct {
	Handle  string `json:"handle"`
	Purpose string `json:"purpose"`

	Unknown jsontext.Value `json:",embed"`
}

// ConfigurationModel is an open JSON object. Retains configuration-level model settings; a context can identify
// the settings used for a particular request.
type ConfigurationModel = jsontext.Value

// Requirement is the Requirement Object. States a prerequisite and the capabilities for which it matters,
// including whether its resolution is known.
type Requirement struct {
	ID            string            `json:"id"`
	Kind          string            `json:"kind"`
	Description   string            `json:"description"`
	RequiredFor   []RequiredFor     `json:"required_for"`
	Status        RequirementStatus `json:"status"`
	ResourceID    string            `json:"resource_id,omitzero"`
	CapabilityID  string            `json:"capability_id,omitzero"`
	EnvironmentID string            `json:"environment_id,omitzero"`
	SecretHandle  string            `json:"secret_handle,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// Environment is the Environment Object. Describes a workspace, service or runtime environment and its
// dependencies without granting access to it.
type Environment struct {
	ID           string                 `json:"id"`
	Kind         EnvironmentKind        `json:"kind"`
	Description  string                 `json:"description"`
	ResourceIDs  []string               `json:"resource_ids"`
	Requirements []Requirement          `json:"requirements"`
	Definition   *EnvironmentDefinition `json:"definition,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// EnvironmentDefinition is the Environment Definition Object. Preserves environment-specific data under an
// explicit dialect identifier.
type EnvironmentDefinition struct {
	Dialect string         `json:"dialect"`
	Value   jsontext.Value `json:"value"`

	Unknown jsontext.Value `json:",embed"`
}

// Resource is the Resource Object. Describes attachment or dependency identity, availability and integrity.
// Embedded text, base64 and file-backed resources share the same decoded-byte semantics.
type Resource struct {
	ID               string       `json:"id"`
	MediaType        string       `json:"media_type"`
	Availability     Availability `json:"availability"`
	Purpose          string       `json:"purpose"`
	Name             *string      `json:"name,omitzero"`
	OriginalLocation *string      `json:"original_location,omitzero"`
	Bytes            *int64       `json:"bytes,omitzero"`
	SHA256           *string      `json:"sha256,omitzero"`
	Text             *string      `json:"text,omitzero"`
	Data             *string      `json:"data,omitzero"`
	Path             string       `json:"path,omitzero"`
	Locator          string       `json:"locator,omitzero"`
	Explanation      string       `json:"explanation,omitzero"`
	Provenance       *Provenance  `json:"provenance,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}
