package source

import "bytes"

// byLine tells whether each line is a record for itself.
func (f Framing) byLine() bool { return f == Lines || f == Prefixed }

// prefixed makes the records of a line that is no value: one of an object behind a prefix, else what damaged makes of it.
func (s *splitter) prefixed(b *Batch, line []byte, at int64, e ending) {
	n := len(b.Records)
	prefix, object := CutPrefix(line)
	at += int64(len(line) - len(object))
	if prefix != nil && s.fits(b, object) {
		s.add(b, s.sound(object), at)
	} else {
		s.damaged(b, object, at, e)
	}
	b.Records[n].Prefix = prefix
}

// CutPrefix cuts off what whoever kept a log wrote on a line before an object, such as a time and a level: all up to the
// first object that stands behind a blank or a tab. prefix is nil, and object the line, where nothing is before one: also
// on a line that begins with an object, torn or not, or with an array.
func CutPrefix(line []byte) (prefix, object []byte) {
	start, _ := gap(line)
	if start == len(line) || line[start] == '{' || standing(line[start:], 0) > 0 {
		return nil, line
	}
	for i := start + 1; ; i++ {
		k := bytes.IndexByte(line[i:], '{')
		if k < 0 {
			return nil, line
		}
		if i += k; blank(line[i-1]) && bytes.HasPrefix(bytes.TrimLeft(line[i+1:], " \t"), []byte{'"'}) {
			end, _ := gapBefore(line[:i])
			return line[start:end], line[i:]
		}
	}
}
