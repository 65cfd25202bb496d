package convert

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// revision is what the fork tree makes of one task update.
type revision struct {
	number   int32 // counts the updates of the task in the document (I05)
	previous int32 // the revision that the branch had; -1 for none
	reopens  bool  // T04
	depends  bool  // dependencies are written
}

var taskStates = [...]asif.TaskStatus{
	asif.TaskProposed, asif.TaskPending, asif.TaskInProgress, asif.TaskCompleted, asif.TaskFailed, asif.TaskCancelled, asif.TaskSuperseded, asif.TaskUnknown,
}

// taskUpdate writes an update's parts; revisions follow when the branches are known.
func (b *builder) taskUpdate(o []byte, e *entry, ref asif.Ref, d *adapters.TaskUpdate) []byte {
	e.kind, e.state = kindTask, number(taskStates[:], d.Status)
	if e.call = b.tasks.named(d.Task); e.call <= 0 {
		e.call = b.tasks.open(d.Task, ref)
	}
	if d.Dependencies != nil {
		need := make([]int32, 0, len(d.Dependencies))
		for _, t := range d.Dependencies {
			need = append(need, b.tasks.named(t))
		}
		b.needs[ref] = need
	}
	if d.Reopen != "" {
		b.reopened[ref] = d.Reopen
	}
	return b.parts(o, e, d.Parts)
}

// current is a task's state on a branch.
type current struct {
	revision int32
	state    uint8
	needs    []int32 // nil when not known
}

// settleTasks numbers the updates, main's first, and finds each one's predecessor on its own branch. A branch's updates
// have rising numbers, whatever the order of serialization (T01).
func (d *document) settleTasks() {
	d.revisions = map[asif.Ref]revision{}
	if d.tasks.list.Len() == 1 {
		return
	}
	count := map[int32]int32{} // of a task's updates that have their number
	d.heads = make([]map[int32]current, len(d.history.Branches))
	for k := range d.history.Branches {
		state := map[int32]current{}
		d.branches.each(k, func(r asif.Ref) {
			if d.entry(r).kind != kindTask {
				return
			}
			if _, settled := d.revisions[r]; !settled {
				d.settleUpdate(r, state, count)
			}
			d.update(r, state)
		})
		d.heads[k] = state
	}
	for i := range d.serialized() { // updates on no branch
		if r := d.at(i); d.entry(r).kind == kindTask {
			if _, settled := d.revisions[r]; !settled {
				d.settleUpdate(r, nil, count)
			}
		}
	}
}

// settleUpdate finds an update's predecessor in the state of the first branch that selects it: shared prefixes are the
// same on every branch that lists them.
func (d *document) settleUpdate(r asif.Ref, state map[int32]current, count map[int32]int32) {
	e := d.entry(r)
	rev := revision{number: count[e.call], previous: -1}
	count[e.call]++
	if was, known := state[e.call]; known {
		rev.previous = was.revision
		rev.reopens = finished(was.state) && open(e.state)
	}
	needs, told := d.needs[r]
	if rev.depends = told && d.sound(e.call, needs, state); told && !rev.depends {
		d.Lose(losses.DependenciesDropped, r)
	}
	d.revisions[r] = rev
}

// update moves a branch's state over one update.
func (d *document) update(r asif.Ref, state map[int32]current) {
	e, rev := d.entry(r), d.revisions[r]
	c := current{revision: rev.number, state: e.state}
	if rev.depends {
		c.needs = d.needs[r]
	}
	state[e.call] = c
}

func finished(state uint8) bool {
	return slices.Contains([]asif.TaskStatus{asif.TaskCompleted, asif.TaskFailed, asif.TaskCancelled, asif.TaskSuperseded}, taskStates[state])
}

func open(state uint8) bool {
	return slices.Contains([]asif.TaskStatus{asif.TaskProposed, asif.TaskPending, asif.TaskInProgress}, taskStates[state])
}

// maxTaskSteps bounds what the searches for circles cost together: about half a second, which no plan of an agent comes
// near.
const maxTaskSteps = 1 << 22

// sound tells whether dependencies obey T05 and T06: known tasks, none twice, not the task itself, no cycle. Once too much
// was searched it takes none for sound.
func (d *document) sound(task int32, needs []int32, state map[int32]current) bool {
	seen := map[int32]bool{task: true}
	for i := range needs {
		needs[i] = d.tasks.resolve(needs[i])
		if needs[i] <= 0 || seen[needs[i]] {
			return false
		}
		seen[needs[i]] = true
	}
	todo, visited := slices.Clone(needs), map[int32]bool{}
	for len(todo) > 0 {
		if d.searched++; d.searched > maxTaskSteps {
			return false
		}
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if t == task {
			return false
		}
		if !visited[t] {
			visited[t] = true
			todo = append(todo, state[t].needs...)
		}
	}
	return true
}

// taskData writes an update's data but for its braces.
func (d *document) taskData(r asif.Ref, e *entry) {
	x, rev := d.x, d.revisions[r]
	x.o = d.tasks.appendID(append(x.o, `"task_id":`...), e.call)
	x.int(`,"revision":`, int64(rev.number))
	x.member(`,"status":`, string(taskStates[e.state]))
	x.raw(",")
	d.eventParts(e)
	if rev.previous >= 0 {
		x.int(`,"previous_revision":`, int64(rev.previous))
	}
	if rev.depends {
		x.raw(`,"dependencies":[`)
		for i, t := range d.needs[r] {
			if i > 0 {
				x.raw(",")
			}
			x.o = d.tasks.appendID(x.o, t)
		}
		x.raw("]")
	}
	if rev.reopens {
		why := d.reopened[r]
		if why == "" {
			why = "The harness recorded the task as " + string(taskStates[e.state]) + " again."
		}
		x.member(`,"reopen_reason":`, why)
	}
}

// taskEntries writes the current revision of each task of branch k.
func (d *document) taskEntries(k int) {
	if len(d.heads) == 0 {
		return
	}
	state := d.heads[k]
	l := list{x: d.x, sep: ","}
	for t := int32(1); int(t) < d.tasks.list.Len(); t++ {
		if c, ok := state[t]; ok {
			l.next()
			d.x.o = d.tasks.appendID(append(d.x.o, `{"task_id":`...), t)
			d.x.int(`,"revision":`, int64(c.revision))
			d.x.raw("}")
		}
	}
}
