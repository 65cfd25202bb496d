package golden

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters"
	"asif-convert/convert"
)

var update = flag.Bool("update", false, "rewrite what the golden corpus derives from its native files")

// suite is one adapter over its corpus.
type suite struct {
	adapter adapters.Adapter
	folder  string
	tables  map[string]*table
	trials  []*trial
}

// trial is one case with its conversion in memory.
type trial struct {
	Case
	subject
	base    *run
	masked  []byte // the base without what depends on places
	doc     *document
	records []record
}

// Conformance tests an adapter over the cases in golden/cases/<its name>. It is the whole of an adapter's own test.
func Conformance(t *testing.T, a adapters.Adapter) {
	percent := debug.SetGCPercent(400) // for a great many small conversions
	t.Cleanup(func() { debug.SetGCPercent(percent) })
	s := prepare(t, a)
	for _, c := range s.trials {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			before := mustList(t, c.Native())
			t.Run("is claimed", func(t *testing.T) { s.claimed(t, c) })
			t.Run("gives the documents and the ledger on file", func(t *testing.T) { s.documents(t, c) })
			t.Run("adds up", func(t *testing.T) { s.addsUp(t, c) })
			t.Run("can be cut anywhere", func(t *testing.T) { s.cuts(t, c) })
			t.Run("can be damaged anywhere", func(t *testing.T) { s.damages(t, c) })
			if diff := cmp.Diff(before, mustList(t, c.Native())); diff != "" {
				t.Errorf("converting changed the native folder (-before +after):\n%s", diff)
			}
		})
	}
	t.Run("claims no other harness's case", func(t *testing.T) { s.claimsNoOther(t) })
	t.Run("finds what is meant", func(t *testing.T) { s.finds(t) })
	t.Run("rows tell the truth", func(t *testing.T) { s.sweep(t) })
	t.Run("same bytes on one processor and on two", func(t *testing.T) { s.processors(t) })
}

func prepare(t *testing.T, a adapters.Adapter) *suite {
	t.Helper()
	folder, err := corpusFolder(a.Info().Name)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := Corpus(a.Info().Name)
	if err != nil {
		t.Fatal(err)
	}
	s := &suite{adapter: a, folder: folder, tables: readTables(a.Tables())}
	for _, c := range cases {
		x := &trial{Case: c, subject: subject{a, s.tables, find(t, a, c)}}
		if x.base, err = x.convert(c.Data, convert.Options{}); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		x.masked = x.base.masked()
		if x.doc, err = readDocument(x.base.doc); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if x.records, err = x.base.records(0); err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		s.trials = append(s.trials, x)
	}
	return s
}

// documents converts to disk, compares all files with those of the case, and validates them.
func (s *suite) documents(t *testing.T, c *trial) {
	out := t.TempDir()
	to := convert.Destination{Path: filepath.Join(out, "session.json"), Ledger: filepath.Join(out, "ledger.json")}
	if len(c.base.files) > 1 {
		to.Path, to.Folder = "", out
	}
	if _, err := convert.From(s.adapter, c.session, convert.Options{}, to); err != nil {
		t.Fatal(err)
	}
	made := mustFiles(t, out)
	findings, err := validate(made)
	if err != nil {
		t.Error(err)
	}
	made["findings.txt"] = findings
	for name, content := range made {
		compareFile(t, filepath.Join(c.Folder, name), content)
	}
	for name := range mustFiles(t, c.Folder) {
		if _, ok := made[name]; !ok && derived(name) {
			stale(t, filepath.Join(c.Folder, name))
		}
	}
}

// derived says whether a file of a case is made from its native files.
func derived(name string) bool {
	return filepath.Ext(name) == ".json" && !strings.HasPrefix(name, "native/") || name == "findings.txt"
}

// compareFile compares content with a file; no content is no file. With -update the file is written.
func compareFile(t *testing.T, path string, content []byte) {
	t.Helper()
	want, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if bytes.Equal(want, content) {
		return
	}
	if !*update {
		t.Errorf("%s differs (-file +made), -update rewrites it:\n%s", path, excerpt(want, content))
		return
	}
	if len(content) == 0 {
		err = os.Remove(path)
	} else if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
		err = os.WriteFile(path, content, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func stale(t *testing.T, path string) {
	t.Helper()
	if !*update {
		t.Errorf("%s is on file and was not made", path)
	} else if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// excerpt shows where two texts begin to differ.
func excerpt(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	show := func(x []byte) []byte { return x[max(0, min(i, len(x))-200):min(len(x), i+300)] }
	return fmt.Sprintf("at byte %d of %d and %d:\n- %s\n+ %s", i, len(a), len(b), show(a), show(b))
}

// addsUp compares the ledger with an independent count.
func (s *suite) addsUp(t *testing.T, c *trial) {
	totals := c.base.result.Ledger.Totals()
	records, fields := count(c.records)
	if diff := cmp.Diff(records, totals.Records); diff != "" {
		t.Errorf("records (-counted here +in the ledger):\n%s", diff)
	}
	if diff := cmp.Diff(fields, totals.Fields); diff != "" {
		t.Errorf("fields (-counted here +in the ledger):\n%s", diff)
	}
	if err := c.base.result.Ledger.Balance(); err != nil {
		t.Error(err)
	}
	r, f, err := written(c.base)
	if err != nil {
		t.Fatal(err)
	}
	if r != records.Total || f != fields.Total {
		t.Errorf("the kinds of the written ledger add up to %d records and %d fields, want %d and %d", r, f, records.Total, fields.Total)
	}
}

// written adds up the kinds of the ledger as it is written.
func written(x *run) (records, fields int64, err error) {
	var raw bytes.Buffer
	if err := x.result.Ledger.WriteJSON(&raw); err != nil {
		return 0, 0, err
	}
	var ledger struct {
		Kinds []struct {
			Records      int64
			Dispositions map[string]int64
			Fields       []struct{ Count int64 }
		}
	}
	if err := json.Unmarshal(raw.Bytes(), &ledger); err != nil {
		return 0, 0, fmt.Errorf("reading the ledger: %w", err)
	}
	for _, k := range ledger.Kinds {
		for _, n := range k.Dispositions {
			records += n
			k.Records -= n
		}
		if k.Records != 0 {
			return 0, 0, fmt.Errorf("the dispositions of a kind are %d short of its records", k.Records)
		}
		for _, f := range k.Fields {
			fields += f.Count
		}
	}
	return records, fields, nil
}

// processors runs alone: the number of processors is the whole process's.
func (s *suite) processors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, n := range []int{1, 2} {
		runtime.GOMAXPROCS(n)
		for _, c := range s.trials {
			again, err := c.convert(c.Data, convert.Options{})
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			if !bytes.Equal(c.base.doc, again.doc) {
				t.Errorf("%s: another document on %d processors:\n%s", c.Name, n, excerpt(c.base.doc, again.doc))
			}
		}
	}
}

func mustList(t *testing.T, folder string) string {
	t.Helper()
	l, err := listing(folder)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// mustFiles reads all files below a folder, by their names with slashes.
func mustFiles(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[path], err = os.ReadFile(filepath.Join(folder, path))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
