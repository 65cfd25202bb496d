package convert

import (
	"cmp"
	"fmt"
	"io"
	"os"
)

// spoolBuffer is how much a spool holds before it goes to disk: a small session never makes a file.
const spoolBuffer = 256 << 10

// spool is an append-only byte store on disk. The file lies in dir, has no name from the start on, and its bytes go
// when it is closed. The first error sticks.
type spool struct {
	dir  string
	file *os.File
	buf  []byte // not yet on disk
	done int64  // bytes on disk
	err  error
}

// size is the offset of the next byte.
func (s *spool) size() int64 { return s.done + int64(len(s.buf)) }

// write appends p and keeps no reference to it.
func (s *spool) write(p []byte) {
	if len(s.buf)+len(p) > spoolBuffer {
		s.flush()
		if len(p) > spoolBuffer {
			s.put(p)
			return
		}
	}
	if s.buf == nil && len(p) > 0 {
		s.buf = make([]byte, 0, 8<<10)
	}
	s.buf = append(s.buf, p...)
}

func (s *spool) flush() {
	s.put(s.buf)
	s.buf = s.buf[:0]
}

func (s *spool) put(p []byte) {
	if s.err != nil || len(p) == 0 {
		return
	}
	if s.file == nil {
		if s.file, s.err = unnamed(s.dir); s.err != nil {
			return
		}
	}
	n, err := s.file.Write(p)
	s.done += int64(n)
	if err != nil {
		s.err = fmt.Errorf("writing spool: %w", err)
	}
}

// unnamed makes a file that vanishes with its last handle.
func unnamed(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, ".asif-spool-*")
	if err != nil {
		return nil, fmt.Errorf("making spool: %w", err)
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, fmt.Errorf("unlinking spool: %w", err)
	}
	return f, nil
}

// ReadAt reads what was written, on disk or not.
func (s *spool) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	if off < s.done {
		m, err := s.file.ReadAt(p[:min(int64(len(p)), s.done-off)], off)
		if n = m; err != nil && err != io.EOF {
			return n, fmt.Errorf("reading spool: %w", err)
		}
		off += int64(m)
	}
	if n < len(p) && off >= s.done && off < s.size() {
		n += copy(p[n:], s.buf[off-s.done:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// copyTo writes stretches of the spool to w.
func (s *spool) copyTo(w io.Writer, runs []stretch) error {
	for _, r := range runs {
		if s.err != nil {
			return s.err
		}
		if _, err := io.Copy(w, io.NewSectionReader(s, r.from, r.to-r.from)); err != nil {
			return err
		}
	}
	return s.err
}

func (s *spool) close() {
	if s.file != nil {
		_ = s.file.Close() // unnamed: nothing of it stays, whatever Close says
	}
}

// spools hold the payloads and the resources of all documents of one input.
type spools struct{ payloads, resources spool }

// in says in which folder they lie.
func (s *spools) in(dir string) { s.payloads.dir, s.resources.dir = dir, dir }

func (s *spools) err() error { return cmp.Or(s.payloads.err, s.resources.err) }

func (s *spools) close() {
	s.payloads.close()
	s.resources.close()
}

// window is a view of a spool that moves forward cheaply: payloads are read mostly in the order they were written.
type window struct {
	from *spool
	size int // of a view
	buf  []byte
	base int64
}

const windowSize = 256 << 10

// at returns bytes [off, off+n), valid until the next call.
func (w *window) at(off int64, n int) ([]byte, error) {
	if s := w.from; off >= s.done {
		return s.buf[off-s.done : off-s.done+int64(n)], nil
	}
	if off < w.base || off+int64(n) > w.base+int64(len(w.buf)) {
		want := int(min(max(int64(n), int64(w.size)), w.from.size()-off))
		if cap(w.buf) < want || cap(w.buf) > 4*windowSize && want <= windowSize {
			w.buf = make([]byte, max(want, w.size))
		}
		m, err := w.from.ReadAt(w.buf[:want], off)
		w.buf, w.base = w.buf[:m], off
		if err != nil || m < n {
			return nil, fmt.Errorf("reading spool at %d: %w", off, err)
		}
	}
	return w.buf[off-w.base : off-w.base+int64(n)], nil
}
