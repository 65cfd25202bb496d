package claudecode

import (
	"strconv"
	"strings"
	"testing"

	"asif-convert/losses"

	"github.com/google/go-cmp/cmp"
)

func want(t *testing.T, what string, got, want []string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func TestParallelToolsAreOneBranchWithCallsBeforeResults(t *testing.T) {
	var s script
	s.prompt("go")
	s.reply("r1", says("three things"))
	a := s.reply("r1", uses("a"))
	b := s.reply("r1", uses("b"))
	c := s.rec("user", obj{"parentUuid": a, "message": obj{"content": []any{obj{"type": "tool_result", "tool_use_id": "a", "content": "out"}}}})
	last := s.reply("r1", uses("c"), under(b)) // written after a's result
	s.rec("user", obj{"parentUuid": last, "message": obj{"content": []any{obj{"type": "tool_result", "tool_use_id": "c", "content": "out"}}}})
	s.rec("user", obj{"parentUuid": b, "message": obj{"content": []any{obj{"type": "tool_result", "tool_use_id": "b", "content": "out"}}}})
	s.reply("r2", says("done"))
	_ = c
	m := s.run(t)
	if n := len(m.History.Branches); n != 1 {
		t.Errorf("got %d branches, want one", n)
	}
	all := []string{"go", "three things", "call a", "call b", "call c", "result a", "result c", "result b", "done"}
	want(t, "main", m.branch(0), all)
	want(t, "live context", m.live(), all)
}

func TestTakenBackPromptIsABranchOfItsOwn(t *testing.T) {
	var s script
	s.prompt("one")
	at := s.reply("r1", says("first"))
	s.prompt("two, taken back")
	s.reply("r2", uses("a"))
	s.result("a")
	s.reply("r3", says("dead end"))
	s.prompt("three", under(at))
	s.reply("r4", says("alive"))
	m := s.run(t)
	want(t, "live context", m.live(), []string{"one", "first", "three", "alive"})
	if len(m.History.Branches) != 2 {
		t.Fatalf("got %d branches, want two", len(m.History.Branches))
	}
	want(t, "branch", m.branch(1), []string{"two, taken back", "call a", "result a", "dead end"})
	if f := m.History.Branches[1].Fork; f == nil || f.Branch != 0 || m.brief(f.At) != "first" {
		t.Errorf("forks at %+v, want behind \"first\" on main", f)
	}
}

func TestPromptTakenBackBeforeItsAnswerIsABranch(t *testing.T) {
	var s script
	at := s.prompt("one")
	s.rec("attachment", obj{"attachment": obj{"type": "date"}, "rendered": []any{obj{"content": "today"}}})
	s.prompt("other one", under(""))
	s.reply("r1", says("answer"))
	m := s.run(t)
	want(t, "live context", m.live(), []string{"other one", "answer"})
	want(t, "branch", m.branch(1), []string{"one", "today"})
	if m.History.Branches[1].Fork != nil {
		t.Error("a branch with a root of its own forks")
	}
	_ = at
}

func TestRecordsBesideTheConversationStayOnMain(t *testing.T) {
	var s script
	p := s.prompt("one")
	s.rec("attachment", obj{"attachment": obj{"type": "diagnostics"}, "rendered": []any{obj{"content": "beside"}}})
	s.reply("r1", says("answer"), under(p))
	m := s.run(t)
	if n := len(m.History.Branches); n != 1 {
		t.Errorf("got %d branches, want one", n)
	}
	want(t, "live context", m.live(), []string{"beside", "one", "answer"})
}

func TestForwardParentIsPutBehindIt(t *testing.T) {
	var s script
	p := s.prompt("one")
	s.rec("user", obj{"uuid": "late", "parentUuid": "early", "message": obj{"content": "three"}})
	s.reply("r1", says("two"), obj{"uuid": "early", "parentUuid": p})
	m := s.run(t)
	want(t, "main", m.branch(0), []string{"one", "two", "three"})
	if m.Lost[losses.ForwardParentReordered] != 1 {
		t.Errorf("losses %v, want one forward_parent_reordered", m.Lost)
	}
}

func TestMissingParentOfAForwardParentIsTheRecordBeforeBoth(t *testing.T) {
	var s script
	s.prompt("one")
	s.prompt("three", obj{"uuid": "late", "parentUuid": "early"})
	s.reply("r1", says("two"), obj{"uuid": "early", "parentUuid": "gone"})
	want(t, "main", s.run(t).branch(0), []string{"one", "two", "three"})
}

func TestMissingParentIsTheRecordBefore(t *testing.T) {
	var s script
	s.prompt("zero", under("never"))
	s.prompt("one")
	s.reply("r1", says("two"), under("gone"))
	m := s.run(t)
	want(t, "main", m.branch(0), []string{"zero", "one", "two"})
	if m.Lost[losses.DanglingParent] != 1 || m.Lost[losses.HistoryBeforeSliceMissing] != 1 {
		t.Errorf("losses %v, want dangling_parent and history_before_slice_missing", m.Lost)
	}
}

func TestCircleOfParentsIsCut(t *testing.T) {
	var s script
	s.prompt("zero")
	s.prompt("one", obj{"uuid": "x", "parentUuid": "y"})
	s.reply("r1", says("two"), obj{"uuid": "y", "parentUuid": "x"})
	s.prompt("self", obj{"uuid": "z", "parentUuid": "z"})
	m := s.run(t)
	want(t, "main", m.branch(0), []string{"zero", "one", "two", "self"})
	if m.Lost[losses.ParentCycleCut] != 2 {
		t.Errorf("losses %v, want two cycles cut", m.Lost)
	}
}

func TestLastPromptNamesTheLiveLeaf(t *testing.T) {
	for _, c := range []struct {
		name  string
		latch obj
		after bool // something is said after it
		want  []string
	}{
		{"a record of the file", obj{"leafUuid": "here"}, false, []string{"one", "first"}},
		{"a record of the file, but something follows", obj{"leafUuid": "here"}, true, []string{"one", "first", "two", "second", "three"}},
		{"a record of another file", obj{"leafUuid": "elsewhere"}, false, []string{"one", "first", "two", "second"}},
		{"the nil UUID, as after a rewind", obj{"leafUuid": "00000000-0000-0000-0000-000000000000", "explicit": true}, false, []string{"one", "first", "two", "second"}},
		{"nothing, on purpose", obj{"leafUuid": nil, "explicit": true}, false, []string{}},
		{"nothing, by default", obj{"leafUuid": nil}, false, []string{"one", "first", "two", "second"}},
		{"no leaf at all", obj{"lastPrompt": "two"}, false, []string{"one", "first", "two", "second"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s script
			s.prompt("one")
			s.reply("r1", says("first"), obj{"uuid": "here"})
			s.prompt("two")
			s.reply("r2", says("second"))
			s.raw(merge(obj{"type": "last-prompt", "sessionId": "s"}, []obj{c.latch}))
			if c.after {
				s.prompt("three")
			}
			want(t, "live context", s.run(t).live(), c.want)
		})
	}
}

func TestInjectedTailStaysWithItsConversation(t *testing.T) {
	var s script
	s.prompt("go")
	s.reply("r1", uses("a"))
	s.reply("r1", uses("b"))
	s.result("a")
	s.result("b")
	s.reply("r2", says("done"))
	s.prompt("Stop hook feedback: not yet", obj{"isMeta": true})
	m := s.run(t)
	want(t, "live context", m.live(), []string{"go", "call a", "call b", "result a", "result b", "done", "Stop hook feedback: not yet"})
}

func TestSideChainInsideTheFileHasItsOwnAgentAndBranch(t *testing.T) {
	var s script
	s.prompt("go")
	s.reply("r1", uses("task"))
	call := s.last
	s.prompt("count", obj{"isSidechain": true, "parentUuid": ""})
	s.reply("r2", says("counted"), obj{"isSidechain": true})
	s.rec("user", obj{"parentUuid": call, "message": obj{"content": []any{obj{"type": "tool_result", "tool_use_id": "task", "content": "3"}}}})
	s.reply("r3", says("it is 3"))
	m := s.run(t)
	want(t, "live context", m.live(), []string{"go", "call task", "result task", "it is 3"})
	want(t, "side chain", m.branch(1), []string{"count", "counted"})
	if h := m.find(t, "counted"); h.actor != "agent:side-1" {
		t.Errorf("actor %s, want agent:side-1", h.actor)
	}
	if h := m.find(t, "count"); h.actor != "agent:main" {
		t.Errorf("delegated by %s, want agent:main", h.actor)
	}
}

func TestSubAgentFileIsItsOwnMainLine(t *testing.T) {
	var s script
	side := obj{"isSidechain": true, "agentId": "x"}
	s.prompt("count", side)
	s.reply("r1", says("counted"), side)
	m := mapBytes(t, "agent-x.jsonl", s.text())
	want(t, "live context", m.live(), []string{"count", "counted"})
	if a, b := m.find(t, "count").actor, m.find(t, "counted").actor; a != "agent:parent" || b != "agent:main" {
		t.Errorf("actors %s and %s, want agent:parent and agent:main", a, b)
	}
}

func TestRepeatedRecordCountsOnce(t *testing.T) {
	var s script
	s.prompt("one")
	s.reply("r1", says("two"))
	s.lines = append(s.lines, s.lines[0], s.lines[1])
	s.prompt("three")
	m := s.run(t)
	want(t, "main", m.branch(0), []string{"one", "two", "three"})
	if m.Lost[losses.DuplicateRecordDropped] != 2 || m.Lost[losses.ConflictingDuplicate] != 0 {
		t.Errorf("losses %v, want two duplicates", m.Lost)
	}
}

func TestConflictingRecordKeepsItsFirstContentAndLastParent(t *testing.T) {
	var s script
	a := s.prompt("one")
	s.reply("r1", says("dead"))
	s.prompt("two", obj{"uuid": "twice"})
	s.prompt("two again", obj{"uuid": "twice", "parentUuid": a})
	m := s.run(t)
	want(t, "live context", m.live(), []string{"one", "two"})
	if m.Lost[losses.ConflictingDuplicate] != 1 {
		t.Errorf("losses %v, want a conflict", m.Lost)
	}
}

func TestResultThatHangsBesideItsCallLeavesNothingBehind(t *testing.T) {
	var s script
	s.prompt("go")
	call := s.reply("r", uses("a"))
	s.rec("system", obj{"subtype": "informational", "content": "stray", "parentUuid": ""})
	s.result("a") // hangs on the stray, belongs to the call
	s.reply("r2", says("done"), under(call))
	m := s.run(t)
	want(t, "live context", m.live(), []string{"go", "call a", "result a", "done"})
	sound(t, m)
}

func TestOddShapesMapSoundly(t *testing.T) {
	const n = 2000
	side := map[bool]string{false: "false", true: "true"}
	for name, line := range map[string]func(i int) string{
		"all on one":          func(i int) string { return user(i, id(min(i, 1)-1), "") },
		"each its own parent": func(i int) string { return user(i, id(i), "") },
		"backwards":           func(i int) string { return user(i, id(i+1), "") },
		"all roots":           func(i int) string { return user(i, "null", "") },
		"all side chains":     func(i int) string { return user(i, "null", `"isSidechain":`+side[i > 0]+`,`) },
		"compactions alone": func(i int) string {
			if i%2 == 1 {
				return user(i, id(i-1), "")
			}
			return `{"type":"system","subtype":"compact_boundary","uuid":` + id(i) + `,"parentUuid":null,"logicalParentUuid":` + id(i+5) + `}`
		},
		"all written again behind a compaction": func(i int) string {
			switch {
			case i < n/2:
				return user(i, id(i-1), "")
			case i == n/2:
				return `{"type":"system","subtype":"compact_boundary","uuid":"b","parentUuid":null,"logicalParentUuid":` + id(9) + `}`
			}
			return user(i-n/2-1, `"b"`, "")
		},
		"one response": func(i int) string {
			return `{"type":"assistant","uuid":` + id(i) + `,"parentUuid":` + id(i-1) + `,"requestRef":"r","message":{"content":[{"type":"tool_use","id":` + id(i) + `}]}}`
		},
		"results of one call": func(i int) string {
			if i == 0 {
				return `{"type":"assistant","uuid":"u0","message":{"id":"r","content":[{"type":"tool_use","id":"c"}]}}`
			}
			return `{"type":"user","uuid":` + id(i) + `,"parentUuid":"u0","message":{"content":[{"type":"tool_result","tool_use_id":"c"}]}}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for i := range n {
				b.WriteString(line(i))
				b.WriteByte('\n')
			}
			sound(t, mapBytes(t, "9d0c3e62-4a1b-4f77-8f6c-0a5d1f2e3b4c.jsonl", b.String()))
		})
	}
}

func id(i int) string {
	if i < 0 {
		return "null"
	}
	return `"u` + strconv.Itoa(i) + `"`
}

func user(i int, parent, more string) string {
	return `{"type":"user","uuid":` + id(i) + `,` + more + `"parentUuid":` + parent + `,"message":{"content":"x"}}`
}
