package asif

import "github.com/go-json-experiment/json/jsontext"

// ConfigurationBinding is the Configuration Binding Object. Gives a configuration's instructions an order,
// authority and scope, and names its policies.
type ConfigurationBinding struct {
	ConfigurationID  string            `json:"configuration_id"`
	EffectiveOrder   []string          `json:"effective_order"`
	InstructionRules []InstructionRule `json:"instruction_rules"`
	PolicyIDs        []string          `json:"policy_ids"`

	Unknown jsontext.Value `json:",embed"`
}

// InstructionRule is the Instruction Rule Object. Authority, merging, scope and activation of one instruction.
type InstructionRule struct {
	InstructionID string         `json:"instruction_id"`
	Authority     Authority      `json:"authority"`
	MergeBehavior MergeBehavior  `json:"merge_behavior"`
	GroupID       string         `json:"group_id"`
	Priority      int64          `json:"priority"`
	Scope         RuleScope      `json:"scope"`
	Activation    RuleActivation `json:"activation"`

	Unknown jsontext.Value `json:",embed"`
}

// RuleScope is the Rule Scope Object. Where an instruction applies.
type RuleScope struct {
	Kind         ScopeKind `json:"kind"`
	RootID       string    `json:"root_id,omitzero"`
	RelativePath *string   `json:"relative_path,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// RuleActivation is the Rule Activation Object. When an instruction applies.
type RuleActivation struct {
	Kind       ActivationKind `json:"kind"`
	Dialect    string         `json:"dialect,omitzero"`
	Expression jsontext.Value `json:"expression,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// Service is the Service Object. A service that continuing needs, with the account and the handles of its
// credentials.
type Service struct {
	ID            string          `json:"id"`
	Service       string          `json:"service"`
	Endpoint      ServiceEndpoint `json:"endpoint"`
	Account       Account         `json:"account"`
	AuthMethod    AuthMethod      `json:"auth_method"`
	Audience      string          `json:"audience"`
	Scopes        []string        `json:"scopes"`
	SecretHandles []string        `json:"secret_handles"`
	DependencyIDs []string        `json:"dependency_ids"`

	Unknown jsontext.Value `json:",embed"`
}

// ServiceEndpoint is the Service Endpoint Object. Where a service is reached.
type ServiceEndpoint struct {
	Kind    EndpointKind `json:"kind"`
	Locator string       `json:"locator"`

	Unknown jsontext.Value `json:",embed"`
}

// Account is the Account Object. Non-secret identifiers of an account.
type Account struct {
	Provider string `json:"provider"`
	Subject  string `json:"subject"`

	Unknown jsontext.Value `json:",embed"`
}

// Operation is the Operation Object. An external operation that the session started, its last known state and
// how to find out more.
type Operation struct {
	ID                  string            `json:"id"`
	CallID              string            `json:"call_id,omitzero"`
	Kind                OperationKind     `json:"kind"`
	ExternalIdentity    *ExternalIdentity `json:"external_identity"`
	State               OperationState    `json:"state"`
	Effects             Effects           `json:"effects"`
	Replay              Replay            `json:"replay"`
	EvidenceResourceIDs []string          `json:"evidence_resource_ids"`
	Recovery            OperationRecovery `json:"recovery"`

	Unknown jsontext.Value `json:",embed"`
}

// ExternalIdentity is the External Identity Object. An identifier in the namespace of another system.
type ExternalIdentity struct {
	Namespace string `json:"namespace"`
	Value     string `json:"value"`

	Unknown jsontext.Value `json:",embed"`
}

// OperationRecovery is the Operation Recovery Object. What a destination does about an operation.
type OperationRecovery struct {
	Strategy            RecoveryStrategy `json:"strategy"`
	HandlerDependencyID *string          `json:"handler_dependency_id"`
	IdempotencyRef      *string          `json:"idempotency_ref"`
	EvidenceResourceIDs []string         `json:"evidence_resource_ids"`

	Unknown jsontext.Value `json:",embed"`
}

// NativeImport is the Native Import Object. A way to put native session state into a destination's store.
type NativeImport struct {
	ID                          string         `json:"id"`
	Adapter                     ImportAdapter  `json:"adapter"`
	SourceStateFormat           string         `json:"source_state_format"`
	AcceptedTargetAgentVersions []string       `json:"accepted_target_agent_versions"`
	ResourceIDs                 []string       `json:"resource_ids"`
	Mode                        ImportMode     `json:"mode"`
	IdentityPolicy              IdentityPolicy `json:"identity_policy"`
	OrderingContract            string         `json:"ordering_contract"`
	IndexContract               string         `json:"index_contract"`
	ConflictPolicy              ConflictPolicy `json:"conflict_policy"`
	BaselineSHA256              *string        `json:"baseline_sha256,omitzero"`

	Unknown jsontext.Value `json:",embed"`
}

// ImportAdapter is the Import Adapter Object. Software that imports native state.
type ImportAdapter struct {
	ID      string `json:"id"`
	Version string `json:"version"`

	Unknown jsontext.Value `json:",embed"`
}
