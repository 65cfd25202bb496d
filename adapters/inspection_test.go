package adapters_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters"
)

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestFilesThatAreNotReadAreNamed(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	write(t, elsewhere, "secret.md", "not for us")
	write(t, dir, "plain.md", "plain")
	write(t, dir, "big.md", strings.Repeat("x", 1<<20+1))
	write(t, dir, "sub/inside.md", "inside")
	for name, target := range map[string]string{"out.md": filepath.Join(elsewhere, "secret.md"), "up.md": "../" + filepath.Base(elsewhere) + "/secret.md", "in.md": "sub/inside.md", "loop.md": "loop.md"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	var i adapters.Inspection
	d := adapters.NewDisk(&i)
	for name, want := range map[string]string{"plain.md": "plain", "in.md": "inside", "none.md": "", "sub": "", "plain.md/x": ""} {
		if got := string(d.Read(dir, name, name)); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if len(i.Unread) > 0 {
		t.Errorf("told of %v", i.Unread)
	}
	for _, name := range []string{"big.md", "out.md", "up.md", "loop.md", "../x.md"} {
		before := len(i.Unread)
		if got := d.Read(dir, name, name); got != nil {
			t.Errorf("%s: %q", name, got)
		}
		if len(i.Unread) != before+1 {
			t.Errorf("%s is not named among %v", name, i.Unread)
		}
	}
}

func TestListsAreBoundedAndSorted(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"skills/b/SKILL.md", "skills/a/SKILL.md", "skills/a/deep/er/SKILL.md", "skills/readme.md"} {
		write(t, dir, name, "x")
	}
	if err := os.Symlink("..", filepath.Join(dir, "skills", "circle")); err != nil {
		t.Fatal(err)
	}
	var i adapters.Inspection
	got := adapters.NewDisk(&i).List(dir, "skills", "skills", "/SKILL.md", 2)
	if d := cmp.Diff([]string{"a/SKILL.md", "b/SKILL.md"}, got); d != "" {
		t.Error(d)
	}
}

func TestSecretsAreNamedAndConcealed(t *testing.T) {
	var i adapters.Inspection
	i.Serve("t", adapters.Server{
		Name: "a", Where: "f", Command: "/opt/bin/a --x", Texts: []string{"--api-key", "hunter2hunter2", "${A_TOKEN}", "${HOME}"},
		Env: map[string]string{"A_PASSWORD": "swordfish", "A_LEVEL": "debug", "A_KEY": "${A_KEY:-none}"},
	})
	i.Serve("t", adapters.Server{Name: "b", Where: "f", URL: "https://example.org/s/abcdef?token=opensesame", Headers: map[string]string{"Authorization": "Bearer abracadabra", "Accept": "*/*"}})
	i.Serve("t", adapters.Server{Name: "a", Where: "g", Command: "other"})
	i.Instruct("x", "swordfish hunter2hunter2 opensesame abracadabra ghp_"+strings.Repeat("a1", 18)+" debug", "t", []byte(`"x"`), adapters.Rule{})
	i.Enforce("p", "t", []byte(`{"allow":["run --with \"swordfish\"","password=abcdefgh1"]}`))
	i.Settle()
	var handles []string
	for _, s := range i.Secrets {
		handles = append(handles, s.Handle)
	}
	if d := cmp.Diff([]string{"A_KEY", "A_PASSWORD", "A_TOKEN", "Authorization"}, handles); d != "" {
		t.Error(d)
	}
	if got := *i.Instructions[0].Instruction.Parts[0].Text; got != "[secret] [secret] [secret] [secret] [secret] debug" {
		t.Error(got)
	}
	if got := string(i.Policies[0].Definition); got != `{"allow":["run --with \"[secret]\"","password=[secret]"]}` {
		t.Error(got)
	}
	var ends []string
	for _, s := range i.Services {
		ends = append(ends, string(s.Endpoint.Kind)+" "+s.Endpoint.Locator+" "+string(s.AuthMethod))
	}
	if d := cmp.Diff([]string{"stdio a api_key", "https https://example.org api_key"}, ends); d != "" {
		t.Error(d)
	}
}

func TestAServerNameThatIsACredentialIsWithheld(t *testing.T) {
	var i adapters.Inspection
	one, two := "ghp_"+strings.Repeat("a1", 18), "sk-"+strings.Repeat("b2", 18)
	i.Serve("t", adapters.Server{Name: one, Where: "f", Command: "x"})
	i.Serve("t", adapters.Server{Name: "plain", Where: "f", Command: "x"})
	i.Serve("t", adapters.Server{Name: two, Where: "f", Command: "y", Env: map[string]string{"A_KEY": "swordfish"}})
	i.Serve("t", adapters.Server{Name: one, Where: "g", Command: "z"}) // the first counts
	i.Enforce("p", "t", []byte(`{"allow":["mcp__`+one+`__read"]}`))
	i.Settle()
	said, err := json.Marshal(i)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(said), one) || strings.Contains(string(said), two) {
		t.Errorf("a name is told: %s", said)
	}
	var ids []string
	for _, s := range i.Services {
		ids = append(ids, s.ID)
	}
	if d := cmp.Diff([]string{"service:mcp:plain", "service:mcp:withheld-name-1", "service:mcp:withheld-name-2"}, ids); d != "" || i.Withheld() != 2 {
		t.Errorf("%d: %s", i.Withheld(), d)
	}
}

// A provider has a name of one character at least.
func TestAServerWithoutANameIsCalledSo(t *testing.T) {
	var i adapters.Inspection
	i.Serve("t", adapters.Server{Where: "f", Command: "x"})
	if s := i.Services[0]; s.ID != "service:mcp:(unnamed)" || s.Account.Provider != "(unnamed)" {
		t.Errorf("%+v", s)
	}
}

func TestProgramsAreNamedWithoutWhatFollows(t *testing.T) {
	for line, want := range map[string]string{
		"./scripts/lint.sh --fix": "lint.sh", "TOKEN=abc ./x": "command", `"C:\tools\x.exe" -k`: "x.exe", "$HOME/bin/x": "x", "": "command", "curl|sh": "command",
	} {
		if got := adapters.Program(line); got != want {
			t.Errorf("Program(%q) = %q, want %q", line, got, want)
		}
	}
}
