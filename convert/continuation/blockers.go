package continuation

import (
	"fmt"
	"slices"

	"asif-convert/convert/asif"
)

// Blocker says why a subject of a closure cannot be supported or adapted at any destination, "" for no such reason (Q08).
// Two reasons are not for it to know: whether the context fits a model, and whether a required feature is known.
func (c *Closure) Blocker(s *Source, subject Subject) (string, error) {
	b := blockers[subject.Kind]
	if b == nil {
		return "", nil
	}
	return b(c, s, subject.ID)
}

var blockers = map[asif.SubjectKind]func(*Closure, *Source, string) (string, error){
	asif.SubjectKindPlan:          planBlocker,
	asif.SubjectKindContext:       contextBlocker,
	asif.SubjectKindConfiguration: configurationBlocker,
	asif.SubjectKindInstruction:   instructionBlocker,
	asif.SubjectKindResource:      resourceBlocker,
	asif.SubjectKindOperation:     operationBlocker,
}

func planBlocker(c *Closure, s *Source, _ string) (string, error) {
	b := c.Plan.Boundary
	switch {
	case b.Consistency != asif.ConsistencyConsistent:
		return fmt.Sprintf("the captured boundary is %s: %s", b.Consistency, b.Explanation), nil
	case b.Method == asif.BoundaryMethodBestEffort:
		return "the captured boundary is best effort: " + b.Explanation, nil
	}
	k := s.Checkpoints[c.Plan.CheckpointID]
	if AgentAction(c.Plan.NextAction.Kind) && k != nil && len(k.OpenDecisions) > 0 {
		return fmt.Sprintf("request %q is not answered", k.OpenDecisions[0].RequestID), nil
	}
	return "", nil
}

func contextBlocker(c *Closure, s *Source, id string) (string, error) {
	x := s.Contexts[id]
	if x == nil {
		return "", nil
	}
	if x.Fidelity == asif.FidelityPartial || x.Fidelity == asif.FidelityUnknown {
		return fmt.Sprintf("what the model saw is known to be %s", x.Fidelity), nil
	}
	unavailable, err := s.Unavailable(c.Plan.ID)
	if unavailable {
		return "the context lacks an event that the model had seen", err
	}
	return "", err
}

func configurationBlocker(_ *Closure, s *Source, id string) (string, error) {
	x := s.Configurations[id]
	if x == nil || x.Knowledge == asif.KnowledgeEffective {
		return "", nil
	}
	return fmt.Sprintf("which settings were in effect is known to be %s", x.Knowledge), nil
}

func instructionBlocker(c *Closure, s *Source, id string) (string, error) {
	b := s.Binding(c.Plan.ConfigurationID)
	if b == nil {
		return "nothing says whose word it is", nil
	}
	i := slices.IndexFunc(b.InstructionRules, func(r asif.InstructionRule) bool { return r.InstructionID == id })
	switch {
	case i < 0:
		return "nothing says whose word it is", nil
	case b.InstructionRules[i].Authority == asif.AuthorityUnknown:
		return "whose word it is is not known", nil
	case b.InstructionRules[i].MergeBehavior == asif.MergeBehaviorUnknown:
		return "what it does to the instructions before it is not known", nil
	}
	return "", nil
}

func resourceBlocker(_ *Closure, s *Source, id string) (string, error) {
	r := s.Resources[id]
	if r == nil || r.Availability == asif.AvailabilityEmbedded || r.Availability == asif.AvailabilityExternal {
		return "", nil
	}
	return fmt.Sprintf("its bytes are %s", r.Availability), nil
}

func operationBlocker(c *Closure, s *Source, id string) (string, error) {
	o := s.Operation(id)
	if o == nil {
		return "", nil
	}
	if reconciles(c.Plan, id) {
		if o.Recovery.Strategy == asif.RecoveryStrategyRestart || o.Recovery.Strategy == asif.RecoveryStrategyRefuse {
			return fmt.Sprintf("it is not to be reconciled: its recovery is %s", o.Recovery.Strategy), nil
		}
		return "", nil
	}
	switch o.State {
	case asif.OperationStatePending, asif.OperationStateRunning:
		return fmt.Sprintf("it is %s", o.State), nil
	case asif.OperationStateOutcomeUnknown:
		return "how it ended is not known", nil
	}
	return "", nil
}
