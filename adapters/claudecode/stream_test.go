package claudecode

import (
	"os"
	"path/filepath"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/source"
)

const (
	streamInit   = `{"type":"system","subtype":"init","session_id":"s-1","uuid":"u1","cwd":"/p","model":"m-1","tools":["Bash"]}`
	streamReply  = `{"type":"assistant","session_id":"s-1","uuid":"u2","parent_tool_use_id":null,"message":{"id":"r1","model":"m-1","content":[{"type":"text","text":"Four."}]}}`
	streamResult = `{"type":"result","subtype":"success","session_id":"s-1","uuid":"u3","result":"Four."}`
)

func TestStreamIsFoundWhateverItsFraming(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		framing source.Framing
		records int
	}{
		"lines":      {streamInit + "\n" + streamReply + "\n" + streamResult + "\n", source.Lines, 3},
		"array":      {"[\n " + streamInit + ",\n " + streamReply + ",\n " + streamResult + "\n]\n", source.Elements, 3},
		"one object": {streamResult, source.Lines, 1},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "out.json")
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := (Adapter{}).Detect(adapters.Head{Name: path, Bytes: []byte(c.text)}); got != adapters.Certain {
				t.Errorf("detected as %v", got)
			}
			found, err := Adapter{}.Find(adapters.Query{Target: path, Home: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			s := found[0]
			if s.Native.Value != "s-1" || s.Inputs[0].Framing != c.framing {
				t.Errorf("found %v, framing %v", s.Native, s.Inputs[0].Framing)
			}
			m := run(t, s)
			if len(m.Outcomes) != c.records {
				t.Errorf("%d records, want %d", len(m.Outcomes), c.records)
			}
			said := ""
			for _, ref := range m.History.Live.Inputs {
				said += m.events[ref].text()
			}
			if said != "Four." {
				t.Errorf("live: %q", said)
			}
		})
	}
}

func TestOtherArraysAreNoStreams(t *testing.T) {
	for _, head := range []string{
		`[{"uuid":"x","name":"y","chat_messages":[]}]`, `[1,2]`, `[`, `[{"sessionId":"x","parentUuid":null,"type":"user"}]`, `{"type":"result","key":1`,
	} {
		if got := (Adapter{}).Detect(adapters.Head{Bytes: []byte(head)}); got == adapters.Certain {
			t.Errorf("%s: certain", head)
		}
	}
}

func TestStreamLinesFollowTheirOwnAgent(t *testing.T) {
	m := mapBytes(t, "out", streamInit+"\n"+
		`{"type":"assistant","session_id":"s-1","uuid":"a","message":{"id":"r","content":[{"type":"tool_use","id":"c1","name":"Task","input":{"prompt":"p"}},{"type":"tool_use","id":"c2","name":"Task","input":{"prompt":"p"}}]}}`+"\n"+
		`{"type":"assistant","session_id":"s-1","uuid":"b","parent_tool_use_id":"c2","message":{"id":"r2","content":[{"type":"text","text":"two"}]}}`+"\n"+
		`{"type":"assistant","session_id":"s-1","uuid":"c","parent_tool_use_id":"c1","message":{"id":"r3","content":[{"type":"text","text":"one"}]}}`+"\n"+
		`{"type":"assistant","session_id":"s-1","uuid":"d","parent_tool_use_id":"c2","message":{"id":"r4","content":[{"type":"text","text":"more of two"}]}}`+"\n")
	var got []string
	for _, b := range m.History.Branches[1:] {
		said := b.ID + ":"
		for _, ref := range b.Events {
			if h := m.events[ref]; h.kind == "message" {
				said += " " + h.text()
			}
		}
		got = append(got, said)
	}
	want(t, "side chains", got, []string{"side-1: two more of two", "side-2: one"})
}

func TestNestedSubAgentsStandBelowTheirParent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), first, "subagents")
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("agent-a.jsonl", "")
	inner := write("agent-b.jsonl", "")
	write("agent-b.meta.json", `{"agentType":"Explore","parentAgentId":"a","toolUseId":"c"}`)
	write("agent-c.jsonl", "")
	write("agent-c.meta.json", `{"parentAgentId":"d"}`)
	write("agent-d.jsonl", "")
	write("agent-d.meta.json", `{"parentAgentId":"c"}`)
	session := filepath.Join(dir, "..", "..", first+".jsonl")
	if err := os.WriteFile(session, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := Adapter{}.Find(adapters.Query{Target: session, Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	want(t, "children", natives(found[0].Children), []string{"claude-code/agent agent-a", "claude-code/agent agent-c", "claude-code/agent agent-d"})
	want(t, "children of the first", natives(found[0].Children[0].Children), []string{"claude-code/agent agent-b"})
	alone, err := Adapter{}.Find(adapters.Query{Target: inner, Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	want(t, "by itself", natives(alone), []string{"claude-code/agent agent-b"})
}

func TestOutcomeOfWorkIsToldOnceUntilItBeginsAgain(t *testing.T) {
	var s script
	note := func(status string) string {
		return "<task-notification><task-id>w1</task-id><status>" + status + "</status></task-notification>"
	}
	s.prompt("go")
	for _, status := range []string{"running", "completed", "completed", "failed", "running", "killed", "odd"} {
		s.prompt(note(status))
	}
	m := s.run(t)
	n := 0
	for _, h := range m.events[1:] {
		if h.kind == "Transition" && h.actor == "work:background-task" {
			n++
		}
	}
	if n != 4 {
		t.Errorf("%d transitions, want running, completed, running, cancelled", n)
	}
}

func TestIdenticalMessagesAreToldApartByTheirPlace(t *testing.T) {
	var q wireLog
	q.bySum = map[digest]int32{}
	add := func(b byte) {
		s := sent{sum: digest{b}}
		s.same = q.bySum[s.sum]
		q.bySum[s.sum] = int32(q.messages.Add(s) + 1)
	}
	for _, b := range []byte{1, 2, 1, 3} {
		add(b)
	}
	hex := func(b byte) []byte {
		const digits = "0123456789abcdef"
		out := []byte{digits[b>>4], digits[b&15]}
		for len(out) < 64 {
			out = append(out, '0')
		}
		return out
	}
	got := q.find([][]byte{hex(1), hex(2), hex(1), hex(9), []byte("no digest")})
	if w := []int32{1, 2, 3, 0, 0}; len(got) != 5 || got[0] != w[0] || got[1] != w[1] || got[2] != w[2] || got[3] != 0 || got[4] != 0 {
		t.Errorf("found %v, want %v", got, w)
	}
}
