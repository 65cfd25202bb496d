package convert

import (
	"io"

	"asif-convert/convert/asif"
)

// flushAt is how much an encoder gathers before it writes.
const flushAt = 256 << 10

// encoder writes a document piece by piece, and notes where its long values stand. The first error sticks.
type encoder struct {
	w   counted
	o   []byte
	win window // over the payloads
	err error

	outline asif.Outline
	listed  int // the collection that is being written, in the outline
	stopped func() error
}

// counted counts what is written.
type counted struct {
	w io.Writer
	n int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

func newEncoder(w io.Writer, payloads *spool, stopped func() error) *encoder {
	return &encoder{w: counted{w: w}, stopped: stopped, o: make([]byte, 0, flushAt+flushAt/4), win: window{from: payloads, size: windowSize}}
}

// raw appends text as it is.
func (x *encoder) raw(s string) { x.o = append(x.o, s...) }

// str appends a JSON string.
func (x *encoder) str(s string) { x.o = asif.AppendString(x.o, s) }

// member appends a name as it stands in the document and a JSON string.
func (x *encoder) member(name, value string) {
	x.o = append(x.o, name...)
	x.o = asif.AppendString(x.o, value)
}

func (x *encoder) int(name string, v int64) { x.o = asif.AppendInt(append(x.o, name...), v) }

// some flushes when enough is gathered.
func (x *encoder) some() {
	if len(x.o) > flushAt {
		x.flush()
	}
}

func (x *encoder) flush() {
	if x.err == nil {
		x.err = x.stopped()
	}
	if x.err == nil {
		_, x.err = x.w.Write(x.o)
	}
	x.o = x.o[:0]
}

// at is the offset of what comes next.
func (x *encoder) at() int64 { return x.w.n + int64(len(x.o)) }

// opened notes the bracket or brace that was written last, and closed the one that ends its value.
func (x *encoder) opened() int { return x.outline.Begin(x.at() - 1) }

func (x *encoder) closed(begun int) { x.outline.End(begun, x.at()) }

// collection ends a collection and begins the next one.
func (x *encoder) collection(end, name string) {
	x.raw(end)
	x.closed(x.listed)
	x.raw(",\n\"" + name + "\":[")
	x.listed = x.opened()
}

// payload appends bytes of the payload spool. Big ones go past the buffers.
func (x *encoder) payload(off int64, n int) {
	if n == 0 || x.err != nil {
		return
	}
	if n > windowSize {
		x.flush()
		if x.err == nil {
			_, x.err = io.Copy(&x.w, io.NewSectionReader(x.win.from, off, int64(n)))
		}
		return
	}
	p, err := x.win.at(off, n)
	if err != nil {
		x.err = err
		return
	}
	x.o = append(x.o, p...)
}

// close writes what is left.
func (x *encoder) close() error {
	x.flush()
	return x.err
}

// list separates items of an array.
type list struct {
	x   *encoder
	sep string
	n   int
}

func (l *list) next() {
	if l.n > 0 {
		l.x.o = append(l.x.o, l.sep...)
	}
	l.n++
	l.x.some()
}

// item is next for items of a collection, a line each.
func (l *list) item() {
	if l.n > 0 {
		l.x.outline.Step(l.x.at())
	}
	l.next()
	l.x.raw("\n")
}
