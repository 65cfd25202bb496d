package golden

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// GoesAround takes every session of the corpus of one adapter to another harness and back: its live conversation is still
// that of the source, but for what the losses name.
func GoesAround(t *testing.T, home, away adapters.Adapter) {
	s := prepare(t, home)
	for _, c := range s.trials {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			here := handover{c.base.doc, c.session.Inputs[:1]}
			o := adapters.HandoffOptions{CWD: "/srv/dev/proj"}
			folder, out, err := here.write(t, away, o)
			if errors.Is(err, adapters.ErrNothing) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			there, err := read(t, away, folder, out)
			if err != nil {
				t.Fatal(err)
			}
			folder, in, err := there.write(t, home, o)
			if err != nil {
				t.Fatal(err)
			}
			back, err := read(t, home, folder, in)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range slices.Concat(out.Losses, in.Losses) {
				if l.Kind.Stage() != "translation" {
					t.Errorf("%s is no loss of a translation", l.Kind.Name())
				}
			}
			around := out
			around.Mappings = slices.Concat(out.Mappings, in.Mappings)
			compareTalk(t, here.doc, back.doc, around)
		})
	}
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
			acceptable(t, mustFiles(t, home), to)
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

// Cuts writes every session of the corpus up to each of some events: whatever was cut, a provider would accept it.
func Cuts(t *testing.T, from, to adapters.Adapter) {
	const cuts = 8
	s := prepare(t, from)
	for _, c := range s.trials {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			h := handover{c.base.doc, nil}
			for _, b := range mustTalk(t, h.doc).Branches {
				for i := 0; i < len(b.Events); i += 1 + len(b.Events)/cuts {
					o := adapters.HandoffOptions{CWD: "/srv/dev/proj", Branch: b.ID, UpTo: b.Events[i]}
					home, _, err := h.write(t, to, o)
					if err != nil && !errors.Is(err, adapters.ErrNothing) {
						t.Fatalf("%s up to %s: %v", b.ID, b.Events[i], err)
					}
					if err == nil {
						acceptable(t, mustFiles(t, home), to)
					}
				}
			}
		})
	}
}

// Writes compares what a writer makes of one case with a case of the other harness's corpus, which is made of nothing else:
// so each reader is tested on what the other one's writer makes.
func Writes(t *testing.T, from adapters.Adapter, name string, to adapters.Adapter, as string) {
	folder, err := corpusFolder(from.Info().Name)
	if err != nil {
		t.Fatal(err)
	}
	c, err := readCase(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	var doc bytes.Buffer
	session := find(t, from, c)
	if _, err := convert.From(from, session, convert.Options{Children: convert.ChildrenSkip}, convert.Destination{Writer: &doc}); err != nil {
		t.Fatal(err)
	}
	capture := mustTalk(t, doc.Bytes()).Capture.ID // changes with every revision of the mapping, and with it what is written
	fixed := bytes.ReplaceAll(doc.Bytes(), []byte(capture), []byte("cap-000000000000000000000000"))
	home, w, err := handover{fixed, session.Inputs}.write(t, to, adapters.HandoffOptions{})
	if err != nil {
		t.Fatal(err)
	}
	native := filepath.Join(filepath.Dir(folder), to.Info().Name, as, "native")
	for file, content := range mustFiles(t, home) {
		compareFile(t, filepath.Join(native, filepath.FromSlash(file)), content)
	}
	for file := range mustFiles(t, native) {
		if !slices.Contains(w.Files, file) {
			stale(t, filepath.Join(native, filepath.FromSlash(file)))
		}
	}
}

// KeepsRecords writes every session of the corpus back into its own harness from its native records: they are what they were,
// but for the identity and where they come from.
func KeepsRecords(t *testing.T, a adapters.Adapter, without ...string) {
	s := prepare(t, a)
	for _, c := range s.trials {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			var doc bytes.Buffer
			if _, err := convert.From(a, c.session, convert.Options{}, convert.Destination{Writer: &doc}); err != nil {
				t.Fatal(err)
			}
			h := handover{doc.Bytes(), c.session.Inputs}
			o := adapters.HandoffOptions{Records: adapters.RecordsVerbatim}
			home, w, err := h.write(t, a, o)
			if errors.Is(err, adapters.ErrNoFolder) {
				o.CWD = "/srv/dev/proj"
				home, w, err = h.write(t, a, o)
			}
			if slices.Contains(without, c.Name) {
				if !errors.Is(err, adapters.ErrVerbatim) {
					t.Errorf("got %v, want %v", err, adapters.ErrVerbatim)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !w.Verbatim {
				t.Error("the session was written anew")
			}
			sameRecords(t, c, home, w)
			if len(c.session.Inputs) > 1 {
				sameChain(t, c, a, h)
			}
		})
	}
}

// sameChain writes a session of several files under several identities: what the session goes on from is found again.
func sameChain(t *testing.T, c *trial, a adapters.Adapter, h handover) {
	t.Helper()
	for i := range 12 {
		home, w, err := h.write(t, a, adapters.HandoffOptions{Records: adapters.RecordsVerbatim, CWD: fmt.Sprint("/srv/dev/", i)})
		if err != nil {
			t.Fatal(err)
		}
		again, err := a.(adapters.Reader).Find(adapters.Query{Target: filepath.Join(home, filepath.FromSlash(w.Files[len(w.Files)-1]))})
		if err != nil || len(again) != 1 || len(again[0].Inputs) != len(c.session.Inputs) {
			t.Fatalf("in folder %d: %d sessions of %v, %v", i, len(again), again, err)
		}
		for k, in := range again[0].Inputs {
			if want := w.Files[len(w.Files)-1-k]; !strings.HasSuffix(filepath.ToSlash(in.Name), want) {
				t.Errorf("in folder %d file %d is %s, want %s", i, k, in.Name, want)
			}
		}
	}
}

// names finds the IDs in a file's name.
var names = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// What a writer adds to say where a session comes from: a line, or a member in the place of an earlier one.
var (
	markLine   = regexp.MustCompile(`^\{"type":"asif-convert",.*\n`)
	markMember = regexp.MustCompile(`,"asif_convert":\{[^}]*\}`)
)

// sameRecords compares native files with what was written of them, IDs put back.
func sameRecords(t *testing.T, c *trial, home string, w adapters.Written) {
	t.Helper()
	files := mustFiles(t, home)
	if len(files) != len(w.Files) {
		t.Errorf("%d files were written, %d were promised", len(files), len(w.Files))
	}
	back := []string{w.Native.Value, c.session.Native.Value}
	for i, name := range w.Files {
		old := names.FindAllString(filepath.Base(c.session.Inputs[len(w.Files)-1-i].Name), -1)
		for k, id := range names.FindAllString(filepath.Base(name), -1) {
			if k < len(old) {
				back = append(back, id, old[k])
			}
		}
	}
	for i, name := range w.Files {
		made := markMember.ReplaceAll(markLine.ReplaceAll(files[name], nil), nil)
		made = []byte(strings.NewReplacer(back...).Replace(string(made)))
		in, err := source.Decoded(c.session.Inputs[len(w.Files)-1-i])
		if err != nil {
			t.Fatal(err)
		}
		want, err := io.ReadAll(in)
		if err = errors.Join(err, in.Close()); err != nil {
			t.Fatal(err)
		}
		want = markMember.ReplaceAll(want, nil)
		if !bytes.Equal(bytes.TrimSuffix(want, []byte("\n")), bytes.TrimSuffix(made, []byte("\n"))) {
			t.Errorf("%s is not what it was:\n%s", name, excerpt(want, made))
		}
	}
}
