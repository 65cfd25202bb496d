package check

import (
	"slices"
	"strconv"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
)

// planCheck is a plan while it is checked. What it names and what is not there is nil.
type planCheck struct {
	*profileItem[asif.Plan]
	x             *validation
	checkpoint    *checkpointEntry
	context       *plannedContext
	configuration *plannedConfiguration
	roots         map[string]bool // of its workspaces
}

// planRules are the rules about one plan, but for those that read the document again: N08, N09.
var planRules = []func(*planCheck){(*planCheck).n06, (*planCheck).n07, (*planCheck).n11, (*planCheck).n12, (*planCheck).n13,
	(*planCheck).n14, (*planCheck).n15, (*planCheck).r06}

func (x *validation) planCheck(plan *profileItem[asif.Plan]) *planCheck {
	c := &planCheck{profileItem: plan, x: x, roots: map[string]bool{}}
	if i := x.spaces[checkpoints].item(x.spaces[checkpoints].ids.Find([]byte(plan.v.CheckpointID))); i >= 0 {
		c.checkpoint = &x.states[i]
	}
	if x.has(contexts, plan.v.ContextID) {
		c.context = x.profile.contexts[plan.v.ContextID]
	}
	if s := x.profile.configurations[plan.v.ConfigurationID]; s.at.Length > 0 {
		c.configuration = s
	}
	for _, id := range plan.v.WorkspaceIDs {
		if w := x.profile.workspaces.find(id); w != nil && w.ok {
			c.roots[w.v.RootID] = true
		}
	}
	return c
}

func (c *planCheck) fault(rule, pointer, got, want, message string) {
	c.x.profileFault(rule, c.spot, pointer, got, want, message)
}

// n06: checkpoint, context and configuration are there and belong together.
func (c *planCheck) n06() {
	x := c.x
	for _, r := range []struct {
		pointer, id string
		in          space
	}{
		{"/checkpoint_id", c.v.CheckpointID, checkpoints}, {"/context_id", c.v.ContextID, contexts},
		{"/configuration_id", c.v.ConfigurationID, configurations},
	} {
		if !x.has(r.in, r.id) {
			c.fault("N06", r.pointer, r.id, idAmong(r.in), "the plan's "+spaceInfo[r.in].entity+" is not there")
		}
	}
	k := c.checkpoint
	if k == nil {
		return
	}
	if id := x.spaces[contexts].text(k.context); id != c.v.ContextID {
		c.fault("N06", "/context_id", c.v.ContextID, "the checkpoint's: "+id, "the plan's context is not its checkpoint's")
	}
	if id := x.spaces[configurations].text(k.configured); id != c.v.ConfigurationID {
		c.fault("N06", "/configuration_id", c.v.ConfigurationID, "the checkpoint's: "+id, "the plan's configuration is not its checkpoint's")
	}
	if k.branch >= 0 && k.at != absentBoundary && k.at != missingBoundary && k.at != x.headOf(k.branch) {
		c.fault("N06", "/checkpoint_id", c.v.CheckpointID, "a checkpoint at its branch's head", "the plan's checkpoint is not at the head of its branch")
	}
	c.n06Context(k)
}

// headOf is a branch's last event, or emptyBoundary.
func (x *validation) headOf(i int32) int32 {
	b := &x.branches[i]
	if b.to == b.from {
		return emptyBoundary
	}
	return *x.selected.At(int(b.to - 1))
}

// n06Context: the context is made to go on from the checkpoint.
func (c *planCheck) n06Context(k *checkpointEntry) {
	x := c.x
	i := x.spaces[contexts].item(x.spaces[contexts].ids.Find([]byte(c.v.ContextID)))
	if i < 0 {
		return
	}
	h := &x.heads[i]
	for _, f := range []struct {
		ok   bool
		want string
	}{
		{h.continues, "purpose continuation"},
		{h.branch == k.branch, "the checkpoint's branch"},
		{h.at == k.at, "the checkpoint's boundary"},
		{h.configured == k.configured, "the checkpoint's configuration"},
	} {
		if !f.ok {
			c.fault("N06", "/context_id", c.v.ContextID, f.want, "the plan's context has not "+f.want)
		}
	}
}

// selects checks that the IDs of a list are in a collection of the profile.
func selects[T any](c *planCheck, rule, pointer string, ids []string, in *profileList[T], s space) {
	for k, id := range ids {
		if in.find(id) == nil {
			c.fault(rule, pointer+"/"+strconv.Itoa(k), id, idAmong(s), "the plan selects a "+spaceInfo[s].entity+" that is not there")
		}
	}
}

// n07: what is selected is there, whole, and at the checkpoint's boundary.
func (c *planCheck) n07() {
	p := c.x.profile
	selects(c, "N07", "/workspace_ids", c.v.WorkspaceIDs, &p.workspaces, workspaces)
	selects(c, "N07", "/dependency_ids", c.v.DependencyIDs, &p.dependencies, dependencies)
	selects(c, "N07", "/service_binding_ids", c.v.ServiceBindingIDs, &p.services, services)
	selects(c, "N07", "/operation_ids", c.v.OperationIDs, &p.operations, operations)
	if id := c.v.NativeImportID; id != nil && p.imports.find(*id) == nil {
		c.fault("N07", "/native_import_id", *id, idAmong(nativeImports), "the plan selects a native import that is not there")
	}
	for k, id := range c.v.DependencyIDs {
		if d := p.dependencies.find(id); d != nil {
			for _, needed := range d.v.DependsOn {
				c.dependency("N07", "/dependency_ids/"+strconv.Itoa(k), needed, id)
			}
		}
	}
	c.n07Workspaces()
}

// dependency checks that the plan selects a dependency that something it selects needs.
func (c *planCheck) dependency(rule, pointer, id, by string) {
	if !slices.Contains(c.v.DependencyIDs, id) {
		c.fault(rule, pointer, id, "a dependency that the plan selects", strconv.Quote(by)+" needs a dependency that the plan does not select")
	}
}

func (c *planCheck) n07Workspaces() {
	seen := map[string]bool{}
	for k, id := range c.v.WorkspaceIDs {
		at := "/workspace_ids/" + strconv.Itoa(k)
		w := c.x.profile.workspaces.find(id)
		if w == nil || !w.ok {
			continue
		}
		if seen[w.v.RootID] {
			c.fault("N07", at, "root "+w.v.RootID, "one state per root", "the plan selects two states of one root")
		}
		seen[w.v.RootID] = true
		if c.checkpoint != nil && c.boundary() != deref(w.v.AtEventID) {
			c.fault("N07", at, deref(w.v.AtEventID), c.boundary(), "the workspace's state is not that at the checkpoint")
		}
		for _, b := range continuation.Bases(c.x.profile.states, id) {
			if b.Git == nil {
				continue
			}
			for _, m := range b.Git.Submodules {
				c.dependency("N07", at, m.DependencyID, id)
			}
			for _, needed := range b.Git.LFSDependencyIDs {
				c.dependency("N07", at, needed, id)
			}
		}
	}
}

// boundary is the checkpoint's event, "" before the first.
func (c *planCheck) boundary() string {
	if c.checkpoint.at < 0 {
		return ""
	}
	return c.x.eventName(c.checkpoint.at)
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// n13: what happens next is possible.
func (c *planCheck) n13() {
	switch a := &c.v.NextAction; a.Kind {
	case asif.ActionKindReconcileOperation:
		if !slices.Contains(c.v.OperationIDs, a.OperationID) {
			c.fault("N13", "/next_action/operation_id", a.OperationID, "an operation that the plan selects", "the plan reconciles what it does not select")
		}
	case asif.ActionKindAwaitDecision:
		if c.checkpoint != nil && !slices.ContainsFunc(c.checkpoint.decisions, func(d openEntry) bool {
			return c.x.spaces[requests].text(d.name) == a.RequestID
		}) {
			c.fault("N13", "/next_action/request_id", a.RequestID, "an open decision of the checkpoint", "the plan waits for a decision that is not open")
		}
	case asif.ActionKindResumeNative:
		if deref(c.v.NativeImportID) != a.NativeImportID {
			c.fault("N13", "/next_action/native_import_id", a.NativeImportID, "the plan's native import", "the plan resumes what it does not import")
		}
	}
}

// n15: a selected service has what it needs.
func (c *planCheck) n15() {
	for k, id := range c.v.ServiceBindingIDs {
		s := c.x.profile.services.find(id)
		if s == nil {
			continue
		}
		at := "/service_binding_ids/" + strconv.Itoa(k)
		for _, d := range s.v.DependencyIDs {
			c.dependency("N15", at, d, id)
		}
		for _, h := range s.v.SecretHandles {
			if c.configuration != nil && !c.declares(h) {
				c.fault("N15", at, h, "a secret handle of configuration "+c.v.ConfigurationID, "the service needs a secret that the configuration does not declare")
			}
		}
	}
}

func (c *planCheck) declares(handle string) bool {
	for i := range c.configuration.Secrets {
		if c.configuration.Secrets[i].Handle == handle {
			return true
		}
	}
	return false
}
