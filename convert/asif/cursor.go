package asif

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// errChanged is reported when a document is no longer what was validated when it was opened.
var errChanged = errors.New("the document changed while it was read")

// window is how much is read at once, and firstWindow how much at first: often no more is wanted.
const (
	window      = 256 << 10
	firstWindow = 16 << 10
)

// cursor finds where values begin and end in JSON that has been validated before, in memory or in a document. It
// never loops on bytes that are not JSON after all: it stops with an error.
type cursor struct {
	src   io.ReaderAt // nil: everything is in buf
	buf   []byte
	base  int64   // offset of buf[0]
	end   int64   // offset behind the last byte
	pos   int     // in buf
	keep  int     // in buf: bytes from here on are kept when more is read; -1: none
	limit int     // most bytes that are kept
	names int     // the same for member names
	step  int64   // bytes that are read next; twice as many each time
	most  int64   // of them
	known []Range // arrays and objects whose ends are known, by their beginnings
	err   error
}

// inMemory returns a cursor over raw.
func inMemory(raw []byte) *cursor {
	return &cursor{buf: raw, end: int64(len(raw)), keep: -1, limit: len(raw), names: len(raw)}
}

// inDocument returns a cursor over the bytes of src at the range. Values longer than the inline limit are not kept.
func inDocument(src io.ReaderAt, at Range, lim Limits) *cursor {
	return &cursor{
		src: src, base: at.Offset, end: at.Offset + at.Length, keep: -1,
		limit: int(lim.Inline), names: int(lim.Value), step: firstWindow, most: window,
	}
}

func (c *cursor) offset() int64 { return c.base + int64(c.pos) }

// fill reads more behind buf and reports whether there is more. Bytes before keep, or all, are dropped.
func (c *cursor) fill() bool {
	next := c.base + int64(len(c.buf))
	if c.src == nil || c.err != nil || next >= c.end {
		return false
	}
	if c.keep >= 0 && len(c.buf)-c.keep > c.limit {
		c.keep = -1
	}
	from := len(c.buf)
	if c.keep >= 0 {
		from = c.keep
		c.keep = 0
	}
	kept := copy(c.buf, c.buf[from:])
	c.base += int64(from)
	c.pos -= from
	size := kept + int(min(c.step, c.end-next))
	c.step = min(2*c.step, c.most)
	if cap(c.buf) < size {
		c.buf = append(make([]byte, 0, max(size, 2*kept)), c.buf[:kept]...)
	}
	c.buf = c.buf[:size]
	n, err := c.src.ReadAt(c.buf[kept:], next)
	if n < size-kept {
		if err == io.EOF {
			err = errChanged
		}
		c.err = fmt.Errorf("reading the document at byte %d: %w", next+int64(n), err)
	}
	c.buf = c.buf[:kept+n]
	return n > 0
}

// peek skips white space and returns the next byte, 0 at the end.
func (c *cursor) peek() byte {
	for {
		for ; c.pos < len(c.buf); c.pos++ {
			switch c.buf[c.pos] {
			case ' ', '\t', '\n', '\r':
			default:
				return c.buf[c.pos]
			}
		}
		if !c.fill() {
			return 0
		}
	}
}

// value skips one value and returns where it stands, with its bytes unless they are longer than the limit. The bytes
// are valid until the cursor moves on.
func (c *cursor) value() (Range, []byte) {
	first := c.peek()
	c.keep = c.pos
	start := c.offset()
	switch first {
	case '"':
		c.text()
	case '{', '[':
		if end := c.knows(start); end > 0 {
			c.pass(end, first)
		} else {
			c.nested()
		}
	default:
		c.scalar()
	}
	at := Range{Offset: start, Length: c.offset() - start}
	if c.keep < 0 || at.Length > int64(c.limit) {
		return at, nil
	}
	raw := c.buf[c.keep:c.pos:c.pos]
	c.keep = -1
	return at, raw
}

// name is value for the name of a member.
func (c *cursor) name() (Range, []byte) {
	limit := c.limit
	c.limit = c.names
	at, raw := c.value()
	c.limit = limit
	return at, raw
}

// fail stops the cursor.
func (c *cursor) fail() {
	if c.err == nil {
		c.err = fmt.Errorf("reading the document at byte %d: %w", c.offset(), errChanged)
	}
}

// text skips a string.
func (c *cursor) text() {
	c.pos++
	escaped := false // the byte at pos stands behind an odd number of backslashes
	for {
		rest := c.buf[c.pos:]
		n := bytes.IndexByte(rest, '"')
		found := n >= 0
		if !found {
			n = len(rest)
		}
		odd := oddBackslashes(rest[:n], escaped)
		if found {
			c.pos += n + 1
			if !odd {
				return
			}
			escaped = false
			continue
		}
		escaped = odd
		c.pos = len(c.buf)
		if !c.fill() {
			c.fail()
			return
		}
	}
}

// knows is where the object or array that begins at an offset ends; 0: that is not known.
func (c *cursor) knows(at int64) int64 {
	for len(c.known) > 0 && c.known[0].Offset < at {
		c.known = c.known[1:]
	}
	if len(c.known) == 0 || c.known[0].Offset != at {
		return 0
	}
	return at + c.known[0].Length
}

// pass passes over an object or array whose end is known. Of what is in it only the last byte is read.
func (c *cursor) pass(end int64, first byte) {
	c.keep = -1
	if end > c.base+int64(len(c.buf)) {
		c.base, c.buf, c.pos, c.step = end-1, c.buf[:0], 0, min(c.step, firstWindow)
		if end > c.end || !c.fill() {
			c.fail()
			return
		}
	} else {
		c.pos = int(end - 1 - c.base)
	}
	if c.buf[c.pos] != first+2 { // a closing brace or bracket
		c.fail()
		return
	}
	c.pos++
}

// nested skips an object or array.
func (c *cursor) nested() {
	depth := 0
	for {
		for c.pos < len(c.buf) {
			switch c.buf[c.pos] {
			case '"':
				c.text()
				continue
			case '{', '[':
				depth++
			case '}', ']':
				depth--
			}
			c.pos++
			if depth == 0 {
				return
			}
		}
		if c.err != nil {
			return
		}
		if !c.fill() {
			c.fail()
			return
		}
	}
}

// scalar skips a number or a literal.
func (c *cursor) scalar() {
	start := c.offset()
	for {
		for ; c.pos < len(c.buf); c.pos++ {
			switch c.buf[c.pos] {
			case ',', ']', '}', ':', ' ', '\t', '\n', '\r', '"', '[', '{':
				if c.offset() == start {
					c.fail()
				}
				return
			}
		}
		if !c.fill() {
			if c.offset() == start {
				c.fail()
			}
			return
		}
	}
}

// elements visits the items of the array that comes next. Anything but an array has none. It stops when visit says so.
func (c *cursor) elements(visit func(Item) bool) {
	if c.peek() != '[' {
		return
	}
	c.pos++
	c.items(visit)
}

// items visits what is left of the items of an array. It stops when visit says so.
func (c *cursor) items(visit func(Item) bool) {
	for i := 0; ; i++ {
		switch c.peek() {
		case ']':
			return
		case ',':
			c.pos++
		}
		at, raw := c.value()
		if c.err != nil || !visit(Item{Index: i, Range: at, Raw: raw}) {
			return
		}
	}
}

// members visits the members of the object that comes next. Anything but an object has none.
func (c *cursor) members(visit func(Item) bool) {
	i := 0
	c.fields(func(f field) bool {
		it := Item{Index: i, Name: string(AppendUnquoted(nil, f.key)), Range: f.at, Raw: f.raw}
		i++
		return visit(it)
	})
}

// fields visits the members of the object that comes next, names as they are spelled. Anything but an object has none.
func (c *cursor) fields(visit func(field) bool) {
	if c.peek() != '{' {
		return
	}
	c.pos++
	for {
		switch c.peek() {
		case '}':
			return
		case ',':
			c.pos++
		}
		at, key := c.name()
		if key == nil && c.err == nil {
			c.err = &LimitError{What: "value", Limit: int64(c.names), Byte: at.Offset}
		}
		if c.src != nil {
			key = bytes.Clone(key) // reading on moves the bytes
		}
		if c.err == nil && (len(key) < 2 || c.peek() != ':') {
			c.fail()
		}
		if c.err != nil {
			return
		}
		c.pos++
		at, raw := c.value()
		if c.err != nil || !visit(field{key: key, at: at, raw: raw}) {
			return
		}
	}
}
