package ahp

import (
	"slices"

	"asif-convert/losses"
)

// payloads are the rows of each event type besides those of the envelope.
func payloads() map[string][]losses.Row {
	turn := func(lists ...[]losses.Row) []losses.Row {
		return slices.Concat(slices.Concat(lists...), messages("items"))
	}
	total, amount := spending(carried("usage.provenance")), spending(mapped("usage.provenance", "usage.provenance"))
	loose := parts("items") // a list of parts that is no message
	call := func(lists ...[]losses.Row) []losses.Row { return slices.Concat(slices.Concat(lists...), invocation()) }
	after := slices.Concat(messages("items"), fault("result"), carried("outcome", "execution/", "durationMs"), changes("fileChanges", "change", "previousPath"))
	return map[string][]losses.Row{
		"session.start": turn(mapped("configuration", "trigger", "permissionMode", "manifest/"), carried("resumedFrom/")),
		"session.end":   slices.Concat(mapped("note", "outcome", "reason"), mapped("usage", "counters.*"), losses.Keep(whyFixed, "counters"), loose),

		"turn.start":         turn(carried("trigger", "expandedFrom")),
		"turn.finish.before": turn(carried("outcome", "continuationCount", "lastAssistantItem/"), total),
		"turn.end":           turn(mapped("execution.status", "outcome"), carried("continuationCount", "lastAssistantItem/"), total, fault("execution.error")),
		"turn.progress":      slices.Concat(mapped("message", "item.id", "delta.role"), parts("delta.parts"), losses.Keep(whyIdentity, "delta.id"), losses.Keep(whyMark, "item.synthesized", "delta.synthesized"), losses.Keep(whyFixed, "item", "delta", "final"), loose),

		"model.request.before": slices.Concat(attempt(), mapped("context.request_parameters", "params/"), toward("context.inputs", messages("items"))),
		"model.response.after": turn(attempt(), carried("execution/", "finishReason", "latencyMs"), amount),
		"model.error":          slices.Concat(attempt(), carried("execution/", "latencyMs", "recovery"), fault("event.extensions"), amount, loose),
		"model.switch.before":  slices.Concat(carried("current/", "proposed/", "reason", "pricing/"), loose),
		"model.switch.after":   slices.Concat(mapped("configuration.model", "current/"), carried("previous/", "reason"), loose),

		"tool.before":              call(loose),
		"tool.after":               call(after),
		"tool.permission.request":  call(mapped("decision_request", "suggestions/", "sandboxBypass"), loose),
		"tool.permission.resolved": call(mapped("decision_resolution", "decision", "decidedBy"), loose),
		"tool.progress":            call(message("partialOutput"), carried("backgrounded"), loose),
		"tool.batch.after":         slices.Concat(carried("batch/", "calls/"), loose),

		"context.compact.before": turn(carried("trigger", "tokenCounts/"), parts("instructions")),
		"context.compact.after":  turn(parts("summary"), mapped("context", "removed[].id"), carried("tokenCounts/", "execution/"), losses.Keep(whyFixed, "removed", "removed[]")),

		"config.change.before":    slices.Concat(carried("change/"), loose),
		"config.change.after":     slices.Concat(mapped("configuration.capabilities", "change/"), loose),
		"task.change.before":      slices.Concat(carried("task/"), loose),
		"task.change.after":       slices.Concat(mapped("task_update", "task.id", "task.operation", "task.change/", "task.description"), carried("task.prior/"), losses.Keep(whyMark, "task.synthesized"), losses.Keep(whyFixed, "task"), loose),
		"workspace.change.before": slices.Concat(carried("workspace/"), loose),
		"workspace.change.after": slices.Concat(mapped("configuration.environment_ids", "workspace.change.cwd", "workspace.change.workspaceRoots/"),
			carried("workspace.kind", "workspace.prior/", "workspace.reason"), losses.Keep(whyFixed, "workspace", "workspace.change"), loose),
		"file.changed": slices.Concat(changes("changes", "operation", "agentCaused"), loose),

		"user.attention":           slices.Concat(mapped("note.category", "attention.kind"), parts("attention.title"), parts("attention.message"), losses.Keep(whyFixed, "attention"), loose),
		"user.elicitation.request": slices.Concat(mapped("decision_request", "elicitation.server", "elicitation.mode"), embedded("elicitation.request", "decision_request.prompt, options"), losses.Keep(whyFixed, "elicitation"), loose),
		"user.elicitation.result": slices.Concat(mapped("decision_resolution", "elicitation.action", "elicitation.server", "elicitation.mode"),
			embedded("elicitation.result", "decision_resolution.answer, selected_option_id"), losses.Keep(whyFixed, "elicitation"), loose),
		"user.message.inbound":  slices.Concat(mapped("participant", "message.sender"), carried("message.channel"), messages("message.messages"), losses.Keep(whyFixed, "message"), loose),
		"user.message.outbound": slices.Concat(carried("message.channel"), messages("message.messages"), losses.Keep(whyFixed, "message"), loose),
		"hook.failure":          slices.Concat(mapped("note", "failure.backendId", "failure.reason", "failure.policy"), losses.Keep(whyFixed, "failure"), loose),
	}
}

// embedded are the rows of a part whose text is JSON.
func embedded(path, to string) []losses.Row {
	rows := part(path)
	for i := range rows {
		if rows[i].Path == path+".text" {
			rows[i].To = to
		}
	}
	return rows
}

// toward are rows of what has no event of its own: it becomes something else.
func toward(to string, rows []losses.Row) []losses.Row {
	for i := range rows {
		if rows[i].Do == losses.Mapped {
			rows[i].To = to
		}
	}
	return rows
}

// changes are the rows of a list of file changes.
func changes(path, word, further string) []losses.Row {
	return slices.Concat(losses.Keep(whyFixed, path), losses.Below(path+"[]",
		mapped("resource.name", "path"), mapped("resource_change.operation", word), mapped("resource_change", further),
		fileContent("before"), fileContent("after"), losses.Keep(whyFixed, "")))
}

// fileContent are the rows of a file as it was at some time: a part of a change.
func fileContent(path string) []losses.Row {
	rows := part(path)
	for i := range rows {
		if rows[i].Path == path+".kind" || rows[i].Path == path+".category" {
			rows[i] = losses.Keep(whyFixed, rows[i].Path)[0]
		}
	}
	return rows
}
