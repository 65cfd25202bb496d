package golden

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asif-convert/convert/asif"
	"asif-convert/convert/check"
	"asif-convert/convert/continuation"
	"asif-convert/convert/continuation/destination"
	"asif-convert/profiles"
)

// assessedAt is when the corpus is assessed.
var assessedAt = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

// A report on every plan of every document at every destination keeps the rules for reports. With -short, one
// destination of its own for each document.
func TestEveryDocumentCanBeAssessedForEveryDestination(t *testing.T) {
	set, err := profiles.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	documents, err := filepath.Glob(filepath.Join("cases", "*", "*", "session.json"))
	if err != nil || len(documents) == 0 {
		t.Fatalf("documents: %q, %v", documents, err)
	}
	open, asking := 0, 0
	for i, name := range documents {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		src := plansOf(t, name, raw)
		if src == nil {
			continue
		}
		names := set.Names()
		if testing.Short() {
			names = names[i%len(names):][:1]
		}
		for _, to := range names {
			profile, err := set.Get(to)
			if err != nil {
				t.Fatal(err)
			}
			snapshot, err := destination.Declared(profile)
			if err != nil {
				t.Fatal(err)
			}
			for _, plan := range src.Plans() {
				r := assessPlan(t, name, src, set, snapshot, plan.ID)
				openWork(t, name, src, r)
			}
		}
		calls, requests := openAt(src)
		open, asking = open+min(calls, 1), asking+min(requests, 1)
	}
	if open == 0 || asking == 0 {
		t.Errorf("%d documents have open calls, %d open requests: the corpus shows neither", open, asking)
	}
}

// plansOf are the plans of a document, nil when it has none.
func plansOf(t *testing.T, name string, raw []byte) *continuation.Source {
	t.Helper()
	d, err := asif.Open(bytes.NewReader(raw), int64(len(raw)), asif.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if _, ok := d.Member("continuation"); !ok {
		return nil
	}
	src, err := continuation.Open(d)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return src
}

func assessPlan(t *testing.T, name string, src *continuation.Source, set *profiles.Set, s *destination.Snapshot, plan string) destination.Result {
	t.Helper()
	digest := strings.Repeat("0", 64)
	from, err := set.Get(src.Profile.SourceRuntime.Agent.ID)
	if err != nil {
		from = nil // a harness without a profile
	}
	r, err := destination.Assess(destination.Request{Source: src, Plan: plan, DocumentSHA256: digest, Destination: s, From: from, Knows: check.KnowsFeature,
		At: assessedAt.Format(time.RFC3339), Expires: assessedAt.Add(time.Hour).Format(time.RFC3339)})
	if err != nil {
		t.Fatalf("%s, %s at %s: %v", name, plan, s.Profile.Name, err)
	}
	raw, err := asif.Marshal(&r.Report)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := check.ValidateReport(raw, check.Assessed{Source: src, SHA256: digest, Now: assessedAt}, check.Options{})
	if err != nil {
		t.Fatalf("%s, %s at %s: %v", name, plan, s.Profile.Name, err)
	}
	for _, f := range checked.Findings {
		t.Errorf("%s, %s at %s: %s %s: %s", name, plan, s.Profile.Name, f.Rule, f.Pointer, f.Message)
	}
	return r
}

func openAt(src *continuation.Source) (calls, requests int) {
	k := src.Checkpoints[src.Plans()[0].CheckpointID]
	return len(k.OpenCalls), len(k.OpenDecisions)
}

// openWork: an open call is named, keeps the agent from running until it is reconciled, and there is a plan to do that;
// an open request likewise has a plan that waits for its answer.
func openWork(t *testing.T, name string, src *continuation.Source, r destination.Result) {
	t.Helper()
	k := src.Checkpoints[r.Closure.Plan.CheckpointID]
	lines := strings.Join(destination.Open(src, &r), "\n")
	agent := continuation.AgentAction(r.Closure.Plan.NextAction.Kind)
	for _, c := range k.OpenCalls {
		i := slices.IndexFunc(src.Profile.Operations, func(o asif.Operation) bool { return o.CallID == c.CallID })
		if i < 0 || !strings.Contains(lines, c.CallID) {
			t.Errorf("%s: open call %s is not named: %s", name, c.CallID, lines)
			continue
		}
		id := src.Profile.Operations[i].ID
		if agent && !slices.ContainsFunc(r.Report.BlockingReasons, func(b asif.BlockingReason) bool { return b.Subject.ID == id }) {
			t.Errorf("%s: %s does not wait for open call %s", name, r.Closure.Plan.ID, c.CallID)
		}
		if !slices.ContainsFunc(src.Plans(), func(p asif.Plan) bool { return p.NextAction.OperationID == id }) {
			t.Errorf("%s: no plan reconciles open call %s", name, c.CallID)
		}
	}
	for _, d := range k.OpenDecisions {
		if agent && r.Report.Outcome != asif.VerdictBlocked {
			t.Errorf("%s: %s does not wait for request %s", name, r.Closure.Plan.ID, d.RequestID)
		}
		if !slices.ContainsFunc(src.Plans(), func(p asif.Plan) bool { return p.NextAction.RequestID == d.RequestID }) {
			t.Errorf("%s: no plan awaits request %s", name, d.RequestID)
		}
	}
}
