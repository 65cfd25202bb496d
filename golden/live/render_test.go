package live

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMatrixCountsAndNamesWhatFailed(t *testing.T) {
	got := matrix([]Cell{
		{Source: "codex/0.96.0-gpt-5.2-codex-basic", Target: "codex 0.171.0", Blocked: []string{"workspace"}},
		{Source: "claude-code/2.1.73-basic", Target: "codex 0.171.0", Blocked: []string{"model", "workspace"}},
		{Source: "claude-code/2.1.332-fail", Target: "claude-code 2.1.332"},
		{Source: "claude-code/2.1.332-basic", Target: "codex 0.171.0"},
		{Source: "claude-code/2.1.332-basic", Target: "claude-code 2.1.332"},
		{Source: "claude-code/2.1.332-fail", Target: "codex 0.171.0", Wrong: []string{"made: not sent: a|b", "more"}},
	})
	for _, want := range []string{
		"Of 6 hand-overs these kinds of subjects blocked: `model` in 1, `workspace` in 2.",
		"| Recorded with | claude-code 2.1.332 | codex 0.171.0 |\n|---|---|---|\n| claude-code 2.1.332 | 2 of 2 | 1 of 2 |\n| claude-code 2.1.73 | 0 of 0 | 1 of 1 |\n| codex 0.96.0 | 0 of 0 | 1 of 1 |\n",
		"| claude-code/2.1.332-basic | continued | continued |\n| claude-code/2.1.332-fail | continued | failed: made: not sent: a\\|b |\n| claude-code/2.1.73-basic | not run | continued |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("it lacks\n%s\nin\n%s", want, got)
		}
	}
}

func TestWhatAContinuedSessionHasNoMoreIsNamed(t *testing.T) {
	read := func(text string) *document {
		var d document
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		return &d
	}
	const before = `{"events":[{"id":"a","kind":"message","actor_id":"p","data":{"x":1,"y":2}},{"id":"b","kind":"message","data":{}}],"branches":[{"id":"main","event_ids":["a","b"]}]}`
	for after, want := range map[string]string{
		`{"events":[{"id":"a","kind":"message","actor_id":"p","data":{"y":2,"x":1}},{"id":"b","kind":"message","data":{}},{"id":"c"}],"branches":[{"id":"main","event_ids":["a","b","c"]}]}`: "",
		`{"events":[{"id":"a","kind":"message","actor_id":"p","data":{"x":1,"y":2}}],"branches":[{"id":"main","event_ids":["a"]}]}`:                                                          "no event b",
		`{"events":[{"id":"a","kind":"message","actor_id":"p","data":{"x":1,"y":3}},{"id":"b","kind":"message","data":{}}],"branches":[{"id":"main","event_ids":["a","b"]}]}`:                "event a of the continued session is another",
		`{"events":[{"id":"a","kind":"message","actor_id":"q","data":{"x":1,"y":2}},{"id":"b","kind":"message","data":{}}],"branches":[{"id":"main","event_ids":["a","b"]}]}`:                "event a of the continued session is another",
		`{"events":[{"id":"a","kind":"message","actor_id":"p","data":{"x":1,"y":2}},{"id":"b","kind":"message","data":{}},{"id":"c"}],"branches":[{"id":"main","event_ids":["a","c","b"]}]}`: "main does not begin",
	} {
		got := strings.Join(kept(read(before), read(after)), "\n")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("after %s: want %q, got %q", after, want, got)
		}
	}
}

func TestReadmeShowsTheMatrix(t *testing.T) {
	all, err := os.ReadFile("MATRIX.md")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(all), "| Recorded with ")
	table, _, _ := strings.Cut(rest, "\n\n")
	if !found || !strings.Contains(string(readme), "| Recorded with "+table+"\n") {
		t.Errorf("the README lacks the table of MATRIX.md:\n| Recorded with %s", table)
	}
}
