package convert_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/golden/toy"
)

func TestOutputsNeverReplaceInputsOrEachOther(t *testing.T) {
	dir := t.TempDir()
	native := filepath.Join(dir, "t1.jsonl")
	text := toyText(`{"id":"a","say":"1"}`)
	if err := os.WriteFile(native, text, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.json")
	if err := os.Symlink(native, link); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "o.json")
	for name, d := range map[string]convert.Destination{
		"the input":        {Path: native},
		"a link to it":     {Path: link},
		"the ledger on it": {Path: other, Ledger: native},
		"both in one":      {Path: other, Ledger: filepath.Join(dir, ".", "o.json")},
	} {
		d.Force = true
		if _, err := convert.From(toy.Adapter{}, toy.Adapter{}.Session(source.File(native, "t1.jsonl")), convert.Options{}, d); !errors.Is(err, convert.ErrClash) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if kept, err := os.ReadFile(native); err != nil || !bytes.Equal(kept, text) {
		t.Errorf("the native file is %q now (%v)", kept, err)
	}
}

func TestLinksStayLinks(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file.json"), filepath.Join(dir, "link.json")
	if err := errors.Join(os.WriteFile(file, []byte("old"), 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	in := source.Bytes("t1.jsonl", toyText(`{"id":"a","say":"1"}`))
	if _, err := convert.From(toy.Adapter{}, toy.Adapter{}.Session(in), convert.Options{}, convert.Destination{Path: link, Force: true}); err != nil {
		t.Fatal(err)
	}
	at, err := os.Lstat(link)
	if err != nil || at.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v now (%v)", at, err)
	}
	if raw, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(raw, []byte(`{"asif_version"`)) {
		t.Errorf("the file holds %.20q (%v)", raw, err)
	}
}

func TestStoppedConversionLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	stop := make(chan struct{})
	s := script{play: func(st *stage) adapters.History {
		close(stop)
		return main(st.say("user", "a"))
	}}
	_, err := convert.From(s, s.session(), convert.Options{}, convert.Destination{Path: filepath.Join(dir, "o.json"), Stop: stop})
	if !errors.Is(err, convert.ErrStopped) {
		t.Errorf("error %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left %v (%v)", left, err)
	}
}

func TestOneBadChildDoesNotEndTheSession(t *testing.T) {
	child := func(name, text string) adapters.Session {
		c := toy.Adapter{}.Session(source.Bytes(name+".jsonl", []byte(text)))
		c.Native.Value = name
		return c
	}
	parent := toy.Adapter{}.Session(source.Bytes("p.jsonl", toyText(`{"id":"a","say":"1"}`)))
	parent.Children = []adapters.Session{child("bad", "no\njson\n"), child("a:b", `{"id":"a","say":"1"}`), child(`a"b`, `{"id":"a","say":"2"}`), child("a_b.ledger", `{"id":"a","say":"3"}`)}
	dest := convert.Destination{Path: filepath.Join(t.TempDir(), "p.json")}
	dest.Ledger = filepath.Join(filepath.Dir(dest.Path), "p.ledger.json")
	res, err := convert.From(toy.Adapter{}, parent, convert.Options{}, dest)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Children) != 3 {
		t.Errorf("%d children, want the three that can be read", len(res.Children))
	}
	paths := map[string]bool{}
	for _, c := range res.Children {
		paths[c.Path], paths[c.LedgerPath] = true, true
	}
	if len(paths) != 6 {
		t.Errorf("children share files: %v", paths)
	}
	if l := res.Ledger.Losses(); len(l) == 0 || l[0].Kind.Name() != "input_missing" {
		t.Errorf("losses %v", l)
	}
}

func TestNamesThatAreNoUTF8AreMended(t *testing.T) {
	play(t, convert.Options{}, func(s *stage) adapters.History {
		name := "a\xffb"
		s.Actor(asif.Participant{ID: "x", Kind: asif.ParticipantAgent, Name: &name})
		return main(s.say("user", "a"))
	})
}

func TestInputWithoutRecordsIsRefused(t *testing.T) {
	_, err := convert.From(toy.Adapter{}, toy.Adapter{}.Session(source.Bytes("t1.jsonl", []byte("\n \n"))), convert.Options{}, convert.Destination{Writer: &bytes.Buffer{}})
	if !errors.Is(err, convert.ErrInput) {
		t.Errorf("error %v", err)
	}
}

func TestOutputsAreAsPrivateAsTheFileThatTheyReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "private.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := convert.ReplaceFile(path, func(w io.Writer) error { _, err := w.Write([]byte("new")); return err }); err != nil {
		t.Fatal(err)
	}
	if at, err := os.Stat(path); err != nil || at.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", at.Mode(), err)
	}
}
