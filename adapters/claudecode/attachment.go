package claudecode

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// snapshotType is the attachment that holds the system prompt and the tools.
const snapshotType = "prompt_snapshot"

// unseen are the attachments that the model does not read, so that a missing rendering loses nothing.
var unseen = map[string]bool{
	"hook_success": true, "hook_system_message": true, "hook_non_blocking_error": true, "hook_cancelled": true,
	"companion_intro": true, "command_permissions": true, "structured_output": true, "goal_status": true,
}

// attachment maps what stands beside prompts and results: queued prompts of people, and texts of the harness.
func (m *mapper) attachment() losses.Outcome {
	r := &m.rec
	if !m.enter(0) {
		return again
	}
	m.attachmentSettings()
	told := len(m.changes) > 0
	m.change()
	m.parts = m.parts[:0]
	typ := string(r.attachment)
	switch {
	case typ == snapshotType && told:
		return mapping
	case typ == snapshotType:
		return losses.Outcome{Do: losses.Preserved, Why: whySnapshot}
	case typ == "queued_command" && (r.prompt != nil || len(r.blocks) > 0):
		return m.queuedCommand()
	case len(r.rendered) > 0:
		m.reminder()
	default:
		if typ == "" {
			typ = "attachment"
		}
		ref := m.remark("claude-code/"+typ, 0)
		if !unseen[typ] {
			m.sink.Lose(losses.ReminderTextNotRendered, ref)
		}
	}
	if typ == "goal_status" {
		m.goal()
	}
	return mapping
}

// queuedCommand maps a prompt that was queued while the model worked, unless the queue had told of it.
func (m *mapper) queuedCommand() losses.Outcome {
	r := &m.rec
	said := r.prompt
	for i := 0; said == nil && i < len(r.blocks); i++ {
		said = r.blocks[i].text
	}
	if ref := m.arrives(said); ref != 0 {
		m.sink.Extend(ref, m.native.Span)
		m.notified(said)
		return folding
	}
	r.content = r.prompt
	m.speech(m.queuedRule())
	m.allNotified()
	return mapping
}

// queuedRule is the rule of a queued prompt without an envelope.
func (m *mapper) queuedRule() *rule {
	r := &m.rec
	switch mode := string(r.commandMode); {
	case len(r.attachmentFrom) > 0 && string(r.attachmentFrom) != "human":
		r.origin = r.attachmentFrom
	case mode == "task-notification":
		r.origin = r.commandMode
	case r.attachmentMeta || mode != "" && mode != "prompt":
		return &injectedText
	}
	if k := m.recognize(nil, recognition); k.from != voiceAgent || m.child == laneChild {
		return k
	}
	return &queuedPrompt
}

// reminder is text of the harness that the model saw, in the role that it saw.
func (m *mapper) reminder() {
	r := &m.rec
	for _, raw := range r.rendered {
		if adapters.Quoted(raw) != nil {
			m.parts = append(m.parts, adapters.NewText(raw))
		} else {
			m.parts = append(m.parts, adapters.NewStructured(schemaRendered, raw))
		}
	}
	if string(r.renderedRole) == "system" {
		m.say(0, m.harness(), asif.RoleSystem, 0)
		return
	}
	m.say(0, m.harness(), asif.RoleUser, isEarly)
}
