package codex

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
	"github.com/tidwall/gjson"
)

// eventKinds map the events for people that say something; the others are told by the table alone.
var eventKinds = map[string]func(*mapper) losses.Outcome{
	"user_message":                 func(m *mapper) losses.Outcome { return m.spokenEvent(twinUser) },
	"agent_message":                func(m *mapper) losses.Outcome { return m.spokenEvent(twinAgent) },
	"agent_reasoning":              func(m *mapper) losses.Outcome { return m.spokenEvent(twinReasoning) },
	"agent_reasoning_raw_content":  preserve(whyRepeats),
	"token_count":                  (*mapper).tokenCount,
	"task_started":                 (*mapper).turnStarted,
	"turn_started":                 (*mapper).turnStarted,
	"task_complete":                (*mapper).turnComplete,
	"turn_complete":                (*mapper).turnComplete,
	"turn_aborted":                 (*mapper).turnAborted,
	"thread_rolled_back":           (*mapper).rolledBack,
	"thread_name_updated":          (*mapper).renamed,
	"thread_settings_applied":      (*mapper).threadSettings,
	"thread_goal_updated":          (*mapper).goal,
	"context_compacted":            preserve(whyRepeats),
	"error":                        func(m *mapper) losses.Outcome { return m.note("codex/error") },
	"undo_completed":               func(m *mapper) losses.Outcome { return m.note("codex/undo_completed") },
	"entered_review_mode":          func(m *mapper) losses.Outcome { return m.note("codex/entered_review_mode") },
	"exited_review_mode":           func(m *mapper) losses.Outcome { return m.note("codex/exited_review_mode") },
	"patch_apply_end":              (*mapper).patchEnd,
	"exec_command_begin":           preserve(whyRepeats),
	"exec_command_end":             func(m *mapper) losses.Outcome { return m.toolEnd(codeOutcome(m.rec.f[fExitCode])) },
	"mcp_tool_call_end":            (*mapper).mcpEnd,
	"web_search_end":               preserve(whyRepeats),
	"image_generation_end":         preserve(whyRepeats),
	"view_image_tool_call":         preserve(whyRepeats),
	"dynamic_tool_call_request":    preserve(whyRepeats),
	"dynamic_tool_call_response":   preserve(whyRepeats),
	"sub_agent_activity":           preserve(whyRepeats),
	"collab_agent_spawn_end":       preserve(whyRepeats),
	"collab_agent_interaction_end": preserve(whyRepeats),
	"collab_waiting_end":           preserve(whyRepeats),
	"collab_close_end":             preserve(whyRepeats),
	"collab_resume_end":            preserve(whyRepeats),
	"guardian_assessment":          preserve(whyLater),
	"exec_approval_request":        (*mapper).approvalAsked,
	"apply_patch_approval_request": (*mapper).approvalAsked,
	"item_completed":               (*mapper).turnItem,
}

// event maps an event for people.
func (m *mapper) event() losses.Outcome {
	if do, ok := eventKinds[string(adapters.Text(m.rec.f[fEventType]))]; ok {
		return do(m)
	}
	ref := m.add(0, m.harness(), 0, &adapters.Unmapped{Type: "codex/event", Value: m.native.Raw})
	m.sink.Lose(losses.UnknownRecordKind, ref)
	return mapping
}

// spokenEvent is an event that repeats an item: it says nothing new unless the item is missing.
func (m *mapper) spokenEvent(kind twinKind) losses.Outcome {
	t := adapters.Quoted(m.rec.f[fText])
	if t == nil {
		return losses.Outcome{Do: losses.Preserved, Why: whyDisplay}
	}
	return m.twin(kind, 0, [][]byte{t})
}

// note maps an event that no model saw.
func (m *mapper) note(category string) losses.Outcome {
	m.parts = m.parts[:0]
	for _, id := range []int{fText, fReviewText} {
		if t := adapters.Quoted(m.rec.f[id]); t != nil {
			m.parts = append(m.parts, adapters.NewText(t))
		}
	}
	for _, id := range []int{fTarget, fFindings} {
		if v := m.rec.f[id]; v != nil {
			m.parts = append(m.parts, adapters.NewStructured("codex/review/1", v))
		}
	}
	m.remark(0, category)
	return mapping
}

func (m *mapper) renamed() losses.Outcome {
	if t := adapters.Text(m.rec.f[fThreadName]); len(t) > 0 {
		m.title = append(m.title[:0], t...)
	}
	return folding
}

// rolledBack takes turns back (0.8x to 0.16x).
func (m *mapper) rolledBack() losses.Outcome {
	m.flush()
	n := adapters.Count(m.rec.f[fNumTurns])
	m.step(step{flags: isRollback, aux: int32(min(n, 1<<30))})
	m.now.plan = nil
	return folding
}

// goalStates are the states of a goal.
var goalStates = map[string]asif.TaskStatus{
	"active": asif.TaskInProgress, "paused": asif.TaskPending, "complete": asif.TaskCompleted, "completed": asif.TaskCompleted,
	"budget_limited": asif.TaskFailed, "budgetLimited": asif.TaskFailed, "cancelled": asif.TaskCancelled, "failed": asif.TaskFailed,
}

// goal is the thread's goal: one task.
func (m *mapper) goal() losses.Outcome {
	status, ok := goalStates[string(adapters.Text(m.rec.f[fGoalStatus]))]
	if !ok {
		status = asif.TaskUnknown
	}
	var parts []adapters.Part
	if t := adapters.Quoted(m.rec.f[fGoalObjective]); t != nil {
		parts = append(parts, adapters.NewText(t))
	}
	m.task(0, "goal", status, parts)
	return mapping
}

// approvalAsked is a question for permission; no version records the answer.
func (m *mapper) approvalAsked() losses.Outcome {
	id := adapters.Text(m.rec.f[fCallID])
	req := &adapters.DecisionRequest{Request: append([]byte("approval/"), id...), Kind: asif.DecisionApproval, Call: id}
	if t := adapters.Quoted(m.rec.f[fPromptReason]); t != nil {
		req.Prompt = append(req.Prompt, adapters.NewText(t))
	}
	if c := m.rec.f[fCommand]; c != nil {
		req.Prompt = append(req.Prompt, adapters.NewStructured("codex/command/1", c))
	}
	m.sink.Lose(losses.PermissionGrantsNotRecorded, m.add(0, m.harness(), 0, req))
	return mapping
}

// toolEnd tells how a call ended, ahead of its result.
func (m *mapper) toolEnd(o asif.Outcome) losses.Outcome {
	id := adapters.Text(m.rec.f[fCallID])
	if len(id) > 0 && o != "" {
		m.stateOf(id).outcome = o
	}
	return folding
}

// codeOutcome is the outcome of an exit code, or "" for none.
func codeOutcome(raw []byte) asif.Outcome {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	return okay[string(raw) == "0"]
}

func (m *mapper) mcpEnd() losses.Outcome {
	v := gjson.ParseBytes(m.rec.f[fResultValue])
	switch {
	case v.Get("Err").Exists():
		return m.toolEnd(asif.OutcomeError)
	case v.Get("Ok").Exists():
		return m.toolEnd(okay[!v.Get("Ok.isError").Bool() && !v.Get("Ok.is_error").Bool()])
	}
	return m.toolEnd("")
}

// patchEnd tells what a patch changed (0.129 and later).
func (m *mapper) patchEnd() losses.Outcome {
	id := adapters.Text(m.rec.f[fCallID])
	success := adapters.IsTrue(m.rec.f[fSuccess])
	m.toolEnd(okay[success])
	if len(id) > 0 {
		m.stateOf(id).told = true
	}
	if success {
		m.patchDone(id)
	}
	return m.settled()
}

// patchDone drafts the changes of a patch that worked.
func (m *mapper) patchDone(id []byte) {
	if len(id) > 0 {
		m.changes(m.stateOf(id).ref)
	}
}
