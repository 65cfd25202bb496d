// Package toy is the smallest adapter there is: a harness whose records each say one thing. What the engine does for every
// adapter is tested with it, and a new adapter can start as a copy of it.
package toy

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Adapter reads toy sessions, ~/.toy/<session>.jsonl. The first line says what the file is, each other one says one thing:
//
//	{"toy":"1"} · {"id":"a","say":"hello"} · {"id":"b","call":"c1"} · {"id":"c","result":"c1","say":"done"} · {"noise":1}
//
// A session that was taken over from another harness names it: {"from":"codex:…","capture":"cap-…","event":"…"}.
type Adapter struct{}

// provider is who native IDs are told apart by: the maker of the harness.
const provider = "toys.example"

// Info implements adapters.Adapter. Best says, of every domain of a session, the most that the format can tell: claim
// what its records show, and give the reason wherever that is not everything.
func (Adapter) Info() adapters.Info {
	missing := func(why string) losses.Best { return losses.Best{Status: losses.Unavailable, Why: why} }
	return adapters.Info{
		Name: "toy", Title: "Toy", Provider: provider, Revision: "1", Store: "~/.toy",
		Looks: "a line that says which toy it is, then lines with id and say, call or result",
		Best: losses.BestCoverage{
			losses.ScopeParticipants:  {Status: losses.Complete},
			losses.ScopeConversation:  {Status: losses.Complete},
			losses.ScopeBranches:      {Status: losses.Complete},
			losses.ScopeExecutions:    missing("a toy does not say when it works"),
			losses.ScopeContexts:      {Status: losses.Partial, Why: "requests are not recorded; the context is put together from the conversation"},
			losses.ScopeConfiguration: missing("a toy does not say how it was set up"),
			losses.ScopeTools:         {Status: losses.Partial, Why: "that a tool was called is recorded, but not which one and with what"},
			losses.ScopeDecisions:     missing("a toy asks nobody"),
			losses.ScopeTasks:         missing("a toy has no list of tasks"),
			losses.ScopeResources:     missing("files are not recorded"),
			losses.ScopeEnvironment:   missing("where it ran is not recorded"),
			losses.ScopeNative:        {Status: losses.Complete},
			losses.ScopeUsage:         missing("tokens are not counted"),
		},
	}
}

// Tables implements adapters.Adapter: what becomes of every field. The conformance suite changes each of them and looks
// whether that is true.
func (Adapter) Tables() []losses.Table {
	return []losses.Table{{Kind: "line", Rows: []losses.Row{
		{Path: "toy", Do: losses.Preserved, Why: "the version of the format says nothing of the session"},
		{Path: "id", Do: losses.Mapped, To: "event.id", ID: fID},
		{Path: "say", Do: losses.Mapped, To: "text part", ID: fSay},
		{Path: "call", Do: losses.Mapped, To: "call_id", ID: fCall},
		{Path: "result", Do: losses.Mapped, To: "call_id", ID: fResult},
		{Path: "from", Do: losses.Mapped, To: "session.lineage[].session_id", ID: fFrom},
		{Path: "capture", Do: losses.Mapped, To: "session.lineage[].capture_id", ID: fCapture},
		{Path: "event", Do: losses.Mapped, To: "session.lineage[].event_id", ID: fEvent},
		{Path: "noise/", Do: losses.Dropped, Why: "noise"},
	}}}
}

// Detect implements adapters.Adapter. It goes by what only toys write. Members that others have, too, such as an id, are
// no mark: an adapter that claims another harness's sessions makes it impossible to tell whose they are.
func (Adapter) Detect(h adapters.Head) adapters.Match {
	first, _, _ := bytes.Cut(h.Bytes, []byte("\n"))
	if adapters.Text(source.Member(first, "toy")) != nil {
		return adapters.Certain
	}
	return adapters.NoMatch
}
