package codex

import "asif-convert/losses"

// passthrough are the fields that the harness adds to an item (0.14x and later).
func passthrough() []losses.Row {
	return rows(
		[]losses.Row{mapped("internal_chat_message_metadata_passthrough.content_item_metadata[].provenance.type", "event.actor_id", iProvenance)},
		kept(whyState, "internal_chat_message_metadata_passthrough.*/", "internal_chat_message_metadata_passthrough.content_item_metadata",
			"internal_chat_message_metadata_passthrough.content_item_metadata[]", "internal_chat_message_metadata_passthrough.content_item_metadata[].*/",
			"internal_chat_message_metadata_passthrough.content_item_metadata[].provenance.*/", "metadata/"),
	)
}

// head are the fields of every item.
func head() []losses.Row {
	return rows(
		[]losses.Row{mapped("type", "event.kind", iType), mapped("id", "event.id", iID)},
		passthrough(), kept(whyTiming, "duration_ms"))
}

func callHead() []losses.Row {
	return rows(head(), []losses.Row{mapped("call_id", "tool_call.call_id", iCall), mapped("name", "tool.name", iName)}, kept(whyState, "status"))
}

func resultHead() []losses.Row {
	return rows(head(), []losses.Row{
		mapped("call_id", "tool_result.call_id", iCall),
		mapped("output", "tool_result.parts", iOutput),
		mapped("output[]", "tool_result.parts", iPart),
		mapped(memberMark, "tool_result.outcome", iHandover),
	}, kept(whyRepeats, "name"), kept(whyState, "status"))
}

// structOutput is an output of the oldest versions: an object.
func structOutput() []losses.Row {
	return []losses.Row{mapped("output.content/", "tool_result.parts", fNone), mapped("output.success", "tool_result.outcome", iSuccess), mapped("output.*/", "tool_result.parts", fNone)}
}

// itemCases are the rows of each item, relative to it.
func itemCases() map[string][]losses.Row {
	server := rows(head(), []losses.Row{
		mapped("call_id", "tool_call.call_id", iCall), mapped("action/", "tool_call.arguments", iAction), mapped("status", "tool_result.outcome", iStatus),
	})
	content := []losses.Row{mapped("content", "message.parts", iContent), mapped("content[]", "message.parts", iPart)}
	return map[string][]losses.Row{
		"message": rows(head(), content, []losses.Row{mapped("role", "message.role", iRole)}, kept(whyState, "status", "phase", "end_turn")),
		"agent_message": rows(head(), content, []losses.Row{mapped("author", "event.actor_id", iAuthor)},
			kept(whyFixed, "recipient"), kept(whyState, "status", "phase")),
		"reasoning": rows(head(), []losses.Row{
			mapped("summary[].text", "reasoning part", iSummaryText),
			mapped("content[]", "reasoning part", iPart),
			mapped("encrypted_content", "opaque part, resource", iEncrypted),
		}, kept(whyFixed, "summary", "summary[]", "summary[].type", "content"), kept(whyState, "status")),
		"function_call": rows(callHead(), []losses.Row{
			mapped("namespace", "tool.name", iNamespace), mapped("arguments/", "tool_call.arguments", iArguments),
		}, kept(whyLater, "encrypted_function_args")),
		"function_call_output":    rows(resultHead(), structOutput()),
		"local_shell_call_output": resultHead(), // 0.1.25
		"custom_tool_call":        rows(callHead(), []losses.Row{mapped("namespace", "tool.name", iNamespace), mapped("input/", "tool_call.arguments", iInput)}),
		"custom_tool_call_output": resultHead(),
		"local_shell_call": rows(head(), []losses.Row{
			mapped("call_id", "tool_call.call_id", iCall), mapped("action/", "tool_call.arguments", iAction),
		}, kept(whyState, "status")),
		"web_search_call": server,
		"image_generation_call": rows(server, []losses.Row{
			mapped("revised_prompt", "tool_call.arguments", iPrompt), mapped("result", "resource", iResult),
		}),
		"tool_search_call": rows(head(), []losses.Row{
			mapped("call_id", "tool_call.call_id", iCall), mapped("arguments/", "tool_call.arguments", iArguments),
		}, kept(whyState, "status", "execution")),
		"tool_search_output": rows(head(), []losses.Row{
			mapped("call_id", "tool_result.call_id", iCall), mapped("tools/", "tool, tool_result.parts", iTools),
		}, kept(whyState, "status", "execution")),
		"additional_tools": rows([]losses.Row{mapped("type", "tool", iType), mapped("tools/", "tool", iTools)},
			kept(whyIdentity, "id"), kept(whyFixed, "role"), passthrough()),
		"compaction":         rows(head(), []losses.Row{mapped("encrypted_content", "opaque part, resource", iEncrypted)}),
		"compaction_summary": rows(head(), []losses.Row{mapped("encrypted_content", "opaque part, resource", iEncrypted)}),
		"context_compaction": rows(head(), []losses.Row{mapped("encrypted_content", "opaque part, resource", iEncrypted)}),
		"ghost_snapshot":     rows(head(), []losses.Row{mapped("ghost_commit/", "note.parts", iGhost)}),
		"compaction_trigger": rows(head()),
		"":                   {mapped("*/", "extension", fNone), mapped("type", "extension", iType), mapped("id", "event.id", iID)},
	}
}

// partCases are the rows of each content part, relative to it.
func partCases() map[string][]losses.Row {
	text := rows([]losses.Row{mapped("type", "part.kind", pType), mapped("text", "text part", pText)}, kept(whyLater, "annotations/", "logprobs/"))
	return map[string][]losses.Row{
		"input_text": text, "output_text": text, "text": text, "reasoning_text": text, "summary_text": text,
		"input_image": rows([]losses.Row{mapped("type", "part.kind", pType), mapped("image_url", "resource", pImage)},
			kept(whyLater, "detail", "file_id")),
		"encrypted_content": {mapped("type", "part.kind", pType), mapped("encrypted_content", "opaque part, resource", pEncrypted)},
		"":                  {mapped("*/", "structured part", fNone), mapped("type", "structured part", pType)},
	}
}

// itemsAt are the rows and variants of the items at a place; its path is "" for the record itself.
func itemsAt(path string) (losses.Row, []losses.Variant) {
	dot := path + "."
	if path == "" {
		dot = ""
	}
	return mapped(path, "event", iItem), []losses.Variant{
		{At: path, By: "type", Cases: itemCases()},
		{At: dot + "content[]", By: "type", Cases: partCases()},
		{At: dot + "output[]", By: "type", Cases: partCases()},
	}
}

// itemTable is the table of records with one item.
func itemTable(kind, path string, lists ...[]losses.Row) losses.Table {
	row, variants := itemsAt(path)
	return losses.Table{Kind: kind, Rows: rows(append(lists, []losses.Row{row})...), Variants: variants}
}

// wholeTable is the one value of a file of the first generation.
func wholeTable() losses.Table {
	row, variants := itemsAt("items[]")
	return losses.Table{Kind: kindWhole, Variants: variants, Rows: rows(below("session", metaRows()), []losses.Row{row, read("session.id", whyIdentity, fMetaID)}, kept(whyFixed, "items"), kept(whyLater, "session.*/"))}
}

// copyCases are the rows of the items that a compaction kept. What is no message is carried whole.
func copyCases() map[string][]losses.Row {
	copied := rows([]losses.Row{mapped("type", "context", iType), mapped("id", "context", iID)},
		kept(whyState, "internal_chat_message_metadata_passthrough/", "status", "phase", "end_turn"))
	sealed := rows(copied, []losses.Row{mapped("encrypted_content", "opaque part, resource", iEncrypted)})
	return map[string][]losses.Row{
		"message": rows(copied, []losses.Row{
			mapped("role", "context", iRole), mapped("content", "context", iContent), mapped("content[]", "context", iPart),
		}),
		"compaction": sealed, "compaction_summary": sealed, "context_compaction": sealed,
		"additional_tools":   rows([]losses.Row{mapped("type", "context", iType)}, kept(whyCopy, "id", "role", "tools/", "internal_chat_message_metadata_passthrough/")),
		"compaction_trigger": rows([]losses.Row{mapped("type", "context", iType)}, kept(whyCopy, "id")),
		"":                   {mapped("*/", "context", fNone), mapped("type", "context", iType), mapped("id", "context", iID)},
	}
}

// compactedTable is a compaction with the history that the model went on from.
func compactedTable() losses.Table {
	const at = "payload.replacement_history[]"
	return losses.Table{Kind: "compacted", Variants: []losses.Variant{
		{At: at, By: "type", Cases: copyCases()},
		{At: at + ".content[]", By: "type", Cases: partCases()},
	}, Rows: rows(line(), []losses.Row{
		mapped("payload.message", "context", fMessage), mapped(at, "context", iItem), mapped("payload.replacement_history", "context", fReplacement),
	}, below("payload", rows(kept(whyState, "window_number", "first_window_id", "previous_window_id", "window_id", "compaction_response_id",
		"replacement_history_metadata/", "resume_metadata/"),
		kept(whyRepeats, "retained_context/", "latest_token_usage_record/"))))}
}
