package claudecode

import (
	"testing"

	"asif-convert/losses"
)

func TestCompactionKeepsTheHistoryAndReplacesTheContext(t *testing.T) {
	var s script
	s.prompt("old")
	s.reply("r1", says("older"))
	s.boundary()
	s.summary("in short")
	s.prompt("new")
	s.reply("r2", says("newer"))
	m := s.run(t)
	want(t, "main", m.branch(0), []string{"old", "older", "compaction", "in short", "new", "newer"})
	want(t, "live context", m.live(), []string{"in short", "new", "newer"})
	h := m.History
	if len(h.Contexts) != 2 {
		t.Fatalf("got %d contexts, want two", len(h.Contexts))
	}
	before, after := h.Contexts[0], h.Contexts[1]
	want(t, "context before", m.briefs(before.Inputs), []string{"old", "older"})
	want(t, "context after", m.briefs(after.Inputs), []string{"in short"})
	if !before.Replaced || after.Replaced || before.Checkpoint != after.Checkpoint || m.brief(before.At) != "older" || m.brief(after.At) != "in short" {
		t.Errorf("contexts %+v and %+v", before, after)
	}
	if after.Changed[after.At] == "" || h.Live.Changed[after.At] == "" {
		t.Error("the summary is not told as a transformation")
	}
	if m.find(t, "in short").actor != "harness" {
		t.Error("the summary is taken for somebody's word")
	}
	if m.Lost[losses.Compaction] != 1 {
		t.Errorf("losses %v, want one compaction", m.Lost)
	}
}

func TestKeptRecordsFollowTheSummary(t *testing.T) {
	for _, c := range []struct {
		name string
		meta obj
	}{
		{"named one by one", obj{"preservedMessages": obj{"uuids": []any{"k1", "k2"}}}},
		{"named as a stretch", obj{"preservedSegment": obj{"headUuid": "k1", "tailUuid": "k2"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s script
			s.prompt("old")
			s.prompt("kept", obj{"uuid": "k1"})
			s.reply("r1", says("kept too"), obj{"uuid": "k2"})
			s.boundary(obj{"compactMetadata": c.meta})
			s.summary("in short")
			s.prompt("new")
			m := s.run(t)
			want(t, "live context", m.live(), []string{"in short", "kept", "kept too", "new"})
			want(t, "main", m.branch(0), []string{"old", "kept", "kept too", "compaction", "in short", "new"})
			want(t, "context before", m.briefs(m.History.Contexts[0].Inputs), []string{"old", "kept", "kept too"})
		})
	}
}

func TestRecordsWrittenAgainBehindACompactionAreKept(t *testing.T) {
	var s script
	s.prompt("old")
	s.prompt("kept", obj{"uuid": "k1"})
	s.reply("r1", says("kept too"), obj{"uuid": "k2"})
	s.boundary() // names k2, which then stands on both sides
	sum := s.summary("in short")
	s.prompt("kept", obj{"uuid": "k1", "parentUuid": sum})
	s.reply("r1", says("kept too"), obj{"uuid": "k2"})
	s.prompt("new")
	m := s.run(t)
	want(t, "live context", m.live(), []string{"in short", "kept", "kept too", "new"})
	want(t, "main", m.branch(0), []string{"old", "kept", "kept too", "compaction", "in short", "new"})
	if n := len(m.History.Branches); n != 1 {
		t.Errorf("got %d branches, want one", n)
	}
}

func TestCompactionCutBeforeItsSummaryIsTold(t *testing.T) {
	var s script
	s.prompt("old")
	s.prompt("kept", obj{"uuid": "k1"})
	s.boundary(obj{"compactMetadata": obj{"preservedMessages": obj{"uuids": []any{"k1"}}}})
	m := s.run(t)
	want(t, "live context", m.live(), []string{"kept"})
	if m.Lost[losses.CompactionSummaryMissing] != 1 || len(m.History.Contexts) != 2 {
		t.Errorf("losses %v and %d contexts, want a missing summary and two", m.Lost, len(m.History.Contexts))
	}
}

func TestEachCompactionHasItsContexts(t *testing.T) {
	var s script
	s.prompt("one")
	s.boundary()
	s.summary("short one")
	s.prompt("two")
	s.boundary(obj{"logicalParentUuid": "never written"})
	s.summary("short two")
	m := s.run(t)
	want(t, "live context", m.live(), []string{"short two"})
	want(t, "second context before", m.briefs(m.History.Contexts[2].Inputs), []string{"short one", "two"})
	want(t, "main", m.branch(0), []string{"one", "compaction", "short one", "two", "compaction", "short two"})
}

func TestCompactionOnATakenBackBranchHasItsContexts(t *testing.T) {
	var s script
	at := s.prompt("one")
	s.prompt("dead")
	s.boundary()
	s.summary("dead short")
	s.prompt("alive", under(at))
	s.reply("r", says("yes"))
	m := s.run(t)
	want(t, "live context", m.live(), []string{"one", "alive", "yes"})
	if len(m.History.Contexts) != 2 || m.History.Contexts[0].Branch != 1 {
		t.Errorf("contexts %+v, want two of the other branch", m.History.Contexts)
	}
}

func TestSummaryWithoutBoundaryReplacesWhatWasBefore(t *testing.T) {
	var s script
	s.prompt("old")
	s.prompt("in short", obj{"isCompactSummary": true, "parentUuid": ""})
	s.prompt("new")
	m := s.run(t)
	want(t, "main", m.branch(0), []string{"old", "in short", "new"})
	want(t, "live context", m.live(), []string{"in short", "new"})
}
