package check

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"asif-convert/convert/asif"
)

// everyItem lists the items of the base documents with the schema that each must fit.
func everyItem(t testing.TB) map[string][][]byte {
	all := map[string][][]byte{}
	for _, name := range []string{"work", "bound"} {
		raw, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		d, err := asif.Open(bytes.NewReader(raw), int64(len(raw)), asif.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for s := range spaceCount {
			for e, err := range d.Items(spaceInfo[s].member) {
				if err != nil {
					t.Fatal(err)
				}
				it := item{spot: spot{space: s, input: -1}}
				if err := it.parse(bytes.Clone(e.Raw), maxDepth); err != nil {
					t.Fatal(err)
				}
				all[objectOf(&it)] = append(all[objectOf(&it)], it.tree.raw)
				for in := range it.root().get("inputs").each() {
					all["context-input"] = append(all["context-input"], in.raw())
				}
			}
		}
		header, err := d.Header()
		if err != nil {
			t.Fatal(err)
		}
		all["document"] = append(all["document"], header)
		for _, member := range []string{"capture", "session"} {
			at, _ := d.Member(member)
			raw, err := d.Read(at)
			if err != nil {
				t.Fatal(err)
			}
			all[member] = append(all[member], raw)
		}
	}
	return all
}

// oddities replace values in mutated items.
var oddities = []string{`null`, `true`, `false`, `""`, `"text"`, `"complete"`, `"message"`, `"unknown"`, `"embedded"`, `0`, `-0`, `-1`, `1.0`, `1e2`,
	`0.5`, `9007199254740991`, `9007199254740992`, `9007199254740991.5`, `1e400`, `1e-400`, `-1e-400`, `1e99999999999`, `[]`, `[""]`, `["a","a"]`, `["a","\u0061"]`,
	`[1,1.0]`, `{}`, `{"kind":"text"}`, `{"kind":"text","text":""}`, `{"event_id":"x","capture_id":"y"}`}

// mutate changes one value of a JSON text: it is replaced, or removed with its name.
func mutate(raw []byte, pick func(n int) int) []byte {
	var t tree
	if t.parse(raw, maxDepth) != nil {
		return raw
	}
	v := value{&t, int32(pick(len(t.nodes)))}
	n := v.node()
	if n.parent >= 0 && (value{&t, n.parent}).kind() == objectKind && pick(3) == 0 { // rename the member: as good as removed
		return slices.Concat(raw[:n.name], []byte("zz"), raw[n.nameEnd:])
	}
	return slices.Concat(raw[:n.start], []byte(oddities[pick(len(oddities))]), raw[n.end:])
}

func agree(t testing.TB, s *schemas, object string, raw []byte) {
	var tr tree
	if err := tr.parse(raw, maxDepth); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	full, err := s.compiled(object)
	if err != nil {
		t.Fatal(err)
	}
	slow := full.Validate(tr.root().tree())
	if fast := s.shapes[object].fits(tr.root()); fast != (slow == nil) {
		t.Errorf("%s: fits %v, but the full validator says %v\n%s", object, fast, slow, raw)
	}
	if slow != nil && len(explain(full, tr.root())) == 0 {
		t.Errorf("%s: no reason given\n%s", object, raw)
	}
}

func TestShapesAgreeWithTheFullValidatorOnMutatedItems(t *testing.T) {
	s, err := compiledSchemas()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	items := everyItem(t)
	rounds := 400
	if testing.Short() {
		rounds = 40
	}
	for _, object := range slices.Sorted(maps.Keys(items)) {
		for _, raw := range items[object] {
			agree(t, s, object, raw)
			for range rounds / len(items[object]) {
				m := mutate(raw, random.IntN)
				agree(t, s, object, m)
				agree(t, s, object, mutate(m, random.IntN))
			}
		}
	}
}

func TestEveryDefinitionCompilesToAShape(t *testing.T) {
	s, err := compiledSchemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range asif.Objects {
		if s.shapes[o.Name] == nil {
			t.Errorf("no shape %s", o.Name)
		}
	}
	for k := message; k < eventKinds; k++ {
		if s.shapes[eventObjects[k]] == nil {
			t.Errorf("no shape %s", eventObjects[k])
		}
	}
}

func TestCompilingRefusesWhatShapesCannotDo(t *testing.T) {
	for _, schema := range []string{`{"multipleOf":2}`, `{"enum":[1]}`, `{"minimum":0.5}`, `{"$ref":"https://example.invalid"}`, `{"type":"text"}`, `3`,
		`{"uniqueItems":true,"items":{"type":"integer"}}`} {
		if _, err := compileShapes(fmt.Appendf(nil, `{"$defs":{"x":%s}}`, schema), nil); err == nil {
			t.Errorf("%s compiles", schema)
		}
	}
}
