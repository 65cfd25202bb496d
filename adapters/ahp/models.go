package ahp

import (
	"bytes"
	"strconv"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// request is what stays of what a model was asked: 48 bytes. Requests repeat the conversation, so each keeps what it
// does not share with the one before of the same agent.
type request struct {
	at        asif.Ref // its event
	answer    asif.Ref // the first event of its response
	keep      int32    // inputs that it shares with the request before
	from, own int32    // further inputs: where they begin in the session's list of them, and how many
	with      int32    // which setup
	id        string
	before    int32 // the agent's request before, from 1; 0 for none
	want      adapters.Wanted
	answered  bool
	lacking   bool // not all that the model saw is known
}

// setup is what requests have in common besides inputs, as JSON.
type setup struct{ model, provider, params []byte }

// modelRequest is an attempt to be made: its messages are the input of the model, as far as messages tell. It is an
// extension, and its input a context of that boundary. A context checkpoint would have to name the context, and those of
// requests are only written when they are asked for.
func (s *session) modelRequest(e *event) {
	ref := s.remark(e, member{"model", s.safe(e, fModel)})
	inputs := s.spare[:0]
	for i := range e.items.Each {
		if isObject(e.items.Value(i)) {
			inputs = s.repeated(e, inputs, speechOf(e.items.Below(i)))
		}
	}
	r := request{at: ref, id: word(e.f[fAttemptID]), want: adapters.OnlyAll}
	if r.id == "" {
		r.id = word(e.f[fID])
	}
	r.lacking = len(inputs) == 0 || array(e.f[fGaps]) || s.lack(inputs)
	x := setup{model: adapters.Quoted(of(e.f[fModel], "id")), provider: adapters.Quoted(of(e.f[fModel], "provider"))}
	if isObject(e.f[fParams]) {
		x.params = s.safe(e, fParams)
	}
	r.with = s.setup(x)
	t := s.now
	if n := t.last; n > 0 && s.requests.At(n-1).at == ref { // the one that is settled now
		was := s.requests.At(n - 1)
		r.before, r.answer, r.answered = was.before, was.answer, was.answered
		t.inputs = s.inputsOf(int(r.before))
	} else {
		r.before = int32(n)
		t.last = s.requests.Add(request{}) + 1
	}
	same := 0
	for same < len(inputs) && same < len(t.inputs) && inputs[same] == t.inputs[same] {
		same++
	}
	r.keep, r.from, r.own = int32(same), int32(s.owned.Len()), int32(len(inputs)-same)
	for _, ref := range inputs[same:] {
		s.owned.Add(ref)
	}
	*s.requests.At(t.last - 1) = r
	t.inputs, s.spare = inputs, t.inputs
	t.repeat(inputs)
}

// setup numbers the setup of a request; mostly it is that of the request before.
func (s *session) setup(x setup) int32 {
	n := len(s.setups) - 1
	if n < 0 || !bytes.Equal(s.setups[n].model, x.model) || !bytes.Equal(s.setups[n].provider, x.provider) || !bytes.Equal(s.setups[n].params, x.params) {
		s.setups = append(s.setups, setup{bytes.Clone(x.model), bytes.Clone(x.provider), bytes.Clone(x.params)})
		n++
	}
	return int32(n)
}

// repeated adds a message to the inputs of a request: the event that told it, or its content where none did.
func (s *session) repeated(e *event, inputs []asif.Ref, m speech) []asif.Ref {
	x := s.saying(m.id)
	if x != nil && x.ref != 0 && x.hash == s.contentHash(m.parts) {
		if x.call != 0 && (len(inputs) == 0 || inputs[len(inputs)-1] != x.ref) { // what was called stands before its result
			return append(inputs, x.call, x.ref)
		}
		if len(inputs) > 0 && inputs[len(inputs)-1] == x.ref {
			return inputs // one result in several messages
		}
		return append(inputs, x.ref)
	}
	withheld := s.withheld
	if roleOf(m.role) == asif.RoleTool { // nor is the call
		s.withheld++
	}
	s.parts = s.appendParts(s.parts[:0], e, m.parts)
	ref := s.Blob(roleOf(m.role), e.span, s.parts...)
	s.known(ref, withheld)
	if x = s.saying(m.id); x != nil && x.ref != 0 {
		s.Lose(losses.MessageChanged)
		return append(inputs, ref)
	}
	if x != nil {
		*x = saying{ref: ref, blob: true, hash: s.contentHash(m.parts), told: x.told}
	}
	return append(inputs, ref)
}

// inputsOf puts the inputs of a request together, counted from 1, from what each request before it keeps.
func (s *session) inputsOf(n int) []asif.Ref {
	if n == 0 {
		return nil
	}
	r := s.requests.At(n - 1)
	want := r.keep + r.own
	out := make([]asif.Ref, want)
	for {
		for i := r.keep; i < want; i++ {
			out[i] = *s.owned.At(int(r.from + i - r.keep))
		}
		if want = min(want, r.keep); want == 0 {
			return out
		}
		r = s.requests.At(int(r.before) - 1)
	}
}

// modelResponse is the end of an attempt that succeeded, by a provider or supplied.
func (s *session) modelResponse(e *event) {
	ref := s.remark(e, member{"model", s.safe(e, fModel)})
	s.answered(e, ref)
	s.sayAll(e, e.items, s.someone(), byTheModel)
	s.spent(e, ref)
	s.unpaid(e, ref)
}

// modelError is the end of an attempt that failed; the turn goes on, and no retry is made up.
func (s *session) modelError(e *event) {
	ref := s.remark(e, member{"model", s.safe(e, fModel)})
	s.answered(e, ref)
	s.spent(e, ref)
}

// answered ties a response to the last request of its attempt.
func (s *session) answered(e *event, ref asif.Ref) {
	if e.settles != nil {
		return
	}
	id := word(e.f[fAttemptID])
	for n := s.requests.Len() - 1; id != "" && n >= 0 && n >= s.requests.Len()-maxOpen; n-- {
		if r := s.requests.At(n); r.id == id && !r.answered {
			if r.answered = true; r.answer == 0 {
				r.answer = ref
			}
			return
		}
	}
	s.Sink.Lose(losses.ModelRequestMissing, ref)
}

// maxOpen is how many requests back an answer is looked for.
const maxOpen = 64

// counters of usage, by their names in the protocol.
var counters = [...]struct {
	name string
	unit adapters.Unit
	text string
}{
	{"inputTokens", adapters.TokensInput, "tokens.input"}, {"outputTokens", adapters.TokensOutput, "tokens.output"},
	{"cacheReadTokens", adapters.TokensCacheRead, "tokens.cache_read"}, {"cacheWriteTokens", adapters.TokensCacheWrite, "tokens.cache_write"},
}

// method is how amounts came about that no provider counted, "" for those that one did.
func (t *amounts) method() string {
	switch word(t.provenance) {
	case "", "provider":
		return ""
	case "mixed":
		return "In part an estimate of the harness, as the log says."
	}
	return "An estimate of the harness, as the log says."
}

// spent records the amount of an attempt, once: of two for one attempt the first stands.
func (s *session) spent(e *event, ref asif.Ref) {
	u := e.f[fUsage]
	if !isObject(u) || e.settles != nil {
		return
	}
	if string(adapters.Text(e.f[fExecutionStatus])) == "skipped" { // what was supplied cost nothing, whatever is told
		s.Sink.Lose(losses.UsageOfSkipped, ref)
		return
	}
	if id, fresh := s.attempts.Intern(adapters.Text(e.f[fAttemptID])); id != 0 && !fresh {
		s.Sink.Lose(losses.ConflictingDuplicate, ref)
		return
	}
	t := amountsOf(u)
	method := t.method()
	for i, c := range counters {
		raw := number(t.counts[i])
		if raw == nil {
			continue
		}
		n, ok := integer(raw)
		switch {
		case !ok:
			s.Sink.Lose(losses.InvalidNumber, ref)
		case method == "":
			s.Usage(ref, c.unit, n)
		case n > 0:
			s.Count(adapters.Counter{At: ref, Unit: c.text, Value: raw, Method: method})
		}
	}
	if amount, currency := number(of(t.cost, "amount")), word(of(t.cost, "currency")); amount != nil && currency != "" && amount[0] != '-' {
		s.Count(adapters.Counter{At: ref, Unit: strings.ToLower(currency), Value: amount, Method: method})
	}
}

// amounts are the members of a usage, as JSON: the first of each name.
type amounts struct {
	counts           [len(counters)][]byte
	cost, provenance []byte
}

func amountsOf(usage []byte) (t amounts) {
	source.Members(usage, func(key, value []byte) bool {
		switch name := key[1 : len(key)-1]; string(name) {
		case "cost":
			first(&t.cost, value)
		case "provenance":
			first(&t.provenance, value)
		default:
			for i, c := range counters {
				if c.name == string(name) {
					first(&t.counts[i], value)
				}
			}
		}
		return true
	})
	return t
}

// integer reads a count: an integer, also one written as 1.0 or 1e2, that is not negative.
func integer(raw []byte) (int64, bool) {
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return n, n >= 0
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || f < 0 || f != float64(int64(f)) || f >= 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// modelSwitched is a change of the selected model.
func (s *session) modelSwitched(e *event) {
	if isObject(e.f[fCurrent]) {
		s.configure(e, adapters.Setting{Of: adapters.ModelSetting, Value: s.safe(e, fCurrent)})
	}
}
