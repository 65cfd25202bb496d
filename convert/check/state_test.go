package check

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"asif-convert/convert/asif"

	"github.com/google/go-cmp/cmp"
)

func stateAt(t testing.TB, doc []byte, branch, event string) State {
	d, err := asif.Open(bytes.NewReader(doc), int64(len(doc)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := StateAt(d, branch, event)
	if err != nil {
		t.Fatalf("%v\n%s", err, doc)
	}
	return s
}

// edited is a base document with edits, in the language of testdata/rules.txt.
func edited(t testing.TB, base string, edits ...string) []byte {
	return testCase{base: base, edits: edits}.document(t)
}

// brief words the parts of a state that most tests are about.
func brief(s State) string {
	var b strings.Builder
	for _, c := range s.Calls {
		fmt.Fprintf(&b, "call %s %s/%s event %q %s %s %v\n", c.ID, c.Tool, c.ToolName, c.Event, c.Arguments, c.State, c.Evidence)
	}
	for _, d := range s.Decisions {
		fmt.Fprintf(&b, "decision %s event %q call %q task %q %d %s %v\n", d.ID, d.Event, d.Call, d.Task, d.Revision, d.State, d.Evidence)
	}
	for _, e := range s.Executions {
		fmt.Fprintf(&b, "execution %s %s event %q\n", e.ID, e.Status, e.Event)
	}
	for _, k := range s.Tasks {
		fmt.Fprintf(&b, "task %s %d %s event %s: %s %v\n", k.ID, k.Revision, k.Status, k.Event, k.Depends, k.Dependencies)
	}
	for _, g := range s.Gaps {
		if g.Kind != GapCoverage {
			fmt.Fprintf(&b, "gap %s %s event %q: %s\n", g.Kind, g.ID, g.Event, g.Detail)
		}
	}
	return b.String()
}

func checkBrief(t *testing.T, s State, want string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), brief(s)); diff != "" {
		t.Error(diff)
	}
}

func TestStateAtABoundaryKnowsOnlyWhatCameBefore(t *testing.T) {
	doc := []byte(base(t, "work"))
	checkBrief(t, stateAt(t, doc, "main", "e1"), "")
	s := stateAt(t, doc, "main", "e6")
	checkBrief(t, s, `
call call-1 read/read event "e5" complete pending [{decision ask-1} {execution run-1}]
decision ask-1 event "e6" call "call-1" task "plan" 1 pending [{checkpoint middle}]
execution run-1 running event "e2"
task plan 1 in_progress event e3: none []
`)
	if s.Branch != "main" || s.Branches != 2 || s.At != "e6" || s.Head || s.Events != 6 || s.Knowledge != "observed" {
		t.Errorf("%+v", s)
	}
	checkBrief(t, stateAt(t, doc, "main", "e8"), `
call call-1 read/read event "e5" complete pending [{result e8} {execution run-1}]
execution run-1 running event "e2"
task plan 1 in_progress event e3: none []
`)
	s = stateAt(t, doc, "main", "")
	checkBrief(t, s, `
execution run-1 completed event "e16"
task plan 2 completed event e10: none []
`)
	if s.At != "e16" || !s.Head {
		t.Errorf("%+v", s)
	}
}

func TestTheBranchIsTheLatestThatSelectsTheEvent(t *testing.T) {
	doc := []byte(base(t, "work"))
	for _, c := range []struct{ branch, event, want string }{
		{"", "", "other e17"}, {"", "e17", "other e17"}, {"", "e1", "other e1"}, {"", "e8", "main e8"}, {"main", "", "main e16"},
	} {
		if s := stateAt(t, doc, c.branch, c.event); s.Branch+" "+s.At != c.want {
			t.Errorf("%q %q: %s %s, not %s", c.branch, c.event, s.Branch, s.At, c.want)
		}
	}
}

func TestABoundaryThatIsNotThereIsAnError(t *testing.T) {
	doc := []byte(base(t, "work"))
	d, err := asif.Open(bytes.NewReader(doc), int64(len(doc)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{{"never", ""}, {"other", "e8"}, {"", "e99"}, {"main", "e99"}} {
		if s, err := StateAt(d, c[0], c[1]); !errors.Is(err, ErrBoundary) {
			t.Errorf("%q: %v, %+v", c, err, s)
		}
	}
}

func TestADocumentThatRequiresUnknownFeaturesIsNotInterpreted(t *testing.T) {
	doc := replaced(t, "work", `"required_features": []`, `"required_features": ["x/1"]`)
	d, err := asif.Open(bytes.NewReader(doc), int64(len(doc)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = StateAt(d, "", "")
	if f, ok := errors.AsType[*FeatureError](err); !ok || !slices.Equal(f.Features, []string{"x/1"}) {
		t.Error(err)
	}
}

func TestAnEmptyBranchHasAnEmptyState(t *testing.T) {
	doc := edited(t, "work", `add /branches {"id":"empty","event_ids":[],"head_event_id":null}`,
		`add /checkpoints {"id":"x","branch_id":"empty","at_event_id":null,"knowledge":"unknown","status":"unknown","context_id":null,"configuration_id":null,"open_calls":[],"open_decisions":[],"tasks":[],"requirements":[]}`)
	s := stateAt(t, doc, "empty", "")
	checkBrief(t, s, "")
	if s.At != "" || !s.Head || s.Events != 0 || s.Checkpoint != "x" {
		t.Errorf("%+v", s)
	}
}

func TestEventsThatAreMissingAreNotSelected(t *testing.T) {
	s := stateAt(t, edited(t, "work", `set /branches/1/event_ids ["e1","e99","e2","e1","e98"]`), "other", "")
	checkBrief(t, s, `
execution run-1 running event "e2"
`)
	if s.At != "e2" || !s.Head || s.Events != 2 {
		t.Errorf("%+v", s)
	}
}

func TestBindingsOfPriorCapturesAreOpenUntilTheirHistoryEnds(t *testing.T) {
	doc := []byte(base(t, "bound"))
	gaps := `gap external_call old-call event "": the call was made in a prior capture
gap external_request old-ask event "": the request was made in a prior capture
`
	checkBrief(t, stateAt(t, doc, "", "e1"), `
decision old-ask event "" call "" task "" 0 outcome_unknown []
`+gaps)
	checkBrief(t, stateAt(t, doc, "", ""), `
call call-2 read/read event "e5" partial pending [{stream begun}]
`+gaps)
	doc = edited(t, "bound", `remove /branches/0/event_ids/0`, `set /coverage/7/status "complete"`)
	s := stateAt(t, doc, "", "e3")
	checkBrief(t, s, `
call old-call read/read event "" complete outcome_unknown []
call call-1 read/read event "e3" complete pending [{stream arguments}]
`+gaps)
	if g := s.Gaps[0].Source; g == nil || *g != (Source{"session-1", "capture-0", "x1"}) {
		t.Errorf("%+v", s.Gaps)
	}
}

func TestADecisionIsPendingWhereSomethingVouchesForIt(t *testing.T) {
	ask := `event main {"id":"x","kind":"decision_request","data":{"request_id":"ask-2","decision_kind":"question","prompt":[],"options":[]}}`
	after := `event main {"id":"y","kind":"note","data":{"parts":[],"category":"x"}}`
	for _, c := range []struct {
		edits []string
		want  string
	}{
		{nil, "pending [{checkpoint end}]"},
		{[]string{`set /checkpoints/1/knowledge "unknown"`}, "outcome_unknown []"},
		{[]string{after}, "pending [{coverage decisions}]"},
		{[]string{after, `set /coverage/7/status "partial"`}, "outcome_unknown []"},
	} {
		s := stateAt(t, edited(t, "work", append([]string{ask}, c.edits...)...), "main", "x")
		d := s.Decisions[0]
		if got := fmt.Sprintf("%s %v", d.State, d.Evidence); got != c.want {
			t.Errorf("%v: %s, not %s", c.edits, got, c.want)
		}
	}
}

// T07: satisfied, unsatisfied, unknown.
func TestDependenciesAreSatisfiedByCompletedTasksOfThisHistoryOnly(t *testing.T) {
	var edits, depends []string
	for _, status := range []string{"proposed", "pending", "in_progress", "completed", "failed", "cancelled", "superseded", "unknown"} {
		edits = append(edits, `event main {"id":"`+status+`","kind":"task_update","data":{"task_id":"`+status+`","revision":1,"status":"`+status+`","parts":[]}}`)
		depends = append(depends, `"`+status+`"`)
	}
	waits := func(name string, list string) string {
		return `event main {"id":"` + name + `","kind":"task_update","data":{"task_id":"` + name + `","revision":1,"status":"pending","parts":[],"dependencies":[` + list + `]}}`
	}
	edits = append(edits, `event other {"id":"far","kind":"task_update","data":{"task_id":"far","revision":1,"status":"completed","parts":[]}}`,
		waits("all", strings.Join(depends, ",")), waits("done", `"completed","plan"`), waits("elsewhere", `"completed","far"`),
		`event main {"id":"again","kind":"task_update","data":{"task_id":"all","revision":2,"previous_revision":1,"status":"pending","parts":[]}}`)
	doc := edited(t, "work", edits...)
	tasks := map[string]string{}
	for _, at := range []string{"all", ""} {
		for _, k := range stateAt(t, doc, "main", at).Tasks {
			tasks[at+" "+k.ID] = fmt.Sprint(k.Depends, " ", k.Dependencies)
		}
	}
	for id, want := range map[string]string{
		"all all": "unsatisfied [{proposed unsatisfied} {pending unsatisfied} {in_progress unsatisfied} {completed satisfied} {failed unsatisfied} {cancelled unsatisfied} {superseded unsatisfied} {unknown unknown}]",
		" all":    "unknown []", " done": "satisfied [{completed satisfied} {plan satisfied}]",
		" elsewhere": "unknown [{completed satisfied} {far unknown}]", " plan": "none []",
	} {
		if tasks[id] != want {
			t.Errorf("%q: %s, not %s", id, tasks[id], want)
		}
	}
}

func TestPredecessorsThatAreNotSelectedAreGaps(t *testing.T) {
	doc := edited(t, "work", `set /branches/1/event_ids ["e1","e5"]`,
		`event other {"id":"x","kind":"task_update","data":{"task_id":"plan","revision":3,"previous_revision":2,"status":"pending","parts":[]}}`)
	checkBrief(t, stateAt(t, doc, "other", ""), `
call call-1 read/read event "e5" complete outcome_unknown []
execution run-1 completed event ""
task plan 3 pending event x: unknown []
gap call_predecessor call-1 event "e5": the version amends one that is not selected
gap task_predecessor plan event "x": revision 3 continues revision 2, which is not selected
`)
}

func TestCoverageThatIsNotCompleteIsAGap(t *testing.T) {
	s := stateAt(t, edited(t, "work", `set /coverage/8 {"scope":"tasks","status":"not_inspected","detail":"No one looked."}`,
		`set /coverage/12/status "partial"`), "", "")
	want := []Gap{{Kind: GapCoverage, ID: "tasks", Detail: "not_inspected: No one looked."}}
	if diff := cmp.Diff(want, s.Gaps); diff != "" {
		t.Error(diff)
	}
}

func TestStatesForPeopleStartWithTheVerdict(t *testing.T) {
	var b bytes.Buffer
	if err := RenderState(&b, "a.json", stateAt(t, []byte(base(t, "bound")), "", "")); err != nil {
		t.Fatal(err)
	}
	want := `a.json: 1 open call, 6 gaps in the history
branch main at its head e5, checkpoint end (observed)

open calls
  call-2  read  event e5  arguments partial  pending: stream begun

missing history
  call old-call             the call was made in a prior capture (session session-1, capture capture-0, event x1)
  decision old-ask          the request was made in a prior capture (session session-1, capture capture-0, event x2)
  coverage of conversation  partial: Only what followed.
  coverage of branches      partial: Only what followed.
  coverage of tools         partial: Only what followed.
  coverage of decisions     partial: Only what followed.
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}
