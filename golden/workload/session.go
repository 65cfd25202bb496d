package workload

import "time"

// session is a session in the making.
type session struct {
	Profile
	random
	buf     []byte
	id      string
	records int64
	millis  int64
	leaf    string   // the last record of the chain
	turns   []string // leaves at the ends of recent turns: where prompts can be taken back to
	since   int      // records since the last compaction
	count   int      // responses and calls, for their names
	prompts int
	image   []byte // the last image, read again now and then
	first   bool
}

func newSession(p Profile, seed uint64) *session {
	s := &session{Profile: p, random: random(seed), first: true}
	s.id = s.uuid()
	s.millis = time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC).UnixMilli()
	return s
}

// turn writes a prompt and everything up to the end of its answer.
func (s *session) turn() {
	if s.since > s.compaction {
		s.compact()
	}
	if len(s.turns) > 1 && s.once(s.takenBack) {
		s.leaf = s.turns[s.below(len(s.turns)-1)]
	}
	s.prompt()
	if s.first {
		s.opening()
		s.first = false
	}
	for range 2 + s.below(9) {
		s.step()
	}
	s.answer()
	s.latches()
	if s.turns = append(s.turns, s.leaf); len(s.turns) > 6 {
		s.turns = s.turns[1:]
	}
}

// call is one tool call of a response.
type call struct{ id, record, tool string }

// step is one response that calls tools, and the results. Lines of a response hang under each other, a result under
// its own call, the next response under the last result.
func (s *session) step() {
	s.request()
	response := s.name("msg_")
	if s.once(2) {
		s.thinking(response)
	}
	if s.once(2) {
		s.text(response, "tool_use")
	}
	calls := 1
	if s.once(6) {
		calls = 2 + s.below(3)
	}
	var open []call
	last := s.leaf
	for range calls {
		s.leaf = last
		open = append(open, s.call(response))
		last = s.leaf
		if s.once(3) { // a tool that is done before the response is
			s.result(open[len(open)-1])
			open = open[:len(open)-1]
		}
	}
	for len(open) > 0 { // in order of completion
		i := s.below(len(open))
		s.result(open[i])
		open = append(open[:i], open[i+1:]...)
	}
	s.latches()
}
