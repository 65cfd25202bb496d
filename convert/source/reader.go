package source

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"asif-convert/losses/scan"
)

// ErrClosed is the error of a reader that was closed before its end.
var ErrClosed = errors.New("reader is closed")

// Reader reads, hashes, splits and validates one input in a goroutine of its own, so that mapping runs beside it.
// Next, Release, Summary and Close are for one goroutine.
type Reader struct {
	out  chan *Batch   // batches in input order; closed at the end
	free chan *Batch   // released batches
	next chan struct{} // the mapper is done with a batch that had the pipeline to itself
	stop chan struct{} // closed by Close

	// of the mapper's goroutine
	held    bool // the batch handed out last has the pipeline to itself
	over    bool // out was seen closed
	closed  bool
	bounded bool // the input's size was known, so no read of it waits for long

	// of the reading goroutine, until out is closed
	name    string
	src     *stream
	hash    hash.Hash
	limits  Limits
	split   splitter
	base    int64 // offset of the current buffer
	read    int64 // decoded bytes so far
	ended   bool  // nothing more can be read
	err     error
	closing error
	spare   []*Batch // recycled without having been handed out
}

// Batch is a run of records that share one buffer. It is the mapper's until it is released.
type Batch struct {
	Records []Record

	buf    []byte
	shapes scan.Shape // of the records' values
	alone  bool       // has the pipeline to itself
}

// Summary is what is known of an input once it was read. After an error it tells of the bytes before it.
type Summary struct {
	Bytes   int64  // decoded
	SHA256  string // of the decoded bytes, in lower-case hex
	Records int64  // with those that could not be read
	Grew    bool   // there were more bytes than at the start, left unread
	Shrank  bool   // there were fewer
}

// NewReader opens an input and begins to read it. index is its index within the session. The reader must be closed.
func NewReader(in Input, index int, lim Limits) (*Reader, error) {
	src, err := open(in)
	if err != nil {
		return nil, err
	}
	lim = lim.withDefaults()
	lim.chunk = src.chunk(lim.chunk)
	r := &Reader{
		out:     make(chan *Batch, queued),
		free:    make(chan *Batch, queued+2),
		next:    make(chan struct{}, 1),
		stop:    make(chan struct{}),
		bounded: src.stored.left >= 0,
		name:    in.Name,
		src:     src,
		hash:    sha256.New(),
		limits:  lim,
		split:   splitter{input: index, framing: in.Framing, limit: lim.Record},
	}
	go r.run()
	return r, nil
}

// Next returns the next batch, io.EOF after the last, or the error that ended the input; all records before an error
// were delivered. It also ends the wait for a long record that was handed out before, released or not.
func (r *Reader) Next() (*Batch, error) {
	if r.closed {
		return nil, fmt.Errorf("reading %s: %w", r.name, ErrClosed)
	}
	r.resume()
	if b, ok := <-r.out; ok {
		r.held = b.alone
		return b, nil
	}
	r.over = true
	if r.err != nil {
		return nil, r.err
	}
	return nil, io.EOF
}

// Release hands a batch back. Its records must not be used afterwards.
func (r *Reader) Release(b *Batch) {
	if b.alone {
		r.resume()
	}
	if cap(b.buf) != r.limits.chunk {
		return // a long record's buffer is not kept
	}
	b.reset()
	select {
	case r.free <- b:
	default:
	}
}

func (r *Reader) resume() {
	if r.held {
		r.held = false
		r.next <- struct{}{}
	}
}

// Close stops reading. For an input of known size it returns when the goroutine has ended; for a stream, whose read
// cannot be interrupted, the goroutine ends after that read.
func (r *Reader) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	close(r.stop)
	if !r.bounded {
		return nil
	}
	for range r.out { // batches that nobody took; ends when the goroutine does
	}
	return r.closing
}

// Summary tells what was read. It is zero until Next has returned an error.
func (r *Reader) Summary() Summary {
	if !r.over {
		return Summary{}
	}
	return Summary{
		Bytes:   r.read,
		SHA256:  hex.EncodeToString(r.hash.Sum(nil)),
		Records: r.split.records,
		Grew:    r.src.stored.grew,
		Shrank:  r.src.stored.shrank,
	}
}

// run is the reading goroutine.
func (r *Reader) run() {
	defer close(r.out)
	r.scan()
	r.closing = r.src.Close()
}
