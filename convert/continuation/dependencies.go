package continuation

import (
	"slices"
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/profiles"
)

// everywhere are the platforms that harnesses run on, named as Go names them. An empty list would support none.
var everywhere = asif.DependencyPlatform{OS: []string{"darwin", "linux", "windows"}, Architectures: []string{"amd64", "arm64"}}

// dependencies are what the live context was made with: the harness, the model, the tools and their servers, and what
// the configuration lists.
func (b *build) dependencies() {
	f := &b.f
	b.tools = map[string]string{}
	b.profile.Dependencies = []asif.Dependency{}
	b.depend(asif.Dependency{
		ID: "agent", Kind: asif.DependencyKindAgentRuntime, Identity: f.Harness, AcceptedVersions: only(f.Version), RequiredFor: active(),
		Binding: asif.DependencyBinding{Kind: asif.DependencyBindingKindCommand, Reference: f.Harness},
	})
	b.depend(asif.Dependency{
		ID: "model", Kind: asif.DependencyKindModel, Identity: f.Model.Provider + "/" + f.Model.ID, AcceptedVersions: b.modelVersions(), RequiredFor: active(),
		Binding: asif.DependencyBinding{Kind: asif.DependencyBindingKindService, Reference: f.Model.Provider},
	})
	for _, s := range b.servers() {
		d := asif.Dependency{
			ID: serverID(s), Kind: asif.DependencyKindService, Identity: "mcp:" + s,
			Binding: asif.DependencyBinding{Kind: asif.DependencyBindingKindService, Reference: "mcp:" + s},
		}
		if slices.ContainsFunc(f.Tools, func(t Tool) bool { return t.Server == s }) {
			d.RequiredFor = active()
		}
		b.depend(d)
	}
	for _, t := range f.Tools {
		b.toolDependency(t)
	}
	for _, c := range f.Capabilities {
		if b.has(c.Identity) {
			continue
		}
		d := asif.Dependency{
			ID: "capability:" + c.ID, Kind: c.Kind, Identity: c.Identity, ResourceIDs: slices.Clone(c.Resources),
			Binding: asif.DependencyBinding{Kind: asif.DependencyBindingKindOpaque, Reference: c.ID},
		}
		if c.Required {
			d.RequiredFor = active()
		}
		b.depend(d)
	}
	if p := f.Place; p != nil && p.Remote != "" {
		b.depend(asif.Dependency{
			ID: "repository:" + RootID, Kind: asif.DependencyKindResource, Identity: p.Remote, AcceptedVersions: only(p.Commit),
			Binding: asif.DependencyBinding{Kind: asif.DependencyBindingKindOpaque, Reference: p.Remote},
		})
	}
}

// modelVersions are the revision of a model, or its ID where that names the revision.
func (b *build) modelVersions() []string {
	m := b.f.Model
	switch {
	case m.Revision != nil:
		return []string{*m.Revision}
	case m.ID == unknown:
		return []string{}
	}
	return []string{m.ID}
}

// active is what something is needed for that the agent acts with: not to read the session, nor to wait for a person.
func active() []asif.RequiredFor { return []asif.RequiredFor{asif.ForContinue} }

// depend adds a dependency, with empty lists for what it leaves out.
func (b *build) depend(d asif.Dependency) {
	for _, l := range []*[]string{&d.AcceptedVersions, &d.DependsOn, &d.ResourceIDs} {
		if *l == nil {
			*l = []string{}
		}
	}
	if d.RequiredFor == nil {
		d.RequiredFor = []asif.RequiredFor{}
	}
	d.Platform = everywhere
	b.profile.Dependencies = append(b.profile.Dependencies, d)
}

// has tells whether a dependency of that identity is there: a server's tools name it already.
func (b *build) has(identity string) bool {
	return slices.ContainsFunc(b.profile.Dependencies, func(d asif.Dependency) bool { return d.Identity == identity })
}

// toolDependency is a tool that the live context calls. A tool of the harness is known by what it does; the versions
// that do the same are those of its class's contract.
func (b *build) toolDependency(t Tool) {
	d := asif.Dependency{
		ID: "dependency:" + t.ID, Kind: asif.DependencyKindTool, Identity: b.f.Harness + "/" + t.Name, ToolID: t.ID, Behavior: b.behavior(t.Class),
		AcceptedVersions: []string{ClassRevision}, RequiredFor: active(),
		Binding: asif.DependencyBinding{Kind: asif.DependencyBindingKindBuiltin, Reference: t.Name},
	}
	if spare[t.Class] || t.Class == profiles.Unknown && t.Failed { // what nobody knows and never worked need not exist
		d.RequiredFor = nil
	}
	switch {
	case t.Server != "":
		d.Identity, d.DependsOn, d.AcceptedVersions = "mcp:"+t.Server+"/"+t.Name, []string{serverID(t.Server)}, nil
		d.Binding = asif.DependencyBinding{Kind: asif.DependencyBindingKindService, Reference: "mcp:" + t.Server}
	case t.Class == profiles.Unknown:
		d.Binding.Kind, d.AcceptedVersions = asif.DependencyBindingKindOpaque, nil
	}
	b.tools[t.ID] = d.ID
	b.depend(d)
}

func serverID(server string) string { return "server:" + server }

// servers are the MCP servers of the tools and of the services, in order of first use.
func (b *build) servers() (out []string) {
	for _, t := range b.f.Tools {
		if t.Server != "" && !slices.Contains(out, t.Server) {
			out = append(out, t.Server)
		}
	}
	for _, s := range b.f.Services {
		for _, id := range s.DependencyIDs {
			if name, ok := strings.CutPrefix(id, "server:"); ok && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}
