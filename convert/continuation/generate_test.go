package continuation

import (
	"bytes"
	"fmt"
	"testing"

	"asif-convert/convert/asif"

	"pgregory.net/rapid"
)

// generator draws documents whose references all resolve. They hold what a closure reads, not all that is valid.
type generator struct{ t *rapid.T }

func (g generator) flip(label string) bool { return rapid.Bool().Draw(g.t, label) }

// names are n names with a prefix.
func names(prefix string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s%d", prefix, i)
	}
	return list
}

// pick is some of a list, in any order, none twice.
func (g generator) pick(label string, list []string) []string {
	if len(list) == 0 {
		return []string{}
	}
	order := rapid.Permutation(list).Draw(g.t, label)
	return order[:rapid.IntRange(0, min(3, len(order))).Draw(g.t, label+" count")]
}

func (g generator) one(label string, list []string) string {
	return rapid.SampledFrom(list).Draw(g.t, label)
}

func (g generator) scopes(label string) []asif.RequiredFor {
	var out []asif.RequiredFor
	for _, s := range g.pick(label, []string{"read", "context", "continue"}) {
		out = append(out, asif.RequiredFor(s))
	}
	return out
}

var (
	resourceIDs    = names("r", 7)
	environmentIDs = names("env", 3)
	capabilityIDs  = names("cap", 3)
)

func (g generator) parts(label string) []asif.Part {
	var list []asif.Part
	for _, id := range g.pick(label, resourceIDs) {
		switch rapid.IntRange(0, 2).Draw(g.t, label+" kind") {
		case 0:
			list = append(list, asif.Part{Kind: asif.PartResource, ResourceID: id})
		case 1:
			list = append(list, asif.Part{Kind: asif.PartOpaque, ResourceID: id, SemanticType: "x", Reason: "x"})
		case 2: // no reference: a value that merely looks like one
			list = append(list, asif.Part{Kind: asif.PartStructured, Schema: "x/1", Value: fmt.Appendf(nil, `{"kind":"resource","resource_id":%q}`, id)})
		}
	}
	return list
}

func (g generator) requirements(label string) []asif.Requirement {
	var list []asif.Requirement
	for _, id := range names("need", rapid.IntRange(0, 2).Draw(g.t, label)) {
		r := asif.Requirement{ID: id, Kind: "x", RequiredFor: g.scopes(label + " for")}
		if g.flip(label + " resource") {
			r.ResourceID = g.one(label, resourceIDs)
		}
		if g.flip(label + " capability") {
			r.CapabilityID = g.one(label, capabilityIDs)
		}
		if g.flip(label + " environment") {
			r.EnvironmentID = g.one(label, environmentIDs)
		}
		list = append(list, r)
	}
	return list
}

func (g generator) configuration() asif.Configuration {
	c := asif.Configuration{ID: "setup", EnvironmentIDs: g.pick("configured environments", environmentIDs)}
	for _, id := range names("instruction", rapid.IntRange(0, 2).Draw(g.t, "instructions")) {
		c.Instructions = append(c.Instructions, asif.Instruction{ID: id, Parts: g.parts(id)})
	}
	for _, id := range capabilityIDs {
		c.Capabilities = append(c.Capabilities, asif.Capability{ID: id, Required: g.flip(id), ResourceIDs: g.pick(id, resourceIDs),
			Definition: []byte(`{"resource_id":"r0"}`)})
	}
	for _, id := range names("policy", rapid.IntRange(0, 2).Draw(g.t, "policies")) {
		c.Policies = append(c.Policies, asif.Policy{ID: id, Enforcing: g.flip(id)})
	}
	return c
}

// profile draws a profile with one plan. What the plan does not select is not needed by what it selects.
func (g generator) profile() *asif.ContinuationProfile {
	p := &asif.ContinuationProfile{ProfileVersion: "0.2"}
	plan := asif.Plan{ID: "go-on", CheckpointID: "end", ContextID: "live", ConfigurationID: "setup",
		Boundary: asif.PlanBoundary{EvidenceResourceIDs: g.pick("evidence", resourceIDs)}}
	chosen := g.pick("dependencies", names("dep", 6))
	plan.DependencyIDs = chosen
	for i, id := range names("dep", 6) {
		d := asif.Dependency{ID: id, RequiredFor: g.scopes(id), ResourceIDs: g.pick(id+" resources", resourceIDs)}
		for _, other := range g.pick(id+" depends on", chosen) {
			if other < names("dep", 6)[i] { // so that there is no cycle
				d.DependsOn = append(d.DependsOn, other)
			}
		}
		p.Dependencies = append(p.Dependencies, d)
	}
	for _, id := range names("service", 3) {
		p.ServiceBindings = append(p.ServiceBindings, asif.Service{ID: id, DependencyIDs: g.pick(id, chosen)})
	}
	plan.ServiceBindingIDs = g.pick("services", names("service", 3))
	for _, id := range names("op", 3) {
		o := asif.Operation{ID: id, EvidenceResourceIDs: g.pick(id, resourceIDs)}
		o.Recovery.EvidenceResourceIDs = g.pick(id+" recovery", resourceIDs)
		if len(chosen) > 0 && g.flip(id+" handled") {
			h := g.one(id+" handler", chosen)
			o.Recovery.HandlerDependencyID = &h
		}
		p.Operations = append(p.Operations, o)
	}
	plan.OperationIDs = g.pick("operations", names("op", 3))
	p.NativeImports = []asif.NativeImport{{ID: "import", ResourceIDs: g.pick("import", resourceIDs)}}
	if g.flip("imports") {
		id := "import"
		plan.NativeImportID = &id
	}
	g.workspaces(p, chosen)
	plan.WorkspaceIDs = g.pick("workspaces", names("space", 3))
	plan.NextAction = g.action(plan.OperationIDs)
	p.Plans = []asif.Plan{plan}
	return p
}

func (g generator) action(operations []string) asif.NextAction {
	kinds := []asif.ActionKind{asif.ActionKindModelRequest, asif.ActionKindAwaitUser, asif.ActionKindAwaitDecision, asif.ActionKindResumeNative}
	if len(operations) > 0 {
		kinds = append(kinds, asif.ActionKindReconcileOperation)
	}
	a := asif.NextAction{Kind: rapid.SampledFrom(kinds).Draw(g.t, "action")}
	switch a.Kind {
	case asif.ActionKindAwaitDecision:
		a.RequestID = g.one("awaited", []string{"ask", "old-ask"})
	case asif.ActionKindReconcileOperation:
		a.OperationID = g.one("reconciled", operations)
	}
	return a
}

func (g generator) workspaces(p *asif.ContinuationProfile, dependencies []string) {
	paths := []string{"a", "a/b", "c", "c/d/e", "f"}
	for i, id := range names("space", 3) {
		w := asif.Workspace{ID: id, EnvironmentID: g.one(id, environmentIDs), RootID: "root"}
		if i > 0 && g.flip(id+" has a base") {
			base := names("space", 3)[i-1]
			w.BaseSnapshotID, w.Deletions = &base, g.pick(id+" deletions", paths)
		}
		for _, path := range g.pick(id+" entries", paths) {
			if g.flip(id + " " + path) {
				w.Entries = append(w.Entries, asif.WorkspaceEntry{Path: path, Kind: asif.EntryKindFile, ResourceID: g.one(path, resourceIDs)})
			} else {
				w.Entries = append(w.Entries, asif.WorkspaceEntry{Path: path, Kind: asif.EntryKindDirectory})
			}
		}
		if g.flip(id + " git") {
			w.Git = &asif.Git{BundleResourceIDs: g.pick(id+" bundles", resourceIDs), LFSDependencyIDs: g.pick(id+" lfs", dependencies)}
			for _, r := range g.pick(id+" index", resourceIDs) {
				w.Git.IndexEntries = append(w.Git.IndexEntries, asif.GitIndexEntry{Path: r, ResourceID: &r}, asif.GitIndexEntry{Path: "no " + r})
			}
			for _, r := range g.pick(id+" prerequisites", resourceIDs) {
				w.Git.Prerequisites = append(w.Git.Prerequisites, asif.GitPrerequisite{ResourceID: r}, asif.GitPrerequisite{})
			}
			for _, d := range g.pick(id+" submodules", dependencies) {
				w.Git.Submodules = append(w.Git.Submodules, asif.GitSubmodule{Path: d, DependencyID: d})
			}
		}
		p.Workspaces = append(p.Workspaces, w)
	}
}

func (g generator) document() *asif.ASIFDocument {
	setup := "setup"
	d := &asif.ASIFDocument{ASIFVersion: asif.Version, RequiredFeatures: g.pick("features", names("feature", 2)),
		Capture: asif.Capture{ID: "capture-1"}, Session: asif.Session{ID: "session-1"},
		Configurations: []asif.Configuration{g.configuration(), {ID: "another", Instructions: []asif.Instruction{{ID: "instruction9"}}}},
		Checkpoints:    []asif.Checkpoint{{ID: "end", ConfigurationID: &setup, Requirements: g.requirements("checkpoint")}},
		Continuation:   g.profile()}
	for _, id := range resourceIDs {
		d.Resources = append(d.Resources, asif.Resource{ID: id, Availability: asif.AvailabilityUnavailable})
	}
	for _, id := range environmentIDs {
		d.Environments = append(d.Environments, asif.Environment{ID: id, ResourceIDs: g.pick(id, resourceIDs), Requirements: g.requirements(id)})
	}
	for _, id := range names("tool", 3) {
		d.Tools = append(d.Tools, asif.Tool{ID: id, ResourceIDs: g.pick(id, resourceIDs), InputSchema: []byte(`true`)})
	}
	live := asif.Context{ID: "live", ToolIDs: g.pick("tools", names("tool", 3))}
	for _, id := range names("in", 2) {
		live.Inputs = append(live.Inputs, asif.ContextInput{ID: id, Parts: g.parts(id)})
	}
	d.Contexts = []asif.Context{{ID: "old", Inputs: []asif.ContextInput{{Parts: g.parts("old")}}}, live}
	prompt, err := asif.Marshal(asif.DecisionRequestData{RequestID: "ask", Prompt: g.parts("prompt")})
	if err != nil {
		g.t.Fatal(err)
	}
	old, err := asif.Marshal(asif.ExternalRequestDescriptor{Prompt: g.parts("old prompt")})
	if err != nil {
		g.t.Fatal(err)
	}
	d.Events = []asif.Event{{ID: "e1", Kind: asif.KindNote, Data: []byte(`{"parts":[{"kind":"resource","resource_id":"r6"}]}`)}, {ID: "e2", Kind: asif.KindDecisionRequest, Data: prompt}}
	d.ExternalBindings = []asif.ExternalBinding{{Kind: asif.BindingRequest, ID: "old-ask", Descriptor: old}}
	return d
}

// opened saves a document and opens it.
func opened(t testing.TB, d *asif.ASIFDocument) *Source {
	raw, err := asif.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return openedBytes(t, raw)
}

func openedBytes(t testing.TB, raw []byte) *Source {
	doc, err := asif.Open(bytes.NewReader(raw), int64(len(raw)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(doc)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
