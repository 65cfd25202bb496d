package codex

import (
	"slices"

	"asif-convert/losses"
)

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

// line is the envelope of a record (0.32 and later); a record of older versions has none.
func line() []losses.Row {
	return slices.Concat(
		[]losses.Row{losses.Map("timestamp", "event.time", fTime), losses.Map("type", "event.kind", fNone), losses.Read("ordinal", whyOrder, fOrdinal)},
	)
}

// quiet is the envelope of a record that makes no event.
func quiet() []losses.Row {
	return slices.Concat(losses.Keep(whyTiming, "timestamp"), []losses.Row{losses.Map("type", "event.kind", fNone), losses.Read("ordinal", whyOrder, fOrdinal)})
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
		itemTable("response_item", "payload", line(), slices.Concat(
			[]losses.Row{losses.Map("metadata.compaction_output", "context", fCompactionOutput)}, losses.Keep(whyState, "metadata.*/"))),
		itemTable(kindItem, "", nil, nil),
		wholeTable(),
		compactedTable(),
		eventTable(),
		metaTable(),
		{Kind: kindMeta, Rows: slices.Concat(metaRows(), []losses.Row{losses.Read("id", whyIdentity, fMetaID)}, losses.Keep(whyLater, "mcp/", "model", "cwd"))},
		{Kind: kindState, Rows: losses.Keep(whyState, "record_type", "previous_response_id", "*/")},
		{Kind: "turn_context", Rows: slices.Concat(line(), losses.Below("payload", contextRows()))},
		{Kind: "token_usage_record", Rows: slices.Concat(quiet(), losses.Below("payload", slices.Concat(
			losses.Keep(whyIdentity, "thread_id", "turn_id", "session_id", "root_turn_id", "response_id"),
			losses.Below("usage", tokenRows()), losses.Keep(whyTotals, "turn_token_usage/", "thread_token_usage/"))))},
		{Kind: "retained_context", Rows: slices.Concat(line(), losses.Below("payload", slices.Concat(
			[]losses.Row{losses.Map("call_id", "decision_resolution", fAnswerCall), losses.Map("questions[].answer", "decision_resolution", lAnswer)},
			losses.Keep(whyFixed, "type"), losses.Keep(whyRepeats, "questions", "questions[]", "questions[].*/"), losses.Keep(whyState, "acceptance_order", "*/"))))},
		{Kind: "world_state", Rows: slices.Concat(line(), []losses.Row{
			losses.Map("payload.state.permissions.approved_command_prefixes/", "configuration.policies", fApproved),
		}, losses.Keep(whyState, "payload.full", "payload.state.model_catalog", "payload.state.permissions.*/", "payload.*/"), losses.Keep(whyRepeats, "payload.state.*/"))},
		{Kind: "inter_agent_communication", Rows: slices.Concat(quiet(), losses.Keep(whyLater, "payload/"))},
		{Kind: "inter_agent_communication_metadata", Rows: slices.Concat(quiet(), losses.Keep(whyState, "payload.trigger_turn", "payload.*/"))},
		{Kind: "dynamic_tools_updated", Rows: slices.Concat(quiet(), []losses.Row{losses.Map("payload.tools[]/", "tool", lTool)}, losses.Keep(whyState, "payload.tools", "payload.*/"))},
		{Kind: "security_risk_score", Rows: slices.Concat(quiet(), losses.Keep(whyState, "payload/"))},
		{Kind: "realtime_item", Rows: slices.Concat(quiet(), losses.Keep(whyLater, "payload/"))},
	}
}
