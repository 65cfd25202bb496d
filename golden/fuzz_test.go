package golden_test

import (
	"testing"

	"asif-convert/adapters/claudecode"
	"asif-convert/golden"
)

// FuzzFromClaudeCode converts arbitrary bytes: nothing panics, the ledger adds up, and the document has no finding
// worse than a warning. Which goroutine runs when is part of the coverage, so minimizing hardly ends: run it with
// -fuzzminimizetime 10x.
func FuzzFromClaudeCode(f *testing.F) {
	golden.Fuzz(f, claudecode.Adapter{})
}
