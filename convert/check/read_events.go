package check

import (
	"fmt"

	"asif-convert/convert/asif"
)

// payloadReaders read an event's data by its kind, and give its detail.
var payloadReaders = [eventKinds]func(*validation, *item, *event, value){
	toolCall: (*validation).readToolCall, toolResult: (*validation).readResult,
	decisionRequest: (*validation).readRequest, decisionResolution: (*validation).readResolution,
	taskUpdate: (*validation).readTask, contextCheckpoint: (*validation).readCompaction,
	configurationChange: (*validation).readChange, executionTransition: (*validation).readTransition,
	resourceChange: (*validation).readResourceChange, extension: (*validation).readExtension,
}

func (x *validation) readEvent(it *item) {
	v := it.root()
	e := event{offset: it.span.Offset, length: int32(it.span.Length), sequence: -1, time: noTime, detail: -1,
		causes: int32(x.causes.Len()), kind: kindOf(v.get("kind").text())}
	e.id = x.define(it)
	if n, ok := v.get("sequence").integer(); ok {
		e.sequence = n
	}
	if t := v.get("time"); t.kind() == stringKind {
		e.time = instant(t.str())
	}
	e.actor = x.refer("R01", participants, it, v.get("actor_id"))
	e.execution = x.refer("R03", executions, it, v.get("execution_id"))
	x.o02(it, v.get("causes"))
	e.supersedes = x.eventReference(it, v.get("supersedes"), "O05")
	x.provenance(it, v.get("provenance"))
	x.o01(it, &e)
	x.o05(it, &e)
	data := v.get("data")
	x.parts("R04", it, data.get("parts"))
	if scope := payloadScopes[e.kind]; scope != "" {
		x.present[scope] = true
	}
	if read := payloadReaders[e.kind]; read != nil && data.kind() == objectKind {
		read(x, it, &e, data)
	}
	x.events.Add(e)
}

// payloadScopes are the coverage scopes that an event gives data to (V01).
var payloadScopes = [eventKinds]asif.Scope{message: asif.ScopeConversation, toolCall: asif.ScopeTools,
	decisionRequest: asif.ScopeDecisions, decisionResolution: asif.ScopeDecisions, taskUpdate: asif.ScopeTasks}

func (x *validation) readCompaction(it *item, _ *event, data value) {
	context := x.refer("R03", contexts, it, data.get("context_id"))
	x.refer("R03", contexts, it, data.get("replaced_context_id"))
	if data.get("reason").is(string(asif.ReasonCompaction)) {
		x.compactions = append(x.compactions, compaction{spot: it.at(data), context: context,
			replaces: data.get("replaced_context_id").exists()})
	}
}

func (x *validation) readChange(it *item, _ *event, data value) {
	x.refer("R03", configurations, it, data.get("configuration_id"))
}

func (x *validation) readTransition(it *item, e *event, data value) {
	t := transition{event: it.index, execution: x.refer("R03", executions, it, data.get("execution_id")),
		status: executionStatusNames[data.get("status").str()]}
	e.detail = int32(x.transitions.Add(t))
}

func (x *validation) readResourceChange(it *item, _ *event, data value) {
	x.refer("R04", resources, it, data.get("resource_id"))
	x.refer("R04", resources, it, data.get("previous_resource_id"))
}

func (x *validation) readExtension(it *item, _ *event, data value) { x.o08(it, data) }

// readBranches reads every branch without its events, and then these one by one.
func (x *validation) readBranches() error {
	for it, err := range x.doc.Items("branches") {
		if err != nil {
			return fmt.Errorf("reading branches: %w", err)
		}
		shell, list, err := x.doc.Split(it, "event_ids")
		if err != nil {
			return fmt.Errorf("reading branches: %w", err)
		}
		one := item{spot: spot{space: branches, index: int32(it.Index), input: -1, span: it.Range}}
		one.tree.raw = shell
		x.prepare(&one)
		if err := x.readBranch(&one, list); err != nil {
			return err
		}
	}
	return nil
}

func (x *validation) readBranch(it *item, list asif.Range) error {
	x.present[asif.ScopeBranches] = true
	b := branch{name: x.define(it), from: int32(x.selected.Len())}
	x.takeFaults(it)
	b.spot = it.spot
	var last []byte
	for e, err := range x.doc.Elements(list) {
		if err != nil {
			return fmt.Errorf("reading a branch: %w", err)
		}
		raw, err := x.doc.Bytes(e)
		if err != nil {
			return fmt.Errorf("reading a branch: %w", err)
		}
		x.selectEvent(&b, e.Index, raw)
		last = append(last[:0], raw...)
	}
	b.to = int32(x.selected.Len())
	x.o03Head(it, plainText(last))
	x.r09(it, it.root().get("fork"))
	x.branches = append(x.branches, b)
	return nil
}

// selectEvent adds one element of a branch's event_ids (R02, O03).
func (x *validation) selectEvent(b *branch, index int, raw []byte) {
	name := plainText(raw)
	i := x.spaces[events].item(x.spaces[events].ids.Find(name))
	x.selected.Add(i)
	if i >= 0 {
		if e := x.event(i); e.branch != b.index+1 {
			e.branch = b.index + 1
			return
		}
	}
	at := b.spot
	at.rest = fmt.Sprintf("/event_ids/%d", index)
	switch {
	case i >= 0:
		x.fault("O03", at, string(name), "no event twice", "the branch lists an event twice")
	case raw[0] != '"':
		x.fault(SchemaRule, at, string(raw), "string", "the value has the wrong type")
	default:
		x.fault("R02", at, string(name), idAmong(events), "the branch selects an event that is not here")
	}
}
