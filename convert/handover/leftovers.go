package handover

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"asif-convert/convert/asif"
)

// Leftover is what an import that was killed left in a home, and what became of it.
type Leftover struct {
	Folder string   // that it staged its files in
	Files  []string // that it had placed of a session that was not complete; they were taken back
	Err    error    // why something is still there; nil: all of it is gone
}

// journal is what an import is about to place in a store.
type journal struct {
	Files   []StagedFile `json:"files"`   // the session's own last
	Folders []string     `json:"folders"` // that are not there yet, with slashes, outermost first
}

const (
	journalName = "placing.json"
	maxJournal  = 16 << 20
)

// announce puts on file what is going to be placed.
func (s *staging) announce() error {
	j := journal{Files: s.files}
	for _, f := range s.files {
		var missing []string
		for dir := path.Dir(f.Name); dir != "."; dir = path.Dir(dir) {
			if _, err := os.Lstat(s.path(s.home, dir)); err != nil && !slices.Contains(j.Folders, dir) {
				missing = append(missing, dir)
			}
		}
		slices.Reverse(missing)
		j.Folders = append(j.Folders, missing...)
	}
	raw, err := asif.Marshal(&j)
	if err != nil {
		return err
	}
	f, err := s.on.Create(s.path(s.root, journalName))
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return s.on.SyncFolder(s.root)
}

// announced is what a killed import was about to place; nothing when it did not get that far.
func (s *staging) announced() (j journal) {
	in, err := s.on.Open(s.path(s.root, journalName))
	if err != nil {
		return journal{}
	}
	raw, err := io.ReadAll(io.LimitReader(in, maxJournal))
	if err = errors.Join(err, in.Close()); err != nil || asif.Unmarshal(raw, &j) != nil {
		return journal{}
	}
	outside := func(name string) bool { return !filepath.IsLocal(filepath.FromSlash(name)) }
	j.Files = slices.DeleteFunc(j.Files, func(f StagedFile) bool { return outside(f.Name) })
	j.Folders = slices.DeleteFunc(j.Folders, outside)
	return j
}

var errForeign = errors.New("it holds what no import puts there")

// clearLeftovers removes what killed imports left in a home, whatever they imported, and tells of each. Running ones hold
// their folders, which are passed over. What cannot be removed stays: it is in nobody's way.
func clearLeftovers(on fileSystem, home string, tell func(Leftover)) {
	entries, err := os.ReadDir(home)
	if err != nil {
		return // making this import's own folder says why
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), stagingPrefix) {
			continue
		}
		l := Leftover{Folder: filepath.Join(home, e.Name())}
		if on.Remove(l.Folder) == nil { // it was killed before it held the folder
			tell(l)
			continue
		}
		release, err := on.Lock(l.Folder)
		if errors.Is(err, ErrBusy) {
			continue
		}
		if err == nil {
			s := &staging{on: on, home: home, root: l.Folder, folder: filepath.Join(l.Folder, "files"), release: release}
			if l.Files, err = s.takeBack(); err == nil {
				err = s.close()
				if _, gone := os.Lstat(l.Folder); err == nil && gone == nil {
					err = errForeign
				}
			} else {
				err = errors.Join(err, release()) // the journal stays: the next import tries again
			}
		}
		l.Err = err
		tell(l)
	}
}

// takeBack removes what a killed import placed of a session that is not complete. What the harness has written to since
// stays, and so do folders that hold anything. The journal says only where to look, for anybody can have written it: a
// file is removed when it is the very one that lies in the staging folder, under a second name.
func (s *staging) takeBack() (taken []string, err error) {
	j := s.announced()
	if n := len(j.Files); n == 0 || s.isPlaced(j.Files[n-1]) {
		return nil, nil // the session's own file is there, so all is
	}
	for _, f := range slices.Backward(j.Files) {
		if staged, untouched := s.isStaged(f); !staged || !untouched {
			continue
		}
		to := s.path(s.home, f.Name)
		if err := unlessGone(s.on.Remove(to)); err != nil {
			return taken, fmt.Errorf("taking %s back: %w", to, err)
		}
		taken = append(taken, to)
	}
	for _, dir := range slices.Backward(j.Folders) {
		err := unlessGone(s.on.Remove(s.path(s.home, dir)))
		if err != nil && !errors.Is(err, fs.ErrExist) { // which is what one says that holds something
			return taken, fmt.Errorf("taking %s back: %w", dir, err)
		}
	}
	return taken, nil
}

// isStaged tells whether a file in the store is the one that lies in the staging folder, and whether it still has the
// bytes that were staged.
func (s *staging) isStaged(f StagedFile) (staged, untouched bool) {
	there, err := os.Lstat(s.path(s.home, f.Name))
	if err != nil || !there.Mode().IsRegular() {
		return false, false
	}
	here, err := os.Lstat(s.path(s.folder, f.Name))
	if err != nil || !os.SameFile(there, here) {
		return false, false
	}
	same, more, err := s.begins(s.path(s.home, f.Name), f)
	return true, err == nil && same && !more
}

// isPlaced tells whether a file in the store is the one that was staged. A file system without links has it in one of the
// two places; there what was placed of an incomplete session stays, since nothing tells whose it is.
func (s *staging) isPlaced(f StagedFile) bool {
	if _, err := os.Lstat(s.path(s.folder, f.Name)); err == nil {
		staged, _ := s.isStaged(f)
		return staged
	}
	there, err := os.Lstat(s.path(s.home, f.Name))
	if err != nil || !there.Mode().IsRegular() {
		return false
	}
	same, _, err := s.begins(s.path(s.home, f.Name), f)
	return err == nil && same
}
