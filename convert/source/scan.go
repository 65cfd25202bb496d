package source

import (
	"errors"
	"fmt"
	"io"
)

// scan cuts the input into batches. A buffer holds the rest of the one before, then what fits of the input.
func (r *Reader) scan() {
	cur := r.take()
	for cur != nil && !r.stopped() {
		r.fill(cur)
		var rest *Batch
		switch used := r.split.lines(cur, r.base); {
		case used > 0:
			rest = r.carry(cur, used)
		case r.ended:
			r.split.record(cur, cur.buf, r.base, atInputEnd)
		default:
			cur, rest = r.long(cur)
		}
		if !r.send(cur) {
			return
		}
		cur = rest
	}
}

// fill reads until the buffer is full or the input ends, and hashes what it read.
func (r *Reader) fill(b *Batch) {
	from := len(b.buf)
	for !r.ended && len(b.buf) < cap(b.buf) {
		n, err := r.src.Read(b.buf[len(b.buf):cap(b.buf)])
		b.buf = b.buf[:len(b.buf)+n]
		r.read += int64(n)
		r.ended = err != nil || r.stopped()
		if err != nil && !errors.Is(err, io.EOF) {
			r.err = fmt.Errorf("reading %s at byte %d: %w", r.name, r.read, err)
		}
	}
	r.hash.Write(b.buf[from:])
}

// carry moves what follows the used bytes to a fresh buffer; nil when nothing follows.
func (r *Reader) carry(b *Batch, used int) *Batch {
	if r.ended && used == len(b.buf) {
		return nil
	}
	rest := r.take()
	rest.buf = append(rest.buf, b.buf[used:]...)
	r.base += int64(used)
	return rest
}

// long reads on to the end of a line that does not fit a buffer. Buffers are collected and the line is assembled once,
// so that twice the line is the peak; above the limit it is only counted. It returns the line's batch, and a buffer
// with what follows it.
func (r *Reader) long(cur *Batch) (line, rest *Batch) {
	var pieces []*Batch
	size, end := int64(len(cur.buf)), -1
	for end < 0 && !r.ended {
		if size > r.limits.Record {
			r.recycle(pieces...)
			pieces, cur.buf = nil, cur.buf[:0]
		} else {
			pieces = append(pieces, cur)
			cur = r.take()
		}
		r.fill(cur)
		if end = r.split.newline(cur.buf); end < 0 {
			size += int64(len(cur.buf))
		} else {
			size += int64(end)
		}
	}
	last, after, e := cur.buf, cur.buf[:0], atInputEnd
	if end >= 0 {
		last, after, e = cur.buf[:end], cur.buf[end+1:], atNewline
	}
	line = r.assemble(size, append(pieces, &Batch{buf: last}), e)
	r.recycle(pieces...)
	r.base += size + int64(len(cur.buf)-len(last)-len(after))
	cur.buf = append(cur.buf[:0], after...)
	return line, cur
}

// assemble makes the batch of one long line out of its pieces, which are gone when the line is above the limit.
func (r *Reader) assemble(size int64, pieces []*Batch, e ending) *Batch {
	line := &Batch{}
	if size > r.limits.Record {
		r.split.oversized(line, r.base, size)
		return line
	}
	line.alone = size > alone*int64(r.limits.chunk)
	line.buf = make([]byte, 0, size)
	for _, p := range pieces {
		line.buf = append(line.buf, p.buf...)
	}
	r.split.record(line, line.buf, r.base, e)
	return line
}

// send queues a batch, and waits for the mapper to be done with it when it has the pipeline to itself. It reports
// false when the reader was closed.
func (r *Reader) send(b *Batch) bool {
	if len(b.Records) == 0 {
		r.recycle(b)
		return true
	}
	select {
	case r.out <- b:
	case <-r.stop:
		return false
	}
	if !b.alone {
		return true
	}
	select {
	case <-r.next:
		return true
	case <-r.stop:
		return false
	}
}

// take returns an empty batch with a buffer, a used one if there is one.
func (r *Reader) take() *Batch {
	if n := len(r.spare); n > 0 {
		b := r.spare[n-1]
		r.spare = r.spare[:n-1]
		return b
	}
	select {
	case b := <-r.free:
		return b
	default:
		return &Batch{buf: make([]byte, 0, r.limits.chunk)}
	}
}

// recycle takes batches back that were not handed out. A long line's buffers are kept in part only.
func (r *Reader) recycle(batches ...*Batch) {
	for _, b := range batches {
		if cap(b.buf) == r.limits.chunk && len(r.spare) < cap(r.free) {
			b.reset()
			r.spare = append(r.spare, b)
		}
	}
}

// reset empties a batch and keeps its memory, but not that of repaired values.
func (b *Batch) reset() {
	clear(b.Records)
	b.Records, b.buf, b.shapes = b.Records[:0], b.buf[:0], b.shapes[:0]
}

// stopped reports whether the reader was closed.
func (r *Reader) stopped() bool {
	select {
	case <-r.stop:
		return true
	default:
		return false
	}
}
