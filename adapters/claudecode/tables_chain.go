package claudecode

import "asif-convert/losses"

func systemTable() losses.Table {
	return losses.Table{Kind: "system", Rows: rows(chain(), dated(),
		[]losses.Row{
			mapped("subtype", "note.category", fSubtype),
			mapped("content", "note.parts", fSystemText),
			mapped("logicalParentUuid", "branch", fLogicalParent),
			mapped("parent_tool_use_id", "branch", fParentCall),
			mapped("model", "configuration.model", fInitModel),
			mapped("permissionMode", "configuration.policies", fMode),
			mapped("tools[]", "tools", fInitTool),
			mapped("claude_code_version", "environment", fVersion),
			mapped("task_id", "execution", fWorkTask),
			mapped("status", "execution.status", fWorkStatus),
			mapped("compactMetadata.preservedMessages.uuids[]", "context", fKept),
			mapped("microcompactMetadata.compactedToolIds[]", "context input.transformation", fCompacted),
			mapped("microcompactMetadata.clearedAttachmentUUIDs[]", "context input.transformation", fCleared),
			mapped("compactMetadata.preservedSegment.headUuid", "context", fKeptHead),
			mapped("compactMetadata.preservedSegment.tailUuid", "context", fKeptTail),
		},
		kept(whyRepeats, "compactMetadata.preservedMessages.uuids", "compactMetadata.preservedMessages.*/", "compactMetadata.preservedSegment.*/"),
		retryRows(),
		kept(whyLater, "promptId", "compactMetadata.*/", "microcompactMetadata.*/", "microcompactMetadata.compactedToolIds", "microcompactMetadata.clearedAttachmentUUIDs", "level", "isMeta", "entrypoint", "toolUseID", "hookCount", "hookInfos/",
			"hookErrors/", "hookAdditionalContext/", "preventedContinuation", "stopReason", "hasOutput", "pendingBackgroundAgentCount",
			"pendingWorkflowCount", "url", "cron", "taskId", "cause/",
			"originalModel", "apiRefusalCategory", "apiRefusalExplanation", "refusedUserMessageUuid",
			"retractedMessageUuids/", "direction", "scope", "requestId"),
		kept(whyTiming, "durationMs", "messageCount"),
		kept(whyState, "tools", "mcp_servers/", "slash_commands/", "apiKeySource", "output_style", "agents/", "skills/", "plugins/",
			"capabilities/", "memory_paths/", "fast_mode_state", "betas/", "compact_metadata/", "hook_id", "hook_name", "hook_event", "output",
			"stdout", "stderr", "exit_code", "outcome", "tool_use_id", "task_type", "description", "summary", "output_file", "prompt", "patch/", "usage/",
			"estimated_tokens", "estimated_tokens_delta", "last_tool_name"),
	)}
}

// retryRows are what is told of a request that failed.
func retryRows() []losses.Row {
	return rows([]losses.Row{
		mapped("error.status", "note.parts", fErrorStatus),
		mapped("error.message", "note.parts", fErrorText),
		mapped("retryInMs", "note.parts", fRetryIn),
		mapped("retryAttempt", "note.parts", fRetryAttempt),
		mapped("maxRetries", "note.parts", fRetryMost),
		mapped("fallbackModel", "configuration.model", fFallback),
	}, kept(whyAccount, "error", "error.*/"))
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
	"agent_listing_delta":   {mapped("addedTypes[]/", toCapability, fAdded), mapped("removedTypes[]/", toCapability, fRemoved)},
	"command_permissions":   {mapped("allowedTools[]/", "configuration.policies", fAdded)},
	"deferred_tools_delta":  deferredRows(),
	"deferred_tools_record": {mapped("names[]/", toCapability, fAdded)},
	"dynamic_skill":         {mapped("skillNames[]/", toCapability, fAdded)},
	"environment": {
		mapped("snapshot.platform", "environment", fPlatform), mapped("snapshot.shell", "environment", fShell), mapped("snapshot.osVersion", "environment", fOS),
	},
	"goal_status": {
		mapped("condition", "task_update.parts", fCondition), mapped("met", "task_update.status", fMet), mapped("failed", "task_update.status", fFailed),
	},
	"instructions": {mapped("files[]/", toInstruction, fFile)},
	"mcp_instructions_delta": {
		mapped("addedNames[]/", toCapability, fAdded), mapped("addedBlocks[]/", toInstruction, fBlockText), mapped("removedNames[]/", toCapability, fRemoved),
	},
	"model": {mapped("identity.modelId", "configuration.model", fModelID)},
	"nested_memory": {
		mapped("path", toInstruction, fMemoryPath), mapped("content.type", toInstruction, fMemoryType), mapped("content.content", toInstruction, fMemoryText),
	},
	snapshotType:    {mapped("systemPrompt[]/", toInstruction, fSystemPrompt), mapped("tools[].schema/", "tool", fContract)},
	"skill_listing": {mapped("names[]/", toCapability, fAdded)},
}

const (
	toCapability  = "configuration.capabilities"
	toInstruction = "configuration.instructions"
)

func deferredRows() []losses.Row {
	return []losses.Row{
		mapped("addedNames[]/", toCapability, fAdded),
		mapped("readdedNames[]/", toCapability, fAdded),
		mapped("removedNames[]/", toCapability, fRemoved),
		mapped("pendingMcpServers[]/", toCapability, fServer),
		mapped("needsAuthMcpServers[]/", toCapability, fServer),
		mapped("failedMcpServers[]/", toCapability, fServer),
	}
}

var (
	hookFields = []string{"hookName", "hookEvent", "toolUseID", "command", "stdout", "stderr", "exitCode", "durationMs", "content/", "blockingError/"}
	planFields = []string{"reminderType", "isSubAgent", "planFilePath", "planExists"}
)

func attachmentTable() losses.Table {
	cases := map[string][]losses.Row{
		"queued_command": rows([]losses.Row{
			mapped("commandMode", "event.actor_id", fCommandMode),
			mapped("origin.kind", "event.actor_id", fAttachmentOrigin),
			mapped("isMeta", "event.actor_id", fAttachmentMeta),
		}, kept(whyLater, "origin.*/", "source_uuid", "delivery_id", "timestamp", "humanTurn", "imagePasteIds/")),
	}
	for typ, fields := range attachmentFields {
		why := whyLater
		if typ == snapshotType {
			why = whySnapshot
		}
		cases[typ] = rows(attachmentRows[typ], kept(why, fields...))
	}
	return losses.Table{
		Kind: "attachment",
		Variants: []losses.Variant{
			{At: "attachment", By: "type", Cases: cases},
			{At: "attachment.prompt[]", By: "type", Cases: rowsOf(promptBlocks)},
		},
		Rows: rows(chain(), dated(),
			[]losses.Row{
				mapped("attachment.prompt", "message.parts", fPrompt),
				mapped("attachment.prompt[]", "message.parts", fBlock),
				mapped("attachment.type", "note.category", fAttachmentType),
				mapped("rendered[].content", "message.parts", fRendered),
				mapped("rendered[].content[]/", "message.parts", fNone),
				mapped("renderedRole", "message.role", fRenderedRole),
			},
			kept(whyLater, "entrypoint", "promptId", "isMeta", "renderedBesideToolResult", "rendered"),
		),
	}
}

func progressTable() losses.Table {
	const list = "data.message.message.content[]"
	return losses.Table{
		Kind: "progress",
		Rows: rows(chain(), []losses.Row{
			mapped("parentToolUseID", "event.causes", fParentCall),
			mapped("data.type", "event.kind", fTold),
			mapped("data.agentId", "participant", fWorker),
			mapped("data.message.uuid", "event.id", fToldUUID),
			mapped("data.message.type", "event.kind", fToldAs),
			mapped("data.message.timestamp", "event.time", fToldTime),
			mapped("data.message.message.id", "message, usage", fMessageID),
			mapped("data.message.message.model", "context.model", fModel),
			mapped("data.message.message.content", "message.parts", fContent),
			mapped(list, "message.parts", fBlock),
			mapped(list+".content[]", "tool_result.parts", fInner),
			mapped("data.message.message.usage.input_tokens", "usage", fInputTokens),
			mapped("data.message.message.usage.output_tokens", "usage", fOutputTokens),
			mapped("data.message.message.usage.cache_read_input_tokens", "usage", fCacheRead),
			mapped("data.message.message.usage.cache_creation_input_tokens", "usage", fCacheWrite),
		}, kept(whyProgress, "promptId", "timestamp", "data", "data.*/", "data.message", "data.message.*/", "data.message.message", "data.message.message.*/",
			"data.message.message.usage.*/", "toolUseID", "isMeta", "entrypoint")),
		Variants: []losses.Variant{
			{At: list, By: "type", Cases: rowsOf(append(append([]string(nil), userBlocks...), replyBlocks...))},
			{At: list + ".content[]", By: "type", Cases: innerRows},
		},
	}
}
