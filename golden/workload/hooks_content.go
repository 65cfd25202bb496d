package workload

import (
	"maps"
	"slices"
	"strings"
)

func sortedKeys(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }

// message is a message of the conversation, which remembers it.
func (s *hooks) message(c *conversation, role string, parts ...string) string {
	id := s.newID("msg")
	text := f(`{"id":%q,"role":%q,"parts":[%s]}`, id, role, strings.Join(parts, ","))
	if c.messages = append(c.messages, kept{id, text}); len(c.messages) > 12 {
		c.messages = c.messages[1:]
	}
	return text
}

// part is a text of n words.
func (s *hooks) part(category string, n int) string {
	return f(`{"id":%q,"kind":"text","mediaType":"text/plain","selection":"body"%s,"text":"%s"}`, s.newID("part"), ofCategory(category), s.prose(nil, n))
}

func ofCategory(category string) string {
	if category == "" {
		return ""
	}
	return `,"category":` + quoted(category)
}

// picture is an image that was uploaded, was not asked for, or could not be had.
func (s *hooks) picture() string {
	head := f(`{"id":%q,"kind":"attachment","mediaType":"image/png","category":"images"`, s.newID("part"))
	switch s.below(4) {
	case 0:
		return head + f(`,"selection":"metadata","size":%d,"sha256":"%s"}`, 1000+s.below(100000), s.hex(nil, 64))
	case 1:
		return head + `,"selection":"omit"}`
	case 2:
		return head + `,"selection":"body","gap":{"reason":"too large"}}`
	}
	return head + f(`,"selection":"body","body":{"ref":"upload-%s"}}`, s.hex(nil, 24))
}

// output is what a tool said: text, now and then an image.
func (s *hooks) output(c *conversation) string {
	if s.once(s.Profile.image) {
		return s.message(c, "tool", s.picture())
	}
	return s.message(c, "tool", s.part("", s.words()))
}

// around writes what happens beside the turns of a session: each seldom.
func (s *hooks) around(c *conversation) {
	at := scene{of: c}
	switch s.below(14) {
	case 0:
		s.event("user.attention", at, "", f(`"attention":{"kind":"idle","title":[%s],"message":[%s]}`, s.part("", 2), s.part("", 6)))
	case 1:
		change := `"change":{"source":"project","scope":"project","settings":["model"],"summary":"another model"`
		before := s.event("config.change.before", at, "", change+"}")
		s.event("config.change.after", at, before, change+`,"mcpServers":[{"id":"docs","url":"https://docs.example/mcp"}]}`)
	case 2:
		change := `"workspace":{"kind":"cwd","change":{"cwd":"/srv/dev/proj/sub"},"prior":{"cwd":"/srv/dev/proj"},"reason":"asked for"}`
		before := s.event("workspace.change.before", at, "", change)
		s.event("workspace.change.after", at, before, change)
	case 3:
		s.elicit(at)
	case 4:
		current, next := `{"id":"model-a","provider":"example"}`, `{"id":"model-b","provider":"example"}`
		before := s.event("model.switch.before", at, "", f(`"current":%s,"proposed":%s,"reason":"asked for","pricing":{"currency":"USD","inputPerMillionTokens":3,"outputPerMillionTokens":15.5}`, current, next))
		s.event("model.switch.after", at, before, f(`"previous":%s,"current":%s,"reason":"asked for"`, current, next))
	case 5:
		s.event("user.message.outbound", at, "", f(`"message":{"channel":"mail","messages":[%s]}`, s.message(c, "assistant", s.part("", 5))))
	case 6: // a file that nobody of the session changed
		s.event("file.changed", at, "", f(`"changes":[{"path":"/srv/dev/proj/%s.go","operation":"update","agentCaused":false,"before":%s,"after":%s}]`,
			s.hex(nil, 6), s.part("", 4), s.part("", 5)))
	}
}

// elicit is a question of an MCP server, and its answer.
func (s *hooks) elicit(at scene) {
	text := func(v string) string {
		return f(`{"id":%q,"kind":"text","mediaType":"text/plain","selection":"body","text":%q}`, s.newID("part"), v)
	}
	request := `{"mode":"form","message":"Which one?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}`
	before := s.event("user.elicitation.request", at, "", f(`"elicitation":{"server":"docs","mode":"form","request":%s}`, text(request)))
	action, result := "accept", `{"action":"accept","content":{"name":"this"}}`
	if s.once(3) {
		action, result = "decline", `{"action":"decline"}`
	}
	s.event("user.elicitation.result", at, before, f(`"elicitation":{"server":"docs","mode":"form","action":%q,"result":%s}`, action, text(result)))
}

// plan changes a task of the session, or makes one.
func (s *hooks) plan(at scene) {
	c := at.of
	var change, id string
	switch n := len(c.tasks); {
	case n > 0 && s.once(3):
		id, c.tasks = c.tasks[0], c.tasks[1:]
		change = f(`"task":{"id":%q,"operation":"remove","change":{}}`, id)
	case n > 0 && s.once(2):
		change = f(`"task":{"id":%q,"operation":"update","change":{"status":"completed"},"prior":{"status":"pending"}}`, c.tasks[s.below(n)])
	default:
		id = s.newID("task")
		c.tasks = append(c.tasks, id)
		change = f(`"task":{"id":%q,"operation":"create","change":{"status":"pending"},"description":"%s"}`, id, s.prose(nil, 5))
	}
	before := s.event("task.change.before", at, "", change)
	s.event("task.change.after", at, before, change)
}
