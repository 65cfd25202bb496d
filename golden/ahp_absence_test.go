package golden_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"asif-convert/adapters/ahp/rules"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"

	"github.com/google/go-cmp/cmp"
)

// occurrence is an event of a log, read without the converter: what it says, and the lines that it and what was answered
// to it stand on.
type occurrence struct {
	lines  []int
	ID     string
	Type   string
	Of     struct{ ID string } `json:"session"`
	Turn   struct{ ID string }
	Call   struct{ ID string }
	Batch  struct{ ID string }
	Behind bool   `json:"backgrounded"`
	From   string `json:"parentEventId"`
	Items  []struct{ ID string }
	Gone   []struct{ ID string }                    `json:"removed"`
	Last   struct{ ID string }                      `json:"lastAssistantItem"`
	Delta  struct{ ID string }                      `json:"delta"`
	Bit    struct{ ID string }                      `json:"partialOutput"`
	Heard  struct{ Messages []struct{ ID string } } `json:"message"`

	agent, trigger string
}

// history is a log as its events, in order.
type history []*occurrence

func readHistory(t *testing.T, lines [][]byte) (all history) {
	t.Helper()
	byID := map[string]*occurrence{}
	for i, line := range lines {
		var form struct {
			ID      any
			Result  json.RawMessage
			Message json.RawMessage
			Source  string
			Params  struct{ Event json.RawMessage }
		}
		if err := json.Unmarshal(line, &form); err != nil {
			t.Fatal(err)
		}
		raw := json.RawMessage(line)
		switch {
		case form.Result != nil:
			x := byID[form.ID.(string)]
			x.lines = append(x.lines, i)
			continue
		case form.Params.Event != nil:
			raw = form.Params.Event
		case form.Source == "":
			raw = form.Message
		}
		x := &occurrence{}
		var more struct {
			Session struct{ Agent struct{ ID string } }
			Trigger string
		}
		if err := json.Unmarshal(raw, x); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &more); err != nil {
			t.Fatal(err)
		}
		x.agent, x.trigger = more.Session.Agent.ID, more.Trigger
		if was := byID[x.ID]; was != nil {
			was.lines = append(was.lines, i)
			continue
		}
		x.lines = []int{i}
		byID[x.ID], all = x, append(all, x)
	}
	return all
}

// says lists the messages that an event tells of.
func (x *occurrence) says() (ids []string) {
	if x.Type != "model.request.before" {
		for _, m := range append(slices.Clone(x.Items), x.Heard.Messages...) {
			ids = append(ids, m.ID)
		}
	}
	return append(ids, x.Delta.ID, x.Bit.ID)
}

// any tells whether another event is like that.
func (h history) any(x *occurrence, like func(*occurrence) bool) bool { return h.count(x, like) > 0 }

func (h history) count(x *occurrence, like func(*occurrence) bool) (n int) {
	for _, o := range h {
		if o != x && like(o) {
			n++
		}
	}
	return n
}

// next is the first event behind x of its session and of that type that is like that, or nil.
func (h history) next(x *occurrence, typ string, like func(*occurrence) bool) *occurrence {
	at := slices.Index(h, x)
	for _, o := range h[at+1:] {
		if o.Type == typ && o.Of.ID == x.Of.ID && like(o) {
			return o
		}
	}
	return nil
}

// want is what the absence of an event turns into: so many findings of each rule, and so many more losses of each kind.
type want map[string]int

func (w want) add(names ...string) {
	for _, n := range names {
		w[n]++
	}
}

// traces say, for each event type, what others show of its absence: the rules of validate --ahp and the losses. What is
// not here leaves no trace of its own: a change may have been refused, and of a report nothing else tells.
var traces = map[string]func(history, *occurrence, want){
	"session.start": func(h history, x *occurrence, w want) {
		w.add("A27", "session_start_missing")
		if x.trigger == "startup" && h.next(x, "session.start", anything) != nil && h.next(x, "session.end", anything) == nil {
			w.add("A27", "session_end_missing")
		}
	},
	"session.end": func(h history, x *occurrence, w want) {
		if h.next(x, "session.start", anything) != nil {
			w.add("A27", "session_end_missing")
		}
	},
	"turn.start": func(_ history, _ *occurrence, w want) { w.add("A24", "turn_start_missing") },
	"turn.end": func(h history, x *occurrence, w want) {
		w.add("turn_end_missing")
		later := h.next(x, "turn.start", func(o *occurrence) bool { return o.agent == "" })
		end, again := h.last(x, "session.end"), h.last(x, "session.start")
		if later != nil && x.agent == "" || end > again {
			w.add("A24")
		}
	},
	"model.request.before": func(_ history, _ *occurrence, w want) { w.add("A19", "model_request_missing") },
	"model.response.after": func(_ history, _ *occurrence, w want) { w.add("A19", "attempt_usage_missing") },
	"model.error":          func(_ history, _ *occurrence, w want) { w.add("A19", "attempt_usage_missing") },
	"tool.before":          func(_ history, _ *occurrence, w want) { w.add("A13", "call_derived") },
	"tool.after": func(h history, x *occurrence, w want) {
		w.add("open call")
		same := func(o *occurrence) bool { return o.Call.ID == x.Call.ID }
		switch {
		case x.Batch.ID != "":
			w.add("A17")
		case !h.any(x, func(o *occurrence) bool { return same(o) && o.Behind }): // that may still be at work
			w.add("A10")
		}
		for p := h.next(x, "tool.progress", same); p != nil; p = h.next(p, "tool.progress", same) {
			w.add("partial_output_unclear") // it came behind the result
		}
	},
	"tool.permission.request":  func(_ history, _ *occurrence, w want) { w.add("A13", "resolution_without_request") },
	"tool.permission.resolved": func(_ history, _ *occurrence, w want) { w.add("A13", "decision_missing") },
	"tool.batch.after":         func(_ history, _ *occurrence, w want) { w.add("A17") },
	"context.compact.before":   func(_ history, _ *occurrence, w want) { w.add("A31") },
	"user.elicitation.request": func(_ history, _ *occurrence, w want) { w.add("resolution_without_request") },
}

func anything(*occurrence) bool { return true }

// last is the place of the last event of a type in the session of x, -1 for none.
func (h history) last(x *occurrence, typ string) int {
	for i := len(h) - 1; i >= 0; i-- {
		if h[i].Type == typ && h[i].Of.ID == x.Of.ID && h[i] != x {
			return i
		}
	}
	return -1
}

// absence is what the log without x has to turn into: by the type of x, and by what others refer to in it.
func (h history) absence(x *occurrence) want {
	w := want{}
	if trace := traces[x.Type]; trace != nil {
		trace(h, x, w)
	}
	for range h.count(x, func(o *occurrence) bool { return o.From == x.ID }) {
		w.add("A07", "cause_missing")
	}
	for _, id := range x.says() {
		if id == "" || h.any(x, func(o *occurrence) bool { return slices.Contains(o.says(), id) }) {
			continue
		}
		repeated := h.any(x, func(o *occurrence) bool {
			return o.Type == "model.request.before" && slices.ContainsFunc(o.Items, func(m struct{ ID string }) bool { return m.ID == id })
		})
		for _, o := range h {
			if o != x && o.Last.ID == id && !repeated {
				w.add("A26")
			}
			if o != x && !repeated && slices.ContainsFunc(o.Gone, func(m struct{ ID string }) bool { return m.ID == id }) {
				w.add("A31")
			}
		}
		if repeated {
			w.add("message_missing")
		}
	}
	return w
}

// came is what really came of it, in the same words. Losses that are fewer than before went with the event.
func came(t *testing.T, log []byte, before, after *losses.Ledger) want {
	t.Helper()
	w := want{}
	r, err := rules.Validate(source.Bytes("log", log), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Counts.Errors > 0 {
		w["errors"] = r.Counts.Errors
	}
	for rule, n := range r.Counts.Rules {
		w[rule] += n
	}
	had := map[losses.Kind]int64{}
	for _, l := range before.Losses() {
		had[l.Kind] = l.Count
	}
	for _, l := range after.Losses() {
		name := l.Kind.Name()
		switch l.Kind {
		case losses.OpenCall, losses.OpenCallOutsideContext:
			name = "open call"
		case losses.ContextsNotWritten: // which ones are written follows from what is there
			continue
		}
		if n := l.Count - had[l.Kind]; n > 0 {
			w[name] += int(n)
		}
	}
	return w
}

// lowered looks whether the coverage says of each loss that the documents have.
func lowered(t *testing.T, docs [][]byte) {
	t.Helper()
	for _, raw := range docs {
		var d asif.ASIFDocument
		if err := asif.Unmarshal(raw, &d); err != nil {
			t.Fatal(err)
		}
		for _, l := range d.Losses {
			i := slices.IndexFunc(d.Coverage, func(c asif.Coverage) bool { return c.Scope == l.Scope })
			if c := d.Coverage[i]; c.Status == asif.CoverageComplete || !strings.Contains(c.Detail, l.Kind) {
				t.Errorf("%s is lost, and the coverage says %+v", l.Kind, c)
			}
		}
	}
}

// without converts a log without the lines of one event and compares what came of it.
func (h history) without(t *testing.T, lines [][]byte, x *occurrence, whole *losses.Ledger) {
	t.Helper()
	var log []byte
	for i, line := range lines {
		if !slices.Contains(x.lines, i) {
			log = append(log, line...)
		}
	}
	docs, ledger := converted(t, log)
	if diff := cmp.Diff(h.absence(x), came(t, log, whole, ledger)); diff != "" {
		t.Errorf("without %s %s, lines %v (-want +got):\n%s", x.Type, x.ID, x.lines, diff)
	}
	for _, f := range faults(t, docs, true) {
		t.Errorf("without %s %s: %s", x.Type, x.ID, f)
	}
	lowered(t, docs)
}

func TestTheAbsenceOfAnyEventIsTold(t *testing.T) {
	log := hooks(t, 400)
	lines := bytes.SplitAfter(bytes.TrimSuffix(log, []byte("\n")), []byte("\n"))
	lines[len(lines)-1] = append(bytes.Clone(lines[len(lines)-1]), '\n')
	_, whole := converted(t, log)
	h := readHistory(t, lines)
	for i, x := range h {
		if !testing.Short() || i%17 == 0 {
			h.without(t, lines, x, whole)
		}
	}
}

// Of a long log: each type at one place, the first, a middle or the last one. The short one is tried at all.
func TestTheAbsenceOfEventsOfALongLogIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("converts a long log many times")
	}
	log := hooks(t, 10_000)
	lines := bytes.SplitAfter(bytes.TrimSuffix(log, []byte("\n")), []byte("\n"))
	lines[len(lines)-1] = append(bytes.Clone(lines[len(lines)-1]), '\n')
	_, whole := converted(t, log)
	h := readHistory(t, lines)
	byType := map[string][]*occurrence{}
	for _, x := range h {
		byType[x.Type] = append(byType[x.Type], x)
	}
	if len(byType) != 32 {
		t.Errorf("the log has events of %d types, want all 32: %v", len(byType), slices.Sorted(maps.Keys(byType)))
	}
	for i, typ := range slices.Sorted(maps.Keys(byType)) {
		of := byType[typ]
		at := i % 3 * (len(of) - 1) / 2
		t.Run(fmt.Sprintf("%s %d", typ, at), func(t *testing.T) {
			t.Parallel()
			h.without(t, lines, of[at], whole)
		})
	}
}
