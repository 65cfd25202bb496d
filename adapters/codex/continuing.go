package codex

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// Continuing implements adapters.Continuer.
func (Adapter) Continuing() adapters.Continuing {
	return adapters.Continuing{
		Ordering: "records of a rollout in the order in which they were written",
		Index:    "session_index.jsonl names threads; the state database finds them and can be rebuilt from the rollouts",
		Capabilities: map[string]asif.DependencyKind{
			"codex/skill/1": asif.DependencyKindSkill, "codex/prompt/1": asif.DependencyKindResource, "codex/hook/1": asif.DependencyKindHook,
			"codex/plugin/1": asif.DependencyKindPlugin, "codex/mcp-server/1": asif.DependencyKindService,
		},
	}
}

// told are the rules of the instructions that a thread records, by ID.
var told = map[string]adapters.Rule{
	"base":               {Authority: asif.AuthoritySystem, Merge: asif.MergeBehaviorReplaceSameScope, Group: "base"},
	"developer":          {Authority: asif.AuthorityDeveloper, Merge: asif.MergeBehaviorReplaceSameScope, Group: "developer", Priority: 10},
	"collaboration-mode": {Authority: asif.AuthorityDeveloper, Merge: asif.MergeBehaviorReplaceSameScope, Group: "collaboration-mode", Priority: 20},
	"user":               {Authority: asif.AuthorityUser, Merge: asif.MergeBehaviorAppend, Group: "user", Priority: 30},
}

// Rule implements adapters.Continuer.
func (Adapter) Rule(i *asif.Instruction) adapters.Rule {
	if r, ok := told[i.ID]; ok {
		return r
	}
	return adapters.Rule{Authority: asif.AuthorityUnknown, Merge: asif.MergeBehaviorUnknown, Priority: 40}
}

// Tells implements adapters.Continuer. Base instructions (0.9x and later) are all that the model was told beside the
// conversation; turns tell the model, and what may be done without asking.
func (Adapter) Tells(c *asif.Configuration) bool {
	told := func(id string) bool {
		return slices.ContainsFunc(c.Policies, func(p asif.Policy) bool { return p.ID == id })
	}
	base := slices.ContainsFunc(c.Instructions, func(i asif.Instruction) bool { return i.ID == "base" })
	return c.Model != nil && base && told("approval") && told("sandbox")
}
