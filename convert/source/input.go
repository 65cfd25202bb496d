package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// Input is one native file that can be opened, as often as needed.
type Input struct {
	Name    string // for people
	Locator string // relative to the harness's store; "" when there is none, as for standard input
	Framing Framing
	// Open returns the bytes as they are stored and their number, or -1 when nothing tells it before the end.
	Open func() (io.ReadCloser, int64, error)
}

// Framing says how records stand in an input.
type Framing uint8

// Framings of an input.
const (
	Lines    Framing = iota // one JSON value per line
	Whole                   // one JSON value, over as many lines as it likes
	Elements                // one JSON array, over as many lines as it likes: each element is a record
	Prefixed                // like Lines; an object may stand behind a prefix of whoever kept the log
)

// HeadSize is the most that Head returns: 64 KiB.
const HeadSize = 64 << 10

// ErrNotRegular is the error of a path that is a folder, a device, a pipe or a socket.
var ErrNotRegular = errors.New("not a regular file")

// ErrConsumed is the error of a stream that is opened again after it was read.
var ErrConsumed = errors.New("stream can be read only once")

// bom is the UTF-8 byte order mark. At the start of an input it is no fault and no part of a record.
var bom = []byte("\uFEFF")

// File is a regular file. Opening it fails with ErrNotRegular for anything else. The locator is the file's place in the
// harness's store, with slashes: "-srv-project/5c0b….jsonl" in ~/.claude/projects. It stands in documents, where it has to
// say the same on every machine, and leads back to the file from any store; for a file outside of the store it is the
// name alone.
func File(path, locator string) Input {
	return Input{Name: path, Locator: locator, Open: func() (io.ReadCloser, int64, error) {
		return openFile(path)
	}}
}

func openFile(path string) (io.ReadCloser, int64, error) {
	before, err := os.Stat(path) // first, because opening a pipe waits for its writer
	if err != nil {
		return nil, 0, err
	}
	if err := regular(path, before); err != nil {
		return nil, 0, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat() // again, because the path may have been replaced meanwhile
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

func regular(path string, info os.FileInfo) error {
	switch {
	case info.IsDir():
		return fmt.Errorf("%s is a folder: %w", path, ErrNotRegular)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s (%s): %w", path, info.Mode().Type(), ErrNotRegular)
	}
	return nil
}

// Bytes is an input in memory.
func Bytes(name string, data []byte) Input {
	return Input{Name: name, Open: func() (io.ReadCloser, int64, error) {
		return io.NopCloser(bytes.NewReader(data)), int64(len(data)), nil
	}}
}

// Head returns the first bytes of an input, decoded and without byte order mark, at most HeadSize. What could be read
// is returned even with an error.
func Head(in Input) ([]byte, error) {
	s, err := open(in)
	if err != nil {
		return nil, err
	}
	head, err := io.ReadAll(io.LimitReader(s, HeadSize))
	if err != nil {
		err = fmt.Errorf("reading %s at byte %d: %w", in.Name, len(head), err)
	}
	return bytes.TrimPrefix(head, bom), errors.Join(err, s.Close())
}

// Decoded opens an input and returns its decoded bytes, to the size that it has now.
func Decoded(in Input) (io.ReadCloser, error) { return open(in) }
