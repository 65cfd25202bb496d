package convert

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrExists is the error of an output file that exists and may not be replaced.
var ErrExists = errors.New("output exists")

// ErrOutput marks failures of the output: a full disk, a folder that cannot be written.
var ErrOutput = errors.New("output failed")

// Destination is where documents go: a file with its children and native copies beside it, or a writer for one
// document.
type Destination struct {
	Path   string    // of the document; "" means Writer
	Writer io.Writer // used when Path is ""
	Ledger string    // file for the ledger, "" for none; children's stand beside their documents
	Force  bool      // replace existing files
}

// stem is the document's path without its extension: children and native copies stand in folders named after it.
func (d Destination) stem() string { return strings.TrimSuffix(d.Path, filepath.Ext(d.Path)) }

// child is the destination of a sub-agent's document.
func (d Destination) child(name string) Destination {
	c := Destination{Path: filepath.Join(d.stem()+".children", portable(name)+".json"), Force: d.Force}
	if d.Ledger != "" {
		c.Ledger = filepath.Join(d.stem()+".children", portable(name)+".ledger.json")
	}
	return c
}

// portable makes a file name of an identifier: what V05 forbids in a path becomes "_".
func portable(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < 0x20 || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '_'
		}
		return r
	}, name)
	if name = strings.TrimRight(name, ". "); name == "" {
		return "_"
	}
	return name
}

// check refuses early what would be refused late.
func (d Destination) check() error {
	for _, path := range []string{d.Path, d.Ledger} {
		if path == "" || d.Force {
			continue
		}
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%w: %s", ErrExists, path)
		}
	}
	return nil
}

// spoolDir is where spools lie: beside the output, which has the room that the output needs.
func (d Destination) spoolDir() string {
	if d.Path == "" {
		return os.TempDir()
	}
	return filepath.Dir(d.Path)
}

// writeFile writes a file whole or not at all: under a temporary name in the same folder, synced, then renamed.
func writeFile(path string, to placing, write func(io.Writer) error) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("%w: %w", ErrOutput, err)
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrOutput, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreMissing(os.Remove(f.Name())))
		}
	}()
	if err := errors.Join(write(f), f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("%w: writing %s: %w", ErrOutput, path, err)
	}
	return place(f.Name(), path, to)
}

// placing says what becomes of an existing file.
type placing uint8

const (
	keeping placing = iota // it stays, and the new one is refused
	replacing
)

// place gives a finished file its name. When it is not replacing, a file that came to be meanwhile is not touched.
func place(temp, path string, to placing) error {
	if to == replacing {
		if err := os.Rename(temp, path); err != nil {
			return fmt.Errorf("%w: %w", ErrOutput, err)
		}
		return nil
	}
	err := os.Link(temp, path)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: %s", ErrExists, path)
	}
	if err != nil { // a file system without links
		if _, serr := os.Lstat(path); serr == nil {
			return fmt.Errorf("%w: %s", ErrExists, path)
		}
		err = os.Rename(temp, path)
	} else {
		err = os.Remove(temp)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrOutput, err)
	}
	return nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// copyNative keeps an input's bytes beside the document, named by their digest. It reads the input again and refuses
// bytes that are not those that were converted.
func copyNative(dir, digest string, n int64, open func() (io.ReadCloser, error)) error {
	path := filepath.Join(dir, digest)
	if _, err := os.Lstat(path); err == nil {
		return nil // the name says what it holds
	}
	return writeFile(path, replacing, func(w io.Writer) (err error) {
		in, err := open()
		if err != nil {
			return fmt.Errorf("opening input again: %w", err)
		}
		defer func() { err = errors.Join(err, in.Close()) }()
		h := sha256.New()
		if _, err := io.CopyN(io.MultiWriter(w, h), in, n); err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading input again: %w", err)
		}
		if hex.EncodeToString(h.Sum(nil)) != digest {
			return errChanged
		}
		return nil
	})
}

var errChanged = errors.New("input changed while it was converted")
