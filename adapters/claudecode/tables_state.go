package claudecode

import (
	"slices"

	"asif-convert/losses"
)

// stateTables are the kinds without a place in the parent chain: what the harness noted for itself. Most are appended
// again and again; the last one counts.
func stateTables() []losses.Table {
	tables := []losses.Table{
		{Kind: "last-prompt", Rows: slices.Concat(stateHead(), losses.Keep(whyDisplay, "lastPrompt"), []losses.Row{
			losses.Map("leafUuid", "branch", fLeaf), losses.Map("explicit", "branch", fExplicit)})},
		{Kind: "custom-title", Rows: append(stateHead(), losses.Map("customTitle", "session.title", fTitle))},
		{Kind: "ai-title", Rows: append(stateHead(), losses.Map("aiTitle", "session.title", fTitle))},
		{Kind: "summary", Rows: append(stateHead(), losses.Map("summary", "session.title", fTitle), losses.Map("leafUuid", "session.title", fLeaf))},
	}
	tables = append(append(append(tables, latchTables()...), requestTables()...), append(journalTables(), streamTables()...)...)
	for _, s := range states {
		tables = append(tables, losses.Table{Kind: s.kind, Rows: slices.Concat(stateHead(), losses.Keep(s.why, s.fields...))})
	}
	return append(tables, losses.Table{Kind: kindAgentMeta, Rows: losses.Keep(whyMeta, "*/")})
}

// latchTables are the state records that say something of the conversation, the configuration and the usage.
func latchTables() []losses.Table {
	return []losses.Table{
		{Kind: "permission-mode", Rows: append(stateHead(), losses.Map("permissionMode", "configuration.policies", fMode))},
		{Kind: "queue-operation", Rows: slices.Concat(undatedHead(), dated(), []losses.Row{
			losses.Map("operation", "event.kind", fOperation),
			losses.Map("content/", "message.parts, note.parts", fQueued),
		}, losses.Keep(whyRepeats, "reason", "commandUuid", "deliveryId"))},
		{Kind: "cost-state", Rows: slices.Concat(stateHead(), []losses.Row{
			losses.Map("totalCostUSD", "usage", fCost),
			losses.Map("startTime", "usage", fProcess),
			losses.Map("modelUsage/", "usage", fModelUsage),
		}, losses.Keep(whyDuration, "totalAPIDuration", "totalAPIDurationWithoutRetries", "totalToolDuration", "totalLinesAdded",
			"totalLinesRemoved", "totalDuration", "hasUnknownModelCost"))},
	}
}

func stateHead() []losses.Row { return append(undatedHead(), losses.Keep(whyState, "timestamp")...) }

func undatedHead() []losses.Row {
	return slices.Concat([]losses.Row{losses.Map("type", "event.kind", fNone)}, losses.Keep(whyIdentity, "sessionId", "session_id"),
		losses.Keep(whyState, "version", "agentId", "uuid"))
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
