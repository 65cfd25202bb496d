package ahp

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// threads are the conversations of a session's agents. Each agent sees its own: a sub-agent's is no part of what the
// session goes on from.
type threads struct {
	agents  []*thread
	byAgent map[string]*thread
	now     *thread // of the event that is mapped

	withheld int               // contents that were not delivered
	lacking  map[asif.Ref]bool // what the model saw and is not known whole
}

// thread is the conversation of one agent.
type thread struct {
	lived  []input    // what it saw, since its last compaction
	inputs []asif.Ref // of its last request
	last   int        // its last request, from 1; 0 for none
	since  int        // inputs since then
	spoke  bool       // of these, one is the model's
	after  bool       // a compaction came since then
	asked  bool       // a person began a turn of it
}

// input is what the model saw: a message, or what a tool was called with and said.
type input struct {
	ref  asif.Ref
	tool bool
}

// threadOf is the thread of an event: that of the agent that it names, else of its turn's. What names none is of the
// session's own agent, which has the name that session.start tells, or the first turn that a person began.
func (s *session) threadOf(e *event) *thread {
	id := adapters.Text(of(e.f[fAgent], "id"))
	if len(id) == 0 && e.f[fTurnID] != nil {
		if e.turn = s.turns.Find(adapters.Text(e.f[fTurnID])); e.turn != 0 {
			return s.runs[e.turn].of
		}
	}
	t := s.byAgent[string(id)]
	if t != nil {
		return t
	}
	own := len(id) == 0 || s.named(e)
	if own {
		t = s.byAgent[""]
	}
	if t == nil {
		t = &thread{}
		s.agents = append(s.agents, t)
	}
	if s.byAgent == nil {
		s.byAgent = map[string]*thread{}
	}
	if s.byAgent[string(id)] = t; own {
		s.byAgent[""] = t
	}
	return t
}

// named tells whether an event names the session's own agent.
func (s *session) named(e *event) bool {
	switch e.typ {
	case "session.start":
		return true
	case "turn.start":
		return word(e.f[fTrigger]) == "user" && !slices.ContainsFunc(s.agents, func(t *thread) bool { return t.asked })
	}
	return false
}

// own is the thread that the session goes on from: the first that a person spoke in, else that of no agent by name, else
// the first one.
func (s *session) own() *thread {
	if i := slices.IndexFunc(s.agents, func(t *thread) bool { return t.asked }); i >= 0 {
		return s.agents[i]
	}
	if t := s.byAgent[""]; t != nil && len(t.lived) > 0 {
		return t
	}
	if len(s.agents) > 0 {
		return s.agents[0]
	}
	return &thread{}
}

// sees adds an input. The first one of the model's answers the last request.
func (s *session) sees(ref asif.Ref, data adapters.Data) {
	t := s.now
	m, message := data.(*adapters.Message)
	t.lived = append(t.lived, input{ref, !message})
	t.since++
	_, call := data.(*adapters.ToolCall)
	if t.last > 0 && !t.spoke && (call || message && m.Role == asif.RoleAssistant) {
		s.requests.At(t.last-1).answer, t.spoke = ref, true
	}
}

// repeat makes a request's inputs what the thread saw: what they do not repeat, the model did not see any more. Calls are
// no messages, so of them those stay that came after the first message that does, each behind the input that it followed.
func (t *thread) repeat(inputs []asif.Ref) {
	t.since, t.spoke, t.after = 0, false, false
	if len(inputs) > 0 && !t.goesOn(inputs) {
		t.reorder(inputs)
	}
}

// reorder puts what the thread saw into the order of inputs.
func (t *thread) reorder(inputs []asif.Ref) {
	in := make(map[asif.Ref]input, len(inputs))
	for _, r := range inputs {
		in[r] = input{ref: r}
	}
	behind := map[asif.Ref][]input{}
	last := asif.Ref(0) // the last input that is repeated; 0 before the first message that is
	for _, x := range t.lived {
		switch _, repeated := in[x.ref]; {
		case repeated:
			in[x.ref] = x
			if last != 0 || !x.tool {
				last = x.ref
			}
		case last != 0 && x.tool:
			behind[last] = append(behind[last], x)
		}
	}
	t.lived = t.lived[:0]
	for _, r := range inputs {
		if x, fresh := in[r]; fresh {
			t.lived = append(append(t.lived, x), behind[r]...)
			delete(in, r) // told once
		}
	}
}

// goesOn takes inputs that repeat all that the thread saw but calls, as most requests do, and may add some. It reports
// false, and changes nothing, for others.
func (t *thread) goesOn(inputs []asif.Ref) bool {
	const few = 16
	n, message := 0, false
	for _, x := range t.lived {
		switch {
		case n < len(inputs) && x.ref == inputs[n]:
			n++
			message = message || !x.tool
		case !x.tool || !message:
			return false
		}
	}
	added := inputs[n:]
	if len(added) > few || len(added) > 0 && slices.ContainsFunc(t.lived, func(x input) bool { return slices.Contains(added, x.ref) }) {
		return false
	}
	for i, r := range added {
		if !slices.Contains(added[:i], r) {
			t.lived = append(t.lived, input{ref: r})
		}
	}
	return true
}

// known notes whether an input is known whole: as many contents were withheld before it was mapped.
func (s *session) known(r asif.Ref, withheld int) {
	switch {
	case s.withheld == withheld:
		delete(s.lacking, r)
	case s.lacking == nil:
		s.lacking = map[asif.Ref]bool{r: true}
	default:
		s.lacking[r] = true
	}
}

// lack tells whether one of these inputs is not known whole.
func (s *session) lack(inputs []asif.Ref) bool {
	return len(s.lacking) > 0 && slices.ContainsFunc(inputs, func(r asif.Ref) bool { return s.lacking[r] })
}

// visible are the event types that tell what a model sees.
var visible = []string{"turn.start", "model.request.before", "model.response.after", "tool.before", "tool.after"}

// whole tells whether it is known what the session's own agent saw: it was asked with all of it, or with what stood before
// the answer, and nothing of that is withheld. A compaction since then may have taken effect or not.
func (s *session) whole(o *offer) bool {
	t := s.own()
	if t.last == 0 || t.after || !o.delivers(s, visible) || s.lack(refs(t.lived)) {
		return false
	}
	r := s.requests.At(t.last - 1)
	return !r.lacking && (r.answered || t.since == 0)
}
