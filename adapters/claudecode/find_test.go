package claudecode

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

const (
	first  = "9d0c3e62-4a1b-4f77-8f6c-0a5d1f2e3b4c"
	second = "1b2c3d4e-4a1b-4f77-8f6c-0a5d1f2e3b4c"
)

// store makes a home with two sessions, the first with sub-agents of both eras, and returns it.
func store(t *testing.T) (home string) {
	t.Helper()
	home = t.TempDir()
	line := func(session string) string {
		return `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"` + session + `"}` + "\n"
	}
	for i, f := range []struct{ path, text string }{
		{"-a/" + first + ".jsonl", line(first)},
		{"-a/" + first + "/subagents/agent-1.jsonl", line(first)},
		{"-a/" + first + "/subagents/agent-1.meta.json", `{"agentType":"x"}`},
		{"-a/" + first + "/subagents/workflows/w/agent-2.jsonl", line(first)},
		{"-a/" + first + "/subagents/workflows/w/journal.jsonl", `{"type":"started"}`},
		{"-a/agent-3.jsonl", line(first)},
		{"-a/agent-4.jsonl", line(second)},
		{"-b/" + second + ".jsonl", line(second)},
		{"-b/memory/notes.jsonl", ""},
	} {
		path := filepath.Join(home, ".claude", "projects", filepath.FromSlash(f.path))
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
		out = append(out, s.Native.Namespace+" "+s.Native.Value)
	}
	return out
}

func TestFindByEachKindOfTarget(t *testing.T) {
	home := store(t)
	projects := filepath.Join(home, ".claude", "projects")
	both := []string{"claude-code/session " + first, "claude-code/session " + second}
	for _, c := range []struct {
		name  string
		query adapters.Query
		want  []string
	}{
		{"a file", adapters.Query{Target: filepath.Join(projects, "-a", first+".jsonl")}, both[:1]},
		{"a sub-agent's file", adapters.Query{Target: filepath.Join(projects, "-a", "agent-3.jsonl")}, []string{"claude-code/agent agent-3"}},
		{"a project", adapters.Query{Target: filepath.Join(projects, "-b")}, both[1:]},
		{"the store", adapters.Query{Target: projects}, both},
		{"the configuration folder", adapters.Query{Target: filepath.Join(home, ".claude")}, both},
		{"a folder of sub-agents", adapters.Query{Target: filepath.Join(projects, "-a", first, "subagents", "workflows")}, []string{"claude-code/agent agent-2"}},
		{"an ID", adapters.Query{Target: second}, both[1:]},
		{"a sub-agent's ID", adapters.Query{Target: "agent-1"}, []string{"claude-code/agent agent-1"}},
		{"the latest", adapters.Query{Latest: true}, both[1:]},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.query.Home = home
			got, err := Adapter{}.Find(c.query)
			if err != nil {
				t.Fatal(err)
			}
			want(t, "sessions", natives(got), c.want)
		})
	}
}

// The folder of projects can be a link to a larger disk.
func TestFindLooksIntoALinkedStore(t *testing.T) {
	home := store(t)
	projects := filepath.Join(home, ".claude", "projects")
	disk := filepath.Join(home, "disk")
	if err := errors.Join(os.Rename(projects, disk), os.Symlink(disk, projects)); err != nil {
		t.Fatal(err)
	}
	got, err := Adapter{}.Find(adapters.Query{Latest: true, Home: home})
	if err != nil || len(got) != 1 || got[0].Native.Value != second {
		t.Fatalf("%+v, %v", got, err)
	}
	got, err = Adapter{}.Find(adapters.Query{Target: projects, Home: home})
	if err != nil || len(got) != 2 || len(got[0].Children) != 3 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestFindFollowsTheConfigurationFolder(t *testing.T) {
	home := store(t)
	env := func(name string) string {
		if name == "CLAUDE_CONFIG_DIR" {
			return filepath.Join(home, ".claude")
		}
		return ""
	}
	got, err := Adapter{}.Find(adapters.Query{Target: first, Home: t.TempDir(), Env: env})
	if err != nil || len(got) != 1 {
		t.Errorf("got %v, %v", natives(got), err)
	}
}

func TestFindNestsSubAgents(t *testing.T) {
	home := store(t)
	got, err := Adapter{}.Find(adapters.Query{Target: first, Home: home})
	if err != nil {
		t.Fatal(err)
	}
	s := got[0]
	want(t, "children", natives(s.Children), []string{"claude-code/agent agent-1", "claude-code/agent agent-2", "claude-code/agent agent-3"})
	var inputs []string
	for _, in := range append(s.Inputs, s.Children[0].Inputs...) {
		inputs = append(inputs, in.Locator)
	}
	want(t, "locators", inputs, []string{"-a/" + first + ".jsonl", "-a/" + first + "/subagents/workflows/w/journal.jsonl", "-a/" + first + "/subagents/agent-1.jsonl", "-a/" + first + "/subagents/agent-1.meta.json"})
	if s.Children[0].Inputs[1].Framing != source.Whole {
		t.Error("the file that describes a sub-agent is read by lines")
	}
	m := newMemory()
	m.Children = []asif.ParticipantChildSession{{SessionID: "s1", CaptureID: "c1"}}
	mapper := s.New(m, ledger(t))
	if err := mapper.Finish(); err != nil {
		t.Fatal(err)
	}
	var agents []string
	for _, p := range m.Actors {
		child := ""
		if p.ChildSession != nil {
			child = p.ChildSession.CaptureID
		}
		agents = append(agents, p.ID+" "+child)
	}
	want(t, "participants", agents, []string{"agent:main ", "agent:1 c1", "agent:2 ", "agent:3 "})
}

func TestFindSaysWhatIsMissing(t *testing.T) {
	home := store(t)
	for target, reason := range map[string]error{
		"no-such-session":                    ErrNoSession,
		filepath.Join(home, "nothing.jsonl"): fs.ErrNotExist,
	} {
		if _, err := (Adapter{}).Find(adapters.Query{Target: target, Home: home}); !errors.Is(err, reason) {
			t.Errorf("%s: %v, want %v", target, err, reason)
		}
	}
	if _, err := (Adapter{}).Find(adapters.Query{Latest: true, Home: t.TempDir()}); !errors.Is(err, ErrNoSession) {
		t.Errorf("the latest of nothing: %v", err)
	}
}

func TestDetectKnowsTranscripts(t *testing.T) {
	for _, c := range []struct {
		head string
		want adapters.Match
	}{
		{`{"type":"summary","summary":"x","leafUuid":"y"}`, adapters.Certain},
		{`{"parentUuid":null,"type":"user"}`, adapters.Certain},
		{`{"type":"mode","mode":"normal","sessionId":"x"}`, adapters.Possible},
		{`[{"parentUuid":null}]`, adapters.NoMatch},
		{`{"timestamp":"2026","type":"session_meta","payload":{}}`, adapters.NoMatch},
		{``, adapters.NoMatch},
		{`# notes`, adapters.NoMatch},
	} {
		if got := (Adapter{}).Detect(adapters.Head{Bytes: []byte(c.head)}); got != c.want {
			t.Errorf("%s: %v, want %v", c.head, got, c.want)
		}
	}
}
