package codex

import (
	"slices"

	"asif-convert/losses"
)

// passthrough are the fields that the harness adds to an item (0.14x and later).
func passthrough() []losses.Row {
	return slices.Concat(
		[]losses.Row{losses.Map("internal_chat_message_metadata_passthrough.content_item_metadata[].provenance.type", "event.actor_id", iProvenance)},
		losses.Keep(whyState, "internal_chat_message_metadata_passthrough.*/", "internal_chat_message_metadata_passthrough.content_item_metadata",
			"internal_chat_message_metadata_passthrough.content_item_metadata[]", "internal_chat_message_metadata_passthrough.content_item_metadata[].*/",
			"internal_chat_message_metadata_passthrough.content_item_metadata[].provenance.*/", "metadata/"),
	)
}

// head are the fields of every item.
func head() []losses.Row {
	return slices.Concat(
		[]losses.Row{losses.Map("type", "event.kind", iType), losses.Map("id", "event.id", iID)},
		passthrough(), losses.Keep(whyTiming, "duration_ms"))
}

func callHead() []losses.Row {
	return slices.Concat(head(), []losses.Row{losses.Map("call_id", "tool_call.call_id", iCall), losses.Map("name", "tool.name", iName)}, losses.Keep(whyState, "status"))
}

func resultHead() []losses.Row {
	return slices.Concat(head(), []losses.Row{
		losses.Map("call_id", "tool_result.call_id", iCall),
		losses.Map("output", "tool_result.parts", iOutput),
		losses.Map("output[]", "tool_result.parts", iPart),
		losses.Map(memberMark, "tool_result.outcome", iHandover),
	}, losses.Keep(whyRepeats, "name"), losses.Keep(whyState, "status"))
}

// structOutput is an output of the oldest versions: an object.
func structOutput() []losses.Row {
	return []losses.Row{losses.Map("output.content/", "tool_result.parts", fNone), losses.Map("output.success", "tool_result.outcome", iSuccess), losses.Map("output.*/", "tool_result.parts", fNone)}
}

// itemCases are the rows of each item, relative to it.
func itemCases() map[string][]losses.Row {
	server := slices.Concat(head(), []losses.Row{
		losses.Map("call_id", "tool_call.call_id", iCall), losses.Map("action/", "tool_call.arguments", iAction), losses.Map("status", "tool_result.outcome", iStatus),
	})
	content := []losses.Row{losses.Map("content", "message.parts", iContent), losses.Map("content[]", "message.parts", iPart)}
	return map[string][]losses.Row{
		"message": slices.Concat(head(), content, []losses.Row{losses.Map("role", "message.role", iRole)}, losses.Keep(whyState, "status", "phase", "end_turn")),
		"agent_message": slices.Concat(head(), content, []losses.Row{losses.Map("author", "event.actor_id", iAuthor)},
			losses.Keep(whyFixed, "recipient"), losses.Keep(whyState, "status", "phase")),
		"reasoning": slices.Concat(head(), []losses.Row{
			losses.Map("summary[].text", "reasoning part", iSummaryText),
			losses.Map("content[]", "reasoning part", iPart),
			losses.Map("encrypted_content", "opaque part, resource", iEncrypted),
		}, losses.Keep(whyFixed, "summary", "summary[]", "summary[].type", "content"), losses.Keep(whyState, "status")),
		"function_call": slices.Concat(callHead(), []losses.Row{
			losses.Map("namespace", "tool.name", iNamespace), losses.Map("arguments/", "tool_call.arguments", iArguments),
		}, losses.Keep(whyLater, "encrypted_function_args")),
		"function_call_output":    slices.Concat(resultHead(), structOutput()),
		"local_shell_call_output": resultHead(), // 0.1.25
		"custom_tool_call":        slices.Concat(callHead(), []losses.Row{losses.Map("namespace", "tool.name", iNamespace), losses.Map("input/", "tool_call.arguments", iInput)}),
		"custom_tool_call_output": resultHead(),
		"local_shell_call": slices.Concat(head(), []losses.Row{
			losses.Map("call_id", "tool_call.call_id", iCall), losses.Map("action/", "tool_call.arguments", iAction),
		}, losses.Keep(whyState, "status")),
		"web_search_call": server,
		"image_generation_call": slices.Concat(server, []losses.Row{
			losses.Map("revised_prompt", "tool_call.arguments", iPrompt), losses.Map("result", "resource", iResult),
		}),
		"tool_search_call": slices.Concat(head(), []losses.Row{
			losses.Map("call_id", "tool_call.call_id", iCall), losses.Map("arguments/", "tool_call.arguments", iArguments),
		}, losses.Keep(whyState, "status", "execution")),
		"tool_search_output": slices.Concat(head(), []losses.Row{
			losses.Map("call_id", "tool_result.call_id", iCall), losses.Map("tools/", "tool, tool_result.parts", iTools),
		}, losses.Keep(whyState, "status", "execution")),
		"additional_tools": slices.Concat([]losses.Row{losses.Map("type", "tool", iType), losses.Map("tools/", "tool", iTools)},
			losses.Keep(whyIdentity, "id"), losses.Keep(whyFixed, "role"), passthrough()),
		"compaction":         slices.Concat(head(), []losses.Row{losses.Map("encrypted_content", "opaque part, resource", iEncrypted)}),
		"compaction_summary": slices.Concat(head(), []losses.Row{losses.Map("encrypted_content", "opaque part, resource", iEncrypted)}),
		"context_compaction": slices.Concat(head(), []losses.Row{losses.Map("encrypted_content", "opaque part, resource", iEncrypted)}),
		"ghost_snapshot":     slices.Concat(head(), []losses.Row{losses.Map("ghost_commit/", "note.parts", iGhost)}),
		"compaction_trigger": slices.Concat(head()),
		"":                   {losses.Map("*/", "extension", fNone), losses.Map("type", "extension", iType), losses.Map("id", "event.id", iID)},
	}
}

// partCases are the rows of each content part, relative to it.
func partCases() map[string][]losses.Row {
	text := slices.Concat([]losses.Row{losses.Map("type", "part.kind", pType), losses.Map("text", "text part", pText)}, losses.Keep(whyLater, "annotations/", "logprobs/"))
	return map[string][]losses.Row{
		"input_text": text, "output_text": text, "text": text, "reasoning_text": text, "summary_text": text,
		"input_image": slices.Concat([]losses.Row{losses.Map("type", "part.kind", pType), losses.Map("image_url", "resource", pImage)},
			losses.Keep(whyLater, "detail", "file_id")),
		"encrypted_content": {losses.Map("type", "part.kind", pType), losses.Map("encrypted_content", "opaque part, resource", pEncrypted)},
		"":                  {losses.Map("*/", "structured part", fNone), losses.Map("type", "structured part", pType)},
	}
}

// itemsAt are the rows and variants of the items at a place; its path is "" for the record itself.
func itemsAt(path string) (losses.Row, []losses.Variant) {
	dot := path + "."
	if path == "" {
		dot = ""
	}
	return losses.Map(path, "event", iItem), []losses.Variant{
		{At: path, By: "type", Cases: itemCases()},
		{At: dot + "content[]", By: "type", Cases: partCases()},
		{At: dot + "output[]", By: "type", Cases: partCases()},
	}
}

// itemTable is the table of records with one item.
func itemTable(kind, path string, lists ...[]losses.Row) losses.Table {
	row, variants := itemsAt(path)
	return losses.Table{Kind: kind, Rows: slices.Concat(append(lists, []losses.Row{row})...), Variants: variants}
}

// wholeTable is the one value of a file of the first generation.
func wholeTable() losses.Table {
	row, variants := itemsAt("items[]")
	return losses.Table{Kind: kindWhole, Variants: variants, Rows: slices.Concat(losses.Below("session", metaRows()), []losses.Row{row, losses.Read("session.id", whyIdentity, fMetaID)}, losses.Keep(whyFixed, "items"), losses.Keep(whyLater, "session.*/"))}
}

// copyCases are the rows of the items that a compaction kept. What is no message is carried whole.
func copyCases() map[string][]losses.Row {
	copied := slices.Concat([]losses.Row{losses.Map("type", "context", iType), losses.Map("id", "context", iID)},
		losses.Keep(whyState, "internal_chat_message_metadata_passthrough/", "status", "phase", "end_turn"))
	sealed := slices.Concat(copied, []losses.Row{losses.Map("encrypted_content", "opaque part, resource", iEncrypted)})
	return map[string][]losses.Row{
		"message": slices.Concat(copied, []losses.Row{
			losses.Map("role", "context", iRole), losses.Map("content", "context", iContent), losses.Map("content[]", "context", iPart),
		}),
		"compaction": sealed, "compaction_summary": sealed, "context_compaction": sealed,
		"additional_tools":   slices.Concat([]losses.Row{losses.Map("type", "context", iType)}, losses.Keep(whyCopy, "id", "role", "tools/", "internal_chat_message_metadata_passthrough/")),
		"compaction_trigger": slices.Concat([]losses.Row{losses.Map("type", "context", iType)}, losses.Keep(whyCopy, "id")),
		"":                   {losses.Map("*/", "context", fNone), losses.Map("type", "context", iType), losses.Map("id", "context", iID)},
	}
}

// compactedTable is a compaction with the history that the model went on from.
func compactedTable() losses.Table {
	const at = "payload.replacement_history[]"
	return losses.Table{Kind: "compacted", Variants: []losses.Variant{
		{At: at, By: "type", Cases: copyCases()},
		{At: at + ".content[]", By: "type", Cases: partCases()},
	}, Rows: slices.Concat(line(), []losses.Row{
		losses.Map("payload.message", "context", fMessage), losses.Map(at, "context", iItem), losses.Map("payload.replacement_history", "context", fReplacement),
	}, losses.Below("payload", slices.Concat(losses.Keep(whyState, "window_number", "first_window_id", "previous_window_id", "window_id", "compaction_response_id",
		"replacement_history_metadata/", "resume_metadata/"),
		losses.Keep(whyRepeats, "retained_context/", "latest_token_usage_record/"))))}
}
