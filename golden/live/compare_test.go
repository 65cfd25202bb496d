package live

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A small conversation as a document has it, and as each service gets it.
var (
	small = expected{
		must: []item{
			{Kind: "text", Role: "user", Text: "look at both"},
			{Kind: "text", Role: "assistant", Text: "looking"},
			{Kind: "call", Name: "Bash", Call: "c1", Text: `{"command":"ls"}`},
			{Kind: "call", Name: "apply_patch", Call: "c2", Text: "*** Begin"},
			{Kind: "result", Call: "c1", Text: "a"},
			{Kind: "result", Call: "c2", Text: "b"},
			{Kind: "image", Text: "e392dad8b08599f74d4819cd291feef81ab4389e0a6fae2b1286f99411b0c7ca"},
			{Kind: "call", Name: "Bash", Call: "c3", Text: `{"command":"sleep"}`},
		},
		may:  map[string]bool{"instructions": true},
		dead: []string{"taken back, long ago"},
	}
	turn = []item{{Kind: "text", Role: "user", Text: "go on"}}
)

const inMessages = `{"messages":[
 {"role":"user","content":[{"type":"text","text":"<system-reminder>x</system-reminder>"},{"type":"text","text":"look at both"}]},
 {"role":"system","content":"be good"},
 {"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"looking"},
  {"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"}},
  {"type":"tool_use","id":"toolu_2","name":"apply_patch","input":{"input":"*** Begin"}}]},
 {"role":"user","content":[
  {"type":"tool_result","tool_use_id":"toolu_2","content":[{"type":"text","text":"b"},{"type":"image","source":{"data":"ZG90"}}]},
  {"type":"tool_result","tool_use_id":"toolu_1","content":"a\n"}]},
 {"role":"assistant","content":[{"type":"tool_use","id":"toolu_3","name":"Bash","input":{"command":"sleep"}}]},
 {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_3","content":"the outcome is unknown"},{"type":"text","text":"go on"}]}]}`

const inResponses = `{"input":[
 {"type":"message","role":"developer","content":[{"type":"input_text","text":"be good"}]},
 {"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x</environment_context>"}]},
 {"role":"user","content":"look at both"},
 {"type":"reasoning","summary":[]},
 {"type":"message","role":"assistant","content":[{"type":"output_text","text":"looking"}]},
 {"type":"function_call","call_id":"call_1","name":"Bash","arguments":"{ \"command\": \"ls\" }"},
 {"type":"custom_tool_call","call_id":"call_2","name":"apply_patch","input":"*** Begin"},
 {"type":"function_call_output","call_id":"call_1","output":"a"},
 {"type":"custom_tool_call_output","call_id":"call_2","output":[{"type":"input_text","text":"b"},{"type":"input_image","image_url":"data:image/png;base64,ZG90"}]},
 {"type":"function_call","call_id":"call_3","name":"Bash","arguments":"{\"command\":\"sleep\"}"},
 {"type":"function_call_output","call_id":"call_3","output":"aborted"},
 {"type":"message","role":"user","content":[{"type":"input_text","text":"go on"}]}]}`

func TestARequestWithAllOfItIsRight(t *testing.T) {
	for name, body := range map[string]string{
		"messages": inMessages, "responses": inResponses,
		"with what the harness had put in": strings.Replace(inMessages, "<system-reminder>x</system-reminder>", "instructions", 1),
	} {
		if d := compare(small, turn, json.RawMessage(body)); len(d) > 0 {
			t.Errorf("%s: %q", name, d)
		}
	}
}

func TestARequestThatDiffersIsWrong(t *testing.T) {
	for _, c := range []struct{ why, old, new, want string }{
		{"a text is missing", `{"type":"text","text":"looking"},`, ``, "not sent: text assistant"},
		{"a text comes twice", `"look at both"}`, `"look at both"},{"type":"text","text":"look at both"}`, "sent: text user"},
		{"a role is another", `"role":"assistant","content":[{"type":"thinking"`, `"role":"user","content":[{"type":"thinking"`, "not sent: text assistant"},
		{"a text is made up", `"be good"}`, `"be good"},{"role":"user","content":"and hurry"}`, "sent: text user"},
		{"a name is another", `"name":"apply_patch"`, `"name":"ApplyPatch"`, "not sent: call apply_patch"},
		{"arguments are others", `{"command":"ls"}`, `{"command":"ls -l"}`, "not sent: call Bash"},
		{"a result is cut", `"content":"a\n"`, `"content":""`, `wanted: result c1`},
		{"a result is missing", `,
  {"type":"tool_result","tool_use_id":"toolu_1","content":"a\n"}`, ``, "sent 0 times: result c1"},
		{"a result comes twice", `{"type":"tool_result","tool_use_id":"toolu_1","content":"a\n"}`, `{"type":"tool_result","tool_use_id":"toolu_1","content":"a\n"},{"type":"tool_result","tool_use_id":"toolu_1","content":"a"}`, "sent 2 times: result c1"},
		{"results are swapped", `"tool_use_id":"toolu_2","content":[{"type":"text","text":"b"}`, `"tool_use_id":"toolu_2","content":[{"type":"text","text":"a"}`, "wanted: result c2"},
		{"an image is missing", `,{"type":"image","source":{"data":"ZG90"}}`, ``, "sent 0 times, wanted 1"},
		{"an image is another", `ZG90`, `ZG91`, "not live"},
		{"the open call is closed as if it had ended", `the outcome is unknown`, `done`, "does not say"},
		{"the open call has no result", `{"type":"tool_result","tool_use_id":"toolu_3","content":"the outcome is unknown"},`, ``, "a call without result"},
		{"the prompt is missing", `,{"type":"text","text":"go on"}`, ``, "not sent: text user"},
		{"what was taken back comes again", `<system-reminder>x`, `<system-reminder>taken back, long ago`, "not live, but sent"},
		{"the conversation is told as a text", `"looking"`, `"I said: looking"`, "not sent: text assistant"},
	} {
		body := strings.Replace(inMessages, c.old, c.new, 1)
		if body == inMessages {
			t.Fatalf("%s: nothing was replaced", c.why)
		}
		if d := compare(small, turn, json.RawMessage(body)); !strings.Contains(strings.Join(d, "\n"), c.want) {
			t.Errorf("%s: want %q, got %q", c.why, c.want, d)
		}
	}
}

func TestAResultThatComesTooLateIsWrong(t *testing.T) {
	late := strings.Replace(inResponses, ` {"type":"function_call_output","call_id":"call_1","output":"a"},
`, ``, 1)
	late = strings.Replace(late, ` {"type":"function_call_output","call_id":"call_3"`, ` {"type":"function_call_output","call_id":"call_1","output":"a"},
 {"type":"function_call_output","call_id":"call_3"`, 1)
	if d := strings.Join(compare(small, turn, json.RawMessage(late)), "\n"); !strings.Contains(d, "sent too late") {
		t.Errorf("got %q", d)
	}
}

// The expectation is read from documents of the corpus, one for each thing that must not come back.
func TestExpectationLeavesOutWhatIsNotLive(t *testing.T) {
	for _, c := range []struct{ name, live, dead string }{
		{"claude-code/2.1.332-rewind", "Look at the README instead", "Now look at calc (this prompt is taken back)"},
		{"claude-code/2.1.332-compact-manual", "RESUME-MARK after compact", "Now I'll read calc.py."},
		{"codex/0.171.0-gpt-5.5-rollback", "", "calc.py"},
		{"codex/0.171.0-gpt-5.5-compact-auto", "Look at the files", "Second look."},
	} {
		d, err := readDocument(filepath.Join("..", "cases", filepath.FromSlash(c.name), "session.json"))
		if err != nil {
			t.Fatal(err)
		}
		x, err := d.expect()
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, i := range x.must {
			words = append(words, i.Text)
		}
		if !strings.Contains(strings.Join(words, "\n"), c.live) {
			t.Errorf("%s: live is %q, and lacks %q", c.name, words, c.live)
		}
		if !strings.Contains(strings.Join(x.dead, "\n"), c.dead) {
			t.Errorf("%s: dead is %q, and lacks %q", c.name, x.dead, c.dead)
		}
	}
}

func TestAJobRunsOnlyInsideOfANamespace(t *testing.T) {
	if err := Inside(filepath.Join(t.TempDir(), "job.json")); err == nil || os.Getpid() == 1 {
		t.Errorf("it ran on the machine itself: %v", err)
	}
}
