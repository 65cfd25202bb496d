// Package live proves that sessions go on: it installs the real command lines at fixed versions, runs them in a namespace
// of their own against the model of golden/live/mock, and looks at what they send.
//
// Nothing of this runs without the flag -live. What runs is only the command line itself, with a throwaway home, no
// network but its own loopback, dummy keys and a closed standard input; and what the model's script asks for, an echo.
package live

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Tool is a command line of one version.
type Tool struct {
	Harness string // as the adapters name it
	Version string
	Package string // on npm
	name    string // of the program

	// programs are where the program stands below the install folder, the first that is there: a native one, or one for
	// Node. Install scripts never run, so a launcher that one of them would put in place is no choice.
	programs []string
	// folder is the harness's own folder below the home.
	folder string
	// prepare makes what the tool wants to find in its home.
	prepare func(home, project, address string) error
	// env is the environment that leads the tool to the model, and keeps it from everything else.
	env func(address string) []string
	// resume are the arguments that go on with a session; the new prompt is the last.
	resume func(session, prompt string) []string
}

func (t Tool) String() string { return t.Harness + " " + t.Version }

// Tools is the table of versions: for each harness the newest that the corpus has recordings of, and an older one.
var Tools = []Tool{
	claude("2.1.332"),
	codex("0.171.0"),
	claude("2.1.73"),
	codex("0.96.0"),
}

func claude(version string) Tool {
	return Tool{
		Harness: "claude-code", Version: version, Package: "@anthropic-ai/claude-code", name: "claude", folder: ".claude",
		programs: []string{
			"node_modules/@anthropic-ai/claude-code-" + runtime.GOOS + "-" + npmArch() + "/claude",
			"node_modules/@anthropic-ai/claude-code/cli.js",
		},
		prepare: func(string, string, string) error { return nil },
		env: func(address string) []string {
			return []string{
				"ANTHROPIC_BASE_URL=" + address, "ANTHROPIC_API_KEY=dummy-key", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
				"DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1", "DISABLE_ERROR_REPORTING=1",
				"IS_SANDBOX=1", // root may skip permissions only in a sandbox, which this is
			}
		},
		resume: func(session, prompt string) []string {
			return []string{"-p", "--dangerously-skip-permissions", "--resume", session, prompt}
		},
	}
}

func codex(version string) Tool {
	return Tool{
		Harness: "codex", Version: version, Package: "@openai/codex", name: "codex", folder: ".codex",
		programs: []string{"node_modules/@openai/codex/bin/codex.js"},
		prepare: func(home, project, address string) error {
			folder := filepath.Join(home, ".codex")
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(folder, "config.toml"), fmt.Appendf(nil, codexConfig, address, project), 0o600)
		},
		env: func(string) []string { return []string{"MOCK_KEY=dummy-key", "OTEL_SDK_DISABLED=true"} },
		resume: func(session, prompt string) []string {
			return []string{"exec", "--skip-git-repo-check", "resume", session, prompt}
		},
	}
}

// codexConfig names the model's address and trusts the project.
const codexConfig = `model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"
[analytics]
enabled = false
[otel]
exporter = "none"
[model_providers.mock]
name = "mock"
base_url = "%s/v1"
wire_api = "responses"
env_key = "MOCK_KEY"
request_max_retries = 0
stream_max_retries = 0
[projects."%s"]
trust_level = "trusted"
`

// npmArch is the processor as npm names it.
func npmArch() string {
	if runtime.GOARCH == "amd64" {
		return "x64"
	}
	return runtime.GOARCH
}

// ErrNotInstalled is the error of a tool that npm could not install: its registry cannot be reached, say.
var ErrNotInstalled = errors.New("npm installs it not")

// Install makes sure that a tool lies below the cache folder, and returns how to start it. Its install scripts do not
// run. A half-finished install is not seen: it is made beside and renamed.
func (t Tool) Install(cache string) (command []string, err error) {
	folder := filepath.Join(cache, t.Harness+"-"+t.Version)
	if command, err = t.program(folder); err == nil {
		return command, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return nil, fmt.Errorf("making the cache folder: %w", err)
	}
	fresh, err := os.MkdirTemp(cache, ".install-")
	if err != nil {
		return nil, fmt.Errorf("making the cache folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	npm := exec.Command("npm", "install", "--prefix", fresh, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", t.Package+"@"+t.Version)
	if out, err := npm.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s: %w\n%s", ErrNotInstalled, t, err, out)
	}
	if err := os.RemoveAll(folder); err != nil {
		return nil, fmt.Errorf("installing %s: %w", t, err)
	}
	if err := os.Rename(fresh, folder); err != nil {
		return nil, fmt.Errorf("installing %s: %w", t, err)
	}
	return t.program(folder)
}

// program is how to start the tool that lies in a folder.
func (t Tool) program(folder string) ([]string, error) {
	for _, p := range t.programs {
		path := filepath.Join(folder, filepath.FromSlash(p))
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if filepath.Ext(path) != ".js" {
			return []string{path}, nil
		}
		node, err := exec.LookPath("node")
		if err != nil {
			return nil, fmt.Errorf("starting %s: %w", t, err)
		}
		return []string{node, path}, nil
	}
	return nil, fmt.Errorf("starting %s: none of %q below %s", t, t.programs, folder)
}
