package ahp

import (
	"slices"
	"strings"

	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// telling are the event types that tell what a scope holds. Those that only propose, or repeat what others tell, are
// left out: without them nothing is missing. Every event tells of participants and the environment.
var telling = map[losses.Scope][]string{
	losses.ScopeConversation:  {"turn.start", "turn.end", "model.response.after", "user.message.inbound", "user.message.outbound"},
	losses.ScopeExecutions:    {"turn.start", "turn.end"},
	losses.ScopeContexts:      {"model.request.before", "context.compact.after"},
	losses.ScopeConfiguration: {"config.change.after", "model.switch.after", "workspace.change.after"},
	losses.ScopeTools:         {"tool.before", "tool.after"},
	losses.ScopeDecisions:     {"tool.permission.request", "tool.permission.resolved", "user.elicitation.request", "user.elicitation.result"},
	losses.ScopeTasks:         {"task.change.after"},
	losses.ScopeResources:     {"tool.after", "file.changed"},
	losses.ScopeUsage:         {"model.response.after", "model.error", "turn.end", "session.end"},
}

// offer is what manifests say that a harness delivers: the event types that one of them lists, and those of which one
// declares a gap. The zero value says nothing.
type offer struct {
	listed map[string]bool
	gaps   map[string]bool
}

// add reads a manifest. One without a list of events says nothing of what is delivered.
func (o *offer) add(manifest []byte) {
	events := of(manifest, "events")
	if len(events) == 0 || events[0] != '[' {
		return
	}
	if o.listed == nil {
		o.listed, o.gaps = map[string]bool{}, map[string]bool{}
	}
	source.Values(events, func(v []byte) bool {
		if t, ok := wire.Find(word(of(v, "event"))); ok {
			o.listed[t.Name] = true
		}
		return true
	})
	source.Values(of(manifest, "gaps"), func(v []byte) bool {
		path := word(of(v, "path"))
		for _, t := range wire.Types {
			if strings.Contains(path, t.Name) {
				o.gaps[t.Name] = true
			}
		}
		return true
	})
}

// lower is what a manifest takes from the coverage of each scope of a session: what it does not list and what did not come
// all the same cannot have been delivered. whose names the manifest. It promises nothing, so that nothing is raised by
// what it lists.
func (o *offer) lower(s *session, whose string) losses.BestCoverage {
	if o.listed == nil {
		return nil
	}
	out := losses.BestCoverage{}
	for scope, types := range telling {
		var absent, gaps []string
		for _, t := range types {
			switch {
			case o.gaps[t]:
				gaps = append(gaps, t)
			case !o.listed[t] && s.seen>>wire.Number(t)&1 == 0:
				absent = append(absent, t)
			}
		}
		var why []string
		if len(absent) > 0 {
			why = append(why, "does not list "+strings.Join(absent, ", "))
		}
		if len(gaps) > 0 {
			why = append(why, "declares gaps in "+strings.Join(gaps, ", "))
		}
		if len(why) == 0 {
			continue
		}
		status := losses.Partial
		if len(absent) == len(types) {
			status = losses.Unavailable
		}
		out[scope] = losses.Best{Status: status, Why: whose + " " + strings.Join(why, " and ")}
	}
	return out
}

// delivers tells whether nothing says that events of these types are missing.
func (o *offer) delivers(s *session, types []string) bool {
	return o.listed == nil || !slices.ContainsFunc(types, func(t string) bool {
		return o.gaps[t] || !o.listed[t] && s.seen>>wire.Number(t)&1 == 0
	})
}

// offerOf is what the manifests say that hold for a session, and whose they are: its own, else those that the log's only
// source gave for itself.
func (m *mapper) offerOf(s *session) (*offer, string) {
	if s.offer.listed == nil && len(m.bySource) == 1 {
		return &m.offer, "the harness's answer to hooks/capabilities"
	}
	return &s.offer, "the session's manifest"
}
