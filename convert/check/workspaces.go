package check

import (
	"slices"
	"strconv"
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
)

// n03: workspace states are whole, portable and consistent.
func (x *validation) n03() {
	p := x.profile
	for i := range p.workspaces.items {
		w := &p.workspaces.items[i]
		if !w.ok {
			continue
		}
		x.n03References(w)
		paths := map[string]bool{}
		for k, e := range w.v.Entries {
			at := "/entries/" + strconv.Itoa(k)
			x.portable("N03", w.spot, at+"/path", e.Path)
			if paths[e.Path] {
				x.profileFault("N03", w.spot, at+"/path", e.Path, "no path twice", "the workspace has two entries at one path")
			}
			paths[e.Path] = true
			if e.Kind == asif.EntryKindFile && !x.has(resources, e.ResourceID) {
				x.profileFault("N03", w.spot, at+"/resource_id", e.ResourceID, idAmong(resources), "the file's resource is not there")
			}
		}
		if x.n03Whole(w) {
			x.n03Folders(w)
			x.n03Deletions(w)
		}
	}
}

// portable checks a path that must mean the same file everywhere.
func (x *validation) portable(rule string, at spot, pointer, path string) {
	if problem := pathProblem(path); problem != "" {
		x.profileFault(rule, at, pointer, path, "a portable relative path", problem)
	}
}

// n03References: environment and bases are there, of the same root and without a cycle.
func (x *validation) n03References(w *profileItem[asif.Workspace]) {
	if !x.has(environments, w.v.EnvironmentID) {
		x.profileFault("N03", w.spot, "/environment_id", w.v.EnvironmentID, idAmong(environments), "the workspace's environment is not there")
	}
	if w.v.BaseSnapshotID == nil {
		return
	}
	base := x.profile.workspaces.find(*w.v.BaseSnapshotID)
	switch {
	case base == nil:
		x.profileFault("N03", w.spot, "/base_snapshot_id", *w.v.BaseSnapshotID, idAmong(workspaces), "the workspace's base is not there")
	case base.ok && base.v.RootID != w.v.RootID:
		x.profileFault("N03", w.spot, "/base_snapshot_id", "root "+base.v.RootID, "root "+w.v.RootID, "the workspace's base is of another root")
	}
	chain := continuation.Bases(x.profile.states, w.v.ID)
	if last := chain[len(chain)-1].BaseSnapshotID; last != nil && *last == w.v.ID {
		x.profileFault("N03", w.spot, "/base_snapshot_id", *w.v.BaseSnapshotID, "no cycle", "the workspace is a base of its own")
	}
}

// n03Whole tells whether a workspace's flattened state can be had: whether every base is there and fits its object.
func (x *validation) n03Whole(w *profileItem[asif.Workspace]) bool {
	chain := continuation.Bases(x.profile.states, w.v.ID)
	return chain[len(chain)-1].BaseSnapshotID == nil
}

// n03Folders: nothing but a folder stands above an entry.
func (x *validation) n03Folders(w *profileItem[asif.Workspace]) {
	flat := continuation.Flatten(x.profile.states, w.v.ID)
	leaves := map[string]bool{}
	for _, e := range flat {
		if e.Kind != asif.EntryKindDirectory {
			leaves[e.Path] = true
		}
	}
	for _, e := range flat {
		i := strings.LastIndexByte(e.Path, '/')
		if i >= 0 && continuation.AtOrBelow(e.Path[:i], leaves) {
			x.profileFault("N03", w.spot, "/entries", e.Path, "folders above it", "a file or link of the workspace stands where a folder must be")
		}
	}
}

// n03Deletions: what is deleted was there, and it was not excluded.
func (x *validation) n03Deletions(w *profileItem[asif.Workspace]) {
	if len(w.v.Deletions) == 0 || w.v.BaseSnapshotID == nil {
		return
	}
	base := continuation.Flatten(x.profile.states, *w.v.BaseSnapshotID)
	byPath := func(e asif.WorkspaceEntry, path string) int { return strings.Compare(e.Path, path) }
	for k, d := range w.v.Deletions {
		at := "/deletions/" + strconv.Itoa(k)
		x.portable("N03", w.spot, at, d)
		removed := []string{d}
		_, found := slices.BinarySearchFunc(base, d, byPath)
		below, _ := slices.BinarySearchFunc(base, d+"/", byPath)
		for ; below < len(base) && strings.HasPrefix(base[below].Path, d+"/"); below++ {
			removed = append(removed, base[below].Path)
		}
		if !found && len(removed) == 1 {
			x.profileFault("N03", w.spot, at, d, "an entry of the base, or a folder above one", "the deletion removes nothing")
			continue
		}
		for _, path := range removed {
			if by := excludedBy(w.v.Selection.Exclude, path); by != "" {
				x.profileFault("N03", w.spot, at, path, "nothing that "+strconv.Quote(by)+" excludes", "the deletion removes what the selection excludes")
			}
		}
	}
}

// excludedBy is the pattern that excludes a path, or "". A pattern matches it whole, or stands, taken literally, for it
// or for a folder above it.
func excludedBy(patterns []string, path string) string {
	for _, p := range patterns {
		folder := strings.TrimSuffix(p, "/")
		if path == folder || strings.HasPrefix(path, folder+"/") || matches(p, path) {
			return p
		}
	}
	return ""
}

// matches tells whether a pattern matches a whole path: * is any run of characters, ? is one; both may be a slash.
func matches(pattern, path string) bool {
	p, s := []rune(pattern), []rune(path)
	i, j, star, mark := 0, 0, -1, 0
	for j < len(s) {
		switch {
		case i < len(p) && p[i] == '*':
			star, mark = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == s[j]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}
