package losses

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// node is one place in the compiled tables of a record kind. The walker always stands on a node: fields that no
// table names get nodes when they are met.
type node struct { // what every record needs stands first, close together
	edges   []edge
	star    *node   // any other key
	elem    *node   // array elements
	cases   *choice // when the object's rows depend on one of its members
	first   int32   // the edge that an object began with last time
	slot    int32   // of the account; noSlot until an unknown leaf is met here
	id      int32
	unknown uint8 // levels below the last place that a table names
	claim   bool  // the whole value is one leaf
	sink    bool  // every leaf below is counted here

	index map[string]int32 // of edges, when there are too many to try
	odd   *node            // unknown keys that may be data
	label string           // the path with the cases that led here
	plain string           // the path alone
}

// edge leads to the member with that name. Records of a kind repeat the order of their members, so each edge
// remembers which one came next.
type edge struct {
	key  string
	to   *node
	next int32
}

// choice picks the node of an object by a string member.
type choice struct {
	by       string
	nodes    map[string]*node // those compiled so far
	declared map[string]*decl
	compile  func(value string) *node
	fallback *node // without a case, not even ""
}

const noSlot = -1

// manyEdges is where a map beats trying the edges in turn.
const manyEdges = 16

func (n *node) add(key string, to *node) {
	i := int32(len(n.edges))
	n.edges = append(n.edges, edge{key: key, to: to, next: i + 1})
	switch {
	case n.index != nil:
		n.index[key] = i
	case len(n.edges) > manyEdges:
		n.index = make(map[string]int32, len(n.edges))
		for j := range n.edges {
			n.index[n.edges[j].key] = int32(j)
		}
	}
}

// decl is a set of rows as a tree, before cases are laid over it.
type decl struct {
	keys    []string
	members map[string]*decl
	star    *decl
	elem    *decl
	row     *Row
	claim   bool
	variant *variantDecl
}

type variantDecl struct {
	by    string
	cases map[string]*decl
}

func (d *decl) bare() bool { return len(d.keys) == 0 && d.star == nil && d.elem == nil }

// step returns the place one segment below, which is made when missing.
func (d *decl) step(segment string) *decl {
	switch segment {
	case "[]":
		if d.elem == nil {
			d.elem = &decl{}
		}
		return d.elem
	case "*":
		if d.star == nil {
			d.star = &decl{}
		}
		return d.star
	}
	c := d.members[segment]
	if c == nil {
		if d.members == nil {
			d.members = map[string]*decl{}
		}
		c = &decl{}
		d.members[segment] = c
		d.keys = append(d.keys, segment)
	}
	return c
}

// at returns the place of a path below d. It fails below a claimed subtree.
func (d *decl) at(path string) (*decl, error) {
	segments, err := splitPath(path)
	if err != nil {
		return nil, err
	}
	for _, s := range segments {
		if d.claim {
			return nil, errors.New("below a claimed subtree")
		}
		d = d.step(s)
	}
	return d, nil
}

func (d *decl) declare(r Row) error {
	if err := checkRow(r); err != nil {
		return err
	}
	path, claim := strings.CutSuffix(r.Path, "/")
	c, err := d.at(path)
	switch {
	case err != nil:
		return err
	case c.row != nil:
		return errors.New("two rows for one path")
	case claim && !c.bare():
		return errors.New("claims a subtree that has rows of its own")
	}
	c.row, c.claim = &r, claim
	return nil
}

func checkRow(r Row) error {
	switch r.Do {
	case Mapped:
		return nil
	case Preserved, Dropped:
		if r.Why == "" {
			return fmt.Errorf("%s without a reason", r.Do)
		}
		return nil
	}
	return fmt.Errorf("disposition %q is none of a field", r.Do)
}

// splitPath cuts "a.b[].c" into "a", "b", "[]", "c".
func splitPath(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	var out []string
	for part := range strings.SplitSeq(path, ".") {
		key := strings.TrimRight(part, "[]")
		steps := strings.Repeat("[]", (len(part)-len(key))/2)
		switch {
		case key+steps != part || strings.HasSuffix(key, "/") || strings.ContainsAny(key, "[]\"\\"):
			return nil, fmt.Errorf("path segment %q can match nothing", part)
		case key == "" && (steps == "" || len(out) > 0):
			return nil, errors.New("empty path segment")
		case key != "":
			out = append(out, key)
		}
		for range len(steps) / 2 {
			out = append(out, "[]")
		}
	}
	return out, nil
}

// declareTable reads a table into a tree and says every contradiction in it.
func declareTable(t Table) (*decl, error) {
	var errs []error
	fail := func(where, path string, err error) {
		if err != nil {
			errs = append(errs, fmt.Errorf("table %q%s, row %q: %w", t.Kind, where, path, err))
		}
	}
	root := &decl{}
	for _, r := range t.Rows {
		fail("", r.Path, root.declare(r))
	}
	for _, v := range t.Variants {
		where := fmt.Sprintf(", variant at %q by %q", v.At, v.By)
		at, err := root.at(v.At)
		switch {
		case err != nil:
			fail(where, "", err)
			continue
		case v.By == "":
			fail(where, "", errors.New("no member to choose by"))
			continue
		case at.variant != nil:
			fail(where, "", errors.New("two variants at one object"))
			continue
		}
		at.variant = &variantDecl{by: v.By, cases: map[string]*decl{}}
		for _, value := range sortedKeys(v.Cases) {
			c := &decl{}
			at.variant.cases[value] = c
			for _, r := range v.Cases[value] {
				fail(fmt.Sprintf("%s, case %q", where, value), r.Path, c.declare(r))
			}
		}
	}
	return root, errors.Join(errs...)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
