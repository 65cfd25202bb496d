package codex

import "asif-convert/losses"

// tokenRows are the counters of one response.
func tokenRows() []losses.Row {
	return rows([]losses.Row{
		mapped("input_tokens", "usage", fInputTokens),
		mapped("cached_input_tokens", "usage", fCachedTokens),
		mapped("cache_write_input_tokens", "usage", fCacheWriteTokens),
		mapped("output_tokens", "usage", fOutputTokens),
		mapped("reasoning_output_tokens", "usage", fReasoningTokens),
	}, kept(whyTotals, "total_tokens", "*/"))
}

func metaRows() []losses.Row {
	return rows([]losses.Row{
		mapped("timestamp", "event.time", fMetaTime),
		mapped("instructions", "configuration.instructions", fUserInstructions),
		mapped("git.commit_hash", "environment", fCommit),
		mapped("git.branch", "environment", fGitBranch),
		mapped("git.repository_url", "environment", fRemote),
	}, kept(whyLater, "git.*/"))
}

func metaTable() losses.Table {
	return losses.Table{Kind: "session_meta", Rows: rows(line(), below("payload", rows(metaRows(),
		[]losses.Row{
			mapped("id", "session.lineage", fMetaID), // of a copy; the thread's own is the file's name
			mapped("cwd", "environment", fCwd),
			mapped("cli_version", "environment", fVersion),
			mapped("source", "event.actor_id", fSource),
			mapped("source.subagent", "event.actor_id", fSourceSubagent),
			mapped("model_provider", "configuration.model", fProvider),
			mapped("base_instructions.text", "configuration.instructions", fBaseInstructions),
			mapped("dynamic_tools[]/", "tool", lTool),
			mapped("agent_nickname", "participant.name", fNickname),
			mapped("agent_path", "event.actor_id", fAgentPath),
			mapped("parent_thread_id", "session.native_ids", fParentThread),
			mapped("forked_from_id", "session.native_ids", fForkedFrom),
			mapped(memberMark+".session_id", "session.lineage", fFromSession),
			mapped(memberMark+".capture_id", "session.lineage", fFromCapture),
			mapped(memberMark+".event_id", "session.lineage", fFromEvent),
			read("history_base.thread_id", whyBase, fHistoryBase),
			read("history_base.end_ordinal_exclusive", whyBase, fHistoryEnd),
			read("history_base.end_byte_offset", whyBase, fHistoryBytes),
			read("subagent_history_start_ordinal", whyBase, fOwnFrom),
		},
		kept(whyBase, "history_base.*/", "forked_from_ordinal_exclusive"),
		kept(whyRepeats, "source.subagent.thread_spawn/", "agent_role", "agent_type"),
		kept(whyIdentity, "session_id"),
		kept(whyLater, "originator", "thread_source", "runtime_workspace_roots/", "account_scoped", "base_instructions.provenance/", "base_instructions.*/",
			"memory_mode", "history_mode", "multi_agent_version", "context_window/", "selected_capability_roots/", "dynamic_tools", "source.*/", "source.subagent.*/", "creator_*"),
	)))}
}

func contextRows() []losses.Row {
	return rows([]losses.Row{
		mapped("cwd", "environment", fCwd),
		mapped("approval_policy/", "configuration.policies", fApproval),
		mapped("approvals_reviewer", "configuration.policies", fReviewer),
		mapped("sandbox_policy/", "configuration.policies", fSandbox),
		mapped("permission_profile/", "configuration.policies", fPermissions),
		mapped("network/", "configuration.policies", fNetwork),
		mapped("model", "configuration.model", fModel),
		mapped("effort", "configuration.model", fEffort),
		mapped("summary", "configuration.model", fSummary),
		mapped("personality", "configuration.capabilities", fPersonality),
		mapped("collaboration_mode.mode", "configuration.capabilities", fMode),
		mapped("collaboration_mode.settings.developer_instructions", "configuration.instructions", fModeInstructions),
		mapped("user_instructions", "configuration.instructions", fUserInstructions),
		mapped("developer_instructions", "configuration.instructions", fDeveloperInstructions),
		mapped("base_instructions", "configuration.instructions", fBaseInstructions),
	},
		kept(whyRepeats, "collaboration_mode.settings.*/", "collaboration_mode.*/", "file_system_sandbox_policy/", "workspace_roots/"),
		kept(whyIdentity, "turn_id", "root_turn_id", "trace_id"),
		kept(whyLater, "current_date", "timezone", "comp_hash", "multi_agent_version", "multi_agent_mode", "realtime_active", "disabled_plugin_ids/",
			"final_output_json_schema/", "truncation_policy/"))
}

// eventTable are the events for people: twins of items, and what no item says.
func eventTable() losses.Table {
	ids := kept(whyIdentity, "turn_id", "root_turn_id", "thread_id", "client_id", "process_id", "trace_id")
	withType := func(lists ...[]losses.Row) []losses.Row {
		return rows(append([][]losses.Row{{mapped("type", "event.kind", fEventType)}}, lists...)...)
	}
	silent := rows(kept(whyIdentity, "call_id"), ids)
	tool := rows([]losses.Row{mapped("call_id", "tool_result.outcome", fCallID)}, ids)
	cases := map[string][]losses.Row{
		"user_message": withType([]losses.Row{mapped("message", "message.parts", fText)},
			kept(whyRepeats, "images", "images[]", "local_images", "local_images[]", "text_elements/", "image_details/", "local_audio/", "audio/", "kind"), ids),
		"agent_message":               withType([]losses.Row{mapped("message", "message.parts", fText)}, kept(whyState, "phase", "memory_citation/"), ids),
		"agent_reasoning":             withType([]losses.Row{mapped("text", "reasoning part", fText)}, ids),
		"agent_reasoning_raw_content": withType(kept(whyRepeats, "text"), ids),
		"token_count": withType(below("info.last_token_usage", tokenRows()), []losses.Row{
			mapped("info.total_token_usage.total_tokens", "usage", fTotal),
		}, kept(whyTotals, "info.total_token_usage.*/", "info.model_context_window", "info.last_usage_includes_reasoning", "info.*/", "info", "rate_limits/")),
		"task_started": withType([]losses.Row{mapped("turn_id", "execution.id", fTurnID)},
			kept(whyLater, "turn_attribution/", "root_turn_id", "model_context_window", "collaboration_mode_kind", "trace_id"), kept(whyRepeats, "started_at")),
		"task_complete": withType([]losses.Row{mapped("turn_id", "execution.id", fTurnID), mapped("error/", "execution.error", fEventError)},
			kept(whyRepeats, "last_agent_message", "started_at", "completed_at"), kept(whyTiming, "duration_ms", "time_to_first_token_ms"), kept(whyIdentity, "root_turn_id")),
		"turn_aborted": withType([]losses.Row{mapped("turn_id", "execution.id", fTurnID), mapped("reason", "execution.status", fReason)},
			kept(whyRepeats, "started_at", "completed_at"), kept(whyTiming, "duration_ms"), kept(whyIdentity, "root_turn_id")),
		"thread_rolled_back":  withType([]losses.Row{mapped("num_turns", "branch", fNumTurns)}),
		"thread_name_updated": withType([]losses.Row{mapped("thread_name", "session.title", fThreadName)}, ids),
		"thread_settings_applied": withType(ids, below("thread_settings", rows([]losses.Row{
			mapped("model", "configuration.model", fModel),
			mapped("reasoning_effort", "configuration.model", fEffort),
			mapped("cwd", "environment", fCwd),
			mapped("approval_policy/", "configuration.policies", fApproval),
			mapped("approvals_reviewer", "configuration.policies", fReviewer),
			mapped("permission_profile/", "configuration.policies", fPermissions),
			mapped("personality", "configuration.capabilities", fPersonality),
			mapped("collaboration_mode.mode", "configuration.capabilities", fMode),
			mapped("collaboration_mode.settings.developer_instructions", "configuration.instructions", fModeInstructions),
		}, kept(whyRepeats, "collaboration_mode.settings.*/", "collaboration_mode.*/", "reasoning_summary", "model_provider_id", "requested_approvals_reviewer"),
			kept(whyLater, "service_tier", "runtime_workspace_roots/", "disabled_plugin_ids/", "*/")))),
		"thread_goal_updated": withType([]losses.Row{
			mapped("goal.objective", "task_update.parts", fGoalObjective), mapped("goal.status", "task_update.status", fGoalStatus),
		}, kept(whyLater, "goal.*/"), kept(whyIdentity, "threadId", "turnId")),
		"context_compacted": withType(ids),
		"error":             withType([]losses.Row{mapped("message", "note.parts", fText)}, kept(whyLater, "codex_error_info/", "additional_details"), ids),
		"undo_completed":    withType([]losses.Row{mapped("message", "note.parts", fText)}, kept(whyState, "success")),
		"entered_review_mode": withType([]losses.Row{
			mapped("prompt", "note.parts", fText), mapped("user_facing_hint", "note.parts", fReviewText), mapped("target/", "note.parts", fTarget),
		}, ids),
		"exited_review_mode": withType([]losses.Row{
			mapped("review_output.overall_explanation", "note.parts", fReviewText), mapped("review_output.findings/", "note.parts", fFindings),
		}, kept(whyLater, "review_output.*/", "review_output"), ids),
		"patch_apply_end": withType(tool, []losses.Row{
			mapped("changes/", "resource_change", fChanges), mapped("success", "tool_result.outcome", fSuccess),
		}, kept(whyRepeats, "status", "stdout", "stderr", "auto_approved")),
		"exec_command_end": withType(tool, []losses.Row{mapped("exit_code", "tool_result.outcome", fExitCode)},
			kept(whyRepeats, "stdout", "stderr", "aggregated_output", "formatted_output", "command/", "cwd", "parsed_cmd/", "status", "source", "interaction_input"),
			kept(whyTiming, "duration/")),
		"exec_command_begin": withType(silent, kept(whyRepeats, "command/", "cwd", "parsed_cmd/", "source", "interaction_input")),
		"mcp_tool_call_end": withType(tool, []losses.Row{mapped("result/", "tool_result.outcome", fResultValue)},
			kept(whyRepeats, "invocation/"), kept(whyTiming, "duration/"), kept(whyLater, "mcp_app_resource_uri", "*/")),
		"web_search_end":               withType(silent, kept(whyRepeats, "query", "action/"), kept(whyLater, "results/")),
		"image_generation_end":         withType(silent, kept(whyRepeats, "status", "revised_prompt", "result", "saved_path")),
		"view_image_tool_call":         withType(silent, kept(whyRepeats, "path")),
		"dynamic_tool_call_request":    withType(silent, kept(whyRepeats, "tool", "arguments/", "callId", "turnId", "namespace")),
		"dynamic_tool_call_response":   withType(silent, kept(whyRepeats, "tool", "arguments/", "content_items/", "error", "namespace", "success"), kept(whyTiming, "duration/")),
		"sub_agent_activity":           withType(kept(whyRepeats, "*/")),
		"collab_agent_spawn_end":       withType(kept(whyRepeats, "*/")),
		"collab_agent_interaction_end": withType(kept(whyRepeats, "*/")),
		"collab_waiting_end":           withType(kept(whyRepeats, "*/")),
		"collab_close_end":             withType(kept(whyRepeats, "*/")),
		"collab_resume_end":            withType(kept(whyRepeats, "*/")),
		"guardian_assessment":          withType(kept(whyLater, "*/")),
		"exec_approval_request":        withType(approvalRows(), ids, kept(whyRepeats, "cwd", "parsed_cmd/", "*/")),
		"apply_patch_approval_request": withType(approvalRows(), ids, kept(whyRepeats, "changes/", "*/")),
		"item_completed":               withType(kept(whyIdentity, "thread_id", "turn_id"), kept(whyTiming, "started_at_ms", "completed_at_ms")),
		"":                             {mapped("*/", "extension", fNone), mapped("type", "extension", fEventType)},
	}
	return losses.Table{Kind: "event_msg", Rows: line(), Variants: []losses.Variant{
		{At: "payload", By: "type", Cases: cases},
		{At: "payload.item", By: "type", Cases: turnItemCases()},
		{At: "payload.item.content[]", By: "type", Cases: map[string][]losses.Row{
			"text": rows([]losses.Row{mapped("text", "message.parts", lText), mapped("type", "message.parts", fNone)}, kept(whyRepeats, "text_elements/")),
			"Text": {mapped("text", "message.parts", lText), mapped("type", "message.parts", fNone)},
			"":     kept(whyRepeats, "*/", "type"),
		}},
	}}
}

func approvalRows() []losses.Row {
	return []losses.Row{
		mapped("call_id", "decision_request.call_id", fCallID), mapped("reason", "decision_request.prompt", fPromptReason), mapped("command/", "decision_request.prompt", fCommand),
	}
}

// turnItemCases are the rows of each item of a turn (0.143 and later), relative to it.
func turnItemCases() map[string][]losses.Row {
	withID := func(lists ...[]losses.Row) []losses.Row {
		return rows(append([][]losses.Row{{mapped("type", "event.kind", fItemType), mapped("id", "event.id", fItemID)}}, lists...)...)
	}
	silent := func(lists ...[]losses.Row) []losses.Row {
		return rows(append([][]losses.Row{{mapped("type", "event.kind", fItemType)}, kept(whyIdentity, "id")}, lists...)...)
	}
	agents := rows([]losses.Row{mapped("receiver_thread_ids[]", "participant", lReceiver)},
		kept(whyRepeats, "receiver_thread_ids", "tool", "status", "sender_thread_id", "receiver_agents/", "prompt", "model", "reasoning_effort", "agents_states/"))
	return map[string][]losses.Row{
		"UserMessage":  withID(kept(whyRepeats, "content", "content[]"), kept(whyIdentity, "client_id")),
		"HookPrompt":   silent(kept(whyRepeats, "fragments/")),
		"AgentMessage": withID(kept(whyRepeats, "content", "content[]"), kept(whyState, "phase", "memory_citation/")),
		"Plan":         silent(kept(whyRepeats, "text")),
		"Reasoning":    withID([]losses.Row{mapped("summary_text[]", "reasoning part", lText)}, kept(whyRepeats, "summary_text", "raw_content/")),
		"CommandExecution": withID([]losses.Row{
			mapped("command/", "tool_call.arguments", fItemCommand), mapped("cwd", "tool_call.arguments", fItemCwd), mapped("source", "event.actor_id", fItemSource),
			mapped("aggregated_output", "tool_result.parts", fAggregated), mapped("exit_code", "tool_result.outcome", fExitCode), mapped("status", "tool_result.outcome", fEventStatus),
		}, kept(whyRepeats, "parsed_cmd/", "process_id"), kept(whyTiming, "duration/")),
		"FileChange": withID([]losses.Row{
			mapped("changes/", "resource_change", fChanges), mapped("status", "tool_result.outcome", fEventStatus),
		}, kept(whyRepeats, "stdout", "stderr", "auto_approved")),
		"McpToolCall": withID([]losses.Row{
			mapped("status", "tool_result.outcome", fEventStatus), mapped("server", "tool.name", fServer), mapped("tool", "tool.name", fItemTool),
			mapped("arguments/", "tool_call.arguments", fArguments), mapped("result/", "tool_result.parts", fResultValue),
		}, kept(whyTiming, "durationMs", "duration/"), kept(whyLater, "*/")),
		"DynamicToolCall":     silent(kept(whyRepeats, "*/")),
		"CollabAgentToolCall": silent(agents),
		"SubAgentActivity": silent([]losses.Row{mapped("agent_thread_id", "participant", lReceiver)},
			kept(whyRepeats, "kind", "agent_path", "model", "reasoning_effort")),
		"WebSearch":         silent(kept(whyRepeats, "query", "action/"), kept(whyLater, "results/")),
		"ImageView":         silent(kept(whyRepeats, "path")),
		"ImageGeneration":   silent(kept(whyRepeats, "*/")),
		"Extension":         silent(kept(whyLater, "*/")),
		"Sleep":             silent(kept(whyLater, "*/")),
		"EnteredReviewMode": withID([]losses.Row{mapped("*/", "note.parts", fNone)}),
		"ExitedReviewMode":  withID([]losses.Row{mapped("*/", "note.parts", fNone)}),
		"ContextCompaction": silent(kept(whyRepeats, "*/")),
		"":                  {mapped("*/", "extension", fNone), mapped("type", "extension", fItemType)},
	}
}
