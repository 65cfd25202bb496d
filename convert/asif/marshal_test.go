package asif_test

import (
	"testing"

	"asif-convert/convert/asif"
)

// Equal values have the same bytes, also where they hold maps, as the counts of a report do.
func TestMapsAreWrittenInTheOrderOfTheirNames(t *testing.T) {
	counts := map[string]int{"V09": 1, "A30": 2, "P01": 3, "A02": 4, "C08": 5}
	for range 20 {
		got, err := asif.Marshal(counts)
		if want := `{"A02":4,"A30":2,"C08":5,"P01":3,"V09":1}`; err != nil || string(got) != want {
			t.Fatalf("%s, %v; want %s", got, err, want)
		}
	}
}
