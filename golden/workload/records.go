package workload

// chain begins a record of the parent chain and makes it the leaf.
func (s *session) chain() {
	s.buf = append(s.buf, `{"parentUuid":`...)
	if s.leaf == "" {
		s.buf = append(s.buf, "null"...)
	} else {
		s.quote(s.leaf)
	}
	s.buf = append(s.buf, `,"isSidechain":false`...)
	s.leaf = s.uuid()
}

// envelope ends a record of the parent chain.
func (s *session) envelope() {
	s.member("uuid", s.leaf)
	s.time()
	s.buf = append(s.buf, `,"userType":"external"`...)
	if s.verbose {
		s.buf = append(s.buf, `,"entrypoint":"cli"`...)
	}
	s.buf = append(s.buf, `,"cwd":"/srv/dev/proj"`...)
	s.member("sessionId", s.id)
	s.buf = append(s.buf, `,"version":"2.1.332","gitBranch":"main"}`...)
	s.end()
}

// state ends a state record.
func (s *session) state() {
	s.member("sessionId", s.id)
	s.buf = append(s.buf, '}')
	s.end()
}

func (s *session) end() {
	s.buf = append(s.buf, '\n')
	s.records++
	s.since++
}

func (s *session) member(name, value string) {
	s.buf = append(append(append(s.buf, ',', '"'), name...), `":"`...)
	s.buf = append(append(s.buf, value...), '"')
}

func (s *session) time() {
	s.buf = append(s.buf, `,"timestamp":"`...)
	s.clock()
	s.buf = append(s.buf, '"')
}

// prompt is what a person typed.
func (s *session) prompt() {
	s.prompts++
	if s.once(2) {
		s.buf = append(s.buf, `{"type":"queue-operation","operation":"enqueue"`...)
		s.time()
		s.buf = s.prose(append(s.buf, `,"content":"`...), 6)
		s.buf = append(s.buf, '"')
		s.state()
		s.buf = append(s.buf, `{"type":"queue-operation","operation":"dequeue"`...)
		s.time()
		s.state()
	}
	s.chain()
	s.member("promptId", s.uuid())
	s.buf = append(s.buf, `,"type":"user","message":{"role":"user","content":`...)
	if s.once(4 * s.Profile.image / 10) {
		s.buf = s.prose(append(s.buf, `[{"type":"text","text":"`...), s.between(s.Profile.text))
		s.buf = append(s.buf, `"},`...)
		s.picture()
		s.buf = append(s.buf, ']')
	} else {
		s.buf = s.prose(append(s.buf, '"'), s.between(s.Profile.text))
		s.buf = append(s.buf, '"')
	}
	s.buf = append(s.buf, `},"permissionMode":"default","promptSource":"typed"`...)
	s.envelope()
}

func (s *session) picture() {
	pixels := s.pixels()
	s.buf = append(s.buf, `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"`...)
	s.buf = append(append(s.buf, pixels...), `"}}`...)
}

// assistant begins a line of a response; the block follows, then assistantEnd.
func (s *session) assistant(response string) {
	s.chain()
	s.buf = append(append(append(s.buf, `,"message":{"id":"`...), response...), `","type":"message","role":"assistant","model":"claude-opus-5-5","content":[`...)
}

func (s *session) assistantEnd(stop string) {
	s.buf = append(append(append(s.buf, `],"stop_reason":"`...), stop...), `","stop_sequence":null,"usage":{"input_tokens":`...)
	s.number(s.below(2000))
	s.buf = append(s.buf, `,"cache_creation_input_tokens":`...)
	s.number(s.below(3000))
	s.buf = append(s.buf, `,"cache_read_input_tokens":`...)
	s.number(s.below(150000))
	s.buf = append(s.buf, `,"output_tokens":`...)
	s.number(1 + s.below(900))
	if s.verbose {
		s.buf = append(s.buf, `,"output_tokens_details":{"thinking_tokens":0},"server_tool_use":{"web_search_requests":0,"web_fetch_requests":0},"service_tier":"standard","cache_creation":{"ephemeral_1h_input_tokens":0,"ephemeral_5m_input_tokens":0},"inference_geo":"","iterations":[],"speed":"standard"},"stop_details":null},"effort":"high"`...)
	} else {
		s.buf = append(s.buf, `}}`...)
	}
	s.buf = append(s.buf, `,"type":"assistant"`...)
	s.envelope()
}

func (s *session) thinking(response string) {
	s.assistant(response)
	s.buf = append(s.buf, `{"type":"thinking","thinking":"`...)
	if s.once(2) {
		s.buf = s.prose(s.buf, s.between(s.Profile.text))
	}
	s.buf = s.base64(append(s.buf, `","signature":"`...), 60+s.below(s.Record/10))
	s.buf = append(s.buf, `"}`...)
	s.assistantEnd("tool_use")
}

func (s *session) text(response, stop string) {
	s.assistant(response)
	s.buf = s.prose(append(s.buf, `{"type":"text","text":"`...), s.between(s.Profile.text))
	s.buf = append(s.buf, `"}`...)
	s.assistantEnd(stop)
}

// answer ends a turn.
func (s *session) answer() {
	s.request()
	s.text(s.name("msg_"), "end_turn")
	if s.once(2) {
		s.chain()
		s.buf = append(s.buf, `,"type":"system","subtype":"turn_duration","durationMs":`...)
		s.number(s.below(90000))
		s.buf = append(s.buf, `,"isMeta":false`...)
		s.envelope()
	}
}
