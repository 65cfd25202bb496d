package golden

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// handover is a session on its way: its document, and where the bytes are that the document only names.
type handover struct {
	doc    []byte
	inputs []source.Input
}

// write has a writer make files below a new folder.
func (h handover) write(t *testing.T, to adapters.Adapter, o adapters.HandoffOptions) (string, adapters.Written, error) {
	t.Helper()
	writer, ok := to.(adapters.Writer)
	if !ok {
		t.Fatalf("adapter %s cannot write", to.Info().Name)
	}
	d, err := asif.Open(bytes.NewReader(h.doc), int64(len(h.doc)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	made := map[string]bool{}
	w, err := writer.Write(adapters.Handoff{Document: d, Open: h.open, HandoffOptions: o}, func(name string) (io.WriteCloser, error) {
		if made[name] {
			return nil, fmt.Errorf("%s is made twice", name)
		}
		made[name] = true
		path := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		return os.Create(path)
	})
	return home, w, err
}

// open gives the bytes of native files.
func (h handover) open(r *asif.Resource) (io.ReadCloser, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(r.ID, "native-"))
	if err != nil || n < 1 || n > len(h.inputs) {
		return nil, adapters.ErrNoBytes
	}
	return source.Decoded(h.inputs[n-1])
}

// read converts the session that was written.
func read(t *testing.T, a adapters.Adapter, home string, w adapters.Written) (handover, error) {
	t.Helper()
	path := filepath.Join(home, filepath.FromSlash(w.Files[len(w.Files)-1]))
	sessions, err := a.(adapters.Reader).Find(adapters.Query{Target: path, Home: home, Env: func(string) string { return "" }})
	if err != nil {
		return handover{}, err
	}
	if len(sessions) != 1 {
		return handover{}, fmt.Errorf("%d sessions in %s", len(sessions), path)
	}
	if got := sessions[0].Native; got.Value != w.Native.Value || got.Namespace != w.Native.Namespace {
		t.Errorf("the session is found as %s, and was promised as %s", got.Value, w.Native.Value)
	}
	var out bytes.Buffer
	if _, err := convert.From(a, sessions[0], convert.Options{}, convert.Destination{Writer: &out}); err != nil {
		return handover{}, err
	}
	return handover{out.Bytes(), sessions[0].Inputs}, nil
}

// HandsOver takes every session of the corpus of one adapter to another harness, rebuilt where it is the same, and reads it
// there: it is valid, says where it comes from, and its live conversation is that of the source, each thing once and in
// order. A second run gives the same bytes. It returns what was written by case.
func HandsOver(t *testing.T, from, to adapters.Adapter) {
	s := prepare(t, from)
	for _, c := range s.trials {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			h := handover{c.base.doc, c.session.Inputs[:1]}
			o := adapters.HandoffOptions{CWD: "/srv/dev/proj", Records: adapters.RecordsRebuilt}
			home, w, err := h.write(t, to, o)
			if errors.Is(err, adapters.ErrNothing) {
				if all, _, _ := mustTalk(t, h.doc).live(); len(all) > 0 {
					t.Errorf("nothing is left of %d things", len(all))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			again, _, err := h.write(t, to, o)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(mustFiles(t, home), mustFiles(t, again)); diff != "" {
				t.Errorf("another run gives other files:\n%s", diff)
			}
			back, err := read(t, to, home, w)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := validate(map[string][]byte{"session.json": back.doc}); err != nil {
				t.Error(err)
			}
			sameTalk(t, h.doc, back.doc, w)
		})
	}
}
