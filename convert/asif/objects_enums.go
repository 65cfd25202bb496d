package asif

import "slices"

// The values of each enumeration, in the order of the specification.
var (
	everyConsistency              = []Consistency{ConsistencyConsistent, ConsistencyPartial, ConsistencyUnknown}
	everyLineageRelation          = []LineageRelation{RelationContinuation, RelationFork, RelationTranslation, RelationCopy}
	everyPartKind                 = []PartKind{PartText, PartResource, PartStructured, PartOpaque}
	everyProvenanceMode           = []ProvenanceMode{ModeObserved, ModeReported, ModeDerived, ModeSynthetic}
	everyParticipantKind          = []ParticipantKind{ParticipantHuman, ParticipantAgent, ParticipantTool, ParticipantService, ParticipantUnknown}
	everyExecutionStatus          = []ExecutionStatus{ExecutionRunning, ExecutionCompleted, ExecutionFailed, ExecutionCancelled, ExecutionInterrupted, ExecutionUnknown}
	everyKnowledge                = []Knowledge{KnowledgeEffective, KnowledgeDeclared, KnowledgePartial, KnowledgeUnknown}
	everyRequiredFor              = []RequiredFor{ForRead, ForContext, ForContinue}
	everyRequirementStatus        = []RequirementStatus{RequirementAvailable, RequirementUnresolved, RequirementUnavailable, RequirementUnsupported}
	everyEnvironmentKind          = []EnvironmentKind{EnvironmentWorkspace, EnvironmentService, EnvironmentRuntime, EnvironmentOther}
	everyAvailability             = []Availability{AvailabilityEmbedded, AvailabilityExternal, AvailabilityUnavailable, AvailabilityExcluded, AvailabilityRedacted, AvailabilityUnknown}
	everyRole                     = []Role{RoleUser, RoleAssistant, RoleSystem, RoleDeveloper, RoleTool, RoleUnknown}
	everyInputKind                = []InputKind{InputMessage, InputToolCall, InputToolResult}
	everyArgumentsStatus          = []ArgumentsStatus{ArgumentsComplete, ArgumentsPartial, ArgumentsUnknown}
	everyOutcome                  = []Outcome{OutcomeSuccess, OutcomeError, OutcomeCancelled, OutcomeUnknown}
	everyPurpose                  = []Purpose{PurposeModelRequest, PurposeContinuation, PurposeSummary}
	everyFidelity                 = []Fidelity{FidelityExact, FidelityReconstructed, FidelityPartial, FidelityUnknown}
	everyCheckpointKnowledge      = []CheckpointKnowledge{CheckpointObserved, CheckpointDerived, CheckpointUnknown}
	everyCheckpointStatus         = []CheckpointStatus{StatusIdle, StatusActive, StatusWaiting, StatusStopped, StatusEnded, StatusUnknown}
	everyOpenState                = []OpenState{OpenPending, OpenOutcomeUnknown}
	everyUsageScope               = []UsageScope{UsageEvent, UsageTurn, UsageExecution, UsageSession}
	everyCounter                  = []Counter{CounterDelta, CounterCumulative}
	everyEventKind                = []EventKind{KindMessage, KindToolCall, KindToolResult, KindDecisionRequest, KindDecisionResolution, KindTaskUpdate, KindContextCheckpoint, KindConfigurationChange, KindExecutionTransition, KindResourceChange, KindNote, KindExtension}
	everyDecisionKind             = []DecisionKind{DecisionApproval, DecisionQuestion, DecisionPlanReview}
	everyDecisionOutcome          = []DecisionOutcome{DecisionAllowed, DecisionDenied, DecisionAnswered, DecisionCancelled, DecisionExpired, DecisionUnknown}
	everyTaskStatus               = []TaskStatus{TaskProposed, TaskPending, TaskInProgress, TaskCompleted, TaskFailed, TaskCancelled, TaskSuperseded, TaskUnknown}
	everyCheckpointReason         = []CheckpointReason{ReasonInitial, ReasonRequest, ReasonCompaction, ReasonManual, ReasonUnknown}
	everyResourceOperation        = []ResourceOperation{ResourceCreated, ResourceModified, ResourceDeleted, ResourceObserved}
	everyScope                    = []Scope{ScopeParticipants, ScopeConversation, ScopeBranches, ScopeExecutions, ScopeContexts, ScopeConfiguration, ScopeTools, ScopeDecisions, ScopeTasks, ScopeResources, ScopeEnvironment, ScopeNative, ScopeUsage}
	everyCoverageStatus           = []CoverageStatus{CoverageComplete, CoveragePartial, CoverageKnownEmpty, CoverageUnavailable, CoverageExcluded, CoverageNotInspected, CoverageNotApplicable}
	everyLossStage                = []LossStage{StageCapture, StageNormalization, StageRedaction, StageTranslation}
	everyStreamKind               = []StreamKind{StreamToolArguments, StreamToolResultText}
	everyStreamStatus             = []StreamStatus{StreamPartial, StreamComplete}
	everyBindingKind              = []BindingKind{BindingCall, BindingRequest}
	everyWorkspaceMode            = []WorkspaceMode{WorkspaceModeSnapshot, WorkspaceModeDelta, WorkspaceModeRefs}
	everyEntryKind                = []EntryKind{EntryKindFile, EntryKindDirectory, EntryKindSymlink}
	everyPrerequisiteAvailability = []PrerequisiteAvailability{PrerequisiteAvailabilityEmbedded, PrerequisiteAvailabilityExternal, PrerequisiteAvailabilityUnavailable, PrerequisiteAvailabilityUnknown}
	everyDependencyKind           = []DependencyKind{DependencyKindAgentRuntime, DependencyKindModel, DependencyKindExecutable, DependencyKindPackage, DependencyKindSkill, DependencyKindPlugin, DependencyKindHook, DependencyKindTool, DependencyKindPolicy, DependencyKindService, DependencyKindResource}
	everyDependencyBindingKind    = []DependencyBindingKind{DependencyBindingKindBuiltin, DependencyBindingKindPackage, DependencyBindingKindCommand, DependencyBindingKindService, DependencyBindingKindOpaque}
	everyEffects                  = []Effects{EffectsNone, EffectsLocal, EffectsRemote, EffectsUnknown}
	everyReplay                   = []Replay{ReplayNever, ReplayIdempotent, ReplayReconcile, ReplayUnknown}
	everyAuthority                = []Authority{AuthoritySystem, AuthorityDeveloper, AuthorityUser, AuthorityUntrusted, AuthorityUnknown}
	everyMergeBehavior            = []MergeBehavior{MergeBehaviorAppend, MergeBehaviorReplaceSameScope, MergeBehaviorRejectConflict, MergeBehaviorUnknown}
	everyScopeKind                = []ScopeKind{ScopeKindGlobal, ScopeKindRoot, ScopeKindPathPrefix}
	everyActivationKind           = []ActivationKind{ActivationKindAlways, ActivationKindPredicate}
	everyAuthMethod               = []AuthMethod{AuthMethodNone, AuthMethodAPIKey, AuthMethodOauth, AuthMethodLogin, AuthMethodOther}
	everyEndpointKind             = []EndpointKind{EndpointKindHTTPS, EndpointKindStdio, EndpointKindLocalSocket, EndpointKindOther}
	everyOperationKind            = []OperationKind{OperationKindTool, OperationKindProcess, OperationKindServiceJob, OperationKindAgent}
	everyOperationState           = []OperationState{OperationStatePending, OperationStateRunning, OperationStateSucceeded, OperationStateFailed, OperationStateCancelled, OperationStateOutcomeUnknown}
	everyRecoveryStrategy         = []RecoveryStrategy{RecoveryStrategyReconcile, RecoveryStrategyReconnect, RecoveryStrategyRestart, RecoveryStrategyRefuse}
	everyImportMode               = []ImportMode{ImportModeCopy, ImportModeContinue, ImportModeTranslate}
	everyIdentityPolicy           = []IdentityPolicy{IdentityPolicyNew, IdentityPolicyPreserveIfSafe, IdentityPolicyMap}
	everyConflictPolicy           = []ConflictPolicy{ConflictPolicyReject, ConflictPolicyNewIdentity, ConflictPolicyReplaceIfUnchanged}
	everyBoundaryMethod           = []BoundaryMethod{BoundaryMethodQuiesced, BoundaryMethodTransactional, BoundaryMethodBoundedRead, BoundaryMethodBestEffort}
	everyDisposition              = []Disposition{DispositionIncluded, DispositionSummarized, DispositionNotInput, DispositionUnavailable}
	everyEntityType               = []EntityType{EntityTypeEvent, EntityTypeResource, EntityTypeEnvironment, EntityTypeConfiguration, EntityTypeDependency}
	everyOverflowPolicy           = []OverflowPolicy{OverflowPolicyBlock, OverflowPolicyProposeCompaction}
	everyActionKind               = []ActionKind{ActionKindModelRequest, ActionKindAwaitUser, ActionKindAwaitDecision, ActionKindReconcileOperation, ActionKindResumeNative}
	everyEvaluationMode           = []EvaluationMode{EvaluationModeSynthetic, EvaluationModeObserved}
	everyVerdict                  = []Verdict{VerdictReady, VerdictBlocked, VerdictAdaptationRequired}
	everySubjectKind              = []SubjectKind{SubjectKindPlan, SubjectKindContext, SubjectKindModel, SubjectKindConfiguration, SubjectKindFeature, SubjectKindInstruction, SubjectKindCapability, SubjectKindPolicy, SubjectKindDependency, SubjectKindWorkspace, SubjectKindService, SubjectKindOperation, SubjectKindNativeImport, SubjectKindResource, SubjectKindEnvironment, SubjectKindCheckpointRequirement, SubjectKindEnvironmentRequirement}
	everyAssessmentStatus         = []AssessmentStatus{AssessmentStatusSupported, AssessmentStatusAdapted, AssessmentStatusOmitted, AssessmentStatusUnresolved, AssessmentStatusUnsupported}
	everyResolvedStrategy         = []ResolvedStrategy{ResolvedStrategyReconcile, ResolvedStrategyReconnect}
	everyEvidenceKind             = []EvidenceKind{EvidenceKindInspection, EvidenceKindCompatibilityTest, EvidenceKindAuthorization, EvidenceKindAcceptance, EvidenceKindImport, EvidenceKindContinuation, EvidenceKindSynthetic}
	everyUnicodeNormalization     = []UnicodeNormalization{UnicodeNormalizationNone, UnicodeNormalizationNFC, UnicodeNormalizationNFD}
	everyFit                      = []Fit{FitFits, FitExceeds, FitUnknown}
	everyImportStatus             = []ImportStatus{ImportStatusNotAttempted, ImportStatusImported, ImportStatusFailed, ImportStatusRolledBack}
	everyContinuationStatus       = []ContinuationStatus{ContinuationStatusNotTested, ContinuationStatusContinued, ContinuationStatusBlocked, ContinuationStatusFailed}
)

// words are the spellings of an enumeration's values.
func words[T ~string](values []T) []string {
	s := make([]string, len(values))
	for i, v := range values {
		s[i] = string(v)
	}
	return s
}

// SubjectKinds are the kinds of subjects, in the order of the specification.
func SubjectKinds() []SubjectKind { return slices.Clone(everySubjectKind) }
