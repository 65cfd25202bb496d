package golden_test

import (
	"testing"

	"asif-convert/adapters/codex"
	"asif-convert/golden"
)

func TestCodexConforms(t *testing.T) {
	golden.Conformance(t, codex.Adapter{})
}

func TestCodexContextsEqualTheRequestsThatWereSent(t *testing.T) {
	golden.LiveResponses(t, codex.Adapter{})
}

// FuzzFromCodex converts arbitrary bytes: nothing panics, the ledger adds up, and the document has no finding worse
// than a warning.
func FuzzFromCodex(f *testing.F) {
	golden.Fuzz(f, codex.Adapter{})
}
