package continuation

import (
	"slices"

	"asif-convert/convert/asif"
	"asif-convert/profiles"
)

// ProfileVersion is the version of the profiles that Build makes, and Feature the required feature that goes with it.
const (
	ProfileVersion = "0.2"
	Feature        = "asif.portable-continuation/0.2"
)

// RootID is the ID of the session's folder.
const RootID = "root-1"

// unknown stands for a name that was not recorded where a non-empty string must be.
const unknown = "unknown"

// Build makes the profile of a document. Its plans have an empty context accounting and no path references: both are
// lists of events, which the caller writes. left is how many open calls and questions got no plan of their own.
func Build(f Facts) (profile asif.ContinuationProfile, left int) {
	b := &build{f: f}
	b.profile = asif.ContinuationProfile{
		ProfileVersion: ProfileVersion, SourceRuntime: b.runtime(), Workspaces: b.workspaces(), ServiceBindings: slices.Clip(f.Services),
		NativeImports: b.nativeImports(), Operations: []asif.Operation{},
	}
	if b.profile.ServiceBindings == nil {
		b.profile.ServiceBindings = []asif.Service{}
	}
	b.dependencies()
	b.operations()
	b.profile.ConfigurationBindings = []asif.ConfigurationBinding{b.binding()}
	b.plans()
	return b.profile, b.left
}

type build struct {
	f       Facts
	profile asif.ContinuationProfile
	tools   map[string]string // tool → its dependency
	open    int               // plans for open calls and questions
	left    int               // those that found no room
}

func (b *build) runtime() asif.Runtime {
	return asif.Runtime{
		Agent:   asif.RuntimeAgent{ID: b.f.Harness, Version: known(b.f.Version), StateFormat: known(b.f.StateFormat)},
		Adapter: asif.RuntimeAdapter{ID: "asif-convert/" + b.f.Harness, Version: known(b.f.Revision)},
		OS:      or(b.f.OS), Architecture: or(b.f.Architecture),
	}
}

// known is a string that may be unknown.
func known(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func or(s string) string {
	if s == "" {
		return unknown
	}
	return s
}

// only is a string as a list of at most one.
func only(s string) []string {
	if s == "" {
		return []string{}
	}
	return []string{s}
}

// workspaces is the folder that the session works in, at the plan's boundary.
func (b *build) workspaces() []asif.Workspace {
	if b.f.Place == nil {
		return []asif.Workspace{}
	}
	w := WorkspaceOf(b.f)
	if b.f.Workspace != nil {
		w = *b.f.Workspace
		w.AtEventID = known(b.f.Head)
	}
	return []asif.Workspace{w}
}

// WorkspaceOf is the session's folder by its references alone, for its files are not in a session. There is a place.
func WorkspaceOf(f Facts) asif.Workspace {
	p := f.Place
	git := &asif.Git{
		ObjectFormat: "sha1", Branch: known(p.Branch), BundleResourceIDs: []string{}, Prerequisites: []asif.GitPrerequisite{},
		IndexEntries: []asif.GitIndexEntry{}, Submodules: []asif.GitSubmodule{}, LFSDependencyIDs: []string{},
	}
	if format := ObjectFormat(p.Commit); format != "" {
		at := asif.PrerequisiteAvailabilityUnknown
		if p.Remote != "" {
			at = asif.PrerequisiteAvailabilityExternal
		}
		git.ObjectFormat, git.Head = format, known(p.Commit)
		git.Prerequisites = append(git.Prerequisites, asif.GitPrerequisite{ObjectID: p.Commit, Availability: at})
	}
	return asif.Workspace{
		ID: "workspace:" + RootID, EnvironmentID: p.EnvironmentID, RootID: RootID, AtEventID: known(f.Head), SourceRoot: p.Root,
		Mode:      asif.WorkspaceModeRefs,
		Selection: asif.WorkspaceSelection{Include: []string{}, Exclude: []string{}},
		Entries:   []asif.WorkspaceEntry{}, Deletions: []string{}, Git: git,
	}
}

// ObjectFormat is the Git object format that an object ID has, "" of what is none (N04).
func ObjectFormat(id string) string {
	for _, c := range []byte(id) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return ""
		}
	}
	return map[int]string{40: "sha1", 64: "sha256"}[len(id)]
}

// nativeImports is the harness's own state, when its bytes can be had: a copy under a new identity.
func (b *build) nativeImports() []asif.NativeImport {
	if !b.f.NativeReadable || b.f.StateFormat == "" || b.f.Ordering == "" {
		return []asif.NativeImport{}
	}
	return []asif.NativeImport{{
		ID: "native", Adapter: asif.ImportAdapter{ID: "asif-convert/" + b.f.Harness, Version: b.f.Revision},
		SourceStateFormat: b.f.StateFormat, AcceptedTargetAgentVersions: only(b.f.Version), ResourceIDs: slices.Clone(b.f.Natives),
		Mode: asif.ImportModeCopy, IdentityPolicy: asif.IdentityPolicyNew, OrderingContract: b.f.Ordering, IndexContract: b.f.Index,
		ConflictPolicy: asif.ConflictPolicyReject,
	}}
}

// operations is one for each call without result: nothing tells what it did.
func (b *build) operations() {
	for _, c := range b.f.OpenCalls {
		class := b.classOf(c.ToolID)
		does := b.behavior(class)
		o := asif.Operation{
			ID: "operation:" + c.ID, CallID: c.ID, Kind: operationKind(class),
			ExternalIdentity: &asif.ExternalIdentity{Namespace: b.f.Harness + "/call", Value: c.ID},
			State:            asif.OperationStateOutcomeUnknown, Effects: does.Effects, Replay: does.Replay, EvidenceResourceIDs: []string{},
			Recovery: asif.OperationRecovery{Strategy: recovery(class), EvidenceResourceIDs: []string{}},
		}
		if c.State == asif.OpenPending {
			o.State = asif.OperationStatePending
		}
		if c.Aside { // no call of the context, so none of the plan's either (N12)
			o.CallID, o.Kind = "", asif.OperationKindProcess
		}
		if o.Recovery.Strategy == asif.RecoveryStrategyReconcile {
			o.Recovery.HandlerDependencyID = known(b.tools[c.ToolID])
		}
		b.profile.Operations = append(b.profile.Operations, o)
	}
}

func (b *build) classOf(tool string) string {
	for _, t := range b.f.Tools {
		if t.ID == tool {
			return t.Class
		}
	}
	return profiles.Unknown
}

// binding gives the instructions the order in which the harness lets them count: system first, what is nearest to the
// work last (N14).
func (b *build) binding() asif.ConfigurationBinding {
	c := asif.ConfigurationBinding{
		ConfigurationID: b.f.Configuration, EffectiveOrder: []string{}, InstructionRules: []asif.InstructionRule{},
		PolicyIDs: append([]string{}, b.f.PolicyIDs...),
	}
	ordered := slices.Clone(b.f.Instructions)
	slices.SortStableFunc(ordered, func(x, y Instruction) int { return int(x.Priority - y.Priority) })
	for _, i := range ordered {
		c.EffectiveOrder = append(c.EffectiveOrder, i.ID)
		r := asif.InstructionRule{
			InstructionID: i.ID, Authority: i.Authority, MergeBehavior: i.Merge, GroupID: i.Group, Priority: i.Priority,
			Scope: b.scope(i.Folder), Activation: asif.RuleActivation{Kind: asif.ActivationKindAlways},
		}
		if i.Predicate != nil {
			r.Activation = asif.RuleActivation{Kind: asif.ActivationKindPredicate, Dialect: i.Dialect, Expression: i.Predicate}
		}
		c.InstructionRules = append(c.InstructionRules, r)
	}
	return c
}

// scope is a folder as a scope: the root, a path below it, or everything.
func (b *build) scope(folder string) asif.RuleScope {
	if b.f.Place == nil || folder == "" {
		return asif.RuleScope{Kind: asif.ScopeKindGlobal}
	}
	switch rel, ok := Below(b.f.Place.Root, folder); {
	case !ok:
		return asif.RuleScope{Kind: asif.ScopeKindGlobal}
	case rel == "":
		return asif.RuleScope{Kind: asif.ScopeKindRoot, RootID: RootID}
	default:
		return asif.RuleScope{Kind: asif.ScopeKindPathPrefix, RootID: RootID, RelativePath: &rel}
	}
}
