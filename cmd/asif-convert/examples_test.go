package main

import (
	"flag"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"

	"asif-convert/adapters"
	"asif-convert/adapters/registry"
)

var update = flag.Bool("update", false, "write what the README's commands print into the README")

// checkout is the root of the checkout, from this folder.
var checkout = filepath.Join("..", "..")

// sample is the recorded session that examples are tried on.
const sample = "golden/cases/claude-code/2.1.332-fail"

// workspace makes a folder to run examples in. Its home holds a store of each harness with one recorded session.
func workspace(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, a := range registry.Adapters() {
		native := filepath.Join(checkout, recorded(t, a.Info().Name), "native")
		if err := os.CopyFS(filepath.Join(dir, "home"), os.DirFS(native)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// recorded is a case of a harness: one that a real session was recorded for, where there is one.
func recorded(t *testing.T, harness string) string {
	t.Helper()
	if strings.HasPrefix(sample, "golden/cases/"+harness+"/") {
		return sample
	}
	for _, of := range []string{"requests.jsonl", "ORIGIN"} {
		cases, err := fs.Glob(os.DirFS(checkout), "golden/cases/"+harness+"/*/"+of)
		if err != nil {
			t.Fatal(err)
		}
		if len(cases) > 0 {
			return filepath.Dir(cases[0])
		}
	}
	t.Fatalf("no case of %s", harness)
	return ""
}

// latest is the file of the session in a harness's store.
func latest(t *testing.T, dir, harness string) string {
	t.Helper()
	for _, a := range registry.Adapters() {
		r, ok := a.(adapters.Reader)
		if !ok || a.Info().Name != harness {
			continue
		}
		q := adapters.Query{Latest: true, Home: filepath.Join(dir, "home")}
		if a.Info().Store == "" { // then the one that is there
			q = adapters.Query{Target: q.Home}
		}
		found, err := r.Find(q)
		if err != nil || len(found) != 1 {
			t.Fatalf("session of %s in the store: %v, %v", harness, found, err)
		}
		return found[0].Inputs[0].Name
	}
	return latest(t, dir, "claude-code")
}

// shell runs a line as a person would, and returns what a terminal would show.
func shell(t *testing.T, dir, line string) string {
	t.Helper()
	sh := exec.Command("sh", "-c", line)
	sh.Dir = dir
	sh.Env = append(os.Environ(), "HOME="+filepath.Join(dir, "home"), "GOPATH="+filepath.Join(dir, "go"), "GOBIN=")
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} { // they hang on the home that is changed here
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatalf("go env %s: %v", name, err)
		}
		sh.Env = append(sh.Env, name+"="+strings.TrimSpace(string(value)))
	}
	out, err := sh.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

// examples are the indented lines after "Example:" in a help text.
func examples(description string) []string {
	var lines []string
	_, after, _ := strings.Cut(description, "Example")
	for line := range strings.Lines(after) {
		if strings.HasPrefix(line, "   ") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

func TestExamplesOfTheHelpTextsWork(t *testing.T) {
	app := newApp(strings.NewReader(""), io.Discard, io.Discard)
	t.Run(app.Name, func(t *testing.T) { tryAll(t, examples(app.Description)) })
	var walk func(commands []*cli.Command)
	walk = func(commands []*cli.Command) {
		for _, c := range commands {
			t.Run(c.Name, func(t *testing.T) { tryAll(t, examples(c.Description)) })
			walk(c.Subcommands)
		}
	}
	walk(app.Commands)
}

// tryAll runs every example where nothing but its inputs exists.
func tryAll(t *testing.T, lines []string) {
	if len(lines) == 0 && !strings.HasSuffix(t.Name(), "/version") {
		t.Error("the help text has no example")
	}
	for _, line := range lines {
		dir := workspace(t)
		shell(t, dir, "mkdir -p path/to && cp "+latest(t, dir, filepath.Base(t.Name()))+" path/to/session.jsonl")
		if !strings.Contains(line, "asif-convert from") {
			shell(t, dir, "asif-convert from auto path/to/session.jsonl -o session.json")
		}
		if strings.Contains(line, "project") || strings.Contains(line, "continue-check") {
			shell(t, dir, "mkdir -p project home/.codex home/.claude")
		}
		if strings.Contains(line, "continue-check") {
			shell(t, dir, "asif-convert to codex session.json --cwd project --receipt receipt.json")
		}
		if strings.Contains(line, "asif-convert validate-report") {
			at := "" // now, or within the time that the report holds
			if strings.Contains(line, "--at ") {
				at = " --at 2026-11-30T12:00:00Z"
			}
			shell(t, dir, "asif-convert plan session.json --to codex --action await_user --accept all -o report.json"+at+" || test $? = 1")
		}
		if strings.Contains(line, " --ahp ") {
			copyFile(t, filepath.Join(checkout, hooks), filepath.Join(dir, "hooks.jsonl"))
			line += " || test $? = 1" // the log has findings
		}
		shell(t, dir, line)
	}
}

// plans is a document with a plan of every kind, beside reports on it.
const plans = "convert/check/testdata/plans.json"

// hooks is a short log of the Agent Hooks Protocol that breaks rules.
const hooks = "adapters/ahp/rules/testdata/hooks.jsonl"

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// A shown command and what it printed, in a block of the README that starts with ```console.
var (
	block   = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
	command = regexp.MustCompile(`(?m)^\$ (.*)\n((?:[^$\n].*\n|\n)*)`)
)

// testCommand is the README's command that runs this very test; .ci/run runs it.
const testCommand = "go test ./..."

func TestCommandsOfTheReadmePrintWhatItShows(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program twice")
	}
	path := filepath.Join(checkout, "README.md")
	readme, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copyCheckout(t, dir)
	n, set := 0, "" // set: what the page has exported so far, for its commands share one shell
	shown := block.ReplaceAllStringFunc(string(readme), func(b string) string {
		return command.ReplaceAllStringFunc(b, func(c string) string {
			n++
			m := command.FindStringSubmatch(c)
			if m[1] == testCommand {
				return c
			}
			if strings.HasPrefix(m[1], "export ") {
				set += m[1] + "; "
			}
			return "$ " + m[1] + "\n" + shell(t, dir, set+m[1])
		})
	})
	if n < 8 {
		t.Errorf("%d commands found in the README", n)
	}
	if !strings.Contains(string(readme), "$ "+testCommand+"\n") {
		t.Errorf("the README does not show %q", testCommand)
	}
	if *update {
		if err := os.WriteFile(path, []byte(shown), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(readme), shown); diff != "" {
		t.Errorf("README -, what its commands print +\n%s", diff)
	}
}

func TestContinuousIntegrationRunsTheTestCommandOfTheReadme(t *testing.T) {
	script, err := os.ReadFile(filepath.Join(checkout, ".ci", "run"))
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(testCommand, "go test", "go test -json", 1); !strings.Contains(string(script), want) {
		t.Errorf(".ci/run does not run %q", want)
	}
}

// copyCheckout copies what the README's commands need: the program's packages and the sample.
func copyCheckout(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"cmd", "convert", "adapters", "losses", "profiles", sample, "golden/cases/ahp/two-sessions"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join(checkout, name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(checkout, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
