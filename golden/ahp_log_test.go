package golden_test

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"
	"testing"

	"asif-convert/adapters/ahp"
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
	"asif-convert/golden"
	"asif-convert/golden/workload"
	"asif-convert/losses"
)

// FuzzFromAHP converts arbitrary bytes as a log.
func FuzzFromAHP(f *testing.F) { golden.Fuzz(f, ahp.Adapter{}) }

// hooks makes a log of two sessions.
func hooks(t *testing.T, records int64) []byte {
	t.Helper()
	h, err := workload.FindHarness("ahp")
	if err != nil {
		t.Fatal(err)
	}
	p := h.Profiles[len(h.Profiles)-1]
	p.Sessions = 2
	var out bytes.Buffer
	if _, _, err := h.WriteRecords(&out, p, records, 1); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// converted is a log's documents, and what the ledger says.
func converted(t *testing.T, log []byte) (docs [][]byte, ledger *losses.Ledger) {
	t.Helper()
	var files []*bytes.Buffer
	in := source.Bytes("hooks.jsonl", log)
	in.Locator = "hooks.jsonl"
	res, err := convert.From(ahp.Adapter{}, ahp.Adapter{}.Stream(in), convert.Options{}, convert.Destination{Each: func(string) io.Writer {
		files = append(files, &bytes.Buffer{})
		return files[len(files)-1]
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		docs = append(docs, f.Bytes())
	}
	if err := res.Ledger.Balance(); err != nil {
		t.Error(err)
	}
	return docs, res.Ledger
}

// faults are the findings of documents from a severity on.
func faults(t *testing.T, docs [][]byte, warnings bool) (all []string) {
	t.Helper()
	for _, doc := range docs {
		d, err := asif.Open(bytes.NewReader(doc), int64(len(doc)), asif.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		report, err := check.Validate(d, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			if warnings || f.Severity != check.Warning {
				all = append(all, f.Rule+" "+f.Pointer+" "+f.Message)
			}
		}
	}
	return all
}

func TestALongLogConvertsToDocumentsWithoutFindings(t *testing.T) {
	n := int64(10_000)
	if testing.Short() {
		n = 1_000
	}
	log := hooks(t, n)
	docs, ledger := converted(t, log)
	if len(docs) != 2 {
		t.Errorf("%d documents, want one for each of two sessions", len(docs))
	}
	if got := faults(t, docs, true); got != nil {
		t.Errorf("findings: %v", got)
	}
	if r := ledger.Totals().Records; r.Total != int64(bytes.Count(log, []byte("\n"))) || r.Preserved+r.Dropped+r.Unreadable != 0 {
		t.Errorf("records: %+v", r)
	}
}

func TestALogWithoutAnyOneEventConverts(t *testing.T) {
	log := hooks(t, 400)
	lines := bytes.SplitAfter(log, []byte("\n"))
	lines = lines[:len(lines)-1]
	_, whole := converted(t, log)
	step := 1
	if testing.Short() {
		step = 17
	}
	for i := 0; i < len(lines); i += step {
		without := bytes.Join(append(append([][]byte{}, lines[:i]...), lines[i+1:]...), nil)
		docs, ledger := converted(t, without)
		for _, f := range faults(t, docs, false) {
			t.Errorf("without line %d: %s", i+1, f)
		}
		if a, b := whole.Totals().Records.Total, ledger.Totals().Records.Total; a != b+1 {
			t.Errorf("without line %d: %d records of %d", i+1, b, a)
		}
		if t.Failed() {
			t.Fatalf("the line was %s", lines[i])
		}
	}
}

// small is a log of one turn with one call that was asked about.
var small = []string{
	event("session.start", `"trigger":"startup","permissionMode":"ask","manifest":{},"items":[]`),
	event("turn.start", `"trigger":"user","items":[`+message("m1", "user", "Go")+`]`),
	event("tool.before", call),
	event("tool.permission.request", call+`,"suggestions":[],"sandboxBypass":false`),
	event("tool.permission.resolved", call+`,"decision":"allow","decidedBy":"user"`),
	event("tool.after", call+`,"outcome":"ok","execution":{"status":"executed"},"items":[`+message("m2", "tool", "done")+`]`),
	event("turn.end", `"outcome":"completed","continuationCount":0,"items":[`+message("m3", "assistant", "Done.")+`]`),
}

const call = `"call":{"id":"c"},"tool":{"name":"t","input":{"a":1},"origin":"native"},"path":"native"`

func event(typ, more string) string {
	return `{"id":"` + typ + `","source":"urn:test:harness","type":"` + typ + `","time":"2026-10-12T09:00:00Z","harness":{"name":"h","version":"1"},"session":{"id":"s"},"turn":{"id":"t"},` + more + `}`
}

func message(id, role, text string) string {
	return `{"id":"` + id + `","role":"` + role + `","parts":[{"id":"` + id + `p","kind":"text","mediaType":"text/plain","selection":"body","text":"` + text + `"}]}`
}

func TestWhatIsMissingIsTold(t *testing.T) {
	for typ, want := range map[string]struct {
		loss losses.Kind
		text string
	}{
		"":                         {losses.ToolSchemaNotRecorded, `"outcome":"success"`},
		"tool.before":              {losses.CallDerived, `"mode":"derived"`},
		"tool.after":               {losses.OpenCall, `"open_calls":[{"call_id":"c","state":"outcome_unknown"}]`},
		"tool.permission.request":  {losses.ResolutionWithoutRequest, `"category":"ahp.permission"`},
		"tool.permission.resolved": {losses.DecisionMissing, `"open_decisions":[]`},
		"turn.end":                 {losses.TurnEndMissing, `"id":"t","participant_id":"agent","status":"unknown"`},
		"turn.start":               {losses.TurnStartMissing, `"status":"completed"`},
		"session.start":            {losses.SessionStartMissing, `"id":"ahp:urn:test:harness#s"`},
	} {
		var log []string
		for _, line := range small {
			if !strings.Contains(line, `"type":"`+typ+`"`) || typ == "" {
				log = append(log, line)
			}
		}
		docs, ledger := converted(t, []byte(strings.Join(log, "\n")))
		if len(docs) != 1 || !bytes.Contains(docs[0], []byte(want.text)) {
			t.Errorf("without %q, %s is not in the document:\n%s", typ, want.text, docs)
		}
		if !told(ledger, want.loss) {
			t.Errorf("without %q, %s is not told", typ, want.loss.Name())
		}
		if got := faults(t, docs, false); got != nil {
			t.Errorf("without %q: %v", typ, got)
		}
	}
}

func told(l *losses.Ledger, k losses.Kind) bool {
	for _, x := range l.Losses() {
		if x.Kind == k {
			return true
		}
	}
	return false
}

func TestTheSameInEveryForm(t *testing.T) {
	lines := strings.Join(small, "\n")
	want, _ := converted(t, []byte(lines))
	for name, log := range map[string]string{
		"array":          "[" + strings.Join(small, ",\n") + "]",
		"array of lines": "[\n" + strings.Join(small, ",") + "\n]\n",
	} {
		if wire.Framing([]byte(log)) != source.Elements {
			t.Errorf("%s: not taken for an array", name)
		}
		got, ledger := converted(t, []byte(log))
		if len(got) != 1 || shape(t, got[0]) != shape(t, want[0]) {
			t.Errorf("%s gives %s, want %s", name, shape(t, got[0]), shape(t, want[0]))
		}
		if n := ledger.Totals().Records.Total; n != int64(len(small)) {
			t.Errorf("%s: %d records, want %d", name, n, len(small))
		}
	}
}

// shape is what a document says happened, without where that was read.
func shape(t *testing.T, doc []byte) string {
	t.Helper()
	var d asif.ASIFDocument
	if err := asif.Unmarshal(doc, &d); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range d.Events {
		out = append(out, e.ID+" "+string(e.Kind)+" "+string(e.Data))
	}
	return strings.Join(out, "\n")
}

// What was proposed and what was settled need not have the same parts: a call that is derived from the one, a folder that
// is new to it, a call that the other does not name.
func TestAViewThatTellsOtherThingsKeepsTheRequest(t *testing.T) {
	frame := func(method, event string) string {
		return `{"jsonrpc":"2.0","id":"ask","method":"hooks/` + method + `","params":{"protocolVersion":"draft","event":` + event + `}}`
	}
	ask := func(cwd, call string) string {
		e := event("tool.permission.request", call+`,"suggestions":[],"sandboxBypass":false`)
		return strings.Replace(strings.Replace(e, `"id":"tool.permission.request"`, `"id":"ask"`, 1), `"session":{"id":"s"`, `"session":{"id":"s","cwd":"`+cwd+`"`, 1)
	}
	resolved := strings.Replace(event("tool.permission.resolved", call+`,"decision":"allow","decidedBy":"user"`), `"turn"`, `"parentEventId":"ask","turn"`, 1)
	settled := strings.Replace(call, `{"a":1}`, `{"a":2}`, 1)
	for name, log := range map[string][]string{
		"a new folder":           {small[0], frame("intercept", ask("/new", call)), resolved, frame("observe", ask("/new", settled))},
		"a call of the one":      {small[0], frame("intercept", ask("/new", call)), resolved, frame("observe", ask("/new", `"call":"x"`))},
		"a call of the other":    {small[0], frame("intercept", ask("", `"call":"x"`)), frame("observe", ask("", settled)), resolved},
		"a call that began then": {small[0], frame("intercept", ask("/new", call)), small[2], resolved, frame("observe", ask("/new", settled))},
	} {
		docs, _ := converted(t, []byte(strings.Join(log, "\n")))
		for _, f := range faults(t, docs, false) {
			t.Errorf("%s: %s", name, f)
		}
		doc := string(bytes.Join(docs, nil))
		if n := strings.Count(doc, `"kind":"decision_request"`); n != 1 {
			t.Errorf("%s: %d requests", name, n)
		}
		if name != "a call of the other" && !strings.Contains(doc, `"data":{"request_id":"ask","outcome":"allowed"`) {
			t.Errorf("%s: it is not answered", name)
		}
		input := map[string]string{"a new folder": "2", "a call of the other": "2"}[name]
		if want := `"arguments":{"a":` + cmp.Or(input, "1") + `}`; !strings.Contains(doc, want) {
			t.Errorf("%s: no call has %s", name, want)
		}
	}
}

// A compaction stands behind an event that the branch does not keep: an end of a turn that had ended.
func TestACompactionBehindASecondEndConverts(t *testing.T) {
	again := strings.Replace(small[6], `"id":"turn.end"`, `"id":"again"`, 1)
	summary := event("context.compact.after", `"summary":[{"id":"p","kind":"text","mediaType":"text/plain","selection":"body","text":"So far."}],"removed":[],"execution":{"status":"executed"}`)
	docs, _ := converted(t, []byte(strings.Join(append(slices.Clone(small), strings.Replace(again, "m3", "m4", 2), summary), "\n")))
	for _, f := range faults(t, docs, false) {
		t.Error(f)
	}
	if !strings.Contains(string(docs[0]), `"kind":"transition_after_end"`) {
		t.Error("nothing was taken out of the branch")
	}
}

// Two requests have one ID; the answer to the first names an option that the second does not have.
func TestAnAnswerNamesNoOptionOfAnotherRequest(t *testing.T) {
	form := `{\"message\":\"Which?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"enum\":[\"x\",\"y\"]}}}}`
	ask := event("user.elicitation.request", `"elicitation":{"server":"s","mode":"form","request":{"id":"p","kind":"text","mediaType":"text/plain","selection":"body","text":"`+form+`"}}`)
	may := event("tool.permission.request", call+`,"suggestions":[],"sandboxBypass":false`)
	answer := event("user.elicitation.result", `"parentEventId":"one","elicitation":{"server":"s","mode":"form","action":"accept","result":{"id":"q","kind":"text","mediaType":"text/plain","selection":"body","text":"{\"action\":\"accept\",\"content\":{\"name\":\"y\"}}"}}`)
	for name, log := range map[string][]string{"alone": {ask, answer}, "beside another": {ask, may, answer}} {
		text := strings.NewReplacer(`"id":"user.elicitation.request"`, `"id":"one"`, `"id":"tool.permission.request"`, `"id":"one"`).Replace(strings.Join(append([]string{small[0]}, log...), "\n"))
		docs, _ := converted(t, []byte(text))
		for _, f := range faults(t, docs, false) {
			t.Errorf("%s: %s", name, f)
		}
		if chosen := strings.Contains(string(docs[0]), `"selected_option_id":"y"`); chosen != (name == "alone") {
			t.Errorf("%s: an option is chosen: %v", name, chosen)
		}
	}
}
