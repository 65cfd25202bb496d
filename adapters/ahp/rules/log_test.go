package rules_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"asif-convert/adapters/ahp/rules"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
	"asif-convert/golden/workload"
)

// generated is a valid log with at least so many records.
func generated(t testing.TB, profile string, records int64, sessions int, seed uint64) []byte {
	t.Helper()
	h, err := workload.FindHarness("ahp")
	if err != nil {
		t.Fatal(err)
	}
	p, err := h.Find(profile)
	if err != nil {
		t.Fatal(err)
	}
	p.Sessions = sessions
	var b bytes.Buffer
	if _, _, err := h.WriteRecords(&b, p, records, seed); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func judged(t testing.TB, log []byte, o rules.Options) check.Report {
	t.Helper()
	r, err := rules.Validate(source.Bytes("log", log), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGeneratedLogsHaveNoFindings(t *testing.T) {
	records := int64(10_000)
	if testing.Short() {
		records = 1_000
	}
	for _, profile := range []string{"long", "chatty"} {
		for seed, sessions := range []int{1, 3} {
			r := judged(t, generated(t, profile, records, sessions, uint64(seed+1)), rules.Options{Strict: true, Profiles: []string{rules.Producer}})
			if r.Counts.Total != 0 || !r.Valid {
				t.Errorf("%s, %d sessions: %+v", profile, sessions, r.Findings[:min(5, len(r.Findings))])
			}
		}
	}
}

func TestWhatIsAbsentIsNoError(t *testing.T) {
	log := strings.SplitAfter(string(generated(t, "chatty", 160, 2, 5)), "\n")
	for i := range log {
		if testing.Short() && i%16 != 0 {
			continue
		}
		r := judged(t, []byte(strings.Join(slices.Delete(slices.Clone(log), i, i+1), "")), rules.Options{})
		if r.Counts.Errors > 0 {
			t.Fatalf("without line %d, %s: %+v", i+1, log[i], r.Findings)
		}
	}
}

func TestOneArrayIsTheSameLog(t *testing.T) {
	log := generated(t, "chatty", 300, 1, 3)
	array := "[\n" + strings.ReplaceAll(strings.TrimSpace(string(log)), "\n", ",\n") + "\n]"
	if r := judged(t, []byte(array), rules.Options{}); r.Counts.Total != 0 {
		t.Errorf("%+v", r.Findings[:1])
	}
	broken := strings.Replace(array, `"trigger":"startup"`, `"trigger":"nothing"`, 1)
	r := judged(t, []byte(broken), rules.Options{})
	if len(r.Findings) == 0 {
		t.Fatal("nothing found in a broken log")
	}
	f := r.Findings[0]
	at := strings.Index(broken, `"nothing"`)
	if f.Byte != int64(at) || f.Line != 1+strings.Count(broken[:at], "\n") || !strings.HasPrefix(f.Pointer, "/0/") || !strings.HasSuffix(f.Pointer, "/trigger") {
		t.Errorf("found at byte %d, line %d, %s; it is at byte %d", f.Byte, f.Line, f.Pointer, at)
	}
}

func TestFindingsOfLinesStandWhereTheValueStands(t *testing.T) {
	log := string(generated(t, "chatty", 300, 1, 3))
	for _, old := range []string{`"decision":"allow"`, `"operation":"create"`, `"role":"tool"`, `"status":"executed"`} {
		at := strings.Index(log, old)
		colon := strings.IndexByte(old, ':')
		r := judged(t, []byte(log[:at]+old[:colon+2]+"nothing"+log[at+colon+2:]), rules.Options{Rules: []string{"schema"}})
		if len(r.Findings) == 0 || r.Findings[0].Byte != int64(at+colon+1) || r.Findings[0].Line != 1+strings.Count(log[:at], "\n") {
			t.Errorf("%s: %+v, want byte %d", old, r.Findings[:min(1, len(r.Findings))], at+colon+1)
		}
	}
}

// What a recorder writes before a value is no part of the log, and the value's place is its own.
func TestALogBehindPrefixesIsTheSameLog(t *testing.T) {
	const prefix = "09:00:01 [hooks]\t"
	plain := strings.ReplaceAll(string(generated(t, "chatty", 300, 1, 3)), `"decision":"allow"`, `"decision":"maybe"`)
	lines := strings.SplitAfter(strings.TrimSuffix(plain, "\n"), "\n")
	want, got := judged(t, []byte(plain), rules.Options{}), judged(t, []byte(prefix+strings.Join(lines, prefix)), rules.Options{})
	if len(want.Findings) == 0 || len(got.Findings) != len(want.Findings) {
		t.Fatalf("%d findings, want %d", len(got.Findings), len(want.Findings))
	}
	for i, f := range got.Findings {
		w := want.Findings[i]
		if f.Rule != w.Rule || f.Pointer != w.Pointer || f.Line != w.Line || f.Byte != w.Byte+int64(w.Line*len(prefix)) {
			t.Errorf("%+v, want %+v moved by %d prefixes", f, w, w.Line)
		}
	}
}

func TestProfilesChangeWhatIsAskedFor(t *testing.T) {
	log := generated(t, "chatty", 200, 1, 1)
	bare := bytes.ReplaceAll(log, []byte(`"harness":{"name":"example","version":"1.4.0"},`), nil)
	if r := judged(t, bare, rules.Options{}); r.Counts.Errors == 0 {
		t.Error("events without a harness are taken")
	}
	r := judged(t, bare, rules.Options{Profiles: []string{rules.PreHarness}})
	if r.Counts.Errors > 0 || r.Counts.Warnings == 0 || !r.Valid {
		t.Errorf("of before the harness: %+v", r.Counts)
	}
	start := bytes.Index(log, []byte(`"type":"turn.start"`))
	cut := slices.Concat(log[:bytes.LastIndexByte(log[:start], '\n')+1], log[start+bytes.IndexByte(log[start:], '\n')+1:])
	if r := judged(t, cut, rules.Options{}); r.Counts.Errors > 0 || r.Counts.Warnings == 0 {
		t.Errorf("without a turn.start: %+v", r.Counts)
	}
	if r := judged(t, cut, rules.Options{Profiles: []string{rules.Producer}}); r.Counts.Errors == 0 {
		t.Errorf("without a turn.start, of the producer: %+v", r.Counts)
	}
	if _, err := rules.Validate(source.Bytes("log", nil), rules.Options{Profiles: []string{"none"}}); !errors.Is(err, rules.ErrProfile) {
		t.Errorf("an unknown profile: %v", err)
	}
	if _, err := rules.Validate(source.Bytes("log", nil), rules.Options{Rules: []string{"C05"}}); !errors.Is(err, check.ErrRule) {
		t.Errorf("an unknown rule: %v", err)
	}
}

func TestSecretsAreNotShown(t *testing.T) {
	secret := "sk-" + strings.Repeat("a1B2", 8)
	for _, event := range []string{
		`{"id":"e1","source":"https://user:` + secret + `@h/ x","type":"tool.before"}`,
		`{"id":"e1","source":"urn:h","type":"` + secret + `","time":"` + secret + `"}`,
		`{"id":"` + secret + `","source":"urn:h","type":"tool.after","time":"` + secret + `","outcome":"` + secret + `","tool":{"` + secret + `":1,"origin":"` + secret + `"}}`,
	} {
		var out bytes.Buffer
		if err := check.Render(&out, check.Checked{Name: "log", Report: judged(t, []byte(event), rules.Options{})}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), secret) {
			t.Errorf("shown: %s", &out)
		}
	}
}

func TestMemoryStaysSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a log of 30 MB")
	}
	log := generated(t, "chatty", 36_000, 1, 1)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	peak := uint64(0)
	done := make(chan bool)
	go func() {
		defer close(done)
		judged(t, log, rules.Options{})
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
			runtime.ReadMemStats(&after)
			peak = max(peak, after.HeapAlloc)
			runtime.Gosched()
		}
	}
	if grown := int64(peak) - int64(before.HeapAlloc); grown > 80<<20 {
		t.Errorf("a log of %d MB took %d MB of heap", len(log)>>20, grown>>20)
	}
}

func TestManyFaultsInOneEventAreCountedQuickly(t *testing.T) {
	var parts strings.Builder
	const n = 60_000
	for i := range n {
		fmt.Fprintf(&parts, `,{"id":"p%d","kind":"text","mediaType":"text/plain","selection":"body","category":"reasoning","text":""}`, i)
	}
	event := `{"id":"e1","source":"urn:h","type":"tool.before","time":"2026-09-15T12:00:00Z","harness":{"name":"h","version":"1"},"call":{"id":"c"},` +
		`"tool":{"name":"x","input":{},"origin":"native"},"path":"x","items":[` + parts.String()[1:] + `]}`
	if r := judged(t, []byte(event), rules.Options{Max: 5}); r.Counts.Rules["A30"] != n || len(r.Findings) != 5 || r.Findings[4].Pointer != "/items/4" {
		t.Errorf("%d findings, kept %+v", r.Counts.Total, r.Findings)
	}
}

func FuzzValidate(f *testing.F) {
	log := generated(f, "chatty", 60, 2, 1)
	f.Add(log)
	for line := range bytes.Lines(log) {
		f.Add(bytes.Clone(line))
	}
	f.Add([]byte(`[{"jsonrpc":"2.0","id":1,"result":{"effects":[{}]}},{"id":"a","source":"u:","type":"tool.batch.after","calls":[{}],"batch":{}}]`))
	f.Fuzz(func(t *testing.T, log []byte) {
		r := judged(t, log, rules.Options{Max: 50})
		for _, finding := range r.Findings {
			if finding.Byte < 0 || finding.Byte > int64(len(log)) || finding.Line < 0 {
				t.Errorf("a finding outside of the log: %+v", finding)
			}
		}
	})
}

// Events of a generated log, disturbed at random, never stop a validation.
func TestDisturbedLogsAreJudged(t *testing.T) {
	log := generated(t, "chatty", 80, 1, 9)
	random := rand.New(rand.NewPCG(1, 1))
	found := 0
	for range 150 {
		b := bytes.Clone(log)
		for range 20 {
			b[random.IntN(len(b))] = `{}[]",:0x`[random.IntN(9)]
		}
		found += judged(t, b, rules.Options{}).Counts.Total
	}
	if found == 0 {
		t.Error("nothing found in disturbed logs")
	}
}

func BenchmarkValidate(b *testing.B) {
	for _, profile := range []string{"long", "chatty"} {
		b.Run(profile, func(b *testing.B) {
			log := generated(b, profile, 4000, 1, 1)
			b.SetBytes(int64(len(log)))
			b.ReportAllocs()
			for b.Loop() {
				judged(b, log, rules.Options{})
			}
		})
	}
}

func ExampleTable() {
	for _, r := range rules.Table().Rules[:2] {
		fmt.Println(r.ID, r.Severity)
	}
	// Output:
	// A01 E
	// A02 E
}

func TestABrokenLogBreaksOneRule(t *testing.T) {
	var logs [][]byte
	for seed := range uint64(8) {
		logs = append(logs, generated(t, "chatty", 800, 1, 20+seed))
	}
	logs = append(logs, generated(t, "chatty", 2000, 1, 20)) // with a compaction
	broken := map[string]bool{}
	most := 2
	if testing.Short() {
		most = 1
	}
	for _, b := range workload.Breaks {
		n := 0
		for _, log := range logs {
			bad, ok := b.Apply(log)
			if !ok || n == most {
				continue
			}
			n++
			r := judged(t, bad, rules.Options{Max: 5})
			if r.Counts.Rules[b.Rule] == 0 || len(r.Counts.Rules) != 1 {
				t.Errorf("%s, %s: %+v", b.Rule, b.What, r.Findings)
			}
		}
		if n == 0 {
			t.Errorf("%s, %s: no log has that", b.Rule, b.What)
		}
		broken[b.Rule] = true
	}
	for _, r := range rules.Table().Rules {
		if r.Severity != "" && !broken[r.ID] {
			t.Errorf("nothing breaks %s", r.ID)
		}
	}
}
