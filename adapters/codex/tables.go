package codex

import "asif-convert/losses"

// What the mapper switches on. Fields that only count have no number. Up to fScalars a field is kept as it is; the
// others belong to an item, a part of one, or a list.
const (
	fNone = iota
	fTime
	fOrdinal
	fCompactionOutput

	fMetaID
	fMetaTime
	fCwd
	fVersion
	fSource
	fSourceSubagent
	fForkedFrom
	fParentThread
	fNickname
	fAgentPath
	fProvider
	fBaseInstructions
	fUserInstructions
	fDeveloperInstructions
	fHistoryBase
	fHistoryEnd
	fHistoryBytes
	fOwnFrom
	fCommit
	fGitBranch
	fRemote
	fFromSession // of a thread that we wrote: where it comes from
	fFromCapture
	fFromEvent

	fApproval
	fReviewer
	fSandbox
	fPermissions
	fNetwork
	fApproved
	fModel
	fEffort
	fSummary
	fMode
	fModeInstructions
	fPersonality

	fEventType
	fTurnID
	fText
	fReason
	fCallID
	fEventError
	fNumTurns
	fThreadName
	fChanges
	fExitCode
	fEventStatus
	fSuccess
	fResultValue
	fGoalObjective
	fGoalStatus
	fReviewText
	fFindings
	fTarget
	fCommand
	fPromptReason

	fItemType
	fItemID
	fItemTool
	fAggregated
	fItemSource
	fItemCommand
	fItemCwd
	fArguments
	fServer

	fTotal
	fInputTokens
	fCachedTokens
	fCacheWriteTokens
	fOutputTokens
	fReasoningTokens

	fMessage
	fReplacement

	fAnswerCall
	fScalars

	iType // of an item
	iID
	iRole
	iStatus
	iName
	iNamespace
	iCall
	iArguments
	iInput
	iOutput
	iAction
	iEncrypted
	iAuthor
	iContent
	iTools
	iResult
	iPrompt
	iGhost
	iSuccess
	iHandover
	iItem // the whole item, after its members

	iPart // a whole part, after its members
	pType
	pText
	pImage
	pEncrypted
	iSummaryText
	iProvenance

	lReceiver // lists of a record
	lAnswer
	lTool
	lText
)

// Reasons why a field is kept through the native resource alone.
const (
	whyIdentity  = "the file's name is the thread's identity"
	whyOrder     = "the order of the file is the order of the thread"
	whyFixed     = "follows from the record's kind"
	whyDisplay   = "for the harness's own display"
	whyRepeats   = "repeats what another record says"
	whyLater     = "has no place in the document yet"
	whyTiming    = "measures the harness, not the conversation"
	whyState     = "state of the harness at some point of the file"
	whyCopy      = "a copy of what the file says already"
	whyTotals    = "running totals of the thread"
	whyBase      = "names the file that comes before"
	whyInherited = "belongs to the thread that this one was forked from"
)

// rows joins row lists.
func rows(lists ...[]losses.Row) []losses.Row {
	var all []losses.Row
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// mapped is a row that changes the document.
func mapped(path, to string, id int) losses.Row {
	return losses.Row{Path: path, Do: losses.Mapped, To: to, ID: id}
}

// read is a row that the mapper needs to know and that stays in the native resource.
func read(path, why string, id int) losses.Row {
	return losses.Row{Path: path, Do: losses.Preserved, Why: why, ID: id}
}

// kept makes rows that stay in the native resource, all for one reason.
func kept(why string, paths ...string) []losses.Row {
	out := make([]losses.Row, len(paths))
	for i, p := range paths {
		out[i] = losses.Row{Path: p, Do: losses.Preserved, Why: why}
	}
	return out
}

// below puts a path in front of the paths of rows. A row of the place itself has the path "".
func below(path string, list []losses.Row) []losses.Row {
	out := make([]losses.Row, len(list))
	for i, r := range list {
		switch {
		case r.Path == "":
			r.Path = path
		case path != "":
			r.Path = path + "." + r.Path
		}
		out[i] = r
	}
	return out
}

// line is the envelope of a record (0.32 and later); a record of older versions has none.
func line() []losses.Row {
	return rows(
		[]losses.Row{mapped("timestamp", "event.time", fTime), mapped("type", "event.kind", fNone), read("ordinal", whyOrder, fOrdinal)},
	)
}

// quiet is the envelope of a record that makes no event.
func quiet() []losses.Row {
	return rows(kept(whyTiming, "timestamp"), []losses.Row{mapped("type", "event.kind", fNone), read("ordinal", whyOrder, fOrdinal)})
}

// Kinds that the file does not name.
const (
	kindNone  = "(no type)"
	kindOdd   = "(odd type)"
	kindMeta  = "meta"  // the first line, 0.1.2505 to 0.31
	kindState = "state" // a marker between items, 0.8 to 0.31
	kindItem  = "item"  // an item without envelope, to 0.31
	kindWhole = "rollout"
)

// hidden are the kinds that no record names.
var hidden = map[string]bool{kindMeta: true, kindState: true, kindItem: true, kindWhole: true}

// Tables implements adapters.Adapter.
func (Adapter) Tables() []losses.Table {
	return []losses.Table{
		itemTable("response_item", "payload", line(), rows(
			[]losses.Row{mapped("metadata.compaction_output", "context", fCompactionOutput)}, kept(whyState, "metadata.*/"))),
		itemTable(kindItem, "", nil, nil),
		wholeTable(),
		compactedTable(),
		eventTable(),
		metaTable(),
		{Kind: kindMeta, Rows: rows(metaRows(), []losses.Row{read("id", whyIdentity, fMetaID)}, kept(whyLater, "mcp/", "model", "cwd"))},
		{Kind: kindState, Rows: kept(whyState, "record_type", "previous_response_id", "*/")},
		{Kind: "turn_context", Rows: rows(line(), below("payload", contextRows()))},
		{Kind: "token_usage_record", Rows: rows(quiet(), below("payload", rows(
			kept(whyIdentity, "thread_id", "turn_id", "session_id", "root_turn_id", "response_id"),
			below("usage", tokenRows()), kept(whyTotals, "turn_token_usage/", "thread_token_usage/"))))},
		{Kind: "retained_context", Rows: rows(line(), below("payload", rows(
			[]losses.Row{mapped("call_id", "decision_resolution", fAnswerCall), mapped("questions[].answer", "decision_resolution", lAnswer)},
			kept(whyFixed, "type"), kept(whyRepeats, "questions", "questions[]", "questions[].*/"), kept(whyState, "acceptance_order", "*/"))))},
		{Kind: "world_state", Rows: rows(line(), []losses.Row{
			mapped("payload.state.permissions.approved_command_prefixes/", "configuration.policies", fApproved),
		}, kept(whyState, "payload.full", "payload.state.model_catalog", "payload.state.permissions.*/", "payload.*/"), kept(whyRepeats, "payload.state.*/"))},
		{Kind: "inter_agent_communication", Rows: rows(quiet(), kept(whyLater, "payload/"))},
		{Kind: "inter_agent_communication_metadata", Rows: rows(quiet(), kept(whyState, "payload.trigger_turn", "payload.*/"))},
		{Kind: "dynamic_tools_updated", Rows: rows(quiet(), []losses.Row{mapped("payload.tools[]/", "tool", lTool)}, kept(whyState, "payload.tools", "payload.*/"))},
		{Kind: "security_risk_score", Rows: rows(quiet(), kept(whyState, "payload/"))},
		{Kind: "realtime_item", Rows: rows(quiet(), kept(whyLater, "payload/"))},
	}
}
