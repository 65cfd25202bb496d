package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asif-convert/adapters"
	"asif-convert/adapters/registry"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/check"
)

func adapter(t *testing.T, name string) adapters.Adapter {
	t.Helper()
	for _, a := range registry.Adapters() {
		if a.Info().Name == name {
			return a
		}
	}
	t.Fatalf("no adapter %s", name)
	return nil
}

// takeOut converts a session of a home, by its path or ID, and returns where the document is.
func takeOut(t *testing.T, harness, target, home, path string) *document {
	t.Helper()
	a := adapter(t, harness)
	sessions, err := a.(adapters.Reader).Find(adapters.Query{Target: target, Home: home, Env: func(string) string { return "" }})
	if err != nil {
		t.Fatalf("finding %s: %v", target, err)
	}
	if len(sessions) != 1 {
		t.Fatalf("finding %s gave %d sessions", target, len(sessions))
	}
	if _, err := convert.From(a, sessions[0], convert.Options{Native: convert.NativeEmbed}, convert.Destination{Path: path}); err != nil {
		t.Fatalf("converting %s: %v", target, err)
	}
	valid(t, path)
	d, err := readDocument(path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func valid(t *testing.T, path string) {
	t.Helper()
	doc, done := openDocument(t, path)
	defer done()
	r, err := check.Validate(doc, check.Options{})
	if err != nil {
		t.Fatalf("validating %s: %v", path, err)
	}
	for _, f := range r.Findings {
		if f.Severity == check.Error {
			t.Errorf("%s is not valid: %+v", filepath.Base(path), f)
		}
	}
}

func openDocument(t *testing.T, path string) (doc *asif.Document, done func()) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	doc, err = asif.Open(f, info.Size(), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return doc, func() { f.Close() }
}

// putIn writes a document's session into a home. A document that records no folder goes on in the project's.
func putIn(t *testing.T, path string, tool Tool, home string, at adapters.Open) adapters.Written {
	t.Helper()
	w, ok := adapter(t, tool.Harness).(adapters.Writer)
	if !ok {
		t.Skipf("did not run: %s has no writer", tool.Harness)
	}
	doc, done := openDocument(t, path)
	defer done()
	h := adapters.Handoff{Document: doc, Open: at}
	create := func(name string) (io.WriteCloser, error) {
		file := filepath.Join(home, tool.folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return nil, err
		}
		return os.Create(file)
	}
	written, err := w.Write(h, create)
	if errors.Is(err, adapters.ErrNoFolder) {
		h.CWD = Project
		written, err = w.Write(h, create)
	}
	if err != nil {
		t.Fatalf("writing for %s: %v", tool, err)
	}
	return written
}

// beside opens what was embedded beside a document; natives only when they are to be at hand.
func beside(path string, natives bool) adapters.Open {
	return func(r *asif.Resource) (io.ReadCloser, error) {
		if r.SHA256 == nil || r.Purpose == "native" && !natives {
			return nil, adapters.ErrNoBytes
		}
		f, err := os.Open(filepath.Join(path[:len(path)-len(".json")]+".files", *r.SHA256))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", adapters.ErrNoBytes, err)
		}
		return f, nil
	}
}

// kept tells what of the events of a document another one, of the same session grown on, has not or has otherwise.
func kept(before, after *document) []string {
	var wrong []string
	now := map[string]int{}
	for i, e := range after.Events {
		now[e.ID] = i
	}
	for _, e := range before.Events {
		i, found := now[e.ID]
		if !found {
			wrong = append(wrong, "the continued session has no event "+e.ID)
			continue
		}
		if f := after.Events[i]; f.Kind != e.Kind || f.Actor != e.Actor || !equal(e.Data, f.Data) {
			wrong = append(wrong, fmt.Sprintf("event %s of the continued session is another: %s, was %s", e.ID, f.Data, e.Data))
		}
	}
	main := func(d *document) []string {
		return d.Branches[slices.IndexFunc(d.Branches, func(b branch) bool { return b.ID == "main" })].Events
	}
	if was, is := main(before), main(after); len(is) < len(was) || !slices.Equal(was, is[:len(was)]) {
		wrong = append(wrong, fmt.Sprintf("main does not begin as it did: %v, was %v", is, was))
	}
	return wrong
}

func equal(a, b json.RawMessage) bool { return canonical(a) == canonical(b) }
