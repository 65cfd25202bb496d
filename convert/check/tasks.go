package check

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"asif-convert/convert/asif"
)

func (x *validation) readTask(it *item, e *event, data value) {
	u := update{revision: -1, previous: -1, event: it.index, task: x.spaces[tasks].intern(data.get("task_id").text()),
		status: taskStatusNames[data.get("status").str()], reopened: len(data.get("reopen_reason").text()) > 0, dependCount: -1}
	if n, ok := data.get("revision").integer(); ok {
		u.revision = n
	}
	if n, ok := data.get("previous_revision").integer(); ok {
		u.previous = n
	}
	x.o07(it)
	x.t01(it, u)
	if list := data.get("dependencies"); list.kind() == arrayKind {
		u.dependFrom, u.dependCount = int32(x.depends.Len()), 0
		for d := range list.each() {
			x.depends.Add(x.spaces[tasks].intern(d.text()))
			u.dependCount++
		}
		x.t05(it, u, list)
	}
	if u.task != 0 && x.spaces[tasks].where[u.task-1] == 0 {
		x.spaces[tasks].where[u.task-1] = it.index + 1
	}
	e.detail = int32(x.updates.Add(u))
}

// t01: revisions rise.
func (x *validation) t01(it *item, u update) {
	if u.previous >= 0 && u.revision >= 0 && u.previous >= u.revision {
		x.fault("T01", it.at(it.root().get("data").get("previous_revision")), strconv.FormatInt(u.previous, 10),
			"less than "+strconv.FormatInt(u.revision, 10), "the previous revision is not below the revision")
	}
}

// t05 looks at one update's dependencies; whether they are tasks at all is known at the end.
func (x *validation) t05(it *item, u update, list value) {
	var seen map[string]bool
	for d := range list.each() {
		if d.kind() != stringKind {
			continue // the schema reports it
		}
		if u.task != 0 && d.str() == x.spaces[tasks].text(u.task) {
			x.fault("T05", it.at(d), d.str(), "another task", "the task depends on itself")
		}
		if seen == nil {
			seen = map[string]bool{}
		}
		if seen[d.str()] {
			x.fault("T05", it.at(d), d.str(), "no task twice", "the update repeats a dependency")
		}
		seen[d.str()] = true
	}
	x.referAll("T05", tasks, it, list)
}

// tasksEnd sorts the updates by task and revision for i05.
func (x *validation) tasksEnd() {
	sorted := make([]int32, x.updates.Len())
	for i := range sorted {
		sorted[i] = int32(i)
	}
	slices.SortFunc(sorted, func(a, b int32) int {
		u, v := x.updates.At(int(a)), x.updates.At(int(b))
		return cmp.Or(cmp.Compare(u.task, v.task), cmp.Compare(u.revision, v.revision), cmp.Compare(a, b))
	})
	x.i05(sorted)
}

// t02: an update continues the revision that the history has.
func t02(f *fold, i int32, e *event) {
	u := f.x.updates.At(int(e.detail))
	s := f.task(u.task)
	if s == nil || s.update < 0 {
		return
	}
	if now := f.x.updates.At(int(s.update)).revision; u.previous != now {
		f.fault("T02", i, "/data/previous_revision", revisionText(u.previous), strconv.FormatInt(now, 10),
			"the update does not continue the task's selected revision")
	}
}

// t03: history that is missing is declared.
func t03(f *fold, i int32, e *event) {
	u := f.x.updates.At(int(e.detail))
	s := f.task(u.task)
	if s == nil || s.update >= 0 || u.previous < 0 || f.x.status[asif.ScopeTasks] == string(asif.CoveragePartial) {
		return
	}
	f.fault("T03", i, "/data/previous_revision", strconv.FormatInt(u.previous, 10), "tasks coverage partial",
		"the task's first selected update has a predecessor that the history does not select")
}

// t04: reopening has a reason.
func t04(f *fold, i int32, e *event) {
	u := f.x.updates.At(int(e.detail))
	s := f.task(u.task)
	if s == nil || s.update < 0 || u.reopened || !u.status.open() {
		return
	}
	if before := f.x.updates.At(int(s.update)); before.status.closed() {
		f.fault("T04", i, "/data/reopen_reason", "", "a reason", "the update reopens a closed task without saying why")
	}
}

// dependenciesOf yields the tasks that an update names as dependencies.
func (x *validation) dependenciesOf(u *update) iter.Seq[asif.ID] {
	return func(yield func(asif.ID) bool) {
		for k := u.dependFrom; k < u.dependFrom+max(u.dependCount, 0); k++ {
			if !yield(*x.depends.At(int(k))) {
				return
			}
		}
	}
}

// maxCircleSteps bounds what the searches for circles cost together: about half a second. Histories of people and agents
// stay far below it; one that turns long chains round again and again would cost its square.
const maxCircleSteps = 1 << 24

// t06: what the current revisions depend on has no cycle. Any new cycle goes through the update's task: there is none
// where no task waits for it, nor where the update adds no dependency. So histories that grow, and those whose tasks
// only change their status, cost nothing here.
func t06(f *fold, i int32, e *event) {
	u := f.x.updates.At(int(e.detail))
	s := f.task(u.task)
	if s == nil || s.waiters == 0 || f.circling > maxCircleSteps || !f.adds(s, u) {
		return
	}
	through := f.cycle(u)
	switch {
	case f.circling > maxCircleSteps:
		f.x.faultAs(Warning, "T06", f.x.eventSpot(i, "/data/dependencies"), "", "fewer changes of long chains",
			"from here on circles are not searched for: the dependencies change too much")
	case through != "":
		f.fault("T06", i, "/data/dependencies", through, "no cycle", "the task depends on itself by way of others")
	}
}

// adds tells whether an update names a dependency that its task's current one does not.
func (f *fold) adds(s *taskState, u *update) bool {
	f.visit++
	if s.update >= 0 {
		for d := range f.x.dependenciesOf(f.x.updates.At(int(s.update))) {
			if t := f.task(d); t != nil {
				t.visit = f.visit
			}
		}
	}
	for d := range f.x.dependenciesOf(u) {
		if t := f.task(d); t != nil && t.visit != f.visit {
			return true
		}
	}
	return false
}

// cycle searches the current dependencies of a task's update for the task itself, and returns the path. It gives up when
// too much was searched.
func (f *fold) cycle(u *update) string {
	f.visit++
	type step struct {
		task   asif.ID
		parent int
	}
	var queue []step
	push := func(u *update, parent int) {
		for d := range f.x.dependenciesOf(u) {
			queue = append(queue, step{d, parent})
		}
	}
	push(u, -1)
	for n := 0; ; n++ {
		if f.circling++; n == len(queue) || f.circling > maxCircleSteps {
			return ""
		}
		s := f.task(queue[n].task)
		if s == nil || s.visit == f.visit || queue[n].task == u.task && queue[n].parent < 0 {
			continue // seen, or a task that names itself: T05
		}
		if queue[n].task == u.task {
			path := ""
			for k := queue[n].parent; k >= 0; k = queue[k].parent {
				path = f.x.spaces[tasks].text(queue[k].task) + " → " + path
			}
			name := f.x.spaces[tasks].text(u.task)
			return fmt.Sprintf("%s → %s%s", name, path, name)
		}
		s.visit = f.visit
		if s.update >= 0 {
			push(f.x.updates.At(int(s.update)), n)
		}
	}
}
