package check

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
)

// n01: in a report, evidence and path bindings are told apart.
func (c *reportCheck) n01() {
	for _, l := range []struct{ list, key string }{{"evidence", "id"}, {"path_bindings", "root_id"}} {
		seen := map[string]bool{}
		for e := range c.root().get(l.list).each() {
			v := e.get(l.key)
			if seen[v.str()] {
				c.fault("N01", v.pointer(), v.str(), "no "+l.key+" twice", "two of the report's "+l.list+" have the same "+l.key)
			}
			seen[v.str()] = true
		}
	}
}

// q01: the report is about this document.
func (c *reportCheck) q01() {
	s := &c.report.Source
	for _, f := range []struct{ member, got, want string }{
		{"session_id", s.SessionID, c.Source.SessionID}, {"capture_id", s.CaptureID, c.Source.CaptureID},
		{"document_sha256", s.DocumentSHA256, c.SHA256},
	} {
		if f.got != f.want {
			c.fault("Q01", "/source/"+f.member, f.got, f.want, "the report is about another document")
		}
	}
	if c.Source.Plan(s.PlanID) == nil {
		c.fault("Q01", "/source/plan_id", s.PlanID, "a plan of the document", "the report is about a plan that the document does not have")
	}
}

// q02: the report holds now. Ours are written with seconds, others need none.
func (c *reportCheck) q02() {
	assessed, ok := c.time("assessed_at", c.report.AssessedAt)
	expires, okToo := c.time("expires_at", c.report.ExpiresAt)
	if !ok || !okToo {
		return
	}
	now := c.Now.UTC().Format(time.RFC3339)
	switch {
	case !assessed.Before(expires):
		c.fault("Q02", "/expires_at", c.report.ExpiresAt, "after "+c.report.AssessedAt, "the report expires before it is made")
	case c.Now.Before(assessed):
		c.fault("Q02", "/assessed_at", c.report.AssessedAt, "at or before "+now, "the report is of the future")
	case !c.Now.Before(expires):
		c.fault("Q02", "/expires_at", c.report.ExpiresAt, "after "+now, "the report has expired")
	}
}

func (c *reportCheck) time(member, text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	c.fault("Q02", "/"+member, text, "a date-time with Z or an offset", "the report does not say when it is of")
	return time.Time{}, false
}

// q03: exactly one assessment per inventoried subject, with the computed flag.
func (c *reportCheck) q03() {
	seen := map[continuation.Subject]bool{}
	for i := range c.report.Assessments {
		a := &c.report.Assessments[i]
		s, at := subjectOf(a.Subject), "/assessments/"+strconv.Itoa(i)
		e := c.closure.Find(s)
		switch {
		case seen[s]:
			c.subjectFault("Q03", at+"/subject", s, "", "one assessment", "the subject is assessed twice")
		case e == nil:
			c.subjectFault("Q03", at+"/subject", s, "", "a subject of the plan", "the plan does not have the subject")
		case e.Required != a.Required:
			c.subjectFault("Q03", at+"/required", s, strconv.FormatBool(a.Required), strconv.FormatBool(e.Required), "the flag is not the one that follows from the plan")
		}
		seen[s] = true
	}
	for _, e := range c.closure.Entries {
		if !seen[e.Subject] {
			c.subjectFault("Q03", "/assessments", e.Subject, "", "an assessment", "the subject is not assessed")
		}
	}
}

// q04: evidence is there.
func (c *reportCheck) q04() {
	check := func(pointer string, ids []string) {
		for k, id := range ids {
			if _, ok := c.evidence[id]; !ok {
				c.fault("Q04", pointer+"/evidence_ids/"+strconv.Itoa(k), id, "an ID among the report's evidence", "the evidence is not there")
			}
		}
	}
	for i := range c.report.Assessments {
		check("/assessments/"+strconv.Itoa(i), c.report.Assessments[i].EvidenceIDs)
	}
	for i := range c.report.Transformations {
		check("/transformations/"+strconv.Itoa(i), c.report.Transformations[i].EvidenceIDs)
	}
	check("/import_result", c.report.ImportResult.EvidenceIDs)
	check("/continuation_result", c.report.ContinuationResult.EvidenceIDs)
}

// q04Subjects: transformations are of subjects that the plan has.
func (c *reportCheck) q04Subjects() {
	for i := range c.report.Transformations {
		if s := subjectOf(c.report.Transformations[i].Subject); c.closure.Find(s) == nil {
			c.subjectFault("Q04", "/transformations/"+strconv.Itoa(i)+"/subject", s, "", "a subject of the plan", "what is transformed is not of the plan")
		}
	}
}

// q05: what is left out is said, and what is adapted is said how.
func (c *reportCheck) q05() {
	for i := range c.report.Assessments {
		a := &c.report.Assessments[i]
		s := subjectOf(a.Subject)
		if a.Status == asif.AssessmentStatusAdapted && len(c.adaptations[s]) == 0 {
			c.subjectFault("Q05", "/assessments/"+strconv.Itoa(i)+"/status", s, string(a.Status), "a transformation", "nothing says how the subject is adapted")
		}
	}
	for i := range c.report.Transformations {
		t := &c.report.Transformations[i]
		s := subjectOf(t.Subject)
		if a := c.assessments[s]; a != nil && a.Status == asif.AssessmentStatusOmitted && len(t.Losses) == 0 {
			c.subjectFault("Q05", "/transformations/"+strconv.Itoa(i)+"/losses", s, "", "losses", "the subject is omitted, but nothing is said to be lost")
		}
	}
}

// claim is the result of an import or a continuation: its status, that of nothing done, the one that needs proof, and
// the kind of evidence that proves it.
type claim struct {
	member                string
	status, none, success string
	proof                 asif.EvidenceKind
	evidence              []string
	allowed               func(asif.ActionKind) bool
	action                string
}

func (c *reportCheck) claims() []claim {
	in, on := &c.report.ImportResult, &c.report.ContinuationResult
	return []claim{
		{"import_result", string(in.Status), string(asif.ImportStatusNotAttempted), string(asif.ImportStatusImported),
			asif.EvidenceKindImport, in.EvidenceIDs, continuation.AgentAction, "model_request or resume_native"},
		{"continuation_result", string(on.Status), string(asif.ContinuationStatusNotTested), string(asif.ContinuationStatusContinued),
			asif.EvidenceKindContinuation, on.EvidenceIDs, continuation.ActiveAction, "model_request, resume_native or reconcile_operation"},
	}
}

// q06: what was only thought is not claimed, and what is claimed was seen.
func (c *reportCheck) q06() {
	synthetic := c.report.EvaluationMode == asif.EvaluationModeSynthetic
	for i, e := range c.report.Evidence {
		if !synthetic && e.Kind == asif.EvidenceKindSynthetic {
			c.fault("Q06", "/evidence/"+strconv.Itoa(i)+"/kind", string(e.Kind), "evidence of what was observed", "an observed report rests on synthetic evidence")
		}
	}
	for _, r := range c.claims() {
		proven := slices.ContainsFunc(r.evidence, func(id string) bool { return c.evidence[id] == r.proof })
		switch {
		case synthetic && r.status != r.none:
			c.fault("Q06", "/"+r.member+"/status", r.status, r.none, "a synthetic report claims that something was done")
		case !synthetic && r.status == r.success && !proven:
			c.fault("Q06", "/"+r.member+"/evidence_ids", fmt.Sprintf("%d IDs", len(r.evidence)), "evidence of kind "+string(r.proof), "what is claimed to be done is not proven")
		}
	}
}

// q07: only a plan that lets something run can have been run.
func (c *reportCheck) q07() {
	action := c.closure.Plan.NextAction.Kind
	for _, r := range c.claims() {
		if r.status != r.none && !r.allowed(action) {
			c.fault("Q07", "/"+r.member+"/status", r.status, r.none+", or a plan for "+r.action, "the plan's next action is "+string(action))
		}
	}
}
