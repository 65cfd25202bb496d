package asif

import "github.com/go-json-experiment/json/jsontext"

// Report is the Report Object. One destination's immutable answer to one plan of one document.
type Report struct {
	ReportVersion      string             `json:"report_version"`
	EvaluationMode     EvaluationMode     `json:"evaluation_mode"`
	ID                 string             `json:"id"`
	Source             ReportSource       `json:"source"`
	Destination        ReportDestination  `json:"destination"`
	AssessedAt         string             `json:"assessed_at"`
	ExpiresAt          string             `json:"expires_at"`
	Outcome            Verdict            `json:"outcome"`
	Assessments        []Assessment       `json:"assessments"`
	PathBindings       []PathBinding      `json:"path_bindings"`
	IdentityMappings   []IdentityMapping  `json:"identity_mappings"`
	Transformations    []Transformation   `json:"transformations"`
	ModelAssessment    ModelAssessment    `json:"model_assessment"`
	BlockingReasons    []BlockingReason   `json:"blocking_reasons"`
	Evidence           []Evidence         `json:"evidence"`
	ImportResult       ImportResult       `json:"import_result"`
	ContinuationResult ContinuationResult `json:"continuation_result"`

	Unknown jsontext.Value `json:",embed"`
}

// ReportSource is the Report Source Object. The document and plan that a report is about.
type ReportSource struct {
	SessionID      string `json:"session_id"`
	CaptureID      string `json:"capture_id"`
	PlanID         string `json:"plan_id"`
	DocumentSHA256 string `json:"document_sha256"`

	Unknown jsontext.Value `json:",embed"`
}

// ReportDestination is the Report Destination Object. The destination that a report speaks for.
type ReportDestination struct {
	ID                 string  `json:"id"`
	Runtime            Runtime `json:"runtime"`
	CapabilitiesSHA256 string  `json:"capabilities_sha256"`

	Unknown jsontext.Value `json:",embed"`
}

// Subject is the Subject Object. One thing that continuing may need.
type Subject struct {
	Kind    SubjectKind `json:"kind"`
	ID      string      `json:"id"`
	OwnerID string      `json:"owner_id,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// Assessment is the Assessment Object. What a destination can do about one subject.
type Assessment struct {
	Subject     Subject          `json:"subject"`
	Status      AssessmentStatus `json:"status"`
	Required    bool             `json:"required"`
	Detail      string           `json:"detail"`
	EvidenceIDs []string         `json:"evidence_ids"`
	Resolved    *Resolved        `json:"resolved,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// Resolved is the Resolved Object. What was found at a destination for a subject.
type Resolved struct {
	Identity         string            `json:"identity,omitzero"`
	Version          jsontext.Value    `json:"version,omitzero"` // string or null
	Account          *Account          `json:"account,omitzero"`
	Scopes           []string          `json:"scopes,omitzero"`
	Audience         string            `json:"audience,omitzero"`
	Endpoint         string            `json:"endpoint,omitzero"`
	SecretHandles    []string          `json:"secret_handles,omitzero"`
	Status           string            `json:"status,omitzero"`
	RecoveryStrategy ResolvedStrategy  `json:"recovery_strategy,omitzero"`
	ExternalIdentity *ExternalIdentity `json:"external_identity,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// Transformation is the Transformation Object. A change that a destination needs, with what it loses.
type Transformation struct {
	ID          string   `json:"id"`
	Subject     Subject  `json:"subject"`
	Target      string   `json:"target"`
	Rule        string   `json:"rule"`
	Losses      []string `json:"losses"`
	Accepted    bool     `json:"accepted"`
	EvidenceIDs []string `json:"evidence_ids"`

	Unknown jsontext.Value `json:",embed"`
}

// Evidence is the Evidence Object. An observation that assessments and results rest on.
type Evidence struct {
	ID        string       `json:"id"`
	Producer  string       `json:"producer"`
	Time      string       `json:"time"`
	Kind      EvidenceKind `json:"kind"`
	Detail    string       `json:"detail"`
	Reference string       `json:"reference,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// PathBinding is the Path Binding Object. Where a logical root lies at the destination and how its file system
// compares names.
type PathBinding struct {
	RootID               string               `json:"root_id"`
	DestinationPath      string               `json:"destination_path"`
	CaseSensitive        bool                 `json:"case_sensitive"`
	UnicodeNormalization UnicodeNormalization `json:"unicode_normalization"`

	Unknown jsontext.Value `json:",embed"`
}

// IdentityMapping is the Identity Mapping Object. An identity and its new value at the destination.
type IdentityMapping struct {
	EntityType      string `json:"entity_type"`
	SourceID        string `json:"source_id"`
	TargetID        string `json:"target_id"`
	TargetNamespace string `json:"target_namespace"`

	Unknown jsontext.Value `json:",embed"`
}

// ModelAssessment is the Model Assessment Object. Whether the plan's context fits the destination's model.
type ModelAssessment struct {
	Source        Model   `json:"source"`
	Target        Model   `json:"target"`
	Tokenizer     *string `json:"tokenizer"`
	InputTokens   *int64  `json:"input_tokens"`
	InputLimit    *int64  `json:"input_limit"`
	OutputReserve int64   `json:"output_reserve"`
	Fit           Fit     `json:"fit"`

	Unknown jsontext.Value `json:",embed"`
}

// BlockingReason is the Blocking Reason Object. A subject that blocks, and why.
type BlockingReason struct {
	Subject Subject `json:"subject"`
	Reason  string  `json:"reason"`

	Unknown jsontext.Value `json:",embed"`
}

// ImportResult is the Import Result Object. What became of the import.
type ImportResult struct {
	Status      ImportStatus `json:"status"`
	EvidenceIDs []string     `json:"evidence_ids"`
	Detail      string       `json:"detail"`

	Unknown jsontext.Value `json:",embed"`
}

// ContinuationResult is the Continuation Result Object. What became of continuing.
type ContinuationResult struct {
	Status      ContinuationStatus `json:"status"`
	EvidenceIDs []string           `json:"evidence_ids"`
	Detail      string             `json:"detail"`

	Unknown jsontext.Value `json:",embed"`
}
