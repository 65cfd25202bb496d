package golden_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/adapters/codex"
	"asif-convert/convert"
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

// origins is what a document says of where its session comes from, and what another must have to be that.
type origins struct {
	Capture struct{ ID string }
	Session struct {
		ID      string
		Lineage []struct {
			Relation, EventID, SessionID, CaptureID string
		}
	}
	Events []struct{ ID string }
}

func TestCodexLineageNamesWhatTheOtherThreadGives(t *testing.T) {
	cases, err := golden.Corpus("codex")
	if err != nil {
		t.Fatal(err)
	}
	relations := map[string]int{}
	for _, c := range cases {
		all := originsOf(t, c)
		for _, o := range all {
			for _, l := range o.Session.Lineage {
				relations[l.Relation]++
				if l.Relation == "translation" && !strings.HasPrefix(l.SessionID, "codex:") {
					continue // another harness's session; the tests of handing over look at those
				}
				if !has(all[l.CaptureID], l.SessionID, l.EventID) {
					t.Errorf("%s: %s is a %s of %+v, which no thread here has", c.Name, o.Session.ID, l.Relation, l)
				}
			}
		}
	}
	for _, r := range []string{"fork", "continuation", "copy"} {
		if relations[r] == 0 {
			t.Errorf("no %s in the corpus", r)
		}
	}
}

func has(o origins, session, event string) bool {
	for _, e := range o.Events {
		if e.ID == event {
			return o.Session.ID == session
		}
	}
	return false
}

// originsOf converts every rollout of a case by itself, and returns them by their captures.
func originsOf(t *testing.T, c golden.Case) map[string]origins {
	t.Helper()
	all := map[string]origins{}
	err := filepath.WalkDir(c.Native(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(filepath.Base(path), "rollout-") {
			return err
		}
		sessions, err := codex.Adapter{}.Find(adapters.Query{Target: path, Env: os.Getenv})
		if err != nil {
			return err
		}
		var doc bytes.Buffer
		if _, err := convert.From(codex.Adapter{}, sessions[0], convert.Options{}, convert.Destination{Writer: &doc}); err != nil {
			return err
		}
		var o origins
		if err := json.Unmarshal(bytes.ReplaceAll(doc.Bytes(), []byte("_id\":"), []byte("id\":")), &o); err != nil {
			return err
		}
		all[o.Capture.ID] = o
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	return all
}
