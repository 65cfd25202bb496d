package golden_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// live are the texts of the context that a session goes on from, its calls as call.
func live(t *testing.T, doc []byte) string {
	t.Helper()
	var d struct {
		Contexts []struct {
			ID     string
			Model  struct{ ID string }
			Inputs []struct {
				Kind  string
				Parts []struct{ Text string }
			}
		}
	}
	if err := json.Unmarshal(doc, &d); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, c := range d.Contexts {
		if c.ID != "live:main" {
			continue
		}
		for _, in := range c.Inputs {
			switch {
			case in.Kind == "tool_call":
				all = append(all, "call")
			case len(in.Parts) > 0:
				all = append(all, in.Parts[0].Text)
			}
		}
	}
	return strings.Join(all, "|")
}

// inTurn is an event of some turn.
func inTurn(turn, typ, more string) string {
	return strings.Replace(event(typ, more), `"turn":{"id":"t"}`, `"turn":{"id":"`+turn+`"}`, 1)
}

// A sub-agent has a conversation of its own, wherever the log ends.
func TestASessionGoesOnFromItsOwnAgentsConversation(t *testing.T) {
	const model = `"model":{"id":"m","provider":"p"},"params":{},`
	of := func(agent, e string) string {
		return strings.Replace(e, `"session":{`, `"session":{"agent":{"id":"`+agent+`"},`, 1)
	}
	task := `"call":{"id":"c1"},"path":"native","tool":{"name":"task","input":{},"origin":"native"}`
	log := []struct{ event, want string }{
		{inTurn("t1", "turn.start", `"trigger":"user","items":[`+message("u1", "user", "ask")+`]`), "ask"},
		{inTurn("t1", "model.request.before", model+`"attempt":{"id":"a1","number":1},"items":[`+message("s1", "system", "be brief")+`,`+message("u1", "user", "ask")+`]`), "be brief|ask"},
		{inTurn("t1", "tool.before", task), "be brief|ask|call"},
		{of("sub", inTurn("t2", "turn.start", `"trigger":"external","items":[`+message("u2", "user", "look")+`]`)), "be brief|ask|call"},
		{inTurn("t2", "model.request.before", model+`"attempt":{"id":"a2","number":1},"items":[`+message("s2", "system", "explore")+`,`+message("u2", "user", "look")+`]`), "be brief|ask|call"},
		{of("sub", inTurn("t2", "model.response.after", model+`"attempt":{"id":"a2","number":1},"execution":{"status":"executed"},"finishReason":"stop","items":[`+message("a2", "assistant", "seen")+`]`)), "be brief|ask|call"},
		{of("sub", inTurn("t2", "context.compact.after", `"summary":[],"removed":[{"id":"u1"}],"execution":{"status":"executed"}`)), "be brief|ask|call"},
		{inTurn("t1", "tool.after", task+`,"outcome":"ok","execution":{"status":"executed"},"items":[`+message("r1", "tool", "done")+`]`), "be brief|ask|call|done"},
		{inTurn("t1", "model.request.before", model+`"attempt":{"id":"a3","number":1},"items":[`+message("u1", "user", "ask")+`,`+message("r1", "tool", "done")+`]`), "ask|call|done"},
	}
	text := ""
	for i, e := range log {
		text += strings.Replace(e.event, `"id":"`, `"id":"e`+string(rune('0'+i)), 1) + "\n"
		docs, _ := converted(t, []byte(text))
		if got := live(t, docs[0]); got != e.want {
			t.Errorf("after event %d it goes on from %s, want %s", i+1, got, e.want)
		}
		for _, f := range faults(t, docs, false) {
			t.Error(f)
		}
	}
}

// An agent that has a name is the session's own when session.start or a person's first turn tells it.
func TestTheSessionsOwnAgentMayHaveAName(t *testing.T) {
	begin := `"trigger":"user","items":[` + message("u1", "user", "ask") + `]`
	named := strings.Replace(inTurn("t1", "turn.start", begin), `"session":{`, `"session":{"agent":{"id":"lead"},`, 1)
	late := inTurn("t9", "turn.finish.before", `"outcome":"completed","continuationCount":0,"items":[`+message("a1", "assistant", "well")+`]`)
	for _, log := range []string{named + "\n" + late, late + "\n" + named} {
		docs, _ := converted(t, []byte(log))
		if got := live(t, docs[0]); got != "ask|well" && got != "well|ask" {
			t.Errorf("it goes on from %s, want both messages", got)
		}
	}
}
