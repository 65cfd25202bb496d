package handover

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"asif-convert/convert"
)

// fileSystem is what an import asks of a file system. Every operation can fail, and the process can be killed behind
// any of them: the store is then as before, or complete. Tests try them all.
type fileSystem interface {
	Mkdir(path string) error                  // fails when it exists
	Create(path string) (syncedFile, error)   // fails when it exists
	Link(from, to string) error               // never replaces
	Remove(path string) error                 // a file, or an empty folder
	RemoveAll(path string) error              // of the staging folder alone
	SyncFolder(path string) error             // makes its names durable
	Open(path string) (io.ReadCloser, error)  //
	Lock(folder string) (func() error, error) // makes the folder; ErrBusy when another process holds it
}

type syncedFile interface {
	io.WriteCloser
	Sync() error
}

// disk is the real file system.
type disk struct{}

func (disk) Mkdir(path string) error { return os.Mkdir(path, 0o755) }

func (disk) Create(path string) (syncedFile, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // as the harnesses do: transcripts are private
}

// Link gives a file its name. A file system without links gets a rename, which replaces only what came to be within an
// instant.
func (disk) Link(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, os.ErrExist) {
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return os.ErrExist
	}
	return os.Rename(from, to)
}

func (disk) Remove(path string) error    { return os.Remove(path) }
func (disk) RemoveAll(path string) error { return os.RemoveAll(path) }

func (disk) SyncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Open opens a regular file: reading a pipe or a device may never end.
func (disk) Open(path string) (io.ReadCloser, error) {
	if at, err := os.Stat(path); err == nil && !at.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", path, errNotRegular)
	}
	return os.Open(path)
}

var errNotRegular = errors.New("not a regular file")

// unlessGone is the error of removing something, unless it was not there.
func unlessGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// lockName is the file of a staging folder that the import which fills it holds.
const lockName = "lock"

// Lock makes a staging folder where there is none and holds it against other processes. The lock lies in the folder: who
// sees the one sees the other, whatever their temporary folders are. It ends with the process, so that a folder which
// can be held is nobody's.
func (disk) Lock(folder string) (func() error, error) {
	for range lockTries {
		if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("%w: %w", convert.ErrOutput, err)
		}
		if info, err := os.Lstat(folder); err == nil && !info.IsDir() {
			return nil, fmt.Errorf("%w: %s is no folder", convert.ErrOutput, folder)
		}
		file := filepath.Join(folder, lockName)
		if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() { // a link would make a file elsewhere
			return nil, fmt.Errorf("%w: %s: %w", convert.ErrOutput, file, errNotRegular)
		}
		l := flock.New(file, flock.SetPermissions(0o600))
		held, err := l.TryLock()
		switch {
		case errors.Is(err, fs.ErrNotExist): // who held the folder has just removed it
			continue
		case err != nil:
			return nil, fmt.Errorf("%w: %w", convert.ErrOutput, err)
		case !held:
			return nil, ErrBusy
		case isNamed(l):
			return l.Unlock, nil
		}
		if err := l.Unlock(); err != nil {
			return nil, fmt.Errorf("%w: %w", convert.ErrOutput, err)
		}
	}
	return nil, ErrBusy
}

// lockTries bounds how often a folder is made again that others take away.
const lockTries = 10

// isNamed tells whether a lock is that of the file that has its name now: it may have been removed before it was held.
func isNamed(l *flock.Flock) bool {
	held, err := l.Stat()
	if err != nil {
		return false
	}
	now, err := os.Lstat(l.Path())
	return err == nil && os.SameFile(held, now)
}
