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

func TestClaudeCodeKeepsItsRecords(t *testing.T) {
	golden.KeepsRecords(t, claudecode.Adapter{})
}

func TestClaudeCodeKeepsItsSubAgents(t *testing.T) {
	golden.KeepsSubAgents(t, claudecode.Adapter{})
}

func TestCodexKeepsItsRecords(t *testing.T) {
	golden.KeepsRecords(t, codex.Adapter{}, "made-typescript") // one value, no records
}

func TestClaudeCodeSessionsComeBackFromCodex(t *testing.T) {
	golden.GoesAround(t, claudecode.Adapter{}, codex.Adapter{})
}

func TestWhatIsWrittenIsOnFile(t *testing.T) {
	golden.Writes(t, claudecode.Adapter{}, "made-everything", codex.Adapter{}, "made-handed-over")
	golden.Writes(t, codex.Adapter{}, "0.171.0-gpt-5.5-interrupt-KILL", claudecode.Adapter{}, "made-handed-over")
	golden.Writes(t, codex.Adapter{}, "made-compaction", claudecode.Adapter{}, "made-handed-over-compacted")
}

func TestSessionsAreCutAnywhere(t *testing.T) {
	golden.Cuts(t, claudecode.Adapter{}, codex.Adapter{})
	golden.Cuts(t, codex.Adapter{}, claudecode.Adapter{})
	golden.Cuts(t, claudecode.Adapter{}, claudecode.Adapter{})
}
