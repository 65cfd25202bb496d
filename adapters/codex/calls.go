package codex

import (
	"bytes"
	"slices"

	"asif-convert/adapters"
	"asif-convert/adapters/talk"
	"asif-convert/convert/asif"
	"asif-convert/losses"
	"github.com/tidwall/gjson"
)

// callState is what is known of a call until its result comes.
type callState struct {
	ref     asif.Ref
	outcome asif.Outcome // of an event that told it
	changes []change     // files that a patch names
	told    bool         // the changes stand in the document
	answer  bool         // the call asks a person
}

// stateOf is the state of a call ID.
func (m *mapper) stateOf(id []byte) *callState {
	n, _ := m.calls.Intern(id)
	for len(m.open) <= int(n) {
		m.open = append(m.open, callState{})
	}
	return &m.open[n]
}

// call drafts a call of the model.
func (m *mapper) call(x *item, id, tool []byte, space string, args []byte, status asif.ArgumentsStatus) asif.Ref {
	ref := m.add(m.itemID(x), m.agent(), isSeen, &adapters.ToolCall{Call: id, Tool: m.tool(space, string(tool)), Arguments: args, Status: status})
	m.begin(ref)
	if len(id) > 0 {
		*m.stateOf(id) = callState{ref: ref}
	}
	return ref
}

// functionCall maps a call whose arguments are JSON inside a string. What is not JSON stays the text that it is.
func (m *mapper) functionCall(x *item) {
	raw := x.get(iArguments)
	args, status := raw, asif.ArgumentsUnknown
	if adapters.Quoted(raw) != nil {
		if inner := m.unquoted(raw); m.valid(inner) {
			args, status = inner, asif.ArgumentsComplete
		} else {
			m.sink.Lose(losses.ArgumentsNotJSON)
		}
	}
	id := x.text(iCall)
	ref := m.call(x, id, x.text(iName), string(x.text(iNamespace)), args, status)
	if status == asif.ArgumentsComplete {
		m.meaning(string(x.text(iName)), id, ref, args)
	}
}

// unquoted is the text of a JSON string, which lasts until the record has been mapped.
func (m *mapper) unquoted(raw []byte) []byte {
	from := len(m.values)
	m.values = asif.AppendUnquoted(m.values, raw)
	return m.values[from:len(m.values):len(m.values)]
}

// keep copies bytes that must last until the record has been mapped.
func (m *mapper) keep(b []byte) []byte {
	from := len(m.values)
	m.values = append(m.values, b...)
	return m.values[from:len(m.values):len(m.values)]
}

// customCall maps a call whose input is free text: a patch, or a script.
func (m *mapper) customCall(x *item) {
	id, in := x.text(iCall), x.get(iInput)
	status := asif.ArgumentsComplete
	if in == nil {
		status = asif.ArgumentsUnknown
	}
	ref := m.call(x, id, x.text(iName), string(x.text(iNamespace)), in, status)
	switch string(x.text(iName)) {
	case toolPatch:
		m.stateOf(id).changes = patched(adapters.Text(in))
	case toolScript:
		if len(m.now.scripts) < maxWaiting {
			m.now.scripts = append(m.now.scripts, script{string(id), ref})
		}
	}
}

// inScript is the script that runs, or 0: of several, an item does not tell which one made it.
func (m *mapper) inScript() asif.Ref {
	if len(m.now.scripts) == 1 {
		return m.now.scripts[0].ref
	}
	return 0
}

func (m *mapper) scriptEnded(id []byte) {
	m.now.scripts = slices.DeleteFunc(m.now.scripts, func(s script) bool { return s.call == string(id) })
}

// callID is a call's ID; old shell calls and calls of the server have only the item's.
func (x *item) callID() []byte {
	if id := x.text(iCall); len(id) > 0 {
		return id
	}
	return x.text(iID)
}

func (m *mapper) shellCall(x *item) {
	m.call(x, x.callID(), []byte("local_shell"), "", x.get(iAction), complete(x.get(iAction)))
}

func (m *mapper) searchCall(x *item) {
	m.call(x, x.callID(), []byte("tool_search"), "", x.get(iArguments), complete(x.get(iArguments)))
}

func complete(args []byte) asif.ArgumentsStatus {
	if args == nil {
		return asif.ArgumentsUnknown
	}
	return asif.ArgumentsComplete
}

// serverCalls are the tools that the provider runs, with the states of their results.
var serverTools = map[string]string{"web_search_call": "web_search", "image_generation_call": "image_generation"}

var serverOutcomes = map[string]asif.Outcome{"completed": asif.OutcomeSuccess, "failed": asif.OutcomeError, "incomplete": asif.OutcomeCancelled}

// serverCall maps a call that the provider ran: the result is part of the same item.
func (m *mapper) serverCall(x *item) {
	id, args := x.callID(), x.get(iAction)
	if p := x.get(iPrompt); p != nil {
		args = append(append(m.keep([]byte(`{"revised_prompt":`)), p...), '}')
	}
	if len(id) == 0 {
		m.unnamed++
		id = asif.AppendInt([]byte("unnamed-"), int64(m.unnamed))
	}
	m.call(x, id, []byte(serverTools[string(x.text(iType))]), "", args, complete(args))
	out, ok := serverOutcomes[string(x.text(iStatus))]
	if !ok {
		out = asif.OutcomeUnknown
	}
	m.parts = m.parts[:0]
	if r := adapters.Quoted(x.get(iResult)); len(r) > 2 {
		res := adapters.Resource{MediaType: "image/png", Purpose: purposeOutput, Base64: r, Span: m.native.Span}
		m.parts = append(m.parts, adapters.Part{Kind: adapters.ResourcePart, Resource: m.sink.Resource(&res)})
	}
	m.add(m.itemID(x), m.server(), isSeen, &adapters.ToolResult{Call: id, Outcome: out, Parts: m.parts})
	m.parts = m.parts[:0]
}

// callOutput maps the result of a call.
func (m *mapper) callOutput(x *item) {
	id := x.text(iCall)
	m.parts = m.parts[:0]
	out := adapters.Quoted(x.get(iOutput))
	switch {
	case out != nil:
		m.parts = append(m.parts, adapters.NewText(out))
	case x.from < x.to:
		for i := x.from; i < x.to; i++ {
			m.parts = append(m.parts, m.contentPart(&m.rec.parts[i], purposeOutput))
		}
	case len(x.get(iOutput)) > 0 && string(x.get(iOutput)) != "null":
		m.parts = append(m.parts, structOutputPart(x.get(iOutput)))
	}
	state := m.stateOf(id)
	outcome := state.outcome
	if outcome == "" {
		outcome = m.outcomeOf(x, out)
	}
	if state.answer {
		m.resolve(id, x, out)
	}
	if handedOver(x) {
		m.draft.Method, m.draft.Inputs = talk.ClosedCall, []asif.Ref{state.ref}
	}
	result := &adapters.ToolResult{Call: id, Outcome: outcome, Parts: m.parts}
	ref := m.add(m.itemID(x), m.harness(), isSeen, result)
	m.parts = m.parts[:0]
	if outcome == asif.OutcomeSuccess && !state.told {
		m.derivedChanges(state, ref)
	}
	state.outcome, state.changes = "", nil
	m.scriptEnded(id)
}

// structOutputPart is an output that is an object: a text with a flag in the oldest versions.
func structOutputPart(raw []byte) adapters.Part {
	if c := gjson.GetBytes(raw, "content"); c.Type == gjson.String {
		return adapters.NewText([]byte(c.Raw))
	}
	return adapters.NewStructured(schemaPart, raw)
}

// searchOutput maps the tools that a search found: they can be called from now on.
func (m *mapper) searchOutput(x *item) {
	m.parts = m.parts[:0]
	if tools := x.get(iTools); tools != nil {
		m.defineAll("", tools)
		m.parts = append(m.parts, adapters.NewStructured("codex/tools/1", tools))
	}
	m.add(m.itemID(x), m.harness(), isSeen, &adapters.ToolResult{Call: x.text(iCall), Outcome: asif.OutcomeSuccess, Parts: m.parts})
	m.parts = m.parts[:0]
}

// handedOver tells whether a result is ours, for a call that had none.
func handedOver(x *item) bool { return string(x.text(iHandover)) == markOpen }

// prefixes of outputs that tell how a call ended, in versions that record it nowhere else.
var prefixes = []struct {
	text    string
	outcome asif.Outcome
}{
	{"aborted by user", asif.OutcomeCancelled},
	{"unsupported call:", asif.OutcomeError},
	{"unsupported custom tool call:", asif.OutcomeError},
	{"apply_patch verification failed", asif.OutcomeError},
	{"exec_command failed", asif.OutcomeError},
	{"execution error", asif.OutcomeError},
	{"failed to parse function arguments", asif.OutcomeError},
	{"Script failed", asif.OutcomeError},
	{"Script completed", asif.OutcomeSuccess},
	{"Plan updated", asif.OutcomeSuccess},
}

// outcomeOf reads how a call ended from its output; nothing in the record says it (openai/codex keeps no flag).
func (m *mapper) outcomeOf(x *item, out []byte) asif.Outcome {
	if handedOver(x) {
		return asif.OutcomeUnknown
	}
	if s := x.get(iSuccess); s != nil {
		return okay[adapters.IsTrue(s)]
	}
	said := adapters.Text(out)
	if out == nil && x.from < x.to {
		said = adapters.Text(m.rec.parts[x.from].text)
	}
	for _, p := range prefixes {
		if bytes.HasPrefix(said, []byte(p.text)) {
			return p.outcome
		}
	}
	if len(said) > 0 && said[0] == '{' {
		if code := gjson.GetBytes(said, "metadata.exit_code"); code.Type == gjson.Number {
			return okay[code.Raw == "0"]
		}
		return asif.OutcomeUnknown
	}
	return exitOutcome(said)
}

// okay is the outcome of a call that is known to have worked or not.
var okay = map[bool]asif.Outcome{true: asif.OutcomeSuccess, false: asif.OutcomeError}

// exitOutcome finds the exit code in the lines above the output itself (0.5x and later).
func exitOutcome(said []byte) asif.Outcome {
	for range 6 {
		line, rest, _ := bytes.Cut(said, []byte("\n"))
		for _, mark := range []string{"Exit code: ", "Process exited with code "} {
			if code, ok := bytes.CutPrefix(line, []byte(mark)); ok {
				return okay[string(bytes.TrimSpace(code)) == "0"]
			}
		}
		if bytes.HasPrefix(line, []byte("Output:")) {
			break
		}
		said = rest
	}
	return asif.OutcomeUnknown
}
