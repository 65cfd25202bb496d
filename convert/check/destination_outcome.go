package check

import (
	"strconv"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// q10: the roots that matter lie somewhere at the destination, and its file system tells their paths apart.
func (c *reportCheck) q10() {
	bound := map[string]bool{}
	for _, b := range c.report.PathBindings {
		bound[b.RootID] = true
	}
	selected := map[string]string{} // root → workspace
	for _, id := range c.closure.Plan.WorkspaceIDs {
		w, s := c.Source.Workspace(id), continuation.Subject{Kind: asif.SubjectKindWorkspace, ID: id}
		selected[w.RootID] = id
		a := c.assessments[s]
		needed := c.closure.Find(s).Required || a != nil && !blocking(a.Status)
		if needed && !bound[w.RootID] {
			c.subjectFault("Q10", "/path_bindings", s, "", "a binding of root "+w.RootID, "nothing says where the workspace's root lies")
		}
	}
	for i := range c.report.PathBindings {
		b, at := &c.report.PathBindings[i], "/path_bindings/"+strconv.Itoa(i)
		id, ok := selected[b.RootID]
		if !ok {
			c.fault("Q10", at+"/root_id", b.RootID, "a root of a workspace that the plan selects", "the path binding is of a root that the plan does not have")
			continue
		}
		c.collisions(at, b, id)
	}
}

// collisions looks for paths of a workspace that are one path at the destination.
func (c *reportCheck) collisions(at string, b *asif.PathBinding, workspace string) {
	seen := map[string]string{}
	for _, e := range continuation.Flatten(c.Source.Profile.Workspaces, workspace) {
		name := destinationName(b, e.Path)
		if other, taken := seen[name]; taken {
			c.fault("Q10", at, e.Path, "a path that the destination tells from "+strconv.Quote(other), "two paths of workspace "+strconv.Quote(workspace)+" are one path at the destination")
			continue
		}
		seen[name] = e.Path
	}
}

// normalForms are the forms in which a file system compares names.
var normalForms = map[asif.UnicodeNormalization]func(string) string{
	asif.UnicodeNormalizationNone: func(s string) string { return s },
	asif.UnicodeNormalizationNFC:  norm.NFC.String,
	asif.UnicodeNormalizationNFD:  norm.NFD.String,
}

// destinationName maps paths that are one path under a binding to the same text.
func destinationName(b *asif.PathBinding, path string) string {
	form := normalForms[b.UnicodeNormalization]
	name := form(path)
	if !b.CaseSensitive {
		name = form(cases.Fold().String(name))
	}
	return name
}

// q11: what is said of the model fits together.
func (c *reportCheck) q11() {
	m := &c.report.ModelAssessment
	if want := c.closure.Plan.ModelRequirements.SourceModel; !sameModel(m.Source, want) {
		c.fault("Q11", "/model_assessment/source", m.Source.ID, want.Provider+" "+want.ID, "the report's source model is not the plan's")
	}
	if m.Fit == asif.FitFits {
		switch {
		case m.Tokenizer == nil || m.InputTokens == nil || m.InputLimit == nil:
			c.fault("Q11", "/model_assessment/fit", string(m.Fit), "tokenizer, input_tokens and input_limit", "the context is said to fit, but it was not counted")
		case *m.InputTokens > *m.InputLimit-m.OutputReserve:
			c.fault("Q11", "/model_assessment/fit", strconv.FormatInt(*m.InputTokens+m.OutputReserve, 10), "at most "+strconv.FormatInt(*m.InputLimit, 10),
				"the context is said to fit, but it is too long")
		}
	}
	s := continuation.Subject{Kind: asif.SubjectKindModel, ID: c.closure.Plan.ID}
	if a := c.assessments[s]; a != nil && a.Status == asif.AssessmentStatusSupported && !sameModel(m.Source, m.Target) {
		c.subjectFault("Q11", "/model_assessment/target", s, m.Target.ID, m.Source.Provider+" "+m.Source.ID, "another model is called supported, not adapted")
	}
}

func sameModel(a, b asif.Model) bool {
	return a.Provider == b.Provider && a.ID == b.ID && deref(a.Revision) == deref(b.Revision)
}

// q12: the outcome follows from the assessments, and the blocking reasons name what blocks.
func (c *reportCheck) q12() {
	want, blockers := asif.VerdictReady, map[continuation.Subject]bool{}
	for i := range c.report.Assessments {
		a := &c.report.Assessments[i]
		if e := c.closure.Find(subjectOf(a.Subject)); e != nil && e.Required && blocking(a.Status) {
			blockers[e.Subject] = true
		}
	}
	for i := range c.report.Transformations {
		t := &c.report.Transformations[i]
		if e := c.closure.Find(subjectOf(t.Subject)); e != nil && e.Required && !t.Accepted {
			want = asif.VerdictAdaptationRequired
		}
	}
	if len(blockers) > 0 {
		want = asif.VerdictBlocked
	}
	if c.report.Outcome != want {
		c.fault("Q12", "/outcome", string(c.report.Outcome), string(want), "the outcome does not follow from the assessments")
	}
	named := map[continuation.Subject]bool{}
	for i := range c.report.BlockingReasons {
		s := subjectOf(c.report.BlockingReasons[i].Subject)
		named[s] = true
		if !blockers[s] {
			c.subjectFault("Q12", "/blocking_reasons/"+strconv.Itoa(i), s, "", "a required subject that is omitted, unresolved or unsupported", "the subject does not block")
		}
	}
	for _, e := range c.closure.Entries {
		if blockers[e.Subject] && !named[e.Subject] {
			c.subjectFault("Q12", "/blocking_reasons", e.Subject, "", "a blocking reason", "nothing says why the subject blocks")
		}
	}
}
