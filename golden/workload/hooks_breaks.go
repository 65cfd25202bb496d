package workload

import (
	"slices"
	"strings"
)

// Breaks are ways to break a log, one or more for each rule of the protocol.
var Breaks = []Break{
	{"A01", "an event has a removed name", edits("user.attention", `"type":"user.attention"`, `"type":"notification"`)},
	{"A02", "an event has a type of nobody's", edits("user.attention", `"type":"user.attention"`, `"type":"user.attentive"`)},
	{"A03", "an event is delivered with another turn", func(l *hookLog) bool {
		id := l.find("turn.start")
		return l.again(id, id, false, `"turn":{"id":"`, `"turn":{"id":"x`)
	}},
	{"A05", "a request has another id than its event", func(l *hookLog) bool {
		id := l.asked()
		for i, line := range l.lines {
			l.lines[i] = strings.Replace(line, `{"jsonrpc":"2.0","id":"`+id, `{"jsonrpc":"2.0","id":"x`+id, 1)
		}
		return id != ""
	}},
	{"A06", "a request is answered twice", func(l *hookLog) bool {
		id := l.asked()
		return id != "" && l.insert(l.last(id), f(`{"jsonrpc":"2.0","id":%q,"result":{"protocolVersion":"draft","effects":[{"type":"message","text":"else"}]}}`, id))
	}},
	{"A07", "an event is its own parent", func(l *hookLog) bool {
		id := l.without("parentEventId", "turn.start", `"trigger":"user"`)
		return l.edit(id, `,"trigger"`, `,"parentEventId":"`+id+`","trigger"`)
	}},
	{"A08", "a task is changed in another way than announced", edits("task.change.after", `"operation":"create"`, `"operation":"update"`)},
	{"A09", "a task's update changes nothing", edits("task.change.after", `"prior":{"status":"pending"}`, `"prior":{"status":"completed"}`)},
	{"A10", "a call is completed twice", repeats("tool.after", "", "")},
	{"A11", "a call is completed by another tool", edits("tool.after", `"name":"read"`, `"name":"reed"`)},
	{"A12", "a call makes progress after its completion", func(l *hookLog) bool {
		id := l.find("tool.progress", `"backgrounded":false`)
		return l.again(id, l.ofCall("tool.after", l.callOf(id)), true, "", "")
	}},
	{"A13", "a call was never proposed", func(l *hookLog) bool { return l.drop(l.ofCall("tool.before", l.callOf(l.find("tool.after")))) }},
	{"A14", "a denied call is executed", func(l *hookLog) bool {
		id := l.without(`"batch"`, "tool.permission.resolved", `"decision":"deny"`)
		return l.edit(l.ofCall("tool.after", l.callOf(id)), `"outcome":"denied","execution":{"status":"skipped","reason":"policy"}`, `"outcome":"ok","execution":{"status":"executed"}`)
	}},
	{"A15", "a cancelled call is ok", func(l *hookLog) bool {
		return l.edit(l.without(`"batch"`, "tool.after", `"reason":"supplied_result"`), `"reason":"supplied_result"`, `"reason":"cancelled"`)
	}},
	{"A16", "a failed call has output", edits("tool.after", `"items":[],"error"`, `"items":[`+outOfPlace+`],"error"`)},
	{"A17", "a batch tells another outcome than a call of it", edits("tool.batch.after", `"outcome":"ok","execution":{"status":"executed"}`, `"outcome":"timeout","execution":{"status":"executed"}`)},
	{"A18", "a batch is done before a call of it", (*hookLog).early},
	{"A19", "an attempt has two numbers", edits("model.response.after", `,"number":`, `,"number":9`)},
	{"A20", "an attempt has two usages", func(l *hookLog) bool {
		id := l.find("model.response.after", `"outputTokens":`)
		return l.again(id, id, false, `"outputTokens":`, `"outputTokens":1`)
	}},
	{"A22", "a turn's total is not the sum of its attempts", edits("turn.end", `"inputTokens":`, `"inputTokens":1`)},
	{"A23", "a supplied response has latency", edits("model.response.after", `"reason":"supplied_result"},`, `"reason":"supplied_result"},"latencyMs":5,`)},
	{"A24", "a turn ends twice", repeats("turn.end", "", "")},
	{"A25", "a turn goes on with nothing", func(l *hookLog) bool {
		id := l.find("turn.start", `"trigger":"continuation"`)
		return l.edit(id, `"parentEventId":"`+unquoted(l.text(id), `"parentEventId":"`)+`",`, ``)
	}},
	{"A26", "progress is of another item", edits("turn.progress", `"item":{"id":"`, `"item":{"id":"x`)},
	{"A27", "a session goes on after its end", func(l *hookLog) bool { return l.drop(l.find("session.start", `"trigger":"resume"`)) }},
	{"A28", "a turn is synthesized in one place", func(l *hookLog) bool {
		id := l.without(`"synthesized"`, "turn.end")
		return l.edit(id, `"turn":{`, `"turn":{"synthesized":true,`)
	}},
	{"A29", "a message is repeated with another role", edits("model.request.before", `"role":"tool"`, `"role":"user"`)},
	{"A30", "reasoning stands in a notice", edits("user.attention", `"selection":"body"`, `"selection":"body","category":"reasoning"`)},
	{"A31", "what was never there is removed", edits("context.compact.after", `"removed":[{`, `"removed":[{"id":"gone"},{`)},
	{"A32", "an answer's text is another answer", edits("user.elicitation.result", `"action":"accept"`, `"action":"cancel"`)},
	{"A33", "a request offers more than the manifest", func(l *hookLog) bool {
		return l.edit(l.find("turn.start", `"capabilities":`), `"capabilities":{"effects":[`, `"capabilities":{"effects":["ask",`)
	}},
	{"A34", "time runs backwards", edits("user.attention", `"time":"2026`, `"time":"2021`)},
	{"A35", "an address has a password", edits("tool.before", `"url":"https://`, `"url":"https://user:word@`)},
	{"A36", "two values stand on one line", func(l *hookLog) bool {
		l.lines[1] = strings.TrimSuffix(l.lines[1], "\n")
		return true
	}},
	{"A37", "a permission is resolved both ways", repeats("tool.permission.resolved", `"decision":"deny"`, `"decision":"allow"`)},
	{"A38", "a member is repeated", edits("turn.start", `,"trigger"`, `,"native":{"x":1,"x":2},"trigger"`)},
	{"A39", "a line is of something else", func(l *hookLog) bool { return l.insert(0, `{"level":"info","text":"started"}`) }},
	{"A40", "an answer is of another version", func(l *hookLog) bool {
		i := slices.IndexFunc(l.lines, func(line string) bool {
			return strings.Contains(line, `"result":`) && strings.HasPrefix(line, `{"jsonrpc"`)
		})
		if i >= 0 {
			l.lines[i] = strings.Replace(l.lines[i], `"draft"`, `"2027-01-01"`, 1)
		}
		return i >= 0
	}},
	{"A41", "a tool has a call's id", edits("tool.progress", `"tool":{`, `"tool":{"callId":"x",`)},
	{"schema", "a turn has an outcome of nobody's", edits("turn.end", `"outcome":"completed"`, `"outcome":"complete"`)},
	{"schema", "a call has no tool", edits("tool.progress", `"tool":{`, `"tools":{`)},
}

// outOfPlace is a message of a tool with IDs that no log has.
const outOfPlace = `{"id":"msg_x","role":"tool","parts":[{"id":"part_x","kind":"text","mediaType":"text/plain","selection":"body","text":"out"}]}`

// edits changes the first event of a type that has the piece.
func edits(typ, old, replacement string) func(*hookLog) bool {
	return func(l *hookLog) bool { return l.edit(l.find(typ, old), old, replacement) }
}

// repeats adds an event like the first one of a type that has the piece, changed.
func repeats(typ, old, replacement string) func(*hookLog) bool {
	return func(l *hookLog) bool {
		id := l.find(typ, old)
		return l.again(id, id, true, old, replacement)
	}
}

// asked is the first event that somebody was asked about.
func (l *hookLog) asked() string {
	for _, line := range l.lines {
		if strings.Contains(line, `"method":"hooks/intercept"`) {
			return unquoted(line, `"id":"`)
		}
	}
	return ""
}

func (l *hookLog) insert(behind int, line string) bool {
	l.lines = slices.Insert(l.lines, behind+1, line+"\n")
	return behind >= 0
}

// early moves a tool.batch.after before the tool.after of its last call.
func (l *hookLog) early() bool {
	id := l.find("tool.batch.after")
	if id == "" {
		return false
	}
	event := l.text(id)
	call := unquoted(event[strings.LastIndex(event, `"call":{"id":"`):], `"call":{"id":"`)
	after := l.ofCall("tool.after", call)
	l.drop(id)
	first := slices.IndexFunc(l.lines, func(line string) bool { return begin(line, after) >= 0 })
	if first < 0 {
		return false
	}
	event = strings.Replace(event, unquoted(event, `"time":"`), unquoted(l.text(after), `"time":"`), 1)
	return l.insert(first-1, event)
}
