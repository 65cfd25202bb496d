package asif

// EvaluationMode says whether a real destination was inspected.
type EvaluationMode string

// Values of [EvaluationMode], in the order of the specification.
const (
	EvaluationModeSynthetic EvaluationMode = "synthetic"
	EvaluationModeObserved  EvaluationMode = "observed"
)

// Verdict is the computed outcome of a report.
type Verdict string

// Values of [Verdict], in the order of the specification.
const (
	VerdictReady              Verdict = "ready"
	VerdictBlocked            Verdict = "blocked"
	VerdictAdaptationRequired Verdict = "adaptation_required"
)

// SubjectKind is the kind of a thing that continuing may need.
type SubjectKind string

// Values of [SubjectKind], in the order of the specification.
const (
	SubjectKindPlan                   SubjectKind = "plan"
	SubjectKindContext                SubjectKind = "context"
	SubjectKindModel                  SubjectKind = "model"
	SubjectKindConfiguration          SubjectKind = "configuration"
	SubjectKindFeature                SubjectKind = "feature"
	SubjectKindInstruction            SubjectKind = "instruction"
	SubjectKindCapability             SubjectKind = "capability"
	SubjectKindPolicy                 SubjectKind = "policy"
	SubjectKindDependency             SubjectKind = "dependency"
	SubjectKindWorkspace              SubjectKind = "workspace"
	SubjectKindService                SubjectKind = "service"
	SubjectKindOperation              SubjectKind = "operation"
	SubjectKindNativeImport           SubjectKind = "native_import"
	SubjectKindResource               SubjectKind = "resource"
	SubjectKindEnvironment            SubjectKind = "environment"
	SubjectKindCheckpointRequirement  SubjectKind = "checkpoint_requirement"
	SubjectKindEnvironmentRequirement SubjectKind = "environment_requirement"
)

// AssessmentStatus says what a destination can do about a subject.
type AssessmentStatus string

// Values of [AssessmentStatus], in the order of the specification.
const (
	AssessmentStatusSupported   AssessmentStatus = "supported"
	AssessmentStatusAdapted     AssessmentStatus = "adapted"
	AssessmentStatusOmitted     AssessmentStatus = "omitted"
	AssessmentStatusUnresolved  AssessmentStatus = "unresolved"
	AssessmentStatusUnsupported AssessmentStatus = "unsupported"
)

// ResolvedStrategy is the recovery that a destination follows.
type ResolvedStrategy string

// Values of [ResolvedStrategy], in the order of the specification.
const (
	ResolvedStrategyReconcile ResolvedStrategy = "reconcile"
	ResolvedStrategyReconnect ResolvedStrategy = "reconnect"
)

// EvidenceKind is how an observation was made.
type EvidenceKind string

// Values of [EvidenceKind], in the order of the specification.
const (
	EvidenceKindInspection        EvidenceKind = "inspection"
	EvidenceKindCompatibilityTest EvidenceKind = "compatibility_test"
	EvidenceKindAuthorization     EvidenceKind = "authorization"
	EvidenceKindAcceptance        EvidenceKind = "acceptance"
	EvidenceKindImport            EvidenceKind = "import"
	EvidenceKindContinuation      EvidenceKind = "continuation"
	EvidenceKindSynthetic         EvidenceKind = "synthetic"
)

// UnicodeNormalization is how a file system normalizes names.
type UnicodeNormalization string

// Values of [UnicodeNormalization], in the order of the specification.
const (
	UnicodeNormalizationNone UnicodeNormalization = "none"
	UnicodeNormalizationNFC  UnicodeNormalization = "NFC"
	UnicodeNormalizationNFD  UnicodeNormalization = "NFD"
)

// Fit says whether a context fits a model.
type Fit string

// Values of [Fit], in the order of the specification.
const (
	FitFits    Fit = "fits"
	FitExceeds Fit = "exceeds"
	FitUnknown Fit = "unknown"
)

// ImportStatus says what became of an import.
type ImportStatus string

// Values of [ImportStatus], in the order of the specification.
const (
	ImportStatusNotAttempted ImportStatus = "not_attempted"
	ImportStatusImported     ImportStatus = "imported"
	ImportStatusFailed       ImportStatus = "failed"
	ImportStatusRolledBack   ImportStatus = "rolled_back"
)

// ContinuationStatus says what became of continuing.
type ContinuationStatus string

// Values of [ContinuationStatus], in the order of the specification.
const (
	ContinuationStatusNotTested ContinuationStatus = "not_tested"
	ContinuationStatusContinued ContinuationStatus = "continued"
	ContinuationStatusBlocked   ContinuationStatus = "blocked"
	ContinuationStatusFailed    ContinuationStatus = "failed"
)
