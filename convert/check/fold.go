package check

import (
	"cmp"
	"slices"

	"asif-convert/convert/asif"
)

// fold walks one branch after the other and keeps what its selected history has come to: calls, results, decisions,
// tasks and executions. Rules that speak of a selected history share it. State is never cleared between branches: it
// carries the number of the branch that it belongs to, so that a branch costs as much as it selects and no more.
//
// What is effective is decided at the branch's head, except for checkpoints, which have boundaries of their own.
type fold struct {
	x       *validation
	branch  *branch
	epoch   int32
	visit   int32
	timed   int32        // the last event with a time, or -1
	places  []placeState // by event
	calls   []callState  // by ID-1
	asked   []requestState
	tasks   []taskState
	running []executionState
	open    openSet // calls without a standing terminal result
	waiting openSet // requests without a standing resolution
	said    map[said]bool

	circling int // steps that searches for circles of tasks took
}

// said is a fault that has been told: branches with a common prefix tell it once.
type said struct {
	rule  string
	event int32
}

type placeState struct {
	epoch, position int32 // in this branch
	superEpoch      int32 // superseded by some event of this branch
	gone            int32 // epoch in which the superseding event has been passed
}

type callState struct {
	epoch     int32
	version   int32 // event of the version selected last, or -1
	terminals int32 // standing terminal results up to here
	partials  int32 // standing results that are not terminal, up to here
	place     int32 // in the open set, or -1
	asked     int32 // standing open requests bound to the call
	listed    int32 // checkpoint that lists it, by its index plus 1
	ended     bool  // a terminal result that stands at the head has been passed
	position  int64 // greatest result_index that stands at the head
}

type requestState struct {
	epoch   int32
	event   int32 // that made it, or -1
	answer  int32 // resolution that stands at the head, or -1
	answers int32 // standing resolutions up to here
	place   int32 // in the waiting set, or -1
	listed  int32 // as callState.listed
}

type taskState struct {
	epoch, visit int32
	update       int32 // current one, or -1
	waiters      int32 // times that current updates name the task as a dependency
}

type executionState struct {
	epoch    int32
	terminal int32           // event of a terminal transition that stands at the head, or -1
	last     int32           // event of the last transition, or -1
	status   executionStatus // its status
}

// openSet is a set of IDs whose members know their own place in it.
type openSet []asif.ID

// foldRules are the rules about an event in a selected history, by kind. They see the state before the event.
var foldRules = [eventKinds][]func(*fold, int32, *event){
	toolCall:            {c05},
	toolResult:          {c06, c07},
	decisionRequest:     {d04},
	decisionResolution:  {d01, d02},
	taskUpdate:          {t02, t03, t04, t06},
	executionTransition: {o09},
}

func newFold(x *validation) *fold {
	return &fold{x: x, said: map[said]bool{},
		places: make([]placeState, x.events.Len()), calls: make([]callState, len(x.callInfo)),
		asked: make([]requestState, len(x.requestInfo)), tasks: make([]taskState, x.spaces[tasks].ids.Len()),
		running: make([]executionState, x.spaces[executions].ids.Len())}
}

// foldBranches is the last phase: it folds every branch.
func (x *validation) foldBranches() error {
	f := newFold(x)
	byBranch := x.statesByBranch()
	contextsOf := x.contextsByBranch()
	for i := range x.branches {
		f.run(&x.branches[i], byBranch[int32(i)], contextsOf[int32(i)])
	}
	return nil
}

// run folds one branch; states are its checkpoints, heads its contexts.
func (f *fold) run(b *branch, states []*checkpointEntry, heads []*contextHead) {
	f.enter(b)
	for _, h := range heads {
		f.k01(h)
	}
	states = f.h01(states)
	slices.SortStableFunc(states, func(a, b *checkpointEntry) int {
		return cmp.Compare(f.positionOf(a.at), f.positionOf(b.at))
	})
	next := f.checkpointsAt(states, -1)
	for p := b.from; p < b.to; p++ {
		if i := f.eventAt(p); i >= 0 {
			f.step(i)
		}
		next = f.checkpointsAt(next, p)
	}
}

// enter starts a branch: nothing of it has been selected yet.
func (f *fold) enter(b *branch) {
	f.branch = b
	f.epoch++
	f.timed = -1
	f.open, f.waiting = f.open[:0], f.waiting[:0]
	f.mark()
	f.bind()
}

// eventAt is the event that stands at a position of the branch, or -1: a missing one, or one selected before.
func (f *fold) eventAt(p int32) int32 {
	if i := *f.x.selected.At(int(p)); i >= 0 && f.places[i].position == p {
		return i
	}
	return -1
}

// checkpointsAt checks the checkpoints at a position and returns those behind it.
func (f *fold) checkpointsAt(states []*checkpointEntry, p int32) []*checkpointEntry {
	for len(states) > 0 && f.positionOf(states[0].at) == p {
		f.checkpoint(states[0])
		states = states[1:]
	}
	return states
}

// positionOf is an event's position in the branch, -1 for the boundary before all events.
func (f *fold) positionOf(i int32) int32 {
	if i < 0 {
		return -1
	}
	return f.places[i].position
}

// mark notes where the branch's events stand and which of them others of it supersede.
func (f *fold) mark() {
	for p := f.branch.from; p < f.branch.to; p++ {
		i := *f.x.selected.At(int(p))
		if i < 0 || f.places[i].epoch == f.epoch {
			continue // missing (R02), or selected twice (O03)
		}
		f.places[i].epoch, f.places[i].position = f.epoch, p
		if s := f.x.event(i).supersedes; s >= 0 {
			f.places[s].superEpoch = f.epoch
		}
	}
}

// bind makes the calls and requests of prior captures known.
func (f *fold) bind() {
	for _, b := range f.x.bound {
		switch {
		case b.name == 0:
		case b.kind == calls:
			f.openCall(b.name)
		case b.kind == requests:
			f.request(b.name)
			f.setWaiting(b.name)
		}
	}
}

// selected tells whether the branch selects an event.
func (f *fold) selected(i int32) bool { return i >= 0 && f.places[i].epoch == f.epoch }

// superseded tells whether the event counts no more at the branch's head.
func (f *fold) superseded(i int32) bool { return f.places[i].superEpoch == f.epoch }

// step checks one event and then lets it count.
func (f *fold) step(i int32) {
	e := f.x.event(i)
	f.o04(i)
	f.o11(i, e)
	if e.detail < 0 {
		return
	}
	for _, rule := range foldRules[e.kind] {
		rule(f, i, e)
	}
	f.apply(i, e)
}

// apply lets an event that has a detail count: first against what it supersedes, then for itself.
func (f *fold) apply(i int32, e *event) {
	if s := e.supersedes; s >= 0 {
		if f.places[s].gone != f.epoch && f.passed(s, i) {
			f.count(s, -1)
		}
		f.places[s].gone = f.epoch
	}
	switch e.kind {
	case toolCall:
		if c := f.x.calls.At(int(e.detail)); c.call != 0 {
			f.openCall(c.call).version = i
		}
	case taskUpdate:
		if u := f.x.updates.At(int(e.detail)); u.task != 0 {
			f.setUpdate(u.task, e.detail)
		}
	case executionTransition:
		if t := f.x.transitions.At(int(e.detail)); t.execution != 0 {
			s := f.execution(t.execution)
			s.status, s.last = t.status, i
		}
	}
	if f.places[i].gone != f.epoch {
		f.count(i, 1)
	}
}

// passed tells whether event s stands in the branch before event i.
func (f *fold) passed(s, i int32) bool {
	return f.selected(s) && f.places[s].position < f.places[i].position
}

// count adds an event to, or takes it from, what stands up to here.
func (f *fold) count(i, n int32) {
	e := f.x.event(i)
	if e.detail < 0 {
		return
	}
	switch e.kind {
	case toolResult:
		r := f.x.results.At(int(e.detail))
		f.countResult(r, n)
	case decisionRequest:
		f.countRequest(f.x.requests.At(int(e.detail)), i, n)
	case decisionResolution:
		f.countResolution(f.x.resolutions.At(int(e.detail)), n)
	}
}

func (f *fold) countResult(r *result, n int32) {
	s := f.call(r.call)
	if s == nil {
		return
	}
	if !r.terminal {
		s.partials += n
		return
	}
	s.terminals += n
	switch {
	case s.terminals > 0:
		f.close(r.call)
	case s.version >= 0 || f.x.callInfo[r.call-1].external:
		f.openCall(r.call)
	}
}

func (f *fold) countRequest(r *request, i, n int32) {
	s := f.request(r.request)
	if s == nil {
		return
	}
	if n > 0 {
		s.event = i
	}
	if n > 0 && s.answers == 0 {
		f.setWaiting(r.request)
	} else {
		f.setAnswered(r.request)
	}
}

func (f *fold) countResolution(r *resolution, n int32) {
	s := f.request(r.request)
	if s == nil {
		return
	}
	s.answers += n
	switch {
	case s.answers > 0:
		f.setAnswered(r.request)
	case s.event >= 0 && f.places[s.event].gone != f.epoch || f.x.boundRequest(r.request):
		f.setWaiting(r.request)
	}
}

// fault reports a broken rule of an event once, however many branches select it.
func (f *fold) fault(rule string, i int32, rest, got, want, message string) {
	key := said{rule, i}
	if f.said[key] {
		return
	}
	f.said[key] = true
	f.x.fault(rule, f.x.eventSpot(i, rest), got, want, message+" (branch "+f.x.spaces[branches].text(f.branch.name)+")")
}
