package mock

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// serve starts a model and returns its address and the log of its requests.
func serve(t *testing.T, script Script) (address string, log *bytes.Buffer) {
	t.Helper()
	log = new(bytes.Buffer)
	server := httptest.NewServer(&Server{Script: script, Log: log, Tag: "t"})
	t.Cleanup(server.Close)
	return server.URL, log
}

func post(t *testing.T, address, body string) (status int, answer string) {
	t.Helper()
	r, err := http.Post(address, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(raw)
}

func records(t *testing.T, log *bytes.Buffer) []Request {
	t.Helper()
	var out []Request
	for dec := json.NewDecoder(log); dec.More(); {
		var r Request
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

var twoSteps = Script{Steps: []Step{{Thinking: "hm", Text: "Looking.", Command: "echo hello"}, {Text: "Done."}}, Side: "A title"}

const bash = `"tools":[{"name":"Bash"}]`

func TestMessagesAnswersByTheScript(t *testing.T) {
	address, log := serve(t, twoSteps)
	_, first := post(t, address+"/v1/messages", `{"model":"m",`+bash+`,"messages":[`+ask+`]}`)
	_, title := post(t, address+"/v1/messages", `{"model":"m","messages":[`+ask+`]}`)
	_, second := post(t, address+"/v1/messages", `{"model":"m",`+bash+`,"messages":[`+ask+`]}`)
	_, third := post(t, address+"/v1/messages", `{"model":"m",`+bash+`,"messages":[`+ask+`]}`)
	for _, want := range []string{`"Looking."`, `"command":"echo hello"`, `"stop_reason":"tool_use"`, `"signature":"` + signature} {
		if !strings.Contains(first, want) {
			t.Errorf("the first answer lacks %s: %s", want, first)
		}
	}
	if !strings.Contains(title, "A title") || !strings.Contains(second, "Done.") || !strings.Contains(third, "Done.") {
		t.Errorf("answers in order: %s %s %s", title, second, third)
	}
	got := records(t, log)
	if len(got) != 4 || got[0].Lane != Main || got[1].Lane != Side || got[2].Step != 1 || got[3].Step != 1 || len(got[0].Calls) != 1 {
		t.Errorf("records: %+v", got)
	}
	if !bytes.Contains(got[0].Body, []byte(ask)) {
		t.Errorf("the body is not whole: %s", got[0].Body)
	}
}

func TestStreamedAnswersHoldWhatWholeOnesDo(t *testing.T) {
	address, _ := serve(t, twoSteps)
	_, messages := post(t, address+"/v1/messages", `{"stream":true,"model":"m",`+bash+`,"messages":[`+ask+`]}`)
	order(t, messages, "event: message_start", "thinking_delta", "signature_delta", "content_block_stop", "text_delta", `echo hello`, "input_json_delta", "message_delta", `"tool_use"`, "event: message_stop")
	address, _ = serve(t, twoSteps)
	_, responses := post(t, address+"/v1/responses", `{"stream":true,"model":"m","tools":[{"type":"function","name":"exec_command"}],"input":[`+said+`]}`)
	order(t, responses, "event: response.created", `"reasoning"`, "response.output_text.delta", "response.output_item.done", "response.function_call_arguments.done", `echo hello`, "event: response.completed")
}

// order checks that each piece stands behind the one before.
func order(t *testing.T, text string, pieces ...string) {
	t.Helper()
	rest := text
	for _, p := range pieces {
		_, after, found := strings.Cut(rest, p)
		if !found {
			t.Fatalf("%q does not come, or too early, in\n%s", p, text)
		}
		rest = after
	}
}

func TestResponsesCallsTheShellThatIsOffered(t *testing.T) {
	for tools, want := range map[string]string{
		`"tools":[{"type":"function","name":"exec_command"}]`:                                         `"arguments":"{\"cmd\":\"echo hello\"}"`,
		`"tools":[{"type":"function","name":"shell"}]`:                                                `bash`,
		`"tools":[{"type":"local_shell"}]`:                                                            `"local_shell_call"`,
		`"tools":[{"type":"namespace","name":"functions","tools":[{"type":"custom","name":"exec"}]}]`: `tools.exec_command({cmd: \"echo hello\"})`,
	} {
		address, log := serve(t, twoSteps)
		_, answer := post(t, address+"/v1/responses", `{"model":"m",`+tools+`,"input":[`+said+`]}`)
		if !strings.Contains(answer, want) {
			t.Errorf("with %s the answer lacks %s: %s", tools, want, answer)
		}
		if got := records(t, log); len(got) != 1 || got[0].Lane != Main || len(got[0].Calls) != 1 {
			t.Errorf("with %s: records %+v", tools, got)
		}
	}
}

func TestToolsCanStandInTheInput(t *testing.T) {
	address, _ := serve(t, twoSteps)
	_, answer := post(t, address+"/v1/responses", `{"model":"m","input":[{"type":"additional_tools","role":"developer","tools":[{"type":"namespace","name":"functions","tools":[{"type":"custom","name":"exec"}]}]},`+said+`]}`)
	if !strings.Contains(answer, `"custom_tool_call"`) {
		t.Errorf("no call: %s", answer)
	}
}

func TestAFaultyRequestIsRefusedAndUsesUpNoStep(t *testing.T) {
	address, log := serve(t, twoSteps)
	status, answer := post(t, address+"/v1/messages", `{`+bash+`,"messages":[`+told+`]}`)
	if status != http.StatusBadRequest || !strings.Contains(answer, "result-orphan") {
		t.Errorf("status %d: %s", status, answer)
	}
	status, answer = post(t, address+"/v1/responses", `{"input":[`+call+`]}`)
	if status != http.StatusBadRequest || !strings.Contains(answer, "result-missing") {
		t.Errorf("status %d: %s", status, answer)
	}
	if _, answer = post(t, address+"/v1/messages", `{"model":"m",`+bash+`,"messages":[`+ask+`]}`); !strings.Contains(answer, "Looking.") {
		t.Errorf("a step was used up: %s", answer)
	}
	got := records(t, log)
	if len(got) != 3 || got[0].Status != http.StatusBadRequest || len(got[0].Faults) == 0 || len(got[2].Faults) != 0 {
		t.Errorf("records: %+v", got)
	}
}

func TestOtherPathsAreAnsweredAsTheServicesDo(t *testing.T) {
	address, log := serve(t, twoSteps)
	if _, answer := post(t, address+"/v1/messages/count_tokens", `{"messages":[]}`); !strings.Contains(answer, `"input_tokens"`) {
		t.Errorf("counting tokens: %s", answer)
	}
	r, err := http.Get(address + "/v1/models?client_version=0")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Errorf("models: %s", r.Status)
	}
	r, err = http.Get(address + "/v1/responses") // a websocket's
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusNotFound {
		t.Errorf("websocket: %s", r.Status)
	}
	if got := records(t, log); len(got) != 3 {
		t.Errorf("%d records, want 3", len(got))
	}
}
