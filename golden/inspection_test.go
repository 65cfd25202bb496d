package golden

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters"
	"asif-convert/adapters/claudecode"
	"asif-convert/adapters/codex"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/check"
	"asif-convert/convert/continuation"
)

// configured are sessions that ran in /srv/configured and called a tool of an MCP server.
var configured = map[string]struct {
	adapter adapters.Adapter
	file    string
	records []string
	want    string // subjects: what the configuration adds, and whether asking the model requires it
}{
	"claude-code": {claudecode.Adapter{}, "s.jsonl", []string{
		`{"parentUuid":null,"isSidechain":false,"cwd":"/srv/configured","sessionId":"s","version":"2.1.73","type":"user","message":{"role":"user","content":"go"},"uuid":"a1","timestamp":"2026-01-01T00:00:00.000Z"}`,
		`{"parentUuid":"a1","isSidechain":false,"cwd":"/srv/configured","sessionId":"s","version":"2.1.73","type":"assistant","message":{"id":"m1","type":"message","role":"assistant","model":"claude-x","content":[{"type":"tool_use","id":"toolu_1","name":"mcp__github__search","input":{}}]},"uuid":"a2","timestamp":"2026-01-01T00:00:01.000Z"}`,
		`{"parentUuid":"a2","isSidechain":false,"cwd":"/srv/configured","sessionId":"s","version":"2.1.73","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"found"}]},"uuid":"a3","timestamp":"2026-01-01T00:00:02.000Z"}`,
	}, `
capability agent:tester
capability command:ops:restart
capability command:ship
capability hook:project:PostToolUse:1
capability hook:project:PostToolUse:2
capability mcp:files
capability mcp:github required
capability mcp:local
capability mcp:notes
capability mcp:tracker
capability plugin:tools@market
capability skill:release
capability skill:review
dependency agent required
dependency capability:agent:tester
dependency capability:command:ops:restart
dependency capability:command:ship
dependency capability:hook:project:PostToolUse:1
dependency capability:hook:project:PostToolUse:2
dependency capability:plugin:tools@market
dependency capability:skill:release
dependency capability:skill:review
dependency dependency:tool:mcp__github__search required
dependency model required
dependency server:files
dependency server:github required
dependency server:local
dependency server:notes
dependency server:tracker
instruction file:/srv/configured/.claude/rules/go.md required
instruction file:/srv/configured/CLAUDE.local.md required
instruction file:/srv/configured/CLAUDE.md required
instruction file:/srv/configured/docs/deep.md required
instruction file:/srv/configured/docs/style.md required
instruction file:~/.claude/CLAUDE.md required
instruction file:~/.claude/rules/tone.md required
policy permissions:project required
policy permissions:user required
service service:mcp:github required
`},
	"codex": {codex.Adapter{}, "rollout-2026-01-02T03-04-00-0fb5cdd3-1919-4719-9b73-7e0fdf57d692.jsonl", []string{
		`{"timestamp":"2026-01-02T03:04:00.000Z","type":"session_meta","payload":{"id":"0fb5cdd3-1919-4719-9b73-7e0fdf57d692","timestamp":"2026-01-02T03:04:00.000Z","cwd":"/srv/configured","originator":"codex_cli","cli_version":"0.171.0","git":{"branch":"main","repository_url":"https://me:s3cr3t-remote-value-17@example.org/p.git"}}}`,
		`{"timestamp":"2026-01-02T03:04:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}}`,
		`{"timestamp":"2026-01-02T03:04:02.000Z","type":"response_item","payload":{"type":"function_call","name":"mcp__search__find","arguments":"{}","call_id":"c1"}}`,
		`{"timestamp":"2026-01-02T03:04:03.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"found"}}`,
	}, `
capability command:hi
capability hook:.codex/hooks.json:Stop:1
capability hook:notify:~/.codex/config.toml
capability mcp:search required
capability mcp:wiki
capability skill:deploy
capability skill:lint
dependency agent required
dependency capability:command:hi
dependency capability:hook:.codex/hooks.json:Stop:1
dependency capability:hook:notify:~/.codex/config.toml
dependency capability:skill:deploy
dependency capability:skill:lint
dependency dependency:tool:mcp__search__find required
dependency model required
dependency repository:root-1
dependency server:search required
dependency server:wiki
instruction file:/srv/configured/AGENTS.md required
instruction file:~/.codex/AGENTS.override.md required
policy permissions:~/.codex/config.toml required
service service:mcp:search required
`},
}

// handlesOf are the secrets that each harness's files name.
var handlesOf = map[string]string{
	"claude-code": "ANTHROPIC_API_KEY Authorization GITHUB_TOKEN NOTES_PASSWORD TRACKER_ORG_KEY",
	"codex":       "PROXY_KEY SEARCH_KEY WIKI_TEAM_KEY WIKI_TOKEN X-Api-Key",
}

func TestAConfiguredProjectYieldsExactlyItsSubjectsAndNoSecret(t *testing.T) {
	for name, c := range configured {
		t.Run(name, func(t *testing.T) {
			doc, outputs := convertConfigured(t, c.adapter, c.file, c.records)
			for where, raw := range outputs {
				if at := bytes.Index(raw, []byte("s3cr3t")); at >= 0 {
					t.Errorf("%s holds a secret: %s", where, raw[max(0, at-80):min(len(raw), at+40)])
				}
			}
			src, err := continuation.Open(doc)
			if err != nil {
				t.Fatal(err)
			}
			all, err := continuation.ClosureOf(src, "model_request")
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(strings.TrimSpace(c.want), strings.TrimSpace(subjects(all))); d != "" {
				t.Error(d)
			}
			var handles []string
			for _, s := range src.Configurations["config:declared"].SecretRequirements {
				handles = append(handles, s.Handle)
			}
			if d := cmp.Diff(handlesOf[name], strings.Join(handles, " ")); d != "" {
				t.Error(d)
			}
			if k := src.Configurations["config:declared"].Knowledge; k != asif.KnowledgeDeclared {
				t.Errorf("knowledge %s of what was read now", k)
			}
		})
	}
}

// A fork names the capture that converting its origin gives, also where that covers what was read of the machine.
func TestAForkNamesTheCaptureOfItsOriginWithItsConfiguration(t *testing.T) {
	store := t.TempDir()
	if err := os.CopyFS(store, os.DirFS(filepath.Join("cases", "claude-code", "made-forked-at-hand", "native"))); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join("testdata", "configured", "project")
	abs, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	captureOf := func(id string, config bool) *talk {
		a := claudecode.Adapter{}
		sessions, err := a.Find(adapters.Query{Target: filepath.Join(store, ".claude", "projects", "-srv-dev-proj", id+".jsonl")})
		if err != nil {
			t.Fatal(err)
		}
		o := convert.Options{}
		if config {
			o.Config = &convert.Config{Root: abs, Home: t.TempDir(), Env: func(string) string { return "" }}
		}
		var doc bytes.Buffer
		if _, err := convert.From(a, sessions[0], o, convert.Destination{Writer: &doc}); err != nil {
			t.Fatal(err)
		}
		return mustTalk(t, doc.Bytes())
	}
	const fork, origin = "91eaf116-d908-51f2-8e65-fdf7cb7425b5", "55555555-6666-4777-8888-999999999999"
	seen := map[string]bool{}
	for _, config := range []bool{false, true} {
		named, made := captureOf(fork, config).Session.Lineage, captureOf(origin, config).Capture.ID
		if len(named) != 1 || named[0].Capture != made {
			t.Errorf("configuration %t: named %+v, made %s", config, named, made)
		}
		seen[made] = true
	}
	if len(seen) != 2 {
		t.Error("the configuration changes nothing: the test says nothing")
	}
}

// subjects lists the subjects that the configuration adds.
func subjects(c continuation.Closure) string {
	var out strings.Builder
	for _, e := range c.Entries {
		switch e.Kind {
		case asif.SubjectKindCapability, asif.SubjectKindDependency, asif.SubjectKindInstruction, asif.SubjectKindPolicy, asif.SubjectKindService:
			out.WriteString(string(e.Kind) + " " + e.ID)
			if e.Required {
				out.WriteString(" required")
			}
			out.WriteString("\n")
		}
	}
	return out.String()
}

// convertConfigured converts a session in a copy of the project, and returns the document and all that was written.
func convertConfigured(t *testing.T, a adapters.Adapter, file string, records []string) (*asif.Document, map[string][]byte) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "configured"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "project", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	native := filepath.Join(dir, file)
	if err := os.WriteFile(native, []byte(strings.Join(records, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sessions, err := a.(adapters.Reader).Find(adapters.Query{Target: native})
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.json")
	_, err = convert.From(a, sessions[0], convert.Options{
		Config: &convert.Config{Root: filepath.Join(dir, "project"), Home: filepath.Join(dir, "home"), Env: func(string) string { return "" }},
	}, convert.Destination{Path: out, Ledger: filepath.Join(dir, "ledger.json")})
	if err != nil {
		t.Fatal(err)
	}
	outputs := map[string][]byte{}
	for _, name := range []string{"out.json", "ledger.json"} {
		if outputs[name], err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	doc, err := asif.Open(bytes.NewReader(outputs["out.json"]), int64(len(outputs["out.json"])), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := check.Validate(doc, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		if f.Severity != check.Warning {
			t.Errorf("finding %+v", f)
		}
	}
	if bytes.Contains(outputs["out.json"], []byte(dir)) {
		t.Error("the document names this machine's folders")
	}
	return doc, outputs
}
