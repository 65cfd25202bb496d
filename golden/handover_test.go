package golden_test

import (
	"testing"

	"asif-convert/adapters/claudecode"
	"asif-convert/adapters/codex"
	"asif-convert/golden"
)

func TestClaudeCodeSessionsGoOnInCodex(t *testing.T) {
	golden.HandsOver(t, claudecode.Adapter{}, codex.Adapter{})
}

func TestCodexThreadsGoOnInClaudeCode(t *testing.T) {
	golden.HandsOver(t, codex.Adapter{}, claudecode.Adapter{})
}

func TestClaudeCodeSessionsAreWrittenAnew(t *testing.T) {
	golden.HandsOver(t, claudecode.Adapter{}, claudecode.Adapter{})
}

func TestCodexThreadsAreWrittenAnew(t *testing.T) {
	golden.HandsOver(t, codex.Adapter{}, codex.Adapter{})
}
