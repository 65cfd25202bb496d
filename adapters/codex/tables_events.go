package codex

import (
	"slices"

	"asif-convert/losses"
)

// tokenRows are the counters of one response.
func tokenRows() []losses.Row {
	return slices.Concat([]losses.Row{
		losses.Map("input_tokens", "usage", fInputTokens),
		losses.Map("cached_input_tokens", "usage", fCachedTokens),
		losses.Map("cache_write_input_tokens", "usage", fCacheWriteTokens),
		losses.Map("output_tokens", "usage", fOutputTokens),
		losses.Map("reasoning_output_tokens", "usage", fReasoningTokens),
	}, losses.Keep(whyTotals, "total_tokens", "*/"))
}

func metaRows() []losses.Row {
	return slices.Concat([]losses.Row{
		losses.Map("timestamp", "event.time", fMetaTime),
		losses.Map("instructions", "configuration.instructions", fUserInstructions),
		losses.Map("git.commit_hash", "environment", fCommit),
		losses.Map("git.branch", "environment", fGitBranch),
		losses.Map("git.repository_url", "environment", fRemote),
	}, losses.Keep(whyLater, "git.*/"))
}

func metaTable() losses.Table {
	return losses.Table{Kind: "session_meta", Rows: slices.Concat(line(), losses.Below("payload", slices.Concat(metaRows(),
		[]losses.Row{
			losses.Map("id", "session.lineage", fMetaID), // of a copy; the thread's own is the file's name
			losses.Map("cwd", "environment", fCwd),
			losses.Map("cli_version", "environment", fVersion),
			losses.Map("source", "event.actor_id", fSource),
			losses.Map("source.subagent", "event.actor_id", fSourceSubagent),
			losses.Map("model_provider", "configuration.model", fProvider),
			losses.Map("base_instructions.text", "configuration.instructions", fBaseInstructions),
			losses.Map("dynamic_tools[]/", "tool", lTool),
			losses.Map("agent_nickname", "participant.name", fNickname),
			losses.Map("agent_path", "event.actor_id", fAgentPath),
			losses.Map("parent_thread_id", "session.native_ids", fParentThread),
			losses.Map("forked_from_id", "session.native_ids", fForkedFrom),
			losses.Map(memberMark+".session_id", "session.lineage", fFromSession),
			losses.Map(memberMark+".capture_id", "session.lineage", fFromCapture),
			losses.Map(memberMark+".event_id", "session.lineage", fFromEvent),
			losses.Read("history_base.thread_id", whyBase, fHistoryBase),
			losses.Read("history_base.end_ordinal_exclusive", whyBase, fHistoryEnd),
			losses.Read("history_base.end_byte_offset", whyBase, fHistoryBytes),
			losses.Read("subagent_history_start_ordinal", whyBase, fOwnFrom),
		},
		losses.Keep(whyBase, "history_base.*/", "forked_from_ordinal_exclusive"),
		losses.Keep(whyRepeats, "source.subagent.thread_spawn/", "agent_role", "agent_type"),
		losses.Keep(whyIdentity, "session_id"),
		losses.Keep(whyLater, "originator", "thread_source", "runtime_workspace_roots/", "account_scoped", "base_instructions.provenance/", "base_instructions.*/",
			"memory_mode", "history_mode", "multi_agent_version", "context_window/", "selected_capability_roots/", "dynamic_tools", "source.*/", "source.subagent.*/", "creator_*"),
	)))}
}

func contextRows() []losses.Row {
	return slices.Concat([]losses.Row{
		losses.Map("cwd", "environment", fCwd),
		losses.Map("approval_policy/", "configuration.policies", fApproval),
		losses.Map("approvals_reviewer", "configuration.policies", fReviewer),
		losses.Map("sandbox_policy/", "configuration.policies", fSandbox),
		losses.Map("permission_profile/", "configuration.policies", fPermissions),
		losses.Map("network/", "configuration.policies", fNetwork),
		losses.Map("model", "configuration.model", fModel),
		losses.Map("effort", "configuration.model", fEffort),
		losses.Map("summary", "configuration.model", fSummary),
		losses.Map("personality", "configuration.capabilities", fPersonality),
		losses.Map("collaboration_mode.mode", "configuration.capabilities", fMode),
		losses.Map("collaboration_mode.settings.developer_instructions", "configuration.instructions", fModeInstructions),
		losses.Map("user_instructions", "configuration.instructions", fUserInstructions),
		losses.Map("developer_instructions", "configuration.instructions", fDeveloperInstructions),
		losses.Map("base_instructions", "configuration.instructions", fBaseInstructions),
	},
		losses.Keep(whyRepeats, "collaboration_mode.settings.*/", "collaboration_mode.*/", "file_system_sandbox_policy/", "workspace_roots/"),
		losses.Keep(whyIdentity, "turn_id", "root_turn_id", "trace_id"),
		losses.Keep(whyLater, "current_date", "timezone", "comp_hash", "multi_agent_version", "multi_agent_mode", "realtime_active", "disabled_plugin_ids/",
			"final_output_json_schema/", "truncation_policy/"))
}

// eventTable are the events for people: twins of items, and what no item says.
func eventTable() losses.Table {
	ids := losses.Keep(whyIdentity, "turn_id", "root_turn_id", "thread_id", "client_id", "process_id", "trace_id")
	withType := func(lists ...[]losses.Row) []losses.Row {
		return slices.Concat(append([][]losses.Row{{losses.Map("type", "event.kind", fEventType)}}, lists...)...)
	}
	silent := slices.Concat(losses.Keep(whyIdentity, "call_id"), ids)
	tool := slices.Concat([]losses.Row{losses.Map("call_id", "tool_result.outcome", fCallID)}, ids)
	cases := map[string][]losses.Row{
		"user_message": withType([]losses.Row{losses.Map("message", "message.parts", fText)},
			losses.Keep(whyRepeats, "images", "images[]", "local_images", "local_images[]", "text_elements/", "image_details/", "local_audio/", "audio/", "kind"), ids),
		"agent_message":               withType([]losses.Row{losses.Map("message", "message.parts", fText)}, losses.Keep(whyState, "phase", "memory_citation/"), ids),
		"agent_reasoning":             withType([]losses.Row{losses.Map("text", "reasoning part", fText)}, ids),
		"agent_reasoning_raw_content": withType(losses.Keep(whyRepeats, "text"), ids),
		"token_count": withType(losses.Below("info.last_token_usage", tokenRows()), []losses.Row{
			losses.Map("info.total_token_usage.total_tokens", "usage", fTotal),
		}, losses.Keep(whyTotals, "info.total_token_usage.*/", "info.model_context_window", "info.last_usage_includes_reasoning", "info.*/", "info", "rate_limits/")),
		"task_started": withType([]losses.Row{losses.Map("turn_id", "execution.id", fTurnID)},
			losses.Keep(whyLater, "turn_attribution/", "root_turn_id", "model_context_window", "collaboration_mode_kind", "trace_id"), losses.Keep(whyRepeats, "started_at")),
		"task_complete": withType([]losses.Row{losses.Map("turn_id", "execution.id", fTurnID), losses.Map("error/", "execution.error", fEventError)},
			losses.Keep(whyRepeats, "last_agent_message", "started_at", "completed_at"), losses.Keep(whyTiming, "duration_ms", "time_to_first_token_ms"), losses.Keep(whyIdentity, "root_turn_id")),
		"turn_aborted": withType([]losses.Row{losses.Map("turn_id", "execution.id", fTurnID), losses.Map("reason", "execution.status", fReason)},
			losses.Keep(whyRepeats, "started_at", "completed_at"), losses.Keep(whyTiming, "duration_ms"), losses.Keep(whyIdentity, "root_turn_id")),
		"thread_rolled_back":  withType([]losses.Row{losses.Map("num_turns", "branch", fNumTurns)}),
		"thread_name_updated": withType([]losses.Row{losses.Map("thread_name", "session.title", fThreadName)}, ids),
		"thread_settings_applied": withType(ids, losses.Below("thread_settings", slices.Concat([]losses.Row{
			losses.Map("model", "configuration.model", fModel),
			losses.Map("reasoning_effort", "configuration.model", fEffort),
			losses.Map("cwd", "environment", fCwd),
			losses.Map("approval_policy/", "configuration.policies", fApproval),
			losses.Map("approvals_reviewer", "configuration.policies", fReviewer),
			losses.Map("permission_profile/", "configuration.policies", fPermissions),
			losses.Map("personality", "configuration.capabilities", fPersonality),
			losses.Map("collaboration_mode.mode", "configuration.capabilities", fMode),
			losses.Map("collaboration_mode.settings.developer_instructions", "configuration.instructions", fModeInstructions),
		}, losses.Keep(whyRepeats, "collaboration_mode.settings.*/", "collaboration_mode.*/", "reasoning_summary", "model_provider_id", "requested_approvals_reviewer"),
			losses.Keep(whyLater, "service_tier", "runtime_workspace_roots/", "disabled_plugin_ids/", "*/")))),
		"thread_goal_updated": withType([]losses.Row{
			losses.Map("goal.objective", "task_update.parts", fGoalObjective), losses.Map("goal.status", "task_update.status", fGoalStatus),
		}, losses.Keep(whyLater, "goal.*/"), losses.Keep(whyIdentity, "threadId", "turnId")),
		"context_compacted": withType(ids),
		"error":             withType([]losses.Row{losses.Map("message", "note.parts", fText)}, losses.Keep(whyLater, "codex_error_info/", "additional_details"), ids),
		"undo_completed":    withType([]losses.Row{losses.Map("message", "note.parts", fText)}, losses.Keep(whyState, "success")),
		"entered_review_mode": withType([]losses.Row{
			losses.Map("prompt", "note.parts", fText), losses.Map("user_facing_hint", "note.parts", fReviewText), losses.Map("target/", "note.parts", fTarget),
		}, ids),
		"exited_review_mode": withType([]losses.Row{
			losses.Map("review_output.overall_explanation", "note.parts", fReviewText), losses.Map("review_output.findings/", "note.parts", fFindings),
		}, losses.Keep(whyLater, "review_output.*/", "review_output"), ids),
		"patch_apply_end": withType(tool, []losses.Row{
			losses.Map("changes/", "resource_change", fChanges), losses.Map("success", "tool_result.outcome", fSuccess),
		}, losses.Keep(whyRepeats, "status", "stdout", "stderr", "auto_approved")),
		"exec_command_end": withType(tool, []losses.Row{losses.Map("exit_code", "tool_result.outcome", fExitCode)},
			losses.Keep(whyRepeats, "stdout", "stderr", "aggregated_output", "formatted_output", "command/", "cwd", "parsed_cmd/", "status", "source", "interaction_input"),
			losses.Keep(whyTiming, "duration/")),
		"exec_command_begin": withType(silent, losses.Keep(whyRepeats, "command/", "cwd", "parsed_cmd/", "source", "interaction_input")),
		"mcp_tool_call_end": withType(tool, []losses.Row{losses.Map("result/", "tool_result.outcome", fResultValue)},
			losses.Keep(whyRepeats, "invocation/"), losses.Keep(whyTiming, "duration/"), losses.Keep(whyLater, "mcp_app_resource_uri", "*/")),
		"web_search_end":               withType(silent, losses.Keep(whyRepeats, "query", "action/"), losses.Keep(whyLater, "results/")),
		"image_generation_end":         withType(silent, losses.Keep(whyRepeats, "status", "revised_prompt", "result", "saved_path")),
		"view_image_tool_call":         withType(silent, losses.Keep(whyRepeats, "path")),
		"dynamic_tool_call_request":    withType(silent, losses.Keep(whyRepeats, "tool", "arguments/", "callId", "turnId", "namespace")),
		"dynamic_tool_call_response":   withType(silent, losses.Keep(whyRepeats, "tool", "arguments/", "content_items/", "error", "namespace", "success"), losses.Keep(whyTiming, "duration/")),
		"sub_agent_activity":           withType(losses.Keep(whyRepeats, "*/")),
		"collab_agent_spawn_end":       withType(losses.Keep(whyRepeats, "*/")),
		"collab_agent_interaction_end": withType(losses.Keep(whyRepeats, "*/")),
		"collab_waiting_end":           withType(losses.Keep(whyRepeats, "*/")),
		"collab_close_end":             withType(losses.Keep(whyRepeats, "*/")),
		"collab_resume_end":            withType(losses.Keep(whyRepeats, "*/")),
		"guardian_assessment":          withType(losses.Keep(whyLater, "*/")),
		"exec_approval_request":        withType(approvalRows(), ids, losses.Keep(whyRepeats, "cwd", "parsed_cmd/", "*/")),
		"apply_patch_approval_request": withType(approvalRows(), ids, losses.Keep(whyRepeats, "changes/", "*/")),
		"item_completed":               withType(losses.Keep(whyIdentity, "thread_id", "turn_id"), losses.Keep(whyTiming, "started_at_ms", "completed_at_ms")),
		"":                             {losses.Map("*/", "extension", fNone), losses.Map("type", "extension", fEventType)},
	}
	return losses.Table{Kind: "event_msg", Rows: line(), Variants: []losses.Variant{
		{At: "payload", By: "type", Cases: cases},
		{At: "payload.item", By: "type", Cases: turnItemCases()},
		{At: "payload.item.content[]", By: "type", Cases: map[string][]losses.Row{
			"text": slices.Concat([]losses.Row{losses.Map("text", "message.parts", lText), losses.Map("type", "message.parts", fNone)}, losses.Keep(whyRepeats, "text_elements/")),
			"Text": {losses.Map("text", "message.parts", lText), losses.Map("type", "message.parts", fNone)},
			"":     losses.Keep(whyRepeats, "*/", "type"),
		}},
	}}
}

func approvalRows() []losses.Row {
	return []losses.Row{
		losses.Map("call_id", "decision_request.call_id", fCallID), losses.Map("reason", "decision_request.prompt", fPromptReason), losses.Map("command/", "decision_request.prompt", fCommand),
	}
}

// turnItemCases are the rows of each item of a turn (0.143 and later), relative to it.
func turnItemCases() map[string][]losses.Row {
	withID := func(lists ...[]losses.Row) []losses.Row {
		return slices.Concat(append([][]losses.Row{{losses.Map("type", "event.kind", fItemType), losses.Map("id", "event.id", fItemID)}}, lists...)...)
	}
	silent := func(lists ...[]losses.Row) []losses.Row {
		return slices.Concat(append([][]losses.Row{{losses.Map("type", "event.kind", fItemType)}, losses.Keep(whyIdentity, "id")}, lists...)...)
	}
	agents := slices.Concat([]losses.Row{losses.Map("receiver_thread_ids[]", "participant", lReceiver)},
		losses.Keep(whyRepeats, "receiver_thread_ids", "tool", "status", "sender_thread_id", "receiver_agents/", "prompt", "model", "reasoning_effort", "agents_states/"))
	return map[string][]losses.Row{
		"UserMessage":  withID(losses.Keep(whyRepeats, "content", "content[]"), losses.Keep(whyIdentity, "client_id")),
		"HookPrompt":   silent(losses.Keep(whyRepeats, "fragments/")),
		"AgentMessage": withID(losses.Keep(whyRepeats, "content", "content[]"), losses.Keep(whyState, "phase", "memory_citation/")),
		"Plan":         silent(losses.Keep(whyRepeats, "text")),
		"Reasoning":    withID([]losses.Row{losses.Map("summary_text[]", "reasoning part", lText)}, losses.Keep(whyRepeats, "summary_text", "raw_content/")),
		"CommandExecution": withID([]losses.Row{
			losses.Map("command/", "tool_call.arguments", fItemCommand), losses.Map("cwd", "tool_call.arguments", fItemCwd), losses.Map("source", "event.actor_id", fItemSource),
			losses.Map("aggregated_output", "tool_result.parts", fAggregated), losses.Map("exit_code", "tool_result.outcome", fExitCode), losses.Map("status", "tool_result.outcome", fEventStatus),
		}, losses.Keep(whyRepeats, "parsed_cmd/", "process_id"), losses.Keep(whyTiming, "duration/")),
		"FileChange": withID([]losses.Row{
			losses.Map("changes/", "resource_change", fChanges), losses.Map("status", "tool_result.outcome", fEventStatus),
		}, losses.Keep(whyRepeats, "stdout", "stderr", "auto_approved")),
		"McpToolCall": withID([]losses.Row{
			losses.Map("status", "tool_result.outcome", fEventStatus), losses.Map("server", "tool.name", fServer), losses.Map("tool", "tool.name", fItemTool),
			losses.Map("arguments/", "tool_call.arguments", fArguments), losses.Map("result/", "tool_result.parts", fResultValue),
		}, losses.Keep(whyTiming, "durationMs", "duration/"), losses.Keep(whyLater, "*/")),
		"DynamicToolCall":     silent(losses.Keep(whyRepeats, "*/")),
		"CollabAgentToolCall": silent(agents),
		"SubAgentActivity": silent([]losses.Row{losses.Map("agent_thread_id", "participant", lReceiver)},
			losses.Keep(whyRepeats, "kind", "agent_path", "model", "reasoning_effort")),
		"WebSearch":         silent(losses.Keep(whyRepeats, "query", "action/"), losses.Keep(whyLater, "results/")),
		"ImageView":         silent(losses.Keep(whyRepeats, "path")),
		"ImageGeneration":   silent(losses.Keep(whyRepeats, "*/")),
		"Extension":         silent(losses.Keep(whyLater, "*/")),
		"Sleep":             silent(losses.Keep(whyLater, "*/")),
		"EnteredReviewMode": withID([]losses.Row{losses.Map("*/", "note.parts", fNone)}),
		"ExitedReviewMode":  withID([]losses.Row{losses.Map("*/", "note.parts", fNone)}),
		"ContextCompaction": silent(losses.Keep(whyRepeats, "*/")),
		"":                  {losses.Map("*/", "extension", fNone), losses.Map("type", "extension", fItemType)},
	}
}
