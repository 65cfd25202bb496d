package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
)

// reportCase is a report, the document that it is about, and when it is looked at.
type reportCase struct {
	report, source []byte
	now            time.Time
}

// reportCase takes a case of report_rules.txt apart: edits of the source, the time, edits of the report.
func (c testCase) reportCase(t testing.TB) reportCase {
	source, report := testCase{base: "plans"}, testCase{base: "reports/" + c.base}
	out := reportCase{now: time.Date(2025, 3, 1, 11, 30, 0, 0, time.UTC)}
	for _, e := range c.edits {
		switch verb, rest, _ := strings.Cut(e, " "); verb {
		case "source":
			source.edits = append(source.edits, rest)
		case "now":
			var err error
			if out.now, err = time.Parse(time.RFC3339, rest); err != nil {
				t.Fatal(err)
			}
		default:
			report.edits = append(report.edits, e)
		}
	}
	out.source = source.document(t)
	report.edits = slices.Insert(report.edits, 0, `set /source/document_sha256 "`+digest(out.source)+`"`)
	out.report = report.document(t)
	return out
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func (c reportCase) validate(t testing.TB) (Report, error) {
	d, err := asif.Open(bytes.NewReader(c.source), int64(len(c.source)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	source, err := continuation.Open(d)
	if err != nil {
		t.Fatal(err)
	}
	return ValidateReport(c.report, Assessed{Source: source, SHA256: digest(c.source), Now: c.now}, Options{})
}

func TestEachReportRuleFindsWhatBreaksItAndNothingNearIt(t *testing.T) {
	for _, c := range readCases(t, "report_rules") {
		t.Run(c.rule+" "+c.kind+" "+c.name, func(t *testing.T) {
			r, err := c.reportCase(t).validate(t)
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			if c.kind == "breaks" {
				want = []string{c.rule}
			}
			if found := slices.Sorted(maps.Keys(r.Counts.Rules)); !slices.Equal(found, want) {
				t.Errorf("breaks %v, not %v: %+v", found, want, r.Findings)
			}
			if r.Valid != (c.kind == "near") {
				t.Errorf("valid: %v", r.Valid)
			}
		})
	}
}

// The picture is missing, nothing needs the drawing, the question is open and nobody knows what became of the job: the
// person can be asked, the answer awaited, the job looked after. The agent cannot run.
func TestTheFiveReportsOnOneCaptureHold(t *testing.T) {
	for name, want := range map[string]struct {
		outcome asif.Verdict
		by      []string
	}{
		"await_user":          {asif.VerdictReady, nil},
		"await_decision":      {asif.VerdictReady, nil},
		"reconcile_operation": {asif.VerdictReady, nil},
		"model_request":       {asif.VerdictBlocked, []string{"operation job", "plan model_request", "resource photo"}},
		"resume_native":       {asif.VerdictBlocked, []string{"operation job", "plan resume_native", "resource photo"}},
	} {
		c := reportCase{report: []byte(base(t, "reports/"+name)), source: []byte(base(t, "plans")), now: time.Date(2025, 3, 1, 11, 0, 0, 0, time.UTC)}
		r, err := c.validate(t)
		if err != nil || r.Counts.Total != 0 {
			t.Errorf("%s: %v, %+v", name, err, r.Findings)
		}
		var report asif.Report
		if err := asif.Unmarshal(c.report, &report); err != nil {
			t.Fatal(err)
		}
		var by []string
		for _, b := range report.BlockingReasons {
			by = append(by, string(b.Subject.Kind)+" "+b.Subject.ID)
		}
		if report.Outcome != want.outcome || !slices.Equal(by, want.by) {
			t.Errorf("%s: %s by %v", name, report.Outcome, by)
		}
	}
}

func TestReportFindingsPointAtTheValueThatIsWrong(t *testing.T) {
	for _, c := range []struct{ from, to, rule, pointer, at string }{
		{`"outcome": "ready"`, `"outcome": "blocked"`, "Q12", "/outcome", `"blocked"`},
		{`"plan_id": "await_user"`, `"plan_id": "nosuch"`, "Q01", "/source/plan_id", `"nosuch"`},
		{`"unicode_normalization": "none"}`, `"unicode_normalization": "none", "root_id": "x"}`, "P02", "/path_bindings/0/root_id", `"root_id": "x"`},
	} {
		doc := replaced(t, "reports/await_user", c.from, c.to)
		r, err := reportCase{report: doc, source: []byte(base(t, "plans")), now: time.Date(2025, 3, 1, 11, 0, 0, 0, time.UTC)}.validate(t)
		if err != nil || len(r.Findings) != 1 {
			t.Errorf("%s: %v, %+v", c.rule, err, r.Findings)
			continue
		}
		f := r.Findings[0]
		if f.Rule != c.rule || f.Pointer != c.pointer || !bytes.HasPrefix(doc[f.Byte:], []byte(c.at)) || f.Line != 1+bytes.Count(doc[:f.Byte], []byte("\n")) {
			t.Errorf("%s: %+v at %.40q", c.rule, f, doc[f.Byte:])
		}
	}
}

func TestAReportOnABrokenSourceIsAnError(t *testing.T) {
	c := testCase{base: "await_user", edits: []string{"source remove /resources/8"}}.reportCase(t)
	if _, err := c.validate(t); err == nil || !strings.Contains(err.Error(), `resource "stopped"`) {
		t.Error(err)
	}
}

// FuzzReports holds that no report makes the checker panic or lose count.
func FuzzReports(f *testing.F) {
	for _, c := range readCases(f, "report_rules") {
		f.Add(c.reportCase(f).report)
	}
	source := []byte(base(f, "plans"))
	f.Fuzz(func(t *testing.T, report []byte) {
		r, err := reportCase{report: report, source: source, now: time.Date(2025, 3, 1, 11, 0, 0, 0, time.UTC)}.validate(t)
		if err != nil {
			t.Fatal(err)
		}
		if r.Valid != (r.Counts.Errors == 0) || len(r.Findings) > r.Counts.Total {
			t.Errorf("%+v", r)
		}
		for _, f := range r.Findings {
			if _, ok := Explain(f.Rule); !ok || f.Byte < 0 || f.Byte > int64(len(report)) {
				t.Errorf("%+v", f)
			}
		}
	})
}
