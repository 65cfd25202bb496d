package codex

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asif-convert/adapters"
	"asif-convert/convert/source"
)

// Threads of the store: a parent with a sub-agent, a thread that was reverted, and an archived one.
const (
	parent   = "01a1f000-0000-7000-8000-000000000001"
	child    = "01a1f000-0000-7000-8000-000000000002"
	reverted = "01a1f000-0000-7000-8000-000000000003"
	segment  = "01a1f000-0000-7000-8000-000000000004"
	archived = "01a1f000-0000-7000-8000-000000000005"
)

// store makes a home with five rollouts and returns it.
func newStore(t *testing.T) (home string) {
	t.Helper()
	home = t.TempDir()
	meta := func(id, more string) string {
		return `{"timestamp":"2026-01-02T03:04:05Z","type":"session_meta","payload":{"id":"` + id + `"` + more + `}}` + "\n"
	}
	day := "sessions/2026/01/02/rollout-2026-01-02T03-04-05-"
	for i, f := range []struct{ path, text string }{
		{day + parent + ".jsonl", meta(parent, "")},
		{day + parent + ".jsonl.zst", "not read"},
		{day + child + ".jsonl", meta(child, `,"source":{"subagent":{"thread_spawn":{"parent_thread_id":"`+parent+`"}}}`)},
		{day + reverted + ".jsonl", meta(reverted, "")},
		{day + reverted + "_" + segment + ".jsonl", meta(reverted, `,"history_base":{"thread_id":"`+reverted+`","end_ordinal_exclusive":1}`)},
		{"archived_sessions/rollout-2026-01-02T03-04-05-" + archived + ".jsonl", meta(archived, "")},
		{"session_index.jsonl", `{"id":"` + parent + `","thread_name":"Old"}` + "\n" + `{"id":"` + parent + `","thread_name":"New"}` + "\n"},
		{"sessions/2026/01/02/notes.jsonl", ""},
	} {
		path := filepath.Join(home, ".codex", filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f.text), 0o666); err != nil {
			t.Fatal(err)
		}
		when := time.Unix(int64(1000+i), 0)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

func natives(sessions []adapters.Session) []string {
	out := []string{}
	for _, s := range sessions {
		out = append(out, s.Native.Value)
	}
	return out
}

func TestFindByEachKindOfTarget(t *testing.T) {
	home := newStore(t)
	root := filepath.Join(home, ".codex")
	day := filepath.Join(root, "sessions", "2026", "01", "02")
	for _, c := range []struct {
		name  string
		query adapters.Query
		want  []string
	}{
		{"a file", adapters.Query{Target: filepath.Join(day, "rollout-2026-01-02T03-04-05-"+parent+".jsonl")}, []string{parent}},
		{"a sub-agent's file", adapters.Query{Target: filepath.Join(day, "rollout-2026-01-02T03-04-05-"+child+".jsonl")}, []string{child}},
		{"the store", adapters.Query{Target: root}, []string{parent, reverted, archived}},
		{"a day", adapters.Query{Target: day}, []string{parent, reverted}},
		{"an ID", adapters.Query{Target: archived}, []string{archived}},
		{"a segment's ID", adapters.Query{Target: segment}, []string{reverted}},
		{"the latest", adapters.Query{Latest: true}, []string{archived}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.query.Home = home
			got, err := Adapter{}.Find(c.query)
			if err != nil {
				t.Fatal(err)
			}
			same(t, "threads", natives(got), c.want)
		})
	}
}

// The folder of sessions can be a link to a larger disk.
func TestFindLooksIntoALinkedStore(t *testing.T) {
	home := newStore(t)
	sessions := filepath.Join(home, ".codex", "sessions")
	disk := filepath.Join(home, "disk")
	if err := errors.Join(os.Rename(sessions, disk), os.Symlink(disk, sessions)); err != nil {
		t.Fatal(err)
	}
	got, err := Adapter{}.Find(adapters.Query{Target: filepath.Join(home, ".codex")})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "threads", natives(got), []string{parent, reverted, archived})
	got, err = Adapter{}.Find(adapters.Query{Target: segment, Home: home})
	if err != nil || len(got) != 1 || len(got[0].Inputs) != 2 || !strings.HasPrefix(got[0].Inputs[1].Locator, "sessions/2026/") {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestFindFollowsTheConfiguredHome(t *testing.T) {
	home := newStore(t)
	env := func(name string) string { return map[string]string{"CODEX_HOME": filepath.Join(home, ".codex")}[name] }
	got, err := Adapter{}.Find(adapters.Query{Target: parent, Home: t.TempDir(), Env: env})
	if err != nil || len(got) != 1 {
		t.Errorf("got %v, %v", natives(got), err)
	}
}

func TestFindTiesFilesTogether(t *testing.T) {
	home := newStore(t)
	got, err := Adapter{}.Find(adapters.Query{Target: reverted, Home: home})
	if err != nil {
		t.Fatal(err)
	}
	var inputs []string
	for _, in := range got[0].Inputs {
		inputs = append(inputs, in.Locator)
	}
	same(t, "a thread with what it goes on from", inputs, []string{
		"sessions/2026/01/02/rollout-2026-01-02T03-04-05-" + reverted + "_" + segment + ".jsonl",
		"sessions/2026/01/02/rollout-2026-01-02T03-04-05-" + reverted + ".jsonl",
	})
	if got, err = (Adapter{}).Find(adapters.Query{Target: parent, Home: home}); err != nil {
		t.Fatal(err)
	}
	same(t, "sub-agents", natives(got[0].Children), []string{child})
	s := run(t, got[0])
	same(t, "title", s.History.Title, "New")
}

func TestFindSaysWhatIsMissing(t *testing.T) {
	home := newStore(t)
	for target, reason := range map[string]error{
		"no-such-thread":                     ErrNoThread,
		filepath.Join(home, "nothing.jsonl"): fs.ErrNotExist,
	} {
		if _, err := (Adapter{}).Find(adapters.Query{Target: target, Home: home}); !errors.Is(err, reason) {
			t.Errorf("%s: %v, want %v", target, err, reason)
		}
	}
	if _, err := (Adapter{}).Find(adapters.Query{Latest: true, Home: t.TempDir()}); !errors.Is(err, ErrNoThread) {
		t.Errorf("the latest of nothing: %v", err)
	}
}

func TestDetectKnowsRollouts(t *testing.T) {
	for _, c := range []struct {
		head string
		want adapters.Match
	}{
		{`{"timestamp":"2026","type":"session_meta","payload":{}}`, adapters.Certain},
		{`{"ordinal":1,"payload":{},"type":"response_item"}`, adapters.Certain},
		{`{"record_type":"state"}`, adapters.Certain},
		{`{"id":"9d0c3e62-4a1b-4f77-8f6c-0a5d1f2e3b4c","timestamp":"2025","instructions":null}`, adapters.Possible},
		{`{"type":"message","role":"user","content":[]}`, adapters.Possible},
		{`{"type":"user","uuid":"a","parentUuid":null}`, adapters.NoMatch},
		{`{"type":"thread.started","thread_id":"x"}`, adapters.NoMatch},
		{`{"ts":"2026","dir":"to_tui","kind":"session_start"}`, adapters.NoMatch},
		{`[{"type":"message","role":"user"}]`, adapters.NoMatch},
		{``, adapters.NoMatch},
		{`# notes`, adapters.NoMatch},
	} {
		if got := (Adapter{}).Detect(adapters.Head{Bytes: []byte(c.head)}); got != c.want {
			t.Errorf("%s: %v, want %v", c.head, got, c.want)
		}
	}
}

func TestFindTellsOneValueFromLinesByWhatTheFileHolds(t *testing.T) {
	dir := t.TempDir()
	value := "{\n  \"session\": {\"id\": \"" + parent + "\", \"timestamp\": \"2025-05-01T03:04:05Z\"},\n  \"items\": []\n}\n"
	lines := user("Hello") + "\n" + assistant("Hi") + "\n"
	for name, c := range map[string]struct {
		text string
		want source.Framing
	}{
		"rollout-2025-05-01-" + parent + ".json": {value, source.Whole},
		"renamed.txt":                            {value, source.Whole},
		"broken.json":                            {"{\n  \"items\": [\n", source.Whole},
		"lines.json":                             {lines, source.Lines},
		"rollout.jsonl":                          {lines, source.Lines},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := Adapter{}.Find(adapters.Query{Target: path})
		if err != nil {
			t.Fatal(err)
		}
		if f := got[0].Inputs[0].Framing; f != c.want {
			t.Errorf("%s: framing %v, want %v", name, f, c.want)
		}
	}
}

func TestAFolderInsideAStoreReachesTheWholeStore(t *testing.T) {
	home := newStore(t)
	day := filepath.Join(home, ".codex", "sessions", "2026", "01", "02")
	got, err := Adapter{}.Find(adapters.Query{Target: day})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "threads", natives(got), []string{parent, reverted})
	same(t, "title from the store's index", run(t, got[0]).History.Title, "New")
	if got, err = (Adapter{}).Find(adapters.Query{Target: home}); err != nil {
		t.Fatal(err)
	}
	same(t, "threads from above the store", natives(got), []string{archived, parent, reverted})
	same(t, "title from above the store", run(t, got[1]).History.Title, "New")
}

func TestAStreamIsFramedByWhatItHolds(t *testing.T) {
	value := "{\n\"session\": {\"id\": \"" + parent + "\", \"timestamp\": \"2025-05-01T03:04:05Z\"},\n\"items\": [{\"type\": \"message\", \"role\": \"user\", \"content\": \"Hello\"}]}"
	for _, text := range []string{value, user("Hello") + "\n"} {
		s := run(t, Adapter{}.Stream(source.Stdin(strings.NewReader(text))))
		same(t, "context", s.live(), []string{"user: Hello"})
	}
}
