package claudecode

import (
	"bytes"
	"slices"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"github.com/tidwall/gjson"
)

// taskStates are the states of tasks as the harness spells them.
var taskStates = map[string]asif.TaskStatus{
	"pending": asif.TaskPending, "in_progress": asif.TaskInProgress, "completed": asif.TaskCompleted,
	"deleted": asif.TaskCancelled, "cancelled": asif.TaskCancelled, "failed": asif.TaskFailed,
}

func taskState(s string) asif.TaskStatus {
	if t, ok := taskStates[s]; ok {
		return t
	}
	return asif.TaskUnknown
}

// taskTool watches a call of a task tool: only its success tells that the tasks changed.
func taskTool(do func(*mapper, *pendingCall, *block)) func(*mapper, *pendingCall, []byte) {
	return func(_ *mapper, p *pendingCall, args []byte) {
		p.input = bytes.Clone(args)
		p.after = func(m *mapper, p *pendingCall, b *block) {
			if !b.isError {
				do(m, p, b)
			}
		}
	}
}

// todo is an item of a list that is always written whole.
type todo struct {
	task   int32  // number of its identity
	text   []byte // JSON string
	status asif.TaskStatus
	span   source.Span // of the call that named it
}

// todoWrite updates what is another than in the list before it on the branch. An item has no identity of its own: the
// same words, and of equal ones the same place among them, are the same task.
func (m *mapper) todoWrite(p *pendingCall, _ *block) {
	var before, list []todo
	if m.now.todos > 0 {
		before = m.todoLists[m.now.todos-1]
	}
	side, times := m.node(m.self).side, map[string]int{}
	gjson.GetBytes(p.input, "todos").ForEach(func(_, item gjson.Result) bool {
		words := item.Get("content")
		if words.Type != gjson.String {
			return true
		}
		times[words.Str]++
		key := strconv.Itoa(int(side)) + "\x00" + strconv.Itoa(times[words.Str]) + "\x00" + words.Str
		list = append(list, todo{m.todoTasks.number([]byte(key)), []byte(words.Raw), taskState(item.Get("status").Str), p.span})
		return true
	})
	for _, t := range list {
		if i := find(before, t.task); i < 0 || before[i].status != t.status {
			m.todoUpdate(t, p)
		}
	}
	for _, t := range before {
		if find(list, t.task) < 0 {
			t.status = asif.TaskSuperseded
			m.cite(m.todoUpdate(t, p), t.span)
		}
	}
	m.todoLists = append(m.todoLists, list)
	m.now.todos = int32(len(m.todoLists))
}

func find(list []todo, task int32) int {
	return slices.IndexFunc(list, func(t todo) bool { return t.task == task })
}

func (m *mapper) todoUpdate(t todo, p *pendingCall) asif.Ref {
	ref := m.add(m.aside(), m.agent(), 0, &adapters.TaskUpdate{
		Task: strconv.AppendInt([]byte("todo-"), int64(t.task), 10), Status: t.status, Parts: []adapters.Part{adapters.NewText(t.text)},
	})
	m.cite(ref, p.span)
	return ref
}

// task is one of those that the harness keeps outside of the session, by identity; taking back a prompt does not take
// back what was done to it.
type task struct {
	status               asif.TaskStatus
	subject, description []byte   // JSON strings
	blockedBy            []string // tasks
	created              bool     // seen from its beginning: what blocks it is known
}

// taskCreate adds a task. Its identity stands in the result alone.
func (m *mapper) taskCreate(p *pendingCall, b *block) {
	id := ""
	if m.alone() {
		id = gjson.ParseBytes(m.rec.get(fTaskID)).String()
	}
	if id == "" {
		id = createdTask(b)
	}
	if id == "" {
		return
	}
	t := &task{status: asif.TaskPending, created: true}
	t.say(p.input)
	m.addTask(id, t)
	m.taskChange(id, t, p)
}

// createdTask is the identity in "Task #1 created successfully: …".
func createdTask(b *block) string {
	rest, ok := bytes.CutPrefix(adapters.Text(b.result), []byte("Task #"))
	id, _, found := bytes.Cut(rest, []byte(" "))
	if !ok || !found {
		return ""
	}
	return string(id)
}

// say takes the words of a task from the input of a call.
func (t *task) say(input []byte) {
	in := gjson.ParseBytes(input)
	for _, f := range [...]struct {
		name string
		to   *[]byte
	}{{"subject", &t.subject}, {"description", &t.description}} {
		if v := in.Get(f.name); v.Type == gjson.String {
			*f.to = []byte(v.Raw)
		}
	}
}

// taskUpdate changes a task; success false changes nothing.
func (m *mapper) taskUpdate(p *pendingCall, _ *block) {
	r, in := &m.rec, gjson.ParseBytes(p.input)
	id := in.Get("taskId").String()
	if id == "" || m.alone() && string(r.get(fSuccess)) == "false" {
		return
	}
	t := m.taskOf(id)
	t.say(p.input)
	status := in.Get("status").Str
	if to := adapters.Text(r.get(fStatusTo)); len(to) > 0 && m.alone() {
		status = string(to)
	}
	if status != "" {
		t.status = taskState(status)
	}
	in.Get("addBlockedBy").ForEach(func(_, by gjson.Result) bool {
		t.block(by.String())
		return true
	})
	m.taskChange(id, t, p)
	in.Get("addBlocks").ForEach(func(_, other gjson.Result) bool {
		o := m.taskOf(other.String())
		o.block(id)
		m.taskChange(other.String(), o, p)
		return true
	})
}

func (m *mapper) taskOf(id string) *task {
	if m.tasks[id] == nil {
		m.addTask(id, &task{status: asif.TaskUnknown})
	}
	return m.tasks[id]
}

func (m *mapper) addTask(id string, t *task) {
	if m.tasks == nil {
		m.tasks = map[string]*task{}
	}
	m.tasks[id] = t
}

func (t *task) block(by string) {
	if by != "" && !slices.Contains(t.blockedBy, by) {
		t.blockedBy = append(t.blockedBy, by)
	}
}

func (m *mapper) taskChange(id string, t *task, p *pendingCall) {
	u := adapters.TaskUpdate{Task: []byte(id), Status: t.status}
	for _, words := range [][]byte{t.subject, t.description} {
		if len(words) > 2 {
			u.Parts = append(u.Parts, adapters.NewText(words))
		}
	}
	if t.created {
		u.Dependencies = [][]byte{}
	}
	if t.created || len(t.blockedBy) > 0 {
		for _, by := range t.blockedBy {
			u.Dependencies = append(u.Dependencies, []byte(by))
		}
	}
	m.cite(m.add(m.aside(), m.agent(), 0, &u), p.span)
}

// goal is the task that a person set for the session, as an attachment tells it.
func (m *mapper) goal() {
	r := &m.rec
	words := adapters.Quoted(r.get(fCondition))
	if words == nil {
		return
	}
	u := adapters.TaskUpdate{Task: []byte("goal"), Status: asif.TaskInProgress, Parts: []adapters.Part{adapters.NewText(words)}}
	switch {
	case adapters.IsTrue(r.get(fMet)):
		u.Status = asif.TaskCompleted
	case adapters.IsTrue(r.get(fFailed)):
		u.Status = asif.TaskFailed
	}
	m.add(m.aside(), m.harness(), 0, &u)
}
