package check

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"

	"github.com/go-json-experiment/json/jsontext"
)

// Assessed is what a destination report is held against.
type Assessed struct {
	Source *continuation.Source
	SHA256 string    // of the source document's exact bytes, in lower-case hexadecimal
	Now    time.Time // the time at which the report should hold
}

// ValidateReport checks a destination report: the object tables, and the rules Q01 to Q12 and N01. Of the options,
// Rules, Strict and Max count. Errors are of the options, and of a source whose closure cannot be computed, never of the
// report.
func ValidateReport(report []byte, of Assessed, o Options) (Report, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Report{}, err
	}
	c := &reportCheck{Assessed: of, raw: report, out: newCollector(o.Max), enabled: enabledRules(o.Rules)}
	if f := unreadableReport(report, &c.tree); f.Rule != "" {
		c.out.add(f)
	} else if err := c.run(); err != nil {
		return Report{}, fmt.Errorf("validating a destination report: %w", err)
	}
	r := Report{Findings: c.out.findings(), Counts: c.out.counts, UnsupportedFeatures: []string{}}
	slices.SortStableFunc(r.Findings, inDocumentOrder)
	r.Valid = r.Counts.Errors == 0 && (!o.Strict || r.Counts.Warnings == 0)
	return r, nil
}

// reportCheck is a destination report while it is checked.
type reportCheck struct {
	Assessed
	tree
	raw     []byte
	out     *collector
	enabled map[string]bool

	report      asif.Report
	closure     *continuation.Closure // nil: the plan is not in the source
	evidence    map[string]asif.EvidenceKind
	assessments map[continuation.Subject]*asif.Assessment
	adaptations map[continuation.Subject][]*asif.Transformation
}

// reportRules are the rules about reports. Those of the second list need the plan's closure.
var (
	reportRules     = []func(*reportCheck){(*reportCheck).n01, (*reportCheck).q01, (*reportCheck).q02, (*reportCheck).q04, (*reportCheck).q05, (*reportCheck).q06}
	reportPlanRules = []func(*reportCheck){(*reportCheck).q03, (*reportCheck).q04Subjects, (*reportCheck).q07, (*reportCheck).q09,
		(*reportCheck).q10, (*reportCheck).q11, (*reportCheck).q12}
)

func (c *reportCheck) run() error {
	s, err := compiledSchemas()
	if err != nil {
		return err
	}
	faults := s.check("report", c.root())
	for _, f := range faults {
		c.fault(SchemaRule, f.pointer, f.got, f.want, f.message)
	}
	if len(faults) > 0 {
		return nil // what does not fit its objects is not looked into
	}
	if err := asif.Unmarshal(c.raw, &c.report); err != nil {
		return err
	}
	c.index()
	for _, rule := range reportRules {
		rule(c)
	}
	closure, err := continuation.ClosureOf(c.Source, c.report.Source.PlanID)
	if errors.Is(err, continuation.ErrNoPlan) {
		return nil // Q01 reports it
	}
	if err != nil {
		return err
	}
	c.closure = &closure
	for _, rule := range reportPlanRules {
		rule(c)
	}
	return c.q08()
}

func (c *reportCheck) index() {
	c.evidence = map[string]asif.EvidenceKind{}
	for _, e := range c.report.Evidence {
		c.evidence[e.ID] = e.Kind
	}
	c.assessments = map[continuation.Subject]*asif.Assessment{}
	for i := range c.report.Assessments {
		a := &c.report.Assessments[i]
		c.assessments[subjectOf(a.Subject)] = a
	}
	c.adaptations = map[continuation.Subject][]*asif.Transformation{}
	for i := range c.report.Transformations {
		t := &c.report.Transformations[i]
		c.adaptations[subjectOf(t.Subject)] = append(c.adaptations[subjectOf(t.Subject)], t)
	}
}

func subjectOf(s asif.Subject) continuation.Subject {
	return continuation.Subject{Kind: s.Kind, ID: s.ID, OwnerID: s.OwnerID}
}

// blocking tells whether a status is one of a subject that is not there.
func blocking(s asif.AssessmentStatus) bool {
	return s == asif.AssessmentStatusOmitted || s == asif.AssessmentStatusUnresolved || s == asif.AssessmentStatusUnsupported
}

// fault reports a broken rule of the report.
func (c *reportCheck) fault(rule, pointer, got, want, message string) {
	if !c.enabled[rule] {
		return
	}
	v, _ := c.root().at(pointer)
	f := Finding{Rule: rule, Severity: severityOf(rule), Pointer: pointer, Byte: v.start(), EntityType: "report",
		EntityID: c.root().get("id").str(), Got: cut(got), Want: want, Message: message, placed: true}
	f.Line = 1 + bytes.Count(c.raw[:f.Byte], []byte{'\n'})
	c.out.add(f)
}

// subjectFault reports a broken rule about one subject.
func (c *reportCheck) subjectFault(rule, pointer string, s continuation.Subject, got, want, message string) {
	c.fault(rule, pointer, got, want, s.String()+": "+message)
}

// reportDepth is how deep a report may be nested.
const reportDepth = 128

// unreadableReport says why a text is no JSON, or parses it: then the finding has no rule.
func unreadableReport(raw []byte, t *tree) Finding {
	f := Finding{Severity: Error, EntityType: "report"}
	d := jsontext.NewDecoder(bytes.NewReader(raw))
	_, err := d.ReadValue()
	if err == nil {
		if _, err = d.ReadToken(); err == nil {
			err = &jsontext.SyntacticError{ByteOffset: d.InputOffset(), Err: errSyntax}
		}
	}
	if errors.Is(err, io.EOF) && len(bytes.TrimSpace(raw)) > 0 {
		if t.parse(raw, reportDepth) != nil {
			f.Rule, f.Want, f.Message = "P04", fmt.Sprintf("at most %d", reportDepth), "the report is nested too deep"
		}
		return f
	}
	f.Rule, f.Message = syntaxRule(&asif.SyntaxError{Err: err}), err.Error()
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		f.Byte, f.Pointer, f.Message = min(syntax.ByteOffset, int64(len(raw))), string(syntax.JSONPointer), syntax.Err.Error()
	}
	f.Line = 1 + bytes.Count(raw[:f.Byte], []byte{'\n'})
	return f
}
