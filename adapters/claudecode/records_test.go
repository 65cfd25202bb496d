package claudecode

import (
	"fmt"
	"testing"

	"asif-convert/losses"
)

func TestTextsOfTheHarnessInPlaceOfAnAnswerAreNotes(t *testing.T) {
	var s script
	s.prompt("go")
	s.reply("x", says("API Error: 529"), obj{"isApiErrorMessage": true, "message": obj{"model": "<synthetic>", "content": []any{says("API Error: 529")}}})
	s.rec("assistant", obj{"message": obj{"model": "<synthetic>", "content": []any{says("No response requested.")}}})
	s.prompt("again")
	s.rec("assistant", obj{"message": obj{"model": "<synthetic>", "content": []any{says("I was sayi")}}})
	m := s.run(t)
	want(t, "main", m.branch(0), []string{"go", "note claude-code/api_error_message", "note claude-code/filler", "again", "I was sayi"})
	want(t, "live context", m.live(), []string{"go", "again", "I was sayi"})
}

func TestUnknownThingsAreKeptAndTold(t *testing.T) {
	var s script
	s.prompt("go")
	s.rec("weather", obj{"sky": "blue"})
	s.reply("r", obj{"type": "hologram", "x": 1})
	s.raw(obj{"type": "moon"})
	s.raw(obj{"no": "type"})
	s.raw(obj{"type": "what the user said: hello"})
	m := s.run(t)
	want(t, "main", m.branch(0), []string{"go", "unmapped", "{claude-code/block/1}"})
	if m.Lost[losses.UnknownRecordKind] != 4 || m.Lost[losses.UnknownBlock] != 1 {
		t.Errorf("losses %v", m.Lost)
	}
	if h := m.find(t, "{claude-code/block/1}"); string(h.parts[0].Value) != `{"type":"hologram","x":1}` {
		t.Errorf("block %s", h.parts[0].Value)
	}
}

func TestTitlesByPrecedence(t *testing.T) {
	custom, model := obj{"type": "custom-title", "customTitle": "mine"}, obj{"type": "ai-title", "aiTitle": "its"}
	here, there := obj{"type": "summary", "summary": "sum", "leafUuid": "p"}, obj{"type": "summary", "summary": "sum", "leafUuid": "q"}
	for _, c := range []struct {
		records []obj
		want    string
	}{
		{[]obj{custom, model, here}, "mine"},
		{[]obj{model, here}, "its"},
		{[]obj{model, {"type": "ai-title", "aiTitle": "last"}}, "last"},
		{[]obj{here}, "sum"},
		{[]obj{there}, ""},
		{nil, ""},
	} {
		var s script
		s.prompt("go", obj{"uuid": "p"})
		for _, r := range c.records {
			s.raw(r)
		}
		if got := s.run(t).History.Title; got != c.want {
			t.Errorf("%v: title %q, want %q", c.records, got, c.want)
		}
	}
}

func TestEnvironmentsAreDeclaredOncePerValue(t *testing.T) {
	var s script
	for _, r := range []obj{{"cwd": "/a", "gitBranch": "main", "version": "1"}, {"cwd": "/b", "gitBranch": "main", "version": "2"}, {"cwd": "/a", "gitBranch": "main", "version": "1"}, {}} {
		s.prompt("go", r)
	}
	var got []string
	for _, e := range s.run(t).Envs {
		got = append(got, fmt.Sprintf("%s %s", e.ID, e.Definition.Value))
	}
	want(t, "environments", got, []string{
		`workspace-1 {"cwd":"/a","git_branch":"main"}`, `runtime-1 {"harness":"claude-code","version":"1"}`,
		`workspace-2 {"cwd":"/b","git_branch":"main"}`, `runtime-2 {"harness":"claude-code","version":"2"}`,
	})
}

func TestSubAgentsAreParticipants(t *testing.T) {
	var s script
	s.prompt("go")
	s.reply("r", uses("a"))
	s.rec("user", obj{"toolUseResult": obj{"agentId": "lost", "content": []any{}}, "message": obj{"content": []any{obj{"type": "tool_result", "tool_use_id": "a", "content": "3"}}}})
	m := s.run(t)
	if m.Lost[losses.SubagentTranscriptMissing] != 1 {
		t.Errorf("losses %v, want a missing transcript", m.Lost)
	}
	last := m.Actors[len(m.Actors)-1]
	if last.ID != "agent:lost" || last.ParentParticipantID != "agent:main" || last.ChildSession != nil {
		t.Errorf("participant %+v", last)
	}
}
