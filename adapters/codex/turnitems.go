package codex

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// turnItemKinds map the items of a turn that say something new: the others repeat an item of a response (0.143 and
// later).
var turnItemKinds = map[string]func(*mapper) losses.Outcome{
	"UserMessage":         func(m *mapper) losses.Outcome { return m.twinItem(twinUser) },
	"AgentMessage":        func(m *mapper) losses.Outcome { return m.twinItem(twinAgent) },
	"Reasoning":           func(m *mapper) losses.Outcome { return m.twinItem(twinReasoning) },
	"CommandExecution":    (*mapper).commandItem,
	"FileChange":          (*mapper).fileItem,
	"McpToolCall":         (*mapper).mcpItem,
	"CollabAgentToolCall": (*mapper).agentItem,
	"SubAgentActivity":    (*mapper).agentItem,
	"HookPrompt":          preserve(whyRepeats),
	"Plan":                preserve(whyRepeats),
	"DynamicToolCall":     preserve(whyRepeats),
	"WebSearch":           preserve(whyRepeats),
	"ImageView":           preserve(whyRepeats),
	"ImageGeneration":     preserve(whyRepeats),
	"Extension":           preserve(whyLater),
	"Sleep":               preserve(whyLater),
	"EnteredReviewMode":   func(m *mapper) losses.Outcome { return m.reviewItem("codex/entered_review_mode") },
	"ExitedReviewMode":    func(m *mapper) losses.Outcome { return m.reviewItem("codex/exited_review_mode") },
	"ContextCompaction":   preserve(whyRepeats),
}

func (m *mapper) turnItem() losses.Outcome {
	if do, ok := turnItemKinds[string(adapters.Text(m.rec.f[fItemType]))]; ok {
		return do(m)
	}
	ref := m.add(0, m.harness(), 0, &adapters.Unmapped{Type: "codex/turn-item", Value: m.native.Raw})
	m.sink.Lose(losses.UnknownRecordKind, ref)
	return mapping
}

func (m *mapper) twinItem(kind twinKind) losses.Outcome {
	id := m.intern(m.rec.f[fItemID])
	if len(m.rec.texts) == 0 && kind != twinUser {
		return losses.Outcome{Do: losses.Preserved, Why: whyDisplay}
	}
	return m.twin(kind, id, m.rec.texts)
}

// itemOutcomes are the states in which an item of a turn ends.
var itemOutcomes = map[string]asif.Outcome{
	"completed": asif.OutcomeSuccess, "failed": asif.OutcomeError, "declined": asif.OutcomeError, "interrupted": asif.OutcomeCancelled,
}

// ended is how the item of the turn ended.
func (m *mapper) ended() asif.Outcome {
	if o := codeOutcome(m.rec.f[fExitCode]); o != "" {
		return o
	}
	return itemOutcomes[string(adapters.Text(m.rec.f[fEventStatus]))]
}

// called tells whether a call of the model has that ID.
func (m *mapper) called(id []byte) bool { return len(id) > 0 && m.stateOf(id).ref != 0 }

// commandItem is a command that ran. One that no call of the model names ran inside a script, or was typed.
func (m *mapper) commandItem() losses.Outcome {
	id := adapters.Text(m.rec.f[fItemID])
	if m.called(id) {
		if o := m.ended(); o != "" {
			m.stateOf(id).outcome = o
		}
		return folding
	}
	args := object(member{"command", orNull(m.rec.f[fItemCommand])}, member{"cwd", adapters.Quoted(m.rec.f[fItemCwd])})
	if string(adapters.Text(m.rec.f[fItemSource])) != toolTyped {
		return m.hidden(id, "exec_command", m.agent(), args, m.rec.f[fAggregated])
	}
	if m.ranTyped(m.rec.f[fItemCommand]) {
		return losses.Outcome{Do: losses.Preserved, Why: whyRepeats}
	}
	return m.hidden(id, toolTyped, m.person(), args, m.rec.f[fAggregated])
}

// hidden drafts a call that the model made inside a script, with its result. Only the script was an input of the
// model.
func (m *mapper) hidden(id []byte, tool string, actor adapters.ActorRef, args, out []byte) losses.Outcome {
	if len(id) == 0 {
		return losses.Outcome{Do: losses.Preserved, Why: whyLater}
	}
	at := m.intern(m.rec.f[fItemID])
	if actor == m.agent() {
		m.draft.Cause = m.inScript()
	}
	ref := m.add(at, actor, 0, &adapters.ToolCall{Call: id, Tool: m.tool("", tool), Arguments: args, Status: asif.ArgumentsComplete})
	*m.stateOf(id) = callState{ref: ref}
	o := m.ended()
	if o == "" {
		o = asif.OutcomeUnknown
	}
	m.parts = m.parts[:0]
	switch {
	case adapters.Quoted(out) != nil:
		m.parts = append(m.parts, adapters.NewText(out))
	case len(out) > 0 && string(out) != "null":
		m.parts = append(m.parts, adapters.NewStructured(schemaPart, out))
	}
	m.add(at, m.harness(), 0, &adapters.ToolResult{Call: id, Outcome: o, Parts: m.parts})
	m.parts = m.parts[:0]
	return mapping
}

// fileItem is a patch that was applied, by a call or inside a script.
func (m *mapper) fileItem() losses.Outcome {
	id := adapters.Text(m.rec.f[fItemID])
	o := m.ended()
	if !m.called(id) {
		args := append(append(m.keep([]byte(`{"changes":`)), orNull(m.rec.f[fChanges])...), '}')
		m.hidden(id, toolPatch, m.agent(), args, nil)
	} else if o != "" {
		m.stateOf(id).outcome = o
	}
	if len(id) > 0 {
		m.stateOf(id).told = true
	}
	if o == asif.OutcomeSuccess {
		m.patchDone(id)
	}
	return m.settled()
}

func orNull(raw []byte) []byte {
	if raw == nil {
		return []byte("null")
	}
	return raw
}

// mcpItem is a call of an MCP tool, by a call of the model or inside a script.
func (m *mapper) mcpItem() losses.Outcome {
	id := adapters.Text(m.rec.f[fItemID])
	if m.called(id) {
		if o := m.ended(); o != "" {
			m.stateOf(id).outcome = o
		}
		return folding
	}
	tool := "mcp__" + string(adapters.Text(m.rec.f[fServer])) + "__" + string(adapters.Text(m.rec.f[fItemTool]))
	return m.hidden(id, tool, m.agent(), orNull(m.rec.f[fArguments]), m.rec.f[fResultValue])
}

// reviewItem is where a review begins, or ends with what it found. The review itself is a thread of its own.
func (m *mapper) reviewItem(category string) losses.Outcome {
	item := source.Member(source.Member(m.native.Raw, "payload"), "item")
	m.parts = append(m.parts[:0], adapters.NewStructured("codex/review/1", item))
	m.remark(m.intern(m.rec.f[fItemID]), category)
	return mapping
}

// agentItem names threads of sub-agents.
func (m *mapper) agentItem() losses.Outcome {
	for _, raw := range m.rec.receivers {
		m.spawned(string(adapters.Text(raw)))
	}
	return folding
}
