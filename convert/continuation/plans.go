package continuation

import (
	"slices"

	"asif-convert/convert/asif"
)

// plans are the wanted ways to go on. All select the same; they differ by what happens first.
func (b *build) plans() {
	b.profile.Plans = []asif.Plan{}
	for _, action := range b.f.Actions {
		switch action {
		case asif.ActionKindAwaitDecision:
			for _, id := range b.f.OpenDecisions {
				b.plan(string(action)+":"+id, asif.NextAction{Kind: action, RequestID: id})
			}
		case asif.ActionKindReconcileOperation:
			for _, o := range b.profile.Operations {
				b.plan(string(action)+":"+o.ID, asif.NextAction{Kind: action, OperationID: o.ID})
			}
		case asif.ActionKindResumeNative:
			if len(b.profile.NativeImports) > 0 {
				b.plan(string(action), asif.NextAction{Kind: action, NativeImportID: b.profile.NativeImports[0].ID})
			}
		default:
			b.plan(string(action), asif.NextAction{Kind: action})
		}
	}
}

func (b *build) plan(id string, next asif.NextAction) {
	f, p := &b.f, &b.profile
	if next.RequestID != "" || next.OperationID != "" {
		if b.open++; b.open > f.OpenPlans {
			b.left++
			return
		}
	}
	plan := asif.Plan{
		ID: id, CheckpointID: f.Checkpoint, ContextID: f.Context, ConfigurationID: f.Configuration,
		WorkspaceIDs:      ids(p.Workspaces, func(w asif.Workspace) string { return w.ID }),
		DependencyIDs:     ids(p.Dependencies, func(d asif.Dependency) string { return d.ID }),
		ServiceBindingIDs: b.used(),
		OperationIDs:      ids(p.Operations, func(o asif.Operation) string { return o.ID }),
		NativeImportID:    known(next.NativeImportID),
		Boundary: asif.PlanBoundary{
			Method: asif.BoundaryMethodBoundedRead, Consistency: asif.ConsistencyConsistent, EvidenceResourceIDs: []string{}, Explanation: f.Boundary,
		},
		ContextAccounting: []asif.ContextAccounting{}, CWD: b.cwd(), PathReferences: []asif.PathReference{},
		ModelRequirements: b.modelRequirements(), NextAction: next,
	}
	if !f.Consistent {
		plan.Boundary.Consistency = asif.ConsistencyPartial
	}
	p.Plans = append(p.Plans, plan)
}

// used are the services of the servers whose tools the live context calls. The others are there for whoever wants them.
func (b *build) used() []string {
	out := []string{}
	for _, s := range b.profile.ServiceBindings {
		if slices.ContainsFunc(b.f.Tools, func(t Tool) bool { return t.Server != "" && "mcp:"+t.Server == s.Service }) {
			out = append(out, s.ID)
		}
	}
	return out
}

func ids[T any](items []T, id func(T) string) []string {
	out := make([]string, len(items))
	for i := range items {
		out[i] = id(items[i])
	}
	return out
}

func (b *build) cwd() *asif.PlanLocation {
	if b.f.Place == nil {
		return nil
	}
	rel, ok := Below(b.f.Place.Root, b.f.Place.CWD)
	if !ok {
		return nil
	}
	return &asif.PlanLocation{RootID: RootID, RelativePath: rel}
}

// modelRequirements follow from what the live context holds.
func (b *build) modelRequirements() asif.ModelRequirements {
	r := asif.ModelRequirements{SourceModel: b.f.Model, Capabilities: []string{}, MediaTypes: b.f.Media, OverflowPolicy: asif.OverflowPolicyBlock}
	if len(b.f.Tools) > 0 {
		r.Capabilities = append(r.Capabilities, "tool_use")
	}
	for _, c := range []struct{ name, media string }{{"vision", "image/"}, {"audio", "audio/"}, {"documents", "application/pdf"}} {
		if slices.ContainsFunc(b.f.Media, func(m string) bool { return len(m) >= len(c.media) && m[:len(c.media)] == c.media }) {
			r.Capabilities = append(r.Capabilities, c.name)
		}
	}
	return r
}
