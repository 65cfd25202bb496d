package check

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"asif-convert/convert/asif"

	"github.com/go-json-experiment/json/jsontext"
)

// generate makes a valid document of n events with about size bytes of text each: messages, calls and results, with
// a branch, a context of all of it and their native source.
func generate(n, size int) []byte {
	var b, ids, inputs bytes.Buffer
	filler := strings.Repeat("It was \\\"a long\\\" day, and the log had a lot to say.\\n", size/50+1)[:size]
	filler = strings.TrimSuffix(filler, "\\")
	b.WriteString(`{"asif_version":"0.4","capture":{"id":"c","producer":{"name":"x","version":"1"},"consistency":"consistent","boundary":"x"},` +
		`"session":{"id":"s","native_ids":[],"lineage":[]},"participants":[{"id":"p","kind":"human"},{"id":"a","kind":"agent"}],"events":[`)
	for i := range n {
		kind, data, input := "message", fmt.Sprintf(`"role":"assistant","parts":[{"kind":"text","text":"%s"}]`, filler), ""
		switch i % 4 {
		case 1:
			kind, data = "tool_call", fmt.Sprintf(`"call_id":"call-%d","tool_id":"t","arguments":{"text":"%s"},"arguments_status":"complete"`, i/4, filler)
			input = `"role":"assistant","parts":[],` + data
		case 2:
			kind, data = "tool_result", fmt.Sprintf(`"call_id":"call-%d","result_index":0,"terminal":true,"outcome":"success","parts":[{"kind":"text","text":"%s"}]`, i/4, filler)
			input = `"role":"tool",` + data
		}
		if input == "" {
			input = data
		}
		id := fmt.Sprintf("%08x-0000-4000-8000-%012x", i, i*7)
		if i > 0 {
			b.WriteString(",")
			ids.WriteString(",")
			inputs.WriteString(",")
		}
		cause := ""
		if i%4 == 2 {
			cause = fmt.Sprintf(`{"event_id":"%08x-0000-4000-8000-%012x"}`, i-1, (i-1)*7)
		}
		fmt.Fprintf(&b, `{"id":"%s","sequence":%d,"time":"%s","actor_id":"a","kind":"%s","causes":[%s],"provenance":{"mode":"observed","producer":"x",`+
			`"sources":[{"resource_id":"native","locator":{"syntax":"bytes","offset":%d,"length":%d}}]},"data":{%s}}`, id, i, time.Unix(1735689600+int64(i), 5e8).UTC().Format(time.RFC3339Nano), kind, cause, i, size, data)
		fmt.Fprintf(&ids, "%q", id)
		if i >= n*9/10 && i%4 != 1 && i%4 != 2 { // the last tenth is the context
			fmt.Fprintf(&inputs, `{"id":"i%d","kind":"%s","source_events":[{"event_id":"%s"}],%s}`, i, kind, id, input)
		} else {
			inputs.Truncate(max(0, inputs.Len()-1))
		}
	}
	last := fmt.Sprintf("%08x-0000-4000-8000-%012x", n-1, (n-1)*7)
	fmt.Fprintf(&b, `],"branches":[{"id":"main","event_ids":[%s],"head_event_id":"%s"}],"executions":[],"contexts":[{"id":"x","branch_id":"main","at_event_id":"%s",`+
		`"purpose":"continuation","fidelity":"reconstructed","inputs":[%s],"tool_ids":["t"]}],"configurations":[],"tools":[{"id":"t","name":"t","description":"","input_schema":true}],`+
		`"resources":[{"id":"native","media_type":"x/y","availability":"external","purpose":"native","bytes":9007199254740991,"locator":"x","explanation":"x"}],"environments":[],`, &ids, last, last, strings.TrimPrefix(inputs.String(), ","))
	fmt.Fprintf(&b, `"checkpoints":[{"id":"k","branch_id":"main","at_event_id":"%s","knowledge":"derived","status":"idle","context_id":"x","configuration_id":null,"open_calls":[],"open_decisions":[],"tasks":[],"requirements":[]}],"coverage":[`, last)
	for i, s := range scopes {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"scope":%q,"status":"partial","detail":"x"}`, s)
	}
	b.WriteString(`],"losses":[],"required_features":[]}`)
	return b.Bytes()
}

func TestGeneratedDocumentsAreValid(t *testing.T) {
	for _, size := range []int{10, 2000} {
		if r := validate(t, generate(400, size), Options{}); r.Counts.Total != 0 {
			t.Errorf("%+v", r.Findings[0])
		}
	}
}

// bareScan reads the document with a strict parser and does nothing else.
func bareScan(b *testing.B, doc []byte) time.Duration {
	start := time.Now()
	d := jsontext.NewDecoder(bytes.NewReader(doc))
	for {
		if _, err := d.ReadToken(); err == io.EOF {
			return time.Since(start)
		} else if err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkValidate(b *testing.B, doc []byte) {
	bare := bareScan(b, doc)
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		r, err := ValidateReader(bytes.NewReader(doc), int64(len(doc)), asif.Limits{}, Options{})
		if err != nil || !r.Valid {
			b.Fatal(err, r.Findings)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/bare.Seconds(), "x-bare-scan")
}

func BenchmarkValidateLong(b *testing.B)   { benchmarkValidate(b, generate(20_000, 2000)) }
func BenchmarkValidateChatty(b *testing.B) { benchmarkValidate(b, generate(60_000, 250)) }

// manyBranches makes a document of n events that each of several branches selects, with a checkpoint at every head
// and an open call in each.
func manyBranches(n, branches int) []byte {
	var events, ids []string
	for i := range n {
		kind, data := "note", `"parts":[],"category":"x"`
		if i%2 == 0 {
			kind, data = "tool_call", fmt.Sprintf(`"call_id":"c%d","tool_id":"t","arguments":0,"arguments_status":"complete"`, i)
		}
		events = append(events, fmt.Sprintf(`{"id":"e%d","sequence":%d,"actor_id":"a","kind":"%s","causes":[],"provenance":{"mode":"observed","producer":"x"},"data":{%s}}`, i, i, kind, data))
		ids = append(ids, fmt.Sprintf(`"e%d"`, i))
	}
	return selecting(events, ids, branches, `{"call_id":"c0","state":"outcome_unknown"}`)
}

// taskChain makes a document of n tasks, each of which waits for the one before.
func taskChain(n int) []byte {
	var events, ids []string
	for i := range n {
		events = append(events, fmt.Sprintf(`{"id":"e%d","sequence":%d,"actor_id":"a","kind":"task_update","causes":[],"provenance":{"mode":"observed","producer":"x"},`+
			`"data":{"task_id":"t%d","revision":1,"status":"pending","parts":[],"dependencies":["t%d"]}}`, i, i, i, max(i-1, 0)))
		ids = append(ids, fmt.Sprintf(`"e%d"`, i))
	}
	events[0] = strings.Replace(events[0], `["t0"]`, `[]`, 1)
	return selecting(events, ids, 1, "")
}

// selecting makes a document of events that each of several branches selects, with what is open at their heads.
func selecting(events, ids []string, branches int, open string) []byte {
	var list, states []string
	all, n := strings.Join(ids, ","), len(events)
	for i := range branches {
		list = append(list, fmt.Sprintf(`{"id":"b%d","event_ids":[%s],"head_event_id":"e%d"}`, i, all, n-1))
		states = append(states, fmt.Sprintf(`{"id":"k%d","branch_id":"b%d","at_event_id":"e%d","knowledge":"derived","status":"idle","context_id":null,"configuration_id":null,`+
			`"open_calls":[%s],"open_decisions":[],"tasks":[],"requirements":[]}`, i, i, n-1, open))
	}
	doc := string(generate(1, 10))
	cut := func(from, to, with string) {
		start := strings.Index(doc, from) + len(from)
		doc = doc[:start] + with + doc[start+strings.Index(doc[start:], to):]
	}
	cut(`"events":[`, `],"branches"`, strings.Join(events, ","))
	cut(`"branches":[`, `],"executions"`, strings.Join(list, ","))
	cut(`"contexts":[`, `],"configurations"`, "")
	cut(`"checkpoints":[`, `],"coverage"`, strings.Join(states, ","))
	return []byte(doc)
}

func TestManyBranchesOfOneHistoryAreValid(t *testing.T) {
	if r := validate(t, manyBranches(40, 9), Options{}); r.Counts.Total != 0 {
		t.Errorf("%+v", r.Findings[0])
	}
}

func TestALongChainOfTasksIsValid(t *testing.T) {
	if r := validate(t, taskChain(50_000), Options{}); r.Counts.Total != 0 {
		t.Errorf("%+v", r.Findings[0])
	}
}

func BenchmarkValidateTaskChain(b *testing.B)    { benchmarkValidate(b, taskChain(100_000)) }
func BenchmarkValidateManyBranches(b *testing.B) { benchmarkValidate(b, manyBranches(4000, 500)) }
