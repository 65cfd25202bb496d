package mock

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	ask    = `{"role":"user","content":"go"}`
	use    = `{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"}}`
	used   = `{"role":"assistant","content":[` + use + `]}`
	answer = `{"type":"tool_result","tool_use_id":"toolu_1","content":"a"}`
	told   = `{"role":"user","content":[` + answer + `]}`
	dot    = `iVBORw0KGgo=`
)

// Each rule has requests that break it and requests near them that do not.
var messagesCases = []struct {
	rule   string
	broken []string
	near   []string
}{
	{"body", []string{``, `[]`}, []string{ask}},
	{
		"role",
		[]string{
			used + "," + told, // begins with the assistant
			ask + `,{"role":"assistant","content":"yes"}`,                                                                // ends with the assistant
			ask + `,{"role":"tool","content":"x"},` + ask,                                                                // no such role
			ask + "," + used + "," + told + `,{"role":"assistant","content":"a"},{"role":"system","content":"s"},` + ask, // system after the assistant
		},
		[]string{
			ask + "," + ask,
			ask + `,{"role":"assistant","content":"yes"},` + ask,
			ask + `,{"role":"system","content":"s"},{"role":"assistant","content":"yes"},` + ask,
			ask + `,{"role":"system","content":"s"}`,
		},
	},
	{
		"content",
		[]string{
			`{"role":"user","content":""}`, `{"role":"user","content":[]}`, `{"role":"user","content":7}`, `{"role":"user","content":null}`,
			`{"role":"user","content":[{"type":"text","text":" \n"}]}`,
			ask + "," + used + `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":""}]}]}`,
			ask + "," + used + `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":{"text":"a"}}]}`,
		},
		[]string{
			`{"role":"user","content":" a "}`, ask + `,{"role":"system","content":[]}`,
			ask + "," + used + `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":""}]}`,
			ask + "," + used + `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1"}]}`,
			ask + "," + used + `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[]}]}`,
		},
	},
	{
		"block-type",
		[]string{
			`{"role":"user","content":[{"type":"input_text","text":"a"}]}`,
			`{"role":"user","content":[{"type":"thinking","thinking":"a","signature":"` + signature + `"}]}`,
			ask + "," + used + `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"input_text","text":"a"}]}]}`,
		},
		[]string{
			ask + "," + used + `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"a"}]}]}`,
		},
	},
	{
		"signature",
		[]string{
			ask + `,{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"Zm9yZWlnbg=="},{"type":"text","text":"b"}]},` + ask,
			ask + `,{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"` + encrypted + `"},{"type":"text","text":"b"}]},` + ask,
			ask + `,{"role":"assistant","content":[{"type":"thinking","thinking":"a"},{"type":"text","text":"b"}]},` + ask,
			ask + `,{"role":"assistant","content":[{"type":"redacted_thinking","data":"Zm9yZWlnbg=="},{"type":"text","text":"b"}]},` + ask,
		},
		[]string{
			ask + `,{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"` + signature + `"},{"type":"text","text":"b"}]},` + ask,
			ask + `,{"role":"assistant","content":[{"type":"redacted_thinking","data":"` + redacted + `"},{"type":"text","text":"b"}]},` + ask,
		},
	},
	{
		"thinking-last",
		[]string{ask + `,{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"` + signature + `"}]},` + ask},
		[]string{
			ask + `,{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"` + signature + `"}]},{"role":"assistant","content":"b"},` + ask,
		},
	},
	{
		"image",
		[]string{
			`{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/tiff","data":"` + dot + `"}}]}`,
			`{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":""}}]}`,
			`{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"@"}}]}`,
		},
		[]string{`{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + dot + `"}}]}`},
	},
	{
		"tool-id",
		[]string{ask + "," + strings.ReplaceAll(used+","+told, "toolu_1", "call_1|fc:2"), ask + "," + strings.ReplaceAll(used+","+told, "toolu_1", "")},
		[]string{ask + "," + strings.ReplaceAll(used+","+told, "toolu_1", "call-1_fc")},
	},
	{
		"tool-name",
		[]string{ask + "," + strings.ReplaceAll(used, "Bash", "functions.exec") + "," + told},
		[]string{ask + "," + strings.ReplaceAll(used, "Bash", "mcp__server__tool") + "," + told},
	},
	{
		"arguments",
		[]string{
			ask + "," + strings.ReplaceAll(used, `{"command":"ls"}`, `"{}"`) + "," + told,
			ask + `,{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Bash"}]},` + told,
		},
		[]string{ask + "," + strings.ReplaceAll(used, `{"command":"ls"}`, `{}`) + "," + told},
	},
	{
		"tool-id-repeated",
		[]string{ask + "," + used + "," + told + "," + used + "," + told},
		[]string{ask + "," + used + "," + told + "," + strings.ReplaceAll(used+","+told, "toolu_1", "toolu_2")},
	},
	{
		"result-missing",
		[]string{
			ask + "," + used + "," + ask,
			ask + "," + used + "," + ask + `,{"role":"assistant","content":"yes"},` + told, // too late
		},
		[]string{
			ask + "," + used + "," + told + "," + ask,
			ask + "," + used + `,{"role":"user","content":[` + answer + `,{"type":"text","text":"and"}]}`,
		},
	},
	{
		"result-orphan",
		[]string{told, ask + `,{"role":"assistant","content":"yes"},` + told, ask + "," + strings.ReplaceAll(used, "toolu_1", "toolu_2") + "," + told},
		[]string{ask + "," + used + "," + told},
	},
	{
		"result-repeated",
		[]string{ask + "," + used + `,{"role":"user","content":[` + answer + "," + answer + `]}`, ask + "," + used + "," + told + "," + told},
		[]string{ask + `,{"role":"assistant","content":[` + use + "," + strings.ReplaceAll(use, "toolu_1", "toolu_2") + `]},{"role":"user","content":[` + answer + "," + strings.ReplaceAll(answer, "toolu_1", "toolu_2") + `]}`},
	},
	{
		"result-first",
		[]string{ask + "," + used + `,{"role":"user","content":[{"type":"text","text":"and"},` + answer + `]}`, ask + "," + used + "," + ask + "," + told},
		[]string{ask + "," + used + "," + told + "," + ask},
	},
}

func TestMessagesRefusesWhatTheServiceRefuses(t *testing.T) {
	for _, c := range messagesCases {
		t.Run(c.rule, func(t *testing.T) {
			for _, x := range c.broken {
				broken(t, c.rule, x, CheckMessages([]byte(`{"messages":[`+x+`]}`)))
			}
			for _, x := range c.near {
				sound(t, x, CheckMessages([]byte(`{"messages":[`+x+`]}`)))
			}
		})
	}
}

const (
	said   = `{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}`
	call   = `{"type":"function_call","id":"fc_1","call_id":"call_1","name":"exec_command","arguments":"{\"cmd\":\"ls\"}"}`
	output = `{"type":"function_call_output","call_id":"call_1","output":"a"}`
	custom = `{"type":"custom_tool_call","call_id":"call_1","name":"apply_patch","input":"*** Begin"}`
	think  = `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"` + encrypted + `"}`
	spoke  = `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"yes"}]}`
)

var responsesCases = []struct {
	rule   string
	broken []string
	near   []string
}{
	{"body", []string{``, `[],[]`}, []string{said}},
	{"item-type", []string{said + `,{"type":"tool_use","id":"toolu_1"}`, said + `,{}`}, []string{`{"role":"user","content":"go"}`}},
	{
		"item-id",
		[]string{
			said + "," + strings.Replace(call, "fc_1", "call_1", 1) + "," + output,
			said + "," + strings.Replace(call, "fc_1", "", 1) + "," + output,
			said + "," + strings.Replace(call, "fc_1", "fc_1|2", 1) + "," + output,
			said + "," + strings.Replace(call, "fc_1", "fc_"+strings.Repeat("a", 62), 1) + "," + output,
		},
		[]string{
			said + "," + call + "," + output,
			said + "," + strings.Replace(call, `"id":"fc_1",`, "", 1) + "," + output,
			said + "," + strings.Replace(call, `"fc_1"`, "null", 1) + "," + output,
			said + "," + strings.Replace(call, "fc_1", "fc_"+strings.Repeat("a", 61), 1) + "," + output,
		},
	},
	{
		"item-id-repeated",
		[]string{said + "," + call + "," + output + "," + strings.ReplaceAll(call+","+output, "call_1", "call_2")},
		[]string{said + "," + call + "," + output + "," + strings.NewReplacer("call_1", "call_2", "fc_1", "fc_2").Replace(call+","+output)},
	},
	{
		"role",
		[]string{`{"type":"message","role":"tool","content":"a"}`},
		[]string{`{"type":"message","role":"developer","content":"a"},` + said},
	},
	{
		"content",
		[]string{
			`{"type":"message","role":"user","content":null}`, `{"type":"message","role":"user","content":[]}`,
			`{"type":"message","role":"user","content":[{"type":"input_text"}]}`,
		},
		[]string{`{"type":"message","role":"user","content":"a"}`},
	},
	{
		"part-type",
		[]string{
			said + "," + strings.ReplaceAll(spoke, "output_text", "input_text"), strings.ReplaceAll(said, "input_text", "text"),
			said + "," + call + "," + strings.ReplaceAll(output, `"a"`, `[{"type":"text","text":"a"}]`),
		},
		[]string{said + "," + spoke, said + "," + call + "," + strings.ReplaceAll(output, `"a"`, `[{"type":"input_text","text":"a"}]`)},
	},
	{
		"image",
		[]string{
			`{"role":"user","content":[{"type":"input_image","image_url":"dot.png"}]}`,
			`{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,"}]}`,
			`{"role":"user","content":[{"type":"input_image","image_url":"data:image/tiff;base64,` + dot + `"}]}`,
		},
		[]string{
			`{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,` + dot + `"}]}`,
			`{"role":"user","content":[{"type":"input_image","image_url":"https://example.invalid/dot.png"}]}`,
		},
	},
	{
		"signature",
		[]string{
			said + "," + strings.Replace(think, encrypted, "Zm9yZWlnbg==", 1) + "," + spoke,
			said + "," + strings.Replace(think, encrypted, signature, 1) + "," + spoke,
			said + `,{"type":"reasoning","summary":[]},` + spoke,
		},
		[]string{said + "," + think + "," + spoke},
	},
	{
		"reasoning-alone",
		[]string{said + "," + think, said + "," + think + "," + said, said + "," + call + "," + think + "," + output},
		[]string{said + "," + think + "," + call + "," + output, said + "," + think + "," + strings.Replace(think, "rs_1", "rs_2", 1) + "," + spoke},
	},
	{
		"tool-id",
		[]string{
			said + "," + strings.ReplaceAll(call+","+output, "call_1", ""), said + "," + strings.ReplaceAll(call+","+output, "call_1", "a|b"),
			said + "," + strings.ReplaceAll(call+","+output, "call_1", strings.Repeat("a", 65)),
		},
		[]string{said + "," + strings.ReplaceAll(call+","+output, "call_1", strings.Repeat("a", 64))},
	},
	{
		"tool-name",
		[]string{said + "," + strings.Replace(call, "exec_command", "mcp.tool", 1) + "," + output, said + "," + strings.Replace(custom, "apply_patch", "", 1) + "," + strings.Replace(output, "function", "custom_tool", 1)},
		[]string{said + "," + strings.Replace(call, "exec_command", "mcp__tool", 1) + "," + output},
	},
	{
		"arguments",
		[]string{
			said + "," + strings.Replace(call, `"{\"cmd\":\"ls\"}"`, `{"cmd":"ls"}`, 1) + "," + output,
			said + "," + strings.Replace(call, `"{\"cmd\":\"ls\"}"`, `"{\"cmd\":"`, 1) + "," + output,
			said + "," + strings.Replace(call, `"{\"cmd\":\"ls\"}"`, `""`, 1) + "," + output,
			said + "," + strings.Replace(custom, `"*** Begin"`, `{}`, 1) + "," + strings.Replace(output, "function", "custom_tool", 1),
		},
		[]string{
			said + "," + strings.Replace(call, `"{\"cmd\":\"ls\"}"`, `"{}"`, 1) + "," + output,
			said + "," + custom + "," + strings.Replace(output, "function_call", "custom_tool_call", 1),
		},
	},
	{
		"output",
		[]string{
			said + "," + call + "," + strings.ReplaceAll(output, `"a"`, `{"content":"a"}`), said + "," + call + "," + strings.ReplaceAll(output, `"a"`, `null`),
			said + "," + call + `,{"type":"function_call_output","call_id":"call_1"}`,
		},
		[]string{said + "," + call + "," + strings.ReplaceAll(output, `"a"`, `""`), said + "," + call + "," + strings.ReplaceAll(output, `"a"`, `[]`)},
	},
	{
		"result-missing",
		[]string{said + "," + call, said + "," + custom + "," + said},
		[]string{said + "," + call + "," + said + "," + output}, // something may stand between
	},
	{
		"result-orphan",
		[]string{said + "," + output, said + "," + output + "," + call, said + "," + custom + "," + output, said + "," + strings.Replace(call, "call_1", "call_2", 1) + "," + output},
		[]string{said + `,{"type":"local_shell_call","call_id":"call_1","status":"completed","action":{"type":"exec","command":["ls"]}},` + output},
	},
	{
		"result-repeated",
		[]string{said + "," + call + "," + output + "," + output},
		[]string{said + "," + call + "," + output},
	},
	{
		"tool-id-repeated",
		[]string{said + "," + call + "," + output + "," + strings.Replace(call, "fc_1", "fc_2", 1) + "," + output},
		[]string{said + "," + call + "," + strings.NewReplacer("call_1", "call_2", "fc_1", "fc_2").Replace(call) + "," + output + "," + strings.Replace(output, "call_1", "call_2", 1)},
	},
}

func TestResponsesRefusesWhatTheServiceRefuses(t *testing.T) {
	for _, c := range responsesCases {
		t.Run(c.rule, func(t *testing.T) {
			for _, x := range c.broken {
				broken(t, c.rule, x, CheckResponses([]byte(`{"input":[`+x+`]}`)))
			}
			for _, x := range c.near {
				sound(t, x, CheckResponses([]byte(`{"input":[`+x+`]}`)))
			}
		})
	}
	sound(t, "a text alone", CheckResponses([]byte(`{"input":"go"}`)))
}

func broken(t *testing.T, rule, request string, faults []Fault) {
	t.Helper()
	for _, f := range faults {
		if f.Rule == rule {
			return
		}
	}
	t.Errorf("%s\nbreaks %s; found %v", request, rule, faults)
}

func sound(t *testing.T, request string, faults []Fault) {
	t.Helper()
	if len(faults) > 0 {
		t.Errorf("%s\nis sound; found %v", request, faults)
	}
}

// What the command lines really sent is the largest near miss there is.
func TestRecordedRequestsAreSound(t *testing.T) {
	n := 0
	for folder, check := range map[string]func([]byte) []Fault{"claude-code": CheckMessages, "codex": CheckResponses} {
		files, err := filepath.Glob(filepath.Join("..", "..", "cases", folder, "*", "requests.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for dec := json.NewDecoder(bytes.NewReader(raw)); dec.More(); n++ {
				var r struct {
					N    int
					Lane string
					Body json.RawMessage
				}
				if err := dec.Decode(&r); err != nil {
					t.Fatal(err)
				}
				for _, f := range check(r.Body) {
					t.Errorf("%s %d %s: %s", filepath.Base(filepath.Dir(file)), r.N, r.Lane, f)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no request was recorded: nothing was tested")
	}
	t.Logf("%d recorded requests", n)
}
