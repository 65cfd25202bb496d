package golden_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// context is what a test reads of a context.
type context struct {
	ID       string
	Fidelity string
	Model    struct{ ID, Provider string }
	Inputs   []struct {
		Kind  string
		Parts []struct{ Text string }
	}
}

// contexts are the contexts of a document by ID.
func contexts(t *testing.T, doc []byte) map[string]context {
	t.Helper()
	var d struct{ Contexts []context }
	if err := json.Unmarshal(doc, &d); err != nil {
		t.Fatal(err)
	}
	all := map[string]context{}
	for _, c := range d.Contexts {
		all[c.ID] = c
	}
	return all
}

// live are the texts of the context that a session goes on from, its calls as call.
func live(t *testing.T, doc []byte) string {
	t.Helper()
	var all []string
	for _, in := range contexts(t, doc)["live:main"].Inputs {
		switch {
		case in.Kind == "tool_call":
			all = append(all, "call")
		case len(in.Parts) > 0:
			all = append(all, in.Parts[0].Text)
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

// What the model saw is put together again where all of it is told, and only a part of it where something is not.
func TestAContextIsPartialWhereSomethingIsNotTold(t *testing.T) {
	const attempt = `"model":{"id":"m","provider":"p"},"attempt":{"id":"a1","number":1},`
	log := []string{
		inTurn("t1", "turn.start", `"trigger":"user","items":[`+message("u1", "user", "ask")+`]`),
		strings.Replace(inTurn("t1", "model.response.after", `"model":{"id":"m","provider":"p"},"attempt":{"id":"a0","number":1},"execution":{"status":"executed"},"finishReason":"x","items":[]`), `"id":"`, `"id":"0`, 1),
		inTurn("t1", "tool.before", call),
		inTurn("t1", "tool.after", call+`,"outcome":"ok","execution":{"status":"executed"},"items":[`+message("r1", "tool", "done")+`]`),
		inTurn("t1", "model.request.before", attempt+`"params":{},"items":[`+message("s1", "system", "be brief")+`,`+message("u1", "user", "ask")+`,`+message("r1", "tool", "done")+`]`),
		inTurn("t1", "model.response.after", attempt+`"execution":{"status":"executed"},"finishReason":"stop","items":[`+message("a1", "assistant", "well")+`]`),
	}
	whole := strings.Join(log, "\n")
	start := event("session.start", `"trigger":"startup","permissionMode":"ask","items":[],"manifest":{"gaps":[{"path":"/events/tool.after","reason":"no"}],"events":[`+
		`{"event":"turn.start","modes":["observe"]},{"event":"tool.after","modes":["observe"]}]}`)
	for name, c := range map[string]struct{ log, request, live string }{
		"all is told":            {whole, "reconstructed", "reconstructed"},
		"part of a request":      {strings.Replace(whole, `"text":"be brief"`, `"gap":{"reason":"no"}`, 1), "partial", "partial"},
		"gap in a request":       {strings.Replace(whole, `"params":{}`, `"params":{},"gaps":[{"path":"/items","reason":"no"}]`, 1), "partial", "partial"},
		"part of a message":      {strings.ReplaceAll(whole, `"selection":"body","text":"ask"`, `"selection":"omit"`), "partial", "partial"},
		"part of a result":       {strings.ReplaceAll(whole, `"selection":"body","text":"done"`, `"selection":"omit"`), "partial", "partial"},
		"part of the answer":     {strings.Replace(whole, `"selection":"body","text":"well"`, `"selection":"omit"`, 1), "reconstructed", "partial"},
		"a result's call":        {strings.Join(append(slices.Clone(log[:2]), log[4:]...), "\n"), "partial", "partial"},
		"messages":               {strings.Join(append(slices.Clone(log[:4]), strings.Split(log[4], `"items":`)[0]+`"items":[]}`, log[5]), "\n"), "partial", "partial"},
		"the request":            {strings.Join(append(slices.Clone(log[:4]), log[5]), "\n"), "", "partial"},
		"nothing behind":         {strings.Join(log[:5], "\n"), "reconstructed", "reconstructed"},
		"a manifest's gap":       {start + "\n" + whole, "reconstructed", "partial"},
		"what a compaction does": {whole + "\n" + event("context.compact.after", `"summary":[],"removed":[],"execution":{"status":"executed"}`), "reconstructed", "partial"},
	} {
		docs, _ := converted(t, []byte(c.log))
		all := contexts(t, docs[0])
		if r := all["request:a1"]; r.Fidelity != c.request || all["live:main"].Fidelity != c.live {
			t.Errorf("%s: the request is %q, the context to go on from %q, want %q and %q", name, r.Fidelity, all["live:main"].Fidelity, c.request, c.live)
		} else if r.ID != "" && (r.Model.ID != "m" || r.Model.Provider != "p") {
			t.Errorf("%s: the request's model is %v", name, r.Model)
		}
	}
}
