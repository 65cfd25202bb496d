package destination

import (
	"fmt"
	"slices"
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/profiles"
)

// placedRoot is a root of the plan's workspaces, and where it lies at the destination.
type placedRoot struct {
	id, source, path string
}

// chooseRoots finds out where the roots of the plan's workspaces lie: where the user says, else where they were.
func (a *assessor) chooseRoots() error {
	used := map[string]bool{}
	for _, id := range a.plan.WorkspaceIDs {
		w := a.src.Workspace(id)
		if w == nil || slices.ContainsFunc(a.roots, func(r placedRoot) bool { return r.id == w.RootID }) {
			continue
		}
		r := placedRoot{id: w.RootID, source: w.SourceRoot, path: w.SourceRoot}
		for _, name := range []string{w.SourceRoot, w.RootID} {
			if to := a.Choices.Roots[name]; to != "" {
				r.path, used[name] = to, true
			}
		}
		a.roots = append(a.roots, r)
	}
	for name := range a.Choices.Roots {
		if !used[name] {
			return fmt.Errorf("%w: the plan has no root %q", ErrChoice, name)
		}
	}
	return nil
}

func (a *assessor) root(id string) placedRoot {
	i := slices.IndexFunc(a.roots, func(r placedRoot) bool { return r.id == id })
	return a.roots[i]
}

// bindings say where roots lie and how names compare there (Q10). What was not looked at is as strict as names can be.
func (a *assessor) bindings() []asif.PathBinding {
	out := []asif.PathBinding{}
	for _, r := range a.roots {
		b := asif.PathBinding{RootID: r.id, DestinationPath: r.path, CaseSensitive: true, UnicodeNormalization: asif.UnicodeNormalizationNone}
		if seen, ok := a.Destination.Root(r.path); ok {
			b.CaseSensitive, b.UnicodeNormalization = seen.CaseSensitive, asif.UnicodeNormalization(seen.Normalization)
		}
		out = append(out, b)
	}
	return out
}

func (a *assessor) workspace(s continuation.Subject) (verdict, error) {
	w := a.src.Workspace(s.ID)
	r := a.root(w.RootID)
	if r.path != r.source {
		a.change(s, "path_mapped", r.path, "what names "+r.source+" in texts and results of the history still names that")
	}
	if !a.observed {
		return a.mapped(r, "the folder is taken to be as it was: nobody looked"), nil
	}
	seen, ok := a.Destination.Root(r.path)
	switch {
	case !ok:
		return unresolved("nobody looked at "+r.path, "look at the machine with --probe, and name the folder there with --map-root "+r.id+"=PATH"), nil
	case !seen.Exists:
		return unresolved("there is no folder "+r.path, a.fetch(w, r)), nil
	case len(w.Entries) > 0:
		return a.files(w, r), nil
	case w.Git == nil || w.Git.Head == nil:
		return a.mapped(r, "the folder is there; what was in it was not recorded"), nil
	case seen.Git == nil:
		return unresolved(r.path+" is no Git repository, and the session worked in one", a.fetch(w, r)), nil
	case seen.Git.Head == *w.Git.Head:
		return a.mapped(r, "the repository is at the commit that the session worked at"+state(seen.Git)), nil
	}
	a.change(s, "workspace_moved_on", seen.Git.Head, "the state of files that the session knows: it worked at "+*w.Git.Head+", the folder is at "+or(seen.Git.Head, "no commit")+state(seen.Git))
	return adapted("the repository is at another commit: %s instead of %s%s", short(seen.Git.Head), short(*w.Git.Head), state(seen.Git)), nil
}

func short(commit string) string {
	if len(commit) > 12 {
		return commit[:12]
	}
	return or(commit, "none")
}

func state(g *Git) string {
	if g.Dirty != nil && *g.Dirty {
		return ", with changes that are not committed"
	}
	return ""
}

// mapped is a workspace that is there, at its place or at another.
func (a *assessor) mapped(r placedRoot, detail string) verdict {
	if r.path != r.source {
		return adapted("%s; it lies at %s", detail, r.path)
	}
	return supported("%s", detail)
}

func (a *assessor) fetch(w *asif.Workspace, r placedRoot) string {
	get := "put the project there"
	for _, d := range a.src.Profile.Dependencies {
		if d.Kind == asif.DependencyKindResource && strings.Contains(d.Identity, "/") && Address(d.Identity) != "" {
			get = "clone " + Address(d.Identity) + " there"
		}
	}
	if w.Git != nil && w.Git.Head != nil {
		get += " and check out " + short(*w.Git.Head)
	}
	return get + ", or name its folder with --map-root " + r.id + "=PATH"
}

// files compares a workspace's files with those at the destination.
func (a *assessor) files(w *asif.Workspace, r placedRoot) verdict {
	missing, other, same, unseen := 0, 0, 0, 0
	first, size := "", int64(0) // of those to be put there
	for _, e := range continuation.Flatten(a.src.Profile.Workspaces, w.ID) {
		if e.Kind != asif.EntryKindFile {
			continue
		}
		f, looked := a.Destination.File(r.id, e.Path)
		res := a.src.Resources[e.ResourceID]
		switch {
		case !looked:
			unseen++
		case !f.Exists:
			missing++
		case res == nil || res.SHA256 == nil || f.SHA256 != *res.SHA256:
			other++
		default:
			same++
			continue
		}
		first = or(first, e.Path)
		if res != nil && res.Bytes != nil {
			size += *res.Bytes
		}
	}
	if unseen > 0 {
		return unresolved(fmt.Sprintf("nobody looked for its %d files", unseen+missing+other+same), "look at the machine with --probe, with the session at hand")
	}
	if missing+other > 0 {
		detail, do := fmt.Sprintf("of its files %d are missing and %d differ, first %s", missing, other, first), "put the captured files into "+r.path
		if seen, _ := a.Destination.Root(r.path); seen.FreeBytes != nil && *seen.FreeBytes < size {
			detail += fmt.Sprintf("; they have %d bytes, and the disk there has %d left", size, *seen.FreeBytes)
			do = "make room, and " + do
		}
		return unresolved(detail, do)
	}
	return a.mapped(r, fmt.Sprintf("its %d files are there as they were", same))
}

// repository is where the workspace's history can be fetched from.
func (a *assessor) repository(s continuation.Subject, d *asif.Dependency) verdict {
	if !a.observed {
		return a.assumed(s, d, "the repository "+d.Identity)
	}
	for _, r := range a.Destination.Roots {
		if r.Git != nil && slices.ContainsFunc(r.Git.Remotes, func(remote string) bool { return sameRepository(remote, d.Identity) }) {
			return a.meets(s, d, d.Identity, r.Git.Head, "a clone of it is at "+r.Path)
		}
	}
	return unresolved("no clone of it was seen", "clone "+or(Address(d.Identity), d.Identity))
}

// service is used with credentials that are there. Whose account they are for cannot be seen without asking the service.
func (a *assessor) service(s continuation.Subject) (verdict, error) {
	b := a.src.Service(s.ID)
	if server, ok := strings.CutPrefix(b.Service, "mcp:"); ok {
		if v, ok := a.serverMissing(server); !ok {
			return v, nil
		}
	}
	if a.observed {
		for _, h := range b.SecretHandles {
			if _, ok := a.Destination.Handle(h); !ok {
				return unresolved("the credential "+handleName(h)+" is not there", "set "+handleName(h)+" at the destination"), nil
			}
		}
		if b.AuthMethod != asif.AuthMethodNone {
			a.change(s, "account_unverified", b.Account.Provider, "that the account is "+b.Account.Subject+" and may do what is needed: telling would need a call to the service")
			return adapted("the credentials are there; whose account they are for was not checked"), nil
		}
	}
	account := b.Account
	v := supported("its credentials are there%s", a.unlooked())
	v.resolved = &asif.Resolved{Account: &account, Scopes: b.Scopes, Audience: b.Audience, Endpoint: b.Endpoint.Locator, SecretHandles: b.SecretHandles}
	return v, nil
}

// environment is a workspace's or a runtime's; what it needs is assessed on its own.
func (a *assessor) environment(s continuation.Subject) (verdict, error) {
	e := a.src.Environments[s.ID]
	src := a.src.Profile.SourceRuntime
	switch {
	case a.observed && e.Kind == asif.EnvironmentRuntime && src.OS != "unknown" && src.OS != a.Destination.OS:
		a.change(s, "system_changed", a.Destination.OS, "what depends on "+src.OS)
		return adapted("the destination runs %s, the source ran %s", a.Destination.OS, src.OS), nil
	case e.Kind == asif.EnvironmentRuntime && !a.same:
		a.change(s, "runtime_replaced", a.dest.Name, "what depends on "+src.Agent.ID)
		return adapted("%s takes the place of %s", a.dest.Title, src.Agent.ID), nil
	}
	return supported("what it needs is assessed on its own"), nil
}

// requirement is met when what it names is there (Q09).
func (a *assessor) requirement(s continuation.Subject) (verdict, error) {
	r := a.requirementOf(s)
	for _, need := range []continuation.Subject{
		{Kind: asif.SubjectKindResource, ID: r.ResourceID}, {Kind: asif.SubjectKindCapability, ID: r.CapabilityID}, {Kind: asif.SubjectKindEnvironment, ID: r.EnvironmentID},
	} {
		if need.ID == "" {
			continue
		}
		v, err := a.judge(need)
		if err != nil {
			return verdict{}, err
		}
		if blocks(v.status) {
			return unresolved(fmt.Sprintf("%s %s is not there", need.Kind, need.ID), "see there"), nil
		}
	}
	v := supported("what it names is there%s", a.unlooked())
	v.resolved = &asif.Resolved{Status: "available"}
	if h := r.SecretHandle; h != "" {
		if _, ok := a.Destination.Handle(h); a.observed && !ok {
			return unresolved("the credential "+handleName(h)+" is not there", "set "+handleName(h)+" at the destination"), nil
		}
		v.resolved.SecretHandles = []string{h}
		return v, nil
	}
	if a.observed && r.ResourceID+r.CapabilityID+r.EnvironmentID == "" {
		return unresolved("whether it is met cannot be seen: "+r.Description, "make sure that it is met"), nil
	}
	return v, nil
}

func (a *assessor) requirementOf(s continuation.Subject) asif.Requirement {
	var list []asif.Requirement
	if s.Kind == asif.SubjectKindCheckpointRequirement {
		list = a.src.Checkpoints[s.OwnerID].Requirements
	} else {
		list = a.src.Environments[s.OwnerID].Requirements
	}
	return list[slices.IndexFunc(list, func(r asif.Requirement) bool { return r.ID == s.ID })]
}

// capability is a skill, a hook, a server or another facility of the harness.
func (a *assessor) capability(s continuation.Subject) (verdict, error) {
	c := a.src.Configurations[a.plan.ConfigurationID]
	i := slices.IndexFunc(c.Capabilities, func(c asif.Capability) bool { return c.ID == s.ID })
	return a.facility(s, c.Capabilities[i].Type, s.ID), nil
}

// facilityWords tell from a capability's type which facility it is; the first that fits counts.
var facilityWords = []struct {
	word string
	of   func(*profiles.Facilities) profiles.Facility
}{
	{"skill", func(f *profiles.Facilities) profiles.Facility { return f.Skills }},
	{"hook", func(f *profiles.Facilities) profiles.Facility { return f.Hooks }},
	{"plugin", func(f *profiles.Facilities) profiles.Facility { return f.Plugins }},
	{"command", func(f *profiles.Facilities) profiles.Facility { return f.Commands }},
	{"agent", func(f *profiles.Facilities) profiles.Facility { return f.SubAgents }},
	{"policy", func(f *profiles.Facilities) profiles.Facility { return f.Policies }},
}

// facility is something that a harness is given as a file: it stays with the same harness, and has to be moved to
// another.
func (a *assessor) facility(s continuation.Subject, kind, name string) verdict {
	if strings.Contains(kind, "mcp") {
		if v, ok := a.serverMissing(handleName(name)); !ok {
			return v
		}
		return supported("the server is configured%s", a.unlooked())
	}
	i := slices.IndexFunc(facilityWords, func(f struct {
		word string
		of   func(*profiles.Facilities) profiles.Facility
	}) bool {
		return strings.Contains(kind, f.word)
	})
	if a.same && (i >= 0 || !a.observed) {
		if s.Kind == asif.SubjectKindDependency {
			return a.assumed(s, a.src.Dependency(s.ID), "this: "+name)
		}
		return supported("the harness has it where it was%s", a.unlooked())
	}
	if i < 0 {
		return unresolved("what "+name+" ("+kind+") is at "+a.dest.Title+" is not known", "look whether the destination has something like it")
	}
	f := facilityWords[i].of(&a.dest.Facilities)
	switch f.Support {
	case "yes":
		a.change(s, "facility_moved", strings.Join(f.Places, " "), "what of it is particular to "+a.src.Profile.SourceRuntime.Agent.ID)
		return adapted("%s has the like; its files have to be copied into %s", a.dest.Title, f.Places[0])
	case "no":
		if e := a.closure.Find(s); e != nil && e.Required {
			return unsupported(a.dest.Title+" has no such facility", "choose another destination")
		}
		a.change(s, "facility_dropped", "none", "what "+name+" did")
		return omitted("%s has no such facility", a.dest.Title)
	}
	return unresolved("whether "+a.dest.Title+" has such a facility is not known", "look it up, and say it in a profile of your own")
}

// policy is a restriction. An enforcing one has to be enforced at the destination too; that it is cannot be seen.
func (a *assessor) policy(s continuation.Subject) (verdict, error) {
	c := a.src.Configurations[s.OwnerID]
	p := c.Policies[slices.IndexFunc(c.Policies, func(p asif.Policy) bool { return p.ID == s.ID })]
	switch {
	case !a.observed && a.same:
		return supported("the harness enforces it as before: taken to be so, nobody looked"), nil
	case a.same:
		a.change(s, "policy_to_be_set", a.dest.Name, "that it is enforced: the harness enforces what it is set to when it starts")
		return adapted("the policy has to be set when the harness is started"), nil
	case a.dest.Facilities.Policies.Support != "yes":
		return unresolved("whether "+a.dest.Title+" can enforce it is not known", "look it up, and say it in a profile of your own"), nil
	}
	a.change(s, "policy_to_be_set", a.dest.Name, "its dialect ("+p.Type+"): it has to be put into "+strings.Join(a.dest.Facilities.Policies.Places, " or ")+" by hand")
	return adapted("%s says such things in another way", a.dest.Title), nil
}
