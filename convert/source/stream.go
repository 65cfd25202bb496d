package source

import (
	"errors"
	"fmt"
	"io"
)

// stream is an opened input: its decoded bytes up to the size seen at open.
type stream struct {
	io.Reader
	stored  *fixed
	closers []func() error
}

// open opens an input and finds out whether it is compressed.
func open(in Input) (*stream, error) {
	f, size, err := in.Open()
	if err != nil {
		return nil, fmt.Errorf("opening input: %w", err)
	}
	s := &stream{stored: &fixed{r: f, left: size}, closers: []func() error{f.Close}}
	if err := s.decode(); err != nil {
		return nil, fmt.Errorf("opening %s: %w", in.Name, errors.Join(err, s.Close()))
	}
	return s, nil
}

// smallChunk is the least size of a read buffer that was not asked for.
const smallChunk = 4 << 10

// chunk is the size of a read buffer: no more than an input of known size fills.
func (s *stream) chunk(most int) int {
	if _, packed := s.Reader.(zstdReader); packed || s.stored.left < 0 || s.stored.left >= int64(most) {
		return most
	}
	return min(most, max(smallChunk, int(s.stored.left)+smallChunk))
}

// Close closes what was opened, last first.
func (s *stream) Close() error {
	var errs []error
	for i := len(s.closers) - 1; i >= 0; i-- {
		errs = append(errs, s.closers[i]())
	}
	s.closers = nil
	return errors.Join(errs...)
}

// maxIdle is how many reads in a row may bring nothing.
const maxIdle = 100

// fixed ends at a size, so that a file that grows while it is read gives one well-defined prefix.
type fixed struct {
	r      io.Reader
	left   int64 // -1: until the reader ends
	idle   int   // reads in a row that brought nothing
	grew   bool  // there is more after the size
	shrank bool  // the reader ended before the size
}

// Read reads up to the size and looks once for a byte beyond it.
func (f *fixed) Read(p []byte) (int, error) {
	if f.left == 0 {
		return 0, f.end()
	}
	if f.left > 0 && int64(len(p)) > f.left {
		p = p[:f.left]
	}
	n, err := f.r.Read(p)
	if f.left > 0 {
		f.left -= int64(n)
		f.shrank = err == io.EOF && f.left > 0
	}
	if f.idle++; n > 0 {
		f.idle = 0
	}
	if err == nil && f.idle == maxIdle {
		err = io.ErrNoProgress
	}
	return n, err
}

func (f *fixed) end() error {
	if f.grew {
		return io.EOF
	}
	var beyond [1]byte
	n, err := f.r.Read(beyond[:])
	f.grew = n > 0
	if err != nil && err != io.EOF {
		return err
	}
	return io.EOF
}

// keepLimit is how much of a stream is kept so that it can be opened again after its head was read: 1 MiB.
const keepLimit = 1 << 20

// Stdin is a stream that is read until it ends, for standard input and pipes. It can be opened again while no more
// than its head was read; after that, opening fails with ErrConsumed. The caller closes r; a Reader that is closed
// early may still take one piece from it.
func Stdin(r io.Reader) Input {
	s := &replay{r: r}
	return Input{Name: "stdin", Open: func() (io.ReadCloser, int64, error) {
		if s.gone {
			return nil, 0, fmt.Errorf("stdin: %w", ErrConsumed)
		}
		return &view{of: s}, -1, nil
	}}
}

// replay keeps the beginning of a stream.
type replay struct {
	r    io.Reader
	kept []byte
	gone bool // more was read than is kept
}

// view reads a replay from its beginning. Only the view opened last may be read.
type view struct {
	of  *replay
	pos int
}

// Read reads what is kept, then the stream.
func (v *view) Read(p []byte) (int, error) {
	if v.pos < len(v.of.kept) {
		n := copy(p, v.of.kept[v.pos:])
		v.pos += n
		return n, nil
	}
	n, err := v.of.r.Read(p)
	if v.of.gone {
		return n, err
	}
	v.pos += n
	if v.pos > keepLimit {
		v.of.kept, v.of.gone = nil, true
		return n, err
	}
	v.of.kept = append(v.of.kept, p[:n]...)
	return n, err
}

// Close leaves the stream open: it belongs to the caller.
func (v *view) Close() error { return nil }
