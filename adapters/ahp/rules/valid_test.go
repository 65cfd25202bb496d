package rules

import (
	"strings"
	"testing"

	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/check"
)

// Pieces of events.
const (
	text1      = `{"id":"p1","kind":"text","mediaType":"text/plain","selection":"body","text":"hello"}`
	textGap    = `{"id":"p2","kind":"text","mediaType":"text/plain","selection":"body","gap":{"reason":"lost","path":"text"},"size":5}`
	textMeta   = `{"id":"p3","kind":"text","mediaType":"text/plain","selection":"metadata","size":1.0,"sha256":"` + sum + `"}`
	textOmit   = `{"id":"p4","kind":"text","mediaType":"text/plain","selection":"omit","category":"text","synthesized":true}`
	image      = `{"id":"p5","kind":"attachment","mediaType":"image/png","selection":"body","body":{"ref":"up-1"}}`
	imageGap   = `{"id":"p6","kind":"attachment","mediaType":"image/png","selection":"body","gap":{"reason":"too large"}}`
	imageMeta  = `{"id":"p7","kind":"attachment","mediaType":"image/svg+xml","selection":"metadata","size":5}`
	sum        = `0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef`
	assistant  = `{"id":"m1","role":"assistant","parts":[` + text1 + `,` + textGap + `,` + image + `],"synthesized":false}`
	toolSays   = `{"id":"m2","role":"tool","parts":[` + textMeta + `,` + textOmit + `,` + imageGap + `,` + imageMeta + `]}`
	nobody     = `{"id":"m3","role":"user","parts":[]}`
	native     = `"call":{"id":"c1"},"tool":{"name":"run","input":{},"origin":"native"},"path":"native"`
	mcp        = `"call":{"id":"c1","synthesized":true},"tool":{"name":"x","kind":"search","input":{"a":1},"origin":"mcp","mcp":{"server":{"id":"s","name":"S"},"toolName":"t","provenance":"runtime","connection":{"transport":"http","url":"https://h.example/mcp"}}},"path":"mcp"`
	batch      = `,"batch":{"id":"b1","callIds":["c1","c2"],"synthesized":false}`
	executed   = `"execution":{"status":"executed"}`
	supplied   = `"execution":{"status":"skipped","reason":"supplied_result"}`
	failed     = `"error":{"class":"x","message":"y","code":"c","status":404,"native":{"a":[]}}`
	turn       = `"turn":{"id":"t1"}`
	who        = `"model":{"id":"m","provider":"p"},"attempt":{"id":"a1","number":1}`
	amount     = `"usage":{"kind":"amount","scope":"attempt","completeness":"complete","provenance":"provider","inputTokens":1e2,"outputTokens":9007199254740993,"cacheReadTokens":0,"cacheWriteTokens":0,"cost":{"amount":0.5,"currency":"EUR","basis":"billed"}}`
	total      = `"usage":{"kind":"total","scope":"turn","completeness":"partial","provenance":"mixed"}`
	session    = `"session":{"id":"s1","cwd":"/w","workspaceRoots":["/w"],"model":"m","agent":{"id":"g","type":"helper","x":1},"counters":{"turns":2,"other":0}}`
	capability = `"capabilities":{"effects":["deny","com.example.audit"],"modify":{"input":{"merge":true}},"flow":{"operations":["stop"]},"inject":{},"elicitation":{"form":true}}`
	manifest1  = `"manifest":{"events":[{"event":"tool.before","modes":["observe","intercept"],` + capability + `},{"event":"turn.end","modes":["observe"],"capabilities":{"effects":[]}}],"gaps":[{"path":"a","reason":"b"}],"transports":["http","stdio","in_process"],"authentication":["bearer","oauth"],"toolPaths":["native","mcp"],"contentCategories":["reasoning"],"correlationIdentityFields":["call.id"],"limits":{"maxUploadBytes":1,"maxContinuations":2,"minTimeoutMs":3,"maxTimeoutMs":4},"managedPolicy":{"scopes":["user","managed"],"disableable":false}}`
	manifest0  = `"manifest":{"events":[],"gaps":[],"transports":[],"authentication":[],"toolPaths":[],"contentCategories":[],"correlationIdentityFields":[],"limits":{},"managedPolicy":{"scopes":["project"],"disableable":true}}`
)

// valid are the payloads of valid events, two or more of every type.
var valid = map[string][]string{
	"session.start": {
		`"session":{"id":"s1"},"trigger":"startup","permissionMode":"default",` + manifest0 + `,"items":[]`,
		session + `,"trigger":"fork","resumedFrom":{"id":"s0","synthesized":true},"permissionMode":"plan",` + manifest1 + `,"items":[` + nobody + `]`,
	},
	"session.end": {
		`"session":{"id":"s1"},"outcome":"completed","reason":"done"`,
		session + `,"outcome":"unknown","reason":"x","counters":{"turns":1},"items":[` + text1 + `]`,
	},
	"tool.before": {native, mcp + batch + `,"items":[` + image + `]`},
	"tool.after": {
		native + `,"outcome":"ok",` + executed + `,"items":[` + toolSays + `],"durationMs":1.5,"fileChanges":[{"path":"a","change":"moved","previousPath":"b","before":` + text1 + `,"after":` + textOmit + `},{"path":"c","change":"created","after":` + text1 + `},{"path":"d","change":"deleted","before":` + text1 + `}]`,
		mcp + batch + `,"outcome":"error",` + supplied + `,` + failed + `,"items":[]`,
		native + `,"outcome":"denied","execution":{"status":"skipped","reason":"policy","detail":"no"},"items":[]`,
	},
	"turn.start": {turn + `,"trigger":"user","items":[` + nobody + `]`, `"turn":{"id":"t2","synthesized":true,"more":1},"trigger":"continuation","expandedFrom":"/x","items":[]`},
	"turn.finish.before": {
		turn + `,"outcome":"completed","continuationCount":0,"items":[]`,
		turn + `,"outcome":"max_iterations","continuationCount":2.0,"items":[` + assistant + `],"lastAssistantItem":{"id":"m1"},` + total,
	},
	"turn.end": {
		turn + `,"outcome":"completed","continuationCount":0,"items":[]`,
		turn + `,"outcome":"failed","continuationCount":1,"items":[],` + failed + `,` + total,
	},
	"turn.progress": {
		turn + `,"item":{"id":"m1"},"delta":` + assistant + `,"final":false`,
		turn + `,"item":{"id":"m1","synthesized":true},"delta":` + nobody + `,"final":true`,
	},
	"model.request.before": {who + `,"params":{},"items":[]`, who + `,"params":{"temperature":0.5},"items":[` + assistant + `,` + toolSays + `]`},
	"model.response.after": {
		who + `,` + executed + `,"items":[` + assistant + `],"finishReason":"stop","latencyMs":10,` + amount,
		who + `,` + supplied + `,"items":[],"finishReason":"stop"`,
	},
	"model.error": {
		who + `,` + executed + `,` + failed,
		who + `,` + executed + `,` + failed + `,` + amount + `,"latencyMs":0,"recovery":"retry"`,
	},
	"model.switch.before": {
		`"current":{"id":"a","provider":"p"},"proposed":{"id":"b","provider":"p"},"reason":"asked"`,
		`"current":{"id":"a","provider":"p"},"proposed":{"id":"b","provider":"p"},"reason":"asked","pricing":{"currency":"USD","inputPerMillionTokens":3,"outputPerMillionTokens":0.5}`,
	},
	"model.switch.after": {
		`"previous":{"id":"a","provider":"p"},"current":{"id":"b","provider":"p"},"reason":"asked"`,
		`"previous":{"id":"a","provider":"p"},"current":{"id":"b","provider":"p"},"reason":"asked","pricing":"a member of its own"`,
	},
	"tool.permission.request":  {native + `,"suggestions":[],"sandboxBypass":false`, mcp + batch + `,"suggestions":[{"any":1},{}],"sandboxBypass":true`},
	"tool.permission.resolved": {native + `,"decision":"allow","decidedBy":"user"`, mcp + batch + `,"decision":"deny","decidedBy":"classifier"`},
	"tool.progress":            {native + `,"partialOutput":` + toolSays + `,"backgrounded":false`, mcp + batch + `,"partialOutput":` + nobody + `,"backgrounded":true`},
	"tool.batch.after": {
		`"batch":{"id":"b1"},"calls":[{` + native + `,"outcome":"ok",` + executed + batch + `}]`,
		`"batch":{"id":"b1","synthesized":true},"calls":[{` + mcp + `,"outcome":"denied","execution":{"status":"skipped","reason":"policy"}}]`,
	},
	"context.compact.before": {
		`"trigger":"auto","items":[]`,
		`"trigger":"manual","items":[` + assistant + `],"instructions":[` + text1 + `,` + textGap + `],"tokenCounts":{"before":5}`,
	},
	"context.compact.after": {
		`"summary":[` + text1 + `],"removed":[{"id":"m1"}],` + executed,
		`"summary":[],"removed":[],` + supplied + `,"tokenCounts":{"before":5,"after":2},"items":[` + nobody + `]`,
	},
	"config.change.before": {
		`"change":{"source":"user","scope":"user","settings":[],"summary":"x"}`,
		`"change":{"source":"user","scope":"user","settings":["a"],"summary":"x","path":"/p"}`,
	},
	"config.change.after": {
		`"change":{"source":"user","scope":"user","settings":["a"],"summary":"x"}`,
		`"change":{"source":"user","scope":"user","settings":[],"summary":"x","path":"/p","mcpServers":[{"any":1}]}`,
	},
	"task.change.before": {
		`"task":{"id":"k","operation":"create","change":{}}`,
		`"task":{"id":"k","operation":"update","change":{"status":"x"},"prior":{},"description":"","synthesized":true}`,
	},
	"task.change.after": {
		`"task":{"id":"k","operation":"remove","change":{}}`,
		`"task":{"id":"k","operation":"update","change":{"status":"x"},"prior":{},"description":"","synthesized":true}`,
	},
	"workspace.change.before": {
		`"workspace":{"kind":"cwd","change":{"cwd":"/w"}}`,
		`"workspace":{"kind":"roots","change":{"workspaceRoots":[]},"prior":{"cwd":"/v","workspaceRoots":["/a","/b"]},"reason":""}`,
	},
	"workspace.change.after": {
		`"workspace":{"kind":"switch","change":{"cwd":"/w","workspaceRoots":["/a"]}}`,
		`"workspace":{"kind":"roots","change":{"workspaceRoots":[]},"prior":{"cwd":"/v"},"reason":"x"}`,
	},
	"file.changed": {
		`"changes":[{"path":"a","operation":"create","agentCaused":true}]`,
		`"changes":[{"path":"a","operation":"update","agentCaused":false,"before":` + text1 + `,"after":` + image + `},{"path":"b","operation":"remove","agentCaused":true}]`,
	},
	"user.attention": {
		`"attention":{"kind":"idle","message":[],"title":[]}`,
		`"attention":{"kind":"idle","message":[` + text1 + `],"title":[` + textOmit + `]}`,
	},
	"user.elicitation.request": {
		`"elicitation":{"server":"s","mode":"form"}`,
		`"elicitation":{"server":"s","mode":"url","request":` + textGap + `}`,
	},
	"user.elicitation.result": {
		`"elicitation":{"server":"s","mode":"form","action":"accept"}`,
		`"elicitation":{"server":"s","mode":"url","action":"cancel","result":` + textMeta + `}`,
	},
	"user.message.inbound": {
		`"message":{"channel":"c","sender":"x","messages":[` + nobody + `]}`,
		`"message":{"channel":"c","sender":"x","messages":[]}`,
	},
	"user.message.outbound": {
		`"message":{"channel":"c","messages":[` + assistant + `]}`,
		`"message":{"channel":"c","messages":[]}`,
	},
	"hook.failure": {
		`"failure":{"backendId":"b","reason":"r","policy":"fail-open"},"parentEventId":"e0"`,
		`"failure":{"backendId":"b","reason":"r","policy":"fail-closed"},"parentEventId":"e0",` + turn,
	},
}

// envelope is what every event begins with.
const envelope = `"id":"e1","source":"urn:test:harness","time":"2026-09-15T12:00:00Z","harness":{"name":"h","version":"1"}`

// of is an event of a type with a payload.
func of(typ, payload string) string {
	return `{` + envelope + `,"type":"` + typ + `",` + payload + `}`
}

// parse hands a value to a grammar.
func parse(t testing.TB, g *check.Grammar, raw string) {
	t.Helper()
	if err := g.Parse([]byte(raw)); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
}

func TestEveryTypeHasValidEvents(t *testing.T) {
	g, err := newGrammar()
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range wire.Types {
		if len(valid[typ.Name]) < 2 {
			t.Errorf("%s has %d valid events, want two or more", typ.Name, len(valid[typ.Name]))
		}
		for _, payload := range valid[typ.Name] {
			for _, raw := range []string{
				of(typ.Name, payload),
				strings.Replace(of(typ.Name, payload), `{`, `{"gaps":[{"path":"x","reason":"y","more":1}],"native":[1],"extensions":{"com.example-x.a_b":null},"synthesized":true,"unknown":{},`, 1),
			} {
				parse(t, g, raw)
				if faults := g.Check(typ.Name, ""); faults != nil {
					t.Errorf("%s: %+v", raw, faults)
				}
			}
		}
	}
}
