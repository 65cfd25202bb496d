package source

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"

	"asif-convert/losses/scan"

	"github.com/go-json-experiment/json/jsontext"
)

// Checker tells whether bytes are JSON. The zero value is ready; it is made once and used often.
type Checker struct{ c checker }

// Valid reports whether b is one JSON value that a document may hold: UTF-8, and no member twice.
func (c *Checker) Valid(b []byte) bool {
	c.c.shape = c.c.shape[:0]
	return c.c.valid(b)
}

// valid reports whether b is one JSON value as strictly as jsontext has it: UTF-8, no repeated member names. What is not
// plainly valid is left to jsontext to decide, so that the two cannot disagree on what they refuse.
func (c *checker) valid(b []byte) bool {
	if c.plainly(b) {
		return true
	}
	c.forget()
	return jsontext.Value(b).IsValid()
}

// fits reports whether b is valid and can be a record as it is: no deeper than MaxNesting.
func (c *checker) fits(b []byte) bool {
	if c.plainly(b) {
		return true
	}
	c.forget()
	return !deeper(b) && jsontext.Value(b).IsValid()
}

const (
	maxNesting = 64 // deeper values are left to jsontext
	maxNames   = 64 // members of an object; larger ones are left to jsontext
)

// checker walks values, one after the other, once and without recursion.
type checker struct {
	b       []byte
	i       int
	depth   int
	kinds   [maxNesting]byte   // '{' or '['
	first   [maxNesting]int    // of the object's names
	taken   [maxNesting]uint64 // a bit for each of them, by its hash: most names are new at a glance
	names   []name
	store   [4 * maxNames]name
	escaped bool // a text with an escape was taken
	typed   int  // after the colon of the value's member "type"; 0 for none

	shape    scan.Shape      // of the values of a batch, one behind the other
	base     int             // where that of the value begins
	over     bool            // the value has more marks than are kept
	opened   [maxNesting]int // marks of the objects and arrays
	from, to int             // name of the next value; both 0 for none
}

// name is a member name: a hash, and where it stands.
type name struct {
	hash     uint64
	from, to int
}

// plainly accepts b when it is valid in no uncommon way.
func (c *checker) plainly(b []byte) bool {
	c.b, c.i, c.depth, c.names, c.typed = b, 0, 0, c.store[:0], 0
	c.base, c.over, c.from, c.to = len(c.shape), len(b) > math.MaxInt32, 0, 0
	for {
		if !c.begin() {
			return false
		}
		for c.depth > 0 { // after a value inside a container
			c.space()
			if c.i >= len(c.b) {
				return false
			}
			ch := c.b[c.i]
			c.i++
			if ch == ',' {
				break
			}
			if ch != c.kinds[c.depth-1]+2 { // '[' + 2 is ']', '{' + 2 is '}'
				return false
			}
			c.leave()
		}
		if c.depth == 0 {
			return c.i == len(c.b)
		}
		c.space()
		if c.kinds[c.depth-1] == '{' && !c.member() {
			return false
		}
	}
}

// begin takes a scalar, an empty container, or the way into a container up to its first scalar.
func (c *checker) begin() bool {
	for {
		c.space()
		if c.i >= len(c.b) {
			return false
		}
		ch := c.b[c.i]
		n := c.mark()
		if ch != '{' && ch != '[' {
			ok := c.scalar(ch)
			c.shape[n].End = int32(c.i)
			return ok
		}
		if c.depth == maxNesting {
			return false
		}
		c.kinds[c.depth], c.first[c.depth], c.taken[c.depth], c.opened[c.depth] = ch, len(c.names), 0, n
		c.depth++
		c.i++
		c.space()
		if c.i < len(c.b) && c.b[c.i] == ch+2 {
			c.i++
			c.leave()
			return true
		}
		if ch == '{' && !c.member() {
			return false
		}
	}
}

// leave is behind the end of the innermost object or array.
func (c *checker) leave() {
	c.depth--
	c.names = c.names[:c.first[c.depth]]
	n := c.opened[c.depth]
	c.shape[n].End, c.shape[n].Below = int32(c.i), int32(len(c.shape)-n-1)
}

// member takes a name and its colon. The name is new to its object.
func (c *checker) member() bool {
	if c.i >= len(c.b) || c.b[c.i] != '"' {
		return false
	}
	from := c.i + 1
	c.escaped = false
	if !c.text() || c.escaped {
		return false
	}
	n := name{from: from, to: c.i - 1}
	raw := c.b[n.from:n.to]
	n.hash = nameHash(raw)
	c.from, c.to = n.from, n.to
	others := c.names[c.first[c.depth-1]:]
	if len(others) == maxNames || len(c.names) == len(c.store) {
		return false
	}
	bit := uint64(1) << (n.hash * 0x9e3779b97f4a7c15 >> 58)
	if c.taken[c.depth-1]&bit != 0 && slices.ContainsFunc(others, func(o name) bool {
		return o.hash == n.hash && bytes.Equal(c.b[o.from:o.to], raw)
	}) {
		return false
	}
	c.taken[c.depth-1] |= bit
	c.names = append(c.names, n)
	c.space()
	if c.i >= len(c.b) || c.b[c.i] != ':' {
		return false
	}
	c.i++
	if c.depth == 1 && string(raw) == typeName {
		c.typed = c.i
	}
	return true
}

// typeName is the member that tells a record's kind, in every harness that writes JSON Lines. It is looked up for each
// record and often stands late, so the check notes where.
const typeName = "type"

// nameHash tells most names apart: by length, first and last bytes.
func nameHash(s []byte) uint64 {
	n := len(s)
	if n >= 8 {
		return binary.LittleEndian.Uint64(s)*31 ^ binary.LittleEndian.Uint64(s[n-8:]) + uint64(n)<<56
	}
	h := uint64(n) << 56
	for i, ch := range s {
		h ^= uint64(ch) << (8 * i)
	}
	return h
}

func (c *checker) scalar(ch byte) bool {
	switch {
	case ch == '"':
		return c.text()
	case ch == '-' || ch >= '0' && ch <= '9':
		return c.number()
	case ch == 't':
		return c.word("true")
	case ch == 'f':
		return c.word("false")
	case ch == 'n':
		return c.word("null")
	}
	return false
}

func (c *checker) word(w string) bool {
	if !bytes.HasPrefix(c.b[c.i:], []byte(w)) {
		return false
	}
	c.i += len(w)
	return true
}

// number takes a number; what follows it decides whether it was one.
func (c *checker) number() bool {
	if c.b[c.i] == '-' {
		c.i++
	}
	if c.i < len(c.b) && c.b[c.i] == '0' {
		c.i++
	} else if !c.digits() {
		return false
	}
	if c.i < len(c.b) && c.b[c.i] == '.' {
		c.i++
		if !c.digits() {
			return false
		}
	}
	if c.i < len(c.b) && c.b[c.i]|0x20 == 'e' {
		c.i++
		if c.i < len(c.b) && (c.b[c.i] == '+' || c.b[c.i] == '-') {
			c.i++
		}
		return c.digits()
	}
	return true
}

func (c *checker) digits() bool {
	from := c.i
	for c.i < len(c.b) && c.b[c.i]-'0' <= 9 {
		c.i++
	}
	return c.i > from
}

func (c *checker) space() {
	for c.i < len(c.b) && blank(c.b[c.i]) {
		c.i++
	}
}

// Eight bytes at a time.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// marks sets high bits of which the lowest is at the first byte below a space, above ASCII, or a quote or backslash. In
// bytes above that one they mean nothing.
func marks(x uint64) uint64 {
	quote, slash := x^'"'*ones, x^'\\'*ones
	return (x | (x - ' '*ones) | (quote - ones) | (slash - ones)) & highs
}

// text takes a string from its opening to its closing quote. Bytes that stand for themselves are passed eight at a
// time.
func (c *checker) text() bool {
	b, i := c.b, c.i+1
	for {
		for i+8 <= len(b) {
			if m := marks(binary.LittleEndian.Uint64(b[i:])); m != 0 {
				i += bits.TrailingZeros64(m) >> 3
				break
			}
			i += 8
		}
		if i >= len(b) {
			return false
		}
		switch ch := b[i]; {
		case ch == '"':
			c.i = i + 1
			return true
		case ch == '\\' && i+1 < len(b) && shortEscape[b[i+1]]:
			c.escaped = true
			i += 2
		case ch == '\\':
			c.escaped = true
			n := escapeLength(b[i:])
			if n == 0 {
				return false
			}
			i += n
		case 0xC2 <= ch && ch <= 0xDF && i+1 < len(b) && b[i+1]&0xC0 == 0x80:
			i += 2
		case 0xE1 <= ch && ch <= 0xEC && i+2 < len(b) && b[i+1]&0xC0 == 0x80 && b[i+2]&0xC0 == 0x80:
			i += 3
		case ch >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n == 1 {
				return false
			}
			i += n
		case ch < ' ':
			return false
		default:
			i++
		}
	}
}

// shortEscape marks what may follow a backslash by itself.
var shortEscape = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// escapeLength is the size of the escape that b begins with; 0 for none, and for surrogates, which need a look at their
// pair.
func escapeLength(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch {
	case shortEscape[b[1]]:
		return 2
	case b[1] == 'u':
		if r := escaped(b); r >= 0 && (r < 0xD800 || r > 0xDFFF) {
			return escapeSize
		}
	}
	return 0
}
