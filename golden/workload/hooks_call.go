package workload

// hookCall is one call of a tool.
type hookCall struct {
	id, tool, path, batch string
	outcome, execution    string
	edits, delegates      bool
	background            bool
}

// head are the members that every event of the call has.
func (c *hookCall) head() string {
	return f(`"call":{"id":%q},"tool":%s,"path":%q`, c.id, c.tool, c.path)
}

// connections are the ways in which MCP servers are reached, some of them not told.
var connections = []string{
	`{"transport":"http","url":"https://docs.example/mcp"}`,
	`{"transport":"sse","gaps":[{"path":"url","reason":"not disclosed"}]}`,
	`{"transport":"stdio","command":"docs-server","args":["--stdio"],"gaps":[{"path":"cwd","reason":"not disclosed"}]}`,
	`{"transport":"_unix","gaps":[{"path":"addressForm","reason":"not disclosed"},{"path":"address","reason":"not disclosed"}]}`,
}

func (s *hooks) newCall() *hookCall {
	c := &hookCall{id: s.newID("call"), path: "native", outcome: "ok", execution: `{"status":"executed"}`}
	file := f(`{"path":"/srv/dev/proj/%s.go"}`, s.hex(nil, 6))
	switch s.below(6) {
	case 0:
		c.tool = f(`{"name":"edit","kind":"file_edit","input":%s,"origin":"native"}`, file)
		c.edits = true
	case 1:
		c.path = "mcp"
		c.tool = f(`{"name":"docs__find","kind":"search","input":{"text":"%s"},"origin":"mcp","mcp":{"server":{"id":"docs","name":"Docs"},"toolName":"find","provenance":"runtime","connection":%s}}`,
			s.prose(nil, 4), connections[s.below(len(connections))])
	case 2:
		c.tool = f(`{"name":"task","kind":"task","input":{"prompt":"%s"},"origin":"native"}`, s.prose(nil, 6))
		c.delegates = s.once(3)
	case 3:
		c.tool = f(`{"name":"read","kind":"file_read","input":%s,"origin":"native"}`, file)
	default:
		c.tool = f(`{"name":"run","kind":"shell","input":{"command":"%s","timeout":120.0},"origin":"native"}`, s.prose(nil, 5))
		c.background = s.once(20)
	}
	return c
}

// propose is what comes before a call's work: its tool.before and the permission.
func (s *hooks) propose(at *scene, c *hookCall) {
	body := c.head() + c.batch
	if s.once(40) { // the back end refuses
		id := s.newID("evt")
		event := s.eventText(id, "tool.before", *at, "", body)
		s.ask(id, "tool.before", event, `{"type":"deny","reason":"not allowed here"}`)
		s.observe(event)
		c.outcome, c.execution = "denied", `{"status":"skipped","reason":"policy"}`
		return
	}
	s.event("tool.before", *at, "", body)
	if !s.once(5) {
		return
	}
	request := s.event("tool.permission.request", *at, "", body+`,"suggestions":[{"rule":"always"}],"sandboxBypass":false`)
	decision := "allow"
	if s.once(5) {
		decision = "deny"
		c.outcome, c.execution = "denied", `{"status":"skipped","reason":"policy"}`
	}
	by := []string{"user", "policy", "hook", "auto", "classifier"}[s.below(5)]
	s.event("tool.permission.resolved", *at, request, f(`%s,"decision":%q,"decidedBy":%q`, body, decision, by))
}

// fate is how a call ends that was not denied.
func (s *hooks) fate(c *hookCall) {
	switch s.below(30) {
	case 0, 1:
		c.outcome = "error"
	case 2:
		c.outcome, c.execution = "timeout", `{"status":"executed"}`
	case 3:
		c.outcome, c.execution = "cancelled", `{"status":"skipped","reason":"cancelled"}`
	case 4:
		c.execution = `{"status":"skipped","reason":"supplied_result"}`
	}
}

// complete is the work of a call, as far as it was done, and its tool.after.
func (s *hooks) complete(at *scene, c *hookCall) {
	body := c.head() + c.batch
	if c.outcome != "denied" {
		if s.once(8) || c.background {
			s.event("tool.progress", *at, "", f(`%s,"partialOutput":%s,"backgrounded":%t`, body, s.output(at.of), c.background))
		}
		if c.delegates {
			s.delegate(at)
		}
		s.fate(c)
	}
	executed := c.execution == `{"status":"executed"}`
	after := f(`%s,"outcome":%q,"execution":%s`, body, c.outcome, c.execution)
	switch c.outcome {
	case "ok":
		after += f(`,"items":[%s]`, s.output(at.of))
	case "error":
		after += `,"items":[],"error":{"class":"operation","message":"it did not work","code":"E1"}`
	default:
		after += `,"items":[]`
	}
	if executed {
		after += f(`,"durationMs":%d`, s.below(90000))
	}
	if changes := executed && c.edits && c.outcome == "ok"; changes && s.once(2) {
		after += f(`,"fileChanges":[{"path":"/srv/dev/proj/a.go","change":"modified","before":%s,"after":%s}]`, s.part("", 8), s.part("", 9))
	}
	id := s.event("tool.after", *at, "", after)
	if executed && c.edits && s.once(3) {
		s.event("file.changed", *at, id, f(`"changes":[{"path":"/srv/dev/proj/a.go","operation":"create","agentCaused":true,"after":%s}]`, s.part("", 8)))
	}
	if c.background { // work that goes on after the call has returned
		s.event("tool.progress", *at, "", f(`%s,"partialOutput":%s,"backgrounded":true`, body, s.output(at.of)))
	}
}

// delegate is the turn of a sub-agent, inside of a call.
func (s *hooks) delegate(at *scene) {
	child := &scene{of: at.of, turn: f(`{"id":%q,"synthesized":true}`, s.newID("turn")), agent: f(`,"agent":{"id":%q,"type":"helper"}`, s.newID("agent"))}
	s.event("turn.start", *child, "", f(`"trigger":"external","items":[%s]`, s.message(at.of, "user", s.part("", 8))))
	for range 1 + s.below(3) {
		s.respond(child, "tool_use")
		s.calls(child, 1)
	}
	s.respond(child, "end_turn")
	s.event("turn.end", *child, "", s.ending(child, "completed", 0))
}
