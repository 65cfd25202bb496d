package continuation

import (
	"cmp"
	"slices"
	"strings"

	"asif-convert/convert/asif"
)

// Bases are a workspace and the bases below it, itself first. A base that is missing or comes again ends the chain.
func Bases(list []asif.Workspace, id string) []*asif.Workspace {
	var chain []*asif.Workspace
	for {
		w := find(list, id, workspaceID)
		if w == nil || slices.Contains(chain, w) {
			return chain
		}
		chain = append(chain, w)
		if w.BaseSnapshotID == nil {
			return chain
		}
		id = *w.BaseSnapshotID
	}
}

// Flatten is a workspace's whole state, sorted by path: its base's, minus each deletion and all below it, then its own
// entries, the same path replacing.
func Flatten(list []asif.Workspace, id string) []asif.WorkspaceEntry {
	state := map[string]*asif.WorkspaceEntry{}
	for _, w := range slices.Backward(Bases(list, id)) {
		remove(state, w.Deletions)
		for i := range w.Entries {
			state[w.Entries[i].Path] = &w.Entries[i]
		}
	}
	flat := make([]asif.WorkspaceEntry, 0, len(state))
	for _, e := range state {
		flat = append(flat, *e)
	}
	slices.SortFunc(flat, func(a, b asif.WorkspaceEntry) int { return cmp.Compare(a.Path, b.Path) })
	return flat
}

func remove(state map[string]*asif.WorkspaceEntry, deletions []string) {
	if len(deletions) == 0 {
		return
	}
	gone := make(map[string]bool, len(deletions))
	for _, d := range deletions {
		gone[d] = true
	}
	for path := range state {
		if AtOrBelow(path, gone) {
			delete(state, path)
		}
	}
}

// AtOrBelow tells whether a path, or a folder above it, is in a set.
func AtOrBelow(path string, set map[string]bool) bool {
	for {
		if set[path] {
			return true
		}
		i := strings.LastIndexByte(path, '/')
		if i < 0 {
			return false
		}
		path = path[:i]
	}
}

func (g *graph) workspaceEdges(s Subject) {
	list := g.src.Profile.Workspaces
	chain := Bases(list, s.ID)
	if len(chain) == 0 {
		g.missing(of(asif.SubjectKindPlan, g.plan.ID), s, notHere)
		return
	}
	g.environment(s, chain[0].EnvironmentID)
	for _, e := range Flatten(list, s.ID) {
		if e.ResourceID != "" && e.Kind == asif.EntryKindFile {
			g.resources(s, e.ResourceID)
		}
	}
	for _, w := range chain {
		if w.Git != nil {
			g.gitEdges(s, w.Git)
		}
	}
}

func (g *graph) gitEdges(s Subject, git *asif.Git) {
	g.resources(s, git.BundleResourceIDs...)
	for i := range git.Prerequisites {
		if id := git.Prerequisites[i].ResourceID; id != "" {
			g.resources(s, id)
		}
	}
	for i := range git.IndexEntries {
		if id := git.IndexEntries[i].ResourceID; id != nil {
			g.resources(s, *id)
		}
	}
	for i := range git.Submodules {
		g.dependencies(s, git.Submodules[i].DependencyID)
	}
	g.dependencies(s, git.LFSDependencyIDs...)
}
