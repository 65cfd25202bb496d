package claudecode

import "asif-convert/losses"

// blockRows are the rows of each content block, relative to the block.
var blockRows = map[string][]losses.Row{
	"text": rows(
		[]losses.Row{mapped("type", "part.kind", fBlockType), mapped("text", "text part", fText)},
		kept(whyLater, "citations/", "cache_control/"),
	),
	"thinking": {
		mapped("type", "part.kind", fBlockType),
		mapped("thinking", "reasoning part", fThinking),
		mapped("signature", "opaque part, resource", fSignature),
	},
	"redacted_thinking": {mapped("type", "part.kind", fBlockType), mapped("data", "opaque part, resource", fRedacted)},
	"tool_use":          callRows(),
	"server_tool_use":   callRows(),
	"mcp_tool_use":      callRows(),
	"tool_result": rows([]losses.Row{
		mapped("type", "event.kind", fBlockType),
		mapped("tool_use_id", "tool_result.call_id", fToolUseID),
		mapped("is_error", "tool_result.outcome", fIsError),
		mapped("content", "tool_result.parts", fResult),
	}, kept(whyLater, "cache_control/")),
	"image":    sourceRows(fBlockType, fSourceType, fMedia, fData, fURL),
	"document": append(sourceRows(fBlockType, fSourceType, fMedia, fData, fURL), mapped("title", "resource.name", fTitleOfBlock)),

	"": {mapped("*/", "structured part", fNone), mapped("content/", "structured part", fNone), mapped("type", "structured part", fBlockType)},
}

// innerRows are the rows of each block inside a tool result, relative to the block.
var innerRows = map[string][]losses.Row{
	"text": rows(
		[]losses.Row{mapped("type", "part.kind", fInnerType), mapped("text", "text part", fInnerText)},
		kept(whyLater, "citations/", "cache_control/"),
	),
	"image":    sourceRows(fInnerType, fInnerSourceType, fInnerMedia, fInnerData, fInnerURL),
	"document": sourceRows(fInnerType, fInnerSourceType, fInnerMedia, fInnerData, fInnerURL),
	"":         {mapped("*/", "structured part", fNone), mapped("type", "structured part", fInnerType)},
}

// Blocks that have a meaning by where they stand; one of any other type is kept whole.
var (
	promptBlocks = []string{"text", "image", "document"}
	userBlocks   = append([]string{"tool_result"}, promptBlocks...)
	replyBlocks  = append(append([]string{"thinking", "redacted_thinking", "tool_use", "server_tool_use", "mcp_tool_use"}, promptBlocks...), serverResults...)
	// serverResults are the results of tools that the provider runs, inside the response.
	serverResults = []string{
		"web_search_tool_result", "web_fetch_tool_result", "code_execution_tool_result", "bash_code_execution_tool_result",
		"text_editor_code_execution_tool_result", "mcp_tool_result", "advisor_tool_result",
	}
)

// rowsOf are the rows of the blocks of some types, and of all others.
func rowsOf(types []string) map[string][]losses.Row {
	out := map[string][]losses.Row{"": blockRows[""]}
	for _, typ := range types {
		out[typ] = blockRows[typ]
	}
	for _, typ := range serverResults {
		if _, ok := out[typ]; ok {
			out[typ] = serverResultRows()
		}
	}
	return out
}

func callRows() []losses.Row {
	return rows([]losses.Row{
		mapped("type", "event.kind", fBlockType),
		mapped("id", "tool_call.call_id", fCall),
		mapped("name", "tool.name", fName),
		mapped("input/", "tool_call.arguments", fInput),
	}, kept(whyLater, "caller/", "server_name", "cache_control/"))
}

func serverResultRows() []losses.Row {
	return []losses.Row{
		mapped("type", "event.kind", fBlockType),
		mapped("tool_use_id", "tool_result.call_id", fToolUseID),
		mapped("is_error", "tool_result.outcome", fIsError),
		mapped("content/", "tool_result.parts", fResult),
	}
}

func sourceRows(typ, source, media, data, url int) []losses.Row {
	return rows([]losses.Row{
		mapped("type", "part.kind", typ),
		mapped("source.type", "resource.availability", source),
		mapped("source.media_type", "resource.media_type", media),
		mapped("source.data", "resource", data),
		mapped("source.url", "resource.original_location", url),
	}, kept(whyLater, "source.file_id", "context", "citations/", "cache_control/"))
}

// blocks are the rows of a message's content: a list of blocks, or a text in its place.
func blocks(types []string) ([]losses.Row, []losses.Variant) {
	const list = "message.content[]"
	const inner = list + ".content[]"
	return []losses.Row{
			mapped("message.content", "message.parts", fContent),
			mapped(list, "message.parts", fBlock),
			mapped(inner, "tool_result.parts", fInner),
		}, []losses.Variant{
			{At: list, By: "type", Cases: rowsOf(types)},
			{At: inner, By: "type", Cases: innerRows},
		}
}

func userTable() losses.Table {
	content, variants := blocks(userBlocks)
	return losses.Table{Kind: "user", Variants: variants, Rows: rows(chain(), dated(), content,
		[]losses.Row{
			mapped("isMeta", "event.actor_id", fMeta),
			mapped("isCompactSummary", "context", fCompactSummary),
			mapped("entrypoint", "event.actor_id", fEntrypoint),
			mapped("promptSource", "event.actor_id", fPromptSource),
			mapped("origin.kind", "event.actor_id", fOriginKind),
			mapped("toolDenialKind", "tool_result.outcome", fDenial),
			mapped("asifConvert", "tool_result.outcome", fHandover),
			mapped("parent_tool_use_id", "branch", fParentCall),
			mapped("tool_use_result.agentId", "participant", fResultAgent),
			mapped("tool_use_result.agentType", "participant.name", fWorkAgentType),
			mapped("tool_use_result.status", "execution.status", fWorkStatus),
			mapped("tool_use_result.isAsync", "execution.status", fWorkAsync),
			mapped("toolUseResult.agentId", "participant", fResultAgent),
			mapped("toolUseResult.agentType", "participant.name", fWorkAgentType),
			mapped("toolUseResult.status", "execution.status", fWorkStatus),
			mapped("toolUseResult.isAsync", "execution.status", fWorkAsync),
			mapped("toolUseResult.resolvedModel", "execution.model", fWorkModel),
			mapped("toolUseResult.backgroundTaskId", "execution", fWorkBackground),
			mapped("toolUseResult.taskId", "execution", fWorkTask),
			mapped("toolUseResult.taskType", "execution", fWorkTaskType),
			mapped("toolUseResult.workflowName", "participant.name", fWorkflow),
			mapped("toolUseResult.persistedOutputPath", "resource", fSpilled),
			mapped("toolUseResult.answers/", "decision_resolution.answer", fAnswers),
			mapped("toolUseResult.annotations/", "decision_resolution.answer", fAnnotations),
			mapped("toolUseResult.afkTimeoutMs", "decision_resolution.outcome", fAway),
			mapped("toolUseResult.success", "task_update", fSuccess),
			mapped("toolUseResult.task.id", "task_update.task_id", fTaskID),
			mapped("toolUseResult.statusChange.to", "task_update.status", fStatusTo),
			mapped("permissionMode", "configuration.policies", fMode),
			mapped("permissionDecision/", "decision_resolution, configuration.policies", fDecision),
			mapped("promptId", "execution.id", fPromptID),
			mapped("sourceToolUseID", "event.causes", fSourceCall),
			mapped("origin.from", "participant", fOriginFrom),
			mapped("origin.name", "participant", fOriginName),
		},
		kept(whyFixed, "message.role"),
		kept(whyRepeats, "tool_use_result", "tool_use_result[]/", "tool_use_result.*/", "subagent_type", "task_description", "toolUseResult", "toolUseResult[]/", "toolUseResult.*/", "toolUseResult.task", "toolUseResult.task.*/",
			"toolUseResult.statusChange", "toolUseResult.statusChange.*/", "sourceToolAssistantUUID", "isVisibleInTranscriptOnly"),
		kept(whyLater, "origin.*/", "imagePasteIds/", "thinkingMetadata/",
			"todos/", "planContent", "interruptedMessageId", "toolDenialBeforeRun", "toolEndsTurn", "mcpMeta/", "turnCompanion",
			"queueSkipAttachments", "classifierMetaLines/", "serverClassifierContext/", "turnOrigin", "turnPosition/", "scheduledTaskId",
			"interruptedByShutdown", "isReplay", "isSynthetic", "sandboxed", "rowSource"),
		kept(whyTiming, "sentAtMs"),
	)}
}

func assistantTable() losses.Table {
	content, variants := blocks(replyBlocks)
	return losses.Table{Kind: "assistant", Variants: variants, Rows: rows(chain(), dated(), content,
		[]losses.Row{
			mapped("message.id", "message, usage", fMessageID),
			mapped("parent_tool_use_id", "branch", fParentCall),
			mapped("request_id", "message, usage", fRequestID),
			mapped("wire_tool_inputs", "tool_call.arguments", fWireInputs),
			mapped("wire_tool_inputs.*/", "tool_call.arguments", fNone),
			mapped("message.model", "context.model", fModel),
			mapped("requestRef", "message, usage", fRequestRef),
			mapped("requestId", "message, usage", fRequestID),
			mapped("isApiErrorMessage", "event.kind", fAPIError),
			mapped("wireToolInputs", "tool_call.arguments", fWireInputs),
			mapped("wireToolInputs.*/", "tool_call.arguments", fNone),
			mapped("message.usage.input_tokens", "usage", fInputTokens),
			mapped("message.usage.output_tokens", "usage", fOutputTokens),
			mapped("message.usage.cache_read_input_tokens", "usage", fCacheRead),
			mapped("message.usage.cache_creation_input_tokens", "usage", fCacheWrite),
			mapped("message.usage.cache_creation.ephemeral_1h_input_tokens", "usage", fCacheWrite1h),
			mapped("message.usage.cache_creation.ephemeral_5m_input_tokens", "usage", fCacheWrite5m),
			mapped("message.usage.output_tokens_details.thinking_tokens", "usage", fThinkingTokens),
			mapped("message.stop_reason", "execution.status", fStopReason),
			mapped("effort", "configuration.model", fEffort),
			mapped("error/", "execution.error", fError),
			mapped("apiErrorStatus", "execution.error", fErrorStatus),
		},
		kept(whyFixed, "message.role", "message.type", "apiBlockIndex", "madeBy"),
		kept(whyRepeats, "message.usage.iterations/", "subagent_type", "task_description"),
		kept(whyLater, "promptId", "isMeta", "message.stop_sequence", "message.stop_details/", "message.container/",
			"message.context_management/", "message.diagnostics/", "message.input_transformations/", "message.usage.*/",
			"message.usage.cache_creation.*/", "message.usage.output_tokens_details.*/", "entrypoint", "quotaLimits/", "isAbortedMidStream", "supersedesUuids/", "attributionSkill", "attributionPlugin",
			"attributionAgent", "attributionMcpServer", "attributionMcpTool", "perTurnEffort", "advisorModel", "requestedModel",
			"promptCacheRequested", "thinkingDisplay", "serverClassifierRequest/"),
		kept(whyAccount, "errorDetails/"),
		kept(whyTiming, "thinkingDurationMs", "toolInputStreamMs"),
	)}
}
