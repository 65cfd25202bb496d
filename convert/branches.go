package convert

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// maxPrefix bounds the event_ids of all branches together, as a multiple of the number of events. Beyond it the
// oldest branches keep only their own tail.
const maxPrefix = 4

// run is the first n own events of a branch.
type run struct{ branch, n int }

// branches are the selected histories while they are written.
type branches struct {
	b    *builder
	list []adapters.Branch
	runs [][]run // of each branch: what it selects, in order
	tail []bool  // the prefix was left out
	drop map[[2]int32]bool

	state    []int32 // of each call in the branch being folded
	requests []int32 // of each request
	ended    []int32 // of each execution
	epoch    int32
	opened   []int32

	places []int64 // of each event in the branch that is looked at, above all places before
	placed int64
}

func (b *builder) newBranches(list []adapters.Branch) *branches {
	s := &branches{b: b, list: list, runs: make([][]run, len(list)), tail: make([]bool, len(list)), drop: map[[2]int32]bool{}, state: make([]int32, b.calls.list.Len()), requests: make([]int32, b.requests.list.Len()), ended: make([]int32, b.runs.Len()+1)}
	for i := range list {
		list[i].Events = s.callsFirst(list[i].Events)
	}
	s.selectRuns()
	for i := range list {
		s.clean(i)
		s.causesFirst(i)
	}
	return s
}

// causesFirst drops links to causes that branch k selects behind their effects (O04). Where a branch rises in drafting
// order, no cause can: it was drafted before.
func (s *branches) causesFirst(k int) {
	rises, last := true, asif.Ref(0)
	s.each(k, func(ref asif.Ref) {
		rises, last = rises && ref > last && s.b.entry(ref).cause < ref, ref
	})
	if rises {
		return
	}
	if s.places == nil {
		s.places = make([]int64, s.b.events()+1)
	}
	first := s.placed + 1 // places of branches before are lower, and so forgotten without clearing
	s.each(k, func(ref asif.Ref) {
		s.placed++
		s.places[ref] = s.placed
	})
	s.each(k, func(ref asif.Ref) {
		e := s.b.entry(ref)
		if p := s.places[e.cause]; p >= first && p > s.places[ref] {
			e.cause = 0
			s.b.Lose(losses.CauseDropped, ref)
		}
	})
}

// selectRuns decides how much of its prefix each branch lists: all of it, from the newest to the oldest, while the
// budget lasts. main comes first, whatever the budget.
func (s *branches) selectRuns() {
	pos := s.positions()
	for i, br := range s.list {
		var runs []run
		if f := br.Fork; f != nil {
			parent := s.runs[f.Branch]
			runs = append(runs, parent[:len(parent)-1]...)
			runs = append(runs, run{f.Branch, int(pos[f.At]) + 1})
		}
		s.runs[i] = append(runs, run{i, len(br.Events)})
	}
	budget := maxPrefix * s.b.events()
	for i := range s.list {
		k := len(s.list) - i
		if i == 0 {
			k = 0
		}
		n := 0
		for _, r := range s.runs[k] {
			n += r.n
		}
		if budget -= n; budget < 0 && k > 0 && len(s.runs[k]) > 1 {
			budget += n - len(s.list[k].Events)
			s.tail[k] = true
		}
	}
	for k := range s.list {
		if s.tail[k] {
			s.runs[k] = s.runs[k][len(s.runs[k])-1:]
			s.b.Lose(losses.BranchPrefixOmitted)
		}
	}
}

// positions is the place of each event in its own branch.
func (s *branches) positions() []int32 {
	if len(s.list) < 2 {
		return nil
	}
	pos := make([]int32, s.b.events()+1)
	for _, br := range s.list {
		for i, r := range br.Events {
			pos[r] = int32(i)
		}
	}
	return pos
}

// each calls f for the events that branch k selects, in order.
func (s *branches) each(k int, f func(asif.Ref)) {
	for _, r := range s.runs[k] {
		for _, ref := range s.list[r.branch].Events[:r.n] {
			if s.selects(k, ref) {
				f(ref)
			}
		}
	}
}

// selects tells whether branch k selects an event of its runs.
func (s *branches) selects(k int, ref asif.Ref) bool {
	return s.b.entry(ref).flags&flagDiscarded == 0 && (len(s.drop) == 0 || !s.drop[[2]int32{int32(k), int32(ref)}])
}

// head is the last event that branch k selects, or 0.
func (s *branches) head(k int) (last asif.Ref) {
	for i := len(s.runs[k]) - 1; i >= 0; i-- {
		r := s.runs[k][i]
		for j := r.n - 1; j >= 0; j-- {
			ref := s.list[r.branch].Events[j]
			if s.selects(k, ref) {
				return ref
			}
		}
	}
	return 0
}

// States of a call in the branch being folded, relative to its epoch: a new branch forgets without clearing.
const (
	callOpen = iota
	callClosed
	callStates
)

// clean makes branch k's results and resolutions obey C06, C07, D01, D02 and D04: a result that is a call's
// second, or whose call the branch does not hold, becomes a message; a resolution without its request, and a transition of
// an execution that has ended (O09), leave the branch.
func (s *branches) clean(k int) {
	s.epoch += callStates
	s.each(k, func(ref asif.Ref) {
		switch e := s.b.entry(ref); e.kind {
		case kindToolCall:
			s.state[e.call] = s.epoch + callOpen
		case kindToolResult:
			s.cleanResult(k, ref, e)
		case kindRequest:
			s.requests[e.call] = s.epoch + callOpen
			if e.aux > 0 && s.state[e.aux] < s.epoch {
				s.leave(k, ref, losses.ResultOffBranch)
				s.requests[e.call] = 0
			}
		case kindResolution:
			s.cleanResolution(k, ref, e)
		case kindTransition:
			switch {
			case s.ended[e.call] == s.epoch:
				s.leave(k, ref, losses.TransitionAfterEnd)
			case terminal(e.state):
				s.ended[e.call] = s.epoch
			}
		}
	})
}

func (s *branches) cleanResolution(k int, ref asif.Ref, e *entry) {
	switch s.requests[e.call] {
	case s.epoch + callOpen:
		s.requests[e.call] = s.epoch + callClosed
	case s.epoch + callClosed:
		s.leave(k, ref, losses.ResolutionRepeated)
	default:
		s.leave(k, ref, losses.ResultOffBranch)
	}
}

func (s *branches) cleanResult(k int, ref asif.Ref, e *entry) {
	switch {
	case e.flags&flagOrphan != 0:
	case s.state[e.call] == s.epoch+callOpen:
		if e.flags&flagPartial == 0 {
			s.state[e.call] = s.epoch + callClosed
		}
	case s.state[e.call] == s.epoch+callClosed:
		s.b.orphan(e, ref, losses.DuplicateResult)
	case s.tail[k]: // its call may stand in the part that is left out
		s.leave(k, ref, losses.ResultOffBranch)
	default:
		s.b.orphan(e, ref, losses.ResultOffBranch)
	}
}

// leave takes an event out of branch k, and tells.
func (s *branches) leave(k int, ref asif.Ref, why losses.Kind) {
	s.drop[[2]int32{int32(k), int32(ref)}] = true
	s.b.Lose(why, ref)
}

// callsFirst puts results behind their calls where a selection has them the other way round. The list is returned as it
// is when it needs no change.
func (s *branches) callsFirst(list []asif.Ref) []asif.Ref {
	s.epoch += callStates
	early := map[int32][]asif.Ref{} // call → results that stand before it
	for _, ref := range list {
		switch e := s.b.entry(ref); {
		case e.kind == kindToolCall:
			s.state[e.call] = s.epoch
		case e.kind == kindToolResult && e.flags&flagOrphan == 0 && s.state[e.call] != s.epoch:
			early[e.call] = nil
		}
	}
	for call := range early { // those whose call never comes stay where they are
		if s.state[call] != s.epoch {
			delete(early, call)
		}
	}
	if len(early) == 0 {
		return list
	}
	s.epoch += callStates
	out := make([]asif.Ref, 0, len(list))
	for _, ref := range list {
		e := s.b.entry(ref)
		if e.kind == kindToolResult && e.flags&flagOrphan == 0 && s.state[e.call] != s.epoch {
			if held, ok := early[e.call]; ok {
				early[e.call] = append(held, ref)
				continue
			}
		}
		out = append(out, ref)
		if e.kind == kindToolCall && s.state[e.call] != s.epoch {
			s.state[e.call] = s.epoch
			out = append(out, early[e.call]...)
		}
	}
	return out
}

// open lists branch k's calls without result, in order.
func (s *branches) open(k int) []int32 {
	s.epoch += callStates
	s.opened = s.opened[:0]
	s.each(k, func(ref asif.Ref) {
		switch e := s.b.entry(ref); {
		case e.kind == kindToolCall:
			s.state[e.call] = s.epoch + callOpen
			s.opened = append(s.opened, e.call)
		case e.kind == kindToolResult && e.flags&(flagOrphan|flagPartial) == 0:
			s.state[e.call] = s.epoch + callClosed
		}
	})
	return slices.DeleteFunc(s.opened, func(n int32) bool { return s.state[n] != s.epoch+callOpen })
}

// asked lists branch k's requests without resolution, in order: those that wait for it, and those about calls that have
// their result, so that nothing does.
func (s *branches) asked(k int) (waiting, passed []int32) {
	if len(s.requests) == 1 {
		return nil, nil
	}
	s.epoch += callStates
	s.opened = s.opened[:0]
	s.each(k, func(ref asif.Ref) {
		switch e := s.b.entry(ref); e.kind {
		case kindRequest:
			s.requests[e.call] = s.epoch + callOpen
			s.opened = append(s.opened, e.call)
		case kindResolution:
			s.requests[e.call] = s.epoch + callClosed
		case kindToolResult:
			if e.flags&(flagOrphan|flagPartial) == 0 {
				s.state[e.call] = s.epoch + callClosed
			}
		}
	})
	for _, n := range s.opened {
		call := s.b.entry(s.b.requests.list.At(int(n)).event).aux
		switch {
		case s.requests[n] != s.epoch+callOpen:
		case call > 0 && s.state[call] == s.epoch+callClosed:
			passed = append(passed, n)
		default:
			waiting = append(waiting, n)
		}
	}
	return waiting, passed
}
