package claudecode

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/source"
	"asif-convert/losses"

	"pgregory.net/rapid"
)

// seeds are records with the wrong type in every place that is looked at.
var seeds = []string{
	`{"type":"user","uuid":1,"parentUuid":[],"message":{"content":[null,1,"x",[],{},{"type":5},{"type":"tool_result","content":{"a":1}}]}}`,
	`{"type":"user","uuid":"a","message":"text","isMeta":"yes","cwd":{},"version":[],"gitBranch":7,"timestamp":1}`,
	`{"type":"user","message":{"content":{"type":"text","text":"x"}},"toolUseResult":[{"agentId":"x"}]}`,
	`{"type":"user","message":{"content":[{"type":"image","source":"x"},{"type":"image","source":{"type":"base64","data":1}},{"type":"text","text":{}}]}}`,
	`{"type":"assistant","uuid":"b","parentUuid":"a","message":{"id":[],"model":{},"usage":[1],"content":[{"type":"tool_use","id":null,"name":7,"input":"x"},{"type":"thinking","thinking":[],"signature":{}}]}}`,
	`{"type":"assistant","uuid":"c","parentUuid":"c","message":{"content":"old"},"wireToolInputs":[1],"requestRef":{},"isApiErrorMessage":1}`,
	`{"type":"system","uuid":"d","subtype":"compact_boundary","logicalParentUuid":"e","compactMetadata":{"preservedMessages":{"uuids":[1,null,"a","d"]},"preservedSegment":{"headUuid":"a","tailUuid":"b"}}}`,
	`{"type":"system","uuid":"e","parentUuid":"d","subtype":["x"],"content":[1]}`,
	`{"type":"attachment","uuid":"f","parentUuid":"e","attachment":"x","rendered":{"content":1}}`,
	`{"type":"attachment","uuid":"g","parentUuid":"f","attachment":{"type":"queued_command","prompt":[{"type":"text"}],"origin":"x"},"rendered":[{"content":[{}]},1,null]}`,
	`{"type":"last-prompt","leafUuid":{"a":1},"explicit":"true"}`,
	`{"type":"summary","summary":1,"leafUuid":[]}`,
	`{"type":"progress","uuid":"h","parentUuid":"z","isSidechain":true}`,
	`{"type":"queue-operation","operation":"enqueue","content":[1,{"type":"text","text":"x"}]}` + "\n" + `{"type":"queue-operation","operation":"popAll"}`,
	`{"type":"queue-operation","operation":"remove","content":"x"}` + "\n" + `{"type":"assistant","uuid":"i","message":{"content":[{"type":"text","text":"y"}],"stop_reason":"end_turn"}}`,
	`{"type":"cost-state","totalCostUSD":"x","startTime":{},"modelUsage":[1]}`, `{"type":"permission-mode","permissionMode":[1]}`,
	`{"type":"assistant","uuid":"j","message":{"content":[{"type":"tool_use","id":"q","name":"AskUserQuestion","input":{"questions":[1,{"question":{},"options":[{},1]}]}},{"type":"tool_use","id":"w","name":"TodoWrite","input":[{"todos":1}]},{"type":"tool_use","id":"c","name":"TaskUpdate","input":{"taskId":[],"addBlockedBy":{"a":1}}}]}}` + "\n" +
		`{"type":"user","uuid":"k","parentUuid":"j","message":{"content":[{"type":"tool_result","tool_use_id":"q","content":[1]},{"type":"tool_result","tool_use_id":"w"},{"type":"tool_result","tool_use_id":"c"}]},"permissionDecision":[1],"toolUseResult":{"answers":[1],"task":{"id":{}},"statusChange":{"to":1}}}`,
	`{"type":"attachment","uuid":"l","attachment":{"type":"prompt_snapshot","systemPrompt":[1,{}],"tools":[1,{"schema":[1]}]}}`,
	`{"type":"attachment","uuid":"m","attachment":{"type":"instructions","files":[1,{"path":1,"content":{}}]}}`,
	`{"type":["user"]}`, `{"type":"user"}`, `{}`, `[]`, `7`, `null`, `"x"`,
	`{"type":"user","uuid":"a","isSidechain":true,"isCompactSummary":true,"message":{"content":""}}`,
}

// FuzzRecord maps any lines: nothing may panic, and every branch and context may name drafted events alone. One account
// serves all runs, because tables take longer to compile than lines to map.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(strings.Join(seeds, "\n")))
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	led := ledger(f)
	f.Fuzz(func(t *testing.T, data []byte) { sound(t, direct(t, led, data)) })
}

// direct maps lines without a reader; what is no JSON value is left out.
func direct(t testing.TB, led *losses.Ledger, data []byte) *memory {
	t.Helper()
	s := newMemory()
	m := newMapper(s, led, files{}, laneUnknown)
	at := 0
	for line := range bytes.Lines(data) {
		r := &source.Record{Raw: bytes.TrimSpace(line), Span: source.Span{Offset: int64(at), Length: int64(len(line))}}
		at += len(line)
		if !json.Valid(r.Raw) {
			continue
		}
		o, err := m.Record(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := led.Settle(r.Account(), o); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestAnyGraphMapsSoundly draws records that refer to each other at random.
func TestAnyGraphMapsSoundly(t *testing.T) {
	led := ledger(t)
	rapid.Check(t, func(rt *rapid.T) {
		var b bytes.Buffer
		for range rapid.IntRange(1, 14).Draw(rt, "records") {
			if rapid.IntRange(0, 3).Draw(rt, "is a request") == 0 {
				b.WriteString(anyRequest(rt) + "\n")
				continue
			}
			b.WriteString(anyRecord(rt) + "\n")
		}
		sound(t, direct(t, led, b.Bytes()))
		if t.Failed() {
			rt.Fatalf("unsound:\n%s", b.String())
		}
	})
}

// anyRequest is a record of the harness's own requests. Its digests are those of messages that anyRecord makes, or of none.
func anyRequest(t *rapid.T) string {
	var c canon
	sum := func(raw string) string {
		d, _ := c.digestOf([]byte(raw))
		return `"` + hex.EncodeToString(d[:]) + `"`
	}
	const shape, blob = `{"system":[{"type":"text","text":"x"}],"tools":[{"name":"T"}]}`, `{"role":"user","content":[{"type":"text","text":"y"},{"type":"tool_result","tool_use_id":"1"}]}`
	messages := []string{
		`"none"`, sum(blob), sum(`{"role":"user","content":[{"type":"text","text":"x"}]}`), sum(`{"role":"user","content":[{"type":"text","text":"a"}]}`),
		sum(`{"role":"assistant","content":[{"type":"text","text":"x"}]}`), sum(`{"role":"assistant","content":[{"type":"tool_use","id":"1"},{"type":"tool_use","id":"2"}]}`),
		sum(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"1"}]}`), sum(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"1"},{"type":"tool_result","tool_use_id":"2"}]}`),
	}
	id := rapid.SampledFrom([]string{`"a"`, `"q"`, `"r"`, `null`})
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return `{"type":"api-request-shape","shapeHash":` + sum(shape) + `,"shape":` + shape + `}`
	case 1:
		return `{"type":"api-request-blob","hash":` + sum(blob) + `,"message":` + blob + `}`
	}
	tail := strings.Join(rapid.SliceOfN(rapid.SampledFrom(messages), 0, 4).Draw(t, "tail"), ",")
	return `{"type":"api-request","id":` + id.Draw(t, "id") + `,"shapeHash":` + sum(shape) + `,"params":{"model":"m"},"base":` + id.Draw(t, "base") +
		`,"keep":` + rapid.SampledFrom([]string{"0", "1", "2", "9007199254740991", "-1"}).Draw(t, "keep") + `,"tail":[` + tail + `]}`
}

func anyRecord(t *rapid.T) string {
	uuid := func(label string) string {
		return rapid.SampledFrom([]string{`"a"`, `"b"`, `"c"`, `"d"`, `"e"`, `"f"`, `"g"`, `"h"`, `null`}).Draw(t, label)
	}
	value := func(label string) string {
		return rapid.SampledFrom([]string{
			`null`, `1`, `"a"`, `[]`, `{}`, `true`, `"<system-reminder>x</system-reminder>"`, `[{"type":"text","text":"x"}]`,
			`[{"type":"tool_result","tool_use_id":"1"}]`, `[{"type":"tool_use","id":"1"},{"type":"tool_use","id":"2"}]`,
			`[{"type":"tool_result","tool_use_id":"2"}]`,
		}).Draw(t, label)
	}
	types := []string{"user", "assistant", "system", "attachment", "progress", "weather", "last-prompt", "summary"}
	r := `{"type":"` + rapid.SampledFrom(types).Draw(t, "type") + `","uuid":` + uuid("uuid") + `,"parentUuid":` + uuid("parent")
	for _, m := range []struct {
		name string
		draw func(string) string
	}{{"isSidechain", value}, {"isMeta", value}, {"isCompactSummary", value}, {"requestRef", value}, {"leafUuid", uuid}, {"logicalParentUuid", uuid}} {
		if rapid.IntRange(0, 3).Draw(t, "has "+m.name) == 0 {
			r += `,"` + m.name + `":` + m.draw(m.name)
		}
	}
	if rapid.Bool().Draw(t, "compacts") {
		r += `,"subtype":"compact_boundary","compactMetadata":{"preservedMessages":{"uuids":[` + uuid("kept") + `,` + uuid("kept too") + `]}}`
	}
	return r + `,"attachment":{"type":"queued_command","prompt":` + value("prompt") + `},"rendered":[{"content":` + value("rendered") + `}]` +
		`,"message":{"id":` + value("id") + `,"content":` + value("content") + `}}`
}

// sound checks what a sink expects of a history.
func sound(t *testing.T, m *memory) {
	t.Helper()
	h := m.History
	if h == nil || len(h.Branches) == 0 || h.Branches[0].ID != "main" {
		t.Fatal("no main branch")
	}
	seen := map[int]bool{}
	for i, b := range h.Branches {
		if b.Fork != nil && (b.Fork.Branch >= i || b.Fork.At == 0) {
			t.Errorf("branch %d forks at %+v", i, b.Fork)
		}
		for _, r := range b.Events {
			if r <= 0 || int(r) >= len(m.events) || seen[int(r)] {
				t.Errorf("branch %s: event %d is unknown or in two branches", b.ID, r)
			}
			seen[int(r)] = true
		}
	}
	if len(seen) != len(m.events)-1 {
		t.Errorf("%d of %d events are in a branch", len(seen), len(m.events)-1)
	}
	compactions := 0
	for _, e := range m.events[1:] {
		if e.kind == "compaction" {
			compactions++
		}
	}
	requested := 0
	for _, c := range h.Contexts {
		if c.Request != "" {
			requested++
		}
	}
	if len(h.Contexts)-requested != 2*compactions {
		t.Errorf("%d contexts for %d compactions", len(h.Contexts)-requested, compactions)
	}
	for _, c := range append(h.Contexts, h.Live) {
		if c.List != nil {
			c.Inputs = c.List()
		}
		for _, r := range c.Inputs {
			if r > 0 && !m.events[r].seen {
				t.Errorf("input %d was not seen by the model", r)
			}
		}
	}
}

func FuzzDetect(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		a, b := Adapter{}.Detect(adapters.Head{Bytes: data}), Adapter{}.Detect(adapters.Head{Bytes: data})
		if a != b {
			t.Errorf("two answers: %v and %v", a, b)
		}
	})
}

// corpusFiles are the transcripts of the corpus.
func corpusFiles(t testing.TB) (files []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("..", "..", "golden", "cases", "claude-code"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.Contains(path, "native") && strings.HasSuffix(path, ".jsonl") && filepath.Base(path) != "journal.jsonl" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	return files
}

func TestCorpusMapsSoundlyAndIsDetected(t *testing.T) {
	for _, path := range corpusFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			sound(t, mapBytes(t, filepath.Base(path), string(data)))
			head, err := source.Head(source.Bytes(path, data))
			if err != nil {
				t.Fatal(err)
			}
			if got := (Adapter{}).Detect(adapters.Head{Name: path, Bytes: head}); got == adapters.NoMatch {
				t.Error("not detected")
			}
		})
	}
}

func TestFieldTablesCompile(t *testing.T) {
	mapBytes(t, "x.jsonl", "")
}
