package convert_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/golden/toy"
	"asif-convert/losses"

	"github.com/google/go-cmp/cmp"
)

// toyText joins records into a toy session.
func toyText(lines ...string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }

// fromToy converts toy records in memory.
func fromToy(t *testing.T, o convert.Options, text []byte) (asif.ASIFDocument, convert.Result, []byte) {
	t.Helper()
	in := source.Bytes("t1.jsonl", text)
	in.Locator = "store/t1.jsonl"
	var out bytes.Buffer
	res, err := convert.From(toy.Adapter{}, toy.Adapter{}.Session(in), o, convert.Destination{Writer: &out})
	if err != nil {
		t.Fatal(err)
	}
	var doc asif.ASIFDocument
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatalf("%v in\n%s", err, out.Bytes())
	}
	if err := res.Ledger.Balance(); err != nil {
		t.Error(err)
	}
	return doc, res, out.Bytes()
}

// story is the document's events, one word each: "id kind".
func story(doc asif.ASIFDocument) (s []string) {
	for _, e := range doc.Events {
		s = append(s, e.ID+" "+string(e.Kind))
	}
	return s
}

func lossNames(doc asif.ASIFDocument) (s []string) {
	for _, l := range doc.Losses {
		s = append(s, l.Kind)
	}
	return s
}

func TestCallAndResultBecomeEventsInOrder(t *testing.T) {
	doc, res, _ := fromToy(t, convert.Options{}, toyText(`{"id":"a","say":"go"}`, `{"id":"b","call":"c1"}`, `{"id":"c","result":"c1","say":"done"}`, `{"noise":1}`))
	want := []string{"a:0 message", "b:0 tool_call", "c:0 tool_result"}
	if d := cmp.Diff(want, story(doc)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"a:0", "b:0", "c:0"}, doc.Branches[0].EventIDs); d != "" {
		t.Error(d)
	}
	if res.Events != 3 || res.OpenCalls != 0 || len(doc.Losses) != 0 {
		t.Errorf("%d events, %d open calls, losses %v", res.Events, res.OpenCalls, lossNames(doc))
	}
	if c := doc.Events[2].Causes; len(c) != 1 || c[0].EventID != "b:0" {
		t.Errorf("the result's cause is %v, want its call", c)
	}
}

func TestResultBeforeItsCallIsSerializedAfterIt(t *testing.T) {
	doc, _, _ := fromToy(t, convert.Options{}, toyText(`{"id":"r","result":"c1","say":"x"}`, `{"id":"c","call":"c1"}`))
	if d := cmp.Diff([]string{"result_before_call"}, lossNames(doc)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"c:0", "r:0"}, doc.Branches[0].EventIDs); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"c:0 tool_call", "r:0 tool_result"}, story(doc)); d != "" {
		t.Error(d)
	}
	if in := doc.Contexts[0].Inputs; in[0].Kind != "tool_call" || in[1].Kind != "tool_result" {
		t.Errorf("context inputs %v", in)
	}
}

func TestResultWithoutCallIsAMessageAndALoss(t *testing.T) {
	doc, _, _ := fromToy(t, convert.Options{}, toyText(`{"id":"r","result":"gone","say":"x"}`))
	if d := cmp.Diff([]string{"r:0 message"}, story(doc)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"result_without_call"}, lossNames(doc)); d != "" {
		t.Error(d)
	}
}

func TestSecondResultOfACallIsAMessage(t *testing.T) {
	doc, _, _ := fromToy(t, convert.Options{}, toyText(`{"id":"b","call":"c1"}`, `{"id":"c","result":"c1","say":"1"}`, `{"id":"d","result":"c1","say":"2"}`))
	if d := cmp.Diff([]string{"b:0 tool_call", "c:0 tool_result", "d:0 message"}, story(doc)); d != "" {
		t.Error(d)
	}
}

func TestReusedIDsAreNumbered(t *testing.T) {
	doc, _, _ := fromToy(t, convert.Options{}, toyText(`{"id":"a","say":"1"}`, `{"id":"a","say":"2"}`, `{"id":"a","say":"3"}`, `{"id":"b","call":"c"}`, `{"id":"d","call":"c"}`, `{"id":"e","result":"c","say":"4"}`))
	want := []string{"a:0 message", "a:0~2 message", "a:0~3 message", "b:0 tool_call", "d:0 tool_call", "e:0 tool_result"}
	if d := cmp.Diff(want, story(doc)); d != "" {
		t.Error(d)
	}
	if oc := doc.Checkpoints[0].OpenCalls; len(oc) != 1 || oc[0].CallID != "c" {
		t.Errorf("open calls %v, want the first use of c", oc)
	}
	if d := cmp.Diff([]string{"open_call", "call_id_reused", "id_reused"}, lossNames(doc)); d != "" {
		t.Error(d)
	}
}

func TestRecordsWithoutIDAreNamedByPlace(t *testing.T) {
	doc, _, _ := fromToy(t, convert.Options{}, toyText(`{"say":"1"}`, `{"say":"2"}`))
	if d := cmp.Diff([]string{"message@0 message", "message@12 message"}, story(doc)); d != "" {
		t.Error(d)
	}
}

func TestIDsAreEscaped(t *testing.T) {
	doc, _, _ := fromToy(t, convert.Options{}, toyText(`{"id":"a\"\\\n\u00e9","say":"1"}`))
	if got, want := doc.Events[0].ID, "a\"\\\né:0"; got != want {
		t.Errorf("ID %q, want %q", got, want)
	}
}

func TestDamageIsNamedAndTheRestConverts(t *testing.T) {
	text := toyText(`{"id":"a","say":"1"}`, `{"id":"b","sa`, "[1,2]", `{"id":"c","say":"2"}{"id":"d","say":"3"}`, "", `{"id":"e","say":"\ud83d"}`)
	text = append(text, `{"id":"f"`...)
	doc, res, _ := fromToy(t, convert.Options{}, text)
	if d := cmp.Diff([]string{"a:0 message", "c:0 message", "d:0 message", "e:0 message"}, story(doc)); d != "" {
		t.Error(d)
	}
	want := []string{"glued_record", "torn_record", "truncated_tail", "lone_surrogate_replaced", "non_object_record"}
	if d := cmp.Diff(want, lossNames(doc)); d != "" {
		t.Error(d)
	}
	for _, l := range res.Ledger.Losses() {
		if l.Kind == losses.TornRecord && (l.Positions[0] != losses.Position{File: "t1.jsonl", Line: 2, Byte: 21}) {
			t.Errorf("torn record at %+v", l.Positions[0])
		}
	}
	if doc.Capture.Consistency != "partial" {
		t.Errorf("consistency %q", doc.Capture.Consistency)
	}
}

func TestSameBytesTwiceAndOnOneProcessor(t *testing.T) {
	var text []byte
	for i := range 3000 {
		text = append(text, toyText(`{"id":"m`+string(rune('a'+i%26))+strings.Repeat("x", i%50)+`","say":"`+strings.Repeat("word ", i%300)+`"}`)...)
	}
	_, _, first := fromToy(t, convert.Options{}, text)
	_, _, second := fromToy(t, convert.Options{}, text)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	_, _, third := fromToy(t, convert.Options{}, text)
	if !bytes.Equal(first, second) || !bytes.Equal(first, third) {
		t.Error("output differs between runs")
	}
}

func TestOutputFileIsWrittenWholeAndNeverReplacedUnasked(t *testing.T) {
	dir := t.TempDir()
	in := source.Bytes("t1.jsonl", toyText(`{"id":"a","say":"1"}`))
	dest := convert.Destination{Path: filepath.Join(dir, "deep", "s.json"), Ledger: filepath.Join(dir, "l.json")}
	if _, err := convert.From(toy.Adapter{}, toy.Adapter{}.Session(in), convert.Options{}, dest); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(dest.Path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := convert.From(toy.Adapter{}, toy.Adapter{}.Session(in), convert.Options{}, dest); err == nil {
		t.Error("an existing file was replaced without Force")
	}
	dest.Force = true
	if _, err := convert.From(toy.Adapter{}, toy.Adapter{}.Session(in), convert.Options{}, dest); err != nil {
		t.Error(err)
	}
	after, err := os.ReadFile(dest.Path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("second run differs (%v)", err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "deep", "*"))
	if err != nil || len(names) != 1 {
		t.Errorf("files left: %v %v", names, err)
	}
}

func TestNativeModes(t *testing.T) {
	text := toyText(`{"id":"a","say":"1","odd":1}`)
	doc, _, _ := fromToy(t, convert.Options{}, text)
	if r := doc.Resources[0]; r.Availability != asif.AvailabilityExternal || r.Locator != "store/t1.jsonl" {
		t.Errorf("referenced: %+v", r)
	}
	doc, res, _ := fromToy(t, convert.Options{Native: convert.NativeOmit}, text)
	if r := doc.Resources[0]; r.Availability != asif.AvailabilityExcluded {
		t.Errorf("omitted: %+v", r)
	}
	if n := res.Ledger.Totals().Fields; n.Preserved != 0 || n.Dropped != 1 {
		t.Errorf("fields without the native file: %+v", n)
	}
	dir := t.TempDir()
	in := source.Bytes("t1.jsonl", text)
	in.Locator = "t1.jsonl"
	res, err := convert.From(toy.Adapter{}, toy.Adapter{}.Session(in), convert.Options{Native: convert.NativeEmbed}, convert.Destination{Path: filepath.Join(dir, "s.json")})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(res.Path)
	if err != nil {
		t.Fatal(err)
	}
	var embedded asif.ASIFDocument
	if err := json.Unmarshal(raw, &embedded); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(filepath.Join(dir, embedded.Resources[0].Path))
	if err != nil || !bytes.Equal(kept, text) {
		t.Errorf("embedded %q: %v", kept, err)
	}
}
