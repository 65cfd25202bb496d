package handover_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters"
	"asif-convert/adapters/talk"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/handover"
	"asif-convert/convert/source"
	"asif-convert/golden/toy"
)

// toyStore is the toy as a destination: a session is one file, and a second one that it depends on.
type toyStore struct {
	toy.Adapter
	wrong bool // leaves out the last line
}

func (toyStore) House() adapters.House { return adapters.House{Variable: "TOY_HOME", Folder: ".toy"} }

func (t toyStore) Find(q adapters.Query) ([]adapters.Session, error) {
	return []adapters.Session{t.Session(source.File(q.Target, "s.toy"))}, nil
}

func (toyStore) Headless(session, prompt string) []string { return []string{"toy", session, prompt} }

func (t toyStore) Write(h adapters.Handoff, create adapters.Create) (adapters.Written, error) {
	said, err := talk.Open(h, t.Info(), "1")
	if err != nil {
		return adapters.Written{}, err
	}
	lines := []any{map[string]string{"from": said.Origin.SessionID, "capture": said.Origin.CaptureID, "event": said.Origin.EventID}}
	err = said.Turns(func(turn *talk.Turn) error {
		for _, in := range turn.Inputs {
			line := map[string]string{"id": fmt.Sprint(in.Number)}
			switch in.Kind {
			case asif.InputToolCall:
				line["call"] = in.Call
			case asif.InputToolResult:
				line["result"] = in.Call
			}
			for _, p := range in.Pieces {
				line["say"] += string(adapters.Text(p.Text))
			}
			lines = append(lines, line)
		}
		return nil
	})
	if t.wrong {
		lines = lines[:len(lines)-1]
	}
	w := said.Written("toy")
	w.Resume, w.Files = []string{"toy", said.Native}, []string{"index/" + said.Native, "sessions/2026/" + said.Native + ".toy"}
	return w, errors.Join(err, fill(create, w.Files[0], "index"), fill(create, w.Files[1], lines...))
}

func fill(create adapters.Create, name string, lines ...any) error {
	w, err := create(name)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if err := json.NewEncoder(w).Encode(l); err != nil {
			return errors.Join(err, w.Close())
		}
	}
	return w.Close()
}

// toHand is a toy document, open, with a call that has no result.
func toHand(t *testing.T) adapters.Handoff {
	t.Helper()
	in := source.Bytes("t1.toy", []byte(`{"id":"a","say":"go"}
{"id":"b","call":"c1"}
{"id":"c","result":"c1","say":"done"}
{"id":"d","call":"c2"}
`))
	var raw bytes.Buffer
	if _, err := convert.From(toy.Adapter{}, toy.Adapter{}.Session(in), convert.Options{}, convert.Destination{Writer: &raw}); err != nil {
		t.Fatal(err)
	}
	doc, err := asif.Open(bytes.NewReader(raw.Bytes()), int64(raw.Len()), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return adapters.Handoff{Document: doc, HandoffOptions: adapters.HandoffOptions{CWD: "/srv"}}
}

// toyHome is a store with a session in it.
func toyHome(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "sessions"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "sessions", "old.toy"), []byte("old\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return home
}

// store is what the harness can see.
func store(t *testing.T, home string) map[string]string {
	t.Helper()
	seen := map[string]string{}
	err := filepath.WalkDir(home, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(d.Name(), ".asif-import-") {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		seen[path] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func imported(home string) handover.Import {
	return handover.Import{Home: home, Usual: home, SHA256: strings.Repeat("0", 64)}
}

func TestASessionIsImportedAndFoundAgain(t *testing.T) {
	home := toyHome(t)
	r, err := handover.To(toyStore{}, toHand(t), imported(home))
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != handover.ImportDone || r.ReadBack.Items != 5 || r.Counts.OpenCalls != 1 || len(store(t, home)) != 3 {
		t.Errorf("receipt %+v, read back %+v", r, r.ReadBack)
	}
	before := store(t, home)
	again, err := handover.To(toyStore{}, toHand(t), imported(home))
	if err != nil || again.Status != handover.ImportThere {
		t.Errorf("a second run: %v, %v", again.Status, err)
	}
	if d := cmp.Diff(before, store(t, home)); d != "" {
		t.Errorf("a second run changes the store (-before +after):\n%s", d)
	}
}

func TestADryRunWritesNothingAndTellsTheSame(t *testing.T) {
	home := toyHome(t)
	o := imported(home)
	o.DryRun = true
	dry, err := handover.To(toyStore{}, toHand(t), o)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(store(t, home)); n != 1 {
		t.Errorf("%d files", n)
	}
	done, err := handover.To(toyStore{}, toHand(t), imported(home))
	if err != nil {
		t.Fatal(err)
	}
	dry.Status, dry.ReadBack = done.Status, done.ReadBack
	if d := cmp.Diff(done, dry); d != "" {
		t.Errorf("(-done +dry):\n%s", d)
	}
}

func TestWhatDoesNotReadBackIsNotImported(t *testing.T) {
	home := toyHome(t)
	before := store(t, home)
	if _, err := handover.To(toyStore{wrong: true}, toHand(t), imported(home)); !errors.Is(err, handover.ErrReadBack) {
		t.Errorf("error %v", err)
	}
	if d := cmp.Diff(before, store(t, home)); d != "" {
		t.Errorf("(-before +after):\n%s", d)
	}
}

func TestAnImportThatFailsAnywhereLeavesTheStoreAsBeforeOrComplete(t *testing.T) {
	o := imported(toyHome(t))
	operations := handover.OnFaultyDisk(&o, 0, false)
	if _, err := handover.To(toyStore{}, toHand(t), o); err != nil {
		t.Fatal(err)
	}
	n := operations()
	if n < 15 {
		t.Fatalf("only %d operations", n)
	}
	for at := 1; at <= n; at++ {
		for _, killed := range []handover.Killed{false, true} {
			home := toyHome(t)
			o := imported(home)
			handover.OnFaultyDisk(&o, at, killed)
			if _, err := handover.To(toyStore{}, toHand(t), o); err == nil {
				t.Errorf("operation %d: its failure is not told", at)
			}
			session, err := filepath.Glob(filepath.Join(home, "sessions", "2026", "*"))
			index, _ := filepath.Glob(filepath.Join(home, "index", "*"))
			if err != nil || len(session) > len(index) {
				t.Errorf("operation %d: half a session: %v, %v", at, session, index)
			}
			if len(store(t, home)) != 1 && len(session) == 0 && !bool(killed) {
				t.Errorf("operation %d: files are left: %v", at, store(t, home))
			}
			next := imported(home) // of another document, that gives the same session
			next.SHA256 = strings.Repeat("1", 64)
			if _, err := handover.To(toyStore{}, toHand(t), next); err != nil || len(store(t, home)) != 3 {
				t.Errorf("operation %d: repeated: %v", at, err)
			}
			if left, err := filepath.Glob(filepath.Join(home, ".asif-import-*")); err != nil || len(left) > 0 {
				t.Errorf("operation %d: %v is left (%v)", at, left, err)
			}
		}
	}
}

func TestImportsAtOneTimeEndOneByOneOrSayThatOneRuns(t *testing.T) {
	home := toyHome(t)
	var done sync.WaitGroup
	errs := make([]error, 8)
	handoffs := make([]adapters.Handoff, len(errs))
	for i := range errs {
		handoffs[i] = toHand(t)
	}
	for i := range errs {
		done.Go(func() { _, errs[i] = handover.To(toyStore{}, handoffs[i], imported(home)) })
	}
	done.Wait()
	ended := 0
	for _, err := range errs {
		if err == nil {
			ended++
		} else if !errors.Is(err, handover.ErrBusy) {
			t.Error(err)
		}
	}
	if ended == 0 || len(store(t, home)) != 3 {
		t.Errorf("%d ended, %d files", ended, len(store(t, home)))
	}
	if left, err := filepath.Glob(filepath.Join(home, ".asif-import-*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left (%v)", left, err)
	}
}

func TestAnImportIntoNowhereSaysSo(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	if _, err := handover.To(toyStore{}, toHand(t), imported(missing)); !errors.Is(err, handover.ErrNoHome) {
		t.Errorf("error %v", err)
	}
	if _, err := handover.To(toy.Adapter{}, toHand(t), imported(t.TempDir())); !errors.Is(err, handover.ErrNoWriter) {
		t.Errorf("error %v", err)
	}
}

func TestHowFarASessionWentOnIsSeen(t *testing.T) {
	home := toyHome(t)
	r, err := handover.To(toyStore{}, toHand(t), imported(home))
	if err != nil {
		t.Fatal(err)
	}
	look := func() (handover.Progress, error) { return handover.Continued(toyStore{}, &r, t.TempDir()) }
	if p, err := look(); err != nil || p != (handover.Progress{}) {
		t.Errorf("untouched: %+v, %v", p, err)
	}
	main := filepath.Join(home, filepath.FromSlash(r.Files[1].Name))
	text, err := os.ReadFile(main)
	if err != nil {
		t.Fatal(err)
	}
	write := func(b []byte) {
		if err := os.WriteFile(main, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(append(bytes.Clone(text), `{"id":"new","say":"next"}`+"\n"...))
	if p, err := look(); err != nil || p != (handover.Progress{Grown: true, Items: 1}) {
		t.Errorf("gone on: %+v, %v", p, err)
	}
	write(bytes.Replace(text, []byte("done"), []byte("lost"), 1))
	if _, err := look(); !errors.Is(err, handover.ErrOverridden) {
		t.Errorf("changed: %v", err)
	}
	if err := os.Remove(main); err != nil {
		t.Fatal(err)
	}
	if _, err := look(); !errors.Is(err, handover.ErrGone) {
		t.Errorf("removed: %v", err)
	}
}

func TestAReceiptIsReadAgain(t *testing.T) {
	r, err := handover.To(toyStore{}, toHand(t), imported(toyHome(t)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	got, err := handover.ReadReceipt(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(r, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	hostile := func(old, with string) string { return strings.Replace(b.String(), old, with, 1) }
	items := fmt.Sprintf(`"items": %d`, r.ReadBack.Items)
	for _, bad := range []string{"", "{}", `{"receipt_version":"9"}`, "[]",
		hostile(items, `"items": -3`), hostile(`"`+r.Destination.Native.Value+`"`, `"--yolo"`), hostile(`"`+r.Destination.Native.Value+`"`, `"a\u001b[31m"`)} {
		if _, err := handover.ReadReceipt([]byte(bad)); !errors.Is(err, handover.ErrReceipt) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestAReceiptThatNamesAPipeIsNotWaitedFor(t *testing.T) {
	r, err := handover.To(toyStore{}, toHand(t), imported(toyHome(t)))
	if err != nil {
		t.Fatal(err)
	}
	r.Destination.Home, r.Files = "/dev", []handover.StagedFile{{Name: "zero", Bytes: 1 << 50}}
	if _, err := handover.Continued(toyStore{}, &r, t.TempDir()); err == nil {
		t.Error("a device is taken for a session's file")
	}
}

func TestACommandShowsWhatItIs(t *testing.T) {
	h := toHand(t)
	h.CWD = "/srv/\x1b[2J'\\ \u202e\n日"
	r, err := handover.To(toyStore{}, h, imported(toyHome(t)))
	if err != nil {
		t.Fatal(err)
	}
	if want := `cd $'/srv/\033[2J\'\\ \342\200\256\012日' && `; !strings.HasPrefix(r.Resume.Command, want) {
		t.Errorf("got %s\nwant %s…", r.Resume.Command, want)
	}
}

func TestAShellReadsTheCommandAsItIsMeant(t *testing.T) {
	o := imported(toyHome(t))
	o.Usual = "/elsewhere"
	h := toHand(t)
	h.CWD = "/srv/it's here"
	r, err := handover.To(toyStore{}, h, o)
	if err != nil {
		t.Fatal(err)
	}
	want := `cd '/srv/it'\''s here' && TOY_HOME=` + o.Home + ` toy ` + r.Destination.Native.Value
	if r.Resume.Command != want {
		t.Errorf("got %s\nwant %s", r.Resume.Command, want)
	}
}
