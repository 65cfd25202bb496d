package asif

// Version is the only document version this package reads and writes.
const Version = "0.4"

// Ref is an event in the making, within one document; 0 is none.
type Ref int32

// Consistency says whether a capture's boundary is known to be consistent.
type Consistency string

// Values of [Consistency], in the order of the specification.
const (
	ConsistencyConsistent Consistency = "consistent"
	ConsistencyPartial    Consistency = "partial"
	ConsistencyUnknown    Consistency = "unknown"
)

// LineageRelation is a relationship to a source session.
type LineageRelation string

// Values of [LineageRelation], in the order of the specification.
const (
	RelationContinuation LineageRelation = "continuation"
	RelationFork         LineageRelation = "fork"
	RelationTranslation  LineageRelation = "translation"
	RelationCopy         LineageRelation = "copy"
)

// PartKind discriminates content parts.
type PartKind string

// Values of [PartKind], in the order of the specification.
const (
	PartText       PartKind = "text"
	PartResource   PartKind = "resource"
	PartStructured PartKind = "structured"
	PartOpaque     PartKind = "opaque"
)

// ProvenanceMode says what kind of evidence a record rests on.
type ProvenanceMode string

// Values of [ProvenanceMode], in the order of the specification.
const (
	ModeObserved  ProvenanceMode = "observed"
	ModeReported  ProvenanceMode = "reported"
	ModeDerived   ProvenanceMode = "derived"
	ModeSynthetic ProvenanceMode = "synthetic"
)

// ParticipantKind says who acts.
type ParticipantKind string

// Values of [ParticipantKind], in the order of the specification.
const (
	ParticipantHuman   ParticipantKind = "human"
	ParticipantAgent   ParticipantKind = "agent"
	ParticipantTool    ParticipantKind = "tool"
	ParticipantService ParticipantKind = "service"
	ParticipantUnknown ParticipantKind = "unknown"
)

// ExecutionStatus is the observed state of an agent activity interval.
type ExecutionStatus string

// Values of [ExecutionStatus], in the order of the specification.
const (
	ExecutionRunning     ExecutionStatus = "running"
	ExecutionCompleted   ExecutionStatus = "completed"
	ExecutionFailed      ExecutionStatus = "failed"
	ExecutionCancelled   ExecutionStatus = "cancelled"
	ExecutionInterrupted ExecutionStatus = "interrupted"
	ExecutionUnknown     ExecutionStatus = "unknown"
)

// Knowledge says how much of a configuration is known.
type Knowledge string

// Values of [Knowledge], in the order of the specification.
const (
	KnowledgeEffective Knowledge = "effective"
	KnowledgeDeclared  Knowledge = "declared"
	KnowledgePartial   Knowledge = "partial"
	KnowledgeUnknown   Knowledge = "unknown"
)

// RequiredFor is a use of the document that a prerequisite matters for.
type RequiredFor string

// Values of [RequiredFor], in the order of the specification.
const (
	ForRead     RequiredFor = "read"
	ForContext  RequiredFor = "context"
	ForContinue RequiredFor = "continue"
)

// RequirementStatus says whether a prerequisite is met.
type RequirementStatus string

// Values of [RequirementStatus], in the order of the specification.
const (
	RequirementAvailable   RequirementStatus = "available"
	RequirementUnresolved  RequirementStatus = "unresolved"
	RequirementUnavailable RequirementStatus = "unavailable"
	RequirementUnsupported RequirementStatus = "unsupported"
)

// EnvironmentKind discriminates environments.
type EnvironmentKind string

// Values of [EnvironmentKind], in the order of the specification.
const (
	EnvironmentWorkspace EnvironmentKind = "workspace"
	EnvironmentService   EnvironmentKind = "service"
	EnvironmentRuntime   EnvironmentKind = "runtime"
	EnvironmentOther     EnvironmentKind = "other"
)

// Availability says whether and how a resource's bytes are available.
type Availability string

// Values of [Availability], in the order of the specification.
const (
	AvailabilityEmbedded    Availability = "embedded"
	AvailabilityExternal    Availability = "external"
	AvailabilityUnavailable Availability = "unavailable"
	AvailabilityExcluded    Availability = "excluded"
	AvailabilityRedacted    Availability = "redacted"
	AvailabilityUnknown     Availability = "unknown"
)

// Role is a message's role as the model saw it, independent of who acted.
type Role string

// Values of [Role], in the order of the specification.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleSystem    Role = "system"
	RoleDeveloper Role = "developer"
	RoleTool      Role = "tool"
	RoleUnknown   Role = "unknown"
)

// InputKind discriminates the inputs of a context.
type InputKind string

// Values of [InputKind], in the order of the specification.
const (
	InputMessage    InputKind = "message"
	InputToolCall   InputKind = "tool_call"
	InputToolResult InputKind = "tool_result"
)

// ArgumentsStatus says how much of a call's arguments is known.
type ArgumentsStatus string

// Values of [ArgumentsStatus], in the order of the specification.
const (
	ArgumentsComplete ArgumentsStatus = "complete"
	ArgumentsPartial  ArgumentsStatus = "partial"
	ArgumentsUnknown  ArgumentsStatus = "unknown"
)

// Outcome is a result's recorded outcome.
type Outcome string

// Values of [Outcome], in the order of the specification.
const (
	OutcomeSuccess   Outcome = "success"
	OutcomeError     Outcome = "error"
	OutcomeCancelled Outcome = "cancelled"
	OutcomeUnknown   Outcome = "unknown"
)

// Purpose of a context.
type Purpose string

// Values of [Purpose], in the order of the specification.
const (
	PurposeModelRequest Purpose = "model_request"
	PurposeContinuation Purpose = "continuation"
	PurposeSummary      Purpose = "summary"
)

// Fidelity says how closely a context represents the model input.
type Fidelity string

// Values of [Fidelity], in the order of the specification.
const (
	FidelityExact         Fidelity = "exact"
	FidelityReconstructed Fidelity = "reconstructed"
	FidelityPartial       Fidelity = "partial"
	FidelityUnknown       Fidelity = "unknown"
)
