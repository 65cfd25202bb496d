package codex

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Adapter reads Codex CLI threads.
type Adapter struct{}

// nativeHarness is the harness's name, which session IDs begin with.
const nativeHarness = "codex"

// Info implements adapters.Adapter.
func (Adapter) Info() adapters.Info {
	return adapters.Info{
		Name: nativeHarness, Title: "Codex CLI", Provider: provider, Revision: "2", Store: "~/.codex/sessions", Best: best(),
		Looks: "objects with a timestamp, a type, such as session_meta or response_item, and a payload, one on each line",
	}
}

func best() losses.BestCoverage {
	return losses.BestCoverage{
		losses.ScopeParticipants:  {Status: losses.Partial, Why: "a rollout does not tell a person from a program that drives the thread"},
		losses.ScopeConversation:  {Status: losses.Complete},
		losses.ScopeBranches:      {Status: losses.Partial, Why: "threads forked from this one are not named in it, and a migrated rollout lost what was rolled back"},
		losses.ScopeExecutions:    {Status: losses.Partial, Why: "versions before 0.99 do not record where turns begin and end"},
		losses.ScopeContexts:      {Status: losses.Partial, Why: "the system prompt is an instruction of the configuration and no input of the contexts"},
		losses.ScopeConfiguration: {Status: losses.Partial, Why: "what the configuration files say is recorded as far as turns show it"},
		losses.ScopeTools:         {Status: losses.Partial, Why: "schemas of built-in tools are not recorded in most versions"},
		losses.ScopeDecisions:     {Status: losses.Partial, Why: "approvals are never recorded"},
		losses.ScopeTasks:         {Status: losses.Partial, Why: "steps of a plan have no IDs: their text names them"},
		losses.ScopeResources:     {Status: losses.Partial, Why: "files as they were before and after a change are seldom recorded"},
		losses.ScopeEnvironment:   {Status: losses.Partial, Why: "of the environment only folder, Git state and version are mapped"},
		losses.ScopeNative:        {Status: losses.Complete},
		losses.ScopeUsage:         {Status: losses.Partial, Why: "responses that failed are not recorded with their usage"},
	}
}

// headLines bounds how far Detect looks: a recording can begin with lines of another kind.
const headLines = 8

// Detect implements adapters.Adapter. A rollout is certain by its envelopes, by its markers or as the one value of the
// first generation; bare items alone are possible.
func (Adapter) Detect(h adapters.Head) adapters.Match {
	first := bytes.TrimLeft(h.Bytes, " \t\r\n\x00")
	if len(first) == 0 || first[0] != '{' {
		return adapters.NoMatch
	}
	if isWhole(first) {
		return adapters.Certain
	}
	found := adapters.NoMatch
	n := 0
	for line := range bytes.Lines(first) {
		if n++; n > headLines {
			break
		}
		found = max(found, detectLine(bytes.TrimSpace(line)))
	}
	return found
}

func detectLine(line []byte) adapters.Match {
	typ := adapters.Text(source.Member(line, "type"))
	_, envelope := handlers[string(typ)]
	switch {
	case len(typ) == 0 && string(adapters.Text(source.Member(line, "record_type"))) == "state":
		return adapters.Certain
	case len(typ) == 0 && isMeta(line):
		return adapters.Possible
	case envelope && source.Member(line, "payload") != nil:
		return adapters.Certain
	case bare[string(typ)] && source.Member(line, "uuid") == nil && (source.Member(line, "role") != nil || source.Member(line, "call_id") != nil):
		return adapters.Possible
	}
	return adapters.NoMatch
}

// isMeta tells whether a line is the first one of a file of 0.1.2505 to 0.31.
func isMeta(line []byte) bool {
	return len(adapters.Text(source.Member(line, "id"))) == 36 && source.Member(line, "timestamp") != nil && source.Member(line, "instructions") != nil
}

// isWhole tells whether bytes begin a file of the first generation: one value over many lines.
func isWhole(head []byte) bool {
	s := source.Member(head, "session")
	return len(s) > 0 && s[0] == '{' && source.Member(s, "id") != nil && source.Member(s, "timestamp") != nil
}
