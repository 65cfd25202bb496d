package asif

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A document is the same whether it was checked on opening or not, lines aside.
func TestADocumentReopensAsItOpens(t *testing.T) {
	names, err := filepath.Glob("../check/testdata/*.json")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		opened, err := Open(bytes.NewReader(raw), int64(len(raw)), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		again, err := Reopen(bytes.NewReader(raw), int64(len(raw)), Limits{}, Outline{})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(opened.Names(), again.Names()); d != "" {
			t.Error(d)
		}
		for _, member := range opened.Names() {
			at, _ := opened.Member(member)
			if to, ok := again.Member(member); !ok || to != at || again.Count(member) != opened.Count(member) {
				t.Errorf("%s: %s at %v, not %v; %d items, not %d", name, member, to, at, again.Count(member), opened.Count(member))
			}
		}
		one, err := opened.Header()
		if err != nil {
			t.Fatal(err)
		}
		if two, err := again.Header(); err != nil || string(two) != string(one) {
			t.Errorf("%v: %s, not %s", err, two, one)
		}
	}
}

func TestWhatIsNoObjectDoesNotReopen(t *testing.T) {
	for _, text := range []string{"", "[1]", `{"a":1`, `{"a"}`, "{\"a\":[1,"} {
		if _, err := Reopen(bytes.NewReader([]byte(text)), int64(len(text)), Limits{}, Outline{}); err == nil {
			t.Errorf("%q reopens", text)
		}
	}
}
