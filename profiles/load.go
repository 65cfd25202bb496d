package profiles

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed *.json
var files embed.FS

// ErrProfile marks a profile that does not have the form of one; ErrUnknown a name that no profile has.
var (
	ErrProfile = errors.New("not a valid profile")
	ErrUnknown = errors.New("no profile of that name")
)

const (
	schemaFile  = "profile.schema.json"
	classesFile = "classes.json"
	schemaURL   = "urn:asif-convert:profile"
)

// Schema is the JSON Schema of a profile.
func Schema() ([]byte, error) { return files.ReadFile(schemaFile) }

// Classes are the behaviour classes by name.
func Classes() (map[string]Class, error) {
	raw, err := files.ReadFile(classesFile)
	if err != nil {
		return nil, fmt.Errorf("reading behaviour classes: %w", err)
	}
	var out map[string]Class
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("reading behaviour classes: %w", err)
	}
	return out, nil
}

// Set is a set of profiles by name.
type Set struct {
	Classes  map[string]Class
	profiles map[string]*Profile
	raw      map[string][]byte
	schema   *jsonschema.Schema
}

// Builtin is the set that comes with the program.
func Builtin() (*Set, error) {
	schema, err := compile()
	if err != nil {
		return nil, err
	}
	classes, err := Classes()
	if err != nil {
		return nil, err
	}
	s := &Set{Classes: classes, profiles: map[string]*Profile{}, raw: map[string][]byte{}, schema: schema}
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, fmt.Errorf("listing profiles: %w", err)
	}
	for _, name := range names {
		if name == schemaFile || name == classesFile {
			continue
		}
		raw, err := files.ReadFile(name)
		if err == nil {
			err = s.Add(raw)
		}
		if err != nil {
			return nil, fmt.Errorf("reading profile %s: %w", name, err)
		}
	}
	return s, nil
}

func compile() (*jsonschema.Schema, error) {
	raw, err := Schema()
	if err != nil {
		return nil, fmt.Errorf("reading the schema of profiles: %w", err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("reading the schema of profiles: %w", err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, fmt.Errorf("reading the schema of profiles: %w", err)
	}
	schema, err := c.Compile(schemaURL)
	if err != nil {
		return nil, fmt.Errorf("compiling the schema of profiles: %w", err)
	}
	return schema, nil
}

// Names are the names of the profiles, sorted.
func (s *Set) Names() []string { return slices.Sorted(maps.Keys(s.profiles)) }

// Get returns a profile; it is shared and must not be changed. The error is [ErrUnknown].
func (s *Set) Get(name string) (*Profile, error) {
	if p := s.profiles[name]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%w: %q is none of %s", ErrUnknown, name, strings.Join(s.Names(), ", "))
}

// Raw are the exact bytes that decide what a profile says: for a digest.
func (s *Set) Raw(name string) []byte { return s.raw[name] }

// Add adds a profile, or takes the place of the one with its name. With a member "base" it says only what differs
// from that profile: tools and models are added to the base's, or replace those of the same name; every other member
// replaces the base's. The error is [ErrProfile] or [ErrUnknown].
func (s *Set) Add(raw []byte) error {
	whole, err := s.complete(raw)
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(whole))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrProfile, err)
	}
	if err := s.schema.Validate(doc); err != nil {
		return fmt.Errorf("%w:%s", ErrProfile, explain(err))
	}
	p := &Profile{}
	if err := json.Unmarshal(whole, p); err != nil {
		return fmt.Errorf("%w: %w", ErrProfile, err)
	}
	if err := s.consistent(p); err != nil {
		return err
	}
	s.profiles[p.Name], s.raw[p.Name] = p, whole
	return nil
}

// complete lays a profile with a base over it.
func (s *Set) complete(raw []byte) ([]byte, error) {
	var own map[string]json.RawMessage
	if err := json.Unmarshal(raw, &own); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProfile, err)
	}
	if own["base"] == nil {
		return raw, nil
	}
	var name string
	if err := json.Unmarshal(own["base"], &name); err != nil {
		return nil, fmt.Errorf("%w: at /base: want a string", ErrProfile)
	}
	if _, err := s.Get(name); err != nil {
		return nil, fmt.Errorf("%w: at /base: %w", ErrProfile, err)
	}
	var merged map[string]json.RawMessage
	if err := json.Unmarshal(s.raw[name], &merged); err != nil {
		return nil, fmt.Errorf("reading profile %s: %w", name, err)
	}
	delete(own, "base")
	for member, value := range own {
		switch member {
		case "tools":
			value = joined(value, merged[member], "name")
		case "models":
			value = joined(value, merged[member], "provider", "id")
		}
		merged[member] = value
	}
	return json.Marshal(merged)
}

// joined puts own entries before those of the base that have other keys. Lists that are none stay as they are: the
// schema will say so.
func joined(own, base json.RawMessage, keys ...string) json.RawMessage {
	var ours, theirs []map[string]any
	if json.Unmarshal(own, &ours) != nil || json.Unmarshal(base, &theirs) != nil {
		return own
	}
	same := func(a, b map[string]any) bool {
		return !slices.ContainsFunc(keys, func(k string) bool { return a[k] != b[k] })
	}
	for _, t := range theirs {
		if !slices.ContainsFunc(ours, func(o map[string]any) bool { return same(o, t) }) {
			ours = append(ours, t)
		}
	}
	out, err := json.Marshal(ours)
	if err != nil {
		return own
	}
	return out
}

// consistent checks what the schema cannot: classes exist, names are not repeated.
func (s *Set) consistent(p *Profile) error {
	seen := map[string]bool{}
	for i, t := range p.Tools {
		if _, ok := s.Classes[t.Class]; !ok {
			return fmt.Errorf("%w: at /tools/%d/class: %q is no behaviour class", ErrProfile, i, t.Class)
		}
		if seen[t.Name] {
			return fmt.Errorf("%w: at /tools/%d/name: %q is there twice", ErrProfile, i, t.Name)
		}
		seen[t.Name] = true
	}
	for i, c := range p.ByShell {
		if _, ok := s.Classes[c]; !ok {
			return fmt.Errorf("%w: at /by_shell/%d: %q is no behaviour class", ErrProfile, i, c)
		}
	}
	return nil
}

// explain says where a value does not fit the schema, one line each.
func explain(err error) string {
	v, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return " " + err.Error()
	}
	var lines strings.Builder
	for _, unit := range v.BasicOutput().Errors {
		if unit.Error != nil {
			fmt.Fprintf(&lines, "\n  at %s: %s", orRoot(unit.InstanceLocation), unit.Error)
		}
	}
	return lines.String()
}

func orRoot(pointer string) string {
	if pointer == "" {
		return "the top"
	}
	return pointer
}
