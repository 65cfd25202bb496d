package asif

// The values of each enumeration, in the order of the specification.
var (
	everyConsistency         = []Consistency{ConsistencyConsistent, ConsistencyPartial, ConsistencyUnknown}
	everyLineageRelation     = []LineageRelation{RelationContinuation, RelationFork, RelationTranslation, RelationCopy}
	everyPartKind            = []PartKind{PartText, PartResource, PartStructured, PartOpaque}
	everyProvenanceMode      = []ProvenanceMode{ModeObserved, ModeReported, ModeDerived, ModeSynthetic}
	everyParticipantKind     = []ParticipantKind{ParticipantHuman, ParticipantAgent, ParticipantTool, ParticipantService, ParticipantUnknown}
	everyExecutionStatus     = []ExecutionStatus{ExecutionRunning, ExecutionCompleted, ExecutionFailed, ExecutionCancelled, ExecutionInterrupted, ExecutionUnknown}
	everyKnowledge           = []Knowledge{KnowledgeEffective, KnowledgeDeclared, KnowledgePartial, KnowledgeUnknown}
	everyRequiredFor         = []RequiredFor{ForRead, ForContext, ForContinue}
	everyRequirementStatus   = []RequirementStatus{RequirementAvailable, RequirementUnresolved, RequirementUnavailable, RequirementUnsupported}
	everyEnvironmentKind     = []EnvironmentKind{EnvironmentWorkspace, EnvironmentService, EnvironmentRuntime, EnvironmentOther}
	everyAvailability        = []Availability{AvailabilityEmbedded, AvailabilityExternal, AvailabilityUnavailable, AvailabilityExcluded, AvailabilityRedacted, AvailabilityUnknown}
	everyRole                = []Role{RoleUser, RoleAssistant, RoleSystem, RoleDeveloper, RoleTool, RoleUnknown}
	everyInputKind           = []InputKind{InputMessage, InputToolCall, InputToolResult}
	everyArgumentsStatus     = []ArgumentsStatus{ArgumentsComplete, ArgumentsPartial, ArgumentsUnknown}
	everyOutcome             = []Outcome{OutcomeSuccess, OutcomeError, OutcomeCancelled, OutcomeUnknown}
	everyPurpose             = []Purpose{PurposeModelRequest, PurposeContinuation, PurposeSummary}
	everyFidelity            = []Fidelity{FidelityExact, FidelityReconstructed, FidelityPartial, FidelityUnknown}
	everyCheckpointKnowledge = []CheckpointKnowledge{CheckpointObserved, CheckpointDerived, CheckpointUnknown}
	everyCheckpointStatus    = []CheckpointStatus{StatusIdle, StatusActive, StatusWaiting, StatusStopped, StatusEnded, StatusUnknown}
	everyOpenState           = []OpenState{OpenPending, OpenOutcomeUnknown}
	everyUsageScope          = []UsageScope{UsageEvent, UsageTurn, UsageExecution, UsageSession}
	everyCounter             = []Counter{CounterDelta, CounterCumulative}
	everyEventKind           = []EventKind{KindMessage, KindToolCall, KindToolResult, KindDecisionRequest, KindDecisionResolution, KindTaskUpdate, KindContextCheckpoint, KindConfigurationChange, KindExecutionTransition, KindResourceChange, KindNote, KindExtension}
	everyDecisionKind        = []DecisionKind{DecisionApproval, DecisionQuestion, DecisionPlanReview}
	everyDecisionOutcome     = []DecisionOutcome{DecisionAllowed, DecisionDenied, DecisionAnswered, DecisionCancelled, DecisionExpired, DecisionUnknown}
	everyTaskStatus          = []TaskStatus{TaskProposed, TaskPending, TaskInProgress, TaskCompleted, TaskFailed, TaskCancelled, TaskSuperseded, TaskUnknown}
	everyCheckpointReason    = []CheckpointReason{ReasonInitial, ReasonRequest, ReasonCompaction, ReasonManual, ReasonUnknown}
	everyResourceOperation   = []ResourceOperation{ResourceCreated, ResourceModified, ResourceDeleted, ResourceObserved}
	everyScope               = []Scope{ScopeParticipants, ScopeConversation, ScopeBranches, ScopeExecutions, ScopeContexts, ScopeConfiguration, ScopeTools, ScopeDecisions, ScopeTasks, ScopeResources, ScopeEnvironment, ScopeNative, ScopeUsage}
	everyCoverageStatus      = []CoverageStatus{CoverageComplete, CoveragePartial, CoverageKnownEmpty, CoverageUnavailable, CoverageExcluded, CoverageNotInspected, CoverageNotApplicable}
	everyLossStage           = []LossStage{StageCapture, StageNormalization, StageRedaction, StageTranslation}
	everyStreamKind          = []StreamKind{StreamToolArguments, StreamToolResultText}
	everyStreamStatus        = []StreamStatus{StreamPartial, StreamComplete}
	everyBindingKind         = []BindingKind{BindingCall, BindingRequest}
)

// words are the spellings of an enumeration's values.
func words[T ~string](values []T) []string {
	s := make([]string, len(values))
	for i, v := range values {
		s[i] = string(v)
	}
	return s
}
