package continuation

import (
	"slices"

	"asif-convert/convert/asif"
)

// Reasons of an UnresolvedError.
const (
	notHere     = "is not in the document"
	notSelected = "the plan does not select"
	notDeclared = "the plan's configuration does not declare"
)

// edgesOf follows the edges of a subject, by its kind. A feature, a model, a policy and a resource have none.
var edgesOf = map[asif.SubjectKind]func(*graph, Subject){
	asif.SubjectKindPlan:                   (*graph).planEdges,
	asif.SubjectKindContext:                (*graph).contextEdges,
	asif.SubjectKindConfiguration:          (*graph).noEdges,
	asif.SubjectKindModel:                  (*graph).noEdges,
	asif.SubjectKindFeature:                (*graph).noEdges,
	asif.SubjectKindPolicy:                 (*graph).noEdges,
	asif.SubjectKindResource:               (*graph).noEdges,
	asif.SubjectKindInstruction:            (*graph).instructionEdges,
	asif.SubjectKindCapability:             (*graph).capabilityEdges,
	asif.SubjectKindDependency:             (*graph).dependencyEdges,
	asif.SubjectKindWorkspace:              (*graph).workspaceEdges,
	asif.SubjectKindService:                (*graph).serviceEdges,
	asif.SubjectKindOperation:              (*graph).operationEdges,
	asif.SubjectKindNativeImport:           (*graph).nativeImportEdges,
	asif.SubjectKindEnvironment:            (*graph).environmentEdges,
	asif.SubjectKindCheckpointRequirement:  (*graph).checkpointRequirementEdges,
	asif.SubjectKindEnvironmentRequirement: (*graph).environmentRequirementEdges,
}

// of is a subject without owner.
func of(kind asif.SubjectKind, id string) Subject { return Subject{Kind: kind, ID: id} }

// seeds inventories what a plan selects, and says what of it is required from the start.
func (g *graph) seeds() {
	p := g.plan
	self := of(asif.SubjectKindPlan, p.ID)
	seed := func(s Subject, required bool) {
		n := g.inventory(s)
		n.seed = n.seed || required
	}
	seed(self, true)
	seed(of(asif.SubjectKindContext, p.ContextID), g.agent)
	seed(of(asif.SubjectKindModel, p.ID), g.agent)
	seed(of(asif.SubjectKindConfiguration, p.ConfigurationID), true)
	for _, f := range g.src.Features {
		seed(of(asif.SubjectKindFeature, f), true)
	}
	g.checkpoint = g.src.Checkpoints[p.CheckpointID]
	if g.checkpoint == nil {
		g.missing(self, Subject{Kind: "checkpoint", ID: p.CheckpointID}, notHere)
	} else {
		for i := range g.checkpoint.Requirements {
			g.inventory(Subject{asif.SubjectKindCheckpointRequirement, g.checkpoint.Requirements[i].ID, p.CheckpointID})
		}
	}
	g.configurationSeeds(seed)
	for _, id := range p.DependencyIDs {
		d := g.src.Dependency(id)
		seed(of(asif.SubjectKindDependency, id), d != nil && g.meets(d.RequiredFor))
	}
	for _, id := range p.WorkspaceIDs {
		seed(of(asif.SubjectKindWorkspace, id), g.active)
	}
	for _, id := range p.ServiceBindingIDs {
		seed(of(asif.SubjectKindService, id), g.active)
	}
	for _, id := range p.OperationIDs {
		seed(of(asif.SubjectKindOperation, id), g.agent || reconciles(p, id))
	}
	if id := p.NativeImportID; id != nil {
		seed(of(asif.SubjectKindNativeImport, *id), g.agent)
	}
}

// reconciles tells whether a plan's next action is to reconcile that operation.
func reconciles(p *asif.Plan, operation string) bool {
	return p.NextAction.Kind == asif.ActionKindReconcileOperation && p.NextAction.OperationID == operation
}

func (g *graph) configurationSeeds(seed func(Subject, bool)) {
	c := g.src.Configurations[g.plan.ConfigurationID]
	if g.configuration = c; c == nil {
		g.missing(of(asif.SubjectKindPlan, g.plan.ID), of(asif.SubjectKindConfiguration, g.plan.ConfigurationID), notHere)
		return
	}
	for i := range c.Instructions {
		seed(of(asif.SubjectKindInstruction, c.Instructions[i].ID), g.agent)
	}
	for i := range c.Capabilities {
		seed(of(asif.SubjectKindCapability, c.Capabilities[i].ID), g.agent && c.Capabilities[i].Required)
	}
	for i := range c.Policies {
		seed(Subject{asif.SubjectKindPolicy, c.Policies[i].ID, c.ID}, c.Policies[i].Enforcing)
	}
	for _, id := range c.EnvironmentIDs {
		seed(of(asif.SubjectKindEnvironment, id), g.active)
	}
}

// meets tells whether a thing is needed for what the plan does: reading always, continuing when it is active, the
// context when the agent runs.
func (g *graph) meets(scopes []asif.RequiredFor) bool {
	return slices.ContainsFunc(scopes, func(s asif.RequiredFor) bool {
		return s == asif.ForRead || s == asif.ForContinue && g.active || s == asif.ForContext && g.agent
	})
}

// missing notes the first reference that leads nowhere.
func (g *graph) missing(from, to Subject, why string) {
	if g.err == nil {
		g.err = &UnresolvedError{Plan: g.plan.ID, From: from, To: to, Why: why}
	}
}

// found notes when the document does not have what the plan selects as s: x is nil then.
func found[T any](g *graph, s Subject, x *T) *T {
	if x == nil {
		g.missing(of(asif.SubjectKindPlan, g.plan.ID), s, notHere)
	}
	return x
}

func (g *graph) noEdges(Subject) {}

// resources lets a subject require resources.
func (g *graph) resources(from Subject, ids ...string) {
	for _, id := range ids {
		to := of(asif.SubjectKindResource, id)
		if g.src.Resources[id] == nil {
			g.missing(from, to, notHere)
			continue
		}
		g.edge(from, to)
	}
}

// parts lets a subject require the resources that parts show.
func (g *graph) parts(from Subject, parts []asif.Part) {
	for i := range parts {
		if k := parts[i].Kind; (k == asif.PartResource || k == asif.PartOpaque) && parts[i].ResourceID != "" {
			g.resources(from, parts[i].ResourceID)
		}
	}
}

// dependencies lets a subject require dependencies, all of which the plan selects.
func (g *graph) dependencies(from Subject, ids ...string) {
	for _, id := range ids {
		to := of(asif.SubjectKindDependency, id)
		if !slices.Contains(g.plan.DependencyIDs, id) {
			g.missing(from, to, notSelected)
			continue
		}
		g.edge(from, to)
	}
}

func (g *graph) environment(from Subject, id string) {
	to := of(asif.SubjectKindEnvironment, id)
	if g.src.Environments[id] == nil {
		g.missing(from, to, notHere)
		return
	}
	g.edge(from, to)
}

func (g *graph) planEdges(s Subject) {
	g.resources(s, g.plan.Boundary.EvidenceResourceIDs...)
	if a := g.plan.NextAction; a.Kind == asif.ActionKindAwaitDecision {
		prompt, known := g.src.Prompts[a.RequestID]
		if !known {
			g.missing(s, Subject{Kind: "decision_request", ID: a.RequestID}, notHere)
		}
		g.resources(s, prompt...)
	}
	if g.checkpoint == nil {
		return
	}
	for i := range g.checkpoint.Requirements {
		if r := &g.checkpoint.Requirements[i]; g.meets(r.RequiredFor) {
			g.edge(s, Subject{asif.SubjectKindCheckpointRequirement, r.ID, g.checkpoint.ID})
		}
	}
}

func (g *graph) contextEdges(s Subject) {
	c := found(g, s, g.src.Contexts[s.ID])
	if c == nil {
		return
	}
	g.resources(s, c.Resources...)
	for _, id := range c.ToolIDs {
		t := g.src.Tools[id]
		if t == nil {
			g.missing(s, Subject{Kind: "tool", ID: id}, notHere)
			continue
		}
		g.resources(s, t.ResourceIDs...)
	}
}

func (g *graph) instructionEdges(s Subject) {
	for i := range g.configuration.Instructions {
		if in := &g.configuration.Instructions[i]; in.ID == s.ID {
			g.parts(s, in.Parts)
		}
	}
}

func (g *graph) capabilityEdges(s Subject) {
	for i := range g.configuration.Capabilities {
		if c := &g.configuration.Capabilities[i]; c.ID == s.ID {
			g.resources(s, c.ResourceIDs...)
		}
	}
}

func (g *graph) dependencyEdges(s Subject) {
	d := found(g, s, g.src.Dependency(s.ID))
	if d == nil {
		return
	}
	g.resources(s, d.ResourceIDs...)
	g.dependencies(s, d.DependsOn...)
}

func (g *graph) serviceEdges(s Subject) {
	b := found(g, s, g.src.Service(s.ID))
	if b == nil {
		return
	}
	g.dependencies(s, b.DependencyIDs...)
}

func (g *graph) operationEdges(s Subject) {
	o := found(g, s, g.src.Operation(s.ID))
	if o == nil {
		return
	}
	if h := o.Recovery.HandlerDependencyID; h != nil {
		g.dependencies(s, *h)
	}
	g.resources(s, o.EvidenceResourceIDs...)
	g.resources(s, o.Recovery.EvidenceResourceIDs...)
}

func (g *graph) nativeImportEdges(s Subject) {
	n := found(g, s, g.src.NativeImport(s.ID))
	if n == nil {
		return
	}
	g.resources(s, n.ResourceIDs...)
}
