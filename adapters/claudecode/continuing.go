package claudecode

import (
	"path"
	"slices"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"

	"github.com/tidwall/gjson"
)

// Continuing implements adapters.Continuer.
func (Adapter) Continuing() adapters.Continuing {
	return adapters.Continuing{
		Ordering: "records of a transcript follow each other by parentUuid; the last record that is no side chain is resumed",
		Index:    "none: a session is found by its file's name below its project's folder",
		Capabilities: map[string]asif.DependencyKind{
			"claude-code/skill/1": asif.DependencyKindSkill, "claude-code/agent/1": asif.DependencyKindResource,
			"claude-code/command/1": asif.DependencyKindResource, "claude-code/hook/1": asif.DependencyKindHook,
			"claude-code/plugin/1": asif.DependencyKindPlugin, abilityServer.typ: asif.DependencyKindService,
		},
	}
}

// memories are the rules of instruction files by their type, in the order in which the harness tells them.
var memories = map[string]adapters.Rule{
	"Managed": {Authority: asif.AuthorityDeveloper, Priority: 10},
	"User":    {Authority: asif.AuthorityUser, Priority: 20},
	"Project": {Authority: asif.AuthorityUser, Priority: 30},
	"Local":   {Authority: asif.AuthorityUser, Priority: 40},
}

// Rule implements adapters.Continuer. The system prompt comes first; instruction files are told as words of the user,
// what MCP servers say comes from outside.
func (Adapter) Rule(i *asif.Instruction) adapters.Rule {
	switch {
	case strings.HasPrefix(i.ID, "file:"):
		scope := gjson.ParseBytes(i.Scope.Value)
		r, ok := memories[scope.Get("type").Str]
		if !ok {
			r = adapters.Rule{Authority: asif.AuthorityUser, Priority: 35}
		}
		r.Merge, r.Group = asif.MergeBehaviorAppend, "memory"
		if r.Priority >= 30 {
			r.Folder = folderOf(scope.Get("path").Str)
		}
		return r
	case strings.HasPrefix(i.ID, "mcp:"):
		return adapters.Rule{Authority: asif.AuthorityUntrusted, Merge: asif.MergeBehaviorAppend, Group: "mcp", Priority: 50}
	}
	return adapters.Rule{Authority: asif.AuthoritySystem, Merge: asif.MergeBehaviorAppend, Group: "system"}
}

// Tells implements adapters.Continuer. A snapshot of the system prompt (2.1.26x and later) is all that the model was told
// beside the conversation, which the instruction files are part of.
func (Adapter) Tells(c *asif.Configuration) bool {
	return c.Model != nil && slices.ContainsFunc(c.Instructions, func(i asif.Instruction) bool { return i.ID == "system" })
}

// folderOf is the folder that an instruction file is for: its own, or the one that holds its .claude folder.
func folderOf(file string) string {
	slashed := strings.ReplaceAll(file, `\`, "/")
	dir := path.Dir(slashed)
	for at := dir; at != "/" && at != "."; at = path.Dir(at) {
		if path.Base(at) == ".claude" {
			return path.Dir(at)
		}
	}
	return dir
}
