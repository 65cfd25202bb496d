package continuation

import (
	"testing"

	"asif-convert/convert/asif"
)

// blocked is a document with one of everything that can block, and nothing that does.
func blocked() *asif.ASIFDocument {
	return &asif.ASIFDocument{ASIFVersion: asif.Version,
		Resources: []asif.Resource{{ID: "r", Availability: asif.AvailabilityExternal}},
		Configurations: []asif.Configuration{{ID: "setup", Knowledge: asif.KnowledgeEffective,
			Instructions: []asif.Instruction{{ID: "rule", Parts: []asif.Part{{Kind: asif.PartResource, ResourceID: "r"}}}}}},
		Contexts:    []asif.Context{{ID: "live", Fidelity: asif.FidelityReconstructed}},
		Checkpoints: []asif.Checkpoint{{ID: "end"}},
		Continuation: &asif.ContinuationProfile{
			ConfigurationBindings: []asif.ConfigurationBinding{{ConfigurationID: "setup", InstructionRules: []asif.InstructionRule{
				{InstructionID: "rule", Authority: asif.AuthorityUser, MergeBehavior: asif.MergeBehaviorAppend}}}},
			Operations: []asif.Operation{{ID: "job", State: asif.OperationStateSucceeded, Recovery: asif.OperationRecovery{Strategy: asif.RecoveryStrategyReconcile}}},
			Plans: []asif.Plan{{ID: "p", CheckpointID: "end", ContextID: "live", ConfigurationID: "setup", OperationIDs: []string{"job"},
				Boundary:   asif.PlanBoundary{Method: asif.BoundaryMethodQuiesced, Consistency: asif.ConsistencyConsistent},
				NextAction: asif.NextAction{Kind: asif.ActionKindModelRequest}}}}}
}

func TestKnownBlockersAreNamed(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(*asif.ASIFDocument)
		kind   asif.SubjectKind // that blocks; "" for none
	}{
		{"nothing", func(*asif.ASIFDocument) {}, ""},
		{"an inconsistent boundary", func(d *asif.ASIFDocument) {
			d.Continuation.Plans[0].Boundary.Consistency = asif.ConsistencyPartial
		}, asif.SubjectKindPlan},
		{"a boundary at best effort", func(d *asif.ASIFDocument) {
			d.Continuation.Plans[0].Boundary.Method = asif.BoundaryMethodBestEffort
		}, asif.SubjectKindPlan},
		{"an open decision", func(d *asif.ASIFDocument) {
			d.Checkpoints[0].OpenDecisions = []asif.OpenDecision{{RequestID: "q"}}
		}, asif.SubjectKindPlan},
		{"an open decision that nobody runs into", func(d *asif.ASIFDocument) {
			d.Checkpoints[0].OpenDecisions = []asif.OpenDecision{{RequestID: "q"}}
			d.Continuation.Plans[0].NextAction.Kind = asif.ActionKindAwaitUser
		}, ""},
		{"a partial context", func(d *asif.ASIFDocument) { d.Contexts[0].Fidelity = asif.FidelityPartial }, asif.SubjectKindContext},
		{"an exact context", func(d *asif.ASIFDocument) { d.Contexts[0].Fidelity = asif.FidelityExact }, ""},
		{"an event that is not to be had", func(d *asif.ASIFDocument) {
			d.Continuation.Plans[0].ContextAccounting = []asif.ContextAccounting{{EventID: "e", Disposition: asif.DispositionUnavailable}}
		}, asif.SubjectKindContext},
		{"an event that was no input", func(d *asif.ASIFDocument) {
			d.Continuation.Plans[0].ContextAccounting = []asif.ContextAccounting{{EventID: "e", Disposition: asif.DispositionNotInput}}
		}, ""},
		{"a declared configuration", func(d *asif.ASIFDocument) { d.Configurations[0].Knowledge = asif.KnowledgeDeclared }, asif.SubjectKindConfiguration},
		{"an instruction of nobody", func(d *asif.ASIFDocument) {
			d.Continuation.ConfigurationBindings[0].InstructionRules[0].Authority = asif.AuthorityUnknown
		}, asif.SubjectKindInstruction},
		{"an instruction that merges somehow", func(d *asif.ASIFDocument) {
			d.Continuation.ConfigurationBindings[0].InstructionRules[0].MergeBehavior = asif.MergeBehaviorUnknown
		}, asif.SubjectKindInstruction},
		{"an instruction without a rule", func(d *asif.ASIFDocument) { d.Continuation.ConfigurationBindings = nil }, asif.SubjectKindInstruction},
		{"an untrusted instruction", func(d *asif.ASIFDocument) {
			d.Continuation.ConfigurationBindings[0].InstructionRules[0].Authority = asif.AuthorityUntrusted
		}, ""},
		{"missing bytes", func(d *asif.ASIFDocument) { d.Resources[0].Availability = asif.AvailabilityRedacted }, asif.SubjectKindResource},
		{"a running job", func(d *asif.ASIFDocument) { d.Continuation.Operations[0].State = asif.OperationStateRunning }, asif.SubjectKindOperation},
		{"a failed job", func(d *asif.ASIFDocument) { d.Continuation.Operations[0].State = asif.OperationStateFailed }, ""},
		{"a job that is being reconciled", func(d *asif.ASIFDocument) {
			d.Continuation.Operations[0].State = asif.OperationStateOutcomeUnknown
			d.Continuation.Plans[0].NextAction = asif.NextAction{Kind: asif.ActionKindReconcileOperation, OperationID: "job"}
		}, ""},
		{"a job that must not be reconciled", func(d *asif.ASIFDocument) {
			d.Continuation.Operations[0].Recovery.Strategy = asif.RecoveryStrategyRefuse
			d.Continuation.Plans[0].NextAction = asif.NextAction{Kind: asif.ActionKindReconcileOperation, OperationID: "job"}
		}, asif.SubjectKindOperation},
	} {
		d := blocked()
		c.change(d)
		s := opened(t, d)
		closure := closureOf(t, s)
		var got asif.SubjectKind
		for _, e := range closure.Entries {
			why, err := closure.Blocker(s, e.Subject)
			if err != nil {
				t.Fatal(err)
			}
			if why != "" {
				got = e.Kind
			}
		}
		if got != c.kind {
			t.Errorf("%s: %q blocks, want %q", c.what, got, c.kind)
		}
	}
}
