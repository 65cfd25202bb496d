package check

import (
	"fmt"
	"slices"

	"asif-convert/convert/asif"
)

// decisions are the requests that wait for their resolution.
func (s *stateFold) decisions(st *State) []OpenDecision {
	x := s.x
	ids := slices.Clone(s.waiting)
	slices.SortFunc(ids, func(a, b asif.ID) int { return s.inHistory(s.request(a).event, s.request(b).event, a, b) })
	all := make([]OpenDecision, 0, len(ids))
	for _, id := range ids {
		r := x.requests.At(int(x.requestInfo[id-1].first - 1))
		d := OpenDecision{ID: x.spaces[requests].text(id), Call: x.spaces[calls].text(r.call), Task: x.spaces[tasks].text(r.task),
			State: asif.OpenOutcomeUnknown, Evidence: []Evidence{}}
		if i := s.request(id).event; i >= 0 {
			d.Event = x.eventName(i)
		}
		if r.task != 0 {
			d.Revision = r.revision
		}
		switch {
		case r.call != 0 && s.call(r.call).terminals > 0: // the call went on: nothing waits for the answer
		case st.Knowledge == string(asif.CheckpointObserved) || st.Knowledge == string(asif.CheckpointDerived):
			d.State, d.Evidence = asif.OpenPending, []Evidence{{"checkpoint", st.Checkpoint}}
		case st.Checkpoint == "" && x.status[asif.ScopeDecisions] == string(asif.CoverageComplete):
			d.State, d.Evidence = asif.OpenPending, []Evidence{{"coverage", string(asif.ScopeDecisions)}}
		}
		all = append(all, d)
	}
	return all
}

// evidence collects what shows that open calls are pending: open decisions about them, results that are not terminal
// (of these the last), streams, running executions. In this order.
func (s *stateFold) evidence(st *State, end int32) (evidence, error) {
	found := evidence{}
	for _, id := range s.open {
		found[id] = []Evidence{}
	}
	if len(found) == 0 {
		return found, nil
	}
	x := s.x
	for _, d := range st.Decisions {
		found.add(x.spaces[calls].ids.Find([]byte(d.Call)), Evidence{"decision", d.ID})
	}
	for id, i := range s.partialResults(end) {
		found.add(id, Evidence{"result", x.eventName(i)}) // one per call: the map's order does not show
	}
	err := x.collection(streams, func(_ *validation, it *item) {
		v := it.root()
		i := x.spaces[events].item(x.spaces[events].ids.Find(v.get("event_id").text()))
		if s.selected(i) && s.places[i].position < end {
			found.add(x.spaces[calls].ids.Find(v.get("call_id").text()), Evidence{"stream", v.get("id").str()})
		}
	})()
	for _, id := range s.open {
		if c := s.call(id); s.goesOn(c) {
			found.add(id, Evidence{"execution", x.spaces[executions].text(x.event(c.version).execution)})
		}
	}
	return found, err
}

// evidence is what shows that open calls are pending.
type evidence map[asif.ID][]Evidence

// add adds evidence, if the call is open.
func (found evidence) add(id asif.ID, e Evidence) {
	if _, open := found[id]; open {
		found[id] = append(found[id], e)
	}
}

// partialResults are each open call's last effective result that is not terminal.
func (s *stateFold) partialResults(end int32) map[asif.ID]int32 {
	last := map[asif.ID]int32{}
	for p := s.branch.from; p < end; p++ {
		i := s.eventAt(p)
		if i < 0 || s.x.event(i).kind != toolResult || s.x.event(i).detail < 0 || s.places[i].gone == s.epoch {
			continue
		}
		if r := s.x.results.At(int(s.x.event(i).detail)); !r.terminal && r.call != 0 && s.call(r.call).place >= 0 {
			last[r.call] = i
		}
	}
	return last
}

// openCalls are the calls that wait for their terminal result.
func (s *stateFold) openCalls(found evidence) ([]OpenCall, error) {
	x := s.x
	ids := slices.Clone(s.open)
	slices.SortFunc(ids, func(a, b asif.ID) int { return s.inHistory(s.call(a).version, s.call(b).version, a, b) })
	all := make([]OpenCall, 0, len(ids))
	for _, id := range ids {
		c := OpenCall{ID: x.spaces[calls].text(id), State: asif.OpenOutcomeUnknown, Evidence: found[id]}
		if len(c.Evidence) > 0 {
			c.State = asif.OpenPending
		}
		if i := s.call(id).version; i >= 0 {
			version := x.calls.At(int(x.event(i).detail))
			c.Event, c.Tool, c.Arguments = x.eventName(i), x.spaces[tools].text(version.tool), version.status.String()
			all = append(all, c)
			continue
		}
		v, err := x.binding(calls, id)
		if err != nil {
			return nil, err
		}
		c.Tool, c.Arguments = v.get("descriptor").get("tool_id").str(), v.get("descriptor").get("arguments_status").str()
		all = append(all, c)
	}
	return all, s.nameTools(all)
}

// nameTools looks up what the tools of open calls are called.
func (s *stateFold) nameTools(all []OpenCall) error {
	names := map[string]string{}
	for _, c := range all {
		names[c.Tool] = ""
	}
	if len(names) == 0 {
		return nil
	}
	err := s.x.collection(tools, func(_ *validation, it *item) {
		id := it.root().get("id").str()
		if name, ok := names[id]; ok && name == "" {
			names[id] = it.root().get("name").str()
		}
	})()
	for i := range all {
		all[i].ToolName = names[all[i].Tool]
	}
	return err
}

// binding reads the external binding of a call or request again.
func (x *validation) binding(kind space, name asif.ID) (value, error) {
	for _, b := range x.bound {
		if b.bindingKey == (bindingKey{kind, name}) {
			return x.readBound(b)
		}
	}
	return value{}, nil
}

func (x *validation) readBound(b bindingEntry) (value, error) {
	raw, err := x.doc.Read(b.span)
	if err != nil {
		return value{}, fmt.Errorf("reading an external binding: %w", err)
	}
	var t tree
	if err := t.parse(raw, maxDepth); err != nil {
		return value{}, fmt.Errorf("reading an external binding: %w", err)
	}
	return t.root(), nil
}

// history are the scopes whose incomplete coverage leaves gaps in a history.
var history = []asif.Scope{asif.ScopeConversation, asif.ScopeBranches, asif.ScopeExecutions, asif.ScopeTools,
	asif.ScopeDecisions, asif.ScopeTasks}

// allGaps are the predecessors that the fold missed, the bindings of prior captures, and what coverage says.
func (s *stateFold) allGaps() ([]Gap, error) {
	x := s.x
	all := append([]Gap{}, s.gaps...)
	for _, b := range x.bound {
		v, err := x.readBound(b)
		if err != nil {
			return nil, err
		}
		g := Gap{Kind: GapBinding, ID: v.get("id").str(), Detail: "the call was made in a prior capture"}
		if b.kind == requests {
			g.Kind, g.Detail = GapRequest, "the request was made in a prior capture"
		}
		of := v.get("source")
		g.Source = &Source{of.get("session_id").str(), of.get("capture_id").str(), of.get("event_id").str()}
		all = append(all, g)
	}
	err := x.collection(coverage, func(_ *validation, it *item) {
		scope, status := asif.Scope(it.root().get("scope").str()), it.root().get("status").str()
		if slices.Contains(history, scope) && status != string(asif.CoverageComplete) && status != string(asif.CoverageKnownEmpty) {
			all = append(all, Gap{Kind: GapCoverage, ID: string(scope), Detail: status + ": " + it.root().get("detail").str()})
		}
	})()
	return all, err
}
