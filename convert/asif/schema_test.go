package asif

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "write schema.json anew")

func TestSchemaIsMadeFromTheObjectTable(t *testing.T) {
	want, err := makeSchema(Objects)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("schema.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(Schema(), want) {
		t.Fatal("schema.json is not what the object table makes; run go test -run TestSchema -update")
	}
}

// compiled holds the definitions of the schema, compiled when they are first used.
type compiled struct {
	compiler *jsonschema.Compiler
}

func newCompiled(t *testing.T) *compiled {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(SchemaURL, doc); err != nil {
		t.Fatal(err)
	}
	return &compiled{c}
}

// check validates raw as one value of the definition.
func (c *compiled) check(t *testing.T, def string, raw []byte) error {
	t.Helper()
	s, err := c.compiler.Compile(SchemaURL + "#/$defs/" + def)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(v)
}

type example struct {
	Object string         `json:"object"`
	Name   string         `json:"name"`
	Value  jsontext.Value `json:"value"`
}

func readExamples(t testing.TB) []example {
	t.Helper()
	raw, err := os.ReadFile("testdata/examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []example
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryDefinitionOfTheSchemaCompiles(t *testing.T) {
	c := newCompiled(t)
	var s struct {
		Defs map[string]jsontext.Value `json:"$defs"`
	}
	if err := json.Unmarshal(Schema(), &s); err != nil {
		t.Fatal(err)
	}
	for name := range s.Defs {
		if _, err := c.compiler.Compile(SchemaURL + "#/$defs/" + name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, o := range Objects {
		if _, ok := s.Defs[o.Name]; !ok {
			t.Errorf("no definition of %s", o.Name)
		}
	}
	if _, err := c.compiler.Compile(SchemaURL); err != nil {
		t.Error(err)
	}
}

func TestExamplesOfTheSpecificationAreValid(t *testing.T) {
	c := newCompiled(t)
	seen := map[string]bool{}
	for _, e := range readExamples(t) {
		seen[e.Object] = true
		if err := c.check(t, e.Object, e.Value); err != nil {
			t.Errorf("%s, %s: %v", e.Object, e.Name, err)
		}
		if strings.HasSuffix(e.Object, "-part") {
			if err := c.check(t, "part", e.Value); err != nil {
				t.Errorf("%s as part: %v", e.Object, err)
			}
		}
	}
	for _, o := range coreObjects() {
		if !seen[o.Name] {
			t.Errorf("no example of %s", o.Name)
		}
	}
}

// coreObjects are the objects of the core specification.
func coreObjects() []Object { return Objects[:69] }
