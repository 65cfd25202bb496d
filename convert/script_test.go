package convert_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/golden/toy"
	"asif-convert/losses"

	"github.com/google/go-cmp/cmp"
)

// script is an adapter whose mapper does what a test says, after an input of one record.
type script struct {
	toy.Adapter
	play func(*stage) adapters.History
}

// stage is what a script has at hand.
type stage struct {
	adapters.Sink
	human, agent adapters.ActorRef
	tool         adapters.ToolRef
	out          adapters.Output
	n            int
}

func (s script) session() adapters.Session {
	in := source.Bytes("t1.jsonl", []byte("{\"noise\":1}\n"))
	in.Locator = "store/t1.jsonl"
	ses := s.Adapter.Session(in)
	ses.New = func(out adapters.Output, led *losses.Ledger) adapters.Mapper {
		return &scriptMapper{script: s, out: out, account: led.Account("line")}
	}
	return ses
}

type scriptMapper struct {
	script
	out     adapters.Output
	account *losses.Account
}

func (m *scriptMapper) Record(r *source.Record) (losses.Outcome, error) {
	r.Walk(m.account, nil)
	return losses.Outcome{Do: losses.Dropped, Why: "noise"}, nil
}

func (m *scriptMapper) Finish() error {
	st := &stage{Sink: m.out.Document(""), out: m.out}
	st.human = st.Actor(asif.Participant{ID: "human", Kind: asif.ParticipantHuman})
	st.agent = st.Actor(asif.Participant{ID: "agent", Kind: asif.ParticipantAgent})
	st.tool = st.Tool(asif.Tool{ID: "tool:t", Name: "t", Description: "Not recorded.", InputSchema: []byte("true")})
	return st.Close(m.play(st))
}

func text(s string) adapters.Part {
	return adapters.Part{Kind: adapters.TextPart, Text: asif.AppendString(nil, s)}
}

func (s *stage) event(d adapters.Draft, data adapters.Data) asif.Ref {
	s.n++
	id, _ := s.IDs().Intern(fmt.Appendf(nil, "e%d", s.n))
	d.ID, d.Seen, d.Data = id, true, data
	if d.Actor == 0 {
		d.Actor = s.agent
	}
	return s.Event(&d)
}

func (s *stage) say(role asif.Role, words ...string) asif.Ref {
	var ps []adapters.Part
	for _, w := range words {
		ps = append(ps, text(w))
	}
	return s.event(adapters.Draft{}, &adapters.Message{Role: role, Parts: ps})
}

func (s *stage) call(id string) asif.Ref {
	return s.event(adapters.Draft{}, &adapters.ToolCall{Call: []byte(id), Tool: s.tool, Arguments: []byte(`{"n":1.50}`), Status: asif.ArgumentsComplete})
}

func (s *stage) result(id, words string) asif.Ref {
	return s.event(adapters.Draft{}, &adapters.ToolResult{Call: []byte(id), Outcome: asif.OutcomeError, Parts: []adapters.Part{text(words)}})
}

// play runs a script and returns the document.
func play(t *testing.T, o convert.Options, f func(*stage) adapters.History) asif.ASIFDocument {
	t.Helper()
	var out bytes.Buffer
	s := script{play: f}
	if _, err := convert.From(s, s.session(), o, convert.Destination{Writer: &out}); err != nil {
		t.Fatal(err)
	}
	var doc asif.ASIFDocument
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatalf("%v in\n%s", err, out.Bytes())
	}
	return doc
}

func main(refs ...asif.Ref) adapters.History {
	return adapters.History{
		Branches: []adapters.Branch{{ID: "main", Events: refs}},
		Live:     adapters.Context{Fidelity: asif.FidelityReconstructed, Inputs: refs},
	}
}

func TestForkedBranchListsTheSharedPrefix(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		a, b, c, d, e := s.say("user", "a"), s.say("assistant", "b"), s.say("user", "c"), s.say("user", "d"), s.say("user", "e")
		h := main(a, b, e)
		h.Branches = append(h.Branches, adapters.Branch{ID: "one", Fork: &adapters.Fork{Branch: 0, At: b}, Events: []asif.Ref{c}},
			adapters.Branch{ID: "two", Fork: &adapters.Fork{Branch: 1, At: c}, Events: []asif.Ref{d}})
		return h
	})
	for i, want := range [][]string{{"e1:0", "e2:0", "e5:0"}, {"e1:0", "e2:0", "e3:0"}, {"e1:0", "e2:0", "e3:0", "e4:0"}} {
		if d := cmp.Diff(want, doc.Branches[i].EventIDs); d != "" {
			t.Error(doc.Branches[i].ID, d)
		}
	}
	if f := doc.Branches[2].Fork; f == nil || f.BranchID != "one" || *f.EventID != "e3:0" || f.CaptureID != doc.Capture.ID {
		t.Errorf("fork %+v", f)
	}
	if len(doc.Checkpoints) != 3 || *doc.Checkpoints[1].AtEventID != "e3:0" || doc.Checkpoints[1].ContextID != nil {
		t.Errorf("checkpoints %+v", doc.Checkpoints)
	}
}

func TestOldestBranchesKeepTheirTailBeyondTheBudget(t *testing.T) {
	const trunk, forks = 100, 20
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		var refs []asif.Ref
		for range trunk {
			refs = append(refs, s.say("user", "a"))
		}
		h := main(refs...)
		for i := range forks {
			h.Branches = append(h.Branches, adapters.Branch{ID: fmt.Sprint("b", i), Fork: &adapters.Fork{At: refs[trunk-1]}, Events: []asif.Ref{s.say("user", "x")}})
		}
		return h
	})
	total, full := 0, 0
	for i, b := range doc.Branches {
		total += len(b.EventIDs)
		if i > 0 && len(b.EventIDs) == trunk+1 {
			full++
		} else if i > 0 && (len(b.EventIDs) != 1 || full > 0) {
			t.Errorf("branch %d lists %d events after %d whole ones", i, len(b.EventIDs), full)
		}
	}
	if total > 4*(trunk+forks)+forks || full == 0 || full == forks {
		t.Errorf("%d event IDs in all, %d whole branches", total, full)
	}
	if doc.Losses[0].Kind != "branch_prefix_omitted" {
		t.Errorf("losses %v", lossNames(doc))
	}
}

func TestExtendedMessagesHaveAllPartsAndSources(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		a := s.say("assistant", "one")
		b := s.say("assistant")
		for i := range 3 {
			s.Extend(a, source.Span{Offset: int64(i), Length: 1}, text(fmt.Sprint(i)))
			s.Extend(b, source.Span{Offset: int64(i), Length: 1}, text(fmt.Sprint(i)))
		}
		return main(a, b)
	})
	var words []string
	for _, e := range doc.Events {
		var m asif.MessageData
		if err := json.Unmarshal(e.Data, &m); err != nil {
			t.Fatal(err)
		}
		var w []string
		for _, p := range m.Parts {
			w = append(w, *p.Text)
		}
		words = append(words, strings.Join(w, " "))
	}
	if d := cmp.Diff([]string{"one 0 1 2", "0 1 2"}, words); d != "" {
		t.Error(d)
	}
	if n := len(doc.Events[0].Provenance.Sources); n != 4 {
		t.Errorf("%d sources, want 4", n)
	}
}

func TestDiscardedAndMovedEvents(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		a, b, c, d := s.say("user", "a"), s.say("user", "b"), s.say("user", "c"), s.say("user", "d")
		s.Discard(b)
		s.MoveAfter(a, c)
		return main(d)
	})
	if d := cmp.Diff([]string{"e3:0 message", "e1:0 message", "e4:0 message"}, story(doc)); d != "" {
		t.Error(d)
	}
}

func TestSequenceFollowsMain(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		c1 := s.call("1")
		r1 := s.result("1", "x")
		c2 := s.call("2")
		r2 := s.result("2", "y")
		return main(c1, c2, r1, r2)
	})
	if d := cmp.Diff([]string{"e1:0 tool_call", "e3:0 tool_call", "e2:0 tool_result", "e4:0 tool_result"}, story(doc)); d != "" {
		t.Error(d)
	}
}

func TestCompactionContexts(t *testing.T) {
	for mode, want := range map[convert.ContextMode][]string{
		convert.ContextsHead:       {"after:e3:0", "live:main"},
		convert.ContextsBoundaries: {"before:e3:0", "after:e3:0", "live:main"},
		convert.ContextsAll:        {"request:e2:0", "before:e3:0", "after:e3:0", "request:e6:0", "live:main"},
	} {
		doc := play(t, convert.Options{Contexts: mode}, func(s *stage) adapters.History {
			a, b := s.say("user", "a"), s.say("assistant", "b")
			mark := s.event(adapters.Draft{}, &adapters.Compaction{})
			sum, c, d := s.say("user", "summary"), s.say("user", "c"), s.say("assistant", "d")
			h := main(a, b, mark, sum, c, d)
			how := map[asif.Ref]string{sum: "compaction summary"}
			h.Contexts = []adapters.Context{
				{At: b, Checkpoint: mark, Replaced: true, Fidelity: asif.FidelityReconstructed, Inputs: []asif.Ref{a, b}},
				{At: sum, Checkpoint: mark, Fidelity: asif.FidelityReconstructed, Inputs: []asif.Ref{sum}, Changed: how},
			}
			h.Live.Inputs, h.Live.Changed = []asif.Ref{sum, c, d}, how
			return h
		})
		var ids []string
		for _, c := range doc.Contexts {
			ids = append(ids, c.ID)
		}
		if d := cmp.Diff(want, ids); d != "" {
			t.Error(mode, d)
		}
		live := doc.Contexts[len(doc.Contexts)-1]
		if len(live.Inputs) != 3 || live.Inputs[0].Transformation != "compaction summary" || live.Inputs[1].Transformation != "" {
			t.Errorf("%s: live inputs %+v", mode, live.Inputs)
		}
	}
}

func TestUsageCountsTheMaximumOfAResponseOnce(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		a := s.say("assistant", "a")
		for _, v := range []int64{1, 178, 9, 0} {
			s.Usage(a, adapters.TokensOutput, v)
		}
		s.Usage(a, adapters.TokensInput, 0)
		return main(a)
	})
	if len(doc.Usage) != 1 || string(doc.Usage[0].Value) != "178" || doc.Usage[0].Unit != "tokens.output" || doc.Usage[0].ScopeID != "e1:0" {
		t.Errorf("usage %+v", doc.Usage)
	}
}

func TestResourcesAreStoredOncePerDigest(t *testing.T) {
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		store := func(r adapters.Resource) adapters.Part {
			r.MediaType, r.Purpose = "image/png", "input"
			return adapters.Part{Kind: adapters.ResourcePart, Resource: s.Resource(&r)}
		}
		a := s.event(adapters.Draft{}, &adapters.Message{Role: asif.RoleUser, Parts: []adapters.Part{
			store(adapters.Resource{Base64: []byte(`"aGVsbG8="`)}), store(adapters.Resource{Bytes: []byte("hello")}), store(adapters.Resource{Text: []byte(`"hell\u006f"`)}),
			store(adapters.Resource{Base64: []byte(`"aGVsbG8"`)}), store(adapters.Resource{Base64: []byte(`"[trimmed]"`)}),
		}})
		return main(a)
	})
	if n := len(doc.Resources); n != 3 {
		t.Fatalf("%d resources, want the native file, one image and one that does not decode", n)
	}
	if r := doc.Resources[1]; r.Data == nil || *r.Data != "aGVsbG8=" || *r.Bytes != 5 {
		t.Errorf("embedded %+v", r)
	}
	if r := doc.Resources[2]; r.Availability != asif.AvailabilityUnavailable {
		t.Errorf("broken base64: %+v", r)
	}
}

func TestLargePayloadsPassThroughTheSpool(t *testing.T) {
	big := strings.Repeat("0123456789abcdef", 1<<16)
	doc := play(t, convert.Options{}, func(s *stage) adapters.History {
		return main(s.say("user", "a", big), s.say("user", big, "b"), s.say("user", "c"))
	})
	var m asif.MessageData
	if err := json.Unmarshal(doc.Events[1].Data, &m); err != nil || *m.Parts[0].Text != big || *m.Parts[1].Text != "b" {
		t.Errorf("payload of %d bytes came back different (%v)", len(big), err)
	}
}

func TestFaultyAdaptersAreRefused(t *testing.T) {
	for name, f := range map[string]func(*stage) adapters.History{
		"no branch": func(*stage) adapters.History { return adapters.History{} },
		"no tool": func(s *stage) adapters.History {
			return main(s.event(adapters.Draft{}, &adapters.ToolCall{Call: []byte("x")}))
		},
		"unknown data": func(s *stage) adapters.History { return main(s.event(adapters.Draft{}, 7)) },
		"second key": func(s *stage) adapters.History {
			s.out.Document("other")
			return main(s.say("user", "a"))
		},
	} {
		s := script{play: f}
		if _, err := convert.From(s, s.session(), convert.Options{}, convert.Destination{Writer: &bytes.Buffer{}}); err == nil {
			t.Error(name, "was accepted")
		}
	}
}

func TestResultsBeforeTheLastKeepTheCallOpen(t *testing.T) {
	doc := play(t, convert.Options{}, func(st *stage) adapters.History {
		part := func(id, words string, goes adapters.Progress) asif.Ref {
			return st.event(adapters.Draft{}, &adapters.ToolResult{Call: []byte(id), Outcome: asif.OutcomeSuccess, Parts: []adapters.Part{text(words)}, Goes: goes})
		}
		return main(st.call("c"), part("c", "so far", adapters.Partial), part("c", "done", adapters.Terminal), st.call("d"), part("d", "so far", adapters.Partial))
	})
	var got []string
	for _, e := range doc.Events {
		var d asif.ToolResultData
		if e.Kind == asif.KindToolResult && asif.Unmarshal(e.Data, &d) == nil {
			got = append(got, fmt.Sprintf("%s %d %t %s", d.CallID, d.ResultIndex, d.Terminal, d.Outcome))
		}
	}
	want := []string{"c 0 false unknown", "c 1 true success", "d 0 false unknown"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if open := doc.Checkpoints[0].OpenCalls; len(open) != 1 || open[0].CallID != "d" {
		t.Errorf("open calls: %+v", open)
	}
}

func TestReplacedEventsKeepTheirPlace(t *testing.T) {
	doc := play(t, convert.Options{}, func(st *stage) adapters.History {
		said, call := st.say("user", "proposed", "twice"), st.call("c")
		st.Replace(said, &adapters.Draft{
			Data: &adapters.Message{Role: asif.RoleUser, Parts: []adapters.Part{text("settled")}}, Extensions: []byte(`{"org.example":{"a":1}}`),
		})
		st.Replace(call, &adapters.Draft{Data: &adapters.ToolCall{Tool: st.tool, Arguments: []byte(`{"settled":true}`), Status: asif.ArgumentsComplete}})
		if st.Replace(call, &adapters.Draft{Data: &adapters.Note{Category: "of another kind"}}) {
			t.Error("a call is replaced by a note")
		}
		return main(said, call, st.result("c", "done"))
	})
	if got := story(doc); !slices.Equal(got, []string{"e1:0 message", "e2:0 tool_call", "e3:0 tool_result"}) {
		t.Errorf("events: %v", got)
	}
	for i, want := range []string{`{"role":"user","parts":[{"kind":"text","text":"settled"}]}`, `{"call_id":"c","tool_id":"tool:t","arguments":{"settled":true},"arguments_status":"complete"}`} {
		if got := string(doc.Events[i].Data); got != want {
			t.Errorf("event %d says %s", i, got)
		}
	}
	if got := string(doc.Events[0].Extensions); got != `{"org.example":{"a":1}}` || len(doc.Events[1].Provenance.Sources) != 2 {
		t.Errorf("extensions %s, sources %v", got, doc.Events[1].Provenance.Sources)
	}
}

func TestAmountsBelongToTheirEvent(t *testing.T) {
	doc := play(t, convert.Options{}, func(st *stage) adapters.History {
		a := st.say("assistant", "a")
		st.Count(adapters.Counter{At: a, Unit: "usd", Value: []byte("0.25"), Method: "a guess"})
		st.Count(adapters.Counter{Scope: asif.UsageTurn, ScopeID: "t", Unit: "tokens.output", Value: []byte("7")})
		return main(a)
	})
	var got []string
	for _, u := range doc.Usage {
		got = append(got, fmt.Sprintf("%s %s %s %s %s %s %s", u.Scope, u.ScopeID, u.Unit, u.Value, u.Counter, u.Provenance.Mode, u.Provenance.Method))
	}
	if diff := cmp.Diff([]string{"event e1:0 usd 0.25 delta derived a guess", "turn t tokens.output 7 cumulative reported "}, got); diff != "" {
		t.Errorf("usage (-want +got):\n%s", diff)
	}
}
