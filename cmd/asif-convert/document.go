package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"asif-convert/convert/asif"
)

// input is a document's file, opened.
type input struct {
	*os.File
	name string // for people
	path string // "" for standard input
	dir  string // that paths in the document are relative to; "" for standard input
	size int64
	own  *asif.Outline // this process has written it: it is not checked again; nil: it has not
}

// openInput opens the file at name; "-" is stdin. What cannot be read is an inputError.
func openInput(name string, stdin io.Reader) (*input, error) {
	in := &input{name: name, path: name, dir: filepath.Dir(name)}
	var err error
	if name == "-" {
		in.name, in.path, in.dir = "standard input", "", ""
		in.File, err = spool(stdin)
	} else {
		in.File, err = os.Open(name)
	}
	if err != nil {
		return nil, inputError{fmt.Errorf("opening document: %w", err)}
	}
	info, err := in.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = errors.New("is a folder")
	case !info.Mode().IsRegular(): // a pipe has no size and cannot be read twice
		pipe := in.File
		if in.File, err = spool(pipe); err != nil {
			in.File = pipe
			break
		}
		if err = pipe.Close(); err == nil {
			info, err = in.Stat()
		}
	}
	if err != nil {
		return nil, errors.Join(in.fault(err), in.Close())
	}
	in.size = info.Size()
	return in, nil
}

// open reads the index of the document.
func (in *input) open() (*asif.Document, error) {
	var d *asif.Document
	var err error
	if in.own != nil {
		d, err = asif.Reopen(in, in.size, asif.Limits{}, *in.own)
	} else {
		d, err = asif.Open(in, in.size, asif.Limits{})
	}
	if errors.Is(err, asif.ErrVersion) {
		return nil, unsupportedError{fmt.Errorf("reading document %s: %w", in.name, err)}
	}
	if err != nil {
		return nil, in.fault(err)
	}
	return d, nil
}

func (in *input) fault(err error) error {
	return inputError{fmt.Errorf("reading document %s: %w", in.name, err)}
}

// maxSmall bounds files that are read as a whole: receipts, reports, snapshots, profiles.
const maxSmall = 64 << 20

// readSmall reads such a file. A larger one, or a device without an end, is none.
func readSmall(name string) (raw []byte, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer closing(f, &err)
	raw, err = io.ReadAll(io.LimitReader(f, maxSmall+1))
	if err == nil && len(raw) > maxSmall {
		err = fmt.Errorf("%s is larger than %d MiB", name, maxSmall>>20)
	}
	return raw, err
}

// spool copies a stream to a file that nobody else can see and that goes when it is closed: a document is read at any
// place, and it may be larger than memory.
func spool(r io.Reader) (*os.File, error) {
	f, err := os.CreateTemp("", "asif-convert-")
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(f, r)
	if err = errors.Join(err, os.Remove(f.Name())); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
