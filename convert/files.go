package convert

import (
	"crypto/rand"
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

// ErrClash is the error of an output that is an input, or that two outputs would share.
var ErrClash = errors.New("output would overwrite")

// ErrStopped is the error of a conversion that was stopped from outside.
var ErrStopped = errors.New("stopped")

// ErrOutput marks failures of the output: a full disk, a folder that cannot be written.
var ErrOutput = errors.New("output failed")

// Destination is where documents go: a file with its children and native copies beside it, a writer for one document,
// or a folder or a writer each for the documents of an input that can hold several.
type Destination struct {
	Path   string                      // of the document; "" means Writer
	Writer io.Writer                   // used when Path is ""
	Folder string                      // instead: of the documents, a file each, named after their sessions
	Each   func(name string) io.Writer // instead: for the document that would have that file name
	Ledger string                      // file for the ledger, "" for none; children's stand beside their documents
	Force  bool                        // replace existing files
	Also   io.Writer                   // gets the bytes of the document at Path, too; nil: nobody does
	Passes bool                        // this process reads what it writes and forgets it: nothing of it need outlive a crash

	// Stop, when it is closed, ends the conversion; what was begun on disk is taken back.
	Stop <-chan struct{}
}

// stem is the document's path without its extension: children and native copies stand in folders named after it.
func (d Destination) stem() string { return strings.TrimSuffix(d.Path, filepath.Ext(d.Path)) }

// child is the destination of a sub-agent's document. Names that become the same on disk are numbered.
func (d Destination) child(name string, taken map[string]bool) Destination {
	base := portable(name)
	stem := base
	for n := 2; taken[strings.ToLower(stem)] || taken[strings.ToLower(stem)+ledgerEnd]; n++ {
		stem = fmt.Sprintf("%s~%d", base, n)
	}
	taken[strings.ToLower(stem)], taken[strings.ToLower(stem)+ledgerEnd] = true, true
	c := Destination{Path: filepath.Join(d.stem()+".children", stem+".json"), Force: d.Force, Passes: d.Passes, Stop: d.Stop}
	if d.Ledger != "" {
		c.Ledger = filepath.Join(d.stem()+".children", stem+ledgerEnd+".json")
	}
	return c
}

// ledgerEnd tells a sub-agent's ledger from a document.
const ledgerEnd = ".ledger"

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

// one is the destination of a session that is one document: in a folder, the file named after it.
func (d Destination) one(name string) Destination {
	if d.Folder != "" {
		d.Path, d.Folder = filepath.Join(d.Folder, fileName(name)+".json"), ""
	}
	return d
}

// filesDir is the folder of native copies, "" when there is no place for them.
func (d Destination) filesDir() string {
	switch {
	case d.Folder != "":
		return filepath.Join(d.Folder, "native.files")
	case d.Path != "":
		return d.stem() + ".files"
	}
	return ""
}

// placing says what becomes of existing files.
func (d Destination) placing() placing {
	switch {
	case d.Force:
		return replacing
	case d.Passes:
		return passing
	}
	return keeping
}

// check refuses early what would be refused late: an existing file, and in any case an output that is one of the inputs
// or another output.
func (d Destination) check(inputs []string) error {
	if d.Path != "" && d.Ledger != "" && sameFile(d.Path, d.Ledger) {
		return fmt.Errorf("%w: %s is given twice", ErrClash, d.Path)
	}
	return d.checkAll(inputs, []string{d.Path, d.Ledger})
}

// checkAll looks at single outputs.
func (d Destination) checkAll(inputs, outputs []string) error {
	for _, path := range outputs {
		if path == "" {
			continue
		}
		for _, in := range inputs {
			if sameFile(path, in) {
				return fmt.Errorf("%w: %s is read by this conversion", ErrClash, path)
			}
		}
		if at, err := os.Stat(path); err == nil && at.Mode().IsRegular() && !d.Force {
			return fmt.Errorf("%w: %s", ErrExists, path)
		}
	}
	return nil
}

// sameFile tells whether two names mean one file, or would.
func sameFile(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(x, y)
	}
	return filepath.Clean(a) == filepath.Clean(b)
}

// stopped is ErrStopped once the conversion is to end.
func (d Destination) stopped() error {
	select {
	case <-d.Stop:
		return ErrStopped
	default:
		return nil
	}
}

// spoolDir is where spools lie: beside the output, which has the room that the output needs.
func (d Destination) spoolDir() string {
	switch {
	case d.Folder != "":
		dir := filepath.Clean(d.Folder)
		for up := filepath.Dir(dir); up != dir; dir, up = up, filepath.Dir(up) { // it is made when it gets its first file
			if at, err := os.Stat(dir); err == nil && at.IsDir() {
				break
			}
		}
		return dir
	case d.Path != "":
		return filepath.Dir(d.Path)
	}
	return os.TempDir()
}

// writeFile writes a file whole or not at all: under a temporary name in the same folder, synced, then renamed.
func writeFile(path string, to placing, write func(io.Writer) error) (err error) {
	at, err := os.Stat(path)
	if err == nil && !at.Mode().IsRegular() {
		return writeInto(path, write)
	}
	temp, path, err := stage(path, to, write)
	if err != nil {
		return err
	}
	if err := move(temp, path, to); err != nil {
		return errors.Join(err, ignoreMissing(os.Remove(temp)))
	}
	return nil
}

// stage writes a file whole under a temporary name in the folder where it is to be, and tells the name that it is to
// have. Nothing stays of it after an error.
func stage(path string, to placing, write func(io.Writer) error) (temp, target string, err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a link stays one
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", "", fmt.Errorf("%w: %w", ErrOutput, err)
	}
	mode := fs.FileMode(0o666) // less what the user's mask takes away: who keeps sessions private keeps documents so
	if at, err := os.Stat(path); err == nil {
		mode = at.Mode().Perm() & 0o666
	}
	f, err := os.OpenFile(filepath.Join(dir, ".asif-"+rand.Text()), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", "", fmt.Errorf("%w: %w", ErrOutput, err)
	}
	err = write(f)
	if err == nil && to != passing {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		err = fmt.Errorf("%w: writing %s: %w", ErrOutput, path, err)
		return "", "", errors.Join(err, ignoreMissing(os.Remove(f.Name())))
	}
	return f.Name(), path, nil
}

// ReplaceFile writes a file whole or not at all, in place of what was there.
func ReplaceFile(path string, write func(io.Writer) error) error {
	return writeFile(path, replacing, write)
}

// writeInto writes to a device or a pipe, which is never replaced.
func writeInto(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrOutput, err)
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return fmt.Errorf("%w: writing %s: %w", ErrOutput, path, err)
	}
	return nil
}

// placing says what becomes of an existing file.
type placing uint8

const (
	keeping placing = iota // it stays, and the new one is refused
	replacing
	passing // keeping, but the new one need not outlive a crash
)

// move gives a finished file its name. When it is not replacing, a file that came to be meanwhile is not touched.
func move(temp, path string, to placing) error {
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
