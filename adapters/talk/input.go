package talk

import (
	"cmp"
	"fmt"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// input reads an entry. It is nil for one of which nothing is left.
func (t *Talk) input(e *entry) (*Input, error) {
	if e.kind == entrySystem {
		t.lose(losses.InstructionsNotCarried, e)
		return nil, nil
	}
	if e.kind == entryCall && t.state[e.call].result == 0 && t.h.OpenCalls == adapters.OpenCallsOmit {
		t.lose(losses.OpenCallOmitted, e)
		return nil, nil
	}
	raw, err := t.doc.Read(e.at)
	if err != nil {
		return nil, fmt.Errorf("reading an input: %w", err)
	}
	if e.flags&isEvent != 0 {
		raw = source.Member(raw, "data")
	}
	in := &Input{Time: t.time(e), Summary: e.flags&isSummary != 0}
	switch e.kind {
	case entryCall:
		t.call(e, in, raw)
		t.Counts.Calls++
		return in, nil
	case entryResult:
		in.Kind, in.Call = asif.InputToolResult, t.callName(e.call)
		in.Outcome = asif.Outcome(adapters.Text(source.Member(raw, "outcome")))
		t.Counts.Results++
		return in, t.pieces(e, in, source.Member(raw, "parts"))
	}
	in.Kind = asif.InputMessage
	in.Injected = e.kind == entryUser && t.events[e.event].voice == voiceHarness && !in.Summary
	if err := t.pieces(e, in, source.Member(raw, "parts")); err != nil {
		return nil, err
	}
	if t.left(e, in) {
		return nil, nil
	}
	if e.kind == entryUser && t.events[e.event].voice == voiceOther {
		t.lose(losses.SpeakerNotCarried, e)
	}
	t.Counts.Messages++
	return in, nil
}

// time is when an entry was said. Time does not run backwards in a talk.
func (t *Talk) time(e *entry) int64 {
	t.clock = max(t.clock, t.events[e.event].time)
	return t.clock
}

// renewed begin texts that a harness puts before its model by itself: the destination puts its own, and the source's would
// speak of another folder, other tools and other rules.
var renewed = []string{
	"<system-reminder>", "<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<INSTRUCTIONS>",
	"<permissions instructions>", "<skills_instructions>", "<collaboration_mode>", "<recommended_plugins>", "<codex_internal_context",
	"<local-command-caveat>", "Caveat: The messages below", "<ide_opened_file>", "<ide_selection>", "<ide_diagnostics>", "<turn_aborted>",
	"[Request interrupted by user", "<image_resize_notice>", "Warning: apply_patch was requested via", "<token_budget>", "<model_switch>",
}

// left tells whether nothing of a message goes on.
func (t *Talk) left(e *entry, in *Input) bool {
	if len(in.Pieces) == 0 {
		return true
	}
	if !in.Injected && (e.event != 0 || e.kind != entryUser || in.Summary) { // of a copy without its event nobody says who spoke
		return false
	}
	for i := range in.Pieces {
		if !begins(in.Pieces[i].Text, renewed) {
			return false
		}
	}
	t.lose(losses.InstructionsNotCarried, e)
	return true
}

// begins tells whether the text of a JSON string begins with one of some marks.
func begins(raw []byte, marks []string) bool {
	if len(raw) < 3 {
		return false
	}
	n := min(len(raw)-1, 512)
	head := strings.TrimLeft(string(adapters.Text(append(raw[:n:n], '"'))), " \t\r\n")
	for _, m := range marks {
		if strings.HasPrefix(head, m) {
			return true
		}
	}
	return false
}

// call reads a call.
func (t *Talk) call(e *entry, in *Input, raw []byte) {
	in.Kind, in.Call = asif.InputToolCall, t.callName(e.call)
	in.ToolID = string(adapters.Text(source.Member(raw, "tool_id")))
	in.Tool = t.toolName(in.ToolID)
	if t.Origin.Harness != t.to.Name {
		t.foreign[in.Tool] = true
	}
	in.Arguments = source.Member(raw, "arguments")
	in.Odd = asif.ArgumentsStatus(adapters.Text(source.Member(raw, "arguments_status"))) != asif.ArgumentsComplete
	if in.Arguments == nil {
		in.Arguments = []byte("null")
	}
}

// callName is a call's ID in the alphabet of all providers.
func (t *Talk) callName(id asif.ID) string {
	name := string(t.calls.Append(nil, id))
	alias, other := t.alias.of(name, func(s string) bool { return t.calls.Find([]byte(s)) != 0 })
	if other {
		t.rename("call", name, alias)
	}
	return alias
}

// toolName is a tool's name in that alphabet.
func (t *Talk) toolName(id string) string {
	name := cmp.Or(t.tools[id].name, strings.TrimPrefix(id, "tool:"))
	alias, other := t.alias.of(name, func(string) bool { return false })
	if other {
		t.rename("tool", id, alias)
	}
	return alias
}

// rename maps an identity once.
func (t *Talk) rename(kind, from, to string) {
	key := kind + " " + from
	if t.renamed[key] {
		return
	}
	t.renamed[key] = true
	t.mappings = append(t.mappings, asif.IdentityMapping{EntityType: kind, SourceID: from, TargetID: to, TargetNamespace: t.to.Name})
}
