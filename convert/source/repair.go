package source

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// damaged makes the records of a line that is not one strictly valid value: values that can be repaired, several
// values, or what stands there. line neither begins nor ends with white space; at is its offset.
func (s *splitter) damaged(b *Batch, line []byte, at int64, e ending) {
	rest := line
	for n := 0; ; n++ {
		skipped, fault := gap(rest)
		rest, at = rest[skipped:], at+int64(skipped)
		switch {
		case len(rest) == 0 && n == 0: // NUL bytes alone
			s.add(b, Record{Raw: line, Fault: FaultNUL | torn(e)}, at-int64(skipped))
			return
		case len(rest) == 0:
			b.Records[len(b.Records)-1].Fault |= fault
			return
		case n > 0:
			fault |= FaultGlued
		}
		size := standing(rest, n)
		if size > 0 {
			raw, f := repair(rest[:size])
			s.add(b, Record{Raw: raw, Fault: fault | f, Span: Span{Length: int64(size)}}, at)
		} else {
			var f Fault
			size, f = junk(rest, e)
			s.add(b, Record{Raw: rest[:size], Fault: fault | f}, at)
		}
		rest, at = rest[size:], at+int64(size)
	}
}

// whole makes the record of an input that is one value. data is not blank; at is its offset.
func (s *splitter) whole(b *Batch, data []byte, at int64) {
	lead, fault := gap(data)
	if lead == len(data) {
		s.add(b, Record{Raw: data, Fault: FaultNUL | FaultTorn}, at)
		return
	}
	end, f := gapBefore(data)
	value := data[lead:end]
	r := Record{
		Line:  s.line + bytes.Count(data[:lead], newline),
		Span:  Span{Length: int64(len(value))},
		Raw:   value,
		Fault: fault | f,
	}
	if !s.fits(b, value) {
		size, err := measure(value)
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF):
			r.Fault |= FaultTorn | FaultTail
			r.broken = int64(size)
		case err != nil || size < len(value):
			r.Fault |= FaultTorn
			r.broken = int64(size)
		default:
			r.Raw, f = repair(value)
			r.Fault |= f
		}
	}
	s.add(b, r, at+int64(lead))
}

// elements makes a record of each element of an array, as far as it can be read. at is the array's offset.
func (s *splitter) elements(b *Batch, array []byte, at int64) {
	first := s.line
	for i := 1; i < len(array); {
		if blank(array[i]) || array[i] == ',' {
			i++
			continue
		}
		if array[i] == ']' {
			s.behind(b, array[i+1:], at+int64(i)+1, first+bytes.Count(array[:i], newline))
			return
		}
		r := Record{Line: first + bytes.Count(array[:i], newline)}
		size, err := measure(array[i:])
		if err != nil {
			r.Raw, r.Fault = array[i:], torn(atInputEnd)
			s.add(b, r, at+int64(i))
			return
		}
		r.Raw, r.Span.Length = array[i:i+size], int64(size)
		if s.fits(b, r.Raw) {
			r.typed, r.shape = int32(s.check.typed), s.check.shaped()
		} else {
			r.Raw, r.Fault = repair(r.Raw)
		}
		s.add(b, r, at+int64(i))
		i += size
	}
	s.add(b, Record{Line: first + bytes.Count(array, newline), Fault: torn(atInputEnd)}, at+int64(len(array))) // it was not closed
}

// behind makes a record of what stands behind an array.
func (s *splitter) behind(b *Batch, rest []byte, at int64, line int) {
	if value, lead := trim(rest); len(value) > 0 {
		s.add(b, Record{Raw: value, Line: line + bytes.Count(rest[:lead], newline), Fault: FaultTorn}, at+int64(lead))
	}
}

// torn is the fault of bytes that are no value and end a line.
func torn(e ending) Fault {
	if e == atInputEnd {
		return FaultTorn | FaultTail
	}
	return FaultTorn
}

// standing returns the size of the value that line begins with, after n values on the same line; 0 for none. Next to
// other values only objects and arrays count: "2025-01-01" is not three numbers.
func standing(line []byte, n int) int {
	if n >= maxGlued {
		return 0
	}
	size, err := measure(line)
	if err != nil {
		return 0
	}
	if line[0] == '{' || line[0] == '[' {
		return size
	}
	if after, _ := gap(line[size:]); n > 0 || size+after < len(line) {
		return 0
	}
	return size
}

// junk returns the size of what is no value at the beginning of line. That is all of it, unless NUL bytes stand before
// a value: a crash left a cut write and a hole, and the next process went on behind it.
func junk(line []byte, e ending) (int, Fault) {
	if hole := bytes.LastIndexByte(line, 0) + 1; hole > 0 && hole < len(line) {
		blanks, _ := gap(line[hole:])
		if behind := line[hole+blanks:]; len(behind) > 0 && standing(behind, 1) > 0 {
			size, _ := gapBefore(line[:hole])
			return size, FaultTorn
		}
	}
	size, _ := gapBefore(line)
	return size, torn(e)
}

// gap measures the white space and NUL bytes that b begins with.
func gap(b []byte) (size int, f Fault) {
	for size < len(b) && (b[size] == 0 || blank(b[size])) {
		if b[size] == 0 {
			f = FaultNUL
		}
		size++
	}
	return size, f
}

// gapBefore returns where the white space and NUL bytes begin that b ends with.
func gapBefore(b []byte) (end int, f Fault) {
	for end = len(b); end > 0 && (b[end-1] == 0 || blank(b[end-1])); end-- {
		if b[end-1] == 0 {
			f = FaultNUL
		}
	}
	return end, f
}

// measure returns the size of the JSON value that b begins with, whose strings may hold anything and whose member names
// may repeat. With an error, it is where the value breaks; nesting beyond 10,000 levels is an error too.
func measure(b []byte) (int, error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(b), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	_, err := d.ReadValue()
	if err == nil {
		return int(d.InputOffset()), nil
	}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return int(syntax.ByteOffset), err
	}
	return 0, err
}

// repair makes a measured value valid: a copy where its size changes, else in place, since the buffer is the reader's own
// and hashed already.
func repair(value []byte) ([]byte, Fault) {
	var f Fault
	if !utf8.Valid(value) {
		value, f = bytes.ToValidUTF8(value, []byte("\uFFFD")), FaultUTF8
	}
	for i := loneSurrogate(value, 0); i >= 0; i = loneSurrogate(value, i+escapeSize) {
		copy(value[i:], `\ufffd`)
		f |= FaultSurrogate
	}
	if !jsontext.Value(value).IsValid() {
		f |= FaultDuplicate // all else that strict JSON forbids is gone
		value = lastMembers(value)
	}
	if deeper(value) {
		value, f = flatten(value), f|FaultDeep
	}
	return value, f
}

// escapeSize is the size of an escape like \u0041.
const escapeSize = 6

// loneSurrogate finds the next escape from i on that is half of a surrogate pair; -1 for none.
func loneSurrogate(value []byte, i int) int {
	for {
		next := bytes.IndexByte(value[i:], '\\') // in valid JSON only inside strings
		if next < 0 {
			return -1
		}
		i += next
		high := escaped(value[i:])
		switch {
		case high < 0:
			i += 2
		case !utf16.IsSurrogate(high):
			i += escapeSize
		case utf16.DecodeRune(high, escaped(value[i+escapeSize:])) == utf8.RuneError:
			return i
		default:
			i += 2 * escapeSize
		}
	}
}

// escaped is the code unit of the escape like \u0041 that b begins with; -1 when it does not.
func escaped(b []byte) rune {
	if len(b) < escapeSize || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	unit, err := strconv.ParseUint(string(b[2:escapeSize]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(unit)
}
