package destination

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asif-convert/profiles"
)

// secret stands wherever a value could leak from.
const secret = "s3cr3t-Value-0815"

// machine is a made one: a harness installed by npm, servers with credentials, a repository that would run programs.
type machine struct {
	Machine
	dir, root, ran string
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o777); err != nil {
		t.Fatal(err)
	}
}

func newMachine(t *testing.T) machine {
	t.Helper()
	dir := t.TempDir()
	m := machine{dir: dir, root: filepath.Join(dir, "work", "project"), ran: filepath.Join(dir, "ran")}
	program := "#!/bin/sh\ntouch " + m.ran + "\ncat\n"
	write(t, filepath.Join(dir, "lib", "@openai", "codex", "package.json"), `{"name": "@openai/codex", "version": "0.171.0"}`)
	write(t, filepath.Join(dir, "lib", "@openai", "codex", "bin", "codex.js"), program)
	if err := os.MkdirAll(filepath.Join(dir, "bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("..", "lib", "@openai", "codex", "bin", "codex.js"), filepath.Join(dir, "bin", "codex")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "home", ".codex", "auth.json"), `{"token": "`+secret+`"}`)
	write(t, filepath.Join(dir, "home", ".codex", "config.toml"), `
model = "gpt-5.5"
[mcp_servers.github]
command = "/opt/bin/github-server"
args = ["--key", "`+secret+`", "${EXTRA_NAME}"]
env = { GITHUB_TOKEN = "`+secret+`" }
[mcp_servers.docs]
url = "https://user:`+secret+`@docs.example/mcp/`+secret+`?key=`+secret+`"
bearer_token_env_var = "DOCS_TOKEN"
`)
	write(t, filepath.Join(m.root, "src", "main.go"), "package main\n")
	path, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git")
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "topic"}, {"remote", "add", "origin", "https://me:" + secret + "@example.com/me/project.git?t=" + secret},
		{"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "one"},
		{"config", "core.fsmonitor", program}, {"config", "core.hooksPath", filepath.Join(dir, "hooks")},
	} {
		c := exec.Command(path, args...)
		c.Dir = m.root
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	write(t, filepath.Join(dir, "hooks", "post-index-change"), program)
	search := filepath.Join(dir, "bin") + string(os.PathListSeparator) + filepath.Dir(path) + string(os.PathListSeparator) + "."
	env := map[string]string{"PATH": search, "CODEX_HOME": filepath.Join(dir, "home", ".codex")}
	m.Machine = Machine{Env: func(name string) string { return env[name] }, Home: filepath.Join(dir, "home"), At: "2026-11-30T12:00:00Z",
		Environ: []string{"OPENAI_API_KEY=" + secret, "SHELL=/bin/sh", "EMPTY_TOKEN=", "wanted_name=" + secret}}
	return m
}

func (m machine) probe(t *testing.T, look Look) *Snapshot {
	t.Helper()
	set, err := profiles.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	p, err := set.Get("codex")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Probe(p, m.Machine, look)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (m machine) look() Look {
	return Look{
		Roots:       []Root{{RootID: "root-1", Path: m.root}, {RootID: "root-2", Path: filepath.Join(m.dir, "nowhere")}},
		Files:       []File{{RootID: "root-1", Path: "src/main.go"}, {RootID: "root-1", Path: "gone.go"}, {RootID: "root-1", Path: "../../home/.codex/auth.json"}, {RootID: "root-2", Path: "a"}},
		Handles:     []string{"env:wanted_name", "env:MISSING"},
		Executables: []string{"codex", "git", "nosuch", "../bin/codex"},
	}
}

func TestAMachineIsSeenAsItIs(t *testing.T) {
	m := newMachine(t)
	s := m.probe(t, m.look())
	if s.Agent == nil || s.Agent.Version == nil || *s.Agent.Version != "0.171.0" {
		t.Errorf("agent: %+v", s.Agent)
	}
	if s.Home == nil || !s.Home.Exists || s.Model != "gpt-5.5" {
		t.Errorf("home %+v, model %q", s.Home, s.Model)
	}
	r, ok := s.Root(m.root)
	if !ok || !r.Exists || r.FreeBytes == nil || r.Git == nil || r.Git.Branch != "topic" || len(r.Git.Head) != 40 || r.Git.Dirty == nil || *r.Git.Dirty {
		t.Errorf("root: %+v %+v", r, r.Git)
	}
	if want := []string{"https://example.com/me/project.git"}; r.Git != nil && !slices.Equal(r.Git.Remotes, want) {
		t.Errorf("remotes: %q", r.Git.Remotes)
	}
	github, _ := s.Server("github")
	if github.Transport != "stdio" || github.Command != "github-server" || !slices.Equal(github.Handles, []string{"EXTRA_NAME", "GITHUB_TOKEN"}) {
		t.Errorf("github: %+v", github)
	}
	docs, _ := s.Server("docs")
	if docs.Transport != "http" || docs.Endpoint != "https://docs.example" || !slices.Equal(docs.Handles, []string{"DOCS_TOKEN"}) {
		t.Errorf("docs: %+v", docs)
	}
	for name, want := range map[string]bool{"OPENAI_API_KEY": true, "env:wanted_name": true, "GITHUB_TOKEN": true, "login": true,
		"MISSING": false, "EMPTY_TOKEN": false, "SHELL": false, "DOCS_TOKEN": false} {
		if _, got := s.Handle(name); got != want {
			t.Errorf("handle %s: %v", name, got)
		}
	}
	for path, want := range map[string]bool{"src/main.go": true, "gone.go": false, "../../home/.codex/auth.json": false} {
		if f, ok := s.File("root-1", path); !ok || f.Exists != want {
			t.Errorf("file %s: %+v", path, f)
		}
	}
	if !slices.Equal(s.Executables, []string{"codex", "git"}) {
		t.Errorf("executables: %q", s.Executables)
	}
}

func TestAProbeStartsNothingAndTellsNoSecret(t *testing.T) {
	m := newMachine(t)
	write(t, filepath.Join(m.root, "src", "main.go"), "package changed\n")
	s := m.probe(t, m.look())
	if r, _ := s.Root(m.root); r.Git == nil || r.Git.Dirty == nil || !*r.Git.Dirty {
		t.Errorf("a changed file is not seen: %+v", r.Git)
	}
	if _, err := os.Stat(m.ran); !errors.Is(err, os.ErrNotExist) {
		t.Error("a program that the repository names, or the harness, was run")
	}
	if bytes.Contains(s.Bytes(), []byte(secret)) {
		t.Errorf("a value of a credential is in the snapshot:\n%s", s.Bytes())
	}
}

func TestAServerNameThatIsACredentialIsNotKept(t *testing.T) {
	m := newMachine(t)
	token := "ghp_" + strings.Repeat("a1", 18)
	write(t, filepath.Join(m.dir, "home", ".codex", "config.toml"), "[mcp_servers."+token+"]\ncommand = \"x\"\n")
	s := m.probe(t, m.look())
	if len(s.Servers) != 1 || s.Servers[0].Name != withheldName || bytes.Contains(s.Bytes(), []byte(token)) {
		t.Errorf("servers: %+v", s.Servers)
	}
}

func TestFiltersAreNotRunForTheSakeOfTheStatus(t *testing.T) {
	m := newMachine(t)
	write(t, filepath.Join(m.root, ".git", "info", "attributes"), "*.go filter=evil\n")
	c := exec.Command("git", "config", "filter.evil.clean", "touch "+m.ran+"; cat")
	c.Dir = m.root
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(m.root, "src", "main.go"), "package changed\n")
	s := m.probe(t, m.look())
	if r, _ := s.Root(m.root); r.Git == nil || r.Git.Dirty != nil || s.Unseen["git-status:"+m.root] == "" {
		t.Errorf("the state of files with filters: %+v, %v", r.Git, s.Unseen)
	}
	if _, err := os.Stat(m.ran); !errors.Is(err, os.ErrNotExist) {
		t.Error("the filter was run")
	}
}

func TestSnapshotsAreTheSameTwiceAndCanBeReadAgain(t *testing.T) {
	m := newMachine(t)
	look := m.look()
	a := m.probe(t, look)
	slices.Reverse(look.Roots)
	slices.Reverse(look.Files)
	b := m.probe(t, look)
	for i := range b.Roots {
		b.Roots[i].FreeBytes = a.Roots[i].FreeBytes // others write to the disk meanwhile
	}
	if err := b.seal(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("%s\nthen\n%s", a.Bytes(), b.Bytes())
	}
	again, err := ParseSnapshot(a.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if again.SHA256() != a.SHA256() || again.Agent == nil || again.Profile.Name != "codex" {
		t.Errorf("read again: %+v", again)
	}
	for _, wrong := range []string{`{`, `{}`, strings.Replace(string(a.Bytes()), `"observed": true`, `"observed": 1`, 1), strings.Replace(string(a.Bytes()), `"taken_at"`, `"took_at"`, 1)} {
		if _, err := ParseSnapshot([]byte(wrong)); !errors.Is(err, ErrSnapshot) {
			t.Errorf("%.40q: %v", wrong, err)
		}
	}
}

func TestVersionsAreReadFromPathsToo(t *testing.T) {
	set, err := profiles.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	p, _ := set.Get("claude-code")
	dir := t.TempDir()
	for path, want := range map[string]string{
		"share/claude/versions/2.1.332":      "2.1.332",
		"share/claude/versions/2.1.4/claude": "2.1.4",
		"share/claude/current/claude":        "",
	} {
		path = filepath.Join(dir, want, filepath.FromSlash(path))
		write(t, path, "#!/bin/sh\n")
		bin := filepath.Join(dir, "bin", want)
		if err := os.MkdirAll(bin, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(bin, "claude")); err != nil {
			t.Fatal(err)
		}
		s, err := Probe(p, Machine{Env: func(name string) string { return map[string]string{"PATH": bin}[name] }}, Look{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Agent == nil || (s.Agent.Version == nil) != (want == "") || want != "" && *s.Agent.Version != want {
			t.Errorf("%s: %+v", path, s.Agent)
		}
	}
}

func TestRemotesAreOneRepositoryHoweverTheyAreSpelled(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"git@github.com:me/x.git", "https://github.com/me/x", true},
		{"ssh://git@github.com:22/me/x.git", "https://u:p@github.com/Me/X.git", true},
		{"https://github.com/me/x", "https://github.com/me/y", false},
		{"https://github.com/me/x", "https://example.com/me/x", false},
	} {
		if sameRepository(c.a, c.b) != c.same {
			t.Errorf("%s, %s: %v", c.a, c.b, !c.same)
		}
	}
	if got := Address("/home/me/x.git"); got != "" {
		t.Errorf("a path on this machine: %q", got)
	}
}

func TestOfACommandOnlyTheProgramIsKept(t *testing.T) {
	for line, want := range map[string]string{
		"npx": "npx", "/usr/bin/node": "node", `C:\bin\run.exe`: "run.exe", "sh -c 'TOKEN=" + secret + " run'": "sh",
		"TOKEN=" + secret + " run": "command", "$(cat key)": "command", "": "command",
	} {
		if got := program(line); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}
