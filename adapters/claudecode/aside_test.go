package claudecode

import (
	"fmt"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// besides is what stands beside the conversation, in words.
func besides(data adapters.Data) string {
	switch d := data.(type) {
	case *adapters.DecisionRequest:
		s := fmt.Sprintf("%s %s of %s: %s", d.Kind, d.Request, d.Call, spoken(d.Prompt))
		for _, o := range d.Options {
			s += " " + o.ID + "=" + string(o.Label)
		}
		return s
	case *adapters.DecisionResolution:
		return strings.TrimSpace(fmt.Sprintf("%s %s %s %s", d.Request, d.Outcome, d.Option, spoken(d.Answer)))
	case *adapters.TaskUpdate:
		s := fmt.Sprintf("%s %s %s", d.Task, d.Status, spoken(d.Parts))
		if d.Dependencies != nil {
			s += fmt.Sprintf(" needs %s", d.Dependencies)
		}
		return s
	case *adapters.Transition:
		return strings.TrimSpace(string(d.Status) + " " + string(d.Error))
	case *adapters.ConfigurationChange:
		var keys []string
		for _, s := range d.Settings {
			mark := "+"
			if s.Value == nil {
				mark = "-"
			}
			key := s.Key
			if s.Of == adapters.ModelSetting {
				key = string(s.Value)
			}
			keys = append(keys, mark+key)
		}
		return strings.Join(keys, " ")
	}
	return ""
}

func spoken(parts []adapters.Part) string {
	h := heard{}
	h.add(parts)
	return h.text()
}

// asides are the events of a kind, as besides tells them, each with who did it.
func (s *memory) asides(kind string) []string {
	out := []string{}
	for _, h := range s.events[1:] {
		if h.kind == kind {
			out = append(out, h.actor+" "+h.note)
		}
	}
	return out
}

// tool adds a call with an input and its result.
func (s *script) tool(id, name string, input, result obj) {
	s.reply("r"+id, obj{"type": "tool_use", "id": id, "name": name, "input": input})
	s.answer(id, "done", result)
}

// answer adds the result of a call; a member is_error belongs to the block.
func (s *script) answer(id, text string, more obj) {
	block := obj{"type": "tool_result", "tool_use_id": id, "content": text}
	if more["is_error"] != nil {
		block["is_error"] = true
	}
	r := obj{"message": obj{"role": "user", "content": []any{block}}}
	for k, v := range more {
		if k != "is_error" {
			r[k] = v
		}
	}
	s.rec("user", r)
}

func TestEachRuleRecognizesItsTexts(t *testing.T) {
	reached, led := map[string]bool{}, ledger(t)
	for _, c := range []struct {
		rule, text string
		more       obj
	}{
		{"compaction summary", "[Request interrupted by user]", obj{"isCompactSummary": true}},
		{"interrupt", "[Request interrupted by user]", obj{"origin": obj{"kind": "peer"}}},
		{"origin", "<task-notification>x</task-notification>", obj{"origin": obj{"kind": "peer"}}},
		{"task notification", "<task-notification>x</task-notification>", nil},
		{"teammate message", "<teammate-message id=1>x</teammate-message>", nil},
		{"cross-session message", "<cross-session-message>x</cross-session-message>", nil},
		{"agent notification", "<agent-notification>x</agent-notification>", nil},
		{"command", "<command-name>/x</command-name>", nil},
		{"command, message first", "<command-message>x</command-message><command-name>/x</command-name>", nil},
		{"command, arguments first", "<command-args>x</command-args><command-name>/x</command-name>", nil},
		{"output of a command", "<local-command-stdout></local-command-stdout>", nil},
		{"errors of a command", "<local-command-stderr></local-command-stderr>", nil},
		{"caveat", "<local-command-caveat>x</local-command-caveat>", obj{"isMeta": true}},
		{"shell command", "<bash-input>x</bash-input>", nil},
		{"output of a shell command", "<bash-stdout>x</bash-stdout>", nil},
		{"errors of a shell command", "<bash-stderr>x</bash-stderr>", nil},
		{"expansion", "x", obj{"isMeta": true, "sourceToolUseID": "a"}},
		{"injected record", "<system-reminder>x</system-reminder>", obj{"isMeta": true}},
		{"reminder", "\n <system-reminder>x</system-reminder>", nil},
		{"opened file", "<ide_opened_file>x</ide_opened_file>", nil},
		{"selection", "<ide_selection>x</ide_selection>", nil},
		{"diagnostics", "<ide_diagnostics>x</ide_diagnostics>", nil},
		{"uploaded files", "<uploaded_files>x</uploaded_files>", nil},
		{"hook output", "<user-prompt-submit-hook>x</user-prompt-submit-hook>", nil},
		{"side chain", "x", obj{"isSidechain": true}},
		{"system", "x", obj{"promptSource": "system"}},
		{"program", "x", obj{"promptSource": "sdk"}},
		{"person", "<command-name> is a tag", nil},
		{"person", "a <system-reminder>x</system-reminder>", nil},
		{"person", "[Request interrupted by user, I think", nil},
	} {
		var s script
		s.prompt(c.text, c.more)
		m := newMapper(newMemory(), led, files{}, laneMain)
		if _, err := m.Record(&source.Record{Raw: []byte(strings.TrimSpace(s.text()))}); err != nil {
			t.Fatal(err)
		}
		k := m.recognize(m.rec.content, recognition)
		if k.name != c.rule {
			t.Errorf("%q %v is %q, want %q", c.text, c.more, k.name, c.rule)
		}
		reached[k.name] = true
	}
	for _, k := range recognition {
		if !reached[k.name] {
			t.Errorf("rule %q has no text here", k.name)
		}
	}
}

func TestCommandsKeepTheirWordsAndGetTheirMeaning(t *testing.T) {
	var s script
	s.prompt("<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>a & b</command-args>")
	h := s.run(t).said(1)
	if len(h.parts) != 2 || h.actor != "human" || string(h.parts[1].Value) != `{"name":"/review","args":"a & b","message":"review"}` {
		t.Errorf("%+v", h)
	}
}

func TestQuestionsAreRequestsWithOneAnswerEach(t *testing.T) {
	ask := func(q ...string) obj {
		var list []any
		for _, q := range q {
			list = append(list, obj{"question": q, "options": []any{obj{"label": "Red"}, obj{"label": "Blue"}}})
		}
		return obj{"questions": list}
	}
	for _, c := range []struct {
		name   string
		result obj
		want   []string
	}{
		{"answered", obj{"toolUseResult": obj{"answers": obj{"A?": "Blue", "B?": "Green"}}}, []string{
			"human question:q:1 answered 2 Blue", "human question:q:2 answered  Green"}},
		{"one in time", obj{"toolUseResult": obj{"answers": obj{"A?": "Red"}, "afkTimeoutMs": 7}}, []string{
			"human question:q:1 answered 1 Red", "harness question:q:2 expired  {claude-code/timeout-ms/1}"}},
		{"refused", obj{"is_error": true, "toolDenialKind": "user-rejected"}, []string{"human question:q:1 cancelled", "human question:q:2 cancelled"}},
		{"failed", obj{"is_error": true}, []string{"harness question:q:1 cancelled", "harness question:q:2 cancelled"}},
		{"without data", obj{}, []string{"human question:q:1 answered  done", "human question:q:2 answered  done"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s script
			s.prompt("go")
			s.tool("q", "AskUserQuestion", ask("A?", "B?"), c.result)
			m := s.run(t)
			want(t, "requests", m.asides("DecisionRequest"), []string{
				`agent:main question question:q:1 of q: A? 1="Red" 2="Blue"`, `agent:main question question:q:2 of q: B? 1="Red" 2="Blue"`})
			want(t, "resolutions", m.asides("DecisionResolution"), c.want)
			if m.History.Status == asif.StatusWaiting {
				t.Error("waiting for what was answered")
			}
		})
	}
	var s script
	s.prompt("go")
	s.reply("r", obj{"type": "tool_use", "id": "q", "name": "AskUserQuestion", "input": ask("A?")})
	if m := s.run(t); m.History.Status != asif.StatusWaiting {
		t.Errorf("status %q with an open question", m.History.Status)
	}
}

func TestWhoDecidedAboutACall(t *testing.T) {
	grant := func(source string) obj { return obj{"permissionDecision": obj{"decision": "accept", "source": source}} }
	for _, c := range []struct {
		name, text string
		more       obj
		resolved   []string
		policies   int
		out        asif.Outcome
	}{
		{"a person allowed", "ok", grant("user_temporary"), []string{"human approval:a allowed  {claude-code/permission-decision/1}"}, 0, asif.OutcomeSuccess},
		{"a rule allowed", "ok", grant("config"), nil, 1, asif.OutcomeSuccess},
		{"nothing is recorded", "ok", obj{}, nil, 0, asif.OutcomeSuccess},
		{"a person refused", "The user doesn't want to proceed with this tool use. the user said:\nno, that", obj{"is_error": true}, []string{"human approval:a denied  no, that"}, 0, asif.OutcomeCancelled},
		{"a rule refused", "Permission to use Bash has been denied.", obj{"is_error": true}, nil, 0, asif.OutcomeError},
		{"a classifier refused", "x", obj{"is_error": true, "toolDenialKind": "automode-blocked"}, []string{"service:auto-mode-classifier approval:a denied"}, 0, asif.OutcomeError},
		{"a hook refused", "PreToolUse:Bash hook error: no", obj{"is_error": true}, []string{"service:hooks approval:a denied"}, 0, asif.OutcomeError},
		{"an interrupt", "x", obj{"is_error": true, "toolDenialKind": "interrupted"}, nil, 0, asif.OutcomeCancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s script
			s.prompt("go")
			s.reply("r", uses("a"))
			s.answer("a", c.text, c.more)
			m := s.run(t)
			got := m.asides("DecisionResolution")
			if len(got) != len(c.resolved) || len(got) > 0 && got[0] != c.resolved[0] {
				t.Errorf("resolutions %q, want %q", got, c.resolved)
			}
			if n := strings.Count(strings.Join(m.asides("ConfigurationChange"), " "), "+permission:"); n != c.policies {
				t.Errorf("%d policies in %q, want %d", n, m.asides("ConfigurationChange"), c.policies)
			}
			if h := m.find(t, "result a"); h.out != c.out {
				t.Errorf("outcome %s, want %s", h.out, c.out)
			}
			if lost := m.Lost[losses.PermissionGrantsNotRecorded] == 1; lost != (c.name == "nothing is recorded") {
				t.Errorf("losses %v", m.Lost)
			}
		})
	}
}

func TestTodoListsUpdateWhatChangedOnTheBranch(t *testing.T) {
	list := func(items ...string) obj {
		var todos []any
		for i := 0; i < len(items); i += 2 {
			todos = append(todos, obj{"content": items[i], "status": items[i+1]})
		}
		return obj{"todos": todos}
	}
	var s script
	s.prompt("go")
	s.tool("a", "TodoWrite", list("one", "pending", "two", "pending", "two", "pending"), obj{})
	fork := s.last
	s.tool("b", "TodoWrite", list("two", "completed"), obj{})
	s.reply("z", says("left"))
	s.prompt("right", under(fork))
	s.tool("c", "TodoWrite", list("one", "in_progress", "two", "pending", "three", "odd"), obj{})
	s.tool("d", "TodoWrite", list(), obj{"is_error": true})
	want(t, "updates", s.run(t).asides("TaskUpdate"), []string{
		"agent:main todo-1 pending one", "agent:main todo-2 pending two", "agent:main todo-3 pending two",
		"agent:main todo-2 completed two", "agent:main todo-1 superseded one", "agent:main todo-3 superseded two",
		"agent:main todo-1 in_progress one", "agent:main todo-4 unknown three", "agent:main todo-3 superseded two",
	})
}

func TestTasksFollowTheirToolsSuccess(t *testing.T) {
	var s script
	s.prompt("go")
	s.tool("a", "TaskCreate", obj{"subject": "one"}, obj{"toolUseResult": obj{"task": obj{"id": "1"}}})
	s.tool("b", "TaskCreate", obj{"subject": "two"}, obj{"toolUseResult": obj{"task": obj{"id": "2"}}})
	s.tool("c", "TaskUpdate", obj{"taskId": "2", "addBlockedBy": []any{"1"}, "status": "in_progress"}, obj{"toolUseResult": obj{"success": true}})
	s.tool("d", "TaskUpdate", obj{"taskId": "2", "status": "completed"}, obj{"toolUseResult": obj{"success": false}})
	s.tool("e", "TaskUpdate", obj{"taskId": "1", "status": "x"}, obj{"toolUseResult": obj{"success": true, "statusChange": obj{"to": "deleted"}}})
	want(t, "updates", s.run(t).asides("TaskUpdate"), []string{
		"agent:main 1 pending one needs []", "agent:main 2 pending two needs []", "agent:main 2 in_progress two needs [1]", "agent:main 1 cancelled one needs []",
	})
}

func TestTurnsEndByTheirEvidence(t *testing.T) {
	for _, c := range []struct {
		name string
		rest func(*script)
		want []string
	}{
		{"nothing", func(*script) {}, []string{"harness running"}},
		{"a note", func(s *script) { s.rec("system", obj{"subtype": "turn_duration"}) }, []string{"harness running", "harness completed"}},
		{"two notes", func(s *script) {
			s.rec("system", obj{"subtype": "stop_hook_summary"})
			s.rec("system", obj{"subtype": "turn_duration"})
		}, []string{"harness running", "harness completed"}},
		{"an interrupt", func(s *script) { s.prompt("[Request interrupted by user]") }, []string{"harness running", "human interrupted"}},
		{"another prompt", func(s *script) { s.prompt("more") }, []string{"harness running", "harness completed"}},
		{"another prompt beside an open call", func(s *script) {
			s.reply("r2", uses("a"))
			s.prompt("more")
		}, []string{"harness running", "harness unknown"}},
		{"a prompt with the same promptId", func(s *script) { s.prompt("more", obj{"promptId": "p"}) }, []string{"harness running"}},
		{"an error", func(s *script) {
			s.rec("assistant", obj{"isApiErrorMessage": true, "error": "rate_limit", "apiErrorStatus": 429, "message": obj{"model": synthetic, "content": "API Error"}})
		}, []string{"harness running", `harness failed {"error":"rate_limit","status":429}`}},
		{"further work", func(s *script) {
			s.rec("system", obj{"subtype": "turn_duration"})
			s.prompt("Stop hook feedback:", obj{"isMeta": true})
			s.reply("r2", says("more"))
		}, []string{"harness running", "harness completed", "harness running"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s script
			s.prompt("go", obj{"promptId": "p"})
			s.reply("r", says("ok"))
			c.rest(&s)
			want(t, "transitions", s.run(t).asides("Transition"), c.want)
		})
	}
}

func TestConfigurationChangesAlongTheBranch(t *testing.T) {
	var s script
	s.raw(obj{"type": "permission-mode", "permissionMode": "plan"})
	place := obj{"cwd": "/a", "gitBranch": "b", "version": "1"}
	s.prompt("go", place)
	s.reply("r1", says("ok"), place)
	fork := s.last
	s.reply("r2", says("ok"), place, obj{"effort": "high"})
	s.prompt("left", place, obj{"cwd": "/c"})
	s.prompt("right", place, under(fork))
	s.rec("attachment", merge(obj{"attachment": obj{"type": "skill_listing", "names": []any{"x"}}, "rendered": []any{obj{"content": "skills"}}}, []obj{place}))
	s.rec("attachment", merge(obj{"attachment": obj{"type": "agent_listing_delta", "removedTypes": []any{"never"}, "addedTypes": []any{}}, "rendered": []any{obj{"content": "agents"}}}, []obj{place}))
	want(t, "changes", s.run(t).asides("ConfigurationChange"), []string{
		"harness +workspace-1 +runtime-1 +permission-mode",
		`harness +{"provider":"anthropic","id":"m-1"}`,
		`harness +{"provider":"anthropic","id":"m-1","effort":"high"}`,
		"harness +workspace-2",
		"harness +skill:x",
	})
}

func TestQueuedPromptsCountOnce(t *testing.T) {
	op := func(s *script, name, content string) {
		r := obj{"type": "queue-operation", "operation": name}
		if content != "" {
			r["content"] = content
		}
		s.raw(r)
	}
	queued := func(s *script, text string) {
		s.rec("attachment", obj{"attachment": obj{"type": "queued_command", "prompt": text, "commandMode": "prompt"}})
	}
	for _, c := range []struct {
		name string
		rest func(*script)
		live []string
		lost map[losses.Kind]int
	}{
		{"with a record behind", func(s *script) { op(s, "remove", "more"); queued(s, "more") }, []string{"more"}, nil},
		{"with a record before", func(s *script) { queued(s, "more"); op(s, "remove", "") }, []string{"more"}, nil},
		{"in the queue alone", func(s *script) { op(s, "remove", "more") }, []string{"more"}, nil},
		{"sent", func(s *script) { op(s, "dequeue", ""); s.prompt("more") }, []string{"more"}, nil},
		{"taken back", func(s *script) { op(s, "popAll", "more") }, nil, map[losses.Kind]int{losses.DraftPromptNotSent: 1}},
		{"never sent", func(*script) {}, nil, map[losses.Kind]int{losses.QueuedPromptUnresolved: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s script
			s.prompt("go")
			s.reply("r1", says("ok"))
			op(&s, "enqueue", "more")
			c.rest(&s)
			s.reply("r2", says("done"))
			m := s.run(t)
			want(t, "live context", m.live(), append(append([]string{"go", "ok"}, c.live...), "done"))
			for _, k := range []losses.Kind{losses.DraftPromptNotSent, losses.QueuedPromptUnresolved} {
				if m.Lost[k] != c.lost[k] {
					t.Errorf("%s lost %d times, want %d", k.Name(), m.Lost[k], c.lost[k])
				}
			}
		})
	}
	t.Run("told late", func(t *testing.T) {
		var s script
		s.prompt("go")
		op(&s, "remove", "more")
		s.reply("r1", says("ok"))
		queued(&s, "more")
		if m := s.run(t); strings.Count(strings.Join(m.all(), " "), "more") != 1 {
			t.Errorf("events %q", m.all())
		}
	})
}
