package claudecode

import (
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

func TestResponseOverManyLinesIsOneMessageUntilACall(t *testing.T) {
	var s script
	s.prompt("go")
	usage := func(out int) obj {
		return obj{"input_tokens": 10, "output_tokens": out, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 0,
			"cache_creation": obj{"ephemeral_5m_input_tokens": 4, "ephemeral_1h_input_tokens": 1}, "output_tokens_details": obj{"thinking_tokens": 2}}
	}
	line := func(block obj, out int) {
		s.rec("assistant", obj{"message": obj{"id": "r1", "model": "m-1", "usage": usage(out), "content": []any{block}}})
	}
	line(obj{"type": "thinking", "thinking": "hm \"so\"", "signature": "c2ln"}, 1)
	line(says("first"), 9)
	line(uses("a"), 5)
	line(says("behind the call"), 5)
	m := s.run(t)
	first := m.find(t, "{asif-convert/reasoning/1}["+m.said(2).parts[1].Resource+"]first")
	if first.folded != 1 || string(first.parts[0].Value) != `{"text":"hm \"so\""}` {
		t.Errorf("message %+v, want thinking, signature and text in one", first)
	}
	sig := m.resource(t, first.parts[1])
	if first.parts[1].Name != "anthropic/thinking-signature" || string(sig.Text) != `"c2ln"` || sig.Purpose != "reasoning" {
		t.Errorf("signature %+v", sig)
	}
	if m.find(t, "behind the call").id == first.id {
		t.Error("text behind a call joined the message before it")
	}
	if got, want := first.usage, ([adapters.Units]int64{10, 9, 3, 5, 2}); got != want {
		t.Errorf("usage %v, want %v", got, want)
	}
	if m.Outcomes[2].Do != losses.Folded || m.Outcomes[3].Do != losses.Mapped {
		t.Errorf("outcomes %v, want the second line folded and the call mapped", m.Outcomes)
	}
	if string(m.History.Live.Model) != `"m-1"` {
		t.Errorf("model %s", m.History.Live.Model)
	}
}

func TestResponsesAreToldApart(t *testing.T) {
	for _, c := range []struct {
		name         string
		first, other obj
		prompt       bool // between them
		same         bool
	}{
		{"message.id in one turn", obj{}, obj{}, false, true},
		{"message.id in another turn", obj{}, obj{}, true, false},
		{"requestId over turns", obj{"requestId": "q"}, obj{"requestId": "q"}, true, true},
		{"another requestId", obj{"requestId": "q"}, obj{"requestId": "p"}, false, false},
		{"another requestRef", obj{"requestRef": "q"}, obj{"requestRef": "p"}, false, false},
		{"one requestRef", obj{"requestRef": "q"}, obj{"requestRef": "q"}, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s script
			s.prompt("go")
			s.reply("r1", says("a"), c.first)
			if c.prompt {
				s.prompt("on")
			}
			s.reply("r1", says("b"), c.other)
			if got := s.run(t).find(t, "go"); got == nil {
				t.Fatal("no prompt")
			}
			all := strings.Join(s.run(t).all(), " ")
			if got := strings.Contains(all, "ab"); got != c.same {
				t.Errorf("events %q: one response is %v, want %v", all, got, c.same)
			}
		})
	}
}

func TestThinkingWithoutTextIsALoss(t *testing.T) {
	var s script
	s.prompt("go")
	s.reply("r1", obj{"type": "thinking", "thinking": "", "signature": "c2ln"})
	s.reply("r1", obj{"type": "redacted_thinking", "data": "eA=="})
	m := s.run(t)
	h := m.said(2)
	if m.Lost[losses.ReasoningTextNotRecorded] != 1 || len(h.parts) != 2 || h.parts[1].Name != "anthropic/redacted-thinking" {
		t.Errorf("losses %v, parts %+v", m.Lost, h.parts)
	}
}

func TestWhoSpeaksInRoleUser(t *testing.T) {
	for _, c := range []struct {
		text  string
		more  obj
		actor string
	}{
		{"hello", obj{}, "human"},
		{"hello", obj{"promptSource": "typed", "entrypoint": "sdk-cli"}, "human"},
		{"hello", obj{"promptSource": "sdk"}, "host"},
		{"hello", obj{"entrypoint": "sdk-py"}, "host"},
		{"hello", obj{"promptSource": "system"}, "harness"},
		{"hello", obj{"isMeta": true}, "harness"},
		{"hello", obj{"isCompactSummary": true}, "harness"},
		{"hello", obj{"origin": obj{"kind": "human"}}, "human"},
		{"hello", obj{"origin": obj{"kind": "task-notification"}}, "service:tasks"},
		{"hello", obj{"origin": obj{"kind": "peer", "from": "b", "name": "Other"}}, "peer:b"},
		{"hello", obj{"origin": obj{"kind": "channel", "name": "mail"}}, "channel:mail"},
		{"hello", obj{"origin": obj{"kind": "auto-continuation"}}, "harness"},
		{"[Request interrupted by user for tool use]", obj{}, "harness"},
		{"<task-notification><task-id>1</task-id></task-notification>", obj{}, "service:tasks"},
		{"<teammate-message teammate_id=\"b\">hello</teammate-message>", obj{}, "peer"},
		{"<task-notification> is a tag that I quote", obj{}, "human"},
		{"what does <system-reminder>x</system-reminder> mean", obj{}, "human"},
		{"<system-reminder>x</system-reminder>", obj{}, "harness"},
		{"\n  <local-command-stdout>ok</local-command-stdout>", obj{}, "harness"},
		{"<command-name>/model</command-name>", obj{}, "human"},
		{"<bash-input>ls</bash-input>", obj{}, "human"},
		{"<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", obj{}, "harness"},
	} {
		var s script
		s.prompt(c.text, c.more)
		h := s.run(t).said(1)
		if h.actor != c.actor || h.role != asif.RoleUser || !h.seen {
			t.Errorf("%q %v: actor %s role %s seen %v, want %s", c.text, c.more, h.actor, h.role, h.seen, c.actor)
		}
	}
}

func TestInjectedBlocksBesideAPromptAreTheHarnessesOwn(t *testing.T) {
	var s script
	s.rec("user", obj{"message": obj{"content": []any{says("<ide_opened_file>a.go</ide_opened_file>"), says("fix "), says("this"), "and that"}}})
	m := s.run(t)
	a, b := m.said(1), m.said(2)
	if a.actor != "harness" || b.actor != "human" || b.text() != "fix thisand that" || b.id != strings.TrimSuffix(a.id, "0")+"1" {
		t.Errorf("events %+v and %+v", a, b)
	}
}

func TestQueuedPromptIsItsAuthorsMessage(t *testing.T) {
	for _, c := range []struct {
		att   obj
		actor string
	}{
		{obj{"prompt": "also this", "commandMode": "prompt"}, "human"},
		{obj{"prompt": []any{says("also this")}}, "human"},
		{obj{"prompt": "also this", "origin": obj{"kind": "human"}}, "human"},
		{obj{"prompt": "also this", "commandMode": "task-notification"}, "service:tasks"},
		{obj{"prompt": "also this", "origin": obj{"kind": "peer"}}, "peer"},
		{obj{"prompt": "also this", "isMeta": true}, "harness"},
	} {
		var s script
		s.prompt("go")
		s.reply("r", uses("a"))
		s.result("a")
		s.rec("attachment", obj{"attachment": merge(obj{"type": "queued_command"}, []obj{c.att}), "renderedRole": "system", "rendered": []any{obj{"content": "wrapped"}}})
		m := s.run(t)
		if h := m.find(t, "also this"); h.actor != c.actor || h.role != asif.RoleUser || !h.seen {
			t.Errorf("%v: %+v, want %s", c.att, h, c.actor)
		}
		want(t, "live context", m.live(), []string{"go", "call a", "result a", "also this"})
	}
}

func TestAttachmentsAreWhatTheModelSaw(t *testing.T) {
	var s script
	s.prompt("go")
	att := func(typ, role string) {
		s.rec("attachment", obj{"attachment": obj{"type": typ}, "renderedRole": role, "rendered": []any{obj{"content": typ + " text"}}})
	}
	att("environment", "system")
	att("session_context", "user")
	s.rec("attachment", obj{"attachment": obj{"type": "diagnostics"}})
	s.rec("attachment", obj{"attachment": obj{"type": "hook_success"}})
	s.rec("attachment", obj{"attachment": obj{"type": "prompt_snapshot", "systemPrompt": []any{"x"}}})
	s.reply("r", says("ok"))
	m := s.run(t)
	want(t, "live context", m.live(), []string{"session_context text", "go", "environment text", "ok"})
	if h := m.find(t, "environment text"); h.role != asif.RoleSystem || h.actor != "harness" {
		t.Errorf("%+v", h)
	}
	if m.Lost[losses.ReminderTextNotRendered] != 1 {
		t.Errorf("losses %v, want one text that is not known", m.Lost)
	}
	if o := m.Outcomes[5]; o.Do != losses.Mapped || len(m.all()) != 6 {
		t.Errorf("outcome %v of the snapshot, events %q", o, m.all())
	}
}

func TestResultsAndTheirOutcomes(t *testing.T) {
	for _, c := range []struct {
		block obj
		more  obj
		out   asif.Outcome
		text  string
	}{
		{obj{"content": "ok"}, obj{}, asif.OutcomeSuccess, "ok"},
		{obj{"content": "ok", "is_error": false}, obj{}, asif.OutcomeSuccess, "ok"},
		{obj{"content": "no", "is_error": true}, obj{}, asif.OutcomeError, "no"},
		{obj{"content": "no", "is_error": true}, obj{"toolDenialKind": "user-rejected"}, asif.OutcomeCancelled, "no"},
		{obj{"content": "no", "is_error": true}, obj{"toolDenialKind": "permission-rule"}, asif.OutcomeError, "no"},
		{obj{"content": "The user doesn't want to proceed with this tool use. Stop", "is_error": true}, obj{}, asif.OutcomeCancelled, "The user doesn't want to proceed with this tool use. Stop"},
		{obj{"content": []any{says("a"), says("b")}}, obj{}, asif.OutcomeSuccess, "ab"},
		{obj{"content": []any{obj{"type": "tool_reference", "tool_name": "X"}}}, obj{}, asif.OutcomeSuccess, "{claude-code/block/1}"},
		{obj{}, obj{}, asif.OutcomeSuccess, ""},
		{obj{"content": 5}, obj{}, asif.OutcomeSuccess, "{claude-code/block/1}"},
	} {
		var s script
		s.prompt("go")
		s.reply("r", uses("a"))
		block := merge(obj{"type": "tool_result", "tool_use_id": "a"}, []obj{c.block})
		s.rec("user", merge(obj{"message": obj{"content": []any{block, says("note")}}}, []obj{c.more}))
		m := s.run(t)
		if h := m.find(t, "result a"); h.out != c.out || h.text() != c.text {
			t.Errorf("%v: outcome %s text %q, want %s %q", c.block, h.out, h.text(), c.out, c.text)
		}
		if h := m.find(t, "note"); h.actor != "harness" {
			t.Errorf("text beside a result is said by %s", h.actor)
		}
	}
}

func TestImagesAreResources(t *testing.T) {
	img := func(source obj) obj { return obj{"type": "image", "source": source} }
	var s script
	s.rec("user", obj{"message": obj{"content": []any{says("look"), img(obj{"type": "base64", "media_type": "image/png", "data": "aGk="}),
		img(obj{"type": "url", "url": "https://example.com/a.png"}), obj{"type": "document", "title": "doc", "source": obj{"type": "text", "media_type": "text/plain", "data": "words"}}}}})
	s.reply("r", uses("a"))
	s.rec("user", obj{"message": obj{"content": []any{obj{"type": "tool_result", "tool_use_id": "a", "content": []any{img(obj{"type": "base64", "media_type": "image/png", "data": "aG8="})}}}}})
	m := s.run(t)
	p := m.said(1).parts
	if len(p) != 4 {
		t.Fatalf("parts %+v, want four", p)
	}
	if r := m.resource(t, p[1]); string(r.Base64) != `"aGk="` || r.MediaType != "image/png" || r.Purpose != "input" {
		t.Errorf("image %+v", r)
	}
	if r := m.resource(t, p[2]); r.Availability != asif.AvailabilityUnavailable || r.Location != "https://example.com/a.png" || r.Explanation == "" {
		t.Errorf("image by URL %+v", r)
	}
	if r := m.resource(t, p[3]); string(r.Text) != `"words"` || r.Name != "doc" {
		t.Errorf("document %+v", r)
	}
	if r := m.resource(t, m.find(t, "result a").parts[0]); r.Purpose != "tool-output" {
		t.Errorf("image of a result %+v", r)
	}
	if m.Lost[losses.ImageBytesMissing] != 1 {
		t.Errorf("losses %v, want one image without bytes", m.Lost)
	}
}

func TestArgumentsAreWhatTheModelSent(t *testing.T) {
	for _, c := range []struct {
		block, more obj
		want        string
	}{
		{obj{"input": obj{"a": 1}}, obj{}, `{"a":1}`},
		{obj{"input": obj{"a": 1}}, obj{"wireToolInputs": obj{"a": obj{"b": 2}}}, `{"b":2}`},
		{obj{"input": obj{"a": 1}}, obj{"wireToolInputs": obj{"other": obj{"b": 2}}}, `{"a":1}`},
		{obj{"input": "{\"a\":"}, obj{}, `"{\"a\":"`},
		{obj{}, obj{}, ``},
	} {
		var s script
		s.prompt("go")
		s.reply("r", merge(obj{"type": "tool_use", "id": "a", "name": "Bash"}, []obj{c.block}), c.more)
		if h := s.run(t).find(t, "call a"); h.args != c.want || h.tool != "Bash" {
			t.Errorf("%v %v: arguments %s of %s, want %s", c.block, c.more, h.args, h.tool, c.want)
		}
	}
}

func TestServerToolsStandInsideTheResponse(t *testing.T) {
	var s script
	s.prompt("go")
	s.reply("r", obj{"type": "server_tool_use", "id": "s", "name": "web_search", "input": obj{}})
	s.reply("r", obj{"type": "web_search_tool_result", "tool_use_id": "s", "content": []any{obj{"url": "u"}}})
	s.reply("r", says("found"))
	m := s.run(t)
	want(t, "live context", m.live(), []string{"go", "call s", "result s", "found"})
	if h := m.find(t, "result s"); h.actor != "tool-server:anthropic" {
		t.Errorf("result by %s", h.actor)
	}
}
