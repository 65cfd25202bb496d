package destination

import (
	"fmt"
	"slices"
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
)

// assessors say what a destination can do about a subject, by its kind. What no destination can mend was asked before.
// It is a function, since assessors ask each other.
func assessors() map[asif.SubjectKind]func(*assessor, continuation.Subject) (verdict, error) {
	return map[asif.SubjectKind]func(*assessor, continuation.Subject) (verdict, error){
		asif.SubjectKindPlan:                   (*assessor).planVerdict,
		asif.SubjectKindContext:                (*assessor).contextVerdict,
		asif.SubjectKindModel:                  (*assessor).modelVerdict,
		asif.SubjectKindConfiguration:          (*assessor).configuration,
		asif.SubjectKindFeature:                (*assessor).feature,
		asif.SubjectKindInstruction:            (*assessor).instruction,
		asif.SubjectKindCapability:             (*assessor).capability,
		asif.SubjectKindPolicy:                 (*assessor).policy,
		asif.SubjectKindDependency:             (*assessor).dependency,
		asif.SubjectKindWorkspace:              (*assessor).workspace,
		asif.SubjectKindService:                (*assessor).service,
		asif.SubjectKindOperation:              (*assessor).operation,
		asif.SubjectKindNativeImport:           (*assessor).nativeImport,
		asif.SubjectKindResource:               (*assessor).resource,
		asif.SubjectKindEnvironment:            (*assessor).environment,
		asif.SubjectKindCheckpointRequirement:  (*assessor).requirement,
		asif.SubjectKindEnvironmentRequirement: (*assessor).requirement,
	}
}

// remedies are what can be done about what no destination can mend, by kind of subject.
var remedies = map[asif.SubjectKind]string{
	asif.SubjectKindContext:       "convert the session anew when its files are complete, or begin with a user's message that says what is missing",
	asif.SubjectKindConfiguration: "convert the session with its configuration at hand, so that nothing of it has to be guessed",
	asif.SubjectKindInstruction:   "read it, and put what should still hold into the destination's instruction file",
	asif.SubjectKindResource:      "find its bytes and convert the session anew, or go on without an action that needs it",
	asif.SubjectKindModel:         "name a model with --model PROVIDER/ID, and describe it in a profile of your own where none lists it",
}

// remedy says what can be done about a subject that no destination can mend.
func (a *assessor) remedy(s continuation.Subject) string {
	switch s.Kind {
	case asif.SubjectKindPlan:
		if k := a.src.Checkpoints[a.plan.CheckpointID]; k != nil && len(k.OpenDecisions) > 0 {
			return "answer the request first: plan with --action await_decision"
		}
		return "close the harness and convert the session anew"
	case asif.SubjectKindOperation:
		if o := a.src.Operation(s.ID); o != nil && o.Recovery.Strategy != asif.RecoveryStrategyRestart && o.Recovery.Strategy != asif.RecoveryStrategyRefuse {
			return "find out how it ended first: plan with --action reconcile_operation"
		}
		return "find out by hand how it ended, and tell the agent in a user's message: plan with --action await_user"
	}
	return remedies[s.Kind]
}

func (a *assessor) planVerdict(continuation.Subject) (verdict, error) {
	return supported("the boundary is consistent: %s", a.plan.Boundary.Explanation), nil
}

func (a *assessor) configuration(continuation.Subject) (verdict, error) {
	return supported("which settings were in effect is known"), nil
}

func (a *assessor) feature(s continuation.Subject) (verdict, error) {
	if !a.Knows(s.ID) { // Q08
		return unsupported("the feature is not known here", "use a newer version of this program"), nil
	}
	return supported("the feature is known here"), nil
}

// operation is one that is over, or the one that is to be reconciled. Others were blocked before.
func (a *assessor) operation(s continuation.Subject) (verdict, error) {
	o := a.src.Operation(s.ID)
	if a.plan.NextAction.Kind != asif.ActionKindReconcileOperation || a.plan.NextAction.OperationID != o.ID {
		return supported("it is over: %s", o.State), nil
	}
	do := a.remedy(s)
	if o.ExternalIdentity == nil { // Q09
		return unresolved("nothing names it outside of the session, so that it cannot be found again", "find out by hand how it ended, and plan with --action await_user"), nil
	}
	if h := o.Recovery.HandlerDependencyID; h != nil {
		v, err := a.judge(continuation.Subject{Kind: asif.SubjectKindDependency, ID: *h})
		if err != nil {
			return verdict{}, err
		}
		if blocks(v.status) {
			return unresolved(fmt.Sprintf("what would look into it, %s, is not at the destination", *h), do), nil
		}
	}
	if o.Recovery.Strategy == asif.RecoveryStrategyReconnect && a.observed {
		return unresolved("whether it still runs cannot be seen without connecting to it", "look by hand whether it still runs"), nil
	}
	v := supported("it can be looked into: %s", o.Recovery.Strategy)
	v.resolved = &asif.Resolved{RecoveryStrategy: asif.ResolvedStrategy(o.Recovery.Strategy), ExternalIdentity: o.ExternalIdentity}
	return v, nil
}

// nativeImport puts the harness's own state into a store: of the same harness, in a version that takes it.
func (a *assessor) nativeImport(s continuation.Subject) (verdict, error) {
	n := a.src.NativeImport(s.ID)
	version := a.version()
	switch {
	case !a.same:
		return unsupported(fmt.Sprintf("its state is of the form %s, which %s does not take", n.SourceStateFormat, a.dest.Title),
			"plan with another action: the session is written in the destination's form then"), nil
	case version == "":
		return unresolved("which version of "+a.dest.Title+" is installed is not known", a.install()), nil
	case !slices.Contains(n.AcceptedTargetAgentVersions, version):
		a.change(s, "agent_version_changed", a.dest.Name+" "+version, "whether version "+version+" takes state written for "+words(n.AcceptedTargetAgentVersions)+" was not tested")
		return adapted("the state was written for version %s; %s is there", words(n.AcceptedTargetAgentVersions), version), nil
	}
	v := supported("version %s takes the state as it is", version)
	v.resolved = &asif.Resolved{Version: asif.AppendString(nil, version)}
	return v, nil
}

// install says how to get the destination's harness.
func (a *assessor) install() string {
	if len(a.dest.Binary.Packages) == 0 {
		return "install " + a.dest.Title
	}
	return "install " + a.dest.Title + ": npm install -g " + a.dest.Binary.Packages[0]
}

// resource is one whose bytes can be had; those whose bytes cannot were blocked before.
func (a *assessor) resource(s continuation.Subject) (verdict, error) {
	r := a.src.Resources[s.ID]
	if r.Availability == asif.AvailabilityExternal {
		return supported("its bytes lie outside of the document: %s", or(r.Locator, r.Explanation, "where is not said")), nil
	}
	return supported("its bytes are in the document"), nil
}

func or(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// words joins what is listed for people.
func words(list []string) string {
	if len(list) == 0 {
		return "none in particular"
	}
	return strings.Join(list, ", ")
}

// instruction is put where the destination looks for instructions.
func (a *assessor) instruction(s continuation.Subject) (verdict, error) {
	b := a.src.Binding(a.plan.ConfigurationID)
	i := slices.IndexFunc(b.InstructionRules, func(r asif.InstructionRule) bool { return r.InstructionID == s.ID })
	rule := b.InstructionRules[i]
	system := rule.Authority == asif.AuthoritySystem || rule.Authority == asif.AuthorityDeveloper
	switch {
	case a.same && system:
		return supported("the harness brings its own"), nil
	case a.same:
		return supported("the harness reads it from where it was"), nil
	case system:
		a.change(s, "instruction_replaced", a.dest.Title+"'s own", "its text: "+a.dest.Title+" sends its own system prompt instead")
		return adapted("%s has a system prompt of its own", a.dest.Title), nil
	case len(a.dest.Instructions) == 0:
		return unsupported(a.dest.Title+" is not known to read instruction files", "put it into the first message by hand"), nil
	}
	target := a.dest.Instructions[0].File
	losses := []string{}
	if rule.Scope.Kind == asif.ScopeKindPathPrefix {
		losses = append(losses, "that it holds below "+*rule.Scope.RelativePath+" only, unless the file is put there")
	}
	if rule.Activation.Kind == asif.ActivationKindPredicate {
		losses = append(losses, "the condition under which it holds")
	}
	if rule.MergeBehavior != asif.MergeBehaviorAppend {
		losses = append(losses, "that it replaces or refuses others: files are appended")
	}
	a.change(s, "instruction_moved", target, losses...)
	return adapted("it has to be copied into %s", target), nil
}
