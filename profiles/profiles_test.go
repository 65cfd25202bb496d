package profiles

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func builtin(t *testing.T) *Set {
	t.Helper()
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryBuiltinProfileSaysWhereItsFactsComeFrom(t *testing.T) {
	s := builtin(t)
	want := []string{"claude-code", "codex", "gemini-cli", "generic", "opencode"}
	if got := strings.Join(s.Names(), " "); got != strings.Join(want, " ") {
		t.Fatalf("profiles: %s", got)
	}
	for _, name := range s.Names() {
		p, err := s.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(s.Raw(name), &members); err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, f := range p.Documented {
			said += " " + f.What
		}
		for _, member := range []string{"state", "tools", "instructions", "mcp", "approval_modes", "models"} {
			if string(members[member]) != "[]" && len(p.Tools) > 0 && !strings.Contains(said, member) {
				t.Errorf("%s does not say where %s is documented", name, member)
			}
		}
	}
}

func TestToolsAreFoundByNameAndClass(t *testing.T) {
	s := builtin(t)
	for _, c := range []struct{ harness, tool, class string }{
		{"claude-code", "Bash", "run_shell"},
		{"claude-code", "mcp__github__create_issue", "mcp_tool"},
		{"claude-code", "mcp__github", "unknown"},
		{"claude-code", "bash", "unknown"},
		{"codex", "update_plan", "track_tasks"},
		{"gemini-cli", "mcp_docs_search", "mcp_tool"},
		{"opencode", "docs_search", "unknown"},
	} {
		p, err := s.Get(c.harness)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.ClassOf(c.tool); got != c.class {
			t.Errorf("%s %s: class %s, want %s", c.harness, c.tool, got, c.class)
		}
	}
	p, _ := s.Get("codex")
	if got := p.OfClass("run_shell"); got[0].Name != "exec_command" {
		t.Errorf("a tool of some versions only comes first: %+v", got)
	}
}

func TestModelsAreFoundWithAndWithoutTheirDate(t *testing.T) {
	p, _ := builtin(t).Get("claude-code")
	for id, want := range map[string]bool{
		"claude-opus-5-5": true, "claude-opus-5-5-20261001": true, "claude-sonnet-4-20250514": true,
		"claude-sonnet-4": false, "mock-model": false, "claude-opus-5-5-2026100x": false,
	} {
		if m, ok := p.Model("anthropic", id); ok != want || ok && m.ID != id {
			t.Errorf("%s: found %v as %q", id, ok, m.ID)
		}
	}
	if _, ok := p.Model("openai", "claude-opus-5-5"); ok {
		t.Error("a model of another provider is found")
	}
}

func TestAProfileOfOnesOwnNeedsOnlyWhatDiffers(t *testing.T) {
	s := builtin(t)
	own := `{"base": "codex", "name": "codex", "models": [
		{"provider": "local", "id": "qwen", "context": 32768, "output_reserve": 4096, "tokenizer": "estimate"},
		{"provider": "openai", "id": "gpt-5", "context": 1, "output_reserve": 0, "tokenizer": "unknown"}]}`
	if err := s.Add([]byte(own)); err != nil {
		t.Fatal(err)
	}
	p, _ := s.Get("codex")
	if m, ok := p.Model("local", "qwen"); !ok || m.Context != 32768 {
		t.Errorf("the model that was added: %+v", m)
	}
	if m, _ := p.Model("openai", "gpt-5"); m.Context != 1 {
		t.Errorf("the model that was replaced: %+v", m)
	}
	if _, ok := p.Model("openai", "gpt-5-codex"); !ok || len(p.Tools) == 0 {
		t.Error("what the base says is gone")
	}
}

func TestWhatIsNoProfileIsRefusedWithItsPlace(t *testing.T) {
	for name, c := range map[string]struct{ raw, says string }{
		"no JSON":            {`{`, "JSON"},
		"a missing member":   {`{"name": "x"}`, "missing properties"},
		"an unknown member":  {`{"base": "codex", "modells": []}`, "modells"},
		"a value of a wrong": {`{"base": "codex", "overhead_tokens": "many"}`, "/overhead_tokens"},
		"a wrong tokenizer":  {`{"base": "codex", "models": [{"provider": "a", "id": "b", "context": 1, "output_reserve": 0, "tokenizer": "mine"}]}`, "/models/0/tokenizer"},
		"an unknown class":   {`{"base": "codex", "tools": [{"name": "x", "class": "fly", "takes": []}]}`, "fly"},
		"a tool twice":       {`{"base": "codex", "tools": [{"name": "x", "class": "goal", "takes": []}, {"name": "x", "class": "goal", "takes": []}]}`, "twice"},
		"an unknown base":    {`{"base": "vim"}`, "vim"},
	} {
		err := builtin(t).Add([]byte(c.raw))
		if !errors.Is(err, ErrProfile) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := builtin(t).Get("vim"); !errors.Is(err, ErrUnknown) {
		t.Errorf("an unknown name: %v", err)
	}
}
