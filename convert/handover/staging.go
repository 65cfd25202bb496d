package handover

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"asif-convert/convert"
)

// ErrBusy is the error of an import that another process is making right now.
var ErrBusy = errors.New("another import of this session is running")

// ErrStagedName is the fault of a writer that names a file outside of the store, or twice.
var ErrStagedName = errors.New("writer names a file that cannot be staged")

// staging is the files of one import on their way into a store. They are written in a folder of their own inside the
// home: on the same file system, but outside of what the harness reads. They get their names when all are complete, the
// session's own file last, so that a process killed in between leaves no session that is half there. What it does leave
// the next import into the home clears away.
type staging struct {
	on      fileSystem
	home    string
	root    string // the folder that is held
	folder  string // in it: the files
	release func() error
	files   []StagedFile
	open    *stagedWriter
	placed  []string // by commit, in order: files and folders that were not there before
}

// stagingPrefix begins the names of folders that imports are staged in.
const stagingPrefix = ".asif-import-"

// StagedFile is one file of an import.
type StagedFile struct {
	Name   string `json:"path"` // relative to the home, with slashes
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// newStaging makes the staging folder of a session.
func newStaging(on fileSystem, home, id string) (*staging, error) {
	s := &staging{on: on, home: home, root: filepath.Join(home, stagingPrefix+id)}
	s.folder = filepath.Join(s.root, "files")
	release, err := on.Lock(s.root)
	if err != nil {
		return nil, fmt.Errorf("staging the import in %s: %w", home, err)
	}
	s.release = release
	if err = s.empty(); err == nil {
		err = on.Mkdir(s.folder)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: staging the import: %w", convert.ErrOutput, err), s.close())
	}
	return s, nil
}

// path is where a file is staged, or where it goes.
func (s *staging) path(folder, name string) string {
	return filepath.Join(folder, filepath.FromSlash(name))
}

// create begins the next file. One is open at a time.
func (s *staging) create(name string) (io.WriteCloser, error) {
	twice := slices.ContainsFunc(s.files, func(f StagedFile) bool { return f.Name == name })
	if !filepath.IsLocal(filepath.FromSlash(name)) || twice || s.open != nil {
		return nil, fmt.Errorf("%w: %q", ErrStagedName, name)
	}
	at := s.path(s.folder, name)
	if err := s.folders(s.folder, name, func(string) {}); err != nil {
		return nil, err
	}
	f, err := s.on.Create(at)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", convert.ErrOutput, err)
	}
	s.open = &stagedWriter{stage: s, name: name, file: f, hash: sha256.New()}
	return s.open, nil
}

// folders makes the folders of a file that are missing, outermost first, and tells which.
func (s *staging) folders(root, name string, made func(string)) error {
	parts := strings.Split(name, "/")
	for i := 1; i < len(parts); i++ {
		dir := s.path(root, strings.Join(parts[:i], "/"))
		err := s.on.Mkdir(dir)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%w: %w", convert.ErrOutput, err)
		}
		made(dir)
	}
	return nil
}

// stagedWriter is a file that is being staged.
type stagedWriter struct {
	stage *staging
	name  string
	file  syncedFile
	hash  hash.Hash
	bytes int64
}

func (w *stagedWriter) Write(b []byte) (int, error) {
	n, err := w.file.Write(b)
	w.hash.Write(b[:n])
	w.bytes += int64(n)
	if err != nil {
		return n, fmt.Errorf("%w: %w", convert.ErrOutput, err)
	}
	return n, nil
}

func (w *stagedWriter) Close() error {
	w.stage.open = nil
	if err := errors.Join(w.file.Sync(), w.file.Close()); err != nil {
		return fmt.Errorf("%w: %w", convert.ErrOutput, err)
	}
	w.stage.files = append(w.stage.files, StagedFile{Name: w.name, Bytes: w.bytes, SHA256: hex.EncodeToString(w.hash.Sum(nil))})
	return nil
}

// commit gives the files their names, in the order of their making: what others depend on is there first. When one cannot have its name, those before lose theirs
// again. A file that is there already with the very bytes is left as it is. What is going to be placed is on file first:
// when the process is killed in between, the next import takes back what one that was not complete has placed.
func (s *staging) commit() error {
	if err := s.announce(); err != nil {
		return fmt.Errorf("%w: %w", convert.ErrOutput, err)
	}
	for _, f := range s.files {
		if err := s.place(f); err != nil {
			return errors.Join(err, s.rollBack())
		}
	}
	for i := len(s.placed) - 1; i >= 0; i-- { // names are durable before the import is called one
		if err := s.on.SyncFolder(filepath.Dir(s.placed[i])); err != nil {
			return errors.Join(fmt.Errorf("%w: %w", convert.ErrOutput, err), s.rollBack())
		}
	}
	return nil
}

func (s *staging) place(f StagedFile) error {
	made := func(dir string) { s.placed = append(s.placed, dir) }
	if err := s.folders(s.home, f.Name, made); err != nil {
		return err
	}
	to := s.path(s.home, f.Name)
	err := s.on.Link(s.path(s.folder, f.Name), to)
	if errors.Is(err, fs.ErrExist) {
		same, _, err := s.begins(to, f)
		if err == nil && !same {
			err = fmt.Errorf("%w: %s; it is not touched", convert.ErrExists, to)
		}
		return err
	}
	if err != nil {
		return fmt.Errorf("%w: %w", convert.ErrOutput, err)
	}
	s.placed = append(s.placed, to)
	return nil
}

// begins tells whether the file at path begins with the bytes of f, and whether more follow: the harness may have gone
// on with it.
func (s *staging) begins(path string, f StagedFile) (same, more bool, err error) {
	in, err := s.on.Open(path)
	if err != nil {
		return false, false, fmt.Errorf("reading %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	h := sha256.New()
	n, err := io.CopyN(h, in, f.Bytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, false, fmt.Errorf("reading %s: %w", path, err)
	}
	behind, err := in.Read(make([]byte, 1))
	if err != nil && !errors.Is(err, io.EOF) {
		return false, false, fmt.Errorf("reading %s: %w", path, err)
	}
	return n == f.Bytes && hex.EncodeToString(h.Sum(nil)) == f.SHA256, behind > 0, nil
}

// rollBack takes back what commit placed, last first.
func (s *staging) rollBack() error {
	var errs []error
	for i := len(s.placed) - 1; i >= 0; i-- {
		if err := unlessGone(s.on.Remove(s.placed[i])); err != nil {
			errs = append(errs, fmt.Errorf("taking %s back: %w", s.placed[i], err))
		}
	}
	s.placed = nil
	return errors.Join(errs...)
}

// empty removes all but the lock.
func (s *staging) empty() error {
	return errors.Join(s.on.RemoveAll(s.folder), s.on.RemoveAll(s.path(s.root, journalName)))
}

// close removes the staging folder: the lock after all that it protects, and before it is let go.
func (s *staging) close() error {
	var open error
	if s.open != nil {
		open = s.open.file.Close()
	}
	return errors.Join(open, s.clear(), s.release())
}

func (s *staging) clear() error {
	if err := s.empty(); err != nil {
		return err
	}
	if err := unlessGone(s.on.Remove(s.path(s.root, lockName))); err != nil {
		return err
	}
	err := unlessGone(s.on.Remove(s.root))
	if errors.Is(err, fs.ErrExist) {
		return nil // not empty: the next import has it already
	}
	return err
}
