package claudecode

import (
	"bytes"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
	"github.com/tidwall/gjson"
)

// pendingCall is a call whose result says more than what its tool did.
type pendingCall struct {
	do        func(*mapper, *pendingCall, *block) // with the result, before the result's event
	after     func(*mapper, *pendingCall, *block) // and behind it
	id        []byte
	span      source.Span // of its record
	input     []byte      // of task tools
	questions []question
}

// question is one of a call, as it was asked.
type question struct {
	text   string
	labels []string
}

// watched are the tools whose calls are more than calls.
var watched = map[string]func(*mapper, *pendingCall, []byte){
	"AskUserQuestion": (*mapper).ask,
	"ExitPlanMode":    (*mapper).review,
	"TodoWrite":       taskTool((*mapper).todoWrite),
	"TaskCreate":      taskTool((*mapper).taskCreate),
	"TaskUpdate":      taskTool((*mapper).taskUpdate),
}

// watch looks at a call that was just drafted.
func (m *mapper) watch(id, name, args []byte) {
	do := watched[string(name)]
	if do == nil {
		return
	}
	p := &pendingCall{id: bytes.Clone(id), span: m.native.Span}
	do(m, p, args)
	n, _ := m.calls.Intern(id)
	if m.pending == nil {
		m.pending = map[asif.ID]*pendingCall{}
	}
	m.pending[n] = p
}

// take finds the call that a result ends, once.
func (m *mapper) take(call []byte) *pendingCall {
	if len(m.pending) == 0 {
		return nil
	}
	n := m.calls.Find(call)
	p := m.pending[n]
	delete(m.pending, n)
	return p
}

// ask requests one decision for each question of a call.
func (m *mapper) ask(p *pendingCall, args []byte) {
	p.do = (*mapper).answered
	gjson.GetBytes(args, "questions").ForEach(func(_, q gjson.Result) bool {
		words := q.Get("question")
		asked := question{text: words.Str}
		d := adapters.DecisionRequest{Request: p.request(len(p.questions)), Kind: asif.DecisionQuestion, Call: p.id}
		if words.Type == gjson.String {
			d.Prompt = []adapters.Part{adapters.NewText([]byte(words.Raw))}
		}
		q.Get("options").ForEach(func(_, o gjson.Result) bool {
			label := o.Get("label")
			if label.Type != gjson.String {
				label = gjson.Result{Type: gjson.String, Raw: `""`}
			}
			asked.labels = append(asked.labels, label.Str)
			d.Options = append(d.Options, adapters.Option{ID: strconv.Itoa(len(asked.labels)), Label: []byte(label.Raw)})
			return true
		})
		p.questions = append(p.questions, asked)
		m.add(m.aside(), m.agent(), 0, &d)
		m.asks(1)
		return true
	})
}

// asks counts the open requests of a record.
func (m *mapper) asks(n int) {
	if m.asking == nil {
		m.asking = map[asif.ID]int{}
	}
	m.asking[m.self] += n
}

// request names the decision of a call, or one of several.
func (p *pendingCall) request(i int) []byte {
	return strconv.AppendInt(append(append([]byte("question:"), p.id...), ':'), int64(i)+1, 10)
}

func (p *pendingCall) plan() []byte { return append([]byte("plan:"), p.id...) }

// review requests the review of a plan, which some versions leave to a file.
func (m *mapper) review(p *pendingCall, args []byte) {
	p.do = (*mapper).reviewed
	d := adapters.DecisionRequest{Request: p.plan(), Kind: asif.DecisionPlanReview, Call: p.id}
	plan := gjson.GetBytes(args, "plan")
	if plan.Type == gjson.String {
		d.Prompt = []adapters.Part{adapters.NewText([]byte(plan.Raw))}
	}
	ref := m.add(m.aside(), m.agent(), 0, &d)
	if d.Prompt == nil {
		m.sink.Lose(losses.DecisionPromptNotRecorded, ref)
	}
	m.asks(1)
}

// resolve drafts one answer.
func (m *mapper) resolve(request []byte, by adapters.ActorRef, d adapters.DecisionResolution) asif.Ref {
	d.Request = request
	return m.add(m.aside(), by, 0, &d)
}

// cite adds a record to the sources of an event that the mapped one alone does not prove.
func (m *mapper) cite(ref asif.Ref, at source.Span) {
	if at != m.native.Span {
		m.sink.Extend(ref, at)
	}
}

// closeAsked tells that the requests of a call are open no longer.
func (m *mapper) closeAsked(p *pendingCall) {
	if at := m.callAt[m.calls.Find(p.id)]; at > 0 {
		delete(m.asking, m.events.At(int(at)-1).node)
	}
}

// answered resolves each question: with the answer to it, else as the whole call ended.
func (m *mapper) answered(p *pendingCall, b *block) {
	m.closeAsked(p)
	r, failed := &m.rec, b.isError
	answers, said := []byte(nil), m.alone()
	if said {
		answers = r.get(fAnswers)
	}
	for i, q := range p.questions {
		d := adapters.DecisionResolution{Outcome: asif.DecisionAnswered}
		by := m.decider()
		answer := member(answers, q.text)
		switch {
		case failed && m.denial(b) != nil:
			d.Outcome, d.Answer = asif.DecisionCancelled, feedback(b)
		case failed:
			d.Outcome, by = asif.DecisionCancelled, m.harness()
		case answer != nil:
			d.Answer = answerParts(answer, member(r.get(fAnnotations), q.text))
			d.Option = q.option(answer)
		case said && adapters.Count(r.get(fAway)) > 0:
			d.Outcome, by = asif.DecisionExpired, m.harness()
			d.Answer = []adapters.Part{adapters.NewStructured(schemaTimeout, r.get(fAway))}
		case answers == nil && adapters.Quoted(b.result) != nil: // a result without its data (2.1.281)
			d.Answer = []adapters.Part{adapters.NewText(b.result)}
		default:
			d.Outcome = asif.DecisionUnknown
		}
		m.cite(m.resolve(p.request(i), by, d), p.span)
	}
}

// answerParts are an answer and the note to it.
func answerParts(answer, annotation []byte) []adapters.Part {
	p := adapters.NewText(answer)
	if adapters.Quoted(answer) == nil {
		p = adapters.NewStructured(schemaAnswer, answer)
	}
	parts := []adapters.Part{p}
	if len(annotation) > 2 {
		parts = append(parts, adapters.NewStructured(schemaNote, annotation))
	}
	return parts
}

// option is the ID of the option with that label, or "".
func (q *question) option(answer []byte) string {
	said := adapters.Text(answer)
	for i, l := range q.labels {
		if l == string(said) && l != "" {
			return strconv.Itoa(i + 1)
		}
	}
	return ""
}

// member is an object's member of a name that may need escapes.
func member(object []byte, name string) (found []byte) {
	source.Members(object, func(key, value []byte) bool {
		if string(adapters.Text(key)) == name {
			found = value
		}
		return found == nil
	})
	return found
}

// reviewed resolves the review of a plan.
func (m *mapper) reviewed(p *pendingCall, b *block) {
	m.closeAsked(p)
	d, by := adapters.DecisionResolution{Outcome: asif.DecisionAllowed}, m.decider()
	switch x := m.denial(b); {
	case x != nil && x.person:
		d.Outcome, d.Answer = asif.DecisionDenied, feedback(b)
	case x != nil && x.outcome != "":
		d.Outcome, by = x.outcome, m.service(x)
	case b.isError:
		d.Outcome, by = asif.DecisionCancelled, m.harness()
	}
	m.cite(m.resolve(p.plan(), by, d), p.span)
}
