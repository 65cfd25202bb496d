package claudecode

import (
	"slices"

	"asif-convert/losses"
)

// blockRows are the rows of each content block, relative to the block.
var blockRows = map[string][]losses.Row{
	"text": slices.Concat(
		[]losses.Row{losses.Map("type", "part.kind", fBlockType), losses.Map("text", "text part", fText)},
		losses.Keep(whyLater, "citations/", "cache_control/"),
	),
	"thinking": {
		losses.Map("type", "part.kind", fBlockType),
		losses.Map("thinking", "reasoning part", fThinking),
		losses.Map("signature", "opaque part, resource", fSignature),
	},
	"redacted_thinking": {losses.Map("type", "part.kind", fBlockType), losses.Map("data", "opaque part, resource", fRedacted)},
	"tool_use":          callRows(),
	"server_tool_use":   callRows(),
	"mcp_tool_use":      callRows(),
	"tool_result": slices.Concat([]losses.Row{
		losses.Map("type", "event.kind", fBlockType),
		losses.Map("tool_use_id", "tool_result.call_id", fToolUseID),
		losses.Map("is_error", "tool_result.outcome", fIsError),
		losses.Map("content", "tool_result.parts", fResult),
	}, losses.Keep(whyLater, "cache_control/")),
	"image":    sourceRows(fBlockType, fSourceType, fMedia, fData, fURL),
	"document": append(sourceRows(fBlockType, fSourceType, fMedia, fData, fURL), losses.Map("title", "resource.name", fTitleOfBlock)),

	"": {losses.Map("*/", "structured part", fNone), losses.Map("content/", "structured part", fNone), losses.Map("type", "structured part", fBlockType)},
}

// innerRows are the rows of each block inside a tool result, relative to the block.
var innerRows = map[string][]losses.Row{
	"text": slices.Concat(
		[]losses.Row{losses.Map("type", "part.kind", fInnerType), losses.Map("text", "text part", fInnerText)},
		losses.Keep(whyLater, "citations/", "cache_control/"),
	),
	"image":    sourceRows(fInnerType, fInnerSourceType, fInnerMedia, fInnerData, fInnerURL),
	"document": sourceRows(fInnerType, fInnerSourceType, fInnerMedia, fInnerData, fInnerURL),
	"":         {losses.Map("*/", "structured part", fNone), losses.Map("type", "structured part", fInnerType)},
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
	return slices.Concat([]losses.Row{
		losses.Map("type", "event.kind", fBlockType),
		losses.Map("id", "tool_call.call_id", fCall),
		losses.Map("name", "tool.name", fName),
		losses.Map("input/", "tool_call.arguments", fInput),
	}, losses.Keep(whyLater, "caller/", "server_name", "cache_control/"))
}

func serverResultRows() []losses.Row {
	return []losses.Row{
		losses.Map("type", "event.kind", fBlockType),
		losses.Map("tool_use_id", "tool_result.call_id", fToolUseID),
		losses.Map("is_error", "tool_result.outcome", fIsError),
		losses.Map("content/", "tool_result.parts", fResult),
	}
}

func sourceRows(typ, source, media, data, url int) []losses.Row {
	return slices.Concat([]losses.Row{
		losses.Map("type", "part.kind", typ),
		losses.Map("source.type", "resource.availability", source),
		losses.Map("source.media_type", "resource.media_type", media),
		losses.Map("source.data", "resource", data),
		losses.Map("source.url", "resource.original_location", url),
	}, losses.Keep(whyLater, "source.file_id", "context", "citations/", "cache_control/"))
}

// blocks are the rows of a message's content: a list of blocks, or a text in its place.
func blocks(types []string) ([]losses.Row, []losses.Variant) {
	const list = "message.content[]"
	const inner = list + ".content[]"
	return []losses.Row{
			losses.Map("message.content", "message.parts", fContent),
			losses.Map(list, "message.parts", fBlock),
			losses.Map(inner, "tool_result.parts", fInner),
		}, []losses.Variant{
			{At: list, By: "type", Cases: rowsOf(types)},
			{At: inner, By: "type", Cases: innerRows},
		}
}

func userTable() losses.Table {
	content, variants := blocks(userBlocks)
	return losses.Table{Kind: "user", Variants: variants, Rows: slices.Concat(chain(), dated(), content,
		[]losses.Row{
			losses.Map("isMeta", "event.actor_id", fMeta),
			losses.Map("isCompactSummary", "context", fCompactSummary),
			losses.Map("entrypoint", "event.actor_id", fEntrypoint),
			losses.Map("promptSource", "event.actor_id", fPromptSource),
			losses.Map("origin.kind", "event.actor_id", fOriginKind),
			losses.Map("toolDenialKind", "tool_result.outcome", fDenial),
			losses.Map("asifConvert", "tool_result.outcome", fHandover),
			losses.Map("parent_tool_use_id", "branch", fParentCall),
			losses.Map("tool_use_result.agentId", "participant", fResultAgent),
			losses.Map("tool_use_result.agentType", "participant.name", fWorkAgentType),
			losses.Map("tool_use_result.status", "execution.status", fWorkStatus),
			losses.Map("tool_use_result.isAsync", "execution.status", fWorkAsync),
			losses.Map("toolUseResult.agentId", "participant", fResultAgent),
			losses.Map("toolUseResult.agentType", "participant.name", fWorkAgentType),
			losses.Map("toolUseResult.status", "execution.status", fWorkStatus),
			losses.Map("toolUseResult.isAsync", "execution.status", fWorkAsync),
			losses.Map("toolUseResult.resolvedModel", "execution.model", fWorkModel),
			losses.Map("toolUseResult.backgroundTaskId", "execution", fWorkBackground),
			losses.Map("toolUseResult.taskId", "execution", fWorkTask),
			losses.Map("toolUseResult.taskType", "execution", fWorkTaskType),
			losses.Map("toolUseResult.workflowName", "participant.name", fWorkflow),
			losses.Map("toolUseResult.persistedOutputPath", "resource", fSpilled),
			losses.Map("toolUseResult.answers/", "decision_resolution.answer", fAnswers),
			losses.Map("toolUseResult.annotations/", "decision_resolution.answer", fAnnotations),
			losses.Map("toolUseResult.afkTimeoutMs", "decision_resolution.outcome", fAway),
			losses.Map("toolUseResult.success", "task_update", fSuccess),
			losses.Map("toolUseResult.task.id", "task_update.task_id", fTaskID),
			losses.Map("toolUseResult.statusChange.to", "task_update.status", fStatusTo),
			losses.Map("permissionMode", "configuration.policies", fMode),
			losses.Map("permissionDecision/", "decision_resolution, configuration.policies", fDecision),
			losses.Map("promptId", "execution.id", fPromptID),
			losses.Map("sourceToolUseID", "event.causes", fSourceCall),
			losses.Map("origin.from", "participant", fOriginFrom),
			losses.Map("origin.name", "participant", fOriginName),
		},
		losses.Keep(whyFixed, "message.role"),
		losses.Keep(whyRepeats, "tool_use_result", "tool_use_result[]/", "tool_use_result.*/", "subagent_type", "task_description", "toolUseResult", "toolUseResult[]/", "toolUseResult.*/", "toolUseResult.task", "toolUseResult.task.*/",
			"toolUseResult.statusChange", "toolUseResult.statusChange.*/", "sourceToolAssistantUUID", "isVisibleInTranscriptOnly"),
		losses.Keep(whyLater, "origin.*/", "imagePasteIds/", "thinkingMetadata/",
			"todos/", "planContent", "interruptedMessageId", "toolDenialBeforeRun", "toolEndsTurn", "mcpMeta/", "turnCompanion",
			"queueSkipAttachments", "classifierMetaLines/", "serverClassifierContext/", "turnOrigin", "turnPosition/", "scheduledTaskId",
			"interruptedByShutdown", "isReplay", "isSynthetic", "sandboxed", "rowSource"),
		losses.Keep(whyTiming, "sentAtMs"),
	)}
}

func assistantTable() losses.Table {
	content, variants := blocks(replyBlocks)
	return losses.Table{Kind: "assistant", Variants: variants, Rows: slices.Concat(chain(), dated(), content,
		[]losses.Row{
			losses.Map("message.id", "message, usage", fMessageID),
			losses.Map("parent_tool_use_id", "branch", fParentCall),
			losses.Map("request_id", "message, usage", fRequestID),
			losses.Map("wire_tool_inputs", "tool_call.arguments", fWireInputs),
			losses.Map("wire_tool_inputs.*/", "tool_call.arguments", fNone),
			losses.Map("message.model", "context.model", fModel),
			losses.Map("requestRef", "message, usage", fRequestRef),
			losses.Map("requestId", "message, usage", fRequestID),
			losses.Map("isApiErrorMessage", "event.kind", fAPIError),
			losses.Map("wireToolInputs", "tool_call.arguments", fWireInputs),
			losses.Map("wireToolInputs.*/", "tool_call.arguments", fNone),
			losses.Map("message.usage.input_tokens", "usage", fInputTokens),
			losses.Map("message.usage.output_tokens", "usage", fOutputTokens),
			losses.Map("message.usage.cache_read_input_tokens", "usage", fCacheRead),
			losses.Map("message.usage.cache_creation_input_tokens", "usage", fCacheWrite),
			losses.Map("message.usage.cache_creation.ephemeral_1h_input_tokens", "usage", fCacheWrite1h),
			losses.Map("message.usage.cache_creation.ephemeral_5m_input_tokens", "usage", fCacheWrite5m),
			losses.Map("message.usage.output_tokens_details.thinking_tokens", "usage", fThinkingTokens),
			losses.Map("message.stop_reason", "execution.status", fStopReason),
			losses.Map("effort", "configuration.model", fEffort),
			losses.Map("error/", "execution.error", fError),
			losses.Map("apiErrorStatus", "execution.error", fErrorStatus),
		},
		losses.Keep(whyFixed, "message.role", "message.type", "apiBlockIndex", "madeBy"),
		losses.Keep(whyRepeats, "message.usage.iterations/", "subagent_type", "task_description"),
		losses.Keep(whyLater, "promptId", "isMeta", "message.stop_sequence", "message.stop_details/", "message.container/",
			"message.context_management/", "message.diagnostics/", "message.input_transformations/", "message.usage.*/",
			"message.usage.cache_creation.*/", "message.usage.output_tokens_details.*/", "entrypoint", "quotaLimits/", "isAbortedMidStream", "supersedesUuids/", "attributionSkill", "attributionPlugin",
			"attributionAgent", "attributionMcpServer", "attributionMcpTool", "perTurnEffort", "advisorModel", "requestedModel",
			"promptCacheRequested", "thinkingDisplay", "serverClassifierRequest/"),
		losses.Keep(whyAccount, "errorDetails/"),
		losses.Keep(whyTiming, "thinkingDurationMs", "toolInputStreamMs"),
	)}
}
