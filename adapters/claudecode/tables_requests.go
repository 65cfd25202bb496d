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
		{Kind: "api-request", Rows: slices.Concat(stateHead(), []losses.Row{
			losses.Map("id", "context.id", fAsk),
			losses.Map("shapeHash", "context.configuration_id", fHash),
			losses.Map("base", "context.inputs", fBase),
			losses.Map("keep", "context.inputs", fKeep),
			losses.Map("tail[]", "context.inputs", fTail),
			losses.Map("params/", "context.request_parameters", fParams),
		}, losses.Keep(whyRequest, "tail", "querySource", "thread/", "cacheControl/", "requestDigest", "echoWireToolInputs"))},
		{Kind: "api-request-blob",
			Rows: slices.Concat(stateHead(), []losses.Row{
				losses.Map("hash", "context.inputs", fHash),
				losses.Map("message", "context.inputs", fWhole),
				losses.Map("message.role", "context input.role", fRole),
				losses.Map("message.content", "context input.parts", fContent),
				losses.Map(list, "context input.parts", fBlock),
				losses.Map(list+".content[]", "context input.parts", fInner),
				losses.Map("message.*/", "context.inputs", fNone),
			}),
			Variants: []losses.Variant{
				{At: list, By: "type", Cases: rowsOf(userBlocks)},
				{At: list + ".content[]", By: "type", Cases: innerRows},
			}},
		{Kind: "api-request-shape", Rows: slices.Concat(stateHead(), []losses.Row{
			losses.Map("shapeHash", "configuration", fHash),
			losses.Map("shape/", "configuration, tools", fShape),
		})},
	}
}

// journalTables are what a workflow's own file tells of its agents, and what a transcript tells of other sessions.
func journalTables() []losses.Table {
	lineage := []losses.Table{
		{Kind: "continued-in", Rows: append(stateHead(), losses.Map("continuedInSessionId", "session.native_ids", fContinued))},
		{Kind: kindMark, Rows: append(stateHead(), losses.Map("source.sessionId", "session.lineage", fFromSession),
			losses.Map("source.captureId", "session.lineage", fFromCapture), losses.Map("source.eventId", "session.lineage", fFromEvent))},
		{Kind: "fork-context-ref", Rows: slices.Concat(stateHead(), []losses.Row{losses.Map("parentSessionId", "session.native_ids", fForkParent)},
			losses.Keep(whyLater, "parentLastUuid", "contextLength"))},
	}
	for kind := range journalStatus {
		if kind == "result" { // also a line of a stream
			continue
		}
		lineage = append(lineage, losses.Table{Kind: kind, Rows: slices.Concat(journalHead(), losses.Keep(whyIdentity, "sessionId", "session_id"), losses.Keep(whyState, "version", "uuid"),
			losses.Keep(whyLater, "key", "label", "result/", "error/"))})
	}
	slices.SortFunc(lineage, func(a, b losses.Table) int { return cmp.Compare(a.Kind, b.Kind) })
	return lineage
}

func journalHead() []losses.Row {
	return []losses.Row{losses.Map("type", "execution.status", fNone), losses.Map("agentId", "execution", fWorker), losses.Map("timestamp", "event.time", fTime)}
}

// streamTables are the lines that only stream-json has. A line that ends a turn and one of a workflow's journal share
// their type.
func streamTables() []losses.Table {
	const usage = "usage."
	control := func(kind string, mappings ...losses.Row) losses.Table {
		return losses.Table{Kind: kind, Rows: slices.Concat([]losses.Row{losses.Map("type", "event.kind", fNone), losses.Map("timestamp", "event.time", fTime)}, mappings,
			losses.Keep(whyIdentity, "session_id"), losses.Keep(whyState, "uuid", "parent_tool_use_id", "request.*/", "response.*/", "response.response.*/"))}
	}
	tables := []losses.Table{
		{Kind: "result", Rows: slices.Concat(journalHead(), []losses.Row{
			losses.Map("uuid", "event.id", fUUID),
			losses.Map("subtype", "execution.status", fSubtype),
			losses.Map("is_error", "execution.status", fResultError),
			losses.Map("result", "message.parts", fResultText),
			losses.Map("total_cost_usd", "usage", fCost),
			losses.Map("modelUsage/", "usage", fModelUsage),
			losses.Map("permission_denials[].tool_use_id", "decision_request", fDenied),
			losses.Map(usage+"input_tokens", "usage", fInputTokens),
			losses.Map(usage+"output_tokens", "usage", fOutputTokens),
			losses.Map(usage+"cache_read_input_tokens", "usage", fCacheRead),
			losses.Map(usage+"cache_creation_input_tokens", "usage", fCacheWrite),
		}, losses.Keep(whyIdentity, "sessionId", "session_id"), losses.Keep(whyRepeats, "usage.*/", "permission_denials", "permission_denials[].*/", "structured_output/"),
			losses.Keep(whyTiming, "duration_ms", "duration_api_ms", "ttft_ms"),
			losses.Keep(whyLater, "result.*/", "result[]/", "key", "label", "error/", "version", "num_turns", "errors/", "terminal_reason", "stop_reason", "api_error_status", "subagent_stats/",
				"origin/", "result_index", "fast_mode_state"))},
		control("control_request", losses.Map("request_id", "decision_request", fRequestID), losses.Map("request.subtype", "event.kind", fControl),
			losses.Map("request.tool_use_id", "decision_request.call_id", fControlCall), losses.Map("request.input/", "decision_request.prompt", fControlInput)),
		control("control_response", losses.Map("response.request_id", "decision_resolution", fRequestID),
			losses.Map("response.response.behavior", "decision_resolution.outcome", fBehavior), losses.Map("response.response.message", "decision_resolution.answer", fBehaviorText)),
		control("control_cancel_request", losses.Map("request_id", "decision_resolution", fRequestID)),
	}
	for _, kind := range []string{"stream_event", "rate_limit_event", "conversation_reset", "keep_alive", "tool_progress", "auth_status"} {
		tables = append(tables, losses.Table{Kind: kind, Rows: append(losses.Keep(whyStream, "*/"), losses.Map("type", "event.kind", fNone))})
	}
	return tables
}
