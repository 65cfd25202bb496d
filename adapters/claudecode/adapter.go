package claudecode

import (
	"bytes"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Adapter reads Claude Code sessions.
type Adapter struct{}

// provider is the namespace owner of native IDs.
const provider = "anthropic"

// nativeHarness is the harness's name, which session IDs begin with.
const nativeHarness = "claude-code"

// Info implements adapters.Adapter.
func (Adapter) Info() adapters.Info {
	return adapters.Info{
		Name: nativeHarness, Title: "Claude Code", Provider: provider, Revision: "3", Files: []string{"application/pdf"},
		Copies: "2.1.76", // 2.1.73 sends one of parallel calls
		Store:  "~/.claude/projects", Best: best(),
		Looks: "objects with a type, such as user or assistant, one on each line",
	}
}

func best() losses.BestCoverage {
	return losses.BestCoverage{
		losses.ScopeParticipants:  {Status: losses.Partial, Why: "older versions do not tell a person from a program that drives the session"},
		losses.ScopeConversation:  {Status: losses.Complete},
		losses.ScopeBranches:      {Status: losses.Partial, Why: "a rewind after which nothing was sent leaves no trace"},
		losses.ScopeExecutions:    {Status: losses.Partial, Why: "headless runs and old versions do not say when a turn ended; it was read from how the model ended its answer"},
		losses.ScopeContexts:      {Status: losses.Partial, Why: "before 2.1.332 the harness did not record its requests, so contexts were put together from the conversation"},
		losses.ScopeConfiguration: {Status: losses.Partial, Why: "settings, hooks and the commands of MCP servers are not recorded; instructions and listings are since 2.1.25x"},
		losses.ScopeTools:         {Status: losses.Partial, Why: "before 2.1.26x the contracts of tools are not recorded"},
		losses.ScopeDecisions:     {Status: losses.Partial, Why: "before 2.1.332 what a person allowed is not recorded, only what was refused, asked and planned"},
		losses.ScopeTasks:         {Status: losses.Partial, Why: "tasks that other sessions or people changed in the harness's store are not recorded"},
		losses.ScopeResources:     {Status: losses.Partial, Why: "files that tools read or changed are part of their calls and results, not resources"},
		losses.ScopeEnvironment:   {Status: losses.Partial, Why: "of the environment the folder, Git branch, version and system are recorded"},
		losses.ScopeNative:        {Status: losses.Complete},
		losses.ScopeUsage:         {Status: losses.Partial, Why: "calls for titles, summaries and checks are not recorded one by one; the totals since 2.1.25x include them"},
	}
}

// signs are members and types that a record of a transcript is certain by; nothing else writes them. They count at the
// top of a record alone: what others quote stands deeper.
var (
	signs     = []string{"parentUuid", "leafUuid", "isSidechain"}
	signTypes = map[string]bool{"queue-operation": true, "file-history-snapshot": true}
)

func isSign(line []byte) bool {
	hasMember := func(name string) bool { return source.Member(line, name) != nil }
	return slices.ContainsFunc(signs, hasMember) || signTypes[string(adapters.Text(source.Member(line, "type")))]
}

// Detect implements adapters.Adapter. A transcript is certain by its parent chain, a stream by its lines; a transcript is possible by
// its session IDs alone.
func (Adapter) Detect(h adapters.Head) adapters.Match {
	if _, _, ok := streamHead(h.Bytes); ok {
		return adapters.Certain
	}
	if first := bytes.TrimLeft(h.Bytes, " \t\r\n\x00"); len(first) == 0 || first[0] != '{' {
		return adapters.NoMatch
	}
	for line := range bytes.Lines(h.Bytes) {
		if isSign(bytes.TrimLeft(line, "\x00")) {
			return adapters.Certain
		}
	}
	line, _, _ := bytes.Cut(h.Bytes, []byte("\n"))
	if source.Member(line, "key") != nil && journalTypes[string(adapters.Text(source.Member(line, "type")))] {
		return adapters.Possible
	}
	if source.Member(line, "sessionId") != nil && source.Member(line, "type") != nil {
		return adapters.Possible
	}
	return adapters.NoMatch
}
