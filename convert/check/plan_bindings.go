package check

import (
	"slices"
	"strconv"

	"asif-convert/convert/asif"
)

// n14: the configuration's binding gives every instruction its place, and names exactly its policies.
func (c *planCheck) n14() {
	if c.configuration == nil {
		return
	}
	b := c.x.profile.bindings.find(c.v.ConfigurationID)
	if b == nil {
		c.fault("N14", "/configuration_id", c.v.ConfigurationID, "a configuration with a binding", "nothing says how the plan's configuration takes effect")
		return
	}
	if !b.ok {
		return
	}
	var instructions, policies []string
	for _, i := range c.configuration.Instructions {
		instructions = append(instructions, i.ID)
	}
	for _, p := range c.configuration.Policies {
		policies = append(policies, p.ID)
	}
	var ruled []string
	rules := map[string]*asif.InstructionRule{}
	for k := range b.v.InstructionRules {
		r := &b.v.InstructionRules[k]
		ruled = append(ruled, r.InstructionID)
		rules[r.InstructionID] = r
		c.scope(b, k)
	}
	c.covers(b.spot, "/effective_order", "instruction", b.v.EffectiveOrder, instructions)
	c.covers(b.spot, "/instruction_rules", "instruction", ruled, instructions)
	c.covers(b.spot, "/policy_ids", "policy", b.v.PolicyIDs, policies)
	c.priorities(b, rules)
}

// covers checks that a list names exactly what the configuration has, in any order.
func (c *planCheck) covers(at spot, pointer, what string, got, want []string) {
	for k, id := range got {
		if !slices.Contains(want, id) {
			c.x.profileFault("N14", at, pointer+"/"+strconv.Itoa(k), id, "a "+what+" of the configuration", "the binding names a "+what+" that the configuration does not have")
		}
	}
	for _, id := range want {
		if !slices.Contains(got, id) {
			c.x.profileFault("N14", at, pointer, "", id, "the binding leaves out a "+what+" of the configuration")
		}
	}
}

// priorities never fall along the order.
func (c *planCheck) priorities(b *profileItem[asif.ConfigurationBinding], rules map[string]*asif.InstructionRule) {
	var before *asif.InstructionRule
	for k, id := range b.v.EffectiveOrder {
		r := rules[id]
		if r == nil {
			continue
		}
		if before != nil && r.Priority < before.Priority {
			c.x.profileFault("N14", b.spot, "/effective_order/"+strconv.Itoa(k), strconv.FormatInt(r.Priority, 10),
				"at least "+strconv.FormatInt(before.Priority, 10), "an instruction comes after one of higher priority")
		}
		before = r
	}
}

// scope checks where a rule's instruction applies.
func (c *planCheck) scope(b *profileItem[asif.ConfigurationBinding], k int) {
	s := &b.v.InstructionRules[k].Scope
	at := "/instruction_rules/" + strconv.Itoa(k) + "/scope"
	if s.Kind == asif.ScopeKindGlobal {
		return
	}
	if !c.roots[s.RootID] {
		c.x.profileFault("N14", b.spot, at+"/root_id", s.RootID, "a root of a workspace that the plan selects", "the instruction applies to a root that the plan does not have")
	}
	if p := deref(s.RelativePath); s.Kind == asif.ScopeKindPathPrefix && p != "" {
		c.x.portable("N14", b.spot, at+"/relative_path", p)
	}
}

// r06: what the requirements of the plan's environments name of a configuration is of the plan's own.
func (c *planCheck) r06() {
	if c.configuration == nil {
		return
	}
	todo := slices.Clone(c.configuration.EnvironmentIDs)
	for _, id := range c.v.WorkspaceIDs {
		if w := c.x.profile.workspaces.find(id); w != nil && w.ok {
			todo = append(todo, w.v.EnvironmentID)
		}
	}
	if c.checkpoint != nil {
		todo = append(todo, c.checkpoint.environments...)
	}
	seen := map[string]bool{}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		e := c.x.profile.environments[id]
		if seen[id] || e == nil {
			continue
		}
		seen[id] = true
		for k := range e.Requirements {
			r := &e.Requirements[k]
			at := "/requirements/" + strconv.Itoa(k)
			if r.EnvironmentID != "" {
				todo = append(todo, r.EnvironmentID)
			}
			if r.CapabilityID != "" && !c.offers(r.CapabilityID) {
				c.x.profileFault("R06", e.at, at+"/capability_id", r.CapabilityID, "declared by configuration "+c.v.ConfigurationID, "the requirement names a capability that a plan's configuration does not declare")
			}
			if r.SecretHandle != "" && !c.declares(r.SecretHandle) {
				c.x.profileFault("R06", e.at, at+"/secret_handle", r.SecretHandle, "declared by configuration "+c.v.ConfigurationID, "the requirement names a secret handle that a plan's configuration does not declare")
			}
		}
	}
}

func (c *planCheck) offers(capability string) bool {
	for i := range c.configuration.Capabilities {
		if c.configuration.Capabilities[i].ID == capability {
			return true
		}
	}
	return false
}
