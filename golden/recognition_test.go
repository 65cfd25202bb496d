package golden

import (
	"path/filepath"
	"testing"

	"asif-convert/adapters"
	"asif-convert/golden/toy"
)

// greedy is a toy that takes everything for its own.
type greedy struct{ toy.Adapter }

func (greedy) Detect(adapters.Head) adapters.Match { return adapters.Possible }

func TestAnAdapterThatClaimsWhatIsNotItsOwnIsNamed(t *testing.T) {
	folder := filepath.Join("cases", "toy")
	if c := (&suite{adapter: greedy{}, folder: folder}).claimedOfOthers(t); len(c) < 100 {
		t.Errorf("%d cases of others were claimed", len(c))
	}
	if c := (&suite{adapter: toy.Adapter{}, folder: folder}).claimedOfOthers(t); len(c) != 0 {
		t.Errorf("%d cases of others were claimed, the first %s", len(c), c[0].Main)
	}
}
