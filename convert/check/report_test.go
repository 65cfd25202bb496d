package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asif-convert/convert/asif"

	"github.com/google/go-cmp/cmp"
)

func base(t testing.TB, name string) string {
	raw, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// replaced is a base document with one text replaced by another.
func replaced(t testing.TB, name, from, to string) []byte {
	doc := base(t, name)
	if !strings.Contains(doc, from) {
		t.Fatalf("no %q", from)
	}
	return []byte(strings.Replace(doc, from, to, 1))
}

func TestFindingsPointAtTheValueThatIsWrong(t *testing.T) {
	for _, c := range []struct{ from, to, rule, pointer, at string }{
		{`"selected_option_id": "yes"`, `"selected_option_id": "maybe"`, "D03", "/events/6/data/selected_option_id", `"maybe"`},
		{`"outcome": "success", "parts": [{"kind": "text", "text": "# Notes"}, {`, `"outcome": "fine", "parts": [{"kind": "text", "text": "# Notes"}, {`, "schema", "/events/8/data/outcome", `"fine"`},
		{`"event_ids": ["e1", "e2", "e3", "e17"]`, `"event_ids": ["e1", "e99", "e3", "e17"]`, "R02", "/branches/1/event_ids/1", `"e99"`},
		{`"source_events": [{"event_id": "e15"}]`, `"source_events": [{"event_id": "e17"}]`, "K02", "/contexts/1/inputs/1/source_events/0/event_id", `"e17"`},
		{`"session_id": "session-1", "capture_id": "capture-0"`, `"session_id": "session-1", "capture_id": "capture-1"`, "I08", "/session/lineage/0/capture_id", `"capture-1"`},
		{`"scope": "usage", "status": "complete"`, `"scope": "usage", "status": "known_empty"`, "V01", "/coverage/12/status", `"known_empty"`},
		{`"role": "user", "parts": [{"kind": "text", "text": "Sum`, `"parts": [{"kind": "text", "text": "Sum`, "schema", "/events/0/data", `{"parts": [{"kind": "text", "text": "Sum`},
		{`"required_features": []`, `"required_features": ["x/1"]`, "F06", "/required_features/0", `"x/1"`},
		{`"at": 1.5`, `"at": NaN`, "P03", "/events/13/data/value/at", `NaN`},
		{`"at": 1.5`, `"at": 1.5, "at": 1`, "P02", "/events/13/data/value/at", `"at": 1}`},
	} {
		doc := replaced(t, "work", c.from, c.to)
		r := validate(t, doc, Options{})
		if len(r.Findings) != 1 {
			t.Errorf("%s: %d findings: %+v", c.rule, len(r.Findings), r.Findings)
			continue
		}
		f := r.Findings[0]
		if f.Rule != c.rule || f.Pointer != c.pointer || !bytes.HasPrefix(doc[f.Byte:], []byte(c.at)) ||
			f.Line != 1+bytes.Count(doc[:f.Byte], []byte("\n")) {
			t.Errorf("%s: %+v at %.40q", c.rule, f, doc[f.Byte:])
		}
	}
}

func TestReportsForPeopleStartWithTheVerdict(t *testing.T) {
	doc := replaced(t, "work", `"selected_option_id": "yes"`, `"selected_option_id": "maybe"`)
	var b bytes.Buffer
	if err := Render(&b, Checked{"a.json", validate(t, doc, Options{})}); err != nil {
		t.Fatal(err)
	}
	want := `a.json: invalid (1 error)
a.json:18: E D03 event "e7": the selected option was not offered
    at /events/6/data/selected_option_id (byte 2988); got maybe; want one of the request's 2 options
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}

func TestReportsAsJSONHaveTheAgreedMembers(t *testing.T) {
	var b bytes.Buffer
	if err := RenderJSON(&b, validate(t, []byte(base(t, "work")), Options{})); err != nil {
		t.Fatal(err)
	}
	want := `{"valid":true,"unsupported_features":[],"findings":[],"counts":{"total":0,"errors":0,"unsupported":0,"warnings":0,"rules":{}}}` + "\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
	b.Reset()
	doc := replaced(t, "work", `"outcome": "unknown"`, `"outcome": "error"`)
	if err := RenderJSON(&b, validate(t, doc, Options{})); err != nil {
		t.Fatal(err)
	}
	var r struct {
		Findings []map[string]any `json:"findings"`
	}
	if err := json.Unmarshal(b.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if f := r.Findings[0]; f["rule"] != "C08" || f["severity"] != "E" || f["entity_type"] != "event" || f["entity_id"] != "e8" || f["got"] != "error" || f["want"] != "unknown" {
		t.Errorf("%v", f)
	}
}

func TestReportsAsSARIFNameRuleFileAndPlace(t *testing.T) {
	doc := replaced(t, "work", `"selected_option_id": "yes"`, `"selected_option_id": "maybe"`)
	var b bytes.Buffer
	if err := RenderSARIF(&b, []Checked{{"a.json", validate(t, doc, Options{})}, {"b.json", validate(t, doc, Options{})}}); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if log.Version != "2.1.0" || len(run.Results) != 2 {
		t.Fatalf("%+v", log)
	}
	res := run.Results[1]
	if run.Tool.Driver.Rules[res.RuleIndex].ID != "D03" || res.Level != "error" || res.Locations[0].Physical.Artifact.URI != "b.json" ||
		res.Locations[0].Physical.Region.StartLine != 18 || res.Locations[0].Logical[0].Qualified != "/events/6/data/selected_option_id" {
		t.Errorf("%+v", res)
	}
}

// manyFaults has 300 events of unknown actors (R01), and one bad option (D03).
func manyFaults(t testing.TB) []byte {
	c := testCase{base: "work", edits: []string{`set /events/6/data/selected_option_id "maybe"`}}
	for i := range 300 {
		id := string(rune('a'+i%26)) + strings.Repeat("x", i/26+1)
		c.edits = append(c.edits, `event - {"id":"`+id+`","actor_id":"nobody","kind":"note","data":{"parts":[],"category":"x"}}`)
	}
	return c.document(t)
}

func TestNoRuleCrowdsOutAnotherAndTotalsAreNeverCapped(t *testing.T) {
	r := validate(t, manyFaults(t), Options{Max: 10})
	if len(r.Findings) != 10 || !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Rule == "D03" }) {
		t.Errorf("%d findings: %+v", len(r.Findings), r.Findings)
	}
	if r.Counts.Rules["R01"] != 300 || r.Counts.Errors != 301 {
		t.Errorf("%+v", r.Counts)
	}
	if !slices.IsSortedFunc(r.Findings, inDocumentOrder) {
		t.Error("not in document order")
	}
}

func TestRulesCanBeChosenByIDAndByGroup(t *testing.T) {
	doc := manyFaults(t)
	for _, c := range []struct {
		rules string
		total int
	}{{"D", 1}, {"D03", 1}, {"R", 300}, {"D03,R01", 301}, {"C,T05", 0}, {"schema", 0}} {
		if r := validate(t, doc, Options{Rules: strings.Split(c.rules, ",")}); r.Counts.Total != c.total {
			t.Errorf("%s: %d findings", c.rules, r.Counts.Total)
		}
	}
	_, err := ValidateReader(bytes.NewReader(doc), int64(len(doc)), asif.Limits{}, Options{Rules: []string{"Z"}})
	if !errors.Is(err, ErrRule) {
		t.Errorf("rule Z: %v", err)
	}
}

func TestTheSchemaReportsWhatItsOwnerIsNotAskedFor(t *testing.T) {
	doc := replaced(t, "work", `"outcome": "unknown"`, `"outcome": "error"`)
	if r := validate(t, doc, Options{Rules: []string{SchemaRule}}); r.Counts.Rules[SchemaRule] != 1 {
		t.Errorf("%+v", r)
	}
}

func TestStrictCountsWarnings(t *testing.T) {
	doc := replaced(t, "work", `2025-03-01T10:00:14Z`, `2025-03-01T09:00:14Z`)
	if r := validate(t, doc, Options{}); !r.Valid || r.Counts.Warnings == 0 {
		t.Errorf("%+v", r)
	}
	if r := validate(t, doc, Options{Strict: true}); r.Valid {
		t.Errorf("%+v", r)
	}
}

func TestAFaultInACommonPrefixIsToldOnce(t *testing.T) {
	c := testCase{base: "work", edits: []string{`set /branches/1/event_ids ["e1","e2","e3","e8","e17"]`}}
	for _, name := range []string{"third", "fourth"} {
		c.edits = append(c.edits, `add /branches {"id":"`+name+`","event_ids":["e1","e2","e3","e8","e17"],"head_event_id":"e17"}`,
			`add /checkpoints {"id":"at-`+name+`","branch_id":"`+name+`","at_event_id":"e17","knowledge":"unknown","status":"unknown","context_id":null,"configuration_id":null,"open_calls":[],"open_decisions":[],"tasks":[],"requirements":[]}`)
	}
	if r := validate(t, c.document(t), Options{}); r.Counts.Total != 1 || r.Counts.Rules["C06"] != 1 {
		t.Errorf("%+v", r.Findings)
	}
}

func TestMemberOrderMeansNothing(t *testing.T) {
	doc := testCase{base: "work"}.document(t) // members in alphabetical order: branches before events
	if r := validate(t, doc, Options{}); r.Counts.Total != 0 {
		t.Errorf("%+v", r.Findings)
	}
}

func TestResourcesBeyondTheirLimitsAreRefused(t *testing.T) {
	doc := []byte(base(t, "work"))
	for _, c := range []struct {
		limits Limits
		want   int
	}{{Limits{Resource: 10}, 2}, {Limits{Resource: 19, Resources: 32}, 1}, {Limits{Resource: 19, Resources: 33}, 0}} {
		if r := validate(t, doc, Options{Limits: c.limits}); r.Counts.Rules["P04"] != c.want || r.Counts.Total != c.want {
			t.Errorf("%+v: %+v", c.limits, r.Counts)
		}
	}
}

func TestAValueBeyondTheReadersLimitIsAFinding(t *testing.T) {
	doc := []byte(base(t, "work"))
	r, err := ValidateReader(bytes.NewReader(doc), int64(len(doc)), asif.Limits{Value: 200}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Valid || r.Readable() || r.Counts.Rules["P04"] != 1 {
		t.Errorf("%+v", r)
	}
}

func TestVersionAndFeaturesDecideWhatIsSupported(t *testing.T) {
	if r := validate(t, replaced(t, "work", `"0.4"`, `"0.5"`), Options{}); r.Supported() || r.Counts.Rules["P06"] != 1 || r.Findings[0].Got != `"0.5"` {
		t.Errorf("%+v", r)
	}
	r := validate(t, replaced(t, "work", `"required_features": []`, `"required_features": ["x/1"]`), Options{})
	if !r.Valid || r.Supported() || !slices.Equal(r.UnsupportedFeatures, []string{"x/1"}) {
		t.Errorf("%+v", r)
	}
}

// folder makes a folder with the file that the paths of the tests name.
func folder(t *testing.T, content string) string {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "files", "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "files", "a.txt"), []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"link.txt": "files/a.txt", "linked": "files"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip("no symbolic links here")
		}
	}
	return dir
}

func TestResourcePathsAreLookedUpBesideTheDocument(t *testing.T) {
	for _, c := range []struct{ path, content, rule string }{
		{"files/a.txt", "abc", ""},
		{"files/a.txt", "abd", "V04"},
		{"files/a.txt", "abcd", "V04"},
		{"files/b.txt", "abc", "V05"},
		{"files/sub", "abc", "V05"},
		{"link.txt", "abc", "V05"},
		{"linked/a.txt", "abc", "V05"},
	} {
		doc := replaced(t, "work", `"data": "YWJj"`, `"path": "`+c.path+`"`)
		r := validate(t, doc, Options{Dir: folder(t, c.content)})
		if c.rule == "" && r.Counts.Total != 0 || c.rule != "" && (r.Counts.Rules[c.rule] == 0 || len(r.Counts.Rules) != 1) {
			t.Errorf("%s with %q: %+v", c.path, c.content, r.Findings)
		}
		if r := validate(t, doc, Options{}); r.Counts.Total != 0 {
			t.Errorf("%s, not looked up: %+v", c.path, r.Findings)
		}
	}
}
