package check

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawHistory draws the events of a history as the edits that add them: calls and versions of them, results, requests,
// resolutions, task updates, transitions, and corrections of any of these. Most break rules.
func drawHistory(t *rapid.T) []string {
	kinds := []string{"tool_call", "tool_result", "decision_request", "decision_resolution", "task_update", "execution_transition", "note"}
	byKind := map[string][]string{}
	few := func(prefix string) string { return fmt.Sprint(prefix, rapid.IntRange(0, 2).Draw(t, prefix)) }
	var edits []string
	for i := range rapid.IntRange(1, 25).Draw(t, "events") {
		id := fmt.Sprint("n", i)
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		data := `"parts":[],"category":"x"`
		switch kind {
		case "tool_call":
			data = fmt.Sprintf(`"call_id":%q,"tool_id":"read","arguments":1,"arguments_status":"partial"`, few("c"))
		case "tool_result":
			terminal, outcome := rapid.Bool().Draw(t, "terminal"), "unknown"
			data = fmt.Sprintf(`"call_id":%q,"result_index":%d,"terminal":%v,"outcome":%q,"parts":[]`, few("c"), i, terminal, outcome)
		case "decision_request":
			data = fmt.Sprintf(`"request_id":"r%d","decision_kind":"question","prompt":[],"options":[],"call_id":%q`, len(byKind[kind]), few("c"))
		case "decision_resolution":
			data = fmt.Sprintf(`"request_id":%q,"outcome":"denied","answer":[]`, few("r"))
		case "task_update":
			status := rapid.SampledFrom(slices.Sorted(maps.Keys(taskStatusNames))).Draw(t, "status")
			data = fmt.Sprintf(`"task_id":%q,"revision":%d,"status":%q,"parts":[]`, few("t"), i, status)
			if rapid.Bool().Draw(t, "depends") {
				data += fmt.Sprintf(`,"dependencies":[%q]`, few("t"))
			}
		case "execution_transition":
			status := rapid.SampledFrom([]string{"running", "completed", "failed"}).Draw(t, "status")
			data = fmt.Sprintf(`"execution_id":"run-1","status":%q`, status)
		}
		supersedes := ""
		if before := byKind[kind]; len(before) > 0 && kind != "task_update" && rapid.IntRange(0, 2).Draw(t, "corrects") == 0 {
			supersedes = fmt.Sprintf(`,"supersedes":{"event_id":%q}`, rapid.SampledFrom(before).Draw(t, "corrected"))
		}
		byKind[kind] = append(byKind[kind], id)
		branch := rapid.SampledFrom([]string{"main", "main", "-"}).Draw(t, "branch")
		edits = append(edits, fmt.Sprintf(`event %s {"id":%q,"kind":%q%s,"execution_id":"run-1","data":{%s}}`, branch, id, kind, supersedes, data))
	}
	return edits
}

// slowState is an independent, slow statement of what is open: it follows the words of the rules, event by event.
func slowState(doc map[string]any, branch, event string) []string {
	list := func(v any) []any { l, _ := v.([]any); return l }
	byID := map[string]map[string]any{}
	for _, e := range list(doc["events"]) {
		byID[e.(map[string]any)["id"].(string)] = e.(map[string]any)
	}
	var selected []map[string]any
	for _, b := range list(doc["branches"]) {
		for _, id := range list(b.(map[string]any)["event_ids"]) {
			if b.(map[string]any)["id"] != branch {
				break
			}
			if selected = append(selected, byID[id.(string)]); id == event {
				break
			}
		}
	}
	superseded := map[any]bool{}
	for _, e := range selected {
		if s, ok := e["supersedes"].(map[string]any); ok {
			superseded[s["event_id"]] = true
		}
	}
	calls, asked, current, running := map[any]any{}, map[any]any{}, map[any]map[string]any{}, any("completed")
	ended, partial, answered := map[any]bool{}, map[any]bool{}, map[any]bool{}
	for _, e := range selected {
		data := e["data"].(map[string]any)
		switch kind := e["kind"]; {
		case kind == "tool_call":
			calls[data["call_id"]] = e["id"]
		case kind == "task_update":
			current[data["task_id"]] = data
		case kind == "execution_transition":
			running = data["status"]
		case superseded[e["id"]]:
		case kind == "tool_result" && data["terminal"] == true:
			ended[data["call_id"]] = true
		case kind == "tool_result":
			partial[data["call_id"]] = true
		case kind == "decision_request":
			asked[data["request_id"]] = data["call_id"]
		case kind == "decision_resolution":
			answered[data["request_id"]] = true
		}
	}
	var out []string
	waits := map[any]bool{}
	for id, call := range asked {
		if !answered[id] {
			out = append(out, fmt.Sprintf("decision %v", id))
			waits[call] = true
		}
	}
	for id, version := range calls {
		if !ended[id] {
			out = append(out, fmt.Sprintf("call %v %v %v", id, version, waits[id] || partial[id] || running == "running"))
		}
	}
	meaning := map[any]string{"completed": "satisfied", "unknown": "unknown"}
	for id, data := range current {
		depends := "unknown"
		for _, d := range list(data["dependencies"]) {
			if on := current[d]; on == nil {
				depends = "unknown"
			} else if depends = meaning[on["status"]]; depends == "" {
				depends = "unsatisfied"
			}
		}
		if l, ok := data["dependencies"].([]any); ok && len(l) == 0 {
			depends = "none"
		}
		out = append(out, fmt.Sprintf("task %v %v %v %v", id, data["revision"], data["status"], depends))
	}
	out = append(out, fmt.Sprintf("execution %v", running))
	slices.Sort(out)
	return out
}

// fastState is the same of a [State].
func fastState(s State) []string {
	var out []string
	for _, d := range s.Decisions {
		out = append(out, "decision "+d.ID)
	}
	for _, c := range s.Calls {
		out = append(out, fmt.Sprintf("call %s %s %v", c.ID, c.Event, c.State == "pending"))
	}
	for _, k := range s.Tasks {
		out = append(out, fmt.Sprintf("task %s %d %s %s", k.ID, k.Revision, k.Status, k.Depends))
	}
	status := "completed"
	for _, e := range s.Executions {
		status = e.Status
	}
	out = append(out, "execution "+status)
	slices.Sort(out)
	return out
}

func TestStatesAreWhatTheRulesSayOfAnyHistory(t *testing.T) {
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		raw := edited(outer, "work", drawHistory(t)...)
		doc := decodeJSON(outer, raw).(map[string]any)
		for _, b := range doc["branches"].([]any) {
			b := b.(map[string]any)
			event := rapid.SampledFrom(b["event_ids"].([]any)).Draw(t, "boundary").(string)
			if diff := cmp.Diff(slowState(doc, b["id"].(string), event), fastState(stateAt(outer, raw, b["id"].(string), event))); diff != "" {
				t.Fatalf("at %s of %s: %s\n%s", event, b["id"], diff, raw)
			}
		}
	})
}

// H03 and H04 are about the same state: a checkpoint that lists what is open has nothing to be told.
func TestACheckpointThatListsTheStateBreaksNoRuleOfCheckpoints(t *testing.T) {
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		edits := drawHistory(t)
		head := stateAt(outer, edited(outer, "work", edits...), "main", "")
		for _, c := range head.Calls {
			edits = append(edits, fmt.Sprintf(`add /checkpoints/1/open_calls {"call_id":%q,"state":%q}`, c.ID, c.State))
		}
		for _, d := range head.Decisions {
			edits = append(edits, fmt.Sprintf(`add /checkpoints/1/open_decisions {"request_id":%q,"state":%q}`, d.ID, d.State))
		}
		edits = append(edits, `set /checkpoints/1/tasks []`, `set /checkpoints/1/context_id null`)
		for _, k := range head.Tasks {
			edits = append(edits, fmt.Sprintf(`add /checkpoints/1/tasks {"task_id":%q,"revision":%d}`, k.ID, k.Revision))
		}
		raw := edited(outer, "work", edits...)
		if r := validate(outer, raw, Options{Rules: []string{"H"}}); r.Counts.Total != 0 {
			t.Fatalf("%+v\n%s", r.Findings, raw)
		}
	})
}

// circular tells whether the graph has a way from a task over others back to it.
func circular(depends map[string][]string) bool {
	var reaches func(from, to string, left int) bool
	reaches = func(from, to string, left int) bool {
		return left > 0 && slices.ContainsFunc(depends[from], func(next string) bool {
			return next != from && (next == to || reaches(next, to, left-1))
		})
	}
	for task := range depends {
		if reaches(task, task, len(depends)) {
			return true
		}
	}
	return false
}

// T06, update by update.
func TestCirclesOfTasksAreFoundHoweverTheyArise(t *testing.T) {
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		var edits []string
		now, want := map[string][]string{}, false
		for i := range rapid.IntRange(1, 20).Draw(t, "updates") {
			task := fmt.Sprint("t", rapid.IntRange(0, 4).Draw(t, "task"))
			list := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"t0", "t1", "t2", "t3", "t4"}), 0, 3, rapid.ID).Draw(t, "dependencies")
			now[task] = list
			want = want || circular(now)
			edits = append(edits, fmt.Sprintf(`event main {"id":"n%d","kind":"task_update","data":{"task_id":%q,"revision":%d,"status":"pending","parts":[],"dependencies":%s}}`,
				i, task, i, encodeJSONList(list)))
		}
		raw := edited(outer, "work", edits...)
		if r := validate(outer, raw, Options{Rules: []string{"T06"}}); (r.Counts.Total > 0) != want {
			t.Fatalf("circle %v, %+v\n%v", want, r.Findings, edits)
		}
	})
}

// swapping is a document in which a task that another waits for depends on the one and the other of two chains in turn, and
// at last, with a circle, on itself by way of both.
func swapping(t *testing.T, length, swaps int, circle string) []byte {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(edited(t, "work"), &doc); err != nil {
		t.Fatal(err)
	}
	list := doc["events"].([]any)
	main := doc["branches"].([]any)[0].(map[string]any)
	ids := main["event_ids"].([]any)
	update := func(task string, revision int, dependencies ...string) {
		id := fmt.Sprint(task, "-", revision)
		data := map[string]any{"task_id": task, "revision": revision, "status": "pending", "parts": []any{}, "dependencies": dependencies}
		list = append(list, map[string]any{"id": id, "sequence": 1000 + len(list), "kind": "task_update", "actor_id": "agent", "causes": []any{}, "data": data})
		ids = append(ids, id)
	}
	for _, chain := range []string{"a", "b"} {
		update(chain+"0", 1)
		for i := 1; i < length; i++ {
			update(fmt.Sprint(chain, i), 1, fmt.Sprint(chain, i-1))
		}
	}
	update("x", 1)
	update("w", 1, "x")
	for i := range swaps {
		update("x", i+2, fmt.Sprint([]string{"a", "b"}[i%2], length-1))
	}
	if circle != "" {
		update("x", swaps+2, circle)
	}
	doc["events"], main["event_ids"] = list, ids
	raw, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// The square of what a history has would be hours for one of 100 MB.
func TestTheSearchForCirclesGivesUpAndSaysSo(t *testing.T) {
	o := Options{Rules: []string{"T06"}}
	r := validate(t, swapping(t, 3000, 2000, "w"), o)
	if r.Counts.Errors != 1 || r.Counts.Total != 1 {
		t.Errorf("within the bound: %+v", r.Findings)
	}
	r = validate(t, swapping(t, 3000, 6000, "w"), o)
	if r.Counts.Warnings != 1 || r.Counts.Total != 1 || !r.Valid || !strings.Contains(r.Findings[0].Message, "not searched") {
		t.Errorf("beyond it: %+v", r.Findings)
	}
}

func encodeJSONList(list []string) string {
	quoted := make([]string, 0, len(list))
	for _, s := range list {
		quoted = append(quoted, fmt.Sprintf("%q", s))
	}
	return "[" + strings.Join(quoted, ",") + "]"
}
