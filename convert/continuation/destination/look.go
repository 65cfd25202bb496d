package destination

import (
	"path"
	"slices"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
)

// LookFor is what plans of a session need to have looked at. Roots lie where a user says, by ID or by path, else where
// they were.
func LookFor(s *continuation.Source, plans []continuation.Closure, roots map[string]string) Look {
	var out Look
	seen := map[File]bool{}
	file := func(root, name string) {
		if f := (File{RootID: root, Path: name}); !seen[f] {
			seen[f] = true
			out.Files = append(out.Files, f)
		}
	}
	for _, c := range plans {
		for _, id := range c.Plan.WorkspaceIDs {
			w := s.Workspace(id)
			if w == nil {
				continue
			}
			out.addRoot(Root{RootID: w.RootID, Path: or(roots[w.RootID], roots[w.SourceRoot], w.SourceRoot)})
			for _, e := range continuation.Flatten(s.Profile.Workspaces, id) {
				if e.Kind == asif.EntryKindFile {
					file(w.RootID, e.Path)
				}
			}
		}
		for i := range c.Plan.PathReferences {
			file(c.Plan.PathReferences[i].RootID, c.Plan.PathReferences[i].RelativePath)
		}
		if x := s.Configurations[c.Plan.ConfigurationID]; x != nil {
			for _, r := range x.SecretRequirements {
				out.Handles = append(out.Handles, r.Handle)
			}
		}
		for _, id := range c.Plan.ServiceBindingIDs {
			if b := s.Service(id); b != nil {
				out.Handles = append(out.Handles, b.SecretHandles...)
			}
		}
	}
	for _, d := range s.Profile.Dependencies {
		if d.Kind == asif.DependencyKindExecutable {
			out.Executables = append(out.Executables, path.Base(d.Binding.Reference))
		}
	}
	return out
}

func (l *Look) addRoot(r Root) {
	if !slices.ContainsFunc(l.Roots, func(o Root) bool { return o.RootID == r.RootID }) {
		l.Roots = append(l.Roots, r)
	}
}
