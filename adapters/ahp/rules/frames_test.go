package rules

import (
	"strings"
	"testing"
)

// frameCases are frames of each kind, and what makes them none.
var frameCases = []struct {
	definition, frame string
	broken            map[string]string // what is replaced, and by what
}{
	{"frame.observe", `{"jsonrpc":"2.0","method":"hooks/observe","params":{"protocolVersion":"draft","event":{}}}`, map[string]string{
		`"jsonrpc":"2.0",`: `"jsonrpc":"1.0",`, `"hooks/observe"`: `"hooks/observe","id":1`, `"event":{}`: `"event":[]`, `,"event":{}`: ``,
		`"protocolVersion":"draft",`: ``, `{"protocolVersion":"draft","event":{}}`: `{"protocolVersion":"draft","event":{},"capabilities":{"effects":[]}}`,
	}},
	{"frame.intercept", `{"jsonrpc":"2.0","id":"e1","method":"hooks/intercept","params":{"protocolVersion":"draft","event":{},"capabilities":{"effects":["deny"]}}}`, map[string]string{
		`"id":"e1",`: ``, `"e1"`: `null`, `,"capabilities":{"effects":["deny"]}`: ``, `["deny"]`: `["deny","deny"]`, `"deny"`: `"refuse"`, `{"effects":["deny"]}`: `{}`,
	}},
	{"frame.capabilities", `{"jsonrpc":"2.0","id":1.0,"method":"hooks/capabilities","params":{"protocolVersion":"draft"}}`, map[string]string{
		`"id":1.0,`: ``, `1.0`: `1.5`, `"draft"`: `"draft","more":1`, `"draft"}`: `""}`,
	}},
	{"frame.manifest", `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"draft",` + manifest0 + `}}`, map[string]string{
		`"draft",`: `"draft","effects":[],`, `"events":[],`: ``, `"result"`: `"answer"`,
	}},
	{"frame.response", `{"jsonrpc":"2.0","id":"e1","result":{"protocolVersion":"draft"}}`, map[string]string{
		`"e1"`: `null`, `"result"`: `"error":{"code":1,"message":""},"result"`, `"result":{"protocolVersion":"draft"}`: `"x":1`, `"draft"`: `"draft","effects":null`,
		`"protocolVersion":"draft"`: ``,
	}},
	{"frame.response", `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"m","data":[]}}`, map[string]string{
		`-32000`: `"x"`, `,"message":"m"`: ``, `"data"`: `"more"`,
	}},
	{"effect", `{"type":"deny","reason":"no","code":"com.example.no","extensions":{}}`, map[string]string{
		`"reason":"no",`: ``, `"no"`: `""`, `com.example.no`: `no`, `"extensions"`: `"more"`, `"deny"`: `"denied"`,
	}},
	{"effect", `{"type":"allow"}`, map[string]string{`"allow"`: `"allow","reason":"x"`}},
	{"effect", `{"type":"com.example.mark","any":1}`, map[string]string{`com.example.mark`: `mark`}},
	{"effect", `{"type":"message","text":""}`, map[string]string{`,"text":""`: ``}},
	{"effect", `{"type":"return","value":null}`, map[string]string{`,"value":null`: ``}},
	{"effect", `{"type":"flow","operation":"stop","reason":"x"}`, map[string]string{`,"reason":"x"`: ``, `"stop"`: `"continue"`, `"reason"`: `"instruction":"y","reason"`}},
	{"effect", `{"type":"flow","operation":"continue","instruction":"x"}`, map[string]string{`"continue"`: `"pause"`}},
	{"effect", `{"type":"inject","target":"context","operation":"append","deliverAt":"now","value":[` + nobody + `]}`, map[string]string{
		`"now"`: `"later"`, `"context"`: `"prompt"`, `"append"`: `"prepend"`, `[` + nobody + `]`: `[` + text1 + `]`,
	}},
	{"effect", `{"type":"modify","target":"output","operation":"replace","value":[` + nobody + `]}`, map[string]string{
		`[` + nobody + `]`: `{"result":1}`, `"replace"`: `"append"`, `"output"`: `"everything"`,
	}},
	{"effect", `{"type":"modify","target":"summary","operation":"merge","value":[` + text1 + `]}`, map[string]string{`[` + text1 + `]`: `[` + nobody + `]`}},
	{"effect", `{"type":"modify","target":"workspace","operation":"merge","value":{"cwd":"/"}}`, map[string]string{`{"cwd":"/"}`: `{}`}},
	{"effect", `{"type":"modify","target":"input","operation":"merge","value":{}}`, map[string]string{`{}`: `"x"`}},
	{"effect", `{"type":"modify","target":"content","operation":"replace","value":{"name":"x"}}`, map[string]string{`{"name":"x"}`: `"x"`}},
}

func TestFramesAndEffectsHaveTheirForms(t *testing.T) {
	g, err := newGrammar()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range frameCases {
		parse(t, g, c.frame)
		if faults := g.Check(c.definition, ""); faults != nil {
			t.Errorf("%s: %+v", c.frame, faults)
		}
		for old, replacement := range c.broken {
			broken := strings.Replace(c.frame, old, replacement, 1)
			if broken == c.frame {
				t.Errorf("%s has no %s", c.frame, old)
			}
			parse(t, g, broken)
			if g.Check(c.definition, "") == nil {
				t.Errorf("%s is taken", broken)
			}
		}
	}
}
