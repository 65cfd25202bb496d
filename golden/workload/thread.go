package workload

import (
	"fmt"
	"strconv"
)

// codexProfiles are those of Codex CLI 0.171. Half of its records are small ones about the others, so that pieces of
// prose have to be longer for the same mean.
var codexProfiles = []Profile{
	{
		Name: "long", Record: 2500,
		text: [2]int{10, 140}, output: [2]int{100, 1500}, big: 30, image: 60, imageBytes: [2]int{2_000, 40_000}, compaction: 500,
	},
	{
		Name: "chatty", Record: 600,
		text: [2]int{3, 26}, output: [2]int{1, 26}, big: 80, image: 400, imageBytes: [2]int{300, 3_000}, compaction: 1500,
	},
}

// thread is a thread of Codex in the making: a rollout of the paginated kind.
type thread struct {
	page
	id       string
	turnID   string
	ordinal  int
	sequence int
	total    [5]int // input, cached, output, reasoning and all tokens of the thread
	last     [5]int // of the last response
	since    int    // records since the last compaction
	kept     []kept // prompts that a compaction keeps
}

// kept is a prompt as a compaction repeats it.
type kept struct{ id, text string }

func newThread(p Profile, seed uint64) *thread { return &thread{page: newPage(p, seed)} }

// uuid is a version 7 UUID.
func (s *thread) uuid() string {
	u := s.page.uuid()
	ms := fmt.Sprintf("%012x", s.millis)
	return ms[:8] + "-" + ms[8:] + "-7" + u[15:]
}

// record begins a record; its payload follows.
func (s *thread) record(typ string) {
	s.buf = append(s.buf, `{"timestamp":"`...)
	s.clock()
	s.buf = append(s.buf, `","ordinal":`...)
	s.number(s.ordinal)
	s.buf = append(append(append(s.buf, `,"type":"`...), typ...), `","payload":{`...)
	s.ordinal++
}

// end ends a record behind its payload.
func (s *thread) end() {
	s.buf = append(s.buf, '}', '\n')
	s.records++
	s.since++
}

// raw appends pieces of JSON.
func (s *thread) raw(pieces ...string) {
	for _, p := range pieces {
		s.buf = append(s.buf, p...)
	}
}

// passed ends an item with what the harness adds to it.
func (s *thread) passed(kind, source string) {
	s.raw(`,"internal_chat_message_metadata_passthrough":{"turn_id":"`, s.turnID, `"`)
	if kind != "" {
		s.raw(`,"content_item_kinds":["`, kind, `"],"content_item_metadata":[{"provenance":{"type":"`, source, `"}}]`)
	}
	s.sequence++
	s.raw(`}},"metadata":{"history_sequence":`, strconv.Itoa(s.sequence), `,"sampled_through_sequence":`, strconv.Itoa(s.sequence-1), `,"client_authored":false,"model_search_state":"unused"}`)
	s.end()
}

// completed begins an item of the turn.
func (s *thread) completed(typ, id string) {
	s.record("event_msg")
	s.raw(`"type":"item_completed","thread_id":"`, s.id, `","turn_id":"`, s.turnID, `","item":{"type":"`, typ, `","id":"`, id, `"`)
}

func (s *thread) completedEnd() {
	ms := strconv.FormatInt(s.millis, 10)
	s.raw(`},"started_at_ms":`, ms, `,"completed_at_ms":`, ms, `}`)
	s.end()
}

// turn writes a prompt and everything up to the end of its answer.
func (s *thread) turn() []byte {
	s.buf = s.buf[:0]
	if s.id == "" {
		s.opening()
	}
	s.turnID = s.uuid()
	s.record("event_msg")
	s.raw(`"type":"task_started","turn_id":"`, s.turnID, `","root_turn_id":"`, s.turnID, `","started_at":`, strconv.FormatInt(s.millis/1000, 10), `,"model_context_window":258400,"collaboration_mode_kind":"default"}`)
	s.end()
	s.settings()
	s.prompt()
	for range 2 + s.below(9) {
		s.step()
		if s.since > s.compaction {
			s.compact()
		}
	}
	s.answer()
	return s.buf
}

// step is one response that calls tools, and the results: the calls come first.
func (s *thread) step() {
	if s.once(2) {
		s.reasoning()
	}
	if s.once(2) {
		s.say()
	}
	calls := 1
	if s.once(6) {
		calls = 2 + s.below(3)
	}
	open := make([]call, calls)
	for i := range open {
		open[i] = s.invoke()
	}
	s.usage()
	for _, c := range open {
		s.outcome(c)
	}
	s.totals()
}

func (s *thread) answer() {
	s.say()
	s.usage()
	s.totals()
	s.record("event_msg")
	s.raw(`"type":"task_complete","root_turn_id":"`, s.turnID, `","turn_id":"`, s.turnID, `","last_agent_message":"`)
	s.buf = s.prose(s.buf, s.between(s.Profile.text))
	s.raw(`","duration_ms":`, strconv.Itoa(s.below(90000)), `,"time_to_first_token_ms":180}`)
	s.end()
}
