package convert_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"

	"github.com/google/go-cmp/cmp"
)

// coder is a script of a harness whose tools are known.
type coder struct{ script }

func (c coder) Info() adapters.Info {
	i := c.script.Info()
	i.Name = "claude-code"
	return i
}

func (coder) Continuing() adapters.Continuing {
	return adapters.Continuing{Ordering: "as written", Index: "none"}
}

func (coder) Rule(i *asif.Instruction) adapters.Rule {
	return adapters.Rule{Authority: asif.AuthorityUser, Merge: asif.MergeBehaviorAppend, Priority: int64(len(i.ID)), Folder: i.ID}
}

func (coder) Tells(c *asif.Configuration) bool { return c.Model != nil }

// code plays a script of a known harness.
func code(t *testing.T, o convert.Options, f func(*stage) adapters.History) asif.ASIFDocument {
	t.Helper()
	var out bytes.Buffer
	s := coder{script{play: f}}
	if _, err := convert.From(s, s.session(), o, convert.Destination{Writer: &out}); err != nil {
		t.Fatal(err)
	}
	var doc asif.ASIFDocument
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatalf("%v in\n%s", err, out.Bytes())
	}
	holds(t, &doc)
	return doc
}

// holds checks what binds a profile to its document, by other code than the product's.
func holds(t *testing.T, doc *asif.ASIFDocument) {
	t.Helper()
	p := doc.Continuation
	if p == nil || !slices.Contains(doc.RequiredFeatures, "asif.portable-continuation/0.2") {
		t.Fatal("no profile, or no feature for it")
	}
	ck, br := doc.Checkpoints[0], doc.Branches[0]
	live := doc.Contexts[len(doc.Contexts)-1]
	var open, told []string
	for _, c := range ck.OpenCalls {
		open = append(open, c.CallID)
	}
	for _, in := range live.Inputs {
		switch in.Kind {
		case asif.InputToolCall:
			told = append(told, in.CallID)
		case asif.InputToolResult:
			told = slices.DeleteFunc(told, func(id string) bool { return id == in.CallID })
		}
	}
	if d := cmp.Diff(strings.Join(open, " "), strings.Join(told, " ")); d != "" { // N11
		t.Errorf("open calls of the checkpoint and of the context:\n%s", d)
	}
	for _, plan := range p.Plans {
		if plan.CheckpointID != ck.ID || plan.ContextID != live.ID || ck.ConfigurationID == nil || plan.ConfigurationID != *ck.ConfigurationID || live.ConfigurationID != plan.ConfigurationID { // N06
			t.Errorf("plan %s is of %s, %s and %s", plan.ID, plan.CheckpointID, plan.ContextID, plan.ConfigurationID)
		}
		var listed []string
		for _, a := range plan.ContextAccounting {
			listed = append(listed, a.EventID)
		}
		if d := cmp.Diff(br.EventIDs, listed); d != "" { // N09
			t.Errorf("accounting of %s:\n%s", plan.ID, d)
		}
		for _, o := range p.Operations { // N11, N12
			if o.CallID != "" && !slices.Contains(open, o.CallID) || !slices.Contains(plan.OperationIDs, o.ID) {
				t.Errorf("operation %s of plan %s", o.ID, plan.ID)
			}
		}
	}
	known := slices.ContainsFunc(doc.Configurations, func(c asif.Configuration) bool { return c.ID == p.ConfigurationBindings[0].ConfigurationID })
	if !known { // N14
		t.Errorf("the binding is of configuration %s", p.ConfigurationBindings[0].ConfigurationID)
	}
}

func planIDs(doc asif.ASIFDocument) (out []string) {
	for _, p := range doc.Continuation.Plans {
		out = append(out, p.ID)
	}
	return out
}

// became lists the accounting: event, disposition and inputs.
func became(p asif.Plan) (out []string) {
	for _, a := range p.ContextAccounting {
		out = append(out, strings.TrimSpace(a.EventID+" "+string(a.Disposition)+" "+strings.Join(a.InputIDs, ",")))
	}
	return out
}

func TestPlansAreToWaitAndToAskAndForOpenWork(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		a := s.call("c")
		b := s.event(adapters.Draft{}, &adapters.DecisionRequest{Request: []byte("q"), Kind: asif.DecisionQuestion})
		h := main(a, b)
		h.Live.Inputs = []asif.Ref{a}
		return h
	})
	want := []string{"await_user", "model_request", "await_decision:q", "reconcile_operation:operation:c"}
	if d := cmp.Diff(want, planIDs(doc)); d != "" {
		t.Error(d)
	}
	o := doc.Continuation.Operations[0]
	if o.State != asif.OperationStateOutcomeUnknown || o.Recovery.Strategy != asif.RecoveryStrategyRefuse {
		t.Errorf("an operation of an unknown tool: %+v", o)
	}
}

func TestOnlyPlansThatAreAskedForAreWritten(t *testing.T) {
	session := func(s *stage) adapters.History { return main(s.say("user", "go")) }
	doc := code(t, convert.Options{Actions: []asif.ActionKind{asif.ActionKindModelRequest, asif.ActionKindAwaitUser}}, session)
	if d := cmp.Diff([]string{"await_user", "model_request"}, planIDs(doc)); d != "" {
		t.Error(d)
	}
	without := play(t, convert.Options{NoContinuation: true}, session)
	if without.Continuation != nil || len(without.RequiredFeatures) > 0 {
		t.Error("a profile that was not asked for")
	}
	if without.Capture.ID == doc.Capture.ID {
		t.Error("two documents of one capture ID")
	}
}

func TestOpenWorkBeyondMeasureHasNoPlanAndIsTold(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		var refs []asif.Ref
		for range 70 {
			refs = append(refs, s.call("c"))
		}
		return main(refs...)
	})
	if n := len(doc.Continuation.Plans); n != 2+64 {
		t.Errorf("%d plans", n)
	}
	if !slices.Contains(lossNames(doc), "plans_not_written") {
		t.Errorf("losses %v", lossNames(doc))
	}
}

func TestToolsAreKnownByWhatTheyDo(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		var refs []asif.Ref
		for _, name := range []string{"Bash", "TodoWrite", "mcp__docs__search"} {
			tool := s.Tool(asif.Tool{ID: "tool:" + name, Name: name, Description: "Not recorded."})
			refs = append(refs, s.event(adapters.Draft{}, &adapters.ToolCall{Call: []byte(name), Tool: tool, Status: asif.ArgumentsComplete}))
		}
		return main(refs...)
	})
	var got []string
	for _, d := range doc.Continuation.Dependencies {
		if d.Kind == asif.DependencyKindTool {
			got = append(got, d.Identity+" "+d.Behavior.ID+" "+string(d.Binding.Kind)+" "+strings.Join(d.DependsOn, ","))
			if needed := len(d.RequiredFor) > 0; needed == (d.Identity == "claude-code/TodoWrite") {
				t.Errorf("%s is required for %v", d.Identity, d.RequiredFor)
			}
		}
	}
	want := []string{"claude-code/Bash run_shell builtin ", "claude-code/TodoWrite track_tasks builtin ", "mcp:docs/mcp__docs__search mcp_tool service server:docs"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if r := doc.Continuation.Operations[0].Recovery; r.Strategy != asif.RecoveryStrategyReconcile || r.HandlerDependencyID == nil || *r.HandlerDependencyID != "dependency:tool:Bash" {
		t.Errorf("an open shell command is recovered by %+v", r)
	}
}

func TestAToolThatNobodyKnowsAndThatNeverWorkedIsNotNeeded(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		var refs []asif.Ref
		for _, name := range []string{"Bash", "made_up", "extra"} {
			tool := s.Tool(asif.Tool{ID: "tool:" + name, Name: name, Description: "Not recorded."})
			outcome := asif.OutcomeError
			if name == "extra" {
				outcome = asif.OutcomeSuccess
			}
			refs = append(refs, s.event(adapters.Draft{}, &adapters.ToolCall{Call: []byte(name), Tool: tool, Status: asif.ArgumentsComplete}),
				s.event(adapters.Draft{}, &adapters.ToolResult{Call: []byte(name), Outcome: outcome}))
		}
		return main(refs...)
	})
	for _, d := range doc.Continuation.Dependencies {
		if d.Kind == asif.DependencyKindTool && (len(d.RequiredFor) > 0) == (d.ToolID == "tool:made_up") {
			t.Errorf("%s is required for %v", d.ToolID, d.RequiredFor)
		}
	}
}

func TestAnOpenCallThatTheContextDoesNotHoldIsAnOperationAside(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		a, b := s.call("c"), s.say("user", "summary")
		h := main(a, b)
		h.Live.Inputs, h.Live.Changed = []asif.Ref{b}, map[asif.Ref]string{b: "compaction summary"}
		return h
	})
	if o := doc.Continuation.Operations; len(o) != 1 || o[0].CallID != "" || o[0].Kind != asif.OperationKindProcess || o[0].ExternalIdentity.Value != "c" {
		t.Errorf("operations %+v", o)
	}
	if !slices.Contains(lossNames(doc), "open_call_outside_context") {
		t.Errorf("losses %v", lossNames(doc))
	}
	if d := cmp.Diff([]string{"e1:0 summarized in-1", "e2:0 included in-1"}, became(doc.Continuation.Plans[0])); d != "" {
		t.Error(d)
	}
}

func TestTheContextTakesResultsThatMainHas(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		a, b, c := s.call("c"), s.result("c", "done"), s.say("user", "on")
		h := main(a, b, c)
		h.Live.Inputs = []asif.Ref{a, c}
		return h
	})
	if in := doc.Contexts[0].Inputs; len(in) != 3 || in[1].Kind != asif.InputToolResult {
		t.Errorf("inputs %+v", in)
	}
}

func TestACallThatMainDoesNotHoldLeavesTheContext(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		stray, a := s.call("c"), s.say("user", "go")
		h := main(a)
		h.Live.Inputs = []asif.Ref{stray, a}
		return h
	})
	if in := doc.Contexts[0].Inputs; len(in) != 1 {
		t.Errorf("inputs %+v", in)
	}
	if d := cmp.Diff([]string{"e2:0 included in-1"}, became(doc.Continuation.Plans[0])); d != "" {
		t.Error(d)
	}
}

func TestWhatWasCompactedWithoutSummaryIsUnavailable(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		a, b, c, d := s.say("user", "old"), s.event(adapters.Draft{}, &adapters.Compaction{}), s.say("user", "new"), s.say("user", "unsent")
		h := main(a, b, c, d)
		h.Live.Inputs = []asif.Ref{c}
		h.Contexts = []adapters.Context{
			{At: a, Checkpoint: b, Replaced: true, Fidelity: asif.FidelityReconstructed, Inputs: []asif.Ref{a}},
			{At: b, Checkpoint: b, Fidelity: asif.FidelityPartial},
		}
		return h
	})
	want := []string{"e1:0 unavailable", "e2:0 not_input", "e3:0 included in-1", "e4:0 not_input"}
	if d := cmp.Diff(want, became(doc.Continuation.Plans[0])); d != "" {
		t.Error(d)
	}
}

// located sets a folder and a model.
func located(s *stage, id, cwd string) asif.Ref {
	value, _ := json.Marshal(map[string]string{"cwd": cwd, "git_branch": "main", "git_commit": strings.Repeat("a1", 20), "git_remote": "https://example.org/p.git"})
	s.Environment(asif.Environment{
		ID: id, Kind: asif.EnvironmentWorkspace, Description: "A folder.", ResourceIDs: []string{}, Requirements: []asif.Requirement{},
		Definition: &asif.EnvironmentDefinition{Dialect: "asif-convert/workspace/1", Value: value},
	})
	return s.event(adapters.Draft{}, &adapters.ConfigurationChange{Settings: []adapters.Setting{
		{Of: adapters.WorkspaceSetting, Key: id, Value: []byte("true")}, {Of: adapters.ModelSetting, Value: []byte(`{"provider":"p","id":"m"}`)},
	}})
}

func TestPathsBelowTheFolderOfTheSessionAreReferences(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		refs := []asif.Ref{located(s, "workspace-1", "/srv/proj"), located(s, "workspace-2", "/srv/proj/sub")}
		tool := s.Tool(asif.Tool{ID: "tool:Read", Name: "Read", Description: "Not recorded."})
		for i, path := range []string{"/srv/proj/a.go", "/srv/project/b.go", "c.go", "/srv/proj/../d.go", "/srv/proj"} {
			arguments, _ := json.Marshal(map[string]string{"file_path": path, "path": "/srv/proj/not-a-member"})
			refs = append(refs, s.event(adapters.Draft{}, &adapters.ToolCall{Call: asif.AppendInt(nil, int64(i)), Tool: tool, Arguments: arguments, Status: asif.ArgumentsComplete}))
		}
		return main(refs...)
	})
	p := doc.Continuation.Plans[0]
	var got []string
	for _, r := range p.PathReferences {
		got = append(got, strings.Join([]string{string(r.EntityType), r.EntityID, r.JSONPointer, r.RelativePath}, " "))
	}
	if d := cmp.Diff([]string{"event e3:0 /data/arguments/file_path a.go", "event e7:0 /data/arguments/file_path ", "environment workspace-2 /definition/value/cwd sub"}, got); d != "" {
		t.Error(d)
	}
	if p.CWD == nil || p.CWD.RelativePath != "sub" {
		t.Errorf("cwd %+v", p.CWD)
	}
	w := doc.Continuation.Workspaces[0]
	if w.SourceRoot != "/srv/proj" || w.EnvironmentID != "workspace-2" || *w.Git.Head != strings.Repeat("a1", 20) || *w.AtEventID != "e7:0" {
		t.Errorf("workspace %+v", w)
	}
	if m := p.ModelRequirements; m.SourceModel.ID != "m" || m.SourceModel.Provider != "p" || !slices.Contains(m.Capabilities, "tool_use") {
		t.Errorf("model requirements %+v", m)
	}
}

// instructed sets instructions of these IDs.
func instructed(s *stage, ids ...string) asif.Ref {
	var list []adapters.Setting
	for _, id := range ids {
		value := `{"id":"` + id + `","parts":[],"scope":{"dialect":"d","value":{"path":"` + id + `"}},"activation":{"dialect":"d","value":"always"},"provenance":{"mode":"observed","producer":"toys"}}`
		list = append(list, adapters.Setting{Of: adapters.InstructionSetting, Key: id, Value: []byte(value)})
	}
	return s.event(adapters.Draft{}, &adapters.ConfigurationChange{Settings: list})
}

func TestInstructionsHaveTheOrderAndTheScopeThatTheHarnessGivesThem(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		return main(located(s, "workspace-1", "/srv/proj"), instructed(s, "/srv/proj/sub", "/srv/proj", "/etc"))
	})
	b := doc.Continuation.ConfigurationBindings[0]
	if d := cmp.Diff([]string{"/etc", "/srv/proj", "/srv/proj/sub"}, b.EffectiveOrder); d != "" {
		t.Error(d)
	}
	var scopes []asif.ScopeKind
	for _, r := range b.InstructionRules {
		scopes = append(scopes, r.Scope.Kind)
	}
	if d := cmp.Diff([]asif.ScopeKind{asif.ScopeKindGlobal, asif.ScopeKindRoot, asif.ScopeKindPathPrefix}, scopes); d != "" {
		t.Error(d)
	}
	var paths []string
	for _, r := range doc.Continuation.Plans[0].PathReferences {
		paths = append(paths, r.JSONPointer+" "+r.RelativePath)
	}
	if d := cmp.Diff([]string{"/definition/value/cwd ", "/instructions/1/scope/value/path ", "/instructions/2/scope/value/path sub"}, paths); d != "" {
		t.Error(d)
	}
}

func TestTheHeadsConfigurationIsEffectiveWhereRecordsTellAllOfIt(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		return main(instructed(s, "system"), located(s, "workspace-1", "/srv/proj"))
	})
	var got []asif.Knowledge
	for _, c := range doc.Configurations {
		got = append(got, c.Knowledge)
	}
	if d := cmp.Diff([]asif.Knowledge{asif.KnowledgePartial, asif.KnowledgeEffective}, got); d != "" {
		t.Error(d)
	}
}

func TestImagesOfTheContextAskForAModelThatSees(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History {
		id := s.Resource(&adapters.Resource{MediaType: "image/png", Purpose: "attachment", Bytes: []byte("png")})
		note := s.Resource(&adapters.Resource{MediaType: "text/plain", Purpose: "attachment", Bytes: []byte("note")})
		a := s.event(adapters.Draft{}, &adapters.Message{Role: asif.RoleUser, Parts: []adapters.Part{
			text("look"), {Kind: adapters.ResourcePart, Resource: id}, {Kind: adapters.ResourcePart, Resource: note},
		}})
		return main(a)
	})
	m := doc.Continuation.Plans[0].ModelRequirements
	if d := cmp.Diff([]string{"image/png"}, m.MediaTypes); d != "" || !slices.Contains(m.Capabilities, "vision") {
		t.Errorf("%v %s", m.Capabilities, d)
	}
}

func TestASessionWithoutConfigurationHasOneThatSaysSo(t *testing.T) {
	doc := code(t, convert.Options{}, func(s *stage) adapters.History { return main(s.say("user", "go")) })
	if c := doc.Configurations; len(c) != 1 || c[0].ID != "config:unrecorded" || c[0].Knowledge != asif.KnowledgeUnknown {
		t.Errorf("configurations %+v", c)
	}
}
