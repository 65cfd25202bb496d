package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// shapeCompiler compiles the definitions of one schema, each once.
type shapeCompiler struct {
	defs    map[string]any
	done    map[string]*shape
	formats Formats
}

// compileShapes compiles every definition of a schema's $defs.
func compileShapes(schema []byte, formats Formats) (map[string]*shape, error) {
	var doc struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(schema, &doc); err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	c := shapeCompiler{defs: doc.Defs, done: map[string]*shape{}, formats: formats}
	for name := range doc.Defs {
		if _, err := c.definition(name); err != nil {
			return nil, fmt.Errorf("compiling %s: %w", name, err)
		}
	}
	return c.done, nil
}

func (c *shapeCompiler) definition(name string) (*shape, error) {
	if s := c.done[name]; s != nil {
		return s, nil
	}
	def, ok := c.defs[name]
	if !ok {
		return nil, fmt.Errorf("no definition %q", name)
	}
	s := &shape{}
	c.done[name] = s // before its content: definitions may refer to each other
	return s, c.fill(s, def)
}

func (c *shapeCompiler) compile(schema any) (*shape, error) {
	s := &shape{}
	return s, c.fill(s, schema)
}

func (c *shapeCompiler) fill(s *shape, schema any) error {
	s.most = -1
	switch schema := schema.(type) {
	case bool:
		s.never = !schema
		return nil
	case map[string]any:
		for keyword, v := range schema {
			if err := c.keyword(s, keyword, v); err != nil {
				return fmt.Errorf("%s: %w", keyword, err)
			}
		}
		if s.unique && !s.items.onlyStrings() {
			return errors.New("uniqueItems: only strings are compared here")
		}
		return nil
	}
	return fmt.Errorf("a schema is an object or a boolean, not %T", schema)
}

// keyword compiles one keyword of a schema into s.
func (c *shapeCompiler) keyword(s *shape, keyword string, v any) (err error) {
	switch keyword {
	case "title", "description", "$comment", "examples", "default":
	case "$ref":
		return c.reference(s, v)
	case "type":
		return s.setTypes(v)
	case "const":
		return s.allow([]any{v})
	case "enum":
		list, _ := v.([]any)
		return s.allow(list)
	case "minimum":
		s.minimum, err = bound(v)
	case "maximum":
		s.maximum, err = bound(v)
	case "minLength":
		s.length, err = count(v)
	case "minItems":
		s.least, err = count(v)
	case "maxItems":
		s.most, err = count(v)
	case "pattern":
		text, _ := v.(string)
		s.pattern, err = regexp.Compile(text)
	case "maxLength":
		s.longest, err = count(v)
	case "format":
		return c.format(s, v)
	case "minProperties":
		s.fewest, err = count(v)
	case "patternProperties":
		return c.patterns(s, v)
	case "additionalProperties":
		s.others, err = c.compile(v)
	case "uniqueItems":
		s.unique, _ = v.(bool)
	case "required":
		return s.require(v)
	case "properties":
		return c.properties(s, v)
	case "dependentRequired":
		s.needs, err = lists(v)
	case "items":
		s.items, err = c.compile(v)
	case "not":
		s.not, err = c.compile(v)
	case "if":
		s.when, err = c.compile(v)
	case "then":
		s.then, err = c.compile(v)
	case "else":
		s.otherwise, err = c.compile(v)
	case "contains":
		s.contains, err = c.compile(v)
	case "allOf":
		return c.list(&s.all, v)
	case "anyOf":
		return c.list(&s.anyOf, v)
	case "oneOf":
		return c.list(&s.oneOf, v)
	default:
		return errors.New("not known here")
	}
	return err
}

// patterns compiles patternProperties. A member that is also among the properties meets those alone, which no schema
// here makes use of.
func (c *shapeCompiler) patterns(s *shape, v any) error {
	all, ok := v.(map[string]any)
	if !ok {
		return errors.New("not an object")
	}
	for form, schema := range all {
		r, err := regexp.Compile(form)
		if err != nil {
			return err
		}
		sub, err := c.compile(schema)
		if err != nil {
			return fmt.Errorf("%s: %w", form, err)
		}
		s.patterns = append(s.patterns, named{r, sub})
	}
	return nil
}

func (c *shapeCompiler) format(s *shape, v any) error {
	name, _ := v.(string)
	if s.format = c.formats[name]; s.format == nil {
		return fmt.Errorf("format %q is not known", name)
	}
	return nil
}

// onlyStrings tells whether nothing but strings fits.
func (s *shape) onlyStrings() bool {
	return s != nil && (s.types == typeBits["string"] || slices.ContainsFunc(s.all, (*shape).onlyStrings))
}

func (c *shapeCompiler) reference(s *shape, v any) error {
	text, _ := v.(string)
	name, ok := strings.CutPrefix(text, "#/$defs/")
	if !ok {
		return fmt.Errorf("%q leads out of the definitions", text)
	}
	target, err := c.definition(name)
	s.all = append(s.all, target)
	return err
}

func (c *shapeCompiler) list(into *[]*shape, v any) error {
	list, ok := v.([]any)
	if !ok {
		return errors.New("not a list")
	}
	for _, e := range list {
		sub, err := c.compile(e)
		if err != nil {
			return err
		}
		*into = append(*into, sub)
	}
	return nil
}

func (c *shapeCompiler) properties(s *shape, v any) error {
	all, ok := v.(map[string]any)
	if !ok {
		return errors.New("not an object")
	}
	for name, schema := range all {
		sub, err := c.compile(schema)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		m := s.member(name)
		m.shape, m.listed = sub, true
		s.members[name] = m
	}
	return nil
}

func (s *shape) member(name string) member {
	if s.members == nil {
		s.members = map[string]member{}
	}
	return s.members[name]
}

// require gives each required member a bit, so that one pass over an object tells whether all are there.
func (s *shape) require(v any) error {
	list, err := stringsOf(v)
	if err != nil {
		return err
	}
	if len(list) > 63 {
		return errors.New("more than 63 members")
	}
	for i, name := range list {
		m := s.member(name)
		m.bit = 1 << i
		s.members[name] = m
		s.required |= m.bit
	}
	return nil
}

func (s *shape) setTypes(v any) error {
	if one, ok := v.(string); ok {
		v = []any{one}
	}
	list, err := stringsOf(v)
	for _, t := range list {
		if typeBits[t] == 0 {
			return fmt.Errorf("no type %q", t)
		}
		s.types |= typeBits[t]
	}
	return err
}

func (s *shape) allow(list []any) error {
	s.enum = true
	for _, v := range list {
		switch v.(type) {
		case string, bool, nil:
			s.allowed = append(s.allowed, v)
		default:
			return fmt.Errorf("%T is not compared here", v)
		}
	}
	return nil
}

func stringsOf(v any) ([]string, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, errors.New("not a list")
	}
	var all []string
	for _, e := range list {
		text, ok := e.(string)
		if !ok {
			return nil, errors.New("not a list of strings")
		}
		all = append(all, text)
	}
	return all, nil
}

func lists(v any) (map[string][]string, error) {
	all, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("not an object")
	}
	out := map[string][]string{}
	for name, list := range all {
		var err error
		if out[name], err = stringsOf(list); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func bound(v any) (*int64, error) {
	f, ok := v.(float64)
	if !ok || f != math.Trunc(f) || math.Abs(f) > maxSafe {
		return nil, fmt.Errorf("%v is no whole bound", v)
	}
	n := int64(f)
	return &n, nil
}

func count(v any) (int, error) {
	n, err := bound(v)
	if err != nil {
		return 0, err
	}
	return int(*n), nil
}
