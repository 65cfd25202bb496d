package handover

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/convert"
)

var errInjected = errors.New("injected")

// faulty is a file system whose operations fail: the one with number at, and those behind it when the process is
// killed there.
type faulty struct {
	disk
	n, at  int
	killed bool
}

func (f *faulty) fails() error {
	f.n++
	if f.at > 0 && (f.n == f.at || f.killed && f.n > f.at) {
		return fmt.Errorf("operation %d: %w", f.n, errInjected)
	}
	return nil
}

func (f *faulty) Mkdir(path string) error {
	return firstOf(f.fails(), func() error { return f.disk.Mkdir(path) })
}

func (f *faulty) Link(from, to string) error {
	return firstOf(f.fails(), func() error { return f.disk.Link(from, to) })
}

func (f *faulty) Remove(path string) error {
	return firstOf(f.fails(), func() error { return f.disk.Remove(path) })
}

func (f *faulty) RemoveAll(path string) error {
	return firstOf(f.fails(), func() error { return f.disk.RemoveAll(path) })
}

func (f *faulty) SyncFolder(path string) error {
	return firstOf(f.fails(), func() error { return f.disk.SyncFolder(path) })
}

func (f *faulty) Open(path string) (io.ReadCloser, error) {
	if err := f.fails(); err != nil {
		return nil, err
	}
	return f.disk.Open(path)
}

func (f *faulty) Create(path string) (syncedFile, error) {
	if err := f.fails(); err != nil {
		return nil, err
	}
	file, err := f.disk.Create(path)
	return &faultyFile{syncedFile: file, fs: f}, err
}

// Lock is let go in any case, as it is when a process ends.
func (f *faulty) Lock(name string) (func() error, error) {
	if err := f.fails(); err != nil {
		return nil, err
	}
	return f.disk.Lock(name)
}

type faultyFile struct {
	syncedFile
	fs *faulty
}

// Write writes the half of it before it fails, as a full disk does.
func (f *faultyFile) Write(b []byte) (int, error) {
	if err := f.fs.fails(); err != nil {
		n, werr := f.syncedFile.Write(b[:len(b)/2])
		return n, errors.Join(err, werr)
	}
	return f.syncedFile.Write(b)
}

func (f *faultyFile) Sync() error {
	return firstOf(f.fs.fails(), f.syncedFile.Sync)
}

func (f *faultyFile) Close() error { return errors.Join(f.syncedFile.Close(), f.fs.fails()) }

func firstOf(err error, do func() error) error {
	if err != nil {
		return err
	}
	return do()
}

// newSession are the files that the tests import, the session's own last.
var newSession = [][2]string{
	{"projects/-srv/new/subagents/agent-1.jsonl", "child\n"},
	{"projects/-srv/new.jsonl", "main\n"},
}

// importSession stages and commits newSession.
func importSession(on fileSystem, home string) error { return importAs(on, home, "new") }

// importAs does, from the document of that name.
func importAs(on fileSystem, home, id string) (err error) {
	s, err := newStaging(on, home, id)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	for _, f := range newSession {
		w, err := s.create(f[0])
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, f[1])
		if err := errors.Join(err, w.Close()); err != nil {
			return err
		}
	}
	return s.commit()
}

// storeOf are the files and folders below home that the harness can see.
func storeOf(t *testing.T, home string) map[string]string {
	t.Helper()
	seen := map[string]string{}
	err := filepath.WalkDir(home, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(d.Name(), ".asif-import-"):
			return filepath.SkipDir
		case d.IsDir():
			seen[path] = "folder"
			return nil
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

func homeWithSession(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(home, "projects"), 0o755))
	must(t, os.WriteFile(filepath.Join(home, "projects", "old.jsonl"), []byte("old\n"), 0o600))
	return home
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// operations counts what an undisturbed import asks of the file system.
func operations(t *testing.T) int {
	t.Helper()
	f := &faulty{}
	must(t, importSession(f, homeWithSession(t)))
	return f.n
}

func TestAStoreIsAsBeforeWhenAnOperationOfAnImportFails(t *testing.T) {
	for at := 1; at <= operations(t); at++ {
		home := homeWithSession(t)
		before := storeOf(t, home)
		err := importSession(&faulty{at: at}, home)
		if err == nil {
			t.Errorf("operation %d: its failure is not reported", at)
		}
		after := storeOf(t, home)
		complete := after[filepath.Join(home, "projects", "-srv", "new.jsonl")] == "main\n" && len(after) == len(before)+5
		if d := cmp.Diff(before, after); d != "" && !complete {
			t.Errorf("operation %d (-before +after):\n%s", at, d)
		}
	}
}

func TestAKilledImportLeavesNoHalfSessionAndCanBeRepeated(t *testing.T) {
	whole := homeWithSession(t)
	must(t, importSession(disk{}, whole))
	for at := 1; at <= operations(t); at++ {
		home := homeWithSession(t)
		if err := importSession(&faulty{at: at, killed: true}, home); err == nil {
			t.Errorf("operation %d: its failure is not reported", at)
		}
		after := storeOf(t, home)
		_, visible := after[filepath.Join(home, "projects", "-srv", "new.jsonl")]
		if child := after[filepath.Join(home, "projects", "-srv", "new", "subagents", "agent-1.jsonl")]; visible && child != "child\n" {
			t.Errorf("operation %d: the session is there without its sub-agent", at)
		}
		must(t, importSession(disk{}, home))
		again, want := storeOf(t, home), storeOf(t, whole)
		if len(again) != len(want) {
			t.Errorf("operation %d: repeated, the import gives %v", at, again)
		}
		left, err := filepath.Glob(filepath.Join(home, ".asif-import-*"))
		if err != nil || len(left) > 0 {
			t.Errorf("operation %d: %v is left (%v)", at, left, err)
		}
	}
}

// A next import of anything clears away what a killed one left: its folder always, and of a session that is not complete
// every file.
func TestWhatAKilledImportLeftIsClearedByTheNext(t *testing.T) {
	var left, taken int
	for at := 1; at <= operations(t); at++ {
		home := homeWithSession(t)
		before := storeOf(t, home)
		if err := importSession(&faulty{at: at, killed: true}, home); err == nil {
			t.Errorf("operation %d: its failure is not reported", at)
		}
		_, complete := storeOf(t, home)[filepath.Join(home, "projects", "-srv", "new.jsonl")]
		was := storeOf(t, home)
		folders, err := filepath.Glob(filepath.Join(home, stagingPrefix+"*"))
		must(t, err)
		var told []Leftover
		clearLeftovers(disk{}, home, func(l Leftover) { told = append(told, l) })
		if len(told) != len(folders) {
			t.Errorf("operation %d: %v is left, told of %v", at, folders, told)
		}
		for _, l := range told {
			left++
			taken += len(l.Files)
			if l.Err != nil {
				t.Errorf("operation %d: %v", at, l.Err)
			}
		}
		want := before
		if complete {
			want = was
		}
		if d := cmp.Diff(want, storeOf(t, home)); d != "" {
			t.Errorf("operation %d (-want +got):\n%s", at, d)
		}
		if folders, err = filepath.Glob(filepath.Join(home, stagingPrefix+"*")); err != nil || len(folders) > 0 {
			t.Errorf("operation %d: %v is left (%v)", at, folders, err)
		}
	}
	if left < 10 || taken == 0 {
		t.Errorf("%d folders, %d files: the test says little", left, taken)
	}
}

// killedInBetween is a home in which an import was killed when the sub-agent's file was placed and the session's own was
// not.
func killedInBetween(t *testing.T) (home, child string) {
	t.Helper()
	for at := 1; at <= operations(t); at++ {
		home = homeWithSession(t)
		if err := importSession(&faulty{at: at, killed: true}, home); err == nil {
			t.Fatal("nothing is killed")
		}
		child = filepath.Join(home, "projects", "-srv", "new", "subagents", "agent-1.jsonl")
		_, placed := storeOf(t, home)[child]
		if _, whole := storeOf(t, home)[filepath.Join(home, "projects", "-srv", "new.jsonl")]; placed && !whole {
			return home, child
		}
	}
	t.Fatal("no operation stands between the two")
	return "", ""
}

func TestWhatTheHarnessWroteToIsNotTakenBack(t *testing.T) {
	home, child := killedInBetween(t)
	f, err := os.OpenFile(child, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteString("went on\n")
	must(t, errors.Join(err, f.Close()))
	clearLeftovers(disk{}, home, func(l Leftover) {
		if l.Err != nil || len(l.Files) != 0 {
			t.Errorf("told of %+v", l)
		}
	})
	if storeOf(t, home)[child] != "child\nwent on\n" {
		t.Error("it is gone")
	}
}

func TestWhatAnEarlierImportPlacedIsNotTakenBack(t *testing.T) {
	home, child := killedInBetween(t)
	other, err := os.ReadFile(child)
	must(t, err)
	must(t, os.Remove(child))
	must(t, os.WriteFile(child, other, 0o600)) // the same bytes, of another run
	clearLeftovers(disk{}, home, func(l Leftover) {
		if l.Err != nil || len(l.Files) != 0 {
			t.Errorf("told of %+v", l)
		}
	})
	if storeOf(t, home)[child] != "child\n" {
		t.Error("it is gone")
	}
}

func TestALeftoverCannotReachOutOfItsHome(t *testing.T) {
	home := homeWithSession(t)
	outside := filepath.Join(filepath.Dir(home), "outside")
	must(t, os.WriteFile(outside, []byte("mine\n"), 0o600))
	sum := sha256.Sum256([]byte("mine\n"))
	folder := filepath.Join(home, stagingPrefix+"evil")
	must(t, os.MkdirAll(folder, 0o700))
	must(t, os.WriteFile(filepath.Join(folder, journalName), fmt.Appendf(nil,
		`{"files":[{"path":"../outside","bytes":5,"sha256":"%x"},{"path":"none","bytes":1,"sha256":""}],"folders":["../x"]}`, sum), 0o600))
	clearLeftovers(disk{}, home, func(l Leftover) {
		if l.Err != nil || len(l.Files) != 0 {
			t.Errorf("told of %+v", l)
		}
	})
	if _, err := os.Stat(outside); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("the folder is still there")
	}
}

// A journal that somebody else put there names files that no import placed, with the digests that they have.
func TestAForgedJournalRemovesNothing(t *testing.T) {
	home := homeWithSession(t)
	old := filepath.Join(home, "projects", "old.jsonl")
	folder := filepath.Join(home, stagingPrefix+"forged")
	must(t, os.MkdirAll(filepath.Join(folder, "files", "projects"), 0o700))
	must(t, os.WriteFile(filepath.Join(folder, "files", "projects", "new.jsonl"), []byte("old\n"), 0o600))
	for _, staged := range []string{"old.jsonl", "new.jsonl"} { // with a staged copy of the same bytes, then without
		must(t, os.Rename(filepath.Join(folder, "files", "projects", "new.jsonl"), filepath.Join(folder, "files", "projects", staged)))
		must(t, os.WriteFile(filepath.Join(folder, journalName), fmt.Appendf(nil,
			`{"files":[{"path":"projects/old.jsonl","bytes":4,"sha256":"%x"},{"path":"none","bytes":1,"sha256":""}],"folders":["projects"]}`,
			sha256.Sum256([]byte("old\n"))), 0o600))
		before := storeOf(t, home)
		s := &staging{on: disk{}, home: home, root: folder, folder: filepath.Join(folder, "files")}
		taken, err := s.takeBack()
		if err != nil || len(taken) > 0 {
			t.Errorf("%s: taken %v, error %v", staged, taken, err)
		}
		if d := cmp.Diff(before, storeOf(t, home)); d != "" {
			t.Errorf("%s (-before +after):\n%s", staged, d)
		}
		must(t, os.Rename(filepath.Join(folder, "files", "projects", staged), filepath.Join(folder, "files", "projects", "new.jsonl")))
	}
	clearLeftovers(disk{}, home, func(l Leftover) {
		if l.Err != nil || len(l.Files) != 0 {
			t.Errorf("told of %+v", l)
		}
	})
	if b, err := os.ReadFile(old); err != nil || string(b) != "old\n" {
		t.Errorf("the session is %q, %v", b, err)
	}
}

func TestALockThatIsALinkIsNotFollowed(t *testing.T) {
	home := homeWithSession(t)
	outside := filepath.Join(t.TempDir(), "made")
	folder := filepath.Join(home, stagingPrefix+"new")
	must(t, os.Mkdir(folder, 0o700))
	must(t, os.Symlink(outside, filepath.Join(folder, lockName)))
	if err := importSession(disk{}, home); !errors.Is(err, errNotRegular) {
		t.Errorf("error %v", err)
	}
	var told []Leftover
	clearLeftovers(disk{}, home, func(l Leftover) { told = append(told, l) })
	if len(told) != 1 || !errors.Is(told[0].Err, errNotRegular) {
		t.Errorf("told of %+v", told)
	}
	if _, err := os.Lstat(outside); err == nil {
		t.Error("a file was made outside of the home")
	}
}

func TestAFolderOfSomebodyElseIsNotSaidToBeRemoved(t *testing.T) {
	home := homeWithSession(t)
	note := filepath.Join(home, stagingPrefix+"mine", "note")
	must(t, os.Mkdir(filepath.Dir(note), 0o700))
	must(t, os.WriteFile(note, []byte("mine\n"), 0o600))
	var told []Leftover
	clearLeftovers(disk{}, home, func(l Leftover) { told = append(told, l) })
	if len(told) != 1 || !errors.Is(told[0].Err, errForeign) {
		t.Errorf("told of %+v", told)
	}
	if b, err := os.ReadFile(note); err != nil || string(b) != "mine\n" {
		t.Errorf("the note is %q, %v", b, err)
	}
}

func TestARunningImportIsNotCleared(t *testing.T) {
	home := homeWithSession(t)
	s, err := newStaging(disk{}, home, "new")
	must(t, err)
	w, err := s.create("projects/x.jsonl")
	must(t, err)
	t.Setenv("TMPDIR", t.TempDir()) // another user, another shell: its temporary folder tells nothing
	clearLeftovers(disk{}, home, func(l Leftover) { t.Errorf("told of %+v", l) })
	if err := importAs(disk{}, home, "other"); err != nil {
		t.Errorf("beside it: %v", err)
	}
	if err := importSession(disk{}, home); !errors.Is(err, ErrBusy) {
		t.Errorf("a second run: error %v", err)
	}
	must(t, w.Close())
	must(t, s.commit())
	must(t, s.close())
}

func TestAnImportNeverTouchesAFileThatIsThere(t *testing.T) {
	home := homeWithSession(t)
	path := filepath.Join(home, "projects", "-srv", "new.jsonl")
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte("another\n"), 0o600))
	before := storeOf(t, home)
	if err := importSession(disk{}, home); !errors.Is(err, convert.ErrExists) {
		t.Errorf("error %v", err)
	}
	if d := cmp.Diff(before, storeOf(t, home)); d != "" {
		t.Errorf("(-before +after):\n%s", d)
	}
}

func TestASecondImportKnowsWhatTheFirstOneWrote(t *testing.T) {
	home := homeWithSession(t)
	must(t, importSession(disk{}, home))
	path := filepath.Join(home, "projects", "-srv", "new.jsonl")
	must(t, os.WriteFile(path, []byte("main\nand went on\n"), 0o600))
	before := storeOf(t, home)
	must(t, importSession(disk{}, home))
	if d := cmp.Diff(before, storeOf(t, home)); d != "" {
		t.Errorf("(-before +after):\n%s", d)
	}
}

func TestTwoImportsOfOneSessionDoNotMeet(t *testing.T) {
	home := homeWithSession(t)
	s, err := newStaging(disk{}, home, "new")
	must(t, err)
	if err := importSession(disk{}, home); !errors.Is(err, ErrBusy) {
		t.Errorf("error %v", err)
	}
	must(t, s.close())
	must(t, importSession(disk{}, home))
}

func TestAWriterCannotLeaveTheStage(t *testing.T) {
	s, err := newStaging(disk{}, homeWithSession(t), "new")
	must(t, err)
	for _, name := range []string{"../x", "/etc/x", "a/../../x", ""} {
		if _, err := s.create(name); !errors.Is(err, ErrStagedName) {
			t.Errorf("%q: error %v", name, err)
		}
	}
	must(t, s.close())
}
