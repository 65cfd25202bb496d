package talk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// talkDoc is a document with a conversation. Its events are given in short: "u:text", "h:text" of the harness, "a:text", "c:call",
// "r:call=text", "k:" a compaction, "q:request=call" a question, "d:request" its answer; all stand on main, up to the branch points of others.
func talkDoc(live []string, events ...string) string {
	var ev, ids, in []string
	for i, e := range events {
		id := fmt.Sprintf("e%d", i+1)
		ids = append(ids, `"`+id+`"`)
		kind, actor, data := "message", "human", ""
		switch what, text, _ := strings.Cut(e, ":"); what {
		case "u", "h":
			if what == "h" {
				actor = "harness"
			}
			data = `{"role":"user","parts":[{"kind":"text","text":"` + text + `"}]}`
		case "a":
			actor, data = "agent:main", `{"role":"assistant","parts":[{"kind":"text","text":"`+text+`"}]}`
		case "c":
			kind, actor = "tool_call", "agent:main"
			data = `{"call_id":"` + text + `","tool_id":"tool:Bash","arguments":{"n":1},"arguments_status":"complete"}`
		case "r":
			call, said, _ := strings.Cut(text, "=")
			kind, actor = "tool_result", "harness"
			data = `{"call_id":"` + call + `","result_index":0,"terminal":true,"outcome":"success","parts":[{"kind":"text","text":"` + said + `"}]}`
		case "k":
			kind, actor, data = "context_checkpoint", "harness", `{"context_id":"after","reason":"compaction"}`
		case "q":
			kind, actor = "decision_request", "agent:main"
			request, call, _ := strings.Cut(text, "=")
			data = `{"request_id":"` + request + `","decision_kind":"question","prompt":[{"kind":"text","text":"Which?"}],"options":[{"id":"1","label":"Red"}],"call_id":"` + call + `"}`
		case "d":
			kind, data = "decision_resolution", `{"request_id":"`+text+`","outcome":"answered","answer":[]}`
		}
		ev = append(ev, `{"id":"`+id+`","sequence":`+fmt.Sprint(i+1)+`,"actor_id":"`+actor+`","kind":"`+kind+`","data":`+data+`,"time":"2026-01-02T03:04:0`+fmt.Sprint(i%10)+`Z"}`)
	}
	for i, e := range live {
		at, change, _ := strings.Cut(e, "~")
		n := 0
		fmt.Sscanf(at, "e%d", &n)
		_, rest, _ := strings.Cut(ev[n-1], `"data":`)
		kind, data := "message", rest[1:strings.LastIndex(rest, `},"time"`)]
		if strings.Contains(ev[n-1], `"kind":"tool_call"`) {
			kind, data = "tool_call", `"role":"assistant","parts":[],`+data
		} else if strings.Contains(ev[n-1], `"kind":"tool_result"`) {
			kind, data = "tool_result", `"role":"tool",`+data
		}
		if change != "" {
			data += `,"transformation":"` + change + `"`
		}
		in = append(in, fmt.Sprintf(`{"id":"in-%d","kind":"%s",%s,"source_events":[{"event_id":"%s"}]}`, i+1, kind, data, at))
	}
	return `{"asif_version":"0.4","capture":{"id":"cap-1","producer":{"name":"asif-convert","version":"test/1"},"consistency":"consistent","boundary":"b"},` +
		`"session":{"id":"toy:1","native_ids":[{"provider":"toys","namespace":"toy/session","value":"1"}],"lineage":[]},` +
		`"participants":[{"id":"harness","kind":"service"},{"id":"human","kind":"human"},{"id":"agent:main","kind":"agent"}],` +
		`"events":[` + strings.Join(ev, ",") + `],` +
		`"branches":[{"id":"main","event_ids":[` + strings.Join(ids, ",") + `],"head_event_id":null},{"id":"other","event_ids":[` + strings.Join(ids[:min(2, len(ids))], ",") + `],"head_event_id":null}],` +
		`"contexts":[{"id":"after","branch_id":"main","at_event_id":null,"purpose":"summary","inputs":[{"id":"in-1","kind":"message","role":"user","parts":[{"kind":"text","text":"So far."}],"source_events":[],"transformation":"compaction summary"}],"tool_ids":[]},` +
		`{"id":"live:main","branch_id":"main","at_event_id":"e` + fmt.Sprint(len(events)) + `","purpose":"continuation","inputs":[` + strings.Join(in, ",") + `],"tool_ids":[]}],` +
		`"tools":[{"id":"tool:Bash","name":"Bash"}],` +
		`"checkpoints":[{"id":"head:main","branch_id":"main","at_event_id":null,"open_calls":[],"open_decisions":[{"request_id":"req","state":"outcome_unknown"}],"tasks":[],"requirements":[]}],` +
		`"resources":[{"id":"res-1","media_type":"image/png","availability":"external","purpose":"input","sha256":"` + digest([]byte("png")) + `","bytes":3}]}`
}

// all lists events e1 to en.
func all(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("e%d", i+1))
	}
	return list
}

// heardIn tells a document's conversation as turns: "user: text", "agent: text + call", "results: call=text".
func heardIn(t *testing.T, doc string, h adapters.Handoff) ([]string, *Talk, error) {
	t.Helper()
	d, err := asif.Open(strings.NewReader(doc), int64(len(doc)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	h.Document = d
	if h.CWD == "" {
		h.CWD = "/srv/dev/proj"
	}
	talk, err := Open(h, adapters.Info{Name: "box", Provider: "boxes"}, "1")
	if err != nil {
		return nil, nil, err
	}
	var turns []string
	err = talk.Turns(func(turn *Turn) error {
		var said []string
		for _, in := range turn.Inputs {
			one := ""
			for _, p := range in.Pieces {
				one += string(adapters.Text(p.Text)) + p.Media
			}
			if in.Call != "" {
				one = in.Call + "=" + one
			}
			said = append(said, strings.TrimSuffix(one, "="))
		}
		who := map[TurnKind]string{UserTurn: "user", AgentTurn: "agent", ResultTurn: "results"}[turn.Kind]
		turns = append(turns, who+": "+strings.Join(said, " + "))
		return nil
	})
	return turns, talk, err
}

func wantTurns(t *testing.T, doc string, h adapters.Handoff, want ...string) *Talk {
	t.Helper()
	got, talk, err := heardIn(t, doc, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if before, _, ok := strings.Cut(got[i], "=[No result"); ok {
			got[i] = before + "=?"
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
	return talk
}

func TestResultsStandBehindTheirCallsWhateverCameBetween(t *testing.T) {
	doc := talkDoc(all(7), "u:go", "a:I will", "c:1", "c:2", "u:wait", "r:2=two", "r:1=one")
	wantTurns(t, doc, adapters.Handoff{}, "user: go", "agent: I will + 1 + 2", "results: 2=two + 1=one", "user: wait")
}

// The format says nothing of what stands in a context's model.
func TestTheModelOfAContextCanBeAnything(t *testing.T) {
	doc := talkDoc(all(2), "u:go", "a:I will")
	for model, want := range map[string]string{`{"id":"m-1"}`: "m-1", `{"id":[null]}`: "", `{"id":7}`: "", `{}`: ""} {
		with := strings.Replace(doc, `"purpose":"continuation",`, `"purpose":"continuation","model":`+model+`,`, 1)
		if talk := wantTurns(t, with, adapters.Handoff{}, "user: go", "agent: I will"); talk.Origin.Model != want {
			t.Errorf("%s: model %q, want %q", model, talk.Origin.Model, want)
		}
	}
}

func TestAResultWithoutItsCallIsWords(t *testing.T) {
	wantTurns(t, talkDoc([]string{"e1", "e3"}, "u:go", "c:1", "r:1=one"), adapters.Handoff{}, "user: go", "user: one")
}

func TestWhatTheHarnessPutInIsLeftOutUnlessOnlyItSaysIt(t *testing.T) {
	doc := talkDoc(all(4), "h:<system-reminder>Be kind</system-reminder>", "h:The skill says: dig", "u:go", "a: ")
	talk := wantTurns(t, doc, adapters.Handoff{}, "user: The skill says: dig", "user: go")
	if l := talk.lost.Losses(); len(l) != 1 || l[0].Kind.Name() != "instructions_not_carried" || l[0].Count != 1 {
		t.Errorf("losses: %v", l)
	}
}

func TestOpenCalls(t *testing.T) {
	doc := talkDoc(all(3), "u:go", "a:I will", "c:1")
	if talk := wantTurns(t, doc, adapters.Handoff{}, "user: go", "agent: I will + 1", "results: 1=?"); talk.Counts.OpenCalls != 1 {
		t.Errorf("%d open calls, want 1", talk.Counts.OpenCalls)
	}
	wantTurns(t, doc, adapters.Handoff{HandoffOptions: adapters.HandoffOptions{OpenCalls: adapters.OpenCallsOmit}}, "user: go", "agent: I will")
	if _, _, err := heardIn(t, doc, adapters.Handoff{HandoffOptions: adapters.HandoffOptions{OpenCalls: adapters.OpenCallsRefuse}}); !errors.Is(err, adapters.ErrOpenCalls) {
		t.Errorf("got %v, want %v", err, adapters.ErrOpenCalls)
	}
}

func TestACutNeverPartsACallFromItsResult(t *testing.T) {
	doc := talkDoc(all(6), "u:go", "c:1", "c:2", "r:1=one", "r:2=two", "a:done")
	cut := func(at string) adapters.Handoff {
		return adapters.Handoff{HandoffOptions: adapters.HandoffOptions{UpTo: at}}
	}
	wantTurns(t, doc, cut("e2"), "user: go", "agent: 1", "results: 1=one")
	wantTurns(t, doc, cut("e4"), "user: go", "agent: 1 + 2", "results: 1=one + 2=two")
	wantTurns(t, doc, cut("e1"), "user: go")
	if _, _, err := heardIn(t, doc, cut("e9")); !errors.Is(err, adapters.ErrNoEvent) {
		t.Errorf("got %v, want %v", err, adapters.ErrNoEvent)
	}
}

func TestABranchGoesOnFromItsLatestCompaction(t *testing.T) {
	doc := talkDoc([]string{"e4", "e5"}, "u:old", "a:older", "k:", "u:new", "a:yes", "u:more")
	wantTurns(t, doc, adapters.Handoff{HandoffOptions: adapters.HandoffOptions{UpTo: "e5"}}, "user: So far.", "user: new", "agent: yes")
	wantTurns(t, doc, adapters.Handoff{HandoffOptions: adapters.HandoffOptions{UpTo: "e2"}}, "user: old", "agent: older")
	wantTurns(t, doc, adapters.Handoff{HandoffOptions: adapters.HandoffOptions{Branch: "other"}}, "user: old", "agent: older")
	if _, _, err := heardIn(t, doc, adapters.Handoff{HandoffOptions: adapters.HandoffOptions{Branch: "third"}}); !errors.Is(err, adapters.ErrNoBranch) {
		t.Errorf("got %v, want %v", err, adapters.ErrNoBranch)
	}
}

func TestQuestionsAreRestatedOnlyOnRequest(t *testing.T) {
	doc := talkDoc([]string{"e1", "e2"}, "u:go", "a:well", "q:req")
	wantTurns(t, doc, adapters.Handoff{}, "user: go", "agent: well")
	wantTurns(t, doc, adapters.Handoff{HandoffOptions: adapters.HandoffOptions{RestateDecisions: true}}, "user: go", "agent: well + "+openQuestion+"Which?\n- Red")
}

func TestQuestionsAreRestatedAsTheyWereOpenAtTheLastEvent(t *testing.T) {
	doc := talkDoc(nil, "u:go", "q:one", "a:well", "d:one", "a:so", "c:1", "q:two=1", "r:1=two is answered", "c:3", "q:three=3")
	at := func(event string) adapters.Handoff {
		return adapters.Handoff{HandoffOptions: adapters.HandoffOptions{RestateDecisions: true, UpTo: event}}
	}
	asks := openQuestion + "Which?\n- Red"
	wantTurns(t, doc, at("e1"), "user: go")
	wantTurns(t, doc, at("e2"), "user: go", "agent: "+asks)
	wantTurns(t, doc, at("e3"), "user: go", "agent: well + "+asks)
	wantTurns(t, doc, at("e5"), "user: go", "agent: well + so")
	wantTurns(t, doc, at("e7"), "user: go", "agent: well + so + 1", "results: 1=two is answered")
	wantTurns(t, doc, adapters.Handoff{HandoffOptions: adapters.HandoffOptions{UpTo: "e3"}}, "user: go", "agent: well")
	for _, event := range []string{"e9", "e10"} { // what is asked about a call comes with it
		turns, _, err := heardIn(t, doc, at(event))
		if err != nil || len(turns) == 0 || turns[len(turns)-1] != "agent: "+asks {
			t.Errorf("%s: %q, %v", event, turns, err)
		}
	}
}

func TestNothingIsNoSession(t *testing.T) {
	if _, _, err := heardIn(t, talkDoc(nil, "u:go"), adapters.Handoff{}); !errors.Is(err, adapters.ErrNothing) {
		t.Errorf("got %v, want %v", err, adapters.ErrNothing)
	}
}

func TestBytesBesideTheDocumentCountWhenTheyAreTheOnesThatItMeans(t *testing.T) {
	doc := strings.Replace(talkDoc(all(1), "u:see"), `{"kind":"text","text":"see"}],"source`, `{"kind":"text","text":"see"},{"kind":"resource","resource_id":"res-1"}],"source`, 1)
	open := func(content string) adapters.Open {
		return func(*asif.Resource) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }
	}
	wantTurns(t, doc, adapters.Handoff{Open: open("png")}, "user: seeimage/png")
	const gone = "user: see[image/png: not part of the session as it was handed over]"
	wantTurns(t, doc, adapters.Handoff{Open: open("other")}, gone)
	wantTurns(t, doc, adapters.Handoff{}, gone)
}

func TestTheIdentityDependsOnTheOptions(t *testing.T) {
	doc := talkDoc(all(2), "u:go", "a:yes")
	seen := map[string]adapters.HandoffOptions{}
	for _, o := range []adapters.HandoffOptions{
		{}, {CWD: "/a"}, {CWD: "/b"}, {UpTo: "e1"}, {Branch: "other"}, {OpenCalls: adapters.OpenCallsOmit}, {Reasoning: adapters.ReasoningText}, {RestateDecisions: true}, {Model: "m"}, {Records: adapters.RecordsRebuilt},
	} {
		_, talk, err := heardIn(t, doc, adapters.Handoff{HandoffOptions: o})
		if err != nil {
			t.Fatal(err)
		}
		if was, twice := seen[talk.Native]; twice {
			t.Errorf("%v and %v give one session", was, o)
		}
		seen[talk.Native] = o
		if _, again, err := heardIn(t, doc, adapters.Handoff{HandoffOptions: o}); err != nil || again.Native != talk.Native {
			t.Errorf("%v gives another session the second time, or %v", o, err)
		}
	}
}

func TestForeignToolsKeepTheirNamesAndAreToldByWhatTheyDo(t *testing.T) {
	class := func(tool string) string { return map[string]string{"Bash": "runs programs"}[tool] }
	_, talk, err := heardIn(t, talkDoc(all(3), "u:go", "c:1", "r:1=one"), adapters.Handoff{Behaviour: class})
	if err != nil {
		t.Fatal(err)
	}
	list := talk.Written("box/session").Transformations
	if n := len(list); n != 1 || list[0].ID != "write:tool:Bash" || !strings.HasSuffix(list[0].Rule, "What it does: runs programs.") || len(list[0].Losses) > 0 {
		t.Errorf("transformations: %v", list)
	}
}

func TestRootsAreMappedByWholeNames(t *testing.T) {
	maps := []adapters.RootMap{{From: "/home/ann", To: "/srv/bob/"}, {From: "/", To: "/never"}}
	for path, want := range map[string]string{"/home/ann": "/srv/bob", "/home/ann/x": "/srv/bob/x", "/home/anna": "/never/home/anna"} {
		if got := mapRoot(path, maps); got != want {
			t.Errorf("%s became %s, want %s", path, got, want)
		}
	}
}

func TestNamesStayDifferentInTheAlphabetOfAllProviders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zA-Z0-9_~|:-]{1,80}`)), 1, 20, rapid.ID[string]).Draw(t, "names")
		taken := func(s string) bool { return slices.Contains(names, s) }
		var a aliases
		seen := map[string]string{}
		for _, n := range names {
			alias, other := a.of(n, taken)
			if !plainName(alias) {
				t.Fatalf("%q became %q", n, alias)
			}
			if other == plainName(n) {
				t.Fatalf("%q became %q, other is %t", n, alias, other)
			}
			if was, twice := seen[alias]; twice {
				t.Fatalf("%q and %q became %q", was, n, alias)
			}
			seen[alias] = n
			if again, _ := a.of(n, taken); again != alias {
				t.Fatalf("%q became %q, then %q", n, alias, again)
			}
		}
	})
}

func TestReplacingOneMemberLeavesEveryOtherByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pad := rapid.StringMatching(`[ \t]{0,3}`)
		before, after := pad.Draw(t, "before"), pad.Draw(t, "after")
		was := rapid.StringMatching(`[a-z0-9-]{1,40}`).Draw(t, "was")
		head := `{` + before + `"a":{"id":"` + was + `"},"n":1.0` + "," + after + `"id":` + before
		tail := after + `,"z":"` + was + `" }` + before
		now := rapid.String().Draw(t, "now")
		got := Replace([]byte(head+`"`+was+`"`+tail), was, now, "id")
		if want := head + string(asif.AppendString(nil, now)) + tail; string(got) != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
		if whole := []byte(head + `"other"` + tail); !bytes.Equal(Replace(whole, was+"x", now, "id"), whole) {
			t.Fatal("a value that is not meant was replaced")
		}
	})
}

func TestNoMentionIsMissed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringMatching(`[a-z0-9-]{1,12}`), rapid.String()).Draw(t, "text")
		spelled := "\""
		for _, r := range text {
			if r > 0xFFFF || rapid.Bool().Draw(t, "plain") {
				q := string(asif.AppendString(nil, string(r)))
				spelled += q[1 : len(q)-1]
			} else {
				spelled += fmt.Sprintf(`\u%04x`, r)
			}
		}
		if object := `{"n":1,"id":` + spelled + `"}`; text != "" && !Mentions([]byte(object), text) {
			t.Fatalf("%s does not mention %q", object, text)
		}
	})
	if Mentions([]byte(`{"id":"other","text":"a\nb"}`), "some") {
		t.Error("what is not there is mentioned")
	}
}
