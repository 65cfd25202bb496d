package check

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const grammarSchema = `{"$id":"urn:test","$defs":{
	"closed":{"type":"object","required":["a","z"],"properties":{"a":{"type":"string","maxLength":3}},"additionalProperties":false},
	"map":{"type":"object","minProperties":1,"patternProperties":{"^[a-z]+$":{"type":"integer"}},"additionalProperties":false},
	"shout":{"type":"string","format":"shout"},
	"list":{"type":"array","contains":{"const":"x"},"items":{"$ref":"#/$defs/shout"},"maxItems":2}
}}`

func shout(s string) error {
	if s != strings.ToUpper(s) {
		return errors.New("not loud")
	}
	return nil
}

func testGrammar(t *testing.T) *Grammar {
	g, err := NewGrammar("urn:test", []byte(grammarSchema), Formats{"shout": shout})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGrammarSaysWhatDoesNotFit(t *testing.T) {
	g := testGrammar(t)
	for _, c := range []struct {
		definition, in string
		want           []Fault
	}{
		{"map", `{"ab":1,"c":2.0}`, nil},
		{"map", `{}`, []Fault{{Keyword: "minProperties", Got: "0 members", Want: "at least 1", Message: "the object has too few members"}}},
		{"map", `{"B":1}`, []Fault{{Keyword: "additionalProperties", Member: "B", Got: `"B"`, Want: "no such member", Message: `member "B" is not allowed here`}}},
		{"map", `{"b": "x"}`, []Fault{{Pointer: "/b", Byte: 6, Keyword: "type", Got: "string", Want: "integer", Message: "the value has the wrong type"}}},
		{"closed", `{"a":"1234","b":1}`, []Fault{
			{Keyword: "additionalProperties", Member: "b", Got: `"b"`, Want: "no such member", Message: `member "b" is not allowed here`},
			{Keyword: "required", Member: "z", Want: "z", Message: `member "z" is missing`},
			{Pointer: "/a", Byte: 5, Keyword: "maxLength", Got: "4 characters", Want: "at most 3", Message: "the text is too long"},
		}},
		{"shout", `"A"`, nil},
		{"shout", `"a"`, []Fault{{Keyword: "format", Got: `"a"`, Want: "shout", Message: "not loud"}}},
		{"shout", `7`, []Fault{{Keyword: "type", Got: "number", Want: "string", Message: "the value has the wrong type"}}},
	} {
		if err := g.Parse([]byte(c.in)); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, g.Check(c.definition, "")); d != "" {
			t.Errorf("%s %s: %s", c.definition, c.in, d)
		}
	}
	if err := g.Parse([]byte(`{"a":`)); !errors.Is(err, errSyntax) {
		t.Errorf("a torn value: %v", err)
	}
	if err := g.Parse([]byte(`[{"in":{"b":"x"}}]`)); err != nil {
		t.Fatal(err)
	}
	if f := g.Check("map", "/0/in"); len(f) != 1 || f[0].Pointer != "/b" || f[0].Byte != 12 {
		t.Errorf("a part of a value: %+v", f)
	}
	if f := g.Check("map", "/1/in"); f != nil {
		t.Errorf("a part that is not there: %+v", f)
	}
}

func TestGrammarOfAnUnknownFormatIsRefused(t *testing.T) {
	if _, err := NewGrammar("urn:test", []byte(grammarSchema), nil); err == nil {
		t.Error("a format that nobody checks was taken")
	}
}

func TestShapesAgreeOnTheKeywordsOfOtherGrammars(t *testing.T) {
	s := testGrammar(t).schemas
	for _, raw := range []string{
		`{}`, `{"a":"x"}`, `{"a":"x","z":1}`, `{"a":"xxxx","z":1}`, `{"a":"x","z":1,"b":2}`, `{"\u0061":"x","z":1}`, `{"b":1}`, `{"b":1.5}`, `{"B":1}`, `{"":1}`,
		`"A"`, `"a"`, `7`, `null`, `["X"]`, `["x"]`, `["x","Y"]`, `["X","Y","Z"]`, `[1]`, `[]`,
	} {
		for definition := range s.shapes {
			agree(t, s, definition, []byte(raw))
		}
	}
}

func TestGatheredFindingsBecomeAReport(t *testing.T) {
	g := Gather(Options{Max: 2})
	for i, rule := range []string{"X2", "X1", "X1", "X1"} {
		g.Add(Finding{Rule: rule, Severity: Warning, Byte: int64(10 - i), Got: strings.Repeat("x", 100)})
	}
	r := g.Report()
	if !r.Valid || r.Counts.Total != 4 || r.Counts.Rules["X1"] != 3 || len(r.Findings) != 2 || r.Findings[0].Byte > r.Findings[1].Byte {
		t.Errorf("%+v", r)
	}
	if len(r.Findings[0].Got) > 90 {
		t.Error("a long value was not cut")
	}
	if r = Gather(Options{Strict: true}).Report(); !r.Valid {
		t.Error("nothing found, and invalid")
	}
}
