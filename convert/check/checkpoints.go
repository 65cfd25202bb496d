package check

import (
	"fmt"
	"strconv"

	"asif-convert/convert/asif"
)

// checkpointEntry is a checkpoint, for the fold.
type checkpointEntry struct {
	spot
	branch       int32 // index, or -1
	at           int32 // as contextHead.at
	knowledge    string
	context      asif.ID
	configured   asif.ID
	calls        []openEntry
	decisions    []openEntry
	environments []string // of its requirements
	tasks        []taskEntry
}

type openEntry struct {
	name    asif.ID
	pending bool
}

type taskEntry struct {
	name     asif.ID
	revision int64
}

func (x *validation) readCheckpoint(it *item) {
	v := it.root()
	x.define(it)
	s := checkpointEntry{branch: -1, at: x.boundary(it), knowledge: v.get("knowledge").str()}
	s.spot = it.spot
	s.branch = x.spaces[branches].item(x.refer("R03", branches, it, v.get("branch_id")))
	s.context = x.refer("R03", contexts, it, v.get("context_id"))
	configuration := x.refer("R03", configurations, it, v.get("configuration_id"))
	s.configured = configuration
	for e := range v.get("open_calls").each() {
		s.calls = append(s.calls, openEntry{x.callID(e.get("call_id")), e.get("state").is(string(asif.OpenPending))})
	}
	for e := range v.get("open_decisions").each() {
		s.decisions = append(s.decisions, openEntry{x.requestID(e.get("request_id")), e.get("state").is(string(asif.OpenPending))})
	}
	for e := range v.get("tasks").each() {
		t := taskEntry{name: x.spaces[tasks].intern(e.get("task_id").text()), revision: -1}
		if n, ok := e.get("revision").integer(); ok {
			t.revision = n
		}
		s.tasks = append(s.tasks, t)
	}
	for e := range v.get("requirements").each() {
		if id := e.get("environment_id"); id.kind() == stringKind {
			s.environments = append(s.environments, id.str())
		}
	}
	x.i04(it)
	x.r06(it, v.get("requirements"), configuration)
	x.v09Requirements(it, v.get("requirements"))
	x.states = append(x.states, s)
}

func (x *validation) statesByBranch() map[int32][]*checkpointEntry {
	all := map[int32][]*checkpointEntry{}
	for i := range x.states {
		all[x.states[i].branch] = append(all[x.states[i].branch], &x.states[i])
	}
	return all
}

func (s *checkpointEntry) member(pointer string) spot {
	at := s.spot
	at.rest = pointer
	return at
}

// h01 counts the branch's checkpoints at its head and returns those whose boundary lies in it.
func (f *fold) h01(states []*checkpointEntry) []*checkpointEntry {
	name := f.x.spaces[branches].text(f.branch.name)
	head := int32(emptyBoundary)
	if f.branch.to > f.branch.from {
		head = *f.x.selected.At(int(f.branch.to - 1))
	}
	var inside []*checkpointEntry
	atHead := 0
	for _, s := range states {
		switch {
		case s.at == absentBoundary:
			continue // the schema reports it
		case s.at == emptyBoundary && f.branch.to > f.branch.from:
			f.x.fault("H01", s.member("/at_event_id"), "null", "an event of branch "+name, "the checkpoint has no boundary in a branch with events")
			continue
		case s.at != emptyBoundary && !f.selected(s.at):
			f.x.fault("H01", s.member("/at_event_id"), "", "an event of branch "+name, "the checkpoint's boundary is not in its branch")
			continue
		case s.at == head:
			atHead++
		}
		inside = append(inside, s)
	}
	if atHead != 1 {
		f.x.fault("H01", f.branch.spot, fmt.Sprintf("%d checkpoints", atHead), "one", "a branch has exactly one checkpoint at its head")
	}
	return inside
}

// checkpoint checks a checkpoint against the history up to its boundary.
func (f *fold) checkpoint(s *checkpointEntry) {
	f.h02(s)
	listed := 0
	for k, c := range s.calls {
		if f.h03Call(s, k, c) {
			listed++
		}
		f.h05Call(s, k, c)
	}
	f.h04Calls(s, listed)
	listed = 0
	for k, d := range s.decisions {
		if f.h03Decision(s, k, d) {
			listed++
		}
		f.h05Decision(s, k, d)
	}
	f.h04Decisions(s, listed)
	for k, t := range s.tasks {
		f.h03Task(s, k, t)
	}
}

// h02: a checkpoint's context is of its branch and not beyond it.
func (f *fold) h02(s *checkpointEntry) {
	i := f.x.spaces[contexts].item(s.context)
	if i < 0 {
		return
	}
	h := &f.x.heads[i]
	at := s.member("/context_id")
	switch {
	case h.branch != s.branch && h.branch >= 0:
		f.x.fault("H02", at, "branch "+f.x.spaces[branches].text(f.x.branches[h.branch].name),
			"branch "+f.x.spaces[branches].text(f.branch.name), "the checkpoint's context is of another branch")
	case h.at >= 0 && (s.at == emptyBoundary || f.x.event(h.at).sequence > f.x.event(s.at).sequence):
		f.x.fault("H02", at, f.x.eventName(h.at), "a boundary not beyond the checkpoint's", "the checkpoint's context knows events beyond the checkpoint")
	}
}

// h03Call: a listed call is known and open. It tells whether it is.
func (f *fold) h03Call(s *checkpointEntry, k int, c openEntry) bool {
	state := f.call(c.name)
	if state == nil {
		return false
	}
	at := s.member("/open_calls/" + strconv.Itoa(k))
	switch {
	case !f.knows(c.name):
		f.x.fault("H03", at, f.x.spaces[calls].text(c.name), "a call known at the boundary", "the open call is unknown")
	case state.terminals > 0:
		f.x.fault("H03", at, f.x.spaces[calls].text(c.name), "a call without terminal result", "the open call has its terminal result")
	default:
		return f.first(&state.listed, s)
	}
	return false
}

func (f *fold) h03Decision(s *checkpointEntry, k int, d openEntry) bool {
	state := f.request(d.name)
	if state == nil {
		return false
	}
	at := s.member("/open_decisions/" + strconv.Itoa(k))
	switch {
	case state.event < 0 && !f.x.boundRequest(d.name):
		f.x.fault("H03", at, f.x.spaces[requests].text(d.name), "a request known at the boundary", "the open decision is unknown")
	case state.answers > 0:
		f.x.fault("H03", at, f.x.spaces[requests].text(d.name), "a request without resolution", "the open decision is resolved")
	default:
		return state.place >= 0 && f.first(&state.listed, s)
	}
	return false
}

// first tells whether a checkpoint lists an entry for the first time.
func (f *fold) first(listed *int32, s *checkpointEntry) bool {
	if *listed == s.index+1 {
		return false
	}
	*listed = s.index + 1
	return true
}

func (f *fold) h03Task(s *checkpointEntry, k int, t taskEntry) {
	if now := f.revision(t.name); t.name != 0 && t.revision >= 0 && now != t.revision {
		f.x.fault("H03", s.member("/tasks/"+strconv.Itoa(k)), fmt.Sprintf("%s revision %d", f.x.spaces[tasks].text(t.name), t.revision),
			revisionText(now), "the task entry is not the current revision at the boundary")
	}
}

// complete tells whether a checkpoint must list all that is open in a scope.
func (f *fold) complete(s *checkpointEntry, scope asif.Scope) bool {
	return (s.knowledge == string(asif.CheckpointObserved) || s.knowledge == string(asif.CheckpointDerived)) &&
		f.x.status[scope] == string(asif.CoverageComplete)
}

// h04Calls: where all is known, all open calls are listed.
func (f *fold) h04Calls(s *checkpointEntry, listed int) {
	if listed >= len(f.open) || !f.complete(s, asif.ScopeTools) {
		return
	}
	for _, id := range f.open { // not further than one beyond those listed
		if f.call(id).listed != s.index+1 {
			f.x.fault("H04", s.member("/open_calls"), fmt.Sprintf("%d of %d open calls", listed, len(f.open)), "all of them",
				"an open call is not listed: "+f.x.spaces[calls].text(id))
			return
		}
	}
}

func (f *fold) h04Decisions(s *checkpointEntry, listed int) {
	if listed >= len(f.waiting) || !f.complete(s, asif.ScopeDecisions) {
		return
	}
	for _, id := range f.waiting {
		if f.request(id).listed != s.index+1 {
			f.x.fault("H04", s.member("/open_decisions"), fmt.Sprintf("%d of %d open decisions", listed, len(f.waiting)), "all of them",
				"an open decision is not listed: "+f.x.spaces[requests].text(id))
			return
		}
	}
}

// h05Call: pending is more than the absence of a result.
func (f *fold) h05Call(s *checkpointEntry, k int, c openEntry) {
	if !c.pending || c.name == 0 {
		return
	}
	state := f.call(c.name)
	if state.asked > 0 || state.partials > 0 || f.x.callInfo[c.name-1].streamed || f.goesOn(state) {
		return
	}
	f.x.fault("H05", s.member("/open_calls/"+strconv.Itoa(k)+"/state"), string(asif.OpenPending), string(asif.OpenOutcomeUnknown),
		"nothing shows that the call is pending")
}

// goesOn tells whether the execution that made a call is running.
func (f *fold) goesOn(c *callState) bool {
	if c.version < 0 {
		return false
	}
	id := f.x.event(c.version).execution
	if id == 0 {
		return false
	}
	if s := f.execution(id); s.status != executionOther {
		return s.status == executionRunning
	}
	return f.x.executionStatus(id) == executionRunning
}

func (f *fold) h05Decision(s *checkpointEntry, k int, d openEntry) {
	if d.pending && s.knowledge == string(asif.CheckpointUnknown) {
		f.x.fault("H05", s.member("/open_decisions/"+strconv.Itoa(k)+"/state"), string(asif.OpenPending), string(asif.OpenOutcomeUnknown),
			"the checkpoint's knowledge is unknown, so nothing shows that the decision is pending")
	}
}
