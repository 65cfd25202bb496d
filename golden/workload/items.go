package workload

import "strconv"

// opening is the first line, and what the model is told before the first prompt.
func (s *thread) opening() {
	s.id = s.uuid()
	s.record("session_meta")
	s.raw(`"account_scoped":true,"session_id":"`, s.id, `","id":"`, s.id, `","timestamp":"2026-03-01T08:00:00.000Z","cwd":"/srv/dev/proj","originator":"codex-tui","cli_version":"0.171.0","source":"cli","thread_source":"user","model_provider":"openai","base_instructions":{"text":"`)
	s.buf = s.prose(s.buf, 3000)
	s.raw(`","provenance":{"type":"model","model":"gpt-5.5"}},"history_mode":"paginated","git":{"commit_hash":"715447b85a59089507880ecfbdd5f109c3e0757c","branch":"main"}}`)
	s.end()
	s.told("developer", "permissions.instructions", "<permissions instructions> ", s.between(s.Profile.text))
	s.told("user", "environments.environment_context", "<environment_context> ", s.between(s.Profile.text))
	s.record("world_state")
	s.raw(`"full":true,"state":{"agents_md":{},"model":"gpt-5.5","permissions":{"instructions":"32ca25d6d85edaeb6f1e19b2a5cc4e08d2a631cd","approved_command_prefixes":[]}}}`)
	s.end()
}

// settings are those of a turn; they change now and then.
func (s *thread) settings() {
	effort := []string{"medium", "medium", "medium", "high"}[s.below(4)]
	s.record("turn_context")
	s.raw(`"turn_id":"`, s.turnID, `","root_turn_id":"`, s.turnID, `","cwd":"/srv/dev/proj","approval_policy":"on-request","approvals_reviewer":"user","permission_profile":{"type":"managed"},"model":"gpt-5.5","comp_hash":"2911","collaboration_mode":{"mode":"default","settings":{"model":"gpt-5.5","reasoning_effort":null,"developer_instructions":null}},"effort":"`, effort, `","summary":"auto","sandbox_policy":{"type":"workspace-write","network_access":false}}`)
	s.end()
}

// told writes a message with one text, which the harness begins.
func (s *thread) told(role, kind, begin string, words int) {
	s.item("msg_"+s.uuid(), role)
	s.raw(begin)
	s.buf = s.prose(s.buf, words)
	s.raw(`"}]`)
	s.passed(kind, "harness")
}

// item begins a message that is told to the model.
func (s *thread) item(id, role string) {
	s.record("response_item")
	s.raw(`"type":"message","id":"`, id, `","role":"`, role, `","content":[{"type":"input_text","text":"`)
}

// prompt is what a person typed, for the model and for people.
func (s *thread) prompt() {
	text := string(s.prose(nil, s.between(s.Profile.text)))
	id := "msg_" + s.uuid()
	s.kept = append(s.kept, kept{id, text})
	s.item(id, "user")
	s.raw(text, `"}]`)
	s.passed("user.text", "user")
	s.completed("UserMessage", s.uuid())
	s.raw(`,"content":[{"type":"text","text":"`, text, `","text_elements":[]}]`)
	s.completedEnd()
}

// say is what the model says, for people and then for itself.
func (s *thread) say() {
	id, text := s.name("msg_"), string(s.prose(nil, s.between(s.Profile.text)))
	s.completed("AgentMessage", id)
	s.raw(`,"content":[{"type":"Text","text":"`, text, `"}]`)
	s.completedEnd()
	s.record("response_item")
	s.raw(`"type":"message","status":"completed","id":"`, id, `","role":"assistant","content":[{"type":"output_text","text":"`, text, `","annotations":[]}]`)
	s.passed("", "")
}

func (s *thread) reasoning() {
	id, text := s.name("rs_"), string(s.prose(nil, s.between(s.Profile.text)))
	s.completed("Reasoning", id)
	s.raw(`,"summary_text":["`, text, `"],"raw_content":[]`)
	s.completedEnd()
	s.record("response_item")
	s.raw(`"type":"reasoning","id":"`, id, `","summary":[{"type":"summary_text","text":"`, text, `"}],"content":null,"encrypted_content":"`)
	s.buf = s.base64(s.buf, 60+s.below(s.Record/4))
	s.raw(`"`)
	s.passed("", "")
}

var codexTools = []string{"exec_command", "exec_command", "exec_command", "exec_command", "apply_patch", "view_image"}

// invoke writes one call of a response.
func (s *thread) invoke() call {
	c := call{id: s.name("call_"), record: s.name("fc_"), tool: codexTools[s.below(len(codexTools))]}
	if c.tool == "view_image" && !s.once(max(s.Profile.image/8, 1)) {
		c.tool = "exec_command"
	}
	s.record("response_item")
	switch c.tool {
	case "apply_patch":
		s.raw(`"type":"custom_tool_call","id":"`, c.record, `","status":"completed","call_id":"`, c.id, `","name":"apply_patch","input":"*** Begin Patch\n*** Update File: main.go\n@@\n-`)
		s.buf = s.prose(s.buf, s.between(s.Profile.text))
		s.raw(`\n+`)
		s.buf = s.prose(s.buf, s.between(s.Profile.text))
		s.raw(`\n*** End Patch"`)
	case "view_image":
		s.raw(`"type":"function_call","status":"completed","id":"`, c.record, `","name":"view_image","arguments":"{\"path\": \"dots.png\"}","call_id":"`, c.id, `"`)
	default:
		s.raw(`"type":"function_call","status":"completed","id":"`, c.record, `","name":"exec_command","arguments":"{\"cmd\": \"sed -n '`, strconv.Itoa(s.below(4000)), `,$p' main.go\", \"yield_time_ms\": 1000}","call_id":"`, c.id, `"`)
	}
	s.passed("", "")
	return c
}

// outcome writes what came of a call: for people, then for the model.
func (s *thread) outcome(c call) {
	output := "function_call_output"
	code := "0"
	if s.once(15) {
		code = "1"
	}
	text := string(s.prose(nil, s.words()))
	switch c.tool {
	case "apply_patch":
		output = "custom_tool_call_output"
		s.completed("FileChange", c.id)
		s.raw(`,"changes":{"/srv/dev/proj/main.go":{"type":"update","unified_diff":"@@ -1,2 +1,2 @@\n-a\n+b\n","move_path":null}},"status":"completed","stdout":"Success. Updated the following files:\nM main.go\n","stderr":""`)
		s.completedEnd()
		text = `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM main.go\n`
	case "exec_command":
		s.completed("CommandExecution", c.id)
		s.raw(`,"process_id":"15022","command":["/bin/bash","-lc","sed -n p main.go"],"cwd":"file:///srv/dev/proj","parsed_cmd":[{"type":"read","cmd":"sed -n p main.go","name":"main.go","path":"main.go"}],"source":"unified_exec_startup","status":"completed","aggregated_output":"`, text, `","exit_code":`, code, `,"duration":{"secs":0,"nanos":249083}`)
		s.completedEnd()
		text = `Chunk ID: 3c6e95\nWall time: 0.0002 seconds\nProcess exited with code ` + code + `\nOriginal token count: 5\nOutput:\n` + text
	}
	s.record("response_item")
	s.raw(`"type":"`, output, `","id":"`, s.name("fco_"), `","call_id":"`, c.id, `","output":`)
	if c.tool == "view_image" {
		s.raw(`[{"type":"input_image","image_url":"data:image/png;base64,`, string(s.pixels()), `"}]`)
	} else {
		s.raw(`"`, text, `"`)
	}
	s.passed("", "")
}

// usage is the record of one response's tokens.
func (s *thread) usage() {
	one := [5]int{9000 + s.below(140000), s.below(9000), 1 + s.below(900), s.below(300), 0}
	one[4] = one[0] + one[2]
	for i, n := range one {
		s.total[i] += n
	}
	s.record("token_usage_record")
	s.raw(`"thread_id":"`, s.id, `","turn_id":"`, s.turnID, `","session_id":"`, s.id, `","root_turn_id":"`, s.turnID, `","response_id":"`, s.name("resp_"), `","usage":`, tokens(one), `,"thread_token_usage":`, tokens(s.total), `}`)
	s.end()
	s.last = one
}

// totals repeats the tokens for people.
func (s *thread) totals() {
	s.record("event_msg")
	s.raw(`"type":"token_count","info":{"total_token_usage":`, tokens(s.total), `,"last_token_usage":`, tokens(s.last), `,"model_context_window":258400},"rate_limits":{"limit_id":"codex","primary":null,"secondary":null,"credits":null,"plan_type":null}}`)
	s.end()
}

func tokens(n [5]int) string {
	return `{"input_tokens":` + strconv.Itoa(n[0]) + `,"cached_input_tokens":` + strconv.Itoa(n[1]) + `,"output_tokens":` + strconv.Itoa(n[2]) +
		`,"reasoning_output_tokens":` + strconv.Itoa(n[3]) + `,"total_tokens":` + strconv.Itoa(n[4]) + `}`
}

// compact goes on from the latest prompts and a summary.
func (s *thread) compact() {
	s.kept = s.kept[max(len(s.kept)-20, 0):]
	s.record("compacted")
	s.raw(`"message":"`)
	summary := string(s.prose(nil, 200+s.below(400)))
	s.raw(summary, `","replacement_history":[`)
	for _, k := range s.kept {
		s.raw(`{"type":"message","id":"`, k.id, `","role":"user","content":[{"type":"input_text","text":"`, k.text, `"}]},`)
	}
	s.raw(`{"type":"message","role":"user","content":[{"type":"input_text","text":"`, summary, `"}]}],"window_number":1,"window_id":"`, s.uuid(), `"}`)
	s.end()
	s.since = 0
}
