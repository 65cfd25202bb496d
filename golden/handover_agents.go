package golden

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// KeepsSubAgents writes every session of the corpus that has sub-agents with files of their own back into its own harness: the
// files are what they were but for the session's identity, and are found as the same sub-agents. Without their documents
// each is declared lost.
func KeepsSubAgents(t *testing.T, a adapters.Adapter) {
	s := prepare(t, a)
	n := 0
	for _, c := range s.trials {
		if len(c.session.Children) == 0 {
			continue
		}
		n++
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			inputs := allInputs(c.session)
			lib := convert.Library{Path: filepath.Join(t.TempDir(), "session.json"), Inputs: inputs}
			if _, err := convert.From(a, c.session, convert.Options{}, convert.Destination{Path: lib.Path}); err != nil {
				t.Fatal(err)
			}
			home, w := keptBy(t, a, lib, lib.Children)
			for _, l := range w.Losses {
				if l.Kind == losses.SubagentsNotCarried {
					t.Errorf("%d sub-agents are not carried: %v", l.Count, l.References)
				}
			}
			files := mustFiles(t, home)
			for _, in := range inputs[len(c.session.Inputs):] {
				want := mustDecode(t, in)
				base := strings.TrimSuffix(filepath.Base(in.Name), ".zst")
				i := slices.IndexFunc(w.Files, func(f string) bool { return strings.HasSuffix(f, "/"+base) })
				if i < 0 {
					t.Errorf("%s is not written", base)
					continue
				}
				got := bytes.ReplaceAll(files[w.Files[i]], []byte(w.Native.Value), []byte(c.session.Native.Value))
				if !bytes.Equal(bytes.TrimSuffix(got, []byte("\n")), bytes.TrimSuffix(want, []byte("\n"))) {
					t.Errorf("%s is not what it was:\n%s", base, excerpt(want, got))
				}
			}
			path := filepath.Join(home, filepath.FromSlash(w.Files[len(w.Files)-1]))
			again, err := a.(adapters.Reader).Find(adapters.Query{Target: path})
			if err != nil || len(again) != 1 {
				t.Fatalf("%d sessions, %v", len(again), err)
			}
			if diff := cmp.Diff(family(c.session), family(again[0])); diff != "" {
				t.Errorf("other sub-agents are found (-want +got):\n%s", diff)
			}
			lost := int64(0)
			_, alone := keptBy(t, a, lib, nil)
			for _, l := range alone.Losses {
				if l.Kind == losses.SubagentsNotCarried {
					lost = l.Count
				}
			}
			if want := int64(len(c.session.Children)); lost != want {
				t.Errorf("without their documents %d sub-agents are declared lost, want %d", lost, want)
			}
		})
	}
	if n < 3 {
		t.Errorf("only %d sessions have sub-agents", n)
	}
}

// keptBy writes a session from its records.
func keptBy(t *testing.T, a adapters.Adapter, lib convert.Library, children adapters.Children) (string, adapters.Written) {
	t.Helper()
	raw, err := os.ReadFile(lib.Path)
	if err != nil {
		t.Fatal(err)
	}
	d, err := asif.Open(bytes.NewReader(raw), int64(len(raw)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	h := adapters.Handoff{Document: d, Open: lib.Open, Children: children, HandoffOptions: adapters.HandoffOptions{Records: adapters.RecordsVerbatim, CWD: "/srv/dev/proj"}}
	w, err := a.(adapters.Writer).Write(h, func(name string) (io.WriteCloser, error) {
		path := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return home, w
}

// allInputs are the files of a session and, behind them, of its sub-agents.
func allInputs(s adapters.Session) []source.Input {
	all := slices.Clone(s.Inputs)
	for _, child := range s.Children {
		all = append(all, allInputs(child)...)
	}
	return all
}

// family names the sub-agents of a session, those of a sub-agent behind it.
func family(s adapters.Session) (names []string) {
	for _, child := range s.Children {
		names = append(names, child.Native.Value)
		for _, below := range family(child) {
			names = append(names, child.Native.Value+"/"+below)
		}
	}
	slices.Sort(names)
	return names
}

func mustDecode(t *testing.T, in source.Input) []byte {
	t.Helper()
	r, err := source.Decoded(in)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	return raw
}
