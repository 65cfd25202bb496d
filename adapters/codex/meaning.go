package codex

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
	"github.com/tidwall/gjson"
)

// Tools that mean more than a call.
const (
	toolPatch  = "apply_patch"
	toolPlan   = "update_plan"
	toolAsk    = "request_user_input"
	toolScript = "exec"
)

// meaning maps what a call says besides being one: a plan, a question, a patch in a shell's arguments.
func (m *mapper) meaning(tool string, id []byte, ref asif.Ref, args []byte) {
	v := gjson.ParseBytes(args)
	switch tool {
	case toolPlan:
		m.planned(ref, v)
	case toolAsk:
		m.ask(id, v)
	case toolPatch:
		m.stateOf(id).changes = patched([]byte(v.Get("input").Str))
	case "shell", "container.exec":
		if list := v.Get("command").Array(); len(list) == 2 && list[0].Str == toolPatch {
			m.stateOf(id).changes = patched([]byte(list[1].Str))
		} else if len(list) == 3 {
			m.stateOf(id).changes = heredoc(list[2].Str)
		}
	case "exec_command", "shell_command":
		m.stateOf(id).changes = heredoc(v.Get("cmd").Str + v.Get("command").Str)
	}
}

// planStates are the states of a step.
var planStates = map[string]asif.TaskStatus{
	"pending": asif.TaskPending, "in_progress": asif.TaskInProgress, "completed": asif.TaskCompleted,
}

// planned maps a plan: each step is a task, named by its text because steps have no IDs. The list replaces the one
// before, so a step that is gone is superseded.
func (m *mapper) planned(call asif.Ref, v gjson.Result) {
	var now []string
	seen := map[string]bool{}
	v.Get("plan").ForEach(func(_, s gjson.Result) bool {
		step := s.Get("step")
		if step.Type != gjson.String || len(now) >= maxPlan {
			return true
		}
		task := taskOf(step.Str)
		if seen[task] {
			return true
		}
		seen[task] = true
		now = append(now, task)
		status, ok := planStates[s.Get("status").Str]
		if !ok {
			status = asif.TaskUnknown
		}
		m.task(call, task, status, []adapters.Part{adapters.NewText([]byte(step.Raw))})
		return true
	})
	for _, task := range m.now.plan {
		if !seen[task] {
			m.task(call, task, asif.TaskSuperseded, nil)
		}
	}
	m.now.plan = now
}

// maxPlan bounds the steps of a plan.
const maxPlan = 1000

func (m *mapper) task(call asif.Ref, task string, status asif.TaskStatus, parts []adapters.Part) {
	m.draft.Cause = call
	m.add(0, m.agent(), 0, &adapters.TaskUpdate{Task: []byte(task), Status: status, Parts: parts})
}

// taskOf names a step by its text.
func taskOf(step string) string {
	sum := sha256.Sum256([]byte(step))
	return "step-" + hex.EncodeToString(sum[:6])
}

// question is one question of a request_user_input.
type question struct {
	id     string
	labels []string
}

// ask maps the questions of a call. Each is a request of its own, named by the call and the question.
func (m *mapper) ask(id []byte, v gjson.Result) {
	if len(id) == 0 {
		return
	}
	var list []question
	used := map[string]bool{}
	v.Get("questions").ForEach(func(k, q gjson.Result) bool {
		text := q.Get("question")
		if text.Type != gjson.String || len(list) >= maxPlan {
			return true
		}
		one := question{id: q.Get("id").Str}
		if one.id == "" || used[one.id] {
			one.id = strconv.Itoa(len(list))
		}
		used[one.id] = true
		req := &adapters.DecisionRequest{
			Request: []byte(string(id) + "/" + one.id), Kind: asif.DecisionQuestion, Prompt: []adapters.Part{adapters.NewText([]byte(text.Raw))}, Call: id,
		}
		q.Get("options").ForEach(func(_, o gjson.Result) bool {
			label := o.Get("label")
			if label.Type == gjson.String && len(one.labels) < maxPlan {
				req.Options = append(req.Options, adapters.Option{ID: "option-" + strconv.Itoa(len(one.labels)+1), Label: []byte(label.Raw)})
				one.labels = append(one.labels, label.Str)
			}
			return true
		})
		m.add(0, m.agent(), 0, req)
		list = append(list, one)
		return true
	})
	if len(list) > 0 {
		m.stateOf(id).answer = true
		m.requests[string(id)] = list
	}
}

// resolve maps the answers to a call's questions. What is no answer ends them too: they were not asked, or taken back.
func (m *mapper) resolve(id []byte, x *item, out []byte) {
	list := m.requests[string(id)]
	delete(m.requests, string(id))
	m.stateOf(id).answer = false
	answers := gjson.Result{}
	if said := adapters.Text(out); m.valid(said) {
		answers = gjson.ParseBytes(said).Get("answers")
	}
	for _, q := range list {
		var given []gjson.Result
		answers.ForEach(func(k, v gjson.Result) bool {
			if k.Str == q.id {
				given = v.Get("answers").Array()
			}
			return true
		})
		m.answer(m.itemID(x), id, q, given)
	}
}

// answer drafts one resolution.
func (m *mapper) answer(at asif.ID, call []byte, q question, given []gjson.Result) {
	res := &adapters.DecisionResolution{Request: []byte(string(call) + "/" + q.id), Outcome: asif.DecisionCancelled}
	actor := m.harness()
	for _, g := range given {
		if g.Type != gjson.String {
			continue
		}
		res.Outcome, actor = asif.DecisionAnswered, m.person()
		res.Answer = append(res.Answer, adapters.NewText([]byte(g.Raw)))
		for i, label := range q.labels {
			if label == g.Str && res.Option == "" {
				res.Option = "option-" + strconv.Itoa(i+1)
			}
		}
	}
	m.add(at, actor, 0, res)
}

// retainedContext repeats answers (0.171): it says nothing when the call's result said them.
func (m *mapper) retainedContext() losses.Outcome {
	id := adapters.Text(m.rec.f[fAnswerCall])
	list, ok := m.requests[string(id)]
	if !ok || len(id) == 0 {
		return losses.Outcome{Do: losses.Preserved, Why: whyRepeats}
	}
	delete(m.requests, string(id))
	m.stateOf(id).answer = false
	for i, q := range list {
		var given []gjson.Result
		if i < len(m.rec.answers) {
			given = []gjson.Result{gjson.ParseBytes(m.rec.answers[i])}
		}
		m.answer(0, id, q, given)
	}
	return mapping
}
