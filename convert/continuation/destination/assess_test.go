package destination

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/profiles"
)

const (
	at      = "2025-03-01T11:00:00Z"
	expires = "2025-03-01T12:00:00Z"
)

// fivePlans is a capture with missing media, an optional asset, a pending decision and an unknown remote job.
func fivePlans(t *testing.T) *asif.ASIFDocument {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "check", "testdata", "plans.json"))
	if err != nil {
		t.Fatal(err)
	}
	d := new(asif.ASIFDocument)
	if err := asif.Unmarshal(raw, d); err != nil {
		t.Fatal(err)
	}
	return d
}

// unhindered is that capture with nothing that no destination could mend: every plan can be assessed to its end.
func unhindered(t *testing.T) *asif.ASIFDocument {
	d := fivePlans(t)
	for i := range d.Resources {
		if d.Resources[i].Availability == asif.AvailabilityUnavailable {
			d.Resources[i].Availability = asif.AvailabilityExternal
		}
	}
	d.Checkpoints[0].OpenDecisions = []asif.OpenDecision{}
	d.Continuation.Operations[0].State = asif.OperationStateSucceeded
	for i := range d.Continuation.Plans {
		if p := &d.Continuation.Plans[i]; p.NextAction.Kind == asif.ActionKindModelRequest {
			p.NativeImportID = nil
		}
	}
	return d
}

func profileOf(t *testing.T, name string) *profiles.Profile {
	t.Helper()
	set, err := profiles.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	p, err := set.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	clone := *p
	return &clone
}

// request is an assessment of a plan of a document at what is known of a destination.
func request(t *testing.T, d *asif.ASIFDocument, plan string, s *Snapshot) Request {
	t.Helper()
	raw, err := asif.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := asif.Open(bytes.NewReader(raw), int64(len(raw)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	src, err := continuation.Open(doc)
	if err != nil {
		t.Fatal(err)
	}
	return Request{Source: src, Plan: plan, DocumentSHA256: strings.Repeat("0", 64), Destination: s, At: at, Expires: expires,
		Knows: func(f string) bool { return strings.HasPrefix(f, "asif.") }, Choices: Choices{User: "tester"}}
}

func declared(t *testing.T, p *profiles.Profile) *Snapshot {
	t.Helper()
	s, err := Declared(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func assessed(t *testing.T, r Request) Result {
	t.Helper()
	x, err := Assess(r)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func (x *Result) of(t *testing.T, kind asif.SubjectKind, id string) asif.Assessment {
	t.Helper()
	for _, a := range x.Report.Assessments {
		if a.Subject.Kind == kind && a.Subject.ID == id {
			return a
		}
	}
	t.Fatalf("no assessment of %s %q", kind, id)
	return asif.Assessment{}
}

func TestFivePlansOfOneCaptureHaveTheOutcomesThatTheirNeedsGiveThem(t *testing.T) {
	d := fivePlans(t)
	for _, c := range []struct {
		plan     string
		outcome  asif.Verdict
		blockers []string // that are among them
	}{
		{"await_user", asif.VerdictReady, nil},
		{"await_decision:ask-1", asif.VerdictReady, nil},
		{"reconcile_operation:job", asif.VerdictReady, nil},
		{"model_request", asif.VerdictBlocked, []string{`operation "job"`, `plan "model_request"`, `resource "photo"`}},
		{"resume_native", asif.VerdictBlocked, []string{`native_import "store"`, `operation "job"`, `plan "resume_native"`, `resource "photo"`}},
	} {
		r := request(t, d, c.plan, declared(t, profileOf(t, "codex")))
		before := assessed(t, r)
		r.Choices.Accept = []string{"all"}
		x := assessed(t, r)
		if x.Report.Outcome != c.outcome {
			t.Errorf("%s: %s, want %s: %+v", c.plan, x.Report.Outcome, c.outcome, x.Report.BlockingReasons)
		}
		if c.outcome == asif.VerdictReady && before.Report.Outcome != asif.VerdictAdaptationRequired {
			t.Errorf("%s before its changes are accepted: %s", c.plan, before.Report.Outcome)
		}
		var got []string
		for _, b := range x.Report.BlockingReasons {
			s := FromReport(b.Subject)
			got = append(got, s.String())
			if x.Todo[s] == "" {
				t.Errorf("%s: nothing says what to do about %v", c.plan, s)
			}
		}
		for _, want := range c.blockers {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %s does not block: %q", c.plan, want, got)
			}
		}
	}
}

func TestAnOptionalThingThatIsMissingBlocksNothing(t *testing.T) {
	d := unhindered(t)
	d.Resources[1].Availability = asif.AvailabilityUnavailable // the logo, of an optional skill
	r := request(t, d, "model_request", declared(t, profileOf(t, "codex")))
	r.Choices = Choices{Accept: []string{"all"}, User: "tester", Model: "gpt-5.5"}
	p := profileOf(t, "codex")
	p.Tools = append(p.Tools, profiles.Tool{Name: "publish", Class: "job.start"}, profiles.Tool{Name: "read", Class: "file.read"})
	r.Destination = declared(t, p)
	x := assessed(t, r)
	if logo := x.of(t, asif.SubjectKindResource, "logo"); x.Report.Outcome != asif.VerdictReady || logo.Status != asif.AssessmentStatusUnresolved || logo.Required {
		t.Errorf("%s, logo %+v: %+v", x.Report.Outcome, logo, x.Report.BlockingReasons)
	}
}

func TestAcceptanceNamesWhoAcceptsWhat(t *testing.T) {
	r := request(t, fivePlans(t), "await_user", declared(t, profileOf(t, "codex")))
	open, _, _ := Changes(ptr(assessed(t, r)))
	if len(open) == 0 {
		t.Fatal("nothing is to be accepted")
	}
	for _, change := range open {
		r.Choices.Accept = append(r.Choices.Accept, change.ID)
	}
	x := assessed(t, r)
	i := slices.IndexFunc(x.Report.Evidence, func(e asif.Evidence) bool { return e.Kind == asif.EvidenceKindAcceptance })
	if x.Report.Outcome != asif.VerdictReady || i < 0 || x.Report.Evidence[i].Producer != "tester" || !strings.Contains(x.Report.Evidence[i].Detail, open[0].ID) {
		t.Errorf("%s: %+v", x.Report.Outcome, x.Report.Evidence)
	}
	r.Choices.Accept = []string{"everything"}
	if _, err := Assess(r); !errors.Is(err, ErrChoice) {
		t.Errorf("an unknown change: %v", err)
	}
}

func ptr[T any](v T) *T { return &v }

func TestReportsAreTheSameTwiceAndNamedByWhatTheySay(t *testing.T) {
	r := request(t, fivePlans(t), "model_request", declared(t, profileOf(t, "codex")))
	a, b := assessed(t, r), assessed(t, r)
	one, _ := asif.Marshal(&a.Report)
	two, _ := asif.Marshal(&b.Report)
	if !bytes.Equal(one, two) {
		t.Error("two assessments of the same differ")
	}
	r.At = "2025-03-01T11:00:01Z"
	if c := assessed(t, r); c.Report.ID == a.Report.ID {
		t.Error("another report has the same ID")
	}
}

func TestModelsFitOnlyWhenThatIsKnown(t *testing.T) {
	d := unhindered(t)
	tiny := func(context int64, tokenizer string) *profiles.Profile {
		p := profileOf(t, "codex")
		p.OverheadTokens = 0
		p.Models = []profiles.Model{{Provider: "example", ID: "large-1", Context: context, OutputReserve: 10, Tokenizer: tokenizer}}
		return p
	}
	for _, c := range []struct {
		what   string
		p      *profiles.Profile
		model  string
		fit    asif.Fit
		status asif.AssessmentStatus
	}{
		{"an unlisted model", profileOf(t, "codex"), "nobody/nothing", asif.FitUnknown, asif.AssessmentStatusUnresolved},
		{"no list of models", profileOf(t, "generic"), "", asif.FitUnknown, asif.AssessmentStatusUnresolved},
		{"an unknown tokenizer", tiny(1_000_000, "unknown"), "", asif.FitUnknown, asif.AssessmentStatusUnresolved},
		{"the same model", tiny(1_000_000, "estimate"), "", asif.FitFits, asif.AssessmentStatusSupported},
		{"the same model, counted", tiny(1_000_000, "o200k_base"), "", asif.FitFits, asif.AssessmentStatusSupported},
		{"a window that is too small", tiny(200, "o200k_base"), "", asif.FitExceeds, asif.AssessmentStatusUnsupported},
		{"another model", profileOf(t, "codex"), "", asif.FitFits, asif.AssessmentStatusAdapted},
	} {
		r := request(t, d, "model_request", declared(t, c.p))
		r.Choices.Model = c.model
		x := assessed(t, r)
		if m := x.Report.ModelAssessment; m.Fit != c.fit || (m.Fit == asif.FitFits) != (m.InputTokens != nil && *m.InputTokens+m.OutputReserve <= *m.InputLimit) {
			t.Errorf("%s: %+v", c.what, m)
		}
		if v := x.of(t, asif.SubjectKindModel, "model_request"); v.Status != c.status {
			t.Errorf("%s: %s: %s", c.what, v.Status, v.Detail)
		}
	}
}

func TestATextTooLongForAnyTokenizerIsNotCounted(t *testing.T) {
	d := unhindered(t)
	long := strings.Repeat("word ", 2000)
	d.Contexts[0].Inputs[0].Parts[0].Text = &long
	p := profileOf(t, "codex")
	p.Models = []profiles.Model{{Provider: "example", ID: "large-1", Context: 1000, Tokenizer: "o200k_base"}}
	x := assessed(t, request(t, d, "model_request", declared(t, p)))
	if m := x.Report.ModelAssessment; m.Fit != asif.FitExceeds || !strings.HasPrefix(*m.Tokenizer, "estimate") {
		t.Errorf("%+v %s", m, *m.Tokenizer)
	}
}

func TestATerminalObeysNothingInAName(t *testing.T) {
	var b strings.Builder
	const text = "a\x1b[2J\rb\n→ é\x7f"
	if n, err := (shown{&b}).Write([]byte(text)); n != len(text) || err != nil {
		t.Fatal(n, err)
	}
	if want := `a\x1b[2J\x0db` + "\n→ é" + `\x7f`; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
