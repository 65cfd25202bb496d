package check

import (
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// contracts checks a tool's schemas against the 2020-12 meta-schema (R08). They are data: nothing is fetched, no
// pattern compiled, no format checked.
func (s *schemas) contracts(tool value) []schemaFault {
	var all []schemaFault
	for _, member := range []string{"input_schema", "output_schema"} {
		v := tool.get(member)
		if v.kind() != objectKind || v.size() == 0 {
			continue // a boolean is a schema; anything else is the tool schema's
		}
		meta, err := s.metaSchema()
		if err != nil {
			return []schemaFault{{message: err.Error()}}
		}
		for _, f := range explain(meta, v) {
			f.pointer = "/" + member + f.pointer
			if !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	return all
}

func (s *schemas) metaSchema() (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.meta != nil {
		return s.meta, nil
	}
	var err error
	s.meta, err = jsonschema.NewCompiler().Compile(dialect2020)
	return s.meta, err
}

// Contracts judges tool schemas before they are written. The zero value is ready; it is not safe for concurrent use.
type Contracts struct {
	schemas schemas
	tree    tree
}

// Hold tells whether raw can stand as a tool's schema: a boolean, or an object that satisfies the 2020-12 meta-schema
// (R08).
func (c *Contracts) Hold(raw []byte) bool {
	if c.tree.parse(raw, maxDepth) != nil {
		return false
	}
	v := c.tree.root()
	if v.kind() != objectKind {
		return v.kind() == trueKind || v.kind() == falseKind
	}
	if v.size() == 0 {
		return true
	}
	meta, err := c.schemas.metaSchema()
	return err == nil && len(explain(meta, v)) == 0
}
