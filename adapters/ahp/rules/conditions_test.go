package rules

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/check"
)

// condition is one violation of what hangs on other members, or of a form: in a valid event, old is replaced.
type condition struct {
	typ      string
	which    int // of the valid events
	old, new string
	at       string // where the fault is found
}

var conditions = []condition{
	// Tools: an MCP origin needs its descriptor, a native one forbids it; connections tell every field or a gap.
	{"tool.before", 0, `"origin":"native"`, `"origin":"mcp"`, "/tool"},
	{"tool.before", 1, `"origin":"mcp"`, `"origin":"native"`, "/tool/mcp"},
	{"tool.before", 0, `"input":{}`, `"input":"text"`, "/tool/input"},
	{"tool.before", 1, `"url":"https://h.example/mcp"`, `"gaps":[]`, "/tool/mcp/connection"},
	{"tool.before", 1, `"url":"https://h.example/mcp"`, `"gaps":[{"path":"address","reason":"x"}]`, "/tool/mcp/connection"},
	{"tool.before", 1, `"url":"https://h.example/mcp"`, `"gaps":[{"path":"url","reason":"x","more":1}]`, "/tool/mcp/connection/gaps/0"},
	{"tool.before", 1, `"url":"https://h.example/mcp"`, `"url":"ftp://h.example"`, "/tool/mcp/connection/url"},
	{"tool.before", 1, `"url":"https://h.example/mcp"`, `"url":"https://bad host/"`, "/tool/mcp/connection/url"},
	{"tool.before", 1, `"url":"https://h.example/mcp"`, `"url":"https://h.example","command":"x"`, "/tool/mcp/connection"},
	{"tool.before", 1, `"transport":"http"`, `"transport":"unix"`, "/tool/mcp/connection/transport"},
	{"tool.before", 1, `"transport":"http","url":"https://h.example/mcp"`, `"transport":"stdio","command":"x","args":[]`, "/tool/mcp/connection"},
	{"tool.before", 1, `"transport":"http","url":"https://h.example/mcp"`, `"transport":"stdio","command":"x","cwd":"/","args":[1]`, "/tool/mcp/connection/args/0"},
	{"tool.before", 1, `"transport":"http","url":"https://h.example/mcp"`, `"transport":"_unix","address":"x"`, "/tool/mcp/connection"},
	{"tool.before", 1, `["c1","c2"]`, `["c1","c1"]`, "/batch/callIds"},
	{"tool.before", 1, `["c1","c2"]`, `[]`, "/batch/callIds"},
	{"tool.before", 1, `"synthesized":true`, `"synthesized":"true"`, "/call/synthesized"},
	// What a type forbids.
	{"tool.before", 0, `"path":"native"`, `"path":"native","outcome":"ok"`, "/outcome"},
	{"tool.before", 0, `"path":"native"`, `"path":"native",` + executed, "/execution"},
	{"tool.before", 0, `"path":"native"`, `"path":"native","durationMs":1`, "/durationMs"},
	{"tool.before", 0, `"path":"native"`, `"path":"native","fileChanges":[]`, "/fileChanges"},
	{"session.start", 0, `"trigger"`, `"tool":{},"trigger"`, "/tool"},
	{"session.start", 0, `"trigger"`, `"outcome":"ok","trigger"`, "/outcome"},
	{"session.end", 0, `"outcome"`, `"tool":{},"outcome"`, "/tool"},
	{"model.request.before", 0, `"params":{}`, `"params":{},` + amount, "/usage"},
	{"model.request.before", 0, `"params":{}`, `"params":{},` + executed, "/execution"},
	{"model.request.before", 0, `"params":{}`, `"params":{},"finishReason":"x"`, "/finishReason"},
	{"model.request.before", 0, `"params":{}`, `"params":{},"latencyMs":1`, "/latencyMs"},
	{"model.request.before", 0, `"params":{}`, `"params":{},` + failed, "/error"},
	{"model.request.before", 0, `"params":{}`, `"params":[]`, "/params"},
	{"model.response.after", 0, `"finishReason"`, failed + `,"finishReason"`, "/error"},
	{"model.error", 0, failed, failed + `,"finishReason":"x"`, "/finishReason"},
	{"model.switch.before", 0, `"reason"`, `"previous":{},"reason"`, "/previous"},
	{"model.switch.after", 0, `"reason"`, `"proposed":{},"reason"`, "/proposed"},
	{"tool.permission.request", 0, `"suggestions":[]`, `"suggestions":[],"decision":"allow"`, "/decision"},
	{"tool.permission.request", 0, `"suggestions":[]`, `"suggestions":[],"decidedBy":"user"`, "/decidedBy"},
	{"tool.permission.request", 0, `"suggestions":[]`, `"suggestions":[],"outcome":"ok"`, "/outcome"},
	{"tool.permission.request", 0, `"suggestions":[]`, `"suggestions":[],` + executed, "/execution"},
	{"tool.permission.request", 0, `"suggestions":[]`, `"suggestions":["x"]`, "/suggestions/0"},
	{"tool.progress", 0, `"backgrounded"`, executed + `,"backgrounded"`, "/execution"},
	{"tool.progress", 0, `"backgrounded"`, `"outcome":"ok","backgrounded"`, "/outcome"},
	{"context.compact.before", 1, `{"before":5}`, `{"before":5,"after":2}`, "/tokenCounts/after"},
	{"context.compact.before", 0, `"trigger"`, `"summary":[],"trigger"`, "/summary"},
	{"context.compact.before", 0, `"trigger"`, `"removed":[],"trigger"`, "/removed"},
	{"context.compact.before", 0, `"trigger"`, executed + `,"trigger"`, "/execution"},
	{"session.start", 1, `"managedPolicy"`, `"identity":{},"managedPolicy"`, "/manifest/identity"},
	// Outcome, execution and error.
	{"tool.after", 0, `"outcome":"ok"`, `"outcome":"error"`, ""},
	{"tool.after", 1, `"outcome":"error"`, `"outcome":"ok"`, "/error"},
	{"tool.after", 1, `"outcome":"error"`, `"outcome":"timeout"`, "/error"},
	{"tool.after", 2, `"reason":"policy"`, `"reason":"other"`, "/execution/reason"},
	{"tool.after", 2, `{"status":"skipped","reason":"policy","detail":"no"}`, `{"status":"executed"}`, "/execution/status"},
	{"tool.after", 2, `"items":[]`, `"items":[],"durationMs":1`, "/durationMs"},
	{"tool.after", 2, `"items":[]`, `"items":[],"fileChanges":[]`, "/fileChanges"},
	{"tool.after", 2, `"detail":"no"`, `"detail":""`, "/execution/detail"},
	{"tool.after", 1, `"reason":"supplied_result"`, `"reason":"supplied_result","detail":"x"`, "/execution/detail"},
	{"tool.after", 0, `{"status":"executed"}`, `{"status":"executed","reason":"other"}`, "/execution/reason"},
	{"tool.after", 0, `{"status":"executed"}`, `{"status":"skipped"}`, "/execution"},
	{"tool.after", 0, `"durationMs":1.5`, `"durationMs":-1`, "/durationMs"},
	{"tool.after", 0, `"previousPath":"b",`, ``, "/fileChanges/0"},
	{"tool.after", 0, `"change":"created"`, `"change":"created","before":` + text1, "/fileChanges/1/before"},
	{"tool.after", 0, `"change":"deleted"`, `"change":"deleted","after":` + text1, "/fileChanges/2/after"},
	{"tool.after", 1, `"status":404`, `"status":404.5`, "/error/status"},
	{"tool.after", 1, `"status":404`, `"status":""`, "/error/status"},
	{"tool.batch.after", 1, `"reason":"policy"`, `"reason":"other"`, "/calls/0/execution/reason"},
	{"tool.batch.after", 0, `"calls":[{` + native + `,"outcome":"ok",` + executed + batch + `}]`, `"calls":[]`, "/calls"},
	{"turn.end", 0, `"items":[]`, `"items":[],` + failed, "/error"},
	{"turn.end", 0, `"continuationCount":0`, `"continuationCount":-1`, "/continuationCount"},
	{"turn.end", 0, `"continuationCount":0`, `"continuationCount":0.5`, "/continuationCount"},
	{"model.error", 0, executed, supplied, "/execution/status"},
	{"model.response.after", 1, `"reason":"supplied_result"`, `"reason":"policy"`, "/execution/reason"},
	{"model.response.after", 1, `"finishReason"`, amount + `,"finishReason"`, "/usage"},
	{"model.response.after", 1, `"finishReason"`, `"latencyMs":1,"finishReason"`, "/latencyMs"},
	{"context.compact.after", 1, `"reason":"supplied_result"`, `"reason":"cancelled"`, "/execution/reason"},
	// Attempts and usage.
	{"model.error", 0, `"number":1`, `"number":0`, "/attempt/number"},
	{"model.error", 0, `"number":1`, `"number":1.5`, "/attempt/number"},
	{"model.error", 1, `"kind":"amount"`, `"kind":"total"`, "/usage/kind"},
	{"model.error", 1, `"scope":"attempt"`, `"scope":"turn"`, "/usage/scope"},
	{"model.error", 1, `"provenance":"provider"`, `"provenance":"mixed"`, "/usage/provenance"},
	{"turn.end", 1, `"kind":"total"`, `"kind":"amount"`, "/usage/kind"},
	{"turn.end", 1, `"scope":"turn"`, `"scope":"attempt"`, "/usage/scope"},
	{"model.error", 1, `"inputTokens":1e2`, `"inputTokens":-1`, "/usage/inputTokens"},
	{"model.error", 1, `"outputTokens":9007199254740993`, `"outputTokens":1.5`, "/usage/outputTokens"},
	{"model.error", 1, `"currency":"EUR"`, `"currency":"eur"`, "/usage/cost/currency"},
	{"model.error", 1, `"currency":"EUR"`, `"currency":"EURO"`, "/usage/cost/currency"},
	{"model.error", 1, `"amount":0.5`, `"amount":-0.5`, "/usage/cost/amount"},
	{"model.switch.before", 1, `"currency":"USD"`, `"currency":"US"`, "/pricing/currency"},
	{"model.switch.before", 1, `"inputPerMillionTokens":3`, `"inputPerMillionTokens":-3`, "/pricing/inputPerMillionTokens"},
	// Content.
	{"turn.progress", 0, `"delta":` + assistant, `"delta":[` + assistant + `]`, "/delta"},
	{"turn.progress", 0, `"delta":` + assistant, `"delta":` + text1, "/delta"},
	{"tool.after", 0, `"items":[` + toolSays + `]`, `"items":[` + text1 + `]`, "/items/0"},
	{"tool.before", 1, `"items":[` + image + `]`, `"items":[` + nobody + `]`, "/items/0"},
	{"turn.start", 0, `"parts":[]`, `"parts":[{"id":"p","kind":"json","mediaType":"application/json","selection":"body"}]`, "/items/0/parts/0/kind"},
	{"turn.start", 0, `"role":"user"`, `"role":"function"`, "/items/0/role"},
	{"turn.start", 0, `"parts":[]`, `"parts":[],"tool_call_id":"x"`, "/items/0"},
	{"user.message.inbound", 0, `"role":"user"`, `"role":"assistant"`, "/message/messages/0/role"},
	{"user.message.outbound", 0, `"role":"assistant"`, `"role":"user"`, "/message/messages/0/role"},
	{"user.attention", 1, text1, image, "/attention/message/0/kind"},
	{"context.compact.after", 0, text1, image, "/summary/0/kind"},
	// Elicitations, sessions, manifests and the rest.
	{"user.elicitation.request", 1, textGap, imageGap, "/elicitation/request/kind"},
	{"user.elicitation.result", 1, textMeta, imageMeta, "/elicitation/result/kind"},
	{"session.start", 1, `"resumedFrom":{"id":"s0","synthesized":true},`, ``, ""},
	{"session.start", 1, `"trigger":"fork","resumedFrom":{"id":"s0","synthesized":true}`, `"trigger":"clear"`, ""},
	{"session.start", 1, `"counters":{"turns":2,"other":0}`, `"counters":{"turns":-2}`, "/session/counters/turns"},
	{"session.start", 1, `"disableable":false`, `"disableable":true`, "/manifest/managedPolicy/disableable"},
	{"session.start", 1, `"modes":["observe","intercept"],` + capability, `"modes":["intercept"]`, "/manifest/events/0"},
	{"session.start", 1, `"event":"tool.before"`, `"event":"turn.end"`, "/manifest/events/0/event"},
	{"session.start", 1, `{"effects":[]}`, `{"effects":["deny"]}`, "/manifest/events/1/capabilities/effects"},
	{"session.start", 1, `"com.example.audit"`, `"audit"`, "/manifest/events/0/capabilities/effects/1"},
	{"session.start", 1, `{"merge":true}`, `{"merge":false}`, "/manifest/events/0/capabilities/modify/input"},
	{"session.start", 1, `"modify":{"input"`, `"modify":{"anything"`, "/manifest/events/0/capabilities/modify"},
	{"session.start", 1, `"modes":["observe"]`, `"modes":[]`, "/manifest/events/1/modes"},
	{"session.start", 1, `"transports":["http"`, `"transports":["http","http"`, "/manifest/transports"},
	{"session.start", 1, `"oauth"`, `"mtls"`, "/manifest/authentication/1"},
	{"session.start", 1, `"maxUploadBytes":1`, `"maxUploadBytes":-1`, "/manifest/limits/maxUploadBytes"},
	{"session.end", 1, `"counters":{"turns":1}`, `"counters":{"turns":"1"}`, "/counters/turns"},
	{"workspace.change.before", 0, `"change":{"cwd":"/w"}`, `"change":{}`, "/workspace/change"},
	{"workspace.change.before", 1, `["/a","/b"]`, `["/a","/a"]`, "/workspace/prior/workspaceRoots"},
	{"file.changed", 0, `[{"path":"a","operation":"create","agentCaused":true}]`, `[]`, "/changes"},
	{"config.change.before", 1, `"path":"/p"`, `"mcpServers":[]`, "/change"},
	{"hook.failure", 0, `"parentEventId":"e0"`, `"parentEventId":""`, "/parentEventId"},
}

// parts are ways in which a part is none. The part stands in a message.
var badParts = map[string]string{
	"a role":                   strings.Replace(text1, `"text":"hello"`, `"text":"hello","role":"user"`, 1),
	"a parent":                 strings.Replace(text1, `"text":"hello"`, `"text":"hello","parentItemId":"m"`, 1),
	"text and a gap":           strings.Replace(text1, `"text":"hello"`, `"text":"hello","gap":{"reason":"x"}`, 1),
	"a text with its size":     strings.Replace(text1, `"text":"hello"`, `"text":"hello","size":5`, 1),
	"a text with its hash":     strings.Replace(text1, `"text":"hello"`, `"text":"hello","sha256":"`+sum+`"`, 1),
	"no text and no gap":       strings.Replace(text1, `,"text":"hello"`, ``, 1),
	"a text that is no string": strings.Replace(text1, `"hello"`, `{}`, 1),
	"text by reference":        strings.Replace(text1, `"text":"hello"`, `"body":{"ref":"x"}`, 1),
	"HTML as text":             strings.Replace(text1, `text/plain`, `text/html`, 1),
	"an empty category":        strings.Replace(text1, `"text":"hello"`, `"text":"hello","category":""`, 1),
	"a gap without reason":     strings.Replace(textGap, `"reason":"lost",`, ``, 1),
	"a gap with more":          strings.Replace(textGap, `"reason":"lost"`, `"reason":"lost","more":1`, 1),
	"metadata with its text":   strings.Replace(textMeta, `"size":1.0`, `"text":"x"`, 1),
	"metadata with a gap":      strings.Replace(textMeta, `"size":1.0`, `"gap":{"reason":"x"}`, 1),
	"metadata with a body":     strings.Replace(imageMeta, `"size":5`, `"body":{"ref":"x"}`, 1),
	"omitted with its text":    strings.Replace(textOmit, `"category":"text"`, `"text":"x"`, 1),
	"half a byte":              strings.Replace(textMeta, `"size":1.0`, `"size":1.5`, 1),
	"fewer than no bytes":      strings.Replace(textMeta, `"size":1.0`, `"size":-1`, 1),
	"a short hash":             strings.Replace(textMeta, sum, sum[1:], 1),
	"a hash in capitals":       strings.Replace(textMeta, sum, strings.ToUpper(sum), 1),
	"a hash and a newline":     strings.Replace(textMeta, sum, sum+`\n`, 1),
	"an attachment of JSON":    strings.Replace(image, `image/png`, `application/json`, 1),
	"one of some JSON":         strings.Replace(image, `image/png`, `application/vnd.x+json; charset=utf-8`, 1),
	"one of JSON in capitals":  strings.Replace(image, `image/png`, `Application/JSON`, 1),
	"one of text":              strings.Replace(image, `image/png`, `text/csv`, 1),
	"one with text":            strings.Replace(image, `"body":{"ref":"up-1"}`, `"text":"x"`, 1),
	"one with body and gap":    strings.Replace(image, `"body":{"ref":"up-1"}`, `"body":{"ref":"up-1"},"gap":{"reason":"x"}`, 1),
	"a body with a hash":       strings.Replace(image, `"ref":"up-1"`, `"ref":"up-1","sha256":"`+sum+`"`, 1),
	"a body with its size":     strings.Replace(image, `"body":{"ref":"up-1"}`, `"body":{"ref":"up-1"},"size":1`, 1),
	"a body without reference": strings.Replace(image, `"ref":"up-1"`, `"url":"https://h"`, 1),
	"no body and no gap":       strings.Replace(image, `,"body":{"ref":"up-1"}`, ``, 1),
	"another selection":        strings.Replace(text1, `"selection":"body"`, `"selection":"all"`, 1),
}

func TestConditionsAreDemanded(t *testing.T) {
	g, err := newGrammar()
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Clone(conditions)
	for _, name := range slices.Sorted(maps.Keys(badParts)) {
		all = append(all, condition{"turn.start", 0, `"parts":[]`, `"parts":[` + badParts[name] + `]`, "/items/0/parts/0"})
	}
	for _, c := range all {
		was := of(c.typ, valid[c.typ][c.which])
		if strings.Count(was, c.old) == 0 {
			t.Errorf("%s %d has no %s", c.typ, c.which, c.old)
			continue
		}
		parse(t, g, strings.Replace(was, c.old, c.new, 1))
		faults := g.Check(c.typ, "")
		if !slices.ContainsFunc(faults, func(f check.Fault) bool {
			return f.Pointer == c.at || strings.HasPrefix(f.Pointer, "/items/0/parts/0") && c.at == "/items/0/parts/0"
		}) {
			t.Errorf("%s with %s instead of %s: want a fault at %q, got %+v", c.typ, c.new, c.old, c.at, faults)
		}
	}
}

// odd are values that take the place of others.
var odd = []string{`null`, `true`, `""`, `"mcp"`, `"error"`, `"skipped"`, `"text"`, `"metadata"`, `0`, `-1`, `1.0`, `1e400`, `0.5`, `[]`, `{}`, `["a","a"]`, `[{}]`}

func TestFastAndFullValidationAgree(t *testing.T) {
	g, err := newGrammar()
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for name, f := range formats {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok {
				return f(s)
			}
			return nil
		}})
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddResource(SchemaURL, doc); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for _, typ := range wire.Types {
		full, err := c.Compile(fmt.Sprintf("%s#/$defs/%s", SchemaURL, typ.Name))
		if err != nil {
			t.Fatal(err)
		}
		for _, payload := range valid[typ.Name] {
			for range 60 {
				raw := disturbed(of(typ.Name, payload), random)
				v, err := jsonschema.UnmarshalJSON(strings.NewReader(raw))
				if err != nil {
					continue
				}
				parse(t, g, raw)
				if slow, fast := full.Validate(v), g.Check(typ.Name, ""); (slow == nil) != (fast == nil) {
					t.Errorf("%s: the full validator says %v, here it is %+v", raw, slow, fast)
				}
			}
		}
	}
}

// disturbed is an event with one value or name changed.
func disturbed(raw string, random *rand.Rand) string {
	var colons []int
	for i := range raw {
		if raw[i] == ':' && i > 0 && raw[i-1] == '"' {
			colons = append(colons, i)
		}
	}
	at := colons[random.IntN(len(colons))]
	if random.IntN(4) == 0 {
		return raw[:at-1] + "x" + raw[at-1:]
	}
	end := at + 1 + valueLength(raw[at+1:])
	return raw[:at+1] + odd[random.IntN(len(odd))] + raw[end:]
}

// valueLength is the length of the JSON value that s begins with.
func valueLength(s string) int {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case (c == '}' || c == ']' || c == ',') && depth == 0:
			return i
		case c == '}' || c == ']':
			depth--
		}
	}
	return len(s)
}
