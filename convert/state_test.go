package convert_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"

	"github.com/google/go-cmp/cmp"
)

func (s *stage) task(id string, status asif.TaskStatus, needs ...string) asif.Ref {
	u := &adapters.TaskUpdate{Task: []byte(id), Status: status}
	if len(needs) > 0 {
		u.Dependencies = [][]byte{}
	}
	for _, n := range needs {
		if n != "" {
			u.Dependencies = append(u.Dependencies, []byte(n))
		}
	}
	return s.event(adapters.Draft{}, u)
}

func TestTaskRevisionsFollowTheForkTree(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		a := s.task("t", asif.TaskPending)
		dead := s.task("t", asif.TaskCompleted)
		b := s.task("t", asif.TaskInProgress)
		c := s.task("t", asif.TaskCompleted)
		d := s.task("t", asif.TaskPending)
		h := main(a, b, c, d)
		h.Live.Inputs = nil
		h.Branches = append(h.Branches, adapters.Branch{ID: "dead", Fork: &adapters.Fork{At: a}, Events: []asif.Ref{dead}})
		return h
	})
	var got []string
	for _, e := range doc.Events {
		var u struct {
			Revision int64  `json:"revision"`
			Previous *int64 `json:"previous_revision"`
			Reopen   string `json:"reopen_reason"`
		}
		if err := json.Unmarshal(e.Data, &u); err != nil {
			t.Fatal(err)
		}
		line := string(asif.AppendInt(nil, u.Revision)) + "<"
		if u.Previous != nil {
			line += string(asif.AppendInt(nil, *u.Previous))
		}
		if u.Reopen != "" {
			line += " reopened"
		}
		got = append(got, line)
	}
	if d := cmp.Diff([]string{"0<", "4<0", "1<0", "2<1", "3<2 reopened"}, got); d != "" {
		t.Error(d)
	}
	if task := doc.Checkpoints[1].Tasks; len(task) != 1 || task[0].Revision != 4 {
		t.Errorf("the dead branch's tasks are %+v", task)
	}
}

// The dependencies that are too many to be searched are left out, in little time.
func TestDependenciesBeyondTheSearchAreDropped(t *testing.T) {
	const tasks = 4000 // each depends on the one before: half the square of them
	doc := play(t, convert.Options{NoContinuation: true}, func(s *stage) adapters.History {
		list := []asif.Ref{s.task("0", asif.TaskPending)}
		for i := 1; i < tasks; i++ {
			list = append(list, s.task(strconv.Itoa(i), asif.TaskPending, strconv.Itoa(i-1)))
		}
		h := main(list...)
		h.Live.Inputs = nil
		return h
	})
	given := 0
	for _, e := range doc.Events {
		if bytes.Contains(e.Data, []byte(`"dependencies"`)) {
			given++
		}
	}
	if given < 2500 || given > 3500 {
		t.Errorf("dependencies of %d tasks are given", given)
	}
}

func TestUnsoundDependenciesAreDroppedAndTold(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		h := main(s.task("a", "pending", ""), s.task("b", "pending", "a"), s.task("a", "pending", "b"), s.task("c", "pending", "nowhere"), s.task("d", "pending", "d"))
		h.Live.Inputs = nil
		return h
	})
	var got []string
	for _, e := range doc.Events {
		var u map[string]any
		if err := json.Unmarshal(e.Data, &u); err != nil {
			t.Fatal(err)
		}
		raw, _ := json.Marshal(u["dependencies"])
		got = append(got, string(raw))
	}
	if d := cmp.Diff([]string{"[]", `["a"]`, "null", "null", "null"}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"dependencies_dropped"}, lossNames(doc)); d != "" {
		t.Error(d)
	}
}

func (s *stage) set(of adapters.SettingKind, key, value string) asif.Ref {
	return s.event(adapters.Draft{}, &adapters.ConfigurationChange{Settings: []adapters.Setting{{Of: of, Key: key, Value: []byte(value)}}})
}

func TestConfigurationsGrowAlongTheForkTree(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		a := s.set(adapters.ModelSetting, "", `{"id":"m1"}`)
		dead := s.set(adapters.ModelSetting, "", `{"id":"m2"}`)
		b := s.set(adapters.PolicySetting, "p", `{"id":"p","type":"x/1","definition":null,"enforcing":true}`)
		w := s.say("user", "go")
		h := main(a, b, w)
		h.Live.Inputs = []asif.Ref{w}
		h.Branches = append(h.Branches, adapters.Branch{ID: "dead", Fork: &adapters.Fork{At: a}, Events: []asif.Ref{dead}})
		return h
	})
	models := map[string]string{}
	for _, c := range doc.Configurations {
		models[c.ID] = string(c.Model)
	}
	want := map[string]string{"config:e1:0": `{"id":"m1"}`, "config:e2:0": `{"id":"m2"}`, "config:e3:0": `{"id":"m1"}`}
	if d := cmp.Diff(want, models); d != "" {
		t.Error(d)
	}
	if c := doc.Contexts[0].ConfigurationID; c != "config:e3:0" {
		t.Errorf("live context's configuration is %q", c)
	}
	if c := doc.Checkpoints[1].ConfigurationID; c == nil || *c != "config:e2:0" {
		t.Errorf("the dead branch's configuration is %v", c)
	}
}

func TestDecisionsOpenAndSettled(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		ask := func(id, call string) asif.Ref {
			return s.event(adapters.Draft{Method: "test"}, &adapters.DecisionRequest{
				Request: []byte(id), Kind: asif.DecisionApproval, Call: []byte(call), Options: []adapters.Option{{ID: "1", Label: []byte(`"yes"`)}},
			})
		}
		answer := func(id string) asif.Ref {
			return s.event(adapters.Draft{}, &adapters.DecisionResolution{Request: []byte(id), Outcome: asif.DecisionAllowed, Option: "1"})
		}
		c1, c2, c3 := s.call("1"), s.call("2"), s.call("3")
		refs := []asif.Ref{c1, ask("q1", "1"), answer("q1"), s.result("1", "x"), c2, ask("q2", "2"), answer("q1"), answer("gone"), c3, ask("q3", "3"), s.result("3", "y")}
		h := main(refs...)
		h.Live.Inputs = []asif.Ref{c1, refs[3], c2, c3, refs[10]}
		return h
	})
	cp := doc.Checkpoints[0]
	if len(cp.OpenDecisions) != 1 || cp.OpenDecisions[0].RequestID != "q2" || cp.OpenDecisions[0].State != asif.OpenPending {
		t.Errorf("open decisions %+v", cp.OpenDecisions)
	}
	if len(cp.OpenCalls) != 1 || cp.OpenCalls[0].CallID != "2" || cp.OpenCalls[0].State != asif.OpenPending {
		t.Errorf("open calls %+v", cp.OpenCalls)
	}
	if d := cmp.Diff([]string{"decision_missing", "open_call", "resolution_without_request", "resolution_repeated"}, lossNames(doc)); d != "" {
		t.Error(d)
	}
	if c := doc.Events[1].Causes; len(c) != 1 || c[0].EventID != "e1:0" {
		t.Errorf("the request's cause is %v, want its call", c)
	}
}

func TestExecutionHasTheStateOfItsLastTransition(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		run := s.Execution(adapters.Execution{ID: "turn", Actor: s.agent, Started: []byte(`"2026-01-01T00:00:00Z"`), Model: []byte(`{"id":"m"}`)})
		s.Execution(adapters.Execution{ID: "turn", Actor: s.agent})
		a := s.event(adapters.Draft{Run: run}, &adapters.Message{Role: asif.RoleAssistant})
		f := s.event(adapters.Draft{Run: run}, &adapters.Transition{Execution: run, Status: asif.ExecutionFailed, Error: []byte(`{"code":529}`)})
		s.End(run, []byte(`"2026-01-01T00:00:09Z"`))
		h := main(a, f)
		h.Live.Inputs = []asif.Ref{a}
		return h
	})
	x := doc.Executions[0]
	if x.ID != "turn" || x.Status != asif.ExecutionFailed || x.EndedAt == "" || string(x.Error) != `{"code":529}` || string(x.Model) != `{"id":"m"}` {
		t.Errorf("execution %+v", x)
	}
	if x := doc.Executions[1]; x.ID != "turn~2" || x.Status != asif.ExecutionUnknown {
		t.Errorf("second execution %+v", x)
	}
	if doc.Events[0].ExecutionID != "turn" {
		t.Errorf("event's execution is %q", doc.Events[0].ExecutionID)
	}
}

func TestRecordedRequestIsAnExactContext(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		blob := s.Blob(asif.RoleSystem, source.Span{Length: 3}, text("hidden"))
		a, b := s.say("user", "a"), s.say("assistant", "b")
		conf := s.Configuration(asif.Configuration{
			ID: "config:shape", Instructions: []asif.Instruction{}, Capabilities: []asif.Capability{}, Policies: []asif.Policy{},
			SecretRequirements: []asif.ConfigurationSecretRequirements{}, Knowledge: asif.KnowledgeEffective,
		})
		h := main(a, b)
		h.Live = adapters.Context{Fidelity: asif.FidelityExact, Inputs: []asif.Ref{blob, a}, Configuration: conf, Tools: []adapters.ToolRef{s.tool}, Parameters: []byte(`{"max_tokens":7}`)}
		return h
	})
	c := doc.Contexts[0]
	if len(c.Inputs) != 2 || len(c.Inputs[0].SourceEvents) != 0 || c.Inputs[0].Role != asif.RoleSystem || c.ConfigurationID != "config:shape" || len(c.ToolIDs) != 1 || string(c.RequestParameters) != `{"max_tokens":7}` {
		t.Errorf("context %+v", c)
	}
	if len(doc.Events) != 2 || doc.Events[0].Sequence != 0 {
		t.Errorf("a blob became an event: %v", story(doc))
	}
}

func TestRunningTotalsAreCumulative(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		s.Count(adapters.Counter{Scope: asif.UsageSession, Unit: "usd", Value: []byte("0.26358000000000004")})
		return main(s.say("user", "a"))
	})
	if u := doc.Usage[0]; u.ScopeID != doc.Session.ID || string(u.Value) != "0.26358000000000004" || u.Counter != "cumulative" {
		t.Errorf("usage %+v", u)
	}
}

func TestToolSchemasThatAreNoneAreWrittenAsTrue(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		for name, schema := range map[string]string{"good": `{"type":"object","properties":{"a":{"type":"string"}}}`, "bad": `{"type":"objekt"}`, "text": `"x"`, "none": ""} {
			s.Tool(asif.Tool{ID: "tool:" + name, Name: name, Description: "x", InputSchema: []byte(schema)})
		}
		return main(s.say("user", "a"))
	})
	for _, tool := range doc.Tools {
		if whole := string(tool.InputSchema) != "true"; whole != (tool.Name == "good") {
			t.Errorf("%s has the schema %s", tool.Name, tool.InputSchema)
		}
	}
	if d := cmp.Diff([]string{"tool_schema_invalid"}, lossNames(doc)); d != "" {
		t.Error(d)
	}
}

func TestExecutionEndsOnceOnABranch(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		run := s.Execution(adapters.Execution{ID: "turn", Actor: s.agent})
		turn := func(status asif.ExecutionStatus) asif.Ref {
			return s.event(adapters.Draft{}, &adapters.Transition{Execution: run, Status: status})
		}
		h := main(turn(asif.ExecutionRunning), turn(asif.ExecutionCompleted), turn(asif.ExecutionInterrupted))
		h.Live.Inputs = nil
		return h
	})
	if d := cmp.Diff([]string{"e1:0", "e2:0"}, doc.Branches[0].EventIDs); d != "" {
		t.Error(d)
	}
	if status := doc.Executions[0].Status; status != asif.ExecutionCompleted {
		t.Errorf("status %q", status)
	}
	if d := cmp.Diff([]string{"transition_after_end"}, lossNames(doc)); d != "" {
		t.Error(d)
	}
}
