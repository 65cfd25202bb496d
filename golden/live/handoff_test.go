package live

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// assessed is the time of every assessment.
const assessed = "2026-11-30T12:00:00Z"

// report is what of a report is needed.
type report struct {
	Mode     string `json:"evaluation_mode"`
	Blocking []struct {
		Subject struct{ Kind string }
	} `json:"blocking_reasons"`
	Evidence []struct{ ID, Time, Kind, Detail, Reference string }
	Import   struct{ Status string } `json:"import_result"`
	Goes     struct {
		Status   string
		Evidence []string `json:"evidence_ids"`
	} `json:"continuation_result"`
}

// handOff puts a recorded session into a tool as its user does: without more, which is refused where something blocks, and
// then with what the refusal names. The papers go to kept. It returns the kinds of what blocked.
func handOff(t *testing.T, harness, main string, tool Tool, home, kept string, flags ...string) (receipt, []string) {
	t.Helper()
	own := ownFolder(t, tool, home)
	args := append([]string{"handoff", "--from", harness, main, "--to", tool.Harness, "--at", assessed, "--keep", kept}, flags...)
	_, said, err := try(t, home, installed(t, tool), args...)
	if err != nil {
		_, named, refused := strings.Cut(said, "to do it nevertheless: ")
		if !refused {
			t.Fatalf("asif-convert %s: %v\n%s", strings.Join(args, " "), err, said)
		}
		if left, err := os.ReadDir(own); err != nil || len(left) > 0 {
			t.Fatalf("a refused hand-over left %v, %v", left, err)
		}
		convert(t, home, installed(t, tool), append(args, strings.Fields(named)...)...)
	}
	convert(t, home, nil, "validate", filepath.Join(kept, "session.json"))
	rep := soundReport(t, home, kept, "report.json")
	if rep.Import.Status != "imported" || rep.Goes.Status != "not_tested" {
		t.Fatalf("the report says import %q, continuation %q", rep.Import.Status, rep.Goes.Status)
	}
	kinds := map[string]bool{}
	for _, b := range rep.Blocking {
		kinds[b.Subject.Kind] = true
	}
	if (err != nil) != (len(kinds) > 0) {
		t.Fatalf("refused: %v; but the report has %d blocking reasons", err, len(kinds))
	}
	var r receipt
	readJSON(t, filepath.Join(kept, "receipt.json"), &r)
	return r, slices.Sorted(maps.Keys(kinds))
}

// soundReport validates a kept report and reads it.
func soundReport(t *testing.T, home, kept, name string) report {
	t.Helper()
	path := filepath.Join(kept, name)
	convert(t, home, nil, "validate-report", filepath.Join(kept, "session.json"), path, "--at", assessed)
	var r report
	readJSON(t, path, &r)
	return r
}

// checkRun is the command that lets a receipt's session go on once, to see that it does.
func checkRun(t *testing.T, receipt string) []string {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return []string{path, "continue-check", receipt, "--run", "--at", assessed, "--prompt", prompt}
}

// proven tells what is wrong with the report of a session that went on. Where nothing has written it yet, it is made of what the
// harness left.
func proven(t *testing.T, home, kept string) []string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(kept, continuedReport)); err != nil {
		if _, said, err := try(t, home, nil, "continue-check", filepath.Join(kept, receiptFile), "--at", assessed); err != nil {
			return []string{"continue-check: " + said}
		}
	}
	r := soundReport(t, home, kept, continuedReport)
	if r.Goes.Status != "continued" || r.Mode != "observed" {
		return []string{"the report does not say that it continued, but " + r.Goes.Status}
	}
	for _, e := range r.Evidence {
		if slices.Contains(r.Goes.Evidence, e.ID) && e.Kind == "continuation" && e.Time == assessed && e.Reference == receiptFile && strings.Contains(e.Detail, "it went on") {
			return nil
		}
	}
	return []string{"the report has no evidence that it continued"}
}

// Papers of a hand-over.
const (
	receiptFile     = "receipt.json"
	continuedReport = "report.continued.json"
)
