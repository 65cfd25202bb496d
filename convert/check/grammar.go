package check

import (
	"fmt"
)

// Format tells why a text does not have a format; nil when it has.
type Format func(text string) error

// Formats are those that a schema may name: they are asserted.
type Formats map[string]Format

// any is the format as the full validator asks for it: what is no string has every format.
func (f Format) any(v any) error {
	if text, ok := v.(string); ok {
		return f(text)
	}
	return nil
}

// Grammar holds values against the definitions of a JSON Schema (2020-12) other than that of documents. It knows the
// keywords of the object table, formats and closed objects; any other keyword is refused when it is compiled. It is for
// one goroutine.
type Grammar struct {
	schemas *schemas
	tree    tree
}

// NewGrammar compiles the $defs of a schema with that $id.
func NewGrammar(id string, schema []byte, formats Formats) (*Grammar, error) {
	s, err := schemasOf(id, schema, formats)
	if err != nil {
		return nil, fmt.Errorf("compiling %s: %w", id, err)
	}
	return &Grammar{schemas: s}, nil
}

// Share is the same grammar for another goroutine.
func (g *Grammar) Share() *Grammar { return &Grammar{schemas: g.schemas} }

// Fault is one reason why a value does not fit its definition.
type Fault struct {
	Pointer string // JSON Pointer from the part that was checked
	Byte    int    // where the value at Pointer begins, from the beginning of the parsed text
	Keyword string // of the schema: "required", "enum", …
	Member  string // the missing or unwanted member
	Got     string
	Want    string
	Message string
}

// Parse takes the value, one JSON text, that Check looks into.
func (g *Grammar) Parse(raw []byte) error { return g.tree.parse(raw, maxDepth) }

// Check says why the part of the parsed value at a JSON Pointer is none of that definition; nil when it is one.
// Pointers of faults lead from that part, their bytes from the value's beginning.
func (g *Grammar) Check(definition, pointer string) []Fault {
	part, ok := g.tree.root().at(pointer)
	if !ok {
		return nil
	}
	var all []Fault
	for _, f := range g.schemas.check(definition, part) {
		at, _ := part.at(f.pointer)
		all = append(all, Fault{Pointer: f.pointer, Byte: int(at.start()), Keyword: f.keyword, Member: f.member,
			Got: f.got, Want: f.want, Message: f.message})
	}
	return all
}
