package claudecode

import (
	"slices"

	"asif-convert/losses"
)

func systemTable() losses.Table {
	return losses.Table{Kind: "system", Rows: slices.Concat(chain(), dated(),
		[]losses.Row{
			losses.Map("subtype", "note.category", fSubtype),
			losses.Map("content", "note.parts", fSystemText),
			losses.Map("logicalParentUuid", "branch", fLogicalParent),
			losses.Map("parent_tool_use_id", "branch", fParentCall),
			losses.Map("model", "configuration.model", fInitModel),
			losses.Map("permissionMode", "configuration.policies", fMode),
			losses.Map("tools[]", "tools", fInitTool),
			losses.Map("claude_code_version", "environment", fVersion),
			losses.Map("task_id", "execution", fWorkTask),
			losses.Map("status", "execution.status", fWorkStatus),
			losses.Map("compactMetadata.preservedMessages.uuids[]", "context", fKept),
			losses.Map("microcompactMetadata.compactedToolIds[]", "context input.transformation", fCompacted),
			losses.Map("microcompactMetadata.clearedAttachmentUUIDs[]", "context input.transformation", fCleared),
			losses.Map("compactMetadata.preservedSegment.headUuid", "context", fKeptHead),
			losses.Map("compactMetadata.preservedSegment.tailUuid", "context", fKeptTail),
		},
		losses.Keep(whyRepeats, "compactMetadata.preservedMessages.uuids", "compactMetadata.preservedMessages.*/", "compactMetadata.preservedSegment.*/"),
		retryRows(),
		losses.Keep(whyLater, "promptId", "compactMetadata.*/", "microcompactMetadata.*/", "microcompactMetadata.compactedToolIds", "microcompactMetadata.clearedAttachmentUUIDs", "level", "isMeta", "entrypoint", "toolUseID", "hookCount", "hookInfos/",
			"hookErrors/", "hookAdditionalContext/", "preventedContinuation", "stopReason", "hasOutput", "pendingBackgroundAgentCount",
			"pendingWorkflowCount", "url", "cron", "taskId", "cause/",
			"originalModel", "apiRefusalCategory", "apiRefusalExplanation", "refusedUserMessageUuid",
			"retractedMessageUuids/", "direction", "scope", "requestId"),
		losses.Keep(whyTiming, "durationMs", "messageCount"),
		losses.Keep(whyState, "tools", "mcp_servers/", "slash_commands/", "apiKeySource", "output_style", "agents/", "skills/", "plugins/",
			"capabilities/", "memory_paths/", "fast_mode_state", "betas/", "compact_metadata/", "hook_id", "hook_name", "hook_event", "output",
			"stdout", "stderr", "exit_code", "outcome", "tool_use_id", "task_type", "description", "summary", "output_file", "prompt", "patch/", "usage/",
			"estimated_tokens", "estimated_tokens_delta", "last_tool_name"),
	)}
}

// retryRows are what is told of a request that failed.
func retryRows() []losses.Row {
	return slices.Concat([]losses.Row{
		losses.Map("error.status", "note.parts", fErrorStatus),
		losses.Map("error.message", "note.parts", fErrorText),
		losses.Map("retryInMs", "note.parts", fRetryIn),
		losses.Map("retryAttempt", "note.parts", fRetryAttempt),
		losses.Map("maxRetries", "note.parts", fRetryMost),
		losses.Map("fallbackModel", "configuration.model", fFallback),
	}, losses.Keep(whyAccount, "error", "error.*/"))
}

// attachmentFields are the members of each attachment type that are known and stay in the native resource, because the
// rendered text says what the model saw.
var attachmentFields = map[string][]string{
	"agent_listing_delta":     {"addedTypes", "addedLines/", "builtInTypes/", "builtInPluginTypes/", "removedTypes", "isInitial", "showConcurrencyNote"},
	"auto_mode":               {"reminderType", "autoModeConsentFlow", "finishExposedWork", "bashFirst", "bashFirstSteer", "steerOnly", "bypass"},
	"batching_reminder_sent":  {"content/"},
	"budget_usd":              {"used", "total", "remaining"},
	"command_permissions":     {"allowedTools"},
	"companion_intro":         {"name", "species"},
	"compact_file_reference":  {"filename", "displayPath"},
	"date":                    {"date"},
	"date_change":             {"newDate"},
	"deferred_tools_delta":    {"addedNames", "addedLines/", "removedNames", "readdedNames", "wireHiddenNames/", "pendingMcpServers", "needsAuthMcpServers", "failedMcpServers"},
	"deferred_tools_record":   {"names"},
	"diagnostics":             {"files/", "isNew"},
	"directory":               {"path", "content", "displayPath"},
	"dynamic_skill":           {"skillDir", "skillNames", "displayPath"},
	"edited_text_file":        {"filename", "snippet"},
	"environment":             {"snapshot", "snapshot.*/", "changes/"},
	"file":                    {"filename", "content/", "displayPath", "savedCopyFraming/", "truncated"},
	"goal_status":             {"reason", "iterations", "tokens", "sentinel"},
	"hook_additional_context": hookFields,
	"hook_blocking_error":     hookFields,
	"hook_cancelled":          hookFields,
	"hook_non_blocking_error": hookFields,
	"hook_success":            hookFields,
	"hook_system_message":     hookFields,
	"instructions":            {"files"},
	"invoked_skills":          {"skills/"},
	"mcp_instructions_delta":  {"addedNames", "addedBlocks", "removedNames"},
	"model":                   {"identity", "identity.*/", "text"},
	"nested_memory":           {"content", "content.*/", "displayPath"},
	"opened_file_in_ide":      {"filename"},
	"plan_mode":               planFields,
	"plan_mode_exit":          planFields,
	"prompt_snapshot":         {"systemPrompt", "tools", "tools[]", "tools[].*/", "cliPrefix", "reminderFold", "echoWireToolInputs", "contextRendering", "systemTurns", "toolChangeHeader", "inlineTools", "keptReminders"},
	"read_truncation_notice":  {"content/"},
	"remote_session_change":   {"url", "commit", "pr", "sendUserFileHint", "managedCommit", "managedPr"},
	"selected_lines_in_ide":   {"ideName", "lineStart", "lineEnd", "filename", "content", "displayPath"},
	"session_context":         {"context/"},
	"silent_turn_reminder":    {"content/"},
	"skill_listing":           {"content", "names", "skillCount", "isInitial", "digests/"},
	"structured_output":       {"data/"},
	"task_reminder":           {"content/", "itemCount"},
	"task_status":             {"taskId", "taskType", "status", "description", "deltaSummary"},
	"todo_reminder":           {"content/", "itemCount"},
	"total_tokens_reminder":   {"used", "total", "remaining", "content/"},
	"ultra_effort_enter":      {"reminderType"},
	"ultra_effort_exit":       {"reminderType"},
}

// attachmentRows are the members of attachments that tell of the configuration, the environment and tasks.
var attachmentRows = map[string][]losses.Row{
	"agent_listing_delta":   {losses.Map("addedTypes[]/", toCapability, fAdded), losses.Map("removedTypes[]/", toCapability, fRemoved)},
	"command_permissions":   {losses.Map("allowedTools[]/", "configuration.policies", fAdded)},
	"deferred_tools_delta":  deferredRows(),
	"deferred_tools_record": {losses.Map("names[]/", toCapability, fAdded)},
	"dynamic_skill":         {losses.Map("skillNames[]/", toCapability, fAdded)},
	"environment": {
		losses.Map("snapshot.platform", "environment", fPlatform), losses.Map("snapshot.shell", "environment", fShell), losses.Map("snapshot.osVersion", "environment", fOS),
	},
	"goal_status": {
		losses.Map("condition", "task_update.parts", fCondition), losses.Map("met", "task_update.status", fMet), losses.Map("failed", "task_update.status", fFailed),
	},
	"instructions": {losses.Map("files[]/", toInstruction, fFile)},
	"mcp_instructions_delta": {
		losses.Map("addedNames[]/", toCapability, fAdded), losses.Map("addedBlocks[]/", toInstruction, fBlockText), losses.Map("removedNames[]/", toCapability, fRemoved),
	},
	"model": {losses.Map("identity.modelId", "configuration.model", fModelID)},
	"nested_memory": {
		losses.Map("path", toInstruction, fMemoryPath), losses.Map("content.type", toInstruction, fMemoryType), losses.Map("content.content", toInstruction, fMemoryText),
	},
	snapshotType:    {losses.Map("systemPrompt[]/", toInstruction, fSystemPrompt), losses.Map("tools[].schema/", "tool", fContract)},
	"skill_listing": {losses.Map("names[]/", toCapability, fAdded)},
}

const (
	toCapability  = "configuration.capabilities"
	toInstruction = "configuration.instructions"
)

func deferredRows() []losses.Row {
	return []losses.Row{
		losses.Map("addedNames[]/", toCapability, fAdded),
		losses.Map("readdedNames[]/", toCapability, fAdded),
		losses.Map("removedNames[]/", toCapability, fRemoved),
		losses.Map("pendingMcpServers[]/", toCapability, fServer),
		losses.Map("needsAuthMcpServers[]/", toCapability, fServer),
		losses.Map("failedMcpServers[]/", toCapability, fServer),
	}
}

var (
	hookFields = []string{"hookName", "hookEvent", "toolUseID", "command", "stdout", "stderr", "exitCode", "durationMs", "content/", "blockingError/"}
	planFields = []string{"reminderType", "isSubAgent", "planFilePath", "planExists"}
)

func attachmentTable() losses.Table {
	cases := map[string][]losses.Row{
		"queued_command": slices.Concat([]losses.Row{
			losses.Map("commandMode", "event.actor_id", fCommandMode),
			losses.Map("origin.kind", "event.actor_id", fAttachmentOrigin),
			losses.Map("isMeta", "event.actor_id", fAttachmentMeta),
		}, losses.Keep(whyLater, "origin.*/", "source_uuid", "delivery_id", "timestamp", "humanTurn", "imagePasteIds/")),
	}
	for typ, fields := range attachmentFields {
		why := whyLater
		if typ == snapshotType {
			why = whySnapshot
		}
		cases[typ] = slices.Concat(attachmentRows[typ], losses.Keep(why, fields...))
	}
	return losses.Table{
		Kind: "attachment",
		Variants: []losses.Variant{
			{At: "attachment", By: "type", Cases: cases},
			{At: "attachment.prompt[]", By: "type", Cases: rowsOf(promptBlocks)},
		},
		Rows: slices.Concat(chain(), dated(),
			[]losses.Row{
				losses.Map("attachment.prompt", "message.parts", fPrompt),
				losses.Map("attachment.prompt[]", "message.parts", fBlock),
				losses.Map("attachment.type", "note.category", fAttachmentType),
				losses.Map("rendered[].content", "message.parts", fRendered),
				losses.Map("rendered[].content[]/", "message.parts", fNone),
				losses.Map("renderedRole", "message.role", fRenderedRole),
			},
			losses.Keep(whyLater, "entrypoint", "promptId", "isMeta", "renderedBesideToolResult", "rendered"),
		),
	}
}

func progressTable() losses.Table {
	const list = "data.message.message.content[]"
	return losses.Table{
		Kind: "progress",
		Rows: slices.Concat(chain(), []losses.Row{
			losses.Map("parentToolUseID", "event.causes", fParentCall),
			losses.Map("data.type", "event.kind", fTold),
			losses.Map("data.agentId", "participant", fWorker),
			losses.Map("data.message.uuid", "event.id", fToldUUID),
			losses.Map("data.message.type", "event.kind", fToldAs),
			losses.Map("data.message.timestamp", "event.time", fToldTime),
			losses.Map("data.message.message.id", "message, usage", fMessageID),
			losses.Map("data.message.message.model", "context.model", fModel),
			losses.Map("data.message.message.content", "message.parts", fContent),
			losses.Map(list, "message.parts", fBlock),
			losses.Map(list+".content[]", "tool_result.parts", fInner),
			losses.Map("data.message.message.usage.input_tokens", "usage", fInputTokens),
			losses.Map("data.message.message.usage.output_tokens", "usage", fOutputTokens),
			losses.Map("data.message.message.usage.cache_read_input_tokens", "usage", fCacheRead),
			losses.Map("data.message.message.usage.cache_creation_input_tokens", "usage", fCacheWrite),
		}, losses.Keep(whyProgress, "promptId", "timestamp", "data", "data.*/", "data.message", "data.message.*/", "data.message.message", "data.message.message.*/",
			"data.message.message.usage.*/", "toolUseID", "isMeta", "entrypoint")),
		Variants: []losses.Variant{
			{At: list, By: "type", Cases: rowsOf(append(append([]string(nil), userBlocks...), replyBlocks...))},
			{At: list + ".content[]", By: "type", Cases: innerRows},
		},
	}
}
