package rules

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"asif-convert/convert/check"
)

// object is a row of the protocol's tables: an object, where it stands in events, and what may be missing or wrong.
type object struct {
	types    string // a pattern of event types
	at       string // JSON Pointer, "*" for an index or a name
	required string
	enums    map[string]string // member to what it may be
	closed   bool
}

// objects are the tables of the chapter and of the rest of the protocol, written down once more: the schema is not asked.
var objects = []object{
	{"*", "", "id source time harness type", nil, false},
	{"session.start", "", "session trigger permissionMode manifest items", map[string]string{"trigger": "startup resume clear compact fork"}, false},
	{"session.end", "", "session outcome reason", map[string]string{"outcome": "completed cancelled error unknown"}, false},
	{"tool.before", "", "call tool path", nil, false},
	{"tool.after", "", "outcome execution call tool path items", map[string]string{"outcome": "ok error denied cancelled timeout"}, false},
	{"turn.start", "", "turn trigger items", map[string]string{"trigger": "user continuation hook external"}, false},
	{"turn.finish.before", "", "turn outcome continuationCount items", map[string]string{"outcome": "completed failed cancelled max_iterations"}, false},
	{"turn.end", "", "turn outcome continuationCount items", map[string]string{"outcome": "completed failed cancelled max_iterations"}, false},
	{"turn.progress", "", "turn item delta final", nil, false},
	{"model.request.before", "", "model attempt params items", nil, false},
	{"model.response.after", "", "model attempt execution items finishReason", nil, false},
	{"model.error", "", "model attempt execution error", nil, false},
	{"model.switch.before", "", "current proposed reason", nil, false},
	{"model.switch.after", "", "previous current reason", nil, false},
	{"tool.permission.request", "", "call tool path suggestions sandboxBypass", nil, false},
	{"tool.permission.resolved", "", "call tool path decision decidedBy", map[string]string{"decision": "allow deny", "decidedBy": "user policy hook auto classifier"}, false},
	{"tool.progress", "", "call tool path partialOutput backgrounded", nil, false},
	{"tool.batch.after", "", "batch calls", nil, false},
	{"context.compact.before", "", "trigger items", map[string]string{"trigger": "auto manual hook"}, false},
	{"context.compact.after", "", "summary removed execution", nil, false},
	{"task.change.*", "", "task", nil, false},
	{"workspace.change.*", "", "workspace", nil, false},
	{"config.change.*", "", "change", nil, false},
	{"file.changed", "", "changes", nil, false},
	{"user.attention", "", "attention", nil, false},
	{"user.elicitation.*", "", "elicitation", nil, false},
	{"user.message.*", "", "message", nil, false},
	{"hook.failure", "", "failure parentEventId", nil, false},

	{"*", "/harness", "name version", nil, true},
	{"*", "/session", "id", nil, false},
	{"*", "/session/agent", "id", nil, false},
	{"*", "/turn", "id", nil, false},
	{"*", "/gaps/*", "path reason", nil, false},
	{"*", "/call", "id", nil, true},
	{"*", "/tool", "name input origin", map[string]string{"origin": "native mcp"}, true},
	{"*", "/tool/mcp", "server toolName provenance connection", map[string]string{"provenance": "runtime inferred"}, true},
	{"*", "/tool/mcp/server", "id", nil, true},
	{"*", "/tool/mcp/connection", "transport url", nil, true},
	{"tool.[^b]*", "/batch", "id callIds", nil, true},
	{"tool.batch.after", "/batch", "id", nil, true},
	{"tool.batch.after", "/calls/*", "call tool path outcome execution", map[string]string{"outcome": "ok error denied cancelled timeout"}, true},
	{"tool.batch.after", "/calls/*/batch", "id callIds", nil, true},
	{"tool.after", "/execution", "status", map[string]string{"status": "executed skipped", "reason": "supplied_result policy cancelled timeout other"}, true},
	{"tool.after", "/fileChanges/*", "path change", map[string]string{"change": "created modified deleted moved"}, true},
	{"tool.after", "/error", "class message", nil, true},
	{"turn.end", "/error", "class message", nil, true},
	{"model.error", "/error", "class message", nil, true},
	{"model.*", "/model", "id provider", nil, true},
	{"model.*", "/attempt", "id number", nil, true},
	{"model.*", "/usage", "kind scope completeness provenance", map[string]string{"kind": "amount", "scope": "attempt", "completeness": "complete partial unknown", "provenance": "provider estimate"}, true},
	{"model.*", "/usage/cost", "amount currency basis", map[string]string{"basis": "billed reported estimated"}, true},
	{"turn.*", "/usage", "kind scope completeness provenance", map[string]string{"kind": "total", "scope": "turn", "completeness": "complete partial unknown", "provenance": "provider estimate mixed"}, true},
	{"model.switch.*", "/current", "id provider", nil, true},
	{"model.switch.before", "/proposed", "id provider", nil, true},
	{"model.switch.after", "/previous", "id provider", nil, true},
	{"model.switch.before", "/pricing", "currency", nil, true},
	{"turn.progress", "/item", "id", nil, true},
	{"turn.progress", "/delta", "id role parts", map[string]string{"role": "system developer user assistant tool"}, true},
	{"tool.progress", "/partialOutput", "id role parts", map[string]string{"role": "system developer user assistant tool"}, true},
	{"turn.finish.before", "/lastAssistantItem", "id", nil, true},
	{"session.start", "/resumedFrom", "id", nil, true},
	{"turn.start", "/items/*", "id role parts", map[string]string{"role": "system developer user assistant tool"}, true},
	{"model.request.before", "/items/*/parts/*", "id kind mediaType selection", map[string]string{"kind": "text attachment", "selection": "body metadata omit"}, true},
	{"model.request.before", "/items/*/parts/*/gap", "reason", nil, true},
	{"model.request.before", "/items/*/parts/*/body", "ref", nil, true},
	{"tool.before", "/items/*", "id kind mediaType selection", map[string]string{"kind": "text attachment", "selection": "body metadata omit"}, true},
	{"session.start", "/manifest", "events gaps transports authentication toolPaths contentCategories correlationIdentityFields limits managedPolicy", nil, false},
	{"session.start", "/manifest/events/*", "event modes", map[string]string{"event": "tool.before turn.end"}, false},
	{"session.start", "/manifest/managedPolicy", "scopes disableable", nil, false},
	{"session.start", "/manifest/gaps/*", "path reason", nil, false},
	{"context.compact.after", "/removed/*", "id", nil, true},
	{"context.compact.after", "/tokenCounts", "", nil, true},
	{"context.compact.after", "/execution", "status", map[string]string{"status": "executed skipped"}, true},
	{"config.change.before", "/change", "source scope settings summary", nil, true},
	{"config.change.after", "/change", "source scope settings summary", nil, true},
	{"task.change.*", "/task", "id operation change", map[string]string{"operation": "create update remove"}, true},
	{"workspace.change.*", "/workspace", "kind change", map[string]string{"kind": "cwd roots switch"}, true},
	{"file.changed", "/changes/*", "path operation agentCaused", map[string]string{"operation": "create update remove"}, true},
	{"user.attention", "/attention", "kind message title", nil, true},
	{"user.elicitation.request", "/elicitation", "server mode", map[string]string{"mode": "form url"}, true},
	{"user.elicitation.result", "/elicitation", "server mode action", map[string]string{"mode": "form url", "action": "accept decline cancel"}, true},
	{"user.message.inbound", "/message", "channel sender messages", nil, true},
	{"user.message.outbound", "/message", "channel messages", nil, true},
	{"hook.failure", "/failure", "backendId reason policy", map[string]string{"policy": "fail-open fail-closed"}, true},
}

// decoded is a JSON text as a tree that can be changed.
func decoded(t testing.TB, raw string) map[string]any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(raw))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

// places lists the objects in a value that a pointer with stars leads to.
func places(v any, pointer []string) []map[string]any {
	if len(pointer) == 0 {
		if m, ok := v.(map[string]any); ok {
			return []map[string]any{m}
		}
		return nil
	}
	var all []map[string]any
	switch v := v.(type) {
	case map[string]any:
		all = places(v[pointer[0]], pointer[1:])
	case []any:
		for i, e := range v {
			if pointer[0] == "*" || pointer[0] == strconv.Itoa(i) {
				all = append(all, places(e, pointer[1:])...)
			}
		}
	}
	return all
}

func encoded(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWhatTheTablesDemandIsDemanded(t *testing.T) {
	g, err := newGrammar()
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	faulty := func(typ string, v map[string]any, what string) {
		cases++
		parse(t, g, encoded(t, v))
		if g.Check(typ, "") == nil {
			t.Errorf("%s with %s is taken", typ, what)
		}
	}
	for _, row := range objects {
		met := map[string]bool{}
		for _, typ := range slices.Sorted(maps.Keys(valid)) {
			if ok, err := path.Match(row.types, typ); !ok || err != nil {
				continue
			}
			for _, payload := range valid[typ] {
				sweepObject(t, g, row, typ, of(typ, payload), met, faulty)
			}
		}
		for _, name := range append(strings.Fields(row.required), slices.Collect(maps.Keys(row.enums))...) {
			if !met[name] {
				t.Errorf("%s %s: no valid event has %s", row.types, row.at, name)
			}
		}
	}
	if cases < 1500 {
		t.Errorf("only %d cases", cases)
	}
}

// sweepObject breaks each member of each object of a row in one event, and opens or closes the object.
func sweepObject(t *testing.T, g *check.Grammar, row object, typ, raw string, met map[string]bool, faulty func(string, map[string]any, string)) {
	event := decoded(t, raw)
	tokens := strings.Split(row.at, "/")[1:]
	if row.at == "" {
		tokens = nil
	}
	if row.types == "*" && row.at == "/gaps/*" {
		event["gaps"] = []any{map[string]any{"path": "a", "reason": "b"}}
	}
	for _, m := range places(event, tokens) {
		for name := range strings.FieldsSeq(row.required) {
			was, there := m[name]
			if !there {
				continue
			}
			met[name] = true
			delete(m, name)
			faulty(typ, event, "no "+row.at+"/"+name)
			m[name] = nil
			faulty(typ, event, "null as "+row.at+"/"+name)
			if _, ok := was.(string); ok {
				m[name] = ""
				faulty(typ, event, "an empty "+row.at+"/"+name)
			}
			m[name] = was
		}
		for name, words := range row.enums {
			if was, there := m[name]; there {
				met[name] = true
				if !slices.Contains(strings.Fields(words), was.(string)) {
					t.Errorf("%s: %s/%s is %v, not one of %s", typ, row.at, name, was, words)
				}
				m[name] = was.(string) + "x"
				faulty(typ, event, "another word as "+row.at+"/"+name)
				m[name] = was
			}
		}
		m["zz"] = true
		if row.closed {
			faulty(typ, event, "zz in "+row.at)
		} else if parse(t, g, encoded(t, event)); g.Check(typ, "") != nil {
			t.Errorf("%s with zz in %s is refused: %+v", typ, row.at, g.Check(typ, ""))
		}
		delete(m, "zz")
	}
}
