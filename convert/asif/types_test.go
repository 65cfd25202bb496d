package asif

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// typed are the Go types of the core objects that have fixed fields.
var typed = []any{
	ASIFDocument{}, Capture{}, Producer{}, Session{}, NativeIdentifier{}, Lineage{}, EventReference{}, Provenance{},
	ProvenanceSource{}, SourceLocator{}, Participant{}, ParticipantChildSession{}, Execution{}, Tool{}, Instruction{},
	InstructionScope{}, InstructionActivation{}, Capability{}, Policy{}, Configuration{},
	ConfigurationSecretRequirements{}, Requirement{}, Environment{}, EnvironmentDefinition{}, Resource{},
	ContextInput{}, Context{}, Branch{}, BranchFork{}, Checkpoint{}, OpenCall{}, OpenDecision{}, TaskState{}, Usage{},
	Event{}, MessageData{}, ToolCallData{}, ToolResultData{}, DecisionRequestData{}, DecisionRequestOption{},
	DecisionResolutionData{}, TaskUpdateData{}, ContextCheckpointData{}, ConfigurationChangeData{},
	ExecutionTransitionData{}, ResourceChangeData{}, NoteData{}, ExtensionData{}, Coverage{}, Loss{}, LossReferences{},
	StreamSegment{}, Stream{}, ExternalBinding{}, ExternalBindingSource{}, ExternalCallDescriptor{},
	ExternalRequestDescriptor{}, ExternalRequestOption{},
}

// typedContinuation are the Go types of the objects of the profile and of reports.
var typedContinuation = []any{
	ContinuationProfile{}, Runtime{}, RuntimeAgent{}, RuntimeAdapter{}, Model{}, Workspace{}, WorkspaceSelection{}, WorkspaceEntry{}, Git{}, GitPrerequisite{}, GitIndexEntry{}, GitSubmodule{}, Dependency{}, DependencyPlatform{}, DependencyBinding{}, DependencyBehavior{}, ConfigurationBinding{}, InstructionRule{}, RuleScope{}, RuleActivation{}, Service{}, ServiceEndpoint{}, Account{}, Operation{}, ExternalIdentity{}, OperationRecovery{}, NativeImport{}, ImportAdapter{}, Plan{}, PlanBoundary{}, ContextAccounting{}, PlanLocation{}, PathReference{}, ModelRequirements{}, NextAction{}, Report{}, ReportSource{}, ReportDestination{}, Subject{}, Assessment{}, Resolved{}, Transformation{}, Evidence{}, PathBinding{}, IdentityMapping{}, ModelAssessment{}, BlockingReason{}, ImportResult{}, ContinuationResult{},
}

// kebab turns a type's name into its object's.
func kebab(name string) string {
	var b strings.Builder
	name = strings.Replace(name, "ASIF", "Asif", 1)
	for i, r := range name {
		if r >= 'A' && r <= 'Z' && i > 0 {
			b.WriteByte('-')
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String()
}

func typeOfObject(name string) reflect.Type {
	for _, v := range slices.Concat(typed, typedContinuation) {
		if t := reflect.TypeOf(v); kebab(t.Name()) == name {
			return t
		}
	}
	return nil
}

func TestThereAre69CoreObjects(t *testing.T) {
	parts, open := 0, 0
	for _, o := range coreObjects() {
		switch {
		case strings.HasSuffix(o.Name, "-part"):
			parts++
		case len(o.Members) == 0:
			open++
		case typeOfObject(o.Name) == nil:
			t.Errorf("%s has no Go type", o.Name)
		}
	}
	if n := parts + open + len(typed); parts != 4 || open != 7 || n != 69 {
		t.Errorf("4 parts, 7 open maps and 58 types make 69 objects, not %d, %d and %d", parts, open, len(typed))
	}
}

func TestTypesAgreeWithTheObjectTable(t *testing.T) {
	for _, v := range slices.Concat(typed, typedContinuation) {
		typ := reflect.TypeOf(v)
		o := Lookup(kebab(typ.Name()))
		if o == nil {
			t.Errorf("%s: no such object", typ.Name())
			continue
		}
		var want, got []string
		for i := range o.Members {
			want = append(want, memberText(o, &o.Members[i]))
		}
		for i := range typ.NumField() - 1 {
			got = append(got, fieldText(typ.Field(i)))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-table +type):\n%s", typ.Name(), d)
		}
		checkUnknown(t, typ)
	}
}

func checkUnknown(t *testing.T, typ reflect.Type) {
	t.Helper()
	last := typ.Field(typ.NumField() - 1)
	if last.Name != "Unknown" || last.Tag.Get("json") != ",embed" || last.Type != reflect.TypeFor[jsontext.Value]() {
		t.Errorf("%s does not end in Unknown", typ.Name())
	}
}

// memberText is the field that a member should have: name, optionality and type.
func memberText(o *Object, m *Member) string {
	s := m.Name
	if !m.Required {
		s += ",omitzero"
	}
	return s + " " + goType(o, m)
}

func goType(o *Object, m *Member) string {
	base := map[Shape]string{
		String: "string", Integer: "int64", Boolean: "bool", Number: "Value", Any: "Value", Contract: "Value", Content: "Part",
	}[m.Shape]
	record := m.Shape == Record
	if record {
		if t := typeOfObject(m.Object); t != nil {
			base = t.Name()
		} else {
			base, record = "Value", false
		}
	}
	if len(m.Enum) > 1 {
		base = "enum " + strings.Join(m.Enum, "|")
	}
	zeroIsLegal := m.Shape == Integer || m.Shape == Boolean || m.Shape == String && !m.NonEmpty && len(m.Enum) == 0
	switch {
	case m.List:
		return "[]" + base
	case m.Nullable && !m.Required: // null and nothing are told apart
		return "Value"
	case m.Nullable, !m.Required && (record || zeroIsLegal):
		return "*" + base
	}
	return base
}

// enums are the values of the string types.
var enums = map[reflect.Type][]string{
	reflect.TypeFor[Consistency]():              words(everyConsistency),
	reflect.TypeFor[LineageRelation]():          words(everyLineageRelation),
	reflect.TypeFor[ProvenanceMode]():           words(everyProvenanceMode),
	reflect.TypeFor[ParticipantKind]():          words(everyParticipantKind),
	reflect.TypeFor[ExecutionStatus]():          words(everyExecutionStatus),
	reflect.TypeFor[Knowledge]():                words(everyKnowledge),
	reflect.TypeFor[RequiredFor]():              words(everyRequiredFor),
	reflect.TypeFor[RequirementStatus]():        words(everyRequirementStatus),
	reflect.TypeFor[EnvironmentKind]():          words(everyEnvironmentKind),
	reflect.TypeFor[Availability]():             words(everyAvailability),
	reflect.TypeFor[Role]():                     words(everyRole),
	reflect.TypeFor[InputKind]():                words(everyInputKind),
	reflect.TypeFor[ArgumentsStatus]():          words(everyArgumentsStatus),
	reflect.TypeFor[Outcome]():                  words(everyOutcome),
	reflect.TypeFor[Purpose]():                  words(everyPurpose),
	reflect.TypeFor[Fidelity]():                 words(everyFidelity),
	reflect.TypeFor[CheckpointKnowledge]():      words(everyCheckpointKnowledge),
	reflect.TypeFor[CheckpointStatus]():         words(everyCheckpointStatus),
	reflect.TypeFor[OpenState]():                words(everyOpenState),
	reflect.TypeFor[UsageScope]():               words(everyUsageScope),
	reflect.TypeFor[Counter]():                  words(everyCounter),
	reflect.TypeFor[EventKind]():                words(everyEventKind),
	reflect.TypeFor[DecisionKind]():             words(everyDecisionKind),
	reflect.TypeFor[DecisionOutcome]():          words(everyDecisionOutcome),
	reflect.TypeFor[TaskStatus]():               words(everyTaskStatus),
	reflect.TypeFor[CheckpointReason]():         words(everyCheckpointReason),
	reflect.TypeFor[ResourceOperation]():        words(everyResourceOperation),
	reflect.TypeFor[Scope]():                    words(everyScope),
	reflect.TypeFor[CoverageStatus]():           words(everyCoverageStatus),
	reflect.TypeFor[LossStage]():                words(everyLossStage),
	reflect.TypeFor[StreamKind]():               words(everyStreamKind),
	reflect.TypeFor[StreamStatus]():             words(everyStreamStatus),
	reflect.TypeFor[BindingKind]():              words(everyBindingKind),
	reflect.TypeFor[WorkspaceMode]():            words(everyWorkspaceMode),
	reflect.TypeFor[EntryKind]():                words(everyEntryKind),
	reflect.TypeFor[PrerequisiteAvailability](): words(everyPrerequisiteAvailability),
	reflect.TypeFor[DependencyKind]():           words(everyDependencyKind),
	reflect.TypeFor[DependencyBindingKind]():    words(everyDependencyBindingKind),
	reflect.TypeFor[Effects]():                  words(everyEffects),
	reflect.TypeFor[Replay]():                   words(everyReplay),
	reflect.TypeFor[Authority]():                words(everyAuthority),
	reflect.TypeFor[MergeBehavior]():            words(everyMergeBehavior),
	reflect.TypeFor[ScopeKind]():                words(everyScopeKind),
	reflect.TypeFor[ActivationKind]():           words(everyActivationKind),
	reflect.TypeFor[AuthMethod]():               words(everyAuthMethod),
	reflect.TypeFor[EndpointKind]():             words(everyEndpointKind),
	reflect.TypeFor[OperationKind]():            words(everyOperationKind),
	reflect.TypeFor[OperationState]():           words(everyOperationState),
	reflect.TypeFor[RecoveryStrategy]():         words(everyRecoveryStrategy),
	reflect.TypeFor[ImportMode]():               words(everyImportMode),
	reflect.TypeFor[IdentityPolicy]():           words(everyIdentityPolicy),
	reflect.TypeFor[ConflictPolicy]():           words(everyConflictPolicy),
	reflect.TypeFor[BoundaryMethod]():           words(everyBoundaryMethod),
	reflect.TypeFor[Disposition]():              words(everyDisposition),
	reflect.TypeFor[EntityType]():               words(everyEntityType),
	reflect.TypeFor[OverflowPolicy]():           words(everyOverflowPolicy),
	reflect.TypeFor[ActionKind]():               words(everyActionKind),
	reflect.TypeFor[EvaluationMode]():           words(everyEvaluationMode),
	reflect.TypeFor[Verdict]():                  words(everyVerdict),
	reflect.TypeFor[SubjectKind]():              words(everySubjectKind),
	reflect.TypeFor[AssessmentStatus]():         words(everyAssessmentStatus),
	reflect.TypeFor[ResolvedStrategy]():         words(everyResolvedStrategy),
	reflect.TypeFor[EvidenceKind]():             words(everyEvidenceKind),
	reflect.TypeFor[UnicodeNormalization]():     words(everyUnicodeNormalization),
	reflect.TypeFor[Fit]():                      words(everyFit),
	reflect.TypeFor[ImportStatus]():             words(everyImportStatus),
	reflect.TypeFor[ContinuationStatus]():       words(everyContinuationStatus),
}

func fieldText(f reflect.StructField) string {
	typ, prefix := f.Type, ""
	switch {
	case typ == reflect.TypeFor[jsontext.Value]():
	case typ.Kind() == reflect.Slice:
		typ, prefix = typ.Elem(), "[]"
	case typ.Kind() == reflect.Pointer:
		typ, prefix = typ.Elem(), "*"
	}
	name := typ.Name()
	if e, ok := enums[typ]; ok {
		name = "enum " + strings.Join(e, "|")
	}
	return f.Tag.Get("json") + " " + prefix + name
}

func TestPartHasTheMembersOfAllFourKinds(t *testing.T) {
	typ := reflect.TypeFor[Part]()
	checkUnknown(t, typ)
	var names []string
	for i := range typ.NumField() - 1 {
		names = append(names, strings.TrimSuffix(typ.Field(i).Tag.Get("json"), ",omitzero"))
	}
	seen := map[string]bool{}
	for _, k := range everyPartKind {
		last := -1
		for _, m := range Lookup(string(k) + "-part").Members {
			at := -1
			for i, n := range names {
				if n == m.Name {
					at = i
				}
			}
			if at <= last {
				t.Errorf("%s part: %s is missing or out of order", k, m.Name)
			}
			last = at
			seen[m.Name] = true
		}
	}
	if len(seen) != len(names) {
		t.Errorf("Part has %d members, the four kinds have %d", len(names), len(seen))
	}
}

func TestTypedValuesKeepUnknownMembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := slices.Concat(typed, typedContinuation)
		typ := reflect.TypeOf(all[rapid.IntRange(1, len(all)-1).Draw(t, "type")]) // the whole document is tested by Save
		o := Lookup(kebab(typ.Name()))
		d := drawer{t: t}
		in := d.object(o, 3)
		v := reflect.New(typ)
		if err := Unmarshal(d.spaced(in), v.Interface()); err != nil {
			t.Fatalf("%s: %v", o.Name, err)
		}
		got, err := Marshal(v.Interface())
		if err != nil {
			t.Fatalf("%s: %v", o.Name, err)
		}
		if diff := cmp.Diff(in.sorted(o, noPayloads).String(), string(got)); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", o.Name, diff)
		}
	})
}

func TestIntegersMayBeSpelledWithAZeroFraction(t *testing.T) {
	for raw, want := range map[string]int64{"7": 7, "1.0": 1, "1e2": 100, "-0": 0, "9007199254740991": maxInteger, "9007199254740991.0": maxInteger} {
		var s TaskState
		if err := Unmarshal([]byte(`{"task_id":"t","revision":`+raw+`}`), &s); err != nil || s.Revision != want {
			t.Errorf("%s: %d, %v", raw, s.Revision, err)
		}
		var u TaskUpdateData
		if err := Unmarshal([]byte(`{"previous_revision":`+raw+`}`), &u); err != nil || *u.PreviousRevision != want {
			t.Errorf("optional %s: %v, %v", raw, u.PreviousRevision, err)
		}
	}
	for _, raw := range []string{"1.5", "9007199254740992", "1e400", "99999999999999999999", `"7"`, "true", "[]"} {
		var s TaskState
		if err := Unmarshal([]byte(`{"task_id":"t","revision":`+raw+`}`), &s); err == nil {
			t.Errorf("%s was read as %d", raw, s.Revision)
		}
	}
}
