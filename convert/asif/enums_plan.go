package asif

// OperationKind is what an unfinished operation is.
type OperationKind string

// Values of [OperationKind], in the order of the specification.
const (
	OperationKindTool       OperationKind = "tool"
	OperationKindProcess    OperationKind = "process"
	OperationKindServiceJob OperationKind = "service_job"
	OperationKindAgent      OperationKind = "agent"
)

// OperationState is what is known of an operation.
type OperationState string

// Values of [OperationState], in the order of the specification.
const (
	OperationStatePending        OperationState = "pending"
	OperationStateRunning        OperationState = "running"
	OperationStateSucceeded      OperationState = "succeeded"
	OperationStateFailed         OperationState = "failed"
	OperationStateCancelled      OperationState = "cancelled"
	OperationStateOutcomeUnknown OperationState = "outcome_unknown"
)

// RecoveryStrategy says what is done about an unfinished operation.
type RecoveryStrategy string

// Values of [RecoveryStrategy], in the order of the specification.
const (
	RecoveryStrategyReconcile RecoveryStrategy = "reconcile"
	RecoveryStrategyReconnect RecoveryStrategy = "reconnect"
	RecoveryStrategyRestart   RecoveryStrategy = "restart"
	RecoveryStrategyRefuse    RecoveryStrategy = "refuse"
)

// ImportMode says what an import of native state does.
type ImportMode string

// Values of [ImportMode], in the order of the specification.
const (
	ImportModeCopy      ImportMode = "copy"
	ImportModeContinue  ImportMode = "continue"
	ImportModeTranslate ImportMode = "translate"
)

// IdentityPolicy says what an import does to session identities.
type IdentityPolicy string

// Values of [IdentityPolicy], in the order of the specification.
const (
	IdentityPolicyNew            IdentityPolicy = "new"
	IdentityPolicyPreserveIfSafe IdentityPolicy = "preserve_if_safe"
	IdentityPolicyMap            IdentityPolicy = "map"
)

// ConflictPolicy says what an import does when its identity exists.
type ConflictPolicy string

// Values of [ConflictPolicy], in the order of the specification.
const (
	ConflictPolicyReject             ConflictPolicy = "reject"
	ConflictPolicyNewIdentity        ConflictPolicy = "new_identity"
	ConflictPolicyReplaceIfUnchanged ConflictPolicy = "replace_if_unchanged"
)

// BoundaryMethod says how the captured state was read.
type BoundaryMethod string

// Values of [BoundaryMethod], in the order of the specification.
const (
	BoundaryMethodQuiesced      BoundaryMethod = "quiesced"
	BoundaryMethodTransactional BoundaryMethod = "transactional"
	BoundaryMethodBoundedRead   BoundaryMethod = "bounded_read"
	BoundaryMethodBestEffort    BoundaryMethod = "best_effort"
)

// Disposition says what became of an event in a context.
type Disposition string

// Values of [Disposition], in the order of the specification.
const (
	DispositionIncluded    Disposition = "included"
	DispositionSummarized  Disposition = "summarized"
	DispositionNotInput    Disposition = "not_input"
	DispositionUnavailable Disposition = "unavailable"
)

// EntityType is what a path reference points into.
type EntityType string

// Values of [EntityType], in the order of the specification.
const (
	EntityTypeEvent         EntityType = "event"
	EntityTypeResource      EntityType = "resource"
	EntityTypeEnvironment   EntityType = "environment"
	EntityTypeConfiguration EntityType = "configuration"
	EntityTypeDependency    EntityType = "dependency"
)

// OverflowPolicy says what to do when a context does not fit.
type OverflowPolicy string

// Values of [OverflowPolicy], in the order of the specification.
const (
	OverflowPolicyBlock             OverflowPolicy = "block"
	OverflowPolicyProposeCompaction OverflowPolicy = "propose_compaction"
)

// ActionKind is what a plan does first.
type ActionKind string

// Values of [ActionKind], in the order of the specification.
const (
	ActionKindModelRequest       ActionKind = "model_request"
	ActionKindAwaitUser          ActionKind = "await_user"
	ActionKindAwaitDecision      ActionKind = "await_decision"
	ActionKindReconcileOperation ActionKind = "reconcile_operation"
	ActionKindResumeNative       ActionKind = "resume_native"
)
