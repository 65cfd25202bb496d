package source

import (
	"bytes"
)

var newline = []byte{'\n'}

// ending says what stands after a line.
type ending uint8

const (
	atNewline ending = iota
	atInputEnd
)

// splitter turns lines into records.
type splitter struct {
	input   int
	framing Framing
	limit   int64
	line    int   // lines begun
	records int64 // made
	check   checker
}

// newline finds the end of the first line in b: the byte 0x0A and nothing else, -1 for none.
func (s *splitter) newline(b []byte) int {
	if !s.framing.byLine() {
		return -1
	}
	return bytes.IndexByte(b, '\n')
}

// lines makes records of the complete lines in the batch's buffer, whose first byte is at base, and returns how many
// bytes they take. It stops early when the batch has many records.
func (s *splitter) lines(b *Batch, base int64) int {
	used := 0
	for len(b.Records) < maxRecords {
		end := s.newline(b.buf[used:])
		if end < 0 {
			break
		}
		s.record(b, b.buf[used:used+end], base+int64(used), atNewline)
		used += end + 1
	}
	return used
}

// record makes the records of one line, or of a Whole input. at is the offset of its first byte.
func (s *splitter) record(b *Batch, line []byte, at int64, e ending) {
	if int64(len(line)) > s.limit {
		s.oversized(b, at, int64(len(line)))
		return
	}
	s.line++
	if at == 0 && bytes.HasPrefix(line, bom) {
		line, at = line[len(bom):], int64(len(bom))
	}
	value, lead := trim(line)
	switch {
	case len(value) == 0:
	case s.framing == Elements && value[0] == '[':
		s.elements(b, value, at+int64(lead))
	case !s.framing.byLine():
		s.whole(b, line, at)
	case s.fits(b, value):
		s.add(b, s.sound(value), at+int64(lead))
	case s.framing == Prefixed:
		s.prefixed(b, value, at+int64(lead), e)
	default:
		s.damaged(b, value, at+int64(lead), e)
	}
}

// oversized makes the record of a line above the limit.
func (s *splitter) oversized(b *Batch, at, size int64) {
	s.line++
	s.add(b, Record{Span: Span{Length: size}, Fault: FaultOversized}, at)
}

// add completes a record, whose first byte is at offset at, and counts it. Its length is Raw's unless it is set.
func (s *splitter) add(b *Batch, r Record, at int64) {
	r.Input = s.input
	if r.Line == 0 {
		r.Line = s.line
	}
	if r.Span.Length == 0 {
		r.Span.Length = int64(len(r.Raw))
	}
	r.Span.Offset, r.Span.Input = at, s.input
	b.Records = append(b.Records, r)
	s.records++
}

// trim cuts JSON's white space off a line and returns how much of it stood before the value.
func trim(line []byte) (value []byte, lead int) {
	end := len(line)
	for lead < end && blank(line[lead]) {
		lead++
	}
	for end > lead && blank(line[end-1]) {
		end--
	}
	return line[lead:end], lead
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
