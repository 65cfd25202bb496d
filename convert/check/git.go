package check

import (
	"crypto/sha1" //nolint:gosec // Git names objects by it
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strconv"
	"strings"

	"asif-convert/convert/asif"
)

// gitFormats are Git's object formats.
var gitFormats = map[string]func() hash.Hash{"sha1": sha1.New, "sha256": sha256.New}

// gitModes are the modes that an index entry can have.
var gitModes = []string{"100644", "100755", "120000", "160000"}

// n04: what workspaces say of Git is what Git could say.
func (x *validation) n04() error {
	for i := range x.profile.workspaces.items {
		w := &x.profile.workspaces.items[i]
		if !w.ok || w.v.Git == nil {
			continue
		}
		g := gitCheck{x: x, spot: w.spot, git: w.v.Git, hash: gitFormats[w.v.Git.ObjectFormat]}
		if g.hash == nil {
			g.fault("/object_format", w.v.Git.ObjectFormat, "sha1 or sha256", "the object format is unknown")
			continue
		}
		g.references()
		g.stages()
		for k := range g.git.IndexEntries {
			if err := g.entry(k); err != nil {
				return fmt.Errorf("hashing a Git object: %w", err)
			}
		}
	}
	return nil
}

// gitCheck is a workspace's Git state while it is checked.
type gitCheck struct {
	spot
	x    *validation
	git  *asif.Git
	hash func() hash.Hash
}

func (g *gitCheck) fault(pointer, got, want, message string) {
	g.x.profileFault("N04", g.spot, "/git"+pointer, got, want, message)
}

// object checks that an ID is one of the object format.
func (g *gitCheck) object(pointer, id string) {
	size := 2 * g.hash().Size()
	if len(id) != size || strings.Trim(id, "0123456789abcdef") != "" {
		g.fault(pointer, id, fmt.Sprintf("%d lowercase hexadecimal digits", size), "the ID is no Git object's of the workspace's format")
	}
}

func (g *gitCheck) path(pointer, path string) {
	g.x.portable("N04", g.spot, "/git"+pointer, path)
}

func (g *gitCheck) resource(pointer, id string) {
	if !g.x.has(resources, id) {
		g.fault(pointer, id, idAmong(resources), "the resource is not there")
	}
}

func (g *gitCheck) dependency(pointer, id string) {
	if g.x.profile.dependencies.find(id) == nil {
		g.fault(pointer, id, idAmong(dependencies), "the dependency is not there")
	}
}

func (g *gitCheck) references() {
	if h := g.git.Head; h != nil {
		g.object("/head", *h)
	}
	for k, id := range g.git.BundleResourceIDs {
		g.resource("/bundle_resource_ids/"+strconv.Itoa(k), id)
	}
	for k, p := range g.git.Prerequisites {
		at := "/prerequisites/" + strconv.Itoa(k)
		g.object(at+"/object_id", p.ObjectID)
		switch {
		case p.ResourceID != "":
			g.resource(at+"/resource_id", p.ResourceID)
		case p.Availability == asif.PrerequisiteAvailabilityEmbedded:
			g.fault(at, "", "resource_id", "the embedded prerequisite has no resource")
		}
	}
	for k, s := range g.git.Submodules {
		at := "/submodules/" + strconv.Itoa(k)
		g.path(at+"/path", s.Path)
		g.object(at+"/object_id", s.ObjectID)
		g.dependency(at+"/dependency_id", s.DependencyID)
	}
	for k, id := range g.git.LFSDependencyIDs {
		g.dependency("/lfs_dependency_ids/"+strconv.Itoa(k), id)
	}
}

// stages: per path, no stage is repeated, and stage 0 stands alone.
func (g *gitCheck) stages() {
	seen := map[string]uint8{} // bits of stages by path
	for k, e := range g.git.IndexEntries {
		at := "/index_entries/" + strconv.Itoa(k) + "/stage"
		before, bit := seen[e.Path], uint8(1)<<e.Stage
		switch {
		case before&bit != 0:
			g.fault(at, strconv.FormatInt(e.Stage, 10), "no stage twice", "the index has the path twice in one stage")
		case before != 0 && (e.Stage == 0 || before&1 != 0):
			g.fault(at, strconv.FormatInt(e.Stage, 10), "stage 0 alone, or others", "the index has the path merged and unmerged")
		}
		seen[e.Path] = before | bit
	}
}

// entry checks one entry of the index.
func (g *gitCheck) entry(k int) error {
	e, at := &g.git.IndexEntries[k], "/index_entries/"+strconv.Itoa(k)
	g.path(at+"/path", e.Path)
	if !slices.Contains(gitModes, e.Mode) {
		g.fault(at+"/mode", e.Mode, strings.Join(gitModes, ", "), "the index has no such mode")
	}
	if e.ObjectID != nil {
		g.object(at+"/object_id", *e.ObjectID)
	}
	if e.ResourceID != nil {
		g.resource(at+"/resource_id", *e.ResourceID)
	}
	switch {
	case e.ResourceID == nil && e.ObjectID == nil:
		g.fault(at, "", "resource_id or object_id", "the index entry has no content")
	case e.ResourceID != nil && e.ObjectID != nil:
		return g.blob(at, *e.ResourceID, *e.ObjectID)
	}
	return nil
}

// blob holds an object ID against the resource's bytes, when these are at hand.
func (g *gitCheck) blob(at, resource, object string) error {
	x := g.x
	i := x.spaces[resources].item(x.spaces[resources].ids.Find([]byte(resource)))
	if i < 0 || !x.blobs[i].atHand() {
		return nil
	}
	content, err := x.content(i)
	if err != nil {
		return err
	}
	h := g.hash()
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	if sum := hex.EncodeToString(h.Sum(nil)); sum != object {
		g.fault(at+"/object_id", object, sum, "the object ID is not that of the resource's bytes")
	}
	return nil
}
