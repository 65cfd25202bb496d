package source

import "asif-convert/losses/scan"

// maxMarks is how many values a record may have for its shape to be noted: 1.3 MB of marks.
const maxMarks = 64 << 10

// bytesPerMark is how much text a value takes in the records that harnesses write, names and all; shapes of others grow.
const bytesPerMark = 24

// fits checks a value of the batch, which keeps its shape.
func (s *splitter) fits(b *Batch, value []byte) bool {
	if b.shapes == nil {
		b.shapes = make(scan.Shape, 0, min(cap(b.buf), chunkSize)/bytesPerMark)
	}
	s.check.shape = b.shapes
	ok := s.check.fits(value)
	if s.check.over {
		s.check.shape = s.check.shape[:s.check.base]
	}
	b.shapes = s.check.shape
	return ok
}

// sound is the record of a value that fits, with what the check noted of it.
func (s *splitter) sound(value []byte) Record {
	return Record{Raw: value, typed: int32(s.check.typed), shape: s.check.shaped()}
}

// mark notes where a value begins and returns the number of its mark. Behind the last one that is kept it is made again.
func (c *checker) mark() int {
	n := len(c.shape)
	switch {
	case n-c.base == maxMarks:
		n--
		c.over = true
	case n < cap(c.shape):
		c.shape = c.shape[:n+1]
	default:
		c.shape = append(c.shape, scan.Mark{})
	}
	m := &c.shape[n]
	m.Name, m.NameEnd, m.At, m.Below = int32(c.from), int32(c.to), int32(c.i), 0
	c.from, c.to = 0, 0
	return n
}

// shaped is the shape of the value that was checked last, or nil when it was not noted.
func (c *checker) shaped() scan.Shape {
	if c.over || c.base == len(c.shape) {
		return nil
	}
	return c.shape[c.base:len(c.shape):len(c.shape)]
}

// forget drops what was noted of a value that is not plainly valid.
func (c *checker) forget() { c.typed, c.shape = 0, c.shape[:c.base] }
