package check

import (
	"cmp"
	"fmt"
	"slices"

	"asif-convert/convert/asif"
)

// stateFold is a fold of one branch that ends at a boundary and notes what is missing on the way.
type stateFold struct {
	*fold
	seen int   // selected events so far
	last int32 // the last of them, or emptyBoundary
	gaps []Gap
}

// boundary is the position behind an event of the branch; behind all events for "".
func (s *stateFold) boundary(event string) (int32, error) {
	if event == "" {
		return s.branch.to, nil
	}
	i := s.x.spaces[events].item(s.x.spaces[events].ids.Find([]byte(event)))
	if !s.selected(i) {
		return 0, fmt.Errorf("%w: branch %q does not select event %q", ErrBoundary, s.x.spaces[branches].text(s.branch.name), event)
	}
	return s.places[i].position + 1, nil
}

// walk lets every event before a position count.
func (s *stateFold) walk(end int32) {
	for p := s.branch.from; p < end; p++ {
		i := s.eventAt(p)
		if i < 0 {
			continue // the validation's to tell
		}
		s.seen, s.last = s.seen+1, i
		e := s.x.event(i)
		if e.execution != 0 {
			s.execution(e.execution)
		}
		if e.detail >= 0 {
			s.gap(i, e)
			s.apply(i, e)
		}
	}
}

// gap notes a predecessor that the history does not select.
func (s *stateFold) gap(i int32, e *event) {
	switch e.kind {
	case taskUpdate:
		u := s.x.updates.At(int(e.detail))
		if t := s.task(u.task); t != nil && t.update < 0 && u.previous >= 0 {
			s.gaps = append(s.gaps, Gap{Kind: GapTask, ID: s.x.spaces[tasks].text(u.task), Event: s.x.eventName(i),
				Detail: fmt.Sprintf("revision %d continues revision %d, which is not selected", u.revision, u.previous)})
		}
	case toolCall:
		c := s.x.calls.At(int(e.detail))
		if k := s.call(c.call); k != nil && k.version < 0 && e.supersedes != supersedesNothing {
			s.gaps = append(s.gaps, Gap{Kind: GapCall, ID: s.x.spaces[calls].text(c.call), Event: s.x.eventName(i),
				Detail: "the version amends one that is not selected"})
		}
	}
}

// state puts together what the fold has come to.
func (s *stateFold) state(end int32) (State, error) {
	x := s.x
	st := State{Branch: x.spaces[branches].text(s.branch.name), Branches: len(x.branches), Head: end == s.branch.to, Events: s.seen,
		Executions: s.executions(), Tasks: s.tasksNow()}
	if s.last >= 0 {
		st.At = x.eventName(s.last)
	}
	for i := range x.states {
		if c := &x.states[i]; c.branch == s.branch.index && c.at == s.last {
			st.Checkpoint, st.Knowledge = c.id, c.knowledge
			break
		}
	}
	st.Decisions = s.decisions(&st)
	found, err := s.evidence(&st, end)
	if err != nil {
		return State{}, err
	}
	if st.Calls, err = s.openCalls(found); err != nil {
		return State{}, err
	}
	st.Gaps, err = s.allGaps()
	return st, err
}

// inHistory compares two entries by the positions of their events, -1 for none, and then by their IDs' numbers.
func (s *stateFold) inHistory(a, b int32, x, y asif.ID) int {
	return cmp.Or(cmp.Compare(s.positionOf(a), s.positionOf(b)), cmp.Compare(x, y))
}

func (s *stateFold) executions() []Execution {
	var ids []asif.ID
	for i := range s.running {
		if s.running[i].epoch == s.epoch {
			ids = append(ids, asif.ID(i+1))
		}
	}
	slices.SortFunc(ids, func(a, b asif.ID) int { return s.inHistory(s.execution(a).last, s.execution(b).last, a, b) })
	all := make([]Execution, 0, len(ids))
	for _, id := range ids {
		e, status := Execution{ID: s.x.spaces[executions].text(id)}, s.x.executionStatus(id)
		if now := s.execution(id); now.last >= 0 {
			status, e.Event = now.status, s.x.eventName(now.last)
		}
		if e.Status = string(asif.ExecutionUnknown); status != executionOther {
			e.Status = status.String()
		}
		all = append(all, e)
	}
	return all
}

func (s *stateFold) tasksNow() []Task {
	var now []*update
	for i := range s.tasks {
		if t := &s.tasks[i]; t.epoch == s.epoch && t.update >= 0 {
			now = append(now, s.x.updates.At(int(t.update)))
		}
	}
	slices.SortFunc(now, func(a, b *update) int { return s.inHistory(a.event, b.event, a.task, b.task) })
	all := make([]Task, 0, len(now))
	for _, u := range now {
		t := Task{ID: s.x.spaces[tasks].text(u.task), Revision: u.revision, Status: u.status.name(), Event: s.x.eventName(u.event),
			Dependencies: s.dependencies(u)}
		t.Depends = together(u, t.Dependencies)
		all = append(all, t)
	}
	return all
}

// dependencies are the tasks that a revision waits for, with their states (T07).
func (s *stateFold) dependencies(u *update) []Dependency {
	all := []Dependency{}
	for id := range s.x.dependenciesOf(u) {
		d := Dependency{Task: s.x.spaces[tasks].text(id), State: DependencyUnknown}
		if t := s.task(id); t != nil && t.update >= 0 {
			d.State = s.x.updates.At(int(t.update)).status.satisfies()
		}
		all = append(all, d)
	}
	return all
}

// satisfies is what a task's status means to those that wait for it (T07).
func (s taskStatus) satisfies() DependencyState {
	switch {
	case s == taskCompleted:
		return DependencySatisfied
	case s.open() || s.closed():
		return DependencyUnsatisfied
	}
	return DependencyUnknown
}

// together is the state of all dependencies of a revision.
func together(u *update, all []Dependency) DependencyState {
	has := func(state DependencyState) bool {
		return slices.ContainsFunc(all, func(d Dependency) bool { return d.State == state })
	}
	switch {
	case u.dependCount < 0:
		return DependencyUnknown
	case u.dependCount == 0:
		return DependencyNone
	case has(DependencyUnsatisfied):
		return DependencyUnsatisfied
	case has(DependencyUnknown):
		return DependencyUnknown
	}
	return DependencySatisfied
}

func (s taskStatus) name() asif.TaskStatus {
	for name, status := range taskStatusNames {
		if status == s {
			return asif.TaskStatus(name)
		}
	}
	return asif.TaskUnknown
}
