package workload

import "strings"

// work writes a turn of the main agent.
func (s *hooks) work(c *conversation) {
	c.turns++
	at := &scene{of: c, turn: f(`{"id":%q}`, s.newID("turn"))}
	trigger, parent := "user", ""
	switch {
	case c.last != "" && s.once(8):
		trigger, parent = "continuation", c.last
	case s.once(10):
		trigger = "external"
		inbound := s.message(c, "user", s.part("", s.between(s.Profile.text)))
		parent = s.event("user.message.inbound", scene{of: c}, "", f(`"message":{"channel":"chat","sender":"someone","messages":[%s]}`, inbound))
	}
	parts := []string{s.part("", s.between(s.Profile.text))}
	if s.once(4 * s.Profile.image / 10) {
		parts = append(parts, s.picture())
	}
	s.event("turn.start", *at, parent, f(`"trigger":%q,"items":[%s]`, trigger, s.message(c, "user", parts...)))
	for range 1 + s.below(7) {
		s.step(at)
	}
	s.respond(at, "end_turn")
	s.finish(at)
}

// finish ends a turn, sometimes not at the first try.
func (s *hooks) finish(at *scene) {
	count := 0
	if s.once(12) {
		s.event("turn.finish.before", *at, "", s.ending(at, "completed", count))
		count++
		s.respond(at, "end_turn")
	}
	outcome := "completed"
	if s.once(12) {
		outcome = []string{"failed", "cancelled", "max_iterations"}[s.below(3)]
	}
	finish := s.event("turn.finish.before", *at, "", s.ending(at, outcome, count))
	body := s.ending(at, outcome, count)
	if outcome == "failed" {
		body += `,"error":{"class":"provider","message":"the provider is gone","status":503}`
	}
	at.of.last = s.event("turn.end", *at, finish, body)
}

func (s *hooks) ending(at *scene, outcome string, count int) string {
	return f(`"outcome":%q,"continuationCount":%d,"items":[],"lastAssistantItem":{"id":%q},"usage":{"kind":"total","scope":"turn","completeness":"complete","provenance":"provider",%s}`,
		outcome, count, at.answer, at.usage)
}

// String is the usage's counts and cost, as members.
func (u usage) String() string {
	return f(`"inputTokens":%d,"outputTokens":%d,"cacheReadTokens":%d,"cacheWriteTokens":%d,"cost":{"amount":%d.%06d,"currency":"USD","basis":"reported"}`,
		u.input, u.output, u.read, u.write, u.micros/1e6, u.micros%1e6)
}

// spend is the usage of one attempt, added to the turn's.
func (s *hooks) spend(at *scene) string {
	u := usage{s.below(4000), 1 + s.below(900), s.below(100000), s.below(3000), 100 + s.below(90000)}
	at.usage.input, at.usage.output, at.usage.micros = at.usage.input+u.input, at.usage.output+u.output, at.usage.micros+u.micros
	at.usage.read, at.usage.write = at.usage.read+u.read, at.usage.write+u.write
	return f(`"usage":{"kind":"amount","scope":"attempt","completeness":"complete","provenance":"provider",%s}`, u)
}

// attempt asks the model.
func (s *hooks) attempt(at *scene) string {
	at.number++
	model := "model-a"
	if s.once(9) {
		model = "model-b"
	}
	who := f(`"model":{"id":%q,"provider":"example"},"attempt":{"id":%q,"number":%d}`, model, s.newID("att"), at.number)
	s.event("model.request.before", *at, "", who+f(`,"params":{"max_tokens":8192,"temperature":0.2},"items":[%s]`, at.of.recent(3)))
	return who
}

// respond is a response of the model, after perhaps one that failed.
func (s *hooks) respond(at *scene, finish string) {
	who := s.attempt(at)
	for s.once(15) {
		s.event("model.error", *at, "", who+`,"execution":{"status":"executed"},"error":{"class":"overloaded","message":"try later","code":"529","status":529},"recovery":"retry",`+s.spend(at))
		who = s.attempt(at)
	}
	var parts []string
	if s.once(2) {
		parts = append(parts, s.part("reasoning", s.between(s.Profile.text)))
	}
	message := s.message(at.of, "assistant", append(parts, s.part("", s.between(s.Profile.text)))...)
	said := at.of.messages[len(at.of.messages)-1]
	at.answer = said.id
	if s.once(12) {
		s.event("turn.progress", *at, "", f(`"item":{"id":%q},"delta":{"id":%q,"role":"assistant","parts":[]},"final":false`, said.id, said.id))
		s.event("turn.progress", *at, "", f(`"item":{"id":%q},"delta":%s,"final":true`, said.id, message))
	}
	if s.once(40) { // a back end answered in the model's place
		s.event("model.response.after", *at, "", who+f(`,"execution":{"status":"skipped","reason":"supplied_result"},"items":[%s],"finishReason":%q`, message, finish))
		return
	}
	s.event("model.response.after", *at, "", who+f(`,"execution":{"status":"executed"},"items":[%s],"finishReason":%q,"latencyMs":%d,%s`,
		message, finish, 200+s.below(9000), s.spend(at)))
}

// step is one response with calls, and their results.
func (s *hooks) step(at *scene) {
	s.respond(at, "tool_use")
	n := 1
	if s.once(5) {
		n = 2 + s.below(3)
	}
	s.calls(at, n)
	if s.once(10) {
		s.plan(*at)
	}
	if s.once(80) {
		s.event("hook.failure", *at, s.event("user.attention", *at, "", f(`"attention":{"kind":"note","title":[],"message":[%s]}`, s.part("", 3))),
			`"failure":{"backendId":"audit","reason":"timed out","policy":"fail-open"}`)
	}
}

// calls are n parallel calls: a batch when there are several.
func (s *hooks) calls(at *scene, n int) {
	var list []*hookCall
	var ids []string
	for range n {
		c := s.newCall()
		list, ids = append(list, c), append(ids, quoted(c.id))
	}
	batch := ""
	if n > 1 {
		batch = s.newID("batch")
		for _, c := range list {
			c.batch = f(`,"batch":{"id":%q,"callIds":[%s]}`, batch, strings.Join(ids, ","))
		}
	}
	for _, c := range list {
		s.propose(at, c)
	}
	var done []string
	for _, c := range list {
		s.complete(at, c)
		done = append(done, f(`{%s,"outcome":%q,"execution":%s}`, c.head(), c.outcome, c.execution))
	}
	if batch != "" {
		s.event("tool.batch.after", *at, "", f(`"batch":{"id":%q},"calls":[%s]`, batch, strings.Join(done, ",")))
	}
}
