package claudecode

import (
	"cmp"
	"slices"

	"asif-convert/losses"
)

// requestTables are the harness's own records of its requests (2.1.332). What the digests cover decides whether a context
// can be exact, and so it shows.
func requestTables() []losses.Table {
	const list = "message.content[]"
	return []losses.Table{
		{Kind: "api-request", Rows: rows(stateHead(), []losses.Row{
			mapped("id", "context.id", fAsk),
			mapped("shapeHash", "context.configuration_id", fHash),
			mapped("base", "context.inputs", fBase),
			mapped("keep", "context.inputs", fKeep),
			mapped("tail[]", "context.inputs", fTail),
			mapped("params/", "context.request_parameters", fParams),
		}, kept(whyRequest, "tail", "querySource", "thread/", "cacheControl/", "requestDigest", "echoWireToolInputs"))},
		{Kind: "api-request-blob",
			Rows: rows(stateHead(), []losses.Row{
				mapped("hash", "context.inputs", fHash),
				mapped("message", "context.inputs", fWhole),
				mapped("message.role", "context input.role", fRole),
				mapped("message.content", "context input.parts", fContent),
				mapped(list, "context input.parts", fBlock),
				mapped(list+".content[]", "context input.parts", fInner),
				mapped("message.*/", "context.inputs", fNone),
			}),
			Variants: []losses.Variant{
				{At: list, By: "type", Cases: rowsOf(userBlocks)},
				{At: list + ".content[]", By: "type", Cases: innerRows},
			}},
		{Kind: "api-request-shape", Rows: rows(stateHead(), []losses.Row{
			mapped("shapeHash", "configuration", fHash),
			mapped("shape/", "configuration, tools", fShape),
		})},
	}
}

// journalTables are what a workflow's own file tells of its agents, and what a transcript tells of other sessions.
func journalTables() []losses.Table {
	lineage := []losses.Table{
		{Kind: "continued-in", Rows: append(stateHead(), mapped("continuedInSessionId", "session.native_ids", fContinued))},
		{Kind: kindMark, Rows: append(stateHead(), mapped("source.sessionId", "session.lineage", fFromSession),
			mapped("source.captureId", "session.lineage", fFromCapture), mapped("source.eventId", "session.lineage", fFromEvent))},
		{Kind: "fork-context-ref", Rows: rows(stateHead(), []losses.Row{mapped("parentSessionId", "session.native_ids", fForkParent)},
			kept(whyLater, "parentLastUuid", "contextLength"))},
	}
	for kind := range journalStatus {
		if kind == "result" { // also a line of a stream
			continue
		}
		lineage = append(lineage, losses.Table{Kind: kind, Rows: rows(journalHead(), kept(whyIdentity, "sessionId", "session_id"), kept(whyState, "version", "uuid"),
			kept(whyLater, "key", "label", "result/", "error/"))})
	}
	slices.SortFunc(lineage, func(a, b losses.Table) int { return cmp.Compare(a.Kind, b.Kind) })
	return lineage
}

func journalHead() []losses.Row {
	return []losses.Row{mapped("type", "execution.status", fNone), mapped("agentId", "execution", fWorker), mapped("timestamp", "event.time", fTime)}
}

// streamTables are the lines that only stream-json has. A line that ends a turn and one of a workflow's journal share
// their type.
func streamTables() []losses.Table {
	const usage = "usage."
	control := func(kind string, mappings ...losses.Row) losses.Table {
		return losses.Table{Kind: kind, Rows: rows([]losses.Row{mapped("type", "event.kind", fNone), mapped("timestamp", "event.time", fTime)}, mappings,
			kept(whyIdentity, "session_id"), kept(whyState, "uuid", "parent_tool_use_id", "request.*/", "response.*/", "response.response.*/"))}
	}
	tables := []losses.Table{
		{Kind: "result", Rows: rows(journalHead(), []losses.Row{
			mapped("uuid", "event.id", fUUID),
			mapped("subtype", "execution.status", fSubtype),
			mapped("is_error", "execution.status", fResultError),
			mapped("result", "message.parts", fResultText),
			mapped("total_cost_usd", "usage", fCost),
			mapped("modelUsage/", "usage", fModelUsage),
			mapped("permission_denials[].tool_use_id", "decision_request", fDenied),
			mapped(usage+"input_tokens", "usage", fInputTokens),
			mapped(usage+"output_tokens", "usage", fOutputTokens),
			mapped(usage+"cache_read_input_tokens", "usage", fCacheRead),
			mapped(usage+"cache_creation_input_tokens", "usage", fCacheWrite),
		}, kept(whyIdentity, "sessionId", "session_id"), kept(whyRepeats, "usage.*/", "permission_denials", "permission_denials[].*/", "structured_output/"),
			kept(whyTiming, "duration_ms", "duration_api_ms", "ttft_ms"),
			kept(whyLater, "result.*/", "result[]/", "key", "label", "error/", "version", "num_turns", "errors/", "terminal_reason", "stop_reason", "api_error_status", "subagent_stats/",
				"origin/", "result_index", "fast_mode_state"))},
		control("control_request", mapped("request_id", "decision_request", fRequestID), mapped("request.subtype", "event.kind", fControl),
			mapped("request.tool_use_id", "decision_request.call_id", fControlCall), mapped("request.input/", "decision_request.prompt", fControlInput)),
		control("control_response", mapped("response.request_id", "decision_resolution", fRequestID),
			mapped("response.response.behavior", "decision_resolution.outcome", fBehavior), mapped("response.response.message", "decision_resolution.answer", fBehaviorText)),
		control("control_cancel_request", mapped("request_id", "decision_resolution", fRequestID)),
	}
	for _, kind := range []string{"stream_event", "rate_limit_event", "conversation_reset", "keep_alive", "tool_progress", "auth_status"} {
		tables = append(tables, losses.Table{Kind: kind, Rows: append(kept(whyStream, "*/"), mapped("type", "event.kind", fNone))})
	}
	return tables
}
