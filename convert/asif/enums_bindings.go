package asif

// WorkspaceMode says what a workspace record holds of its root.
type WorkspaceMode string

// Values of [WorkspaceMode], in the order of the specification.
const (
	WorkspaceModeSnapshot WorkspaceMode = "snapshot"
	WorkspaceModeDelta    WorkspaceMode = "delta"
	WorkspaceModeRefs     WorkspaceMode = "refs"
)

// EntryKind is the kind of a workspace entry.
type EntryKind string

// Values of [EntryKind], in the order of the specification.
const (
	EntryKindFile      EntryKind = "file"
	EntryKindDirectory EntryKind = "directory"
	EntryKindSymlink   EntryKind = "symlink"
)

// PrerequisiteAvailability says whether a Git object is at hand.
type PrerequisiteAvailability string

// Values of [PrerequisiteAvailability], in the order of the specification.
const (
	PrerequisiteAvailabilityEmbedded    PrerequisiteAvailability = "embedded"
	PrerequisiteAvailabilityExternal    PrerequisiteAvailability = "external"
	PrerequisiteAvailabilityUnavailable PrerequisiteAvailability = "unavailable"
	PrerequisiteAvailabilityUnknown     PrerequisiteAvailability = "unknown"
)

// DependencyKind is what a dependency is.
type DependencyKind string

// Values of [DependencyKind], in the order of the specification.
const (
	DependencyKindAgentRuntime DependencyKind = "agent_runtime"
	DependencyKindModel        DependencyKind = "model"
	DependencyKindExecutable   DependencyKind = "executable"
	DependencyKindPackage      DependencyKind = "package"
	DependencyKindSkill        DependencyKind = "skill"
	DependencyKindPlugin       DependencyKind = "plugin"
	DependencyKindHook         DependencyKind = "hook"
	DependencyKindTool         DependencyKind = "tool"
	DependencyKindPolicy       DependencyKind = "policy"
	DependencyKindService      DependencyKind = "service"
	DependencyKindResource     DependencyKind = "resource"
)

// DependencyBindingKind says how a dependency is reached.
type DependencyBindingKind string

// Values of [DependencyBindingKind], in the order of the specification.
const (
	DependencyBindingKindBuiltin DependencyBindingKind = "builtin"
	DependencyBindingKindPackage DependencyBindingKind = "package"
	DependencyBindingKindCommand DependencyBindingKind = "command"
	DependencyBindingKindService DependencyBindingKind = "service"
	DependencyBindingKindOpaque  DependencyBindingKind = "opaque"
)

// Effects says how far the effects of an operation reach.
type Effects string

// Values of [Effects], in the order of the specification.
const (
	EffectsNone    Effects = "none"
	EffectsLocal   Effects = "local"
	EffectsRemote  Effects = "remote"
	EffectsUnknown Effects = "unknown"
)

// Replay says whether an operation may be done again.
type Replay string

// Values of [Replay], in the order of the specification.
const (
	ReplayNever      Replay = "never"
	ReplayIdempotent Replay = "idempotent"
	ReplayReconcile  Replay = "reconcile"
	ReplayUnknown    Replay = "unknown"
)

// Authority says whose word an instruction is.
type Authority string

// Values of [Authority], in the order of the specification.
const (
	AuthoritySystem    Authority = "system"
	AuthorityDeveloper Authority = "developer"
	AuthorityUser      Authority = "user"
	AuthorityUntrusted Authority = "untrusted"
	AuthorityUnknown   Authority = "unknown"
)

// MergeBehavior says what an instruction does to those before it.
type MergeBehavior string

// Values of [MergeBehavior], in the order of the specification.
const (
	MergeBehaviorAppend           MergeBehavior = "append"
	MergeBehaviorReplaceSameScope MergeBehavior = "replace_same_scope"
	MergeBehaviorRejectConflict   MergeBehavior = "reject_conflict"
	MergeBehaviorUnknown          MergeBehavior = "unknown"
)

// ScopeKind says where an instruction applies.
type ScopeKind string

// Values of [ScopeKind], in the order of the specification.
const (
	ScopeKindGlobal     ScopeKind = "global"
	ScopeKindRoot       ScopeKind = "root"
	ScopeKindPathPrefix ScopeKind = "path_prefix"
)

// ActivationKind says when an instruction applies.
type ActivationKind string

// Values of [ActivationKind], in the order of the specification.
const (
	ActivationKindAlways    ActivationKind = "always"
	ActivationKindPredicate ActivationKind = "predicate"
)

// AuthMethod is how a service authenticates its user.
type AuthMethod string

// Values of [AuthMethod], in the order of the specification.
const (
	AuthMethodNone   AuthMethod = "none"
	AuthMethodAPIKey AuthMethod = "api_key"
	AuthMethodOauth  AuthMethod = "oauth"
	AuthMethodLogin  AuthMethod = "login"
	AuthMethodOther  AuthMethod = "other"
)

// EndpointKind is how a service is reached.
type EndpointKind string

// Values of [EndpointKind], in the order of the specification.
const (
	EndpointKindHTTPS       EndpointKind = "https"
	EndpointKindStdio       EndpointKind = "stdio"
	EndpointKindLocalSocket EndpointKind = "local_socket"
	EndpointKindOther       EndpointKind = "other"
)
