package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"asif-convert/convert/asif"
)

// testCase is one document of testdata/rules.txt or profile_rules.txt, or one report of report_rules.txt.
type testCase struct {
	rule, kind, base, name string
	edits                  []string
}

// documentCases are the files of cases that are documents.
var documentCases = []string{"rules", "profile_rules"}

func readCases(t testing.TB, names ...string) []testCase {
	var raw []byte
	for _, name := range names {
		one, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		raw = append(raw, one...)
	}
	var cases []testCase
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '\t':
			c := &cases[len(cases)-1]
			c.edits = append(c.edits, line[1:])
		default:
			head, name, _ := strings.Cut(line, ": ")
			words := strings.Fields(head)
			if len(words) != 3 || words[1] != "breaks" && words[1] != "near" {
				t.Fatalf("no case: %q", line)
			}
			cases = append(cases, testCase{rule: words[0], kind: words[1], base: words[2], name: name})
		}
	}
	return cases
}

// document builds the case's document.
func (c testCase) document(t testing.TB) []byte {
	raw, err := os.ReadFile("testdata/" + c.base + ".json")
	if err != nil {
		t.Fatal(err)
	}
	doc := decodeJSON(t, raw)
	var late [][]string
	for _, e := range c.edits {
		verb, rest, _ := strings.Cut(e, " ")
		switch verb {
		case "text", "cut", "append", "whole":
			late = append(late, []string{verb, rest})
		case "event":
			name, data, _ := strings.Cut(rest, " ")
			addEvent(t, doc, name, decodeJSON(t, []byte(data)))
		case "deep":
			pointer, n, _ := strings.Cut(rest, " ")
			depth, _ := strconv.Atoi(n)
			edit(t, doc, "set", pointer, decodeJSON(t, []byte(strings.Repeat("[", depth)+strings.Repeat("]", depth))))
		case "remove":
			edit(t, doc, verb, rest, nil)
		case "set", "add":
			pointer, data, _ := strings.Cut(rest, " ")
			edit(t, doc, verb, pointer, decodeJSON(t, []byte(data)))
		default:
			t.Fatalf("%s: no edit %q", c.name, e)
		}
	}
	text := encodeJSON(t, doc)
	for _, l := range late {
		text = editText(t, text, l[0], l[1])
	}
	return text
}

func decodeJSON(t testing.TB, raw []byte) any {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

// encodeJSON writes a document on two lines, asif_version first.
func encodeJSON(t testing.TB, doc any) []byte {
	m := maps.Clone(doc.(map[string]any))
	version, has := m["asif_version"]
	delete(m, "asif_version")
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(m); err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSuffix(b.String(), "\n")
	if has {
		text = fmt.Sprintf("{\n \"asif_version\":%q,", version) + text[1:]
	}
	return []byte(text)
}

func editText(t testing.TB, text []byte, verb, rest string) []byte {
	switch verb {
	case "cut":
		n, _ := strconv.Atoi(rest)
		return text[:len(text)-n]
	case "whole":
		return []byte(rest)
	case "append":
		return append(text, literalOf(t, rest)...)
	}
	cut := strings.Index(rest, `" "`) + 1
	from, to := literalOf(t, rest[:cut]), literalOf(t, rest[cut+1:])
	if !bytes.Contains(text, []byte(from)) {
		t.Fatalf("no %q in %.300s", from, text)
	}
	return bytes.Replace(text, []byte(from), []byte(to), 1)
}

func literalOf(t testing.TB, s string) string {
	text, err := strconv.Unquote(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return text
}

// edit changes the value at a pointer.
func edit(t testing.TB, doc any, verb, pointer string, v any) {
	tokens := strings.Split(pointer, "/")[1:]
	last := tokens[len(tokens)-1]
	if k, err := strconv.Atoi(last); err == nil && verb == "remove" {
		parent := pointer[:strings.LastIndex(pointer, "/")]
		edit(t, doc, "delete "+last, parent, k)
		return
	}
	for _, token := range tokens[:len(tokens)-1] {
		switch d := doc.(type) {
		case map[string]any:
			doc = d[token]
		case []any:
			k, _ := strconv.Atoi(token)
			doc = d[k]
		}
	}
	if d, ok := doc.([]any); ok {
		k, _ := strconv.Atoi(last)
		d[k] = v
		return
	}
	d := doc.(map[string]any)
	if k, ok := v.(int); ok && strings.HasPrefix(verb, "delete ") {
		d[last] = slices.Delete(d[last].([]any), k, k+1)
		return
	}
	switch verb {
	case "set":
		d[last] = v
	case "remove":
		if _, ok := d[last]; !ok {
			t.Fatalf("nothing at %s", pointer)
		}
		delete(d, last)
	case "add":
		list, _ := d[last].([]any)
		d[last] = append(list, v)
	}
}

// addEvent appends an event and makes it the head of a branch, checkpoint included.
func addEvent(t testing.TB, doc any, name string, event any) {
	d := doc.(map[string]any)
	list := d["events"].([]any)
	e := event.(map[string]any)
	for member, v := range map[string]any{"actor_id": "agent", "causes": []any{}, "provenance": map[string]any{"mode": "observed", "producer": "example"},
		"sequence": json.Number(fmt.Sprint(100 + len(list)))} {
		if _, ok := e[member]; !ok {
			e[member] = v
		}
	}
	d["events"] = append(list, e)
	for _, b := range d["branches"].([]any) {
		b := b.(map[string]any)
		if b["id"] != name {
			continue
		}
		for _, c := range d["checkpoints"].([]any) {
			if c := c.(map[string]any); c["branch_id"] == name && c["at_event_id"] == b["head_event_id"] {
				c["at_event_id"] = e["id"]
			}
		}
		b["event_ids"] = append(b["event_ids"].([]any), e["id"])
		b["head_event_id"] = e["id"]
		return
	}
	if name != "-" {
		t.Fatalf("no branch %s", name)
	}
}

func validate(t testing.TB, doc []byte, o Options) Report {
	t.Helper()
	r, err := ValidateReader(bytes.NewReader(doc), int64(len(doc)), asif.Limits{}, o)
	if err != nil {
		t.Fatalf("%v\n%s", err, doc)
	}
	return r
}

func TestEachRuleFindsWhatBreaksItAndNothingNearIt(t *testing.T) {
	for _, c := range readCases(t, documentCases...) {
		t.Run(c.rule+" "+c.kind+" "+c.name, func(t *testing.T) {
			r := validate(t, c.document(t), Options{})
			found := slices.Sorted(maps.Keys(r.Counts.Rules))
			var want []string
			if c.kind == "breaks" {
				want = []string{c.rule}
			}
			if !slices.Equal(found, want) {
				t.Errorf("breaks %v, not %v", found, want)
			}
			for _, f := range r.Findings {
				if !slices.Contains(want, f.Rule) {
					t.Errorf("%+v", f)
				}
			}
			rule, ok := Explain(c.rule)
			if !ok {
				t.Fatal("no such rule")
			}
			if valid := c.kind == "near" || rule.Severity != Error; r.Valid != valid {
				t.Errorf("valid: %v", r.Valid)
			}
		})
	}
}

func TestEveryRuleHasADocumentThatBreaksItAndANearMiss(t *testing.T) {
	has := map[string]bool{}
	for _, c := range readCases(t, append(documentCases, "report_rules")...) {
		has[c.rule+" "+c.kind] = true
	}
	for _, r := range Rules() {
		if r.Severity != "" && (!has[r.ID+" breaks"] || !has[r.ID+" near"]) {
			t.Errorf("%s: breaks %v, near %v", r.ID, has[r.ID+" breaks"], has[r.ID+" near"])
		}
	}
}
