package claudecode

import "asif-convert/losses"

// stateTables are the kinds without a place in the parent chain: what the harness noted for itself. Most are appended
// again and again; the last one counts.
func stateTables() []losses.Table {
	tables := []losses.Table{
		{Kind: "last-prompt", Rows: rows(stateHead(), kept(whyDisplay, "lastPrompt"), []losses.Row{
			mapped("leafUuid", "branch", fLeaf), mapped("explicit", "branch", fExplicit)})},
		{Kind: "custom-title", Rows: append(stateHead(), mapped("customTitle", "session.title", fTitle))},
		{Kind: "ai-title", Rows: append(stateHead(), mapped("aiTitle", "session.title", fTitle))},
		{Kind: "summary", Rows: append(stateHead(), mapped("summary", "session.title", fTitle), mapped("leafUuid", "session.title", fLeaf))},
	}
	tables = append(append(append(tables, latchTables()...), requestTables()...), append(journalTables(), streamTables()...)...)
	for _, s := range states {
		tables = append(tables, losses.Table{Kind: s.kind, Rows: rows(stateHead(), kept(s.why, s.fields...))})
	}
	return append(tables, losses.Table{Kind: kindAgentMeta, Rows: kept(whyMeta, "*/")})
}

// latchTables are the state records that say something of the conversation, the configuration and the usage.
func latchTables() []losses.Table {
	return []losses.Table{
		{Kind: "permission-mode", Rows: append(stateHead(), mapped("permissionMode", "configuration.policies", fMode))},
		{Kind: "queue-operation", Rows: rows(undatedHead(), dated(), []losses.Row{
			mapped("operation", "event.kind", fOperation),
			mapped("content/", "message.parts, note.parts", fQueued),
		}, kept(whyRepeats, "reason", "commandUuid", "deliveryId"))},
		{Kind: "cost-state", Rows: rows(stateHead(), []losses.Row{
			mapped("totalCostUSD", "usage", fCost),
			mapped("startTime", "usage", fProcess),
			mapped("modelUsage/", "usage", fModelUsage),
		}, kept(whyDuration, "totalAPIDuration", "totalAPIDurationWithoutRetries", "totalToolDuration", "totalLinesAdded",
			"totalLinesRemoved", "totalDuration", "hasUnknownModelCost"))},
	}
}

func stateHead() []losses.Row { return append(undatedHead(), kept(whyState, "timestamp")...) }

func undatedHead() []losses.Row {
	return rows([]losses.Row{mapped("type", "event.kind", fNone)}, kept(whyIdentity, "sessionId", "session_id"),
		kept(whyState, "version", "agentId", "uuid"))
}

// states are the kinds that stay in the native resource, with the reason. A kind's fields are complete for the versions
// that recordings exist of; the others have the fields that the format's reference names.
var states = []struct {
	kind, why string
	fields    []string
}{
	{"agent-color", whyState, []string{"agentColor", "color"}},
	{"agent-name", whyRepeats, []string{"agentName"}},
	{"agent-setting", whyState, []string{"agentSetting"}},
	{"artifact-autoreact-ledger", whyState, []string{"entries/"}},
	{"artifact-comment-monitor", whyState, []string{"accountUuid"}},
	{"atis-latch", whyState, []string{"atis"}},
	{"attribution-snapshot", whyState, []string{"snapshot/"}},
	{"bridge-session", whyState, []string{"bridgeSessionId", "lastSequenceNum", "ownerAccountUuid", "ownerOrganizationUuid"}},
	{"content-replacement", whyLater, []string{"replacements/"}},
	{"ended-by-model", whyState, nil},
	{"file-history-delta", whyState, []string{"messageId", "snapshotMessageId", "trackingPath", "backup/"}},
	{"file-history-snapshot", whyState, []string{"messageId", "isSnapshotUpdate", "snapshot.messageId", "snapshot.trackedFileBackups/", "snapshot.timestamp",
		"snapshot.hasUntrackedChanges"}},
	{"frame-link", whyLater, []string{"frameUrl", "path", "title"}},
	{"history-suppression", whyState, nil},
	{"isolation-latch", whyState, nil},
	{"mode", whyState, []string{"mode"}},
	{"observer-ref", whyState, nil},
	{"pr-link", whyLater, []string{"prNumber", "prUrl", "prRepository"}},
	{"relocated", whyLater, []string{"relocatedCwd"}},
	{"session-name", whyState, []string{"name"}},
	{"tag", whyState, []string{"tag"}},
	{"tools-used", whyState, []string{"tools/"}},
	{"worktree-state", whyLater, []string{"worktreeSession/"}},
	{"launched", whyLater, []string{"key", "label"}},
}
