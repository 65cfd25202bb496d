package losses

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mustSettle(t testing.TB, l *Ledger, a *Account, o Outcome) {
	t.Helper()
	if err := l.Settle(a, o); err != nil {
		t.Fatal(err)
	}
}

// endings is a ledger in which a field of each disposition met a record of each outcome.
func endings(t *testing.T) *Ledger {
	l, a := ledgerOf(t, []Row{
		{Path: "m", Do: Mapped, To: "event.time"},
		{Path: "p", Do: Preserved, Why: "internal"},
		{Path: "d", Do: Dropped, Why: "noise"},
	}, Variant{At: "v[]", By: "t", Cases: map[string][]Row{"x": {{Path: "m", Do: Mapped, To: "part"}, {Path: "t", Do: Mapped}}}})
	for _, o := range []Outcome{{Do: Mapped}, {Do: Folded}, {Do: Preserved}, {Do: Preserved, Why: "latch"}, {Do: Dropped, Why: "duplicate"}} {
		a.Walk([]byte(`{"m":1,"p":2,"d":3,"n":4,"v":[{"t":"x","m":5}]}`), nil)
		mustSettle(t, l, a, o)
	}
	n := l.Account("new")
	n.Walk([]byte(`{"a":[]}`), nil)
	mustSettle(t, l, n, Outcome{Do: Preserved})
	l.Unread(TornRecord, Position{File: "s.jsonl", Line: 7, Byte: 612})
	l.Lose(UnknownRecordKind, Position{}, Reference{"event", "e<1>"})
	l.Input(Input{Path: "p/s.jsonl", Bytes: 900, SHA256: "ab", Records: 7})
	return l
}

func TestAFieldEndsAsTheWorseOfItsRowAndItsRecord(t *testing.T) {
	type line struct {
		Path, Disposition, To, Reason string
		Count                         int64
	}
	var got []line
	l := endings(t)
	for _, f := range l.report(l.Account("k")).Fields {
		got = append(got, line{f.Path, f.Disposition, f.To, f.Reason, f.Count})
	}
	want := []line{
		{"d", "dropped", "", "noise", 5},
		{"m", "mapped", "event.time", "", 2},
		{"m", "preserved", "", "latch", 1},
		{"m", "preserved", "", "record_preserved", 1},
		{"m", "dropped", "", "duplicate", 1},
		{"n", "preserved", "", "unknown_field", 4},
		{"n", "dropped", "", "duplicate", 1},
		{"p", "preserved", "", "internal", 4},
		{"p", "dropped", "", "duplicate", 1},
		{"v[](t=x).m", "mapped", "part", "", 2},
		{"v[](t=x).m", "preserved", "", "latch", 1},
		{"v[](t=x).m", "preserved", "", "record_preserved", 1},
		{"v[](t=x).m", "dropped", "", "duplicate", 1},
		{"v[](t=x).t", "mapped", "", "", 2},
		{"v[](t=x).t", "preserved", "", "latch", 1},
		{"v[](t=x).t", "preserved", "", "record_preserved", 1},
		{"v[](t=x).t", "dropped", "", "duplicate", 1},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestTotalsAddUp(t *testing.T) {
	l := endings(t)
	got := l.Totals()
	want := Totals{
		Records: RecordTotals{Total: 7, Mapped: 1, Folded: 1, Preserved: 3, Dropped: 1, Unreadable: 1},
		Fields:  FieldTotals{Total: 31, Mapped: 6, Preserved: 15, Dropped: 10},
		Unknown: 6,
		Losses:  LossTotals{Warn: 2},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if err := l.Balance(); err != nil {
		t.Error(err)
	}
	l.Input(Input{Records: 1})
	if l.Balance() == nil {
		t.Error("a record that was read and not counted was not noticed")
	}
}

func TestWithoutTheNativeFilesPreservedIsDropped(t *testing.T) {
	l := endings(t)
	before := l.Totals()
	l.OmitNative()
	after := l.Totals()
	if r := after.Records; r.Preserved != 0 || r.Dropped != before.Records.Preserved+before.Records.Dropped || r.Total != before.Records.Total {
		t.Errorf("records %+v", r)
	}
	if f := after.Fields; f.Preserved != 0 || f.Dropped != before.Fields.Preserved+before.Fields.Dropped || f.Total != before.Fields.Total {
		t.Errorf("fields %+v", f)
	}
	for _, f := range l.report(l.Account("new")).Fields {
		if f.Reason != "native_not_kept" {
			t.Errorf("reason %q", f.Reason)
		}
	}
}

func TestOutcomesThatAreNoAnswerAreRefused(t *testing.T) {
	l, a := ledgerOf(t, nil)
	for _, o := range []Outcome{{}, {Do: Dropped}, {Do: Unreadable, Why: "x"}, {Do: 99}} {
		a.Walk([]byte(`{"x":1}`), nil)
		if err := l.Settle(a, o); err == nil {
			t.Errorf("outcome %+v was taken", o)
		}
		mustSettle(t, l, a, Outcome{Do: Mapped})
	}
}

func TestARecordIsSettledOnceAfterOneWalk(t *testing.T) {
	l, a := ledgerOf(t, nil)
	good := Outcome{Do: Mapped}
	if l.Settle(nil, good) == nil || l.Settle(a, good) == nil {
		t.Error("settled a record that was not walked")
	}
	a.Walk([]byte(`{"x":1}`), nil)
	mustSettle(t, l, a, good)
	if l.Settle(a, good) == nil {
		t.Error("settled a record twice")
	}
	a.Walk([]byte(`{"x":1}`), nil)
	a.Walk([]byte(`{"x":1}`), nil)
	if l.Settle(a, good) == nil {
		t.Error("settled two walks as one record")
	}
	other, b := ledgerOf(t, nil)
	b.Walk([]byte(`{}`), nil)
	if l.Settle(b, good) == nil || other.Settle(b, good) != nil {
		t.Error("settled a record of another ledger")
	}
	if got := l.Totals().Records.Total; got != 1 {
		t.Errorf("%d records counted, want 1", got)
	}
}

func TestReasonsOfRecordsAreBounded(t *testing.T) {
	l, a := ledgerOf(t, mapped("x"))
	for i := range 5 * maxReasons {
		a.Walk([]byte(`{"x":1}`), nil)
		mustSettle(t, l, a, Outcome{Do: Dropped, Why: fmt.Sprint("reason ", i)})
	}
	if n := len(a.tallies); n > maxReasons+1 {
		t.Errorf("%d reasons are told apart", n)
	}
	if got := l.Totals().Fields.Dropped; got != 5*maxReasons {
		t.Errorf("%d fields dropped", got)
	}
}

func TestLossesOfOneKindAreOneLossWithExamples(t *testing.T) {
	l, _ := ledgerOf(t, nil)
	for i := range 50 {
		at := Position{File: "s", Line: i + 1, Byte: int64(i)}
		l.Lose(ResultWithoutCall, at, Reference{"event", fmt.Sprint("e", i/2)})
	}
	l.Lose(ResultWithoutCall, Position{})
	l.LoseMany(ResultWithoutCall, 9, []Reference{{"event", "e0"}})
	l.LoseMany(OpenCall, 0, nil)
	l.Lose(TruncatedTail, Position{})
	lost := l.Losses()
	if len(lost) != 2 || lost[0].Kind != ResultWithoutCall && lost[0].Kind != TruncatedTail {
		t.Fatalf("losses %+v", lost)
	}
	x := lost[0]
	if x.Count != 60 || len(x.References) != 20 || len(x.Positions) != 20 {
		t.Errorf("count %d, %d references, %d positions", x.Count, len(x.References), len(x.Positions))
	}
	if got, want := x.Explanation(), ResultWithoutCall.Text()+" (60 times.)"; got != want {
		t.Errorf("explanation %q", got)
	}
	if x.References[1] == x.References[0] {
		t.Error("a reference is repeated")
	}
	if y := lost[1]; y.Positions != nil || y.Explanation() != TruncatedTail.Text() {
		t.Errorf("loss without a position: %+v", y)
	}
}

func TestLossesComeByStageThenName(t *testing.T) {
	l, _ := ledgerOf(t, nil)
	for _, k := range []Kind{SecretsRedactedUpstream, UnknownBlock, TornRecord, BadUTF8, OpenCall, Kind(250)} {
		l.Lose(k, Position{})
	}
	var got []string
	for _, x := range l.Losses() {
		got = append(got, x.Kind.Stage()+" "+x.Kind.Name())
	}
	want := []string{
		"capture open_call", "capture torn_record", "normalization bad_utf8", "normalization undeclared_loss",
		"normalization unknown_block", "redaction secrets_redacted_upstream",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestTheLedgerAsJSON(t *testing.T) {
	l, a := ledgerOf(t, []Row{{Path: "m", Do: Mapped, To: "event.time"}, {Path: "d", Do: Dropped, Why: "noise"}})
	a.Walk([]byte(`{"m":1,"d":2,"m":3}`), nil)
	mustSettle(t, l, a, Outcome{Do: Folded})
	l.Unread(TornRecord, Position{File: "s.jsonl", Line: 7, Byte: 612})
	l.Lose(DuplicateMember, Position{}, Reference{"event", "e<1>"})
	l.Input(Input{Path: "p/s.jsonl", Bytes: 900, SHA256: "ab", Records: 2})
	var out, compact bytes.Buffer
	if err := l.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	if err := json.Compact(&compact, out.Bytes()); err != nil {
		t.Fatal(err)
	}
	want := `{"harness":"toy","inputs":[{"path":"p/s.jsonl","bytes":900,"sha256":"ab","records":2}],` +
		`"records":{"total":2,"mapped":0,"folded":1,"preserved":0,"dropped":0,"unreadable":1},` +
		`"fields":{"total":3,"mapped":2,"preserved":0,"dropped":1},` +
		`"kinds":[{"kind":"(unreadable)","records":1,"dispositions":{"mapped":0,"folded":0,"preserved":0,"dropped":0,"unreadable":1},"fields":[]},` +
		`{"kind":"k","records":1,"dispositions":{"mapped":0,"folded":1,"preserved":0,"dropped":0,"unreadable":0},"fields":[` +
		`{"path":"d","disposition":"dropped","to":"","reason":"noise","count":1},` +
		`{"path":"m","disposition":"mapped","to":"event.time","reason":"","count":2}]}],` +
		`"losses":[{"stage":"capture","kind":"torn_record","scope":"conversation","level":"warn","count":1,"explanation":"` + TornRecord.Text() + `",` +
		`"positions":[{"file":"s.jsonl","line":7,"byte":612}]},` +
		`{"stage":"normalization","kind":"duplicate_member","scope":"conversation","level":"warn","count":1,"explanation":"` + DuplicateMember.Text() + `",` +
		`"references":[{"type":"event","id":"e<1>"}]}]}`
	if d := cmp.Diff(want, compact.String()); d != "" {
		t.Error(d)
	}
}

func TestTheLedgerAsJSONIsTheSameEveryTime(t *testing.T) {
	var first bytes.Buffer
	if err := endings(t).WriteJSON(&first); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		var again bytes.Buffer
		if err := endings(t).WriteJSON(&again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Fatal(cmp.Diff(first.String(), again.String()))
		}
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestAFailingWriterIsReported(t *testing.T) {
	full := errors.New("disk full")
	if err := endings(t).WriteJSON(brokenWriter{full}); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}
