package ahp

import (
	"asif-convert/adapters"
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// Adapter reads recorded Agent Hooks Protocol logs.
type Adapter struct{}

// space is the protocol's name in extensions and record types.
const space = "org.agenthooksprotocol"

// version is the version of the protocol that is read. Versions match exactly.
const version = "draft"

// Info implements adapters.Adapter.
func (Adapter) Info() adapters.Info {
	return adapters.Info{
		Name: "ahp", Title: "Agent Hooks Protocol", Provider: space, Revision: "2", Best: best(), Evidence: asif.ModeReported,
		Looks: "events (objects with id, source, type and time) or hooks/ frames of JSON-RPC, one on each line, perhaps behind a prefix, or in one array",
	}
}

func best() losses.BestCoverage {
	part := func(why string) losses.Best { return losses.Best{Status: losses.Partial, Why: why} }
	return losses.BestCoverage{
		losses.ScopeParticipants:  part("the protocol names sub-agents but not whose they are, and tells a person only by what began a turn"),
		losses.ScopeConversation:  part("a subscriber sees what was delivered to it; the protocol promises no delivery, order or completeness"),
		losses.ScopeBranches:      part("the protocol has no branches: a fork is another session, named by its origin alone"),
		losses.ScopeExecutions:    part("turns are told by their events; one whose end was not delivered has no known end"),
		losses.ScopeContexts:      part("messages of a request hold no calls, and nothing tells whether a compaction took effect"),
		losses.ScopeConfiguration: part("the manifest and what changed are told, not the whole configuration"),
		losses.ScopeTools:         part("names and servers of tools are told, their contracts are not"),
		losses.ScopeDecisions:     part("permissions and elicitations that were delivered; rules that allowed in silence are not told"),
		losses.ScopeTasks:         part("changes of tasks are told, their dependencies are not"),
		losses.ScopeResources:     part("attachments are references to uploads that are not part of the log"),
		losses.ScopeEnvironment:   part("of the environment folders, harness version and tool servers are told"),
		losses.ScopeNative:        {Status: losses.Complete},
		losses.ScopeUsage:         part("missing counters are unknown, and totals of a turn repeat what its attempts used"),
	}
}

// Detect implements adapters.Adapter. A log is certain by one entry of the protocol among its first ones; the letters
// of its name prove nothing, since other protocols have them too.
func (Adapter) Detect(h adapters.Head) adapters.Match {
	found := adapters.NoMatch
	entries(h.Bytes, func(e *wire.Entry) bool {
		switch e.Kind {
		case wire.Observe, wire.Intercept, wire.CapabilitiesRequest, wire.Capabilities:
			found = adapters.Certain
		case wire.Bare:
			_, known := wire.Find(e.Type)
			_, former := wire.Removed(e.Type)
			if (known || former) && e.Event.Member("source").Exists() && e.Event.Member("id").Exists() {
				found = adapters.Certain
			}
		}
		return found == adapters.NoMatch
	})
	return found
}
