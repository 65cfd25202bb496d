package codex

import (
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"

	"github.com/google/go-cmp/cmp"
)

// Records of a rollout in the making.
func user(text string) string {
	return `{"timestamp":"2026-01-02T03:04:05Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"` + text + `"}]}}`
}

func assistant(text string) string {
	return `{"timestamp":"2026-01-02T03:04:05Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"` + text + `"}]}}`
}

func event(typ, members string) string {
	if members != "" {
		members = "," + members
	}
	return `{"timestamp":"2026-01-02T03:04:05Z","type":"event_msg","payload":{"type":"` + typ + `"` + members + `}}`
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestAFileOfTheFirstGenerationIsOneValueOverManyLines(t *testing.T) {
	const pretty = `{
  "session": {
    "timestamp": "2025-05-01T03:04:05.000Z",
    "id": "9d0c3e62-4a1b-4f77-8f6c-0a5d1f2e3b4c",
    "instructions": "Be brief."
  },
  "items": [
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "List the files"}]},
    {"id": "rs_1", "type": "reasoning", "summary": [], "duration_ms": 5},
    {"id": "fc_1", "type": "function_call", "status": "completed", "arguments": "{\"command\":[\"ls\"]}", "call_id": "call_1", "name": "shell"},
    {"type": "function_call_output", "call_id": "call_1", "output": "{\"output\":\"a.txt\",\"metadata\":{\"exit_code\":0,\"duration_seconds\":0}}"},
    {"id": "msg_1", "type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "One file.", "annotations": []}]}
  ]
}
`
	in := source.Bytes("rollout-2025-05-01-9d0c3e62-4a1b-4f77-8f6c-0a5d1f2e3b4c.json", []byte(pretty))
	in.Framing = source.Whole
	sess := Adapter{}.Stream(in)
	same(t, "thread", sess.Native.Value, "9d0c3e62-4a1b-4f77-8f6c-0a5d1f2e3b4c")
	s := run(t, sess)
	same(t, "context", s.live(), []string{
		"user: List the files", "assistant: ", `call: call_1 shell {"command":["ls"]}`,
		`result: call_1 success {"output":"a.txt","metadata":{"exit_code":0,"duration_seconds":0}}`, "assistant: One file.",
	})
	if n := len(s.settings); n != 1 {
		t.Errorf("%d settings, want the instructions alone: %q", n, s.settings)
	}
	if s.Lost[losses.UnknownRecordKind] > 0 {
		t.Error("something is unknown")
	}
	if got := (Adapter{}).Detect(adapters.Head{Bytes: []byte(pretty)}); got != adapters.Certain {
		t.Errorf("detected as %v", got)
	}
}

func TestAnEventForPeopleIsFoldedIntoItsItemInAnyOrder(t *testing.T) {
	s := mapLines(t, user("Hello"), event("user_message", `"message":"Hello"`), event("agent_message", `"message":"Hi"`), assistant("Hi"),
		event("user_message", `"message":"Again"`), user("Again"))
	same(t, "context", s.live(), []string{"user: Hello", "assistant: Hi", "user: Again"})
	for i, h := range s.events[1:] {
		if h.folded != 1 {
			t.Errorf("event %d has %d further records, want its twin", i, h.folded)
		}
	}
}

func TestTheSameWordsTwiceAreTwoMessages(t *testing.T) {
	s := mapLines(t, user("Go"), event("user_message", `"message":"Go"`), assistant("Yes"), event("agent_message", `"message":"Yes"`),
		user("Go"), event("user_message", `"message":"Go"`), event("agent_message", `"message":"Yes"`), assistant("Yes"))
	same(t, "context", s.live(), []string{"user: Go", "assistant: Yes", "user: Go", "assistant: Yes"})
}

func TestAnEventWithoutItsItemStandsForItselfInItsPlace(t *testing.T) {
	s := mapLines(t, event("task_started", `"turn_id":"a"`), event("user_message", `"message":"Hello"`), event("agent_message", `"message":"Lost"`), assistant("Kept"),
		event("task_complete", `"turn_id":"a"`), user("Next"))
	same(t, "context", s.live(), []string{"user: Hello", "assistant: Lost", "assistant: Kept", "user: Next"})
}

func TestTheRecordThatCameFirstNamesTheEvent(t *testing.T) {
	lines := []string{user("Hello"), event("agent_message", `"message":"Hi"`), assistant("Hi")}
	cut, whole := mapLines(t, lines[:2]...), mapLines(t, lines...)
	same(t, "ID", whole.events[2].id, cut.events[2].id)
}

func TestTurnsTakenBackGoAside(t *testing.T) {
	s := mapLines(t, user("One"), assistant("First"), user("Two"), assistant("Second"), event("thread_rolled_back", `"num_turns":1`), user("Three"))
	same(t, "context", s.live(), []string{"user: One", "assistant: First", "user: Three"})
	same(t, "branches", len(s.History.Branches), 2)
	b := s.History.Branches[1]
	same(t, "taken back", s.briefs(b.Events), []string{"user: Two", "assistant: Second"})
	if b.Fork == nil || s.events[b.Fork.At].text != "First" {
		t.Errorf("forks at %+v", b.Fork)
	}
}

func TestCountersThatRepeatCountOnce(t *testing.T) {
	count := func(total, in string) string {
		return event("token_count", `"info":{"total_token_usage":{"total_tokens":`+total+`},"last_token_usage":{"input_tokens":`+in+`,"cached_input_tokens":2}}`)
	}
	s := mapLines(t, user("One"), assistant("First"), count("10", "10"), count("10", "10"), user("Two"), assistant("Second"), count("10", "10"), count("17", "7"))
	var got []int64
	for _, h := range s.events[1:] {
		got = append(got, h.usage[adapters.TokensInput])
	}
	same(t, "input tokens", got, []int64{0, 8, 0, 5})
}

func TestCountersAheadOfTheirItemsBelongToThem(t *testing.T) { // 0.40
	count := func(total string) string {
		return event("token_count", `"info":{"total_token_usage":{"total_tokens":`+total+`},"last_token_usage":{"input_tokens":`+total+`}}`)
	}
	call := `{"type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"c"}}`
	s := mapLines(t, user("One"), event("agent_message", `"message":"A"`), count("10"), assistant("A"), call, event("agent_message", `"message":"B"`), count("25"), assistant("B"), count("40"), call)
	got := map[string]int64{}
	for _, h := range s.events[1:] {
		got[h.kind+" "+h.text] += h.usage[adapters.TokensInput]
	}
	same(t, "input tokens", got, map[string]int64{"user One": 0, "assistant A": 10, "assistant B": 25, "call c shell {}": 40})
}

func TestACompactionGoesOnFromItsHistoryAndCopiesNothing(t *testing.T) {
	s := mapLines(t, user("One"), assistant("First"),
		`{"type":"compacted","payload":{"message":"Sum","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"One"}]},{"type":"message","role":"user","content":[{"type":"input_text","text":"Sum"}]}]}}`,
		user("Two"))
	same(t, "context", s.live(), []string{"blob user: One", "blob user: Sum", "user: Two"})
	same(t, "events of main", len(s.History.Branches[0].Events), 4)
	same(t, "contexts", len(s.History.Contexts), 2)
	same(t, "before", s.briefs(s.History.Contexts[0].Inputs), []string{"user: One", "assistant: First"})
	same(t, "summaries", len(s.History.Contexts[1].Changed), 1)
}

func TestWhatNobodyTypedIsTheHarnesss(t *testing.T) {
	for said, want := range map[string]string{
		"Hello":                                  "human",
		`  <ENVIRONMENT_context>\n</x>`:          "harness",
		`# AGENTS.md instructions for /x`:        "harness",
		`What is <environment_context>?`:         "human",
		`<subagent_notification>\n{}`:            "harness",
		`# Context from my IDE setup:\n\nFix it`: "human",
	} {
		s := mapLines(t, user(said))
		same(t, said, s.events[1].actor, want)
	}
}

func TestOutcomesAreReadFromTheText(t *testing.T) {
	for out, want := range map[string]asif.Outcome{
		`Exit code: 0\nWall time: 1 seconds\nOutput:\nx`:                           asif.OutcomeSuccess,
		`Chunk ID: 1\nWall time: 1 seconds\nProcess exited with code 2\nOutput:\n`: asif.OutcomeError,
		`Chunk ID: 1\nWall time: 1 seconds\nProcess running with session ID 2`:     asif.OutcomeUnknown,
		`Wall time: 1\nOutput:\nExit code: 0`:                                      asif.OutcomeUnknown,
		`{\"output\":\"\",\"metadata\":{\"exit_code\":1}}`:                         asif.OutcomeError,
		`aborted by user after 1s`:                                                 asif.OutcomeCancelled,
		`unsupported call: x`:                                                      asif.OutcomeError,
		`anything`:                                                                 asif.OutcomeUnknown,
	} {
		s := mapLines(t, `{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"`+out+`"}}`)
		if got := s.events[1].text; len(got) < len("c ")+len(want) || got[2:2+len(want)] != string(want) {
			t.Errorf("%s is %q, want %s", out, got, want)
		}
	}
}

func TestAPatchNamesItsFiles(t *testing.T) {
	got := patched([]byte("*** Begin Patch\n*** Add File: a\n+*** Add File: no\n*** Update File: b\n*** Move to: c\n@@\n*** Delete File: d\n*** End Patch"))
	want := []change{{"a", asif.ResourceCreated}, {"b", asif.ResourceDeleted}, {"c", asif.ResourceCreated}, {"d", asif.ResourceDeleted}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(change{})); diff != "" {
		t.Error(diff)
	}
}

func TestWhatNoTableKnowsStandsWhole(t *testing.T) {
	s := mapLines(t, `{"type":"future_record","payload":{}}`, event("future_event", ""), `{"type":"response_item","payload":{"type":"future_item"}}`, `{"a":1}`, `{"type":"meta"}`)
	same(t, "unknown", s.Lost[losses.UnknownRecordKind], 5)
	same(t, "events", len(s.events)-1, 5)
}
