package convert_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
	"asif-convert/golden/toy"
	"asif-convert/losses"

	"github.com/google/go-cmp/cmp"
)

// keyed is a toy whose records each belong to a session: {"s":"one","id":"a","say":"hello"}. A record without one
// belongs to none.
type keyed struct{ toy.Adapter }

const keyedSession = 100

func (keyed) Tables() []losses.Table {
	t := toy.Adapter{}.Tables()
	t[0].Rows = append(t[0].Rows, losses.Row{Path: "s", Do: losses.Mapped, To: "session", ID: keyedSession})
	return t
}

func (k keyed) session(lines ...string) adapters.Session {
	in := source.Bytes("log.jsonl", []byte(strings.Join(lines, "\n")+"\n"))
	in.Locator = "store/log.jsonl"
	return adapters.Session{
		Native: asif.NativeIdentifier{Provider: "toys", Namespace: "toy", Value: "log"}, Inputs: []source.Input{in}, Keyed: true,
		New: func(out adapters.Output, led *losses.Ledger) adapters.Mapper {
			return &keyedMapper{out: out, account: led.Account("line"), docs: map[string]*keyedDocument{}}
		},
	}
}

type keyedDocument struct {
	adapters.Sink
	lower  losses.BestCoverage
	actor  adapters.ActorRef
	events []asif.Ref
}

type keyedMapper struct {
	out     adapters.Output
	account *losses.Account
	docs    map[string]*keyedDocument
	names   []string
}

func (m *keyedMapper) Record(r *source.Record) (losses.Outcome, error) {
	var rec struct {
		S, ID string
		Say   json.RawMessage
	}
	r.Walk(m.account, nil)
	if err := json.Unmarshal(r.Raw, &rec); err != nil || rec.S == "" {
		return losses.Outcome{Do: losses.Dropped, Why: "noise"}, nil //nolint:nilerr // a toy
	}
	sink := m.out.Document(rec.S)
	d := m.docs[rec.S]
	if d == nil {
		d = &keyedDocument{Sink: sink, actor: sink.Actor(asif.Participant{ID: "human", Kind: asif.ParticipantHuman})}
		m.docs[rec.S], m.names = d, append(m.names, rec.S)
	}
	if rec.ID == "no tools" {
		d.lower = losses.BestCoverage{losses.ScopeTools: {Status: losses.Unavailable, Why: "told so"}, losses.ScopeConversation: {Status: losses.Unavailable, Why: "told so"}}
		return losses.Outcome{Do: losses.Mapped}, nil
	}
	if rec.ID == "" {
		sink.Lose(losses.DuplicateRecordDropped)
		return losses.Outcome{Do: losses.Folded}, nil
	}
	id, _ := sink.IDs().Intern([]byte(rec.ID))
	res := sink.Resource(&adapters.Resource{MediaType: "text/plain", Purpose: "attachment", Bytes: []byte("of " + rec.S)})
	parts := []adapters.Part{{Kind: adapters.TextPart, Text: rec.Say}, {Kind: adapters.ResourcePart, Resource: res}}
	d.events = append(d.events, sink.Event(&adapters.Draft{ID: id, Actor: d.actor, Span: r.Span, Seen: true, Data: &adapters.Message{Role: asif.RoleUser, Parts: parts}}))
	return losses.Outcome{Do: losses.Mapped}, nil
}

func (m *keyedMapper) Finish() error {
	for _, name := range m.names {
		d := m.docs[name]
		h := adapters.History{
			Native: &asif.NativeIdentifier{Provider: "toys", Namespace: "toy", Value: name}, Lower: d.lower,
			Branches: []adapters.Branch{{ID: "main", Events: d.events}},
			Live:     adapters.Context{Fidelity: asif.FidelityReconstructed, Inputs: d.events},
		}
		if err := d.Close(h); err != nil {
			return err
		}
	}
	return nil
}

var twoSessions = []string{
	`{"s":"one","id":"a","say":"1"}`, `{"s":"two","id":"a","say":"2"}`, `{"noise":1}`, `{"s":"one"}`, `not JSON`, `{"s":"one","id":"b","say":"3"}`,
}

// written converts into memory, a document each.
func written(t *testing.T, s adapters.Session, o convert.Options) (map[string][]byte, convert.Result) {
	t.Helper()
	all := map[string]*bytes.Buffer{}
	res, err := convert.From(keyed{}, s, o, convert.Destination{Each: func(name string) io.Writer {
		all[name] = &bytes.Buffer{}
		return all[name]
	}})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for name, b := range all {
		out[name] = b.Bytes()
		sound(t, b.Bytes())
	}
	return out, res
}

// sound fails for a document with a finding worse than a warning.
func sound(t *testing.T, doc []byte) {
	t.Helper()
	d, err := asif.Open(bytes.NewReader(doc), int64(len(doc)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	report, err := check.Validate(d, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if f.Severity != check.Warning {
			t.Errorf("%s %s: %s", f.Rule, f.Pointer, f.Message)
		}
	}
}

// detail is the detail of a scope's coverage.
func detail(t *testing.T, doc []byte, scope asif.Scope) string {
	t.Helper()
	var d asif.ASIFDocument
	if err := asif.Unmarshal(doc, &d); err != nil {
		t.Fatal(err)
	}
	for _, c := range d.Coverage {
		if c.Scope == scope {
			return string(c.Status) + ": " + c.Detail
		}
	}
	return ""
}

func TestEachSessionOfAnInputHasItsOwnDocumentAndAccount(t *testing.T) {
	docs, res := written(t, keyed{}.session(twoSessions...), convert.Options{})
	want := map[string]string{
		"one.json": "partial: 2 of 5 records mapped, 1 folded, 1 dropped, 1 unreadable; 2 losses: torn_record (1), duplicate_record_dropped (1)",
		"two.json": "partial: 1 of 3 records mapped, 1 dropped, 1 unreadable; 1 loss: torn_record (1)",
	}
	got := map[string]string{}
	for name, doc := range docs {
		got[name] = detail(t, doc, asif.ScopeConversation)
		if n := bytes.Count(doc, []byte(`"purpose":"attachment"`)); n != 1 {
			t.Errorf("%s has %d attachments, want its own one", name, n)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("coverage of the conversation (-want +got):\n%s", diff)
	}
	if r := res.Ledger.Totals().Records; r != (losses.RecordTotals{Total: 6, Mapped: 3, Folded: 1, Dropped: 1, Unreadable: 1}) {
		t.Errorf("the ledger has %+v", r)
	}
	if err := res.Ledger.Balance(); err != nil {
		t.Error(err)
	}
	if len(res.More) != 1 || res.CaptureID == res.More[0].CaptureID || res.SessionID != "toy:toy#one" {
		t.Errorf("results: %+v", res)
	}
}

func TestWhatIsOmittedIsDroppedInEveryDocument(t *testing.T) {
	docs, _ := written(t, keyed{}.session(`{"s":"one","id":"a","say":"1","odd":1}`, `{"s":"two","id":"a","say":"2"}`), convert.Options{Native: convert.NativeOmit})
	if got := detail(t, docs["one.json"], asif.ScopeNative); !strings.Contains(got, "3 of 4 fields mapped, 1 dropped") {
		t.Error(got)
	}
	if got := detail(t, docs["two.json"], asif.ScopeNative); !strings.Contains(got, "3 of 3 fields mapped;") {
		t.Error(got)
	}
}

func TestFileNamesDoNotDependOnTheOrder(t *testing.T) {
	ids := []string{"a/b", "A", "a", strings.Repeat("ü", 100), "nul", "..", "-x", "plain"}
	var lines []string
	for _, id := range ids {
		raw, _ := json.Marshal(id)
		lines = append(lines, fmt.Sprintf(`{"s":%s,"id":"e","say":"x"}`, raw))
	}
	docs, _ := written(t, keyed{}.session(lines...), convert.Options{})
	slices.Reverse(lines)
	again, _ := written(t, keyed{}.session(lines...), convert.Options{})
	lower := map[string]bool{}
	for name := range docs {
		if lower[strings.ToLower(name)] || len(name) > 100 || again[name] == nil {
			t.Errorf("%q is taken, too long or of one order", name)
		}
		lower[strings.ToLower(name)] = true
	}
	if len(docs) != len(ids) || docs["plain.json"] == nil || docs["a.json"] != nil {
		t.Errorf("documents: %d", len(docs))
	}
}

func TestFolderTakesAFileOfEachOrNone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "out")
	s := keyed{}.session(twoSessions...)
	if _, err := convert.From(keyed{}, s, convert.Options{Native: convert.NativeEmbed}, convert.Destination{Folder: dir}); err != nil {
		t.Fatal(err)
	}
	native, err := os.ReadDir(filepath.Join(dir, "native.files"))
	if err != nil || len(native) != 1 {
		t.Errorf("native copies: %v (%v)", native, err)
	}
	if err := os.Remove(filepath.Join(dir, "one.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := convert.From(keyed{}, s, convert.Options{}, convert.Destination{Folder: dir}); !errors.Is(err, convert.ErrExists) {
		t.Errorf("an existing document: %v", err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"native.files", "two.json"}) {
		t.Errorf("the folder holds %v", got)
	}
	if _, err := convert.From(keyed{}, s, convert.Options{}, convert.Destination{Folder: dir, Force: true}); err != nil {
		t.Error(err)
	}
}

func TestOnePlaceTakesOneDocument(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "o.json")
	_, err := convert.From(keyed{}, keyed{}.session(twoSessions...), convert.Options{}, convert.Destination{Path: path})
	if !errors.Is(err, convert.ErrSeveral) || !strings.Contains(err.Error(), "2: toy:toy#one, toy:toy#two") {
		t.Errorf("two documents: %v", err)
	}
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("the folder holds %v", got)
	}
	if _, err := convert.From(keyed{}, keyed{}.session(twoSessions[0]), convert.Options{}, convert.Destination{Path: path}); err != nil {
		t.Error(err)
	}
	if _, err := convert.From(toy.Adapter{}, toy.Adapter{}.Session(source.Bytes("t1.jsonl", toyText(`{"id":"a","say":"1"}`))), convert.Options{}, convert.Destination{Folder: dir}); err != nil {
		t.Error(err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"o.json", "t1.json"}) {
		t.Errorf("the folder holds %v", got)
	}
}

func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestASessionThatTellsLessLowersItsOwnCoverageAlone(t *testing.T) {
	docs, _ := written(t, keyed{}.session(append(twoSessions, `{"s":"two","id":"no tools"}`)...), convert.Options{})
	of := func(name string, scope asif.Scope) asif.Coverage {
		var d asif.ASIFDocument
		if err := asif.Unmarshal(docs[name], &d); err != nil {
			t.Fatal(err)
		}
		for _, c := range d.Coverage {
			if c.Scope == scope {
				return c
			}
		}
		return asif.Coverage{}
	}
	if c := of("two.json", asif.ScopeTools); c.Status != asif.CoverageUnavailable || !strings.HasSuffix(c.Detail, "told so") {
		t.Errorf("the lowered scope: %+v", c)
	}
	if c := of("two.json", asif.ScopeConversation); c.Status != asif.CoveragePartial {
		t.Errorf("a scope that has data all the same: %+v", c)
	}
	if c := of("one.json", asif.ScopeTools); c.Status == asif.CoverageUnavailable || strings.Contains(c.Detail, "told so") {
		t.Errorf("the other session's: %+v", c)
	}
}
