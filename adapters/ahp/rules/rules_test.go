package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
)

// ev is an event of the source urn:h. Each event of a log has the same time, unless more of the envelope is given.
func ev(id, typ, payload string) string {
	at := `"time":"2026-09-15T12:00:00Z",`
	if strings.Contains(payload, `"time":`) {
		at = ""
	}
	from := `"source":"urn:h",`
	if strings.Contains(payload, `"source":"http`) || strings.Contains(payload, `"source":"urn`) {
		from = ""
	}
	harness := `"harness":{"name":"h","version":"1"},`
	if strings.Contains(payload, `"harness":`) {
		harness = ""
	}
	return fmt.Sprintf(`{"id":%q,"type":%q,%s%s%s%s}`, id, typ, from, at, harness, payload)
}

// tool is a native call of that ID.
func tool(call string) string {
	return fmt.Sprintf(`"call":{"id":%q},"tool":{"name":"run","input":{},"origin":"native"},"path":"native"`, call)
}

// before and after are the proposal and the completion of a call.
func before(id, call string) string { return ev(id, "tool.before", tool(call)) }

func after(id, call string) string {
	return ev(id, "tool.after", tool(call)+`,"outcome":"ok","execution":{"status":"executed"},"items":[]`)
}

// skipped is the completion of a call that was not executed.
func skipped(id, call, outcome, reason string) string {
	return ev(id, "tool.after", tool(call)+fmt.Sprintf(`,"outcome":%q,"execution":{"status":"skipped","reason":%q},"items":[]`, outcome, reason))
}

func asks(id, call string) string {
	return ev(id, "tool.permission.request", tool(call)+`,"suggestions":[],"sandboxBypass":false`)
}

func decides(id, call, decision string) string {
	return ev(id, "tool.permission.resolved", tool(call)+fmt.Sprintf(`,"decision":%q,"decidedBy":"user"`, decision))
}

func begins(id, turn string) string {
	return ev(id, "turn.start", fmt.Sprintf(`"turn":{"id":%q},"trigger":"user","items":[]`, turn))
}

func ends(id, turn, more string) string {
	return ev(id, "turn.end", fmt.Sprintf(`"turn":{"id":%q},"outcome":"completed","continuationCount":0,"items":[]%s`, turn, more))
}

// says is a message with one text.
func says(id, role, part string) string {
	return fmt.Sprintf(`{"id":%q,"role":%q,"parts":[{"id":%q,"kind":"text","mediaType":"text/plain","selection":"body","text":"x"}]}`, id, role, part)
}

// attempts are the members of an attempt in a turn.
func attempts(id string, number int) string {
	return fmt.Sprintf(`"turn":{"id":"t1"},"model":{"id":"m","provider":"p"},"attempt":{"id":%q,"number":%d}`, id, number)
}

func requests(id, attempt string, number int) string {
	return ev(id, "model.request.before", attempts(attempt, number)+`,"params":{},"items":[]`)
}

func responds(id, attempt string, number int, more string) string {
	return ev(id, "model.response.after", attempts(attempt, number)+`,"execution":{"status":"executed"},"items":[],"finishReason":"stop"`+more)
}

func spent(kind, scope string, tokens int) string {
	return fmt.Sprintf(`,"usage":{"kind":%q,"scope":%q,"completeness":"complete","provenance":"provider","inputTokens":%d,"cost":{"amount":%d,"currency":"USD","basis":"billed"}}`, kind, scope, tokens, tokens)
}

func observed(event string) string {
	return `{"jsonrpc":"2.0","method":"hooks/observe","params":{"protocolVersion":"draft","event":` + event + `}}`
}

func asked(id, event, effects string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":"hooks/intercept","params":{"protocolVersion":"draft","event":%s,"capabilities":{"effects":[%s]}}}`, id, event, effects)
}

func answered(id, result string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"result":{"protocolVersion":"draft"%s}}`, id, result)
}

const deny = `,"effects":[{"type":"deny","reason":"no"}]`

func starts(id, session, trigger, more string) string {
	return ev(id, "session.start", fmt.Sprintf(`"session":{"id":%q},"trigger":%q,"permissionMode":"x",%s,"items":[]%s`, session, trigger, manifest1, more))
}

func ofBatch(event, ids string) string {
	return strings.TrimSuffix(event, "}") + `,"batch":{"id":"b1","callIds":[` + ids + `]}}`
}

func batchDone(id string, calls ...string) string {
	return ev(id, "tool.batch.after", `"batch":{"id":"b1"},"calls":[`+strings.Join(calls, ",")+`]`)
}

func outcomeOf(call, outcome string) string {
	return `{` + tool(call) + fmt.Sprintf(`,"outcome":%q,"execution":{"status":"executed"}}`, outcome)
}

func with(event, more string) string { return strings.TrimSuffix(event, "}") + "," + more + "}" }

func task(id, typ, task, operation, more string) string {
	return ev(id, "task.change."+typ, fmt.Sprintf(`"task":{"id":%q,"operation":%q%s}`, task, operation, more))
}

func elicits(id, typ, mode, more, name, text string) string {
	return ev(id, "user.elicitation."+typ, fmt.Sprintf(`"elicitation":{"server":"s","mode":%q%s,%q:{"id":"p-%s","kind":"text","mediaType":"text/plain","selection":"body","text":%q}}`, mode, more, name, id, text))
}

func compacts(id string) string {
	return ev(id, "context.compact.before", `"trigger":"auto","items":[]`)
}

func compacted(id, summary, removed string) string {
	return ev(id, "context.compact.after", `"summary":[`+summary+`],"removed":[`+removed+`],"execution":{"status":"executed"}`)
}

func servers(server string) string {
	return ev("e1", "config.change.after", `"change":{"source":"u","scope":"u","settings":[],"summary":"x","mcpServers":[`+server+`]}`)
}

func connects(connection string) string {
	return ev("e1", "tool.before", `"call":{"id":"c1"},"path":"mcp","tool":{"name":"x","input":{},"origin":"mcp","mcp":{"server":{"id":"s"},"toolName":"x","provenance":"runtime","connection":`+connection+`}}`)
}

func changes(id, more string) string {
	return ev(id, "file.changed", `"changes":[{"path":"a","agentCaused":true,`+more+`}]`)
}

// scenario is one way to break a rule, and one that is near it and breaks nothing.
type scenario struct {
	rule     string
	severity check.Severity
	broken   []string
	near     []string
}

const form = `{"message":"?","requestedSchema":{"type":"object","properties":{"a":{},"b":{}},"required":["a"]}}`

var scenarios = []scenario{
	{"A01", "E", lines(ev("e1", "tool.error", tool("c1"))), lines(before("e1", "c1"))},
	{"A01", "E", lines(ev("e1", "other", `"x":1`)), lines(ev("e1", "turn.progress", `"turn":{"id":"t1"},"item":{"id":"m1"},"delta":`+says("m1", "assistant", "p1")+`,"final":true`))},
	{"A02", "E", lines(ev("e1", "tool.started", tool("c1"))), lines(before("e1", "c1"))},
	{"A03", "E", lines(begins("e1", "t1"), begins("e1", "t2")), lines(begins("e1", "t1"), with(begins("e1", "t1"), `"native":1`))},
	{"A03", "E", lines(before("e1", "c1"), begins("e1", "t1")), lines(before("e1", "c1"), ev("e1", "turn.start", `"turn":{"id":"t1"},"trigger":"user","items":[],"source":"urn:other"`))},
	{"A05", "E", lines(asked("x", before("e1", "c1"), ``), answered("x", ``)), lines(asked("e1", before("e1", "c1"), ``), answered("e1", ``))},
	{"A05", "E", lines(begins("e0", "t1"), asked("e1", ends("e1", "t1", ""), ``), answered("e1", ``)), lines(asked("e0", begins("e0", "t1"), ``), answered("e0", ``), observed(ends("e1", "t1", "")))},
	{"A06", "W", lines(before("e1", "c1"), answered("e1", ``)), lines(answered("e1", ``), asked("e1", before("e1", "c1"), ``))},
	{"A06", "W", lines(asked("e1", before("e1", "c1"), ``), answered("e1", ``), answered("e1", deny)), lines(asked("e1", before("e1", "c1"), ``), answered("e1", deny), answered("e1", deny))},
	{"A06", "W", lines(asked("e1", before("e1", "c1"), ``), `{"jsonrpc":"2.0","id":"e1","error":{"code":-1,"message":"x"}}`), lines(asked("e1", before("e1", "c1"), ``), answered("e1", `,"effects":[]`))},
	{"A07", "E", lines(with(begins("e1", "t1"), `"parentEventId":"e2"`), with(begins("e2", "t2"), `"parentEventId":"e1"`)), lines(with(begins("e1", "t1"), `"parentEventId":"e2"`), begins("e2", "t2"))},
	{"A07", "E", lines(with(begins("e1", "t1"), `"parentEventId":"e1"`)), lines(with(begins("e1", "t1"), `"parentEventId":"e0"`), begins("e0", "t0"))},
	{"A07", "W", lines(before("e1", "c1"), with(after("e2", "c1"), `"parentEventId":"c1"`)), lines(before("e1", "c1"), with(after("e2", "c1"), `"parentEventId":"e1"`))},
	{"A07", "W", lines(with(begins("e1", "t1"), `"parentEventId":"e0"`)), lines(begins("e1", "t1"))},
	{"A08", "E", lines(task("e1", "before", "k", "create", `,"change":{}`), with(task("e2", "after", "k2", "create", `,"change":{}`), `"parentEventId":"e1"`)),
		lines(task("e1", "before", "k", "create", `,"change":{"a":1}`), with(task("e2", "after", "k", "create", `,"change":{"a":2}`), `"parentEventId":"e1"`))},
	{"A08", "E", lines(with(ev("e1", "workspace.change.after", `"workspace":{"kind":"cwd","change":{"cwd":"/"}}`), `"parentEventId":"e0"`), ev("e0", "workspace.change.before", `"workspace":{"kind":"switch","change":{"cwd":"/"}}`)),
		lines(with(ev("e1", "workspace.change.after", `"workspace":{"kind":"cwd","change":{"cwd":"/"}}`), `"parentEventId":"e0"`), ev("e0", "workspace.change.before", `"workspace":{"kind":"cwd","change":{"cwd":"/x"}}`))},
	{"A08", "E", lines(ev("e1", "user.elicitation.request", `"elicitation":{"server":"s","mode":"form"}`), ev("e2", "user.elicitation.result", `"elicitation":{"server":"s2","mode":"form","action":"cancel"},"parentEventId":"e1"`)),
		lines(ev("e1", "user.elicitation.request", `"elicitation":{"server":"s","mode":"form"}`), ev("e2", "user.elicitation.result", `"elicitation":{"server":"s","mode":"form","action":"cancel"},"parentEventId":"e1"`))},
	{"A09", "E", lines(task("e1", "after", "k", "update", `,"change":{ }`)), lines(task("e1", "after", "k", "create", `,"change":{}`))},
	{"A09", "E", lines(task("e1", "after", "k", "update", `,"change":{"a":1,"b":2},"prior":{"b":2.0,"a":1}`)), lines(task("e1", "after", "k", "update", `,"change":{"a":1},"prior":{"b":2,"a":1}`))},
	{"A09", "E", lines(ev("e1", "workspace.change.after", `"workspace":{"kind":"cwd","change":{"cwd":"/"},"prior":{"cwd":"/"}}`)), lines(ev("e1", "workspace.change.after", `"workspace":{"kind":"cwd","change":{"cwd":"/"},"prior":{"cwd":"/x"}}`))},
	{"A09", "E", lines(changes("e1", `"operation":"update","before":`+text1+`,"after":`+text1)), lines(changes("e1", `"operation":"update","before":`+text1+`,"after":`+strings.Replace(text1, "hello", "bye", 1)))},
	{"A10", "E", lines(before("e1", "c1"), after("e2", "c1"), after("e3", "c1")), lines(before("e1", "c1"), after("e2", "c1"), after("e2", "c1"), before("e4", "c2"), after("e3", "c2"))},
	{"A10", "W", lines(begins("e0", "t1"), with(before("e1", "c1"), `"turn":{"id":"t1"}`), ends("e2", "t1", "")), lines(begins("e0", "t1"), with(before("e1", "c1"), `"turn":{"id":"t1"}`))},
	{"A10", "W", lines(begins("e0", "t1"), with(before("e1", "c1"), `"turn":{"id":"t1"}`), ends("e2", "t1", "")), lines(begins("e0", "t1"), with(before("e1", "c1"), `"turn":{"id":"t1"}`), with(progress("e3", "true"), `"turn":{"id":"t1"}`), ends("e2", "t1", ""))},
	{"A11", "E", lines(before("e1", "c1"), strings.Replace(after("e2", "c1"), `"run"`, `"walk"`, 1)), lines(before("e1", "c1"), strings.Replace(after("e2", "c1"), `"input":{}`, `"input":{"changed":true}`, 1))},
	{"A11", "W", lines(before("e1", "c1"), strings.Replace(after("e2", "c1"), `"path":"native"`, `"path":"other"`, 1)), lines(before("e1", "c1"), after("e2", "c1"))},
	{"A12", "W", lines(after("e2", "c1"), before("e1", "c1")), lines(before("e1", "c1"), after("e2", "c1"))},
	{"A12", "W", lines(before("e1", "c1"), after("e2", "c1"), asks("e3", "c1"), decides("e4", "c1", "allow")), lines(before("e1", "c1"), asks("e3", "c1"), decides("e4", "c1", "allow"), after("e2", "c1"))},
	{"A12", "W", lines(before("e1", "c1"), after("e2", "c1"), progress("e3", "false")), lines(before("e1", "c1"), after("e2", "c1"), progress("e3", "true"))},
	{"A13", "W", lines(after("e2", "c1")), lines(before("e1", "c1"), after("e2", "c1"))},
	{"A13", "W", lines(before("e1", "c1"), decides("e2", "c1", "allow")), lines(before("e1", "c1"), asks("e3", "c1"), decides("e2", "c1", "allow"))},
	{"A13", "W", lines(before("e1", "c1"), asks("e3", "c1"), after("e2", "c1")), lines(before("e1", "c1"), asks("e3", "c1"))},
	{"A14", "E", lines(before("e1", "c1"), asks("e3", "c1"), decides("e4", "c1", "deny"), after("e2", "c1")),
		lines(before("e1", "c1"), asks("e3", "c1"), decides("e4", "c1", "deny"), asks("e5", "c1"), decides("e6", "c1", "allow"), after("e2", "c1"))},
	{"A15", "W", lines(before("e1", "c1"), skipped("e2", "c1", "ok", "policy")), lines(before("e1", "c1"), skipped("e2", "c1", "denied", "policy"))},
	{"A15", "W", lines(before("e1", "c1"), skipped("e2", "c1", "timeout", "supplied_result")), lines(before("e1", "c1"), skipped("e2", "c1", "ok", "supplied_result"))},
	{"A15", "W", lines(before("e1", "c1"), skipped("e2", "c1", "ok", "timeout")), lines(before("e1", "c1"), skipped("e2", "c1", "timeout", "timeout"))},
	{"A16", "W", lines(before("e1", "c1"), fails("e2", says("m1", "tool", "p1"))), lines(before("e1", "c1"), fails("e2", `{"id":"m1","role":"tool","parts":[`+textMeta+`]}`))},
	{"A17", "E", lines(ofBatch(before("e1", "c1"), `"c1","c2"`), ofBatch(before("e2", "c2"), `"c1","c2","c3"`)), lines(ofBatch(before("e1", "c1"), `"c1","c2"`), ofBatch(before("e2", "c2"), `"c2","c1"`))},
	{"A17", "E", lines(ofBatch(before("e1", "c1"), `"c2","c3"`)), lines(ofBatch(before("e1", "c1"), `"c1","c3"`))},
	{"A17", "E", lines(before("e1", "c1"), after("e2", "c1"), batchDone("e3", outcomeOf("c1", "ok")), batchDone("e4", outcomeOf("c1", "ok"))),
		lines(before("e1", "c1"), after("e2", "c1"), batchDone("e3", outcomeOf("c1", "ok")), batchDone("e3", outcomeOf("c1", "ok")))},
	{"A17", "E", lines(before("e1", "c1"), after("e2", "c1"), batchDone("e3", outcomeOf("c1", "ok"), outcomeOf("c1", "ok"))),
		lines(before("e1", "c1"), before("e5", "c2"), after("e2", "c1"), after("e4", "c2"), batchDone("e3", outcomeOf("c2", "ok"), outcomeOf("c1", "ok")))},
	{"A17", "E", lines(ofBatch(before("e1", "c1"), `"c1","c2"`), after("e2", "c1"), batchDone("e3", outcomeOf("c1", "ok"))), lines(ofBatch(before("e1", "c1"), `"c1"`), after("e2", "c1"), batchDone("e3", outcomeOf("c1", "ok")))},
	{"A17", "E", lines(before("e1", "c1"), after("e2", "c1"), batchDone("e3", outcomeOf("c1", "timeout"))), lines(before("e1", "c1"), after("e2", "c1"), batchDone("e3", outcomeOf("c1", "ok")))},
	{"A17", "W", lines(before("e1", "c1"), batchDone("e3", outcomeOf("c1", "ok"))), lines(before("e1", "c1"), after("e2", "c1"), batchDone("e3", outcomeOf("c1", "ok")))},
	{"A17", "W", lines(before("e1", "c1"), after("e2", "c1"), strings.Replace(batchDone("e3", outcomeOf("c1", "ok")), `{"id":"b1"}`, `{"id":"b1","callIds":["c1"]}`, 1)), lines(before("e1", "c1"), after("e2", "c1"), batchDone("e3", outcomeOf("c1", "ok")))},
	{"A17", "W", lines(begins("e0", "t1"), ofBatch(with(before("e1", "c1"), `"turn":{"id":"t1"}`), `"c1"`), after("e2", "c1"), ends("e3", "t1", "")), lines(begins("e0", "t1"), ofBatch(with(before("e1", "c1"), `"turn":{"id":"t1"}`), `"c1"`), after("e2", "c1"), batchDone("e4", outcomeOf("c1", "ok")), ends("e3", "t1", ""))},
	{"A18", "W", lines(before("e1", "c1"), batchDone("e3", outcomeOf("c1", "ok")), after("e2", "c1")), lines(before("e1", "c1"), after("e2", "c1"), batchDone("e3", outcomeOf("c1", "ok")))},
	{"A19", "E", lines(requests("e1", "a1", 1), responds("e2", "a1", 2, "")), lines(requests("e1", "a1", 1), responds("e2", "a1", 1, ""))},
	{"A19", "E", lines(requests("e0", "a1", 1), responds("e1", "a1", 1, ""), responds("e2", "a1", 1, "")), lines(requests("e0", "a1", 1), responds("e1", "a1", 1, ""), requests("e3", "a2", 2), responds("e2", "a2", 2, ""))},
	{"A19", "E", lines(requests("e1", "a1", 1), strings.Replace(responds("e2", "a1", 1, ""), `"id":"m"`, `"id":"m2"`, 1)), lines(requests("e1", "a1", 1), responds("e2", "a1", 1, ""), strings.Replace(requests("e4", "a2", 2), `"id":"m"`, `"id":"m2"`, 1), strings.Replace(responds("e3", "a2", 2, ""), `"id":"m"`, `"id":"m2"`, 1))},
	{"A19", "W", lines(requests("e3", "a1", 2), responds("e1", "a1", 2, ""), requests("e4", "a2", 2), responds("e2", "a2", 2, "")), lines(requests("e3", "a1", 2), responds("e1", "a1", 2, ""), requests("e4", "a2", 4), responds("e2", "a2", 4, ""))},
	{"A19", "W", lines(responds("e1", "a1", 1, "")), lines(requests("e0", "a1", 1), responds("e1", "a1", 1, ""))},
	{"A19", "W", lines(begins("e0", "t1"), requests("e1", "a1", 1), ends("e2", "t1", "")), lines(begins("e0", "t1"), requests("e1", "a1", 1))},
	{"A19", "W", lines(requests("e1", "a1", 1), requests("e2", "a2", 2)), lines(requests("e1", "a1", 1), fallsShort("e3", "a1", 1), requests("e2", "a2", 2))},
	{"A19", "W", lines(opens("e0", "s1", "startup", "turn.progress"), ofSession(responds("e1", "a1", 1, ""))), lines(opens("e0", "s1", "startup", "model.request.before"), ofSession(responds("e1", "a1", 1, "")))},
	{"A19", "W", lines(offers("turn.progress"), responds("e1", "a1", 1, "")), lines(offers("model.request.before"), responds("e1", "a1", 1, ""))},
	{"A20", "E", lines(requests("e0", "a1", 1), responds("e1", "a1", 1, spent("amount", "attempt", 5)), responds("e1", "a1", 1, spent("amount", "attempt", 6))), lines(requests("e0", "a1", 1), responds("e1", "a1", 1, spent("amount", "attempt", 5)), observed(responds("e1", "a1", 1, spent("amount", "attempt", 5))), requests("e4", "a2", 2), responds("e2", "a2", 2, spent("amount", "attempt", 6)))},
	{"A22", "W", lines(begins("e0", "t1"), requests("e4", "a1", 1), responds("e1", "a1", 1, spent("amount", "attempt", 5)), requests("e5", "a2", 2), responds("e2", "a2", 2, spent("amount", "attempt", 6)), ends("e3", "t1", spent("total", "turn", 12))),
		lines(begins("e0", "t1"), requests("e4", "a1", 1), responds("e1", "a1", 1, spent("amount", "attempt", 5)), requests("e5", "a2", 2), responds("e2", "a2", 2, spent("amount", "attempt", 6)), ends("e3", "t1", spent("total", "turn", 11)))},
	{"A23", "E", lines(before("e1", "c1"), with(skipped("e2", "c1", "ok", "supplied_result"), `"durationMs":5`)), lines(before("e1", "c1"), with(after("e2", "c1"), `"durationMs":5`))},
	{"A23", "W", lines(before("e1", "c1"), skipped("e2", "c1", "ok", "supplied_result"), with(changes("e3", `"operation":"create"`), `"parentEventId":"e2"`)), lines(before("e1", "c1"), after("e2", "c1"), with(changes("e3", `"operation":"create"`), `"parentEventId":"e2"`))},
	{"A24", "E", lines(begins("e1", "t1"), ends("e2", "t1", ""), ends("e3", "t1", "")), lines(begins("e1", "t1"), ends("e2", "t1", ""), observed(ends("e2", "t1", "")))},
	{"A24", "W", lines(begins("e1", "t1"), ends("e2", "t1", ""), with(changes("e3", `"operation":"create"`), `"turn":{"id":"t1"}`)), lines(begins("e1", "t1"), ends("e2", "t1", ""), with(changes("e3", `"operation":"create"`), `"turn":{"id":"t2"}`))},
	{"A24", "W", lines(ends("e2", "t1", "")), lines(begins("e1", "t1"), ends("e2", "t1", ""))},
	{"A24", "W", lines(opens("e0", "s1", "startup"), ofSession(begins("e1", "t1")), ofSession(begins("e2", "t2"))), lines(opens("e0", "s1", "startup"), ofSession(begins("e1", "t1")), strings.Replace(ofSession(begins("e2", "t2")), `{"id":"s1"}`, `{"id":"s1","agent":{"id":"a"}}`, 1))},
	{"A24", "W", lines(opens("e0", "s1", "startup"), ofSession(begins("e1", "t1")), leaves("e3")), lines(opens("e0", "s1", "startup"), ofSession(begins("e1", "t1")), ofSession(ends("e2", "t1", "")), leaves("e3"))},
	{"A24", "W", lines(begins("e1", "t1"), strings.Replace(strings.Replace(ends("e2", "t1", ""), "turn.end", "turn.finish.before", 1), `"continuationCount":0`, `"continuationCount":1`, 1), ends("e3", "t1", "")),
		lines(begins("e1", "t1"), strings.Replace(ends("e2", "t1", ""), "turn.end", "turn.finish.before", 1), ends("e3", "t1", ""))},
	{"A25", "W", lines(strings.Replace(begins("e1", "t1"), `"user"`, `"continuation"`, 1)), lines(begins("e0", "t0"), with(strings.Replace(begins("e1", "t1"), `"user"`, `"continuation"`, 1), `"parentEventId":"e0"`))},
	{"A25", "W", lines(with(before("e0", "c1"), `"turn":{"id":"t1"}`), with(strings.Replace(begins("e1", "t1"), `"user"`, `"continuation"`, 1), `"parentEventId":"e0"`)), lines(with(before("e0", "c1"), `"turn":{"id":"t0"}`), with(strings.Replace(begins("e1", "t1"), `"user"`, `"continuation"`, 1), `"parentEventId":"e0"`))},
	{"A26", "W", lines(streams("e1", "m1", "m1", "true"), streams("e2", "m1", "m1", "false")), lines(streams("e1", "m1", "m1", "false"), streams("e2", "m1", "m1", "true"))},
	{"A26", "W", lines(streams("e1", "m1", "m2", "true")), lines(streams("e1", "m1", "m1", "true"))},
	{"A26", "W", lines(begins("e1", "t1"), ends("e2", "t1", `,"lastAssistantItem":{"id":"m1"}`)), lines(streams("e0", "m1", "m1", "true"), begins("e1", "t1"), ends("e2", "t1", `,"lastAssistantItem":{"id":"m1"}`))},
	{"A27", "E", lines(starts("e1", "s1", "fork", `,"resumedFrom":{"id":"s1"}`)), lines(starts("e1", "s1", "fork", `,"resumedFrom":{"id":"s0"}`))},
	{"A27", "W", lines(starts("e1", "s1", "resume", `,"resumedFrom":{"id":"s0"}`)), lines(starts("e1", "s1", "resume", `,"resumedFrom":{"id":"s1"}`))},
	{"A27", "W", lines(with(before("e0", "c1"), `"session":{"id":"s1"}`), starts("e1", "s1", "startup", "")), lines(starts("e1", "s1", "startup", ""), with(before("e0", "c1"), `"session":{"id":"s1"}`))},
	{"A27", "W", lines(opens("e3", "s1", "startup"), leaves("e1"), ofSession(changes("e0", `"operation":"create"`))),
		lines(opens("e3", "s1", "startup"), leaves("e1"), opens("e2", "s1", "resume"), ofSession(changes("e0", `"operation":"create"`)))},
	{"A27", "W", lines(leaves("e1")), lines(opens("e0", "s1", "startup"), leaves("e1"))},
	{"A27", "W", lines(starts("e0", "s1", "startup", ""), starts("e1", "s1", "resume", "")), lines(starts("e0", "s1", "startup", ""), starts("e1", "s1", "compact", ""))},
	{"A28", "W", lines(begins("e1", "t1"), strings.Replace(ends("e2", "t1", ""), `{"id":"t1"}`, `{"id":"t1","synthesized":true}`, 1)), lines(begins("e1", "t1"), strings.Replace(ends("e2", "t1", ""), `{"id":"t1"}`, `{"id":"t1","synthesized":false}`, 1))},
	{"A29", "W", lines(message("e1", says("m1", "user", "p1")), message("e2", says("m1", "user", "p1"), says("m1", "assistant", "p1"))), lines(message("e1", says("m1", "user", "p1")), message("e2", says("m1", "user", "p1"), says("m2", "assistant", "p2")))},
	{"A29", "W", lines(with(before("e1", "c1"), `"items":[`+image+`]`), with(before("e2", "c2"), `"items":[`+strings.Replace(image, "up-1", "up-2", 1)+`]`)), lines(with(before("e1", "c1"), `"items":[`+image+`]`), with(before("e2", "c2"), `"items":[`+strings.Replace(image, `"selection":"body","body":{"ref":"up-1"}`, `"selection":"omit"`, 1)+`]`))},
	{"A29", "W", lines(with(before("e1", "c1"), `"items":[`+text1+`]`), compacts("e2"), compacted("e3", text1, ``)), lines(with(before("e1", "c1"), `"items":[`+text1+`]`), compacts("e2"), compacted("e3", textGap, `{"id":"p1"}`))},
	{"A30", "W", lines(with(before("e1", "c1"), `"items":[`+strings.Replace(text1, `"text":"hello"`, `"text":"hello","category":"reasoning"`, 1)+`]`)),
		lines(message("e1", `{"id":"m1","role":"assistant","parts":[`+strings.Replace(text1, `"text":"hello"`, `"text":"hello","category":"reasoning"`, 1)+`]}`))},
	{"A31", "W", lines(compacted("e2", text1, ``)), lines(compacts("e1"), compacted("e2", text1, ``))},
	{"A31", "W", lines(compacts("e1"), compacted("e2", text1, `{"id":"m1"}`)), lines(message("e0", says("m1", "user", "p0")), compacts("e1"), compacted("e2", text1, `{"id":"m1"}`))},
	{"A32", "E", lines(elicits("e1", "request", "form", "", "request", "hello")), lines(elicits("e1", "request", "form", "", "request", form))},
	{"A32", "E", lines(elicits("e1", "request", "url", "", "request", form)), lines(elicits("e1", "request", "url", "", "request", `{"mode":"url","url":"https://h"}`))},
	{"A32", "E", lines(elicits("e1", "result", "form", `,"action":"accept"`, "result", `{"action":"decline"}`)), lines(elicits("e1", "result", "form", `,"action":"decline"`, "result", `{"action":"decline"}`))},
	{"A32", "E", lines(elicits("e1", "result", "form", `,"action":"cancel"`, "result", `{"action":"cancel","content":{}}`)), lines(elicits("e1", "result", "form", `,"action":"accept"`, "result", `{"action":"accept","content":{}}`))},
	{"A32", "E", lines(elicits("e1", "request", "form", "", "request", form), with(elicits("e2", "result", "form", `,"action":"accept"`, "result", `{"action":"accept","content":{"b":1}}`), `"parentEventId":"e1"`)),
		lines(elicits("e1", "request", "form", "", "request", form), with(elicits("e2", "result", "form", `,"action":"accept"`, "result", `{"action":"accept","content":{"a":1}}`), `"parentEventId":"e1"`))},
	{"A33", "W", lines(asked("e1", before("e1", "c1"), `"deny"`), answered("e1", deny), after("e2", "c1")), lines(asked("e1", before("e1", "c1"), `"deny"`), answered("e1", deny), skipped("e2", "c1", "denied", "policy"))},
	{"A33", "W", lines(asked("e1", task("e1", "before", "k", "create", `,"change":{}`), `"deny"`), answered("e1", deny), with(task("e2", "after", "k", "create", `,"change":{}`), `"parentEventId":"e1"`)),
		lines(asked("e1", task("e1", "before", "k", "create", `,"change":{}`), `"deny"`), answered("e1", `,"effects":[{"type":"allow"}]`), with(task("e2", "after", "k", "create", `,"change":{}`), `"parentEventId":"e1"`))},
	{"A33", "W", lines(asked("e1", requests("e1", "a1", 1), `"deny"`), answered("e1", deny), responds("e2", "a1", 1, "")),
		lines(asked("e1", requests("e1", "a1", 1), `"deny"`), answered("e1", deny), ev("e2", "model.response.after", attempts("a1", 1)+`,`+supplied+`,"items":[],"finishReason":"stop"`))},
	{"A33", "W", lines(starts("e0", "s1", "startup", ""), with(begins("e1", "t1"), `"session":{"id":"s1"}`)), lines(starts("e0", "s1", "startup", ""), with(before("e1", "c1"), `"session":{"id":"s1"}`))},
	{"A33", "W", lines(starts("e0", "s1", "startup", ""), with(strings.Replace(before("e1", "c1"), `"path":"native"`, `"path":"other"`, 1), `"session":{"id":"s1"}`)), lines(starts("e0", "s1", "startup", ""), with(strings.Replace(before("e1", "c1"), `"path":"native"`, `"path":"mcp"`, 1), `"session":{"id":"s1"}`))},
	{"A33", "W", lines(starts("e0", "s1", "startup", ""), asked("e1", with(before("e1", "c1"), `"session":{"id":"s1"}`), `"deny","ask"`), answered("e1", "")), lines(starts("e0", "s1", "startup", ""), asked("e1", with(before("e1", "c1"), `"session":{"id":"s1"}`), `"deny"`), answered("e1", ""))},
	{"A34", "W", lines(ev("e1", "tool.before", tool("c1")+`,"time":"2026-09-15T12:00:00.5Z"`), ev("e2", "tool.before", tool("c2")+`,"time":"2026-09-15T12:00:00.25Z"`)),
		lines(ev("e1", "tool.before", tool("c1")+`,"time":"2026-09-15T12:00:00.5Z"`), ev("e2", "tool.before", tool("c2")+`,"time":"2026-09-15T14:00:00.50+02:00"`), ev("e3", "tool.before", tool("c3")+`,"time":"2025-09-15T12:00:00Z","source":"urn:x"`))},
	{"A34", "W", lines(starts("e0", "s1", "startup", ""), with(before("e1", "c1"), `"session":{"id":"s1"}`), ev("e2", "tool.before", tool("c2")+`,"session":{"id":"s1"},"harness":{"name":"h","version":"2"}`)),
		lines(starts("e0", "s1", "startup", ""), starts("e3", "s2", "startup", `,"harness":{"name":"h","version":"2"}`), with(before("e1", "c1"), `"session":{"id":"s1"}`), ev("e2", "tool.before", tool("c2")+`,"session":{"id":"s2"},"harness":{"name":"h","version":"2"}`))},
	{"A35", "E", lines(connects(`{"transport":"http","url":"https://u:p@h.example/"}`)), lines(connects(`{"transport":"http","url":"https://h.example/?q=u:p@h"}`))},
	{"A35", "E", lines(connects(`{"transport":"stdio","command":"x","cwd":"/","args":["--token","hunter2"]}`)), lines(connects(`{"transport":"stdio","command":"x","cwd":"/","args":["--token","$TOKEN"]}`))},
	{"A35", "E", lines(connects(`{"transport":"_x","address":"https://h/?api_key=hunter2","addressForm":"url"}`)), lines(connects(`{"transport":"_x","address":"/run/socket","addressForm":"path"}`))},
	{"A35", "E", lines(servers(`{"headers":{"Authorization":"hunter2"}}`)), lines(servers(`{"headers":{"Authorization":"${TOKEN}"}}`))},
	{"A35", "E", lines(ev("e1", "tool.before", tool("c1")+`,"source":"https://u:p@h/"`)), lines(ev("e1", "tool.before", tool("c1")+`,"source":"https://h/"`))},
	{"A36", "E", lines(before("e1", "c1") + before("e2", "c2")), lines(before("e1", "c1"), before("e2", "c2"))},
	{"A36", "E", lines(before("e0", "c0"), `[`+observed(before("e1", "c1"))+`,`+observed(before("e2", "c2"))+`]`), lines(before("e0", "c0"), observed(before("e1", "c1")))},
	{"A36", "W", lines(observed(starts("e0", "s1", "startup", "")), observed(with(before("e1", "c1"), `"session":{"id":"s1"}`)), strings.Replace(observed(with(before("e2", "c2"), `"session":{"id":"s1"}`)), `"draft"`, `"2027-01-01"`, 1)), lines(observed(starts("e0", "s1", "startup", "")), observed(with(before("e1", "c1"), `"session":{"id":"s1"}`)), observed(with(before("e2", "c2"), `"session":{"id":"s1"}`)))},
	{"A37", "W", lines(before("e1", "c1"), asks("e2", "c1"), decides("e3", "c1", "deny"), decides("e4", "c1", "allow")), lines(before("e1", "c1"), asks("e2", "c1"), decides("e3", "c1", "deny"), asks("e5", "c1"), decides("e4", "c1", "allow"))},
	{"A38", "E", lines(before("e1", "c1"), with(before("e3", "c3"), `"native":{"a":1,"a":2}`), before("e2", "c2")), lines(before("e1", "c1"), before("e2", "c2"))},
	{"A38", "E", lines(before("e1", "c1"), `{"a"`, before("e2", "c2")), lines(before("e1", "c1"), "", before("e2", "c2"))},
	{"A38", "W", lines(before("e1", "c1"), before("e2", "c2")[:40]), lines(before("e1", "c1"))},
	{"A39", "E", lines(`{"a":1}`), lines(before("e1", "c1"))},
	{"A39", "W", lines(before("e1", "c1"), `{"a":1}`), lines(before("e1", "c1"), `{"a":1,"event":`+before("e1", "c1")+`}`)},
	{"A40", "E", lines(strings.Replace(observed(before("e1", "c1")), `"draft"`, `"2027-01-01"`, 1)), lines(observed(before("e1", "c1")))},
	{"A41", "E", lines(ev("e1", "tool.before", `"tool":{"name":"x","callId":"c1","input":{}}`)), lines(before("e1", "c1"))},
	{"A41", "E", lines(before("e1", "c1"), ev("e2", "tool.after", tool("c1")+`,"outcome":"ok","execution":{"status":"skipped","reason":"supplied_result","subscriptionId":"x"},"items":[]`)), lines(before("e1", "c1"), skipped("e2", "c1", "ok", "supplied_result"))},
	{"A41", "E", lines(before("e1", "c1"), ev("e2", "tool.progress", tool("c1")+`,"items":[{"id":"i","kind":"json","mediaType":"application/json","selection":"body","body":{"ref":"r"}}]`)),
		lines(before("e1", "c1"), ev("e2", "tool.progress", tool("c1")+`,"partialOutput":`+nobody+`,"backgrounded":false,"items":[{"id":"i","kind":"attachment","mediaType":"image/png","selection":"body","body":{"ref":"r"}}]`))},
	{"schema", "E", lines(ev("e1", "tool.before", `"call":{"id":"c1"}`)), lines(before("e1", "c1"))},
	{"schema", "E", lines(with(observed(before("e1", "c1")), `"id":1`)), lines(observed(before("e1", "c1")))},
	{"schema", "E", lines(asked("e1", before("e1", "c1"), `"deny"`), answered("e1", `,"effects":null`)), lines(asked("e1", before("e1", "c1"), `"deny"`), answered("e1", ``))},
	{"schema", "E", lines(asked("e1", before("e1", "c1"), `"deny"`), answered("e1", `,"effects":[{"type":"modify","target":"output","operation":"replace","value":{}}]`)), lines(asked("e1", before("e1", "c1"), `"deny"`), answered("e1", `,"effects":[{"type":"modify","target":"input","operation":"replace","value":{}}]`))},
}

// opens is a start of a session with a manifest that lists all event types but the ones that are named.
func opens(id, session, trigger string, but ...string) string {
	var events []string
	for _, t := range wire.Types {
		if !slices.Contains(but, t.Name) {
			events = append(events, fmt.Sprintf(`{"event":%q,"modes":["observe"]}`, t.Name))
		}
	}
	manifest := strings.Replace(manifest0, `"events":[]`, `"events":[`+strings.Join(events, ",")+`]`, 1)
	return strings.Replace(starts(id, session, trigger, ""), manifest1, manifest, 1)
}

// offers is an answer to hooks/capabilities, behind its question, with such a manifest.
func offers(but string) string {
	_, m, _ := strings.Cut(opens("e0", "s0", "startup", but), `"manifest":`)
	m, _, _ = strings.Cut(m, `,"items"`)
	return `{"jsonrpc":"2.0","id":1,"method":"hooks/capabilities","params":{"protocolVersion":"draft"}}` + "\n" +
		`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"draft","manifest":` + m + `}}`
}

// leaves is the end of session s1.
func leaves(id string) string {
	return ev(id, "session.end", `"session":{"id":"s1"},"outcome":"completed","reason":"x"`)
}

func ofSession(event string) string { return with(event, `"session":{"id":"s1"}`) }

// fallsShort is an attempt that failed.
func fallsShort(id, attempt string, number int) string {
	return ev(id, "model.error", attempts(attempt, number)+`,`+executed+`,`+failed)
}

func lines(all ...string) []string { return all }

func progress(id, backgrounded string) string {
	return ev(id, "tool.progress", tool("c1")+`,"partialOutput":`+nobody+`,"backgrounded":`+backgrounded)
}

func fails(id, message string) string {
	return ev(id, "tool.after", tool("c1")+`,"outcome":"error",`+executed+`,`+failed+`,"items":[`+message+`]`)
}

func streams(id, item, delta, final string) string {
	return ev(id, "turn.progress", fmt.Sprintf(`"turn":{"id":"t0"},"item":{"id":%q},"delta":%s,"final":%s`, item, says(delta, "assistant", "p-"+delta), final))
}

func message(id string, messages ...string) string {
	return ev(id, "turn.start", `"turn":{"id":"t-`+id+`"},"trigger":"user","items":[`+strings.Join(messages, ",")+`]`)
}

// judged is the report on a log.
func judged(t testing.TB, log []string, o Options) check.Report {
	t.Helper()
	r, err := Validate(source.Bytes("log", []byte(strings.Join(log, "\n"))), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// beside are findings that breaking a rule brings with it, because it breaks another one too.
var beside = map[string][]string{"A36": {"A40"}}

func TestRulesAreBrokenByWhatBreaksThemAndByNothingNearIt(t *testing.T) {
	tested := map[string]bool{}
	for i, s := range scenarios {
		tested[s.rule] = true
		r := judged(t, s.broken, Options{})
		if !slices.ContainsFunc(r.Findings, func(f check.Finding) bool { return f.Rule == s.rule && f.Severity == s.severity }) {
			t.Errorf("%d %s: the log that breaks it has no %s of it: %+v", i, s.rule, s.severity, r.Findings)
		}
		for _, f := range r.Findings {
			if f.Rule != s.rule && !slices.Contains(beside[s.rule], f.Rule) {
				t.Errorf("%d %s: another finding: %+v", i, s.rule, f)
			}
		}
		if r := judged(t, s.near, Options{}); r.Counts.Total > 0 {
			t.Errorf("%d %s: the log near it has findings: %+v", i, s.rule, r.Findings)
		}
		if r := judged(t, s.broken, Options{Rules: []string{s.rule}}); r.Counts.Total == 0 || len(r.Counts.Rules) != 1 {
			t.Errorf("%d %s: asked for alone: %v", i, s.rule, r.Counts.Rules)
		}
	}
	for _, r := range table {
		if r.Severity != "" && !tested[r.ID] {
			t.Errorf("no scenario of %s", r.ID)
		}
	}
}
