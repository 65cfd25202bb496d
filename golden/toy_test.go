package golden_test

import (
	"testing"

	"asif-convert/golden"
	"asif-convert/golden/toy"
)

// The adapter that others start from keeps what is asked of all.
func TestToyConforms(t *testing.T) { golden.Conformance(t, toy.Adapter{}) }
