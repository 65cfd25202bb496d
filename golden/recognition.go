package golden

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/source"
)

func (s *suite) claimed(t *testing.T, c *trial) {
	if s.match(t, c.Case) == adapters.NoMatch {
		t.Errorf("Detect does not know %s", c.Main)
	}
}

// claimsNoOther keeps "from auto" and "detect" able to tell sessions apart: with it in every adapter's test each case is
// claimed by one adapter alone, and the test that fails is that of the adapter that claims too much.
func (s *suite) claimsNoOther(t *testing.T) {
	for _, c := range s.claimedOfOthers(t) {
		t.Errorf("Detect answers %d, want NoMatch, to %s", s.match(t, c), c.Main)
	}
}

// claimedOfOthers are the cases of other harnesses that this adapter takes for its own.
func (s *suite) claimedOfOthers(t *testing.T) (claimed []Case) {
	t.Helper()
	harnesses, err := os.ReadDir(filepath.Dir(s.folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range harnesses {
		if !h.IsDir() || h.Name() == s.adapter.Info().Name {
			continue
		}
		cases, err := Corpus(h.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			if s.match(t, c) != adapters.NoMatch {
				claimed = append(claimed, c)
			}
		}
	}
	return claimed
}

// match is what Detect answers to a case.
func (s *suite) match(t *testing.T, c Case) adapters.Match {
	t.Helper()
	head, err := source.Head(source.File(c.Main, filepath.Base(c.Main)))
	if err != nil {
		t.Fatal(err)
	}
	return s.adapter.Detect(adapters.Head{Name: filepath.Base(c.Main), Bytes: head})
}

// finds holds Find to what adapters.Reader says of it.
func (s *suite) finds(t *testing.T) {
	r := s.adapter.(adapters.Reader) // as find has seen
	empty := t.TempDir()
	none := func(string) string { return "" }
	if found, err := r.Find(adapters.Query{Target: empty, Home: empty, Env: none}); len(found) != 0 || err != nil {
		t.Errorf("a folder without sessions gives %d sessions and the error %v, want none of either", len(found), err)
	}
	for what, q := range map[string]adapters.Query{
		"a path where nothing is": {Target: filepath.Join(empty, "nothing.jsonl")},
		"an ID that nothing has":  {Target: "00000000-0000-0000-0000-000000000000"},
		"the latest of no store":  {Latest: true},
	} {
		q.Home, q.Env = empty, none
		if found, err := r.Find(q); len(found) != 0 || err == nil {
			t.Errorf("%s gives %d sessions and the error %v, want none and an error", what, len(found), err)
		}
	}
	given := 0
	for _, c := range s.trials {
		found, err := r.Find(adapters.Query{Target: c.Native(), Home: empty, Env: none})
		if err == nil && len(found) == 0 {
			continue // what is found by its name alone, as a part whose session is gone
		}
		given++
		if err != nil || !slices.ContainsFunc(found, func(x adapters.Session) bool { return x.Inputs[0].Name == c.Main }) {
			t.Errorf("%s, a folder, does not give the session of %s in it: %d sessions, error %v", c.Native(), c.Main, len(found), err)
		}
	}
	if given == 0 {
		t.Error("no case's folder gives a session")
	}
}
