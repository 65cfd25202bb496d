package golden_test

import (
	"testing"

	"asif-convert/adapters/ahp"
	"asif-convert/golden"
)

func TestAHPConforms(t *testing.T) { golden.Conformance(t, ahp.Adapter{}) }
