package check

import (
	"slices"
	"strconv"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
)

// q08: what is known to block is not called supported or adapted, required or not.
func (c *reportCheck) q08() error {
	for i := range c.report.Assessments {
		a := &c.report.Assessments[i]
		s := subjectOf(a.Subject)
		if blocking(a.Status) || c.closure.Find(s) == nil {
			continue
		}
		why, err := c.blocker(s)
		if err != nil {
			return err
		}
		if why != "" {
			c.subjectFault("Q08", "/assessments/"+strconv.Itoa(i)+"/status", s, string(a.Status), "omitted, unresolved or unsupported", why)
		}
	}
	return nil
}

// blocker is why a subject cannot be had at this destination, or at any; "" for nothing that is known.
func (c *reportCheck) blocker(s continuation.Subject) (string, error) {
	switch {
	case s.Kind == asif.SubjectKindModel && c.report.ModelAssessment.Fit != asif.FitFits:
		return "whether the context fits the model is " + string(c.report.ModelAssessment.Fit), nil
	case s.Kind == asif.SubjectKindFeature && !slices.ContainsFunc(gated, func(g gate) bool { return g.feature == s.ID }):
		return "the feature is unknown", nil
	}
	return c.closure.Blocker(c.Source, s)
}

// supportRules say what a supported subject's resolution holds, by kind (Q09).
var supportRules = map[asif.SubjectKind]func(*support){
	asif.SubjectKindDependency: (*support).dependency, asif.SubjectKindService: (*support).service,
	asif.SubjectKindNativeImport: (*support).nativeImport, asif.SubjectKindOperation: (*support).operation,
	asif.SubjectKindCheckpointRequirement: (*support).requirement, asif.SubjectKindEnvironmentRequirement: (*support).requirement,
}

// support is the assessment of a supported subject while it is checked.
type support struct {
	*asif.Assessment
	c        *reportCheck
	subject  continuation.Subject
	pointer  string
	resolved asif.Resolved // empty when there is none
}

func (c *reportCheck) q09() {
	for i := range c.report.Assessments {
		a := &c.report.Assessments[i]
		s := support{Assessment: a, c: c, subject: subjectOf(a.Subject), pointer: "/assessments/" + strconv.Itoa(i)}
		rule := supportRules[s.subject.Kind]
		if a.Status != asif.AssessmentStatusSupported || rule == nil || c.closure.Find(s.subject) == nil {
			continue
		}
		if a.Resolved != nil {
			s.resolved = *a.Resolved
		}
		rule(&s)
	}
}

// need reports what a supported subject lacks.
//
//nolint:revive // each call is a row: what must hold, where, what is there
func (s *support) need(ok bool, member, got, want string) {
	if !ok {
		s.c.subjectFault("Q09", s.pointer+member, s.subject, got, want, "the subject is called supported without it")
	}
}

func (s *support) dependency() {
	d, to := s.c.Source.Dependency(s.subject.ID), &s.c.report.Destination.Runtime
	version := string(plainText(s.resolved.Version)) // "" for null
	s.need(s.resolved.Identity == d.Identity, "/resolved/identity", s.resolved.Identity, "identity "+d.Identity)
	s.need(version != "" && slices.Contains(d.AcceptedVersions, version), "/resolved/version", version, "an accepted version")
	s.need(slices.Contains(d.Platform.OS, to.OS), "/status", to.OS, "the destination's operating system among the dependency's")
	s.need(slices.Contains(d.Platform.Architectures, to.Architecture), "/status", to.Architecture, "the destination's architecture among the dependency's")
}

func (s *support) service() {
	v := s.c.Source.Service(s.subject.ID)
	account := s.resolved.Account
	s.need(account != nil && account.Provider == v.Account.Provider && account.Subject == v.Account.Subject, "/resolved/account", "",
		"account "+v.Account.Subject+" at "+v.Account.Provider)
	s.need(s.resolved.Audience == v.Audience, "/resolved/audience", s.resolved.Audience, "audience "+v.Audience)
	s.need(s.resolved.Endpoint != "", "/resolved/endpoint", "", "an endpoint")
	for _, scope := range v.Scopes {
		s.need(slices.Contains(s.resolved.Scopes, scope), "/resolved/scopes", "", "scope "+scope)
	}
	for _, h := range v.SecretHandles {
		s.need(slices.Contains(s.resolved.SecretHandles, h), "/resolved/secret_handles", "", "secret handle "+h)
	}
}

func (s *support) nativeImport() {
	n := s.c.Source.NativeImport(s.subject.ID)
	version := s.c.report.Destination.Runtime.Agent.Version
	s.need(version != nil && slices.Contains(n.AcceptedTargetAgentVersions, *version), "/status", deref(version), "a destination agent of an accepted version")
}

// operation: a supported reconciliation is one that was seen to be possible. Other operations have nothing to show.
func (s *support) operation() {
	if a := s.c.closure.Plan.NextAction; a.Kind != asif.ActionKindReconcileOperation || a.OperationID != s.subject.ID {
		return
	}
	o, found := s.c.Source.Operation(s.subject.ID), s.resolved.ExternalIdentity
	s.need(len(s.EvidenceIDs) > 0, "/evidence_ids", "", "evidence")
	s.need(string(s.resolved.RecoveryStrategy) == string(o.Recovery.Strategy), "/resolved/recovery_strategy", string(s.resolved.RecoveryStrategy),
		"recovery strategy "+string(o.Recovery.Strategy))
	id := o.ExternalIdentity
	s.need(id != nil && found != nil && id.Namespace == found.Namespace && id.Value == found.Value, "/resolved/external_identity", "",
		"the operation's external identity")
}

func (s *support) requirement() {
	list := s.c.requirements(s.subject)
	i := slices.IndexFunc(list, func(r asif.Requirement) bool { return r.ID == s.subject.ID })
	s.need(len(s.EvidenceIDs) > 0, "/evidence_ids", "", "evidence")
	s.need(s.resolved.Status == resolvedAvailable, "/resolved/status", s.resolved.Status, "status "+resolvedAvailable)
	if i >= 0 && list[i].SecretHandle != "" {
		s.need(slices.Contains(s.resolved.SecretHandles, list[i].SecretHandle), "/resolved/secret_handles", "", "secret handle "+list[i].SecretHandle)
	}
}

// resolvedAvailable is the one status that a resolution can have.
const resolvedAvailable = "available"

// requirements are those of the subject's owner.
func (c *reportCheck) requirements(s continuation.Subject) []asif.Requirement {
	if s.Kind == asif.SubjectKindCheckpointRequirement {
		return c.Source.Checkpoints[s.OwnerID].Requirements
	}
	return c.Source.Environments[s.OwnerID].Requirements
}
