package destination

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/profiles"
)

// dependency asks for what kind of thing it is.
func (a *assessor) dependency(s continuation.Subject) (verdict, error) {
	d := a.src.Dependency(s.ID)
	if r := a.runtime(); !slices.Contains(d.Platform.OS, r.OS) || !slices.Contains(d.Platform.Architectures, r.Architecture) {
		if a.observed {
			return unsupported(fmt.Sprintf("it does not run on %s/%s", r.OS, r.Architecture), "choose another machine"), nil
		}
	}
	switch d.Kind {
	case asif.DependencyKindAgentRuntime:
		return a.agentRuntime(s, d), nil
	case asif.DependencyKindModel:
		return a.modelDependency(s, d), nil
	case asif.DependencyKindTool:
		return a.tool(s, d), nil
	case asif.DependencyKindService:
		return a.serverDependency(s, d), nil
	case asif.DependencyKindExecutable:
		return a.executable(s, d), nil
	case asif.DependencyKindSkill, asif.DependencyKindPlugin, asif.DependencyKindHook, asif.DependencyKindPolicy:
		return a.facility(s, string(d.Kind), d.Identity), nil
	case asif.DependencyKindResource:
		if Address(d.Identity) == "" {
			return a.facility(s, d.Identity, d.Identity), nil
		}
		return a.repository(s, d), nil
	}
	return a.elsewhere(s, d, string(d.Kind)+" "+d.Identity), nil
}

// meets is the verdict on a dependency that is there in a version; unknown versions are "". A version that is not among
// the accepted ones is not proven to do (Q09).
func (a *assessor) meets(s continuation.Subject, d *asif.Dependency, identity, version, detail string) verdict {
	r := a.runtime()
	if identity == d.Identity && version != "" && slices.Contains(d.AcceptedVersions, version) &&
		slices.Contains(d.Platform.OS, r.OS) && slices.Contains(d.Platform.Architectures, r.Architecture) {
		v := supported("%s", detail)
		v.resolved = &asif.Resolved{Identity: identity, Version: asif.AppendString(nil, version)}
		return v
	}
	losses := []string{"that it does the same: no version of it is known to"}
	switch {
	case !slices.Contains(d.Platform.OS, r.OS) || !slices.Contains(d.Platform.Architectures, r.Architecture):
		losses = []string{"that it runs on " + r.OS + "/" + r.Architecture + ": it is not said to"}
	case len(d.AcceptedVersions) > 0:
		losses = []string{"that it does the same: " + words(d.AcceptedVersions) + " is known to, " + or(version, "this version") + " is not"}
	}
	a.change(s, "compatibility_unknown", strings.TrimSpace(identity+" "+version), losses...)
	return adapted("%s", detail)
}

// assumed is a dependency that would have to be looked for, and was not: taken to be there in a version that is accepted.
func (a *assessor) assumed(s continuation.Subject, d *asif.Dependency, what string) verdict {
	version := ""
	if len(d.AcceptedVersions) > 0 {
		version = d.AcceptedVersions[0]
	}
	return a.meets(s, d, d.Identity, version, what+" is taken to be there: nobody looked")
}

// elsewhere is a dependency that a look at the machine does not show.
func (a *assessor) elsewhere(s continuation.Subject, d *asif.Dependency, what string) verdict {
	if !a.observed {
		return a.assumed(s, d, what)
	}
	return unresolved("whether "+what+" is there cannot be seen", "make sure that it is there")
}

func (a *assessor) agentRuntime(s continuation.Subject, d *asif.Dependency) verdict {
	version := a.version()
	if a.observed && a.Destination.Agent == nil && len(a.dest.Binary.Names) > 0 {
		return unresolved(a.dest.Title+" is not installed", a.install())
	}
	if a.same {
		if slices.Contains(d.AcceptedVersions, version) {
			return a.meets(s, d, d.Identity, version, fmt.Sprintf("%s %s is there", a.dest.Title, version))
		}
		a.change(s, "agent_version_changed", a.dest.Name+" "+or(version, "of unknown version"),
			"whether version "+or(version, "(unknown)")+" goes on as "+words(d.AcceptedVersions)+" would was not tested")
		return adapted("version %s is there; the session was made with %s", or(version, "(unknown)"), words(d.AcceptedVersions))
	}
	a.change(s, "agent_replaced", strings.TrimSpace(a.dest.Name+" "+version), "the system prompt and the tool definitions of "+d.Identity, "undo, checkpoints and session lists that "+d.Identity+" keeps beside the conversation")
	return adapted("%s takes the place of %s", strings.TrimSpace(a.dest.Title+" "+version), d.Identity)
}

// tool is one of the harness's own, found by what it does, or one of an MCP server.
func (a *assessor) tool(s continuation.Subject, d *asif.Dependency) verdict {
	name, server := path.Base(d.Identity), ""
	if t := a.src.Tools[d.ToolID]; t != nil {
		name, server = t.Name, t.ServerIdentity
	}
	if reference, ok := strings.CutPrefix(d.Binding.Reference, "mcp:"); ok && d.Binding.Kind == asif.DependencyBindingKindService {
		server = reference
	}
	if server != "" {
		return a.serverTool(s, d, name, server)
	}
	if a.same {
		if t, ok := a.dest.Tool(name); ok {
			return a.meets(s, d, d.Identity, classRevision, "the harness has "+name+note(t))
		}
		if !a.observed {
			return a.assumed(s, d, "the tool "+name)
		}
		return unresolved("no version of "+a.dest.Title+" is known to have "+name, "look whether the harness still has it")
	}
	return a.replacement(s, d, name)
}

func note(t profiles.Tool) string {
	if t.Note == "" {
		return ""
	}
	return " (" + t.Note + ")"
}

// related are classes that reach the same in another way, the nearest first.
var related = map[string][]string{
	"apply_patch":    {"edit_file", "write_file"},
	"edit_file":      {"apply_patch", "write_file"},
	"write_file":     {"apply_patch", "edit_file"},
	"edit_notebook":  {"edit_file", "apply_patch"},
	"run_script":     {"run_shell"},
	"view_image":     {"read_file"},
	"list_directory": {"search_files"},
	"workflow":       {"run_agent"},
}

// replacement finds the destination's tool that does what another harness's did.
func (a *assessor) replacement(s continuation.Subject, d *asif.Dependency, name string) verdict {
	class := a.class(d, name)
	if class == profiles.Unknown {
		return unresolved("what "+name+" does is not known, so that nothing can be found that does the same", "describe it in a profile of your own")
	}
	if found := a.dest.OfClass(class); len(found) > 0 {
		t := found[0]
		if same := slices.IndexFunc(found, func(t profiles.Tool) bool { return t.Name == name }); same >= 0 {
			t = found[same]
		}
		a.change(s, "tool_renamed", t.Name, a.contract(name, t)...)
		return adapted("what %s did, %s does%s", name, t.Name, note(t))
	}
	for _, other := range related[class] {
		if found := a.dest.OfClass(other); len(found) > 0 {
			t := found[0]
			a.change(s, "tool_replaced", t.Name, append(a.contract(name, t), "its way of working: "+t.Name+" reaches the same in another way")...)
			return adapted("what %s did can be done with %s%s", name, t.Name, note(t))
		}
	}
	if shell := a.dest.OfClass("run_shell"); slices.Contains(a.dest.ByShell, class) && len(shell) > 0 {
		a.change(s, "tool_by_shell", shell[0].Name, name+"'s own checks and the form of its results: the model runs commands instead")
		return adapted("%s has no tool of its own for what %s did; its models use %s", a.dest.Title, name, shell[0].Name)
	}
	if e := a.closure.Find(s); e != nil && e.Required {
		return unsupported(a.dest.Title+" has nothing that does what "+name+" did", "go on at a harness that has it, or without it: plan with --action await_user")
	}
	a.change(s, "tool_dropped", "none", "what "+name+" did: "+class)
	return omitted("%s has nothing that does what %s did", a.dest.Title, name)
}

// class is what a tool does: what the dependency states, where that is a class, else what the source's profile says.
func (a *assessor) class(d *asif.Dependency, name string) string {
	if d.Behavior != nil && (len(a.dest.OfClass(d.Behavior.ID)) > 0 || slices.Contains(a.dest.ByShell, d.Behavior.ID)) {
		return d.Behavior.ID
	}
	if a.From != nil {
		return a.From.ClassOf(name)
	}
	return profiles.Unknown
}

// contract tells how the arguments of a tool and of its replacement differ.
func (a *assessor) contract(name string, t profiles.Tool) []string {
	losses := []string{}
	if a.From == nil {
		return append(losses, "its contract: that of "+t.Name+" was not compared")
	}
	was, ok := a.From.Tool(name)
	if !ok || slices.Equal(was.Takes, t.Takes) && name == t.Name {
		return losses
	}
	return append(losses, fmt.Sprintf("its contract: %s takes %s, %s takes %s", name, arguments(was), t.Name, arguments(t)))
}

func arguments(t profiles.Tool) string {
	if len(t.Takes) == 0 {
		return "nothing"
	}
	return strings.Join(t.Takes, ", ")
}

func (a *assessor) serverTool(s continuation.Subject, d *asif.Dependency, name, server string) verdict {
	if v, ok := a.serverMissing(server); !ok {
		return v
	}
	version := ""
	if len(d.AcceptedVersions) > 0 && !a.observed {
		version = d.AcceptedVersions[0]
	}
	if a.dest.MCP.ToolNames != "" && a.From != nil && a.From.MCP.ToolNames != a.dest.MCP.ToolNames {
		called := strings.NewReplacer("<server>", server, "<tool>", name).Replace(a.dest.MCP.ToolNames)
		a.change(s, "tool_renamed", called, "its name in the history: it is called "+called+" from now on")
	}
	return a.meets(s, d, d.Identity, version, "the server "+server+" offers it"+a.unlooked())
}

// unlooked is said of what was taken for granted.
func (a *assessor) unlooked() string {
	if a.observed {
		return ""
	}
	return ": taken to be so, nobody looked"
}

// serverMissing tells why an MCP server cannot be used; ok when it can.
func (a *assessor) serverMissing(server string) (v verdict, ok bool) {
	if len(a.dest.MCP.Transports) == 0 {
		return unsupported(a.dest.Title+" is not known to use MCP servers", "choose another destination"), false
	}
	if !a.observed {
		return verdict{}, true
	}
	if _, found := a.Destination.Server(server); !found {
		return unresolved("the MCP server "+server+" is not configured for "+a.dest.Title, "add it to "+a.dest.MCP.Files[0].Path), false
	}
	return verdict{}, true
}

func (a *assessor) serverDependency(s continuation.Subject, d *asif.Dependency) verdict {
	server, ok := strings.CutPrefix(d.Identity, "mcp:")
	if !ok {
		return a.elsewhere(s, d, "service "+d.Identity)
	}
	if v, ok := a.serverMissing(server); !ok {
		return v
	}
	if !a.observed {
		return a.assumed(s, d, "the MCP server "+server)
	}
	return a.meets(s, d, d.Identity, "", "the MCP server "+server+" is configured")
}

func (a *assessor) executable(s continuation.Subject, d *asif.Dependency) verdict {
	name := path.Base(d.Binding.Reference)
	if !a.observed {
		return a.assumed(s, d, "the program "+name)
	}
	if !slices.Contains(a.Destination.Executables, name) {
		return unresolved("the program "+name+" is not on PATH", "install it")
	}
	return a.meets(s, d, d.Identity, "", "the program "+name+" is on PATH")
}
