package check

import (
	"fmt"
	"slices"
	"strconv"

	"asif-convert/convert/asif"

	"github.com/go-json-experiment/json/jsontext"
)

// n08: paths lie below selected roots, and path references point at strings.
func (c *planCheck) n08() error {
	if at := c.v.CWD; at != nil {
		c.below("/cwd", at.RootID, at.RelativePath)
	}
	list := c.v.PathReferences
	resolve := !slices.EqualFunc(list, c.x.profile.resolved, sameReference)
	for k := range list {
		at := "/path_references/" + strconv.Itoa(k)
		c.below(at, list[k].RootID, list[k].RelativePath)
		if !resolve || !c.x.enabled["N08"] {
			continue
		}
		if err := c.pointsAtString(at, &list[k]); err != nil {
			return fmt.Errorf("resolving path reference %d: %w", k, err)
		}
	}
	if resolve {
		c.x.profile.resolved = list
	}
	return nil
}

// sameReference tells whether two path references point at the same value.
func sameReference(a, b asif.PathReference) bool {
	return a.EntityType == b.EntityType && a.EntityID == b.EntityID && a.JSONPointer == b.JSONPointer
}

// below checks a path below a root; "" is the root.
func (c *planCheck) below(pointer, root, path string) {
	if !c.roots[root] {
		c.fault("N08", pointer+"/root_id", root, "a root of a workspace that the plan selects", "the path is below a root that the plan does not have")
	}
	if path != "" {
		c.x.portable("N08", c.spot, pointer+"/relative_path", path)
	}
}

// pointsAtString checks that a path reference leads to a string in an entity of the document.
func (c *planCheck) pointsAtString(at string, r *asif.PathReference) error {
	entity, ok := c.x.entity(r.EntityType, r.EntityID)
	if !ok {
		c.fault("N08", at+"/entity_id", r.EntityID, "an ID of the document's "+string(r.EntityType)+" entities", "the path reference is in something that is not there")
		return nil
	}
	if !validPointer(r.JSONPointer) || r.JSONPointer == "" {
		c.fault("N08", at+"/json_pointer", r.JSONPointer, "a JSON Pointer that starts with /", "the path reference's pointer is none")
		return nil
	}
	first, err := c.x.firstByte(entity, r.JSONPointer)
	if err != nil {
		return err
	}
	if first != '"' {
		c.fault("N08", at+"/json_pointer", r.JSONPointer, "a string", "the path reference points at no string")
	}
	return nil
}

// entity is where an entity stands that a path reference can be in.
func (x *validation) entity(kind asif.EntityType, id string) (asif.Range, bool) {
	switch kind {
	case asif.EntityTypeEvent:
		if i := x.spaces[events].item(x.spaces[events].ids.Find([]byte(id))); i >= 0 {
			return asif.Range{Offset: x.event(i).offset, Length: int64(x.event(i).length)}, true
		}
	case asif.EntityTypeResource:
		if i := x.spaces[resources].item(x.spaces[resources].ids.Find([]byte(id))); i >= 0 {
			return x.blobs[i].span, true
		}
	case asif.EntityTypeEnvironment:
		if i := x.spaces[environments].item(x.spaces[environments].ids.Find([]byte(id))); i >= 0 {
			return x.where[environments][i], true
		}
	case asif.EntityTypeConfiguration:
		if i := x.spaces[configurations].item(x.spaces[configurations].ids.Find([]byte(id))); i >= 0 {
			return x.where[configurations][i], true
		}
	case asif.EntityTypeDependency:
		if d := x.profile.dependencies.find(id); d != nil {
			return d.span, true
		}
	}
	return asif.Range{}, false
}

// firstByte is the first byte of the value at a pointer in a range, 0 for none. The range may be of any size.
func (x *validation) firstByte(at asif.Range, pointer string) (byte, error) {
	for token := range jsontext.Pointer(pointer).Tokens() {
		next, err := x.child(at, token)
		if err != nil || next.Length == 0 {
			return 0, err
		}
		at = next
	}
	first, err := x.doc.Read(asif.Range{Offset: at.Offset, Length: 1})
	if err != nil {
		return 0, err
	}
	return first[0], nil
}

// child is where a member or an element of a value stands; zero for none.
func (x *validation) child(at asif.Range, token string) (asif.Range, error) {
	for m, err := range x.doc.Members(at) {
		if err != nil || m.Name == token {
			return m.Range, err
		}
	}
	k, err := strconv.Atoi(token)
	if err != nil || strconv.Itoa(k) != token {
		return asif.Range{}, nil
	}
	for e, err := range x.doc.Elements(at) {
		if err != nil || e.Index == k {
			return e.Range, err
		}
	}
	return asif.Range{}, nil
}
