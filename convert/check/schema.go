package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"asif-convert/convert/asif"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// schemas checks items against the object table's JSON Schemas. Every item meets its shape; only what does not fit is
// given to the full validator, which says why. Safe for concurrent use.
type schemas struct {
	url    string // of the schema that holds the definitions
	shapes map[string]*shape

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	full     map[string]*jsonschema.Schema
	meta     *jsonschema.Schema // of tools' schemas
}

// schemaFault is one reason why a value does not fit its schema.
type schemaFault struct {
	pointer string // from the item
	keyword string // of the schema: "required", "enum", …
	member  string // the missing member
	got     string
	want    string
	message string
}

// compiledSchemas are the schemas of the object table: a table, made when it is first needed.
var compiledSchemas = sync.OnceValues(newSchemas)

func newSchemas() (*schemas, error) { return schemasOf(asif.SchemaURL, asif.Schema(), nil) }

// schemasOf compiles the definitions of a schema. Formats are asserted.
func schemasOf(url string, schema []byte, formats Formats) (*schemas, error) {
	shapes, err := compileShapes(schema, formats)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	for name, is := range formats {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: is.any})
	}
	c.AssertFormat()
	if err := c.AddResource(url, doc); err != nil {
		return nil, fmt.Errorf("adding the schema: %w", err)
	}
	return &schemas{url: url, shapes: shapes, compiler: c, full: map[string]*jsonschema.Schema{}}, nil
}

// noLoader keeps the validator from fetching anything.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) { return nil, fmt.Errorf("%s is not fetched", url) }

// check says why v is no object of that name in the table; nil when it is.
func (s *schemas) check(object string, v value) []schemaFault {
	if shape := s.shapes[object]; shape != nil && shape.fits(v) {
		return nil
	}
	full, err := s.compiled(object)
	if err != nil {
		return []schemaFault{{message: err.Error()}}
	}
	return explain(full, v)
}

func (s *schemas) compiled(object string) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if full := s.full[object]; full != nil {
		return full, nil
	}
	full, err := s.compiler.Compile(s.url + "#/$defs/" + object)
	if err != nil {
		return nil, fmt.Errorf("compiling the schema of %s: %w", object, err)
	}
	s.full[object] = full
	return full, nil
}

// explain runs the full validator over v and lists the innermost reasons, in document order.
func explain(full *jsonschema.Schema, v value) []schemaFault {
	err, ok := errors.AsType[*jsonschema.ValidationError](full.Validate(v.tree()))
	if !ok {
		return nil
	}
	var all []schemaFault
	flatten(err, &all)
	slices.SortFunc(all, func(a, b schemaFault) int {
		return cmp.Or(cmp.Compare(a.pointer, b.pointer), cmp.Compare(a.keyword, b.keyword), cmp.Compare(a.message, b.message))
	})
	return slices.Compact(all)
}

func flatten(err *jsonschema.ValidationError, all *[]schemaFault) {
	switch err.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf, *kind.Not, *kind.PropertyNames, *kind.Contains:
	default:
		if len(err.Causes) > 0 {
			for _, cause := range err.Causes {
				flatten(cause, all)
			}
			return
		}
	}
	var pointer strings.Builder
	for _, token := range err.InstanceLocation {
		pointer.WriteString("/" + escapeToken(token))
	}
	for _, f := range describe(err.ErrorKind) {
		f.pointer = pointer.String()
		f.keyword = strings.Join(err.ErrorKind.KeywordPath(), "/")
		*all = append(*all, f)
	}
}

// describe words one reason: got and want as values, and a sentence.
func describe(reason jsonschema.ErrorKind) []schemaFault {
	f := schemaFault{message: "the value does not fit"}
	switch k := reason.(type) {
	case *kind.Required:
		return missing(k.Missing, "member %q is missing")
	case *kind.DependentRequired:
		return missing(k.Missing, "member %q is missing, which "+show(k.Prop)+" needs")
	case *kind.Type:
		f = schemaFault{got: k.Got, want: strings.Join(k.Want, " or "), message: "the value has the wrong type"}
	case *kind.Enum:
		f = schemaFault{got: show(k.Got), want: "one of " + showAll(k.Want), message: "the value is not one of those allowed"}
	case *kind.Const:
		f = schemaFault{got: show(k.Got), want: show(k.Want), message: "the value is not the one allowed here"}
	case *kind.MinLength:
		f = schemaFault{got: fmt.Sprintf("%d characters", k.Got), want: fmt.Sprintf("at least %d", k.Want), message: "the text is too short"}
	case *kind.Format:
		f = schemaFault{got: show(k.Got), want: k.Want, message: cmp.Or(reasonOf(k.Err), "the text has the wrong form")}
	case *kind.MaxLength:
		f = schemaFault{got: fmt.Sprintf("%d characters", k.Got), want: fmt.Sprintf("at most %d", k.Want), message: "the text is too long"}
	case *kind.MinProperties:
		f = schemaFault{got: fmt.Sprintf("%d members", k.Got), want: fmt.Sprintf("at least %d", k.Want), message: "the object has too few members"}
	case *kind.AdditionalProperties:
		return unwanted(k.Properties)
	case *kind.Not:
		f = schemaFault{message: "the value has a form that is not allowed here"}
	case *kind.Contains:
		f = schemaFault{message: "the list has no such item"}
	case *kind.Pattern:
		f = schemaFault{got: show(k.Got), want: k.Want, message: "the text has the wrong form"}
	case *kind.Minimum:
		f = schemaFault{got: k.Got.RatString(), want: "at least " + k.Want.RatString(), message: "the number is too small"}
	case *kind.Maximum:
		f = schemaFault{got: k.Got.RatString(), want: "at most " + k.Want.RatString(), message: "the number is too great"}
	case *kind.MinItems:
		f = schemaFault{got: fmt.Sprintf("%d items", k.Got), want: fmt.Sprintf("at least %d", k.Want), message: "the list is too short"}
	case *kind.MaxItems:
		f = schemaFault{got: fmt.Sprintf("%d items", k.Got), want: fmt.Sprintf("at most %d", k.Want), message: "the list is too long"}
	case *kind.UniqueItems:
		f = schemaFault{got: fmt.Sprintf("items %d and %d equal", k.Duplicates[0], k.Duplicates[1]), want: "no item twice", message: "the list repeats an item"}
	case *kind.FalseSchema:
		f = schemaFault{want: "no such member", message: "the member is not allowed here"}
	case *kind.OneOf:
		f = schemaFault{got: fmt.Sprintf("%d of them", len(k.Subschemas)), want: "exactly one", message: "exactly one of several forms must fit"}
	case *kind.AnyOf:
		f = schemaFault{want: "at least one", message: "none of the allowed forms fits"}
	}
	return []schemaFault{f}
}

func missing(names []string, format string) []schemaFault {
	var all []schemaFault
	for _, name := range names {
		all = append(all, schemaFault{member: name, want: name, message: fmt.Sprintf(format, name)})
	}
	return all
}

// unwanted are the members of an object that has no room for others.
func unwanted(names []string) []schemaFault {
	var all []schemaFault
	for _, name := range names {
		all = append(all, schemaFault{member: name, got: show(name), want: "no such member", message: fmt.Sprintf("member %s is not allowed here", show(name))})
	}
	return all
}

func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func showAll(values []any) string {
	var all []string
	for _, v := range values {
		all = append(all, show(v))
	}
	return strings.Join(all, ", ")
}

// show is a value as JSON, cut to a length that fits a line.
func show(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%.60v", v)
	}
	return cut(string(b))
}

func cut(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// tree is the value as the full validator takes it.
func (v value) tree() any {
	switch v.kind() {
	case trueKind:
		return true
	case falseKind:
		return false
	case stringKind:
		return v.str()
	case numberKind:
		return exactNumber(v.raw())
	case objectKind:
		m := make(map[string]any, v.size())
		for e := range v.members() {
			m[e.name()] = e.tree()
		}
		return m
	case arrayKind:
		list := make([]any, 0, v.size())
		for e := range v.each() {
			list = append(list, e.tree())
		}
		return list
	}
	return nil
}

// exactNumber is a number for the full validator, which computes with fractions of any size and therefore must not
// see exponents of any size: beyond 400 digits, a number of the same sign, size class and wholeness stands in.
func exactNumber(raw []byte) any {
	if n, ok := integer(raw); ok {
		return n
	}
	d, _ := decimalOf(raw)
	sign := ""
	if d.negative {
		sign = "-"
	}
	switch {
	case len(d.digits)+d.exponent > 400:
		return json.Number(sign + "1e400")
	case d.exponent < -400:
		return json.Number(sign + "1e-400")
	}
	return json.Number(raw)
}
