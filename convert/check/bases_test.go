package check

import (
	"bytes"
	"os"
	"testing"

	"asif-convert/convert/asif"
)

func TestBasesHaveNoFindings(t *testing.T) {
	for _, name := range []string{"work", "bound", "plans"} {
		raw, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		r, err := ValidateReader(bytes.NewReader(raw), int64(len(raw)), asif.Limits{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.Findings {
			t.Errorf("%s: %+v", name, f)
		}
		if !r.Valid || r.Counts.Total != 0 {
			t.Errorf("%s: valid %v, %d findings", name, r.Valid, r.Counts.Total)
		}
	}
}
