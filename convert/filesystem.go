package convert

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// fileSystem is what an import asks of a file system. Every operation can fail, and the process can be killed behind
// any of them: the store is then as before, or complete. Tests try them all.
type fileSystem interface {
	Mkdir(path string) error                 // fails when it exists
	Create(path string) (syncedFile, error)  // fails when it exists
	Link(from, to string) error              // never replaces
	Remove(path string) error                // a file, or an empty folder
	RemoveAll(path string) error             // of the staging folder alone
	SyncFolder(path string) error            // makes its names durable
	Open(path string) (io.ReadCloser, error) //
	Lock(name string) (func() error, error)  // ErrBusy when another process holds it
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

// Lock holds a name against other processes. The lock stands among the temporary files, so that the store is clean, and
// ends with the process.
func (disk) Lock(name string) (func() error, error) {
	sum := sha256.Sum256([]byte(name))
	path := filepath.Join(os.TempDir(), "asif-import-"+hex.EncodeToString(sum[:8])+".lock")
	l := flock.New(path)
	held, err := l.TryLock()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOutput, err)
	}
	if !held {
		return nil, ErrBusy
	}
	return func() error { return errors.Join(ignoreMissing(os.Remove(path)), l.Unlock()) }, nil
}
