package destination

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/profiles"
)

// ErrChoice marks a choice that fits nothing in the plan: an unknown transformation or root.
var ErrChoice = errors.New("no such choice")

// classRevision is the revision of the behaviour classes' contracts, which a dependency on a tool accepts as version.
const classRevision = "1"

// Request is what an assessment starts from.
type Request struct {
	Source         *continuation.Source
	Plan           string
	DocumentSHA256 string            // of the document's exact bytes
	Destination    *Snapshot         // what is known of it
	From           *profiles.Profile // of the harness that the session is from; nil when there is none
	Knows          func(feature string) bool
	At, Expires    string // date-times with offset
	Choices        Choices
}

// Choices are a user's.
type Choices struct {
	Accept []string          // IDs of transformations, or "all"
	User   string            // who accepts
	Roots  map[string]string // where a root lies at the destination, by its ID or by its path at the source
	Model  string            // "PROVIDER/ID", or "ID" of the destination's own provider; "" leaves the choice to the assessment
}

// Result is a report with what it has no place for.
type Result struct {
	Report  asif.Report
	Closure continuation.Closure
	Todo    map[continuation.Subject]string // what would mend a subject that blocks
}

// Assess answers whether a destination can do what a plan says. Without observation the machine is taken to be as the
// source's was, with the destination's harness on it; the report is synthetic then. Errors are those of
// [continuation.ClosureOf], of reading the document, and [ErrChoice].
func Assess(r Request) (Result, error) {
	closure, err := continuation.ClosureOf(r.Source, r.Plan)
	if err != nil {
		return Result{}, err
	}
	a := &assessor{Request: r, src: r.Source, plan: closure.Plan, closure: &closure, dest: &r.Destination.Profile, observed: r.Destination.Observed,
		todo: map[continuation.Subject]string{}, verdicts: map[continuation.Subject]verdict{}}
	a.same = a.src.Profile.SourceRuntime.Agent.ID == a.dest.Name
	if err := a.chooseRoots(); err != nil {
		return Result{}, err
	}
	if err := a.readContext(); err != nil {
		return Result{}, err
	}
	a.chooseModel()
	if err := a.count(); err != nil {
		return Result{}, err
	}
	for _, e := range closure.Entries {
		if _, err := a.judge(e.Subject); err != nil {
			return Result{}, err
		}
	}
	report, err := a.report()
	return Result{Report: report, Closure: closure, Todo: a.todo}, err
}

// assessor is one assessment under way.
type assessor struct {
	Request
	src      *continuation.Source
	plan     *asif.Plan
	closure  *continuation.Closure
	dest     *profiles.Profile
	observed bool
	same     bool // the destination's harness is the source's
	roots    []placedRoot
	context  contextFacts
	model    asif.ModelAssessment
	fitting  string // how the fit was found, for people
	verdicts map[continuation.Subject]verdict
	changes  []asif.Transformation
	todo     map[continuation.Subject]string
}

// verdict is what an assessor says of one subject.
type verdict struct {
	status   asif.AssessmentStatus
	detail   string
	do       string // what would mend it
	evidence []string
	resolved *asif.Resolved
}

// Evidence, by ID.
const (
	evidenceDocument   = "document"
	evidenceProfile    = "profile"
	evidenceMachine    = "machine"
	evidenceTokens     = "tokens"
	evidenceAcceptance = "acceptance"
)

func supported(detail string, args ...any) verdict {
	return verdict{status: asif.AssessmentStatusSupported, detail: fmt.Sprintf(detail, args...)}
}

func adapted(detail string, args ...any) verdict {
	return verdict{status: asif.AssessmentStatusAdapted, detail: fmt.Sprintf(detail, args...)}
}

func omitted(detail string, args ...any) verdict {
	return verdict{status: asif.AssessmentStatusOmitted, detail: fmt.Sprintf(detail, args...)}
}

func unresolved(detail, do string) verdict {
	return verdict{status: asif.AssessmentStatusUnresolved, detail: detail, do: do}
}

func unsupported(detail, do string) verdict {
	return verdict{status: asif.AssessmentStatusUnsupported, detail: detail, do: do}
}

// blocks tells whether a status is one of a blocker.
func blocks(s asif.AssessmentStatus) bool {
	return s == asif.AssessmentStatusOmitted || s == asif.AssessmentStatusUnresolved || s == asif.AssessmentStatusUnsupported
}

// judge assesses a subject, once. A subject may ask for those that it depends on.
func (a *assessor) judge(s continuation.Subject) (verdict, error) {
	if v, ok := a.verdicts[s]; ok {
		return v, nil
	}
	a.verdicts[s] = unresolved("it depends on itself", "") // until it is known better
	v, err := a.assess(s)
	if err != nil {
		return v, fmt.Errorf("assessing %v: %w", s, err)
	}
	if len(v.evidence) == 0 {
		v.evidence = []string{evidenceDocument, a.seen()}
	}
	if v.do != "" && blocks(v.status) {
		a.todo[s] = v.do
	}
	a.verdicts[s] = v
	return v, nil
}

func (a *assessor) assess(s continuation.Subject) (verdict, error) {
	why, err := a.closure.Blocker(a.src, s)
	if err != nil {
		return verdict{}, err
	}
	if why != "" {
		v := unresolved(why, a.remedy(s))
		v.evidence = []string{evidenceDocument}
		return v, nil
	}
	judge := assessors()[s.Kind]
	if judge == nil {
		return unsupported(fmt.Sprintf("subjects of kind %s are not known here", s.Kind), ""), nil
	}
	return judge(a, s)
}

// seen is the evidence of what is known of the destination.
func (a *assessor) seen() string {
	if a.observed {
		return evidenceMachine
	}
	return evidenceProfile
}

// change notes a transformation, and what it loses. Its ID is made of what it does to what, so that an acceptance means
// the same at the next assessment.
func (a *assessor) change(s continuation.Subject, rule, target string, losses ...string) {
	if losses == nil {
		losses = []string{}
	}
	id := rule + ":" + string(s.Kind) + ":" + s.ID
	for n := 2; slices.ContainsFunc(a.changes, func(t asif.Transformation) bool { return t.ID == id }); n++ {
		id = fmt.Sprintf("%s:%s:%s~%d", rule, s.Kind, s.ID, n)
	}
	a.changes = append(a.changes, asif.Transformation{ID: id, Subject: inReport(s), Target: target, Rule: rule, Losses: losses, EvidenceIDs: []string{}})
}

func inReport(s continuation.Subject) asif.Subject {
	return asif.Subject{Kind: s.Kind, ID: s.ID, OwnerID: s.OwnerID}
}

// report puts everything together.
func (a *assessor) report() (asif.Report, error) {
	if err := a.accept(); err != nil {
		return asif.Report{}, err
	}
	r := asif.Report{
		ReportVersion: "0.2", EvaluationMode: asif.EvaluationModeSynthetic,
		Source:      asif.ReportSource{SessionID: a.src.SessionID, CaptureID: a.src.CaptureID, PlanID: a.plan.ID, DocumentSHA256: a.DocumentSHA256},
		Destination: asif.ReportDestination{ID: a.dest.Name, Runtime: a.runtime(), CapabilitiesSHA256: a.Destination.SHA256()},
		AssessedAt:  a.At, ExpiresAt: a.Expires,
		Assessments: []asif.Assessment{}, PathBindings: a.bindings(), IdentityMappings: []asif.IdentityMapping{},
		Transformations: append([]asif.Transformation{}, a.changes...), ModelAssessment: a.model, BlockingReasons: []asif.BlockingReason{}, Evidence: a.evidence(),
		ImportResult:       asif.ImportResult{Status: asif.ImportStatusNotAttempted, EvidenceIDs: []string{}, Detail: "Nothing was imported."},
		ContinuationResult: asif.ContinuationResult{Status: asif.ContinuationStatusNotTested, EvidenceIDs: []string{}, Detail: "Nothing was continued."},
	}
	if a.observed {
		r.EvaluationMode = asif.EvaluationModeObserved
	}
	for _, e := range a.closure.Entries {
		v := a.verdicts[e.Subject]
		r.Assessments = append(r.Assessments, asif.Assessment{Subject: inReport(e.Subject), Status: v.status, Required: e.Required, Detail: sentence(v.detail),
			EvidenceIDs: v.evidence, Resolved: v.resolved})
		if e.Required && blocks(v.status) {
			r.BlockingReasons = append(r.BlockingReasons, asif.BlockingReason{Subject: inReport(e.Subject), Reason: sentence(v.detail)})
		}
	}
	r.Outcome = outcome(&r)
	return r, seal(&r)
}

// outcome follows from the assessments (Q12).
func outcome(r *asif.Report) asif.Verdict {
	if len(r.BlockingReasons) > 0 {
		return asif.VerdictBlocked
	}
	for _, t := range r.Transformations {
		i := slices.IndexFunc(r.Assessments, func(x asif.Assessment) bool {
			return x.Subject.Kind == t.Subject.Kind && x.Subject.ID == t.Subject.ID && x.Subject.OwnerID == t.Subject.OwnerID
		})
		if i >= 0 && r.Assessments[i].Required && !t.Accepted {
			return asif.VerdictAdaptationRequired
		}
	}
	return asif.VerdictReady
}

// sentence begins with a capital letter and ends with a stop.
func sentence(s string) string {
	if s == "" {
		return "Nothing more is known."
	}
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// unknown stands in a document for a name that was not recorded.
const unknown = "unknown"

// runtime is the destination's. What was not looked at is as at the source, or else the commonest.
func (a *assessor) runtime() asif.Runtime {
	src := a.src.Profile.SourceRuntime
	r := asif.Runtime{Agent: asif.RuntimeAgent{ID: a.dest.Name}, Adapter: asif.RuntimeAdapter{ID: "asif-convert/" + a.dest.Name},
		OS: src.OS, Architecture: src.Architecture}
	if len(a.dest.State) > 0 {
		r.Agent.StateFormat = &a.dest.State[0].Format
	}
	if version := a.version(); version != "" {
		r.Agent.Version = &version
	}
	if a.observed {
		r.OS, r.Architecture = a.Destination.OS, a.Destination.Architecture
	} else if r.OS == unknown || r.Architecture == unknown {
		r.OS, r.Architecture = "linux", "amd64"
	}
	return r
}

// version is that of the destination's harness: what was seen, else the source's own where the profile was verified with
// it, else the newest that it was verified with.
func (a *assessor) version() string {
	if a.observed {
		if a.Destination.Agent == nil || a.Destination.Agent.Version == nil {
			return ""
		}
		return *a.Destination.Agent.Version
	}
	if v := a.src.Profile.SourceRuntime.Agent.Version; a.same && v != nil {
		return *v
	}
	if n := len(a.dest.Versions); n > 0 {
		return a.dest.Versions[n-1]
	}
	return ""
}

func (a *assessor) evidence() []asif.Evidence {
	seen := asif.EvidenceKindSynthetic
	if a.observed {
		seen = asif.EvidenceKindInspection
	}
	list := []asif.Evidence{
		{ID: evidenceDocument, Producer: "asif-convert", Time: a.At, Kind: asif.EvidenceKindInspection, Detail: "The document and the closure of its plan.", Reference: "sha256:" + a.DocumentSHA256},
		{ID: evidenceProfile, Producer: "asif-convert", Time: a.At, Kind: seen, Detail: "What the profile of " + a.dest.Title + " says.", Reference: "sha256:" + a.Destination.SHA256()},
	}
	if a.observed {
		list = append(list, asif.Evidence{ID: evidenceMachine, Producer: "asif-convert", Time: a.Destination.TakenAt, Kind: asif.EvidenceKindInspection,
			Detail: "What the machine showed; nothing was started there.", Reference: "sha256:" + a.Destination.SHA256()})
	}
	list = append(list, asif.Evidence{ID: evidenceTokens, Producer: "asif-convert", Time: a.At, Kind: asif.EvidenceKindInspection, Detail: sentence(a.fitting)})
	if slices.ContainsFunc(a.changes, func(t asif.Transformation) bool { return t.Accepted }) {
		list = append(list, asif.Evidence{ID: evidenceAcceptance, Producer: a.Choices.User, Time: a.At, Kind: asif.EvidenceKindAcceptance,
			Detail: "Accepted by " + a.Choices.User + ": " + strings.Join(a.Choices.Accept, ", ") + "."})
	}
	return list
}

// accept marks what the user accepts.
func (a *assessor) accept() error {
	for _, id := range a.Choices.Accept {
		known := id == "all"
		for i := range a.changes {
			if t := &a.changes[i]; id == "all" || t.ID == id {
				known, t.Accepted, t.EvidenceIDs = true, true, []string{evidenceAcceptance}
			}
		}
		if !known {
			return fmt.Errorf("%w: nothing called %q is to be accepted", ErrChoice, id)
		}
	}
	return nil
}
