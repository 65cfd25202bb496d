package asif

// CheckpointKnowledge says what a checkpoint's state rests on.
type CheckpointKnowledge string

// Values of [CheckpointKnowledge], in the order of the specification.
const (
	CheckpointObserved CheckpointKnowledge = "observed"
	CheckpointDerived  CheckpointKnowledge = "derived"
	CheckpointUnknown  CheckpointKnowledge = "unknown"
)

// CheckpointStatus is the recorded state at a checkpoint's boundary.
type CheckpointStatus string

// Values of [CheckpointStatus], in the order of the specification.
const (
	StatusIdle    CheckpointStatus = "idle"
	StatusActive  CheckpointStatus = "active"
	StatusWaiting CheckpointStatus = "waiting"
	StatusStopped CheckpointStatus = "stopped"
	StatusEnded   CheckpointStatus = "ended"
	StatusUnknown CheckpointStatus = "unknown"
)

// OpenState is what is known of an unresolved call or decision.
type OpenState string

// Values of [OpenState], in the order of the specification.
const (
	OpenPending        OpenState = "pending"
	OpenOutcomeUnknown OpenState = "outcome_unknown"
)

// UsageScope says what a counter counts.
type UsageScope string

// Values of [UsageScope], in the order of the specification.
const (
	UsageEvent     UsageScope = "event"
	UsageTurn      UsageScope = "turn"
	UsageExecution UsageScope = "execution"
	UsageSession   UsageScope = "session"
)

// Counter says whether a usage value is a difference or a running total.
type Counter string

// Values of [Counter], in the order of the specification.
const (
	CounterDelta      Counter = "delta"
	CounterCumulative Counter = "cumulative"
)

// EventKind discriminates events.
type EventKind string

// Values of [EventKind], in the order of the specification.
const (
	KindMessage             EventKind = "message"
	KindToolCall            EventKind = "tool_call"
	KindToolResult          EventKind = "tool_result"
	KindDecisionRequest     EventKind = "decision_request"
	KindDecisionResolution  EventKind = "decision_resolution"
	KindTaskUpdate          EventKind = "task_update"
	KindContextCheckpoint   EventKind = "context_checkpoint"
	KindConfigurationChange EventKind = "configuration_change"
	KindExecutionTransition EventKind = "execution_transition"
	KindResourceChange      EventKind = "resource_change"
	KindNote                EventKind = "note"
	KindExtension           EventKind = "extension"
)

// DecisionKind discriminates decision requests.
type DecisionKind string

// Values of [DecisionKind], in the order of the specification.
const (
	DecisionApproval   DecisionKind = "approval"
	DecisionQuestion   DecisionKind = "question"
	DecisionPlanReview DecisionKind = "plan_review"
)

// DecisionOutcome is how a decision request ended.
type DecisionOutcome string

// Values of [DecisionOutcome], in the order of the specification.
const (
	DecisionAllowed   DecisionOutcome = "allowed"
	DecisionDenied    DecisionOutcome = "denied"
	DecisionAnswered  DecisionOutcome = "answered"
	DecisionCancelled DecisionOutcome = "cancelled"
	DecisionExpired   DecisionOutcome = "expired"
	DecisionUnknown   DecisionOutcome = "unknown"
)

// TaskStatus is the state of a task at one revision.
type TaskStatus string

// Values of [TaskStatus], in the order of the specification.
const (
	TaskProposed   TaskStatus = "proposed"
	TaskPending    TaskStatus = "pending"
	TaskInProgress TaskStatus = "in_progress"
	TaskCompleted  TaskStatus = "completed"
	TaskFailed     TaskStatus = "failed"
	TaskCancelled  TaskStatus = "cancelled"
	TaskSuperseded TaskStatus = "superseded"
	TaskUnknown    TaskStatus = "unknown"
)

// CheckpointReason says why a context was selected or replaced.
type CheckpointReason string

// Values of [CheckpointReason], in the order of the specification.
const (
	ReasonInitial    CheckpointReason = "initial"
	ReasonRequest    CheckpointReason = "request"
	ReasonCompaction CheckpointReason = "compaction"
	ReasonManual     CheckpointReason = "manual"
	ReasonUnknown    CheckpointReason = "unknown"
)

// ResourceOperation is what happened to a resource.
type ResourceOperation string

// Values of [ResourceOperation], in the order of the specification.
const (
	ResourceCreated  ResourceOperation = "created"
	ResourceModified ResourceOperation = "modified"
	ResourceDeleted  ResourceOperation = "deleted"
	ResourceObserved ResourceOperation = "observed"
)

// Scope is a domain of the session that coverage and losses speak of.
type Scope string

// Values of [Scope], in the order of the specification.
const (
	ScopeParticipants  Scope = "participants"
	ScopeConversation  Scope = "conversation"
	ScopeBranches      Scope = "branches"
	ScopeExecutions    Scope = "executions"
	ScopeContexts      Scope = "contexts"
	ScopeConfiguration Scope = "configuration"
	ScopeTools         Scope = "tools"
	ScopeDecisions     Scope = "decisions"
	ScopeTasks         Scope = "tasks"
	ScopeResources     Scope = "resources"
	ScopeEnvironment   Scope = "environment"
	ScopeNative        Scope = "native"
	ScopeUsage         Scope = "usage"
)

// CoverageStatus says how much of a scope the document holds.
type CoverageStatus string

// Values of [CoverageStatus], in the order of the specification.
const (
	CoverageComplete      CoverageStatus = "complete"
	CoveragePartial       CoverageStatus = "partial"
	CoverageKnownEmpty    CoverageStatus = "known_empty"
	CoverageUnavailable   CoverageStatus = "unavailable"
	CoverageExcluded      CoverageStatus = "excluded"
	CoverageNotInspected  CoverageStatus = "not_inspected"
	CoverageNotApplicable CoverageStatus = "not_applicable"
)

// LossStage is the step that changed or left out information.
type LossStage string

// Values of [LossStage], in the order of the specification.
const (
	StageCapture       LossStage = "capture"
	StageNormalization LossStage = "normalization"
	StageRedaction     LossStage = "redaction"
	StageTranslation   LossStage = "translation"
)

// StreamKind says what a stream's bytes are.
type StreamKind string

// Values of [StreamKind], in the order of the specification.
const (
	StreamToolArguments  StreamKind = "tool_arguments"
	StreamToolResultText StreamKind = "tool_result_text"
)

// StreamStatus says whether all fragments of a stream are there.
type StreamStatus string

// Values of [StreamStatus], in the order of the specification.
const (
	StreamPartial  StreamStatus = "partial"
	StreamComplete StreamStatus = "complete"
)

// BindingKind discriminates external bindings.
type BindingKind string

// Values of [BindingKind], in the order of the specification.
const (
	BindingCall    BindingKind = "call"
	BindingRequest BindingKind = "request"
)
