package workload

import (
	"fmt"
	"strings"
	"time"
)

// ahpProfiles are those of a subscriber's log of the Agent Hooks Protocol. A request repeats the last messages, which is
// most of a long log.
var ahpProfiles = []Profile{
	{
		Name: "long", Record: 2500,
		text: [2]int{10, 100}, output: [2]int{50, 850}, big: 30, image: 60, compaction: 500,
	},
	{
		Name: "chatty", Record: 800,
		text: [2]int{3, 14}, output: [2]int{1, 30}, big: 80, image: 400, compaction: 1500,
	},
}

// hooks is a log of the Agent Hooks Protocol in the making: what a back end keeps that observes everything and is asked
// about some of it. Sessions take turns.
type hooks struct {
	page
	sessions []*conversation
	at       int // the session that has the turn
	since    int
	ids      int
}

// conversation is one session of a log.
type conversation struct {
	id       string
	started  bool
	messages []kept // the last ones: what requests repeat and compactions remove
	tasks    []string
	turns    int
	last     string // event that the next turn can go on from
}

// scene is where an event stands: its session, and the turn and agent in it.
type scene struct {
	of     *conversation
	turn   string // the turn object; "" outside of turns
	agent  string // the sub-agent object
	number int    // attempts of the turn
	usage  usage
	answer string // the last message of the assistant
}

// usage is what the attempts of a turn add up to.
type usage struct{ input, output, read, write, micros int }

func newHooks(p Profile, seed uint64) *hooks {
	s := &hooks{page: newPage(p, seed)}
	for range max(p.Sessions, 1) {
		s.sessions = append(s.sessions, &conversation{id: s.uuid()})
	}
	return s
}

const hookSource = "https://harness.example/runtime/42"

// f is a formatted piece of JSON.
func f(format string, args ...any) string { return fmt.Sprintf(format, args...) }

func quoted(s string) string { return `"` + s + `"` }

// id is a new ID.
func (s *hooks) newID(prefix string) string {
	s.ids++
	return f("%s_%06d_%s", prefix, s.ids, s.hex(nil, 8))
}

// now is the time of the next event: it never runs backwards.
func (s *hooks) now() string {
	s.millis += int64(s.below(4000))
	return time.UnixMilli(s.millis).UTC().Format("2006-01-02T15:04:05.000Z")
}

// turn writes one turn of one session, and what goes on around it.
func (s *hooks) turn() []byte {
	s.buf = s.buf[:0]
	s.at = (s.at + 1) % len(s.sessions)
	c := s.sessions[s.at]
	switch {
	case !c.started:
		s.start(c, "startup")
	case s.once(25):
		s.event("session.end", scene{of: c}, "", `"outcome":"completed","reason":"the user left"`)
		s.start(c, "resume")
	}
	if s.since > s.compaction && len(c.messages) > 2 {
		s.compact(c)
	}
	s.around(c)
	s.work(c)
	return s.buf
}

// event writes one event in one of the forms of a log, and returns its ID.
func (s *hooks) event(typ string, at scene, parent, body string) string {
	id := s.newID("evt")
	event := s.eventText(id, typ, at, parent, body)
	switch asks := interceptable[typ]; {
	case asks && s.once(6):
		s.ask(id, typ, event, "")
		s.observe(event)
	case s.once(3):
		s.observe(event)
	case s.once(15):
		s.line(f(`{"at":%d,"direction":"in","message":%s}`, s.millis, event))
	default:
		s.line(event)
	}
	if s.once(60) { // a retry: the same bytes again
		s.line(event)
	}
	return id
}

func (s *hooks) eventText(id, typ string, at scene, parent, body string) string {
	var b strings.Builder
	b.WriteString(f(`{"id":%q,"source":%q,"type":%q,"time":%q,"harness":{"name":"example","version":"1.4.0"}`, id, hookSource, typ, s.now()))
	if at.of != nil {
		b.WriteString(f(`,"session":{"id":%q,"cwd":"/srv/dev/proj"%s}`, at.of.id, at.agent))
	}
	if at.turn != "" {
		b.WriteString(`,"turn":` + at.turn)
	}
	if parent != "" {
		b.WriteString(`,"parentEventId":` + quoted(parent))
	}
	b.WriteString("," + body + "}")
	return b.String()
}

// ask writes a request about an event, and the answer; none is neutral.
func (s *hooks) ask(id, typ, event, effects string) {
	s.line(f(`{"jsonrpc":"2.0","id":%q,"method":"hooks/intercept","params":{"protocolVersion":"draft","event":%s,"capabilities":{"effects":[%s]}}}`, id, event, offered(typ)))
	if effects == "" && s.once(4) {
		effects = `{"type":"message","text":"noted"}`
	}
	if effects != "" {
		effects = `,"effects":[` + effects + `]`
	}
	s.line(f(`{"jsonrpc":"2.0","id":%q,"result":{"protocolVersion":"draft"%s}}`, id, effects))
}

func (s *hooks) observe(event string) {
	s.line(`{"jsonrpc":"2.0","method":"hooks/observe","params":{"protocolVersion":"draft","event":` + event + `}}`)
}

func (s *hooks) line(text string) {
	s.buf = append(append(s.buf, text...), '\n')
	s.records++
	s.since++
}

// interceptable are the events that a back end can be asked about.
var interceptable = map[string]bool{
	"session.start": true, "tool.before": true, "tool.after": true, "turn.start": true, "turn.finish.before": true, "model.request.before": true,
	"model.response.after": true, "model.switch.before": true, "tool.permission.request": true, "tool.batch.after": true,
	"context.compact.before": true, "context.compact.after": true, "config.change.before": true, "task.change.before": true,
	"workspace.change.before": true, "user.elicitation.request": true, "user.elicitation.result": true, "user.message.inbound": true,
	"user.message.outbound": true,
}

// observable are the others.
var observable = []string{
	"session.end", "turn.end", "turn.progress", "model.error", "model.switch.after", "tool.permission.resolved", "tool.progress",
	"config.change.after", "task.change.after", "workspace.change.after", "file.changed", "user.attention", "hook.failure",
}

// offered are the effects that the harness supports for an event.
func offered(typ string) string {
	if typ == "turn.finish.before" {
		return `"message","flow"`
	}
	return `"deny","allow","message"`
}

// start opens a session: with its manifest and startup instructions.
func (s *hooks) start(c *conversation, trigger string) {
	c.started = true
	var events []string
	for _, typ := range observable {
		events = append(events, f(`{"event":%q,"modes":["observe"]}`, typ))
	}
	for _, typ := range sortedKeys(interceptable) {
		events = append(events, f(`{"event":%q,"modes":["observe","intercept"],"capabilities":{"effects":[%s]}}`, typ, offered(typ)))
	}
	items := ""
	if trigger == "startup" {
		items = s.message(c, "system", s.part("", s.words()))
	}
	s.event("session.start", scene{of: c}, "", f(`"trigger":%q,"permissionMode":"default","manifest":{"events":[%s],"gaps":[],"transports":["http"],`+
		`"authentication":["bearer"],"toolPaths":["native","mcp"],"contentCategories":["reasoning","text","images"],"correlationIdentityFields":["call.id"],`+
		`"limits":{"maxUploadBytes":1000000},"managedPolicy":{"scopes":["user","project"],"disableable":true}},"items":[%s]`, trigger, strings.Join(events, ","), items))
}

// compact writes a compaction: the oldest messages go.
func (s *hooks) compact(c *conversation) {
	s.since = 0
	trigger := []string{"auto", "manual", "hook"}[s.below(3)]
	before := s.event("context.compact.before", scene{of: c}, "", f(`"trigger":%q,"items":[%s],"tokenCounts":{"before":%d}`, trigger, c.recent(4), 90000+s.below(90000)))
	var removed []string
	for len(c.messages) > 2 {
		removed = append(removed, f(`{"id":%q}`, c.messages[0].id))
		c.messages = c.messages[1:]
	}
	execution := `{"status":"executed"}`
	if s.once(4) {
		execution = `{"status":"skipped","reason":"supplied_result"}`
	}
	s.event("context.compact.after", scene{of: c}, before, f(`"summary":[%s],"removed":[%s],"execution":%s`, s.part("", s.words()), strings.Join(removed, ","), execution))
}

// recent are the last n messages, as a request repeats them.
func (c *conversation) recent(n int) string {
	var all []string
	for _, m := range c.messages[max(0, len(c.messages)-n):] {
		all = append(all, m.text)
	}
	return strings.Join(all, ",")
}
