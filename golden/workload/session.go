package workload

import (
	"strconv"
	"time"
)

// page is what the sessions of every harness are written on.
type page struct {
	Profile
	random
	buf     []byte
	records int64
	millis  int64
	count   int    // responses and calls, for their names
	image   []byte // the last image, read again now and then
}

func newPage(p Profile, seed uint64) page {
	return page{Profile: p, random: random(seed), millis: time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC).UnixMilli()}
}

func (s *page) written() int64 { return s.records }

func (s *page) quote(v string) { s.buf = append(append(append(s.buf, '"'), v...), '"') }

func (s *page) number(n int) { s.buf = strconv.AppendInt(s.buf, int64(n), 10) }

// clock appends the time, a little later than before.
func (s *page) clock() {
	s.millis += int64(s.below(4000)) - 50 // time runs backwards now and then
	s.buf = time.UnixMilli(s.millis).UTC().AppendFormat(s.buf, "2006-01-02T15:04:05.000Z")
}

// name is a new name of a response or a call.
func (s *page) name(prefix string) string {
	s.count++
	return string(s.hex([]byte(prefix+"01"), 22))
}

// pixels are the base64 of an image, sometimes of the same one again.
func (s *page) pixels() []byte {
	if s.image == nil || !s.once(5) {
		s.image = s.base64(s.image[:0], s.between(s.imageBytes))
	}
	return s.image
}

// words is how many words an output has.
func (s *page) words() int {
	n := s.between(s.output)
	if s.once(s.big) {
		n *= 8
	}
	return n
}

// session is a session of Claude Code in the making.
type session struct {
	page
	id      string
	leaf    string   // the last record of the chain
	turns   []string // leaves at the ends of recent turns: where prompts can be taken back to
	since   int      // records since the last compaction
	prompts int
	first   bool
}

func newSession(p Profile, seed uint64) *session {
	s := &session{page: newPage(p, seed), first: true}
	s.id = s.uuid()
	return s
}

// turn writes a prompt and everything up to the end of its answer.
func (s *session) turn() []byte {
	s.buf = s.buf[:0]
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
	return s.buf
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
