package asif

import (
	_ "embed"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// SchemaURL is the $id of the schema that [Schema] returns: "…#/$defs/event" is the schema of one event.
const SchemaURL = "urn:asif-convert:asif:0.4"

//go:embed schema.json
var schemaJSON []byte

// Schema returns the JSON Schema (2020-12) of everything in the object table. Its $defs hold
//   - one entry per object, named like the object, that applies to one value of it;
//   - "part": a content part of any kind;
//   - "event-tool-call" and the like, for objects whose payload depends on their kind: the same as the object's own
//     entry for that kind, without a condition;
//   - "event-envelope" and the like: the object without regard to its kind;
//   - "document": the document's own members, with collections as arrays of anything ([Document.Header]).
//
// The schema itself is that of a whole document. The caller must not change the bytes.
func Schema() []byte { return schemaJSON }

// schema is a JSON object in the making: keyword and value, in order.
type schema []keyword

type keyword struct {
	name  string
	value []byte
}

func (s schema) with(name string, value []byte) schema { return append(s, keyword{name, value}) }

func (s schema) json() []byte {
	b := []byte{'{'}
	for i, k := range s {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(AppendString(b, k.name), ':')
		b = append(b, k.value...)
	}
	return append(b, '}')
}

func quoted(s string) []byte { return AppendString(nil, s) }

func number(n int64) []byte { return AppendInt(nil, n) }

func array(items ...[]byte) []byte {
	b := []byte{'['}
	for i, v := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, v...)
	}
	return append(b, ']')
}

func quotedAll(names []string) []byte {
	items := make([][]byte, len(names))
	for i, n := range names {
		items[i] = quoted(n)
	}
	return array(items...)
}

// makeSchema makes the schema from objects, indented.
func makeSchema(objects []Object) ([]byte, error) {
	var defs schema
	for i := range objects {
		defs = append(defs, objectSchemas(&objects[i])...)
		if objects[i].Name == "asif-document" {
			defs = defs.with("document", headerSchema(&objects[i]))
		}
		if objects[i].Name == "opaque-part" {
			defs = defs.with("part", partSchema())
		}
	}
	whole := schema{
		{"$schema", quoted("https://json-schema.org/draft/2020-12/schema")},
		{"$id", quoted(SchemaURL)},
		{"title", quoted("Agent session interchange format " + Version)},
		{"$ref", quoted("#/$defs/asif-document")},
		{"$defs", defs.json()},
	}
	v := jsontext.Value(whole.json())
	err := v.Indent(jsontext.WithIndent("  "))
	return append(v, '\n'), err
}

// objectSchemas makes the entries of one object: its own, and those per kind when its payload depends on the kind.
func objectSchemas(o *Object) schema {
	base := schema{{"title", quoted(o.Title)}, {"description", quoted(o.Doc)}, {"type", quoted("object")}}
	base = append(base, fieldKeywords(o, memberSchema)...)
	if !selects(o) {
		return schema{{o.Name, append(base, ruleKeywords(o.Rules)...).json()}}
	}
	envelope := o.Name + "-envelope"
	own := schema{{"$ref", reference(envelope)}}
	defs := schema{{envelope, base.json()}, {o.Name, append(own, ruleKeywords(o.Rules)...).json()}}
	for _, r := range o.Rules {
		kind := strings.Trim(r.Is, `"`)
		s := schema{{"$ref", reference(envelope)}}
		r.Then = append([]Demand{{Member: r.When, Is: r.Is}}, r.Then...)
		defs = defs.with(o.Name+"-"+strings.ReplaceAll(kind, "_", "-"), append(s, consequence(r)...).json())
	}
	return defs
}

// selects reports whether the rules of o choose its payload by its kind.
func selects(o *Object) bool {
	return len(o.Rules) > 0 && len(o.Rules[0].Then) > 0 && o.Rules[0].Then[0].As != ""
}

func reference(name string) []byte { return quoted("#/$defs/" + name) }

// fieldKeywords are "required" and "properties" of an object.
func fieldKeywords(o *Object, of func(*Member) []byte) schema {
	var required []string
	var properties schema
	for i := range o.Members {
		m := &o.Members[i]
		properties = properties.with(m.Name, of(m))
		if m.Required {
			required = append(required, m.Name)
		}
	}
	var s schema
	if len(required) > 0 {
		s = s.with("required", quotedAll(required))
	}
	if len(properties) > 0 {
		s = s.with("properties", properties.json())
	}
	return s
}

// memberSchema is the schema of a member's value.
func memberSchema(m *Member) []byte {
	s := schema{{"description", quoted(m.Doc)}}
	if m.List {
		return append(append(s, listKeywords(m)...), keyword{"items", valueSchema(m).json()}).json()
	}
	return append(s, valueSchema(m)...).json()
}

func listKeywords(m *Member) schema {
	s := schema{{"type", quoted("array")}}
	if m.Least > 0 {
		s = s.with("minItems", number(m.Least))
	}
	if m.Most > 0 {
		s = s.with("maxItems", number(m.Most))
	}
	if m.Unique {
		s = s.with("uniqueItems", []byte("true"))
	}
	return s
}

// valueSchema is the schema of a member's value, or of an item of its list.
func valueSchema(m *Member) schema {
	switch m.Shape {
	case String:
		return stringSchema(m)
	case Integer:
		return integerSchema(m)
	case Number:
		return schema{{"type", quoted("number")}, {"minimum", number(0)}}
	case Boolean:
		return schema{{"type", quoted("boolean")}}
	case Contract:
		return schema{{"type", quotedAll([]string{"object", "boolean"})}}
	case Content:
		return schema{{"$ref", reference("part")}}
	case Record:
		target := schema{{"$ref", reference(m.Object)}}
		if m.Nullable {
			return schema{{"anyOf", array(target.json(), schema{{"type", quoted("null")}}.json())}}
		}
		return target
	case Any:
	}
	return nil
}

// typeOf is the JSON type, or that and null.
func typeOf(name string, m *Member) []byte {
	if m.Nullable {
		return quotedAll([]string{name, "null"})
	}
	return quoted(name)
}

func stringSchema(m *Member) schema {
	s := schema{{"type", typeOf("string", m)}}
	if len(m.Enum) == 1 {
		s = s.with("const", quoted(m.Enum[0]))
	}
	if len(m.Enum) > 1 {
		s = s.with("enum", quotedAll(m.Enum))
	}
	if m.NonEmpty {
		s = s.with("minLength", number(1))
	}
	if m.Pattern != "" {
		s = s.with("pattern", quoted(m.Pattern))
	}
	return s
}

func integerSchema(m *Member) schema {
	least, most := int64(0), int64(maxInteger)
	if m.Signed {
		least = -maxInteger
	}
	if m.Most > 0 && !m.List {
		most = m.Most
	}
	return schema{{"type", typeOf("integer", m)}, {"minimum", number(least)}, {"maximum", number(most)}}
}

// headerSchema is the schema of a document's own members without what is inside of them.
func headerSchema(o *Object) []byte {
	s := schema{{"title", quoted(o.Title + " without its content")}, {"type", quoted("object")}}
	s = append(s, fieldKeywords(o, func(m *Member) []byte {
		switch {
		case m.Shape != Record:
			return memberSchema(m)
		case m.List:
			return listKeywords(m).json()
		default:
			return schema{{"type", quoted("object")}}.json()
		}
	})...)
	return append(s, ruleKeywords(o.Rules)...).json()
}

// partSchema chooses among the content parts by kind.
func partSchema() []byte {
	var choices [][]byte
	for _, k := range everyPartKind {
		is := `"` + string(k) + `"`
		then := schema{{"$ref", reference(string(k) + "-part")}}
		choices = append(choices, conditional(Rule{When: "kind", Is: is}, then))
	}
	kind := schema{{"kind", schema{{"enum", quotedAll(words(everyPartKind))}}.json()}}
	return schema{
		{"title", quoted("Content part of any kind")},
		{"type", quoted("object")},
		{"required", quotedAll([]string{"kind"})},
		{"properties", kind.json()},
		{"allOf", array(choices...)},
	}.json()
}
