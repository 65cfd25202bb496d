package claudecode

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"slices"

	"asif-convert/convert/asif"
)

// digest is a SHA-256 sum.
type digest [sha256.Size]byte

// canon writes JSON into a hash the way the harness does before it hashes: compact, keys sorted at every level,
// strings in canonical spelling, numbers as they stand. It keeps no text.
type canon struct {
	to      hash.Hash
	members []keyed // of the objects that are being written, innermost last
	spelled []byte
	failed  bool // deeper than maxDepth: no digest
}

// keyed is one member of an object, in raw JSON.
type keyed struct{ key, value []byte }

// maxDepth bounds the work on nested values: each level is looked at once more.
const maxDepth = 64

// value writes one valid JSON value.
func (c *canon) value(raw []byte, depth int) {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0 || depth > maxDepth:
		c.failed = true
	case raw[0] == '{':
		c.object(raw, depth, nil)
	case raw[0] == '[':
		c.list(raw, depth)
	case raw[0] == '"':
		c.text(raw)
	default:
		c.to.Write(raw)
	}
}

func (c *canon) text(raw []byte) {
	if bytes.IndexByte(raw, '\\') < 0 {
		c.to.Write(raw)
		return
	}
	c.spelled = asif.AppendText(c.spelled[:0], raw)
	c.to.Write(c.spelled)
}

var (
	comma  = []byte(",")
	colon  = []byte(":")
	opened = [2][]byte{[]byte("{"), []byte("[")}
	closed = [2][]byte{[]byte("}"), []byte("]")}
)

// object writes an object without the members that without names.
func (c *canon) object(raw []byte, depth int, without func(key []byte) bool) {
	from := len(c.members)
	elements(raw, func(key, value []byte) {
		if without == nil || !without(key) {
			c.members = append(c.members, keyed{key, value})
		}
	})
	own := c.members[from:]
	slices.SortStableFunc(own, func(a, b keyed) int { return bytes.Compare(a.key[:len(a.key)-1], b.key[:len(b.key)-1]) })
	c.to.Write(opened[0])
	for i := range own {
		if i > 0 {
			c.to.Write(comma)
		}
		m := c.members[from+i]
		c.text(m.key)
		c.to.Write(colon)
		c.value(m.value, depth+1)
	}
	c.to.Write(closed[0])
	c.members = c.members[:from]
}

func (c *canon) list(raw []byte, depth int) {
	n := 0
	c.to.Write(opened[1])
	elements(raw, func(_, value []byte) {
		if n++; n > 1 {
			c.to.Write(comma)
		}
		c.value(value, depth+1)
	})
	c.to.Write(closed[1])
}

// elements calls f for each member of an object or element of an array, in valid JSON. The key is nil for elements,
// else a raw string.
func elements(raw []byte, f func(key, value []byte)) {
	object := raw[0] == '{'
	for i := 1; i < len(raw); i++ {
		var key []byte
		if i = skipSpace(raw, i); i >= len(raw)-1 {
			return
		}
		if object {
			end := skip(raw, i)
			key = raw[i:end]
			i = skipSpace(raw, skipSpace(raw, end)+1)
		}
		end := skip(raw, i)
		f(key, raw[i:end])
		i = skipSpace(raw, end)
	}
}

func skipSpace(raw []byte, i int) int {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\n' || raw[i] == '\t' || raw[i] == '\r') {
		i++
	}
	return i
}

// skip is where the value that begins at i ends.
func skip(raw []byte, i int) int {
	depth := 0
	for i < len(raw) {
		switch raw[i] {
		case '"':
			i = skipString(raw, i)
			if depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1 + min(depth, 0)
			}
		case ',', ' ', '\n', '\t', '\r', ':':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return len(raw)
}

func skipString(raw []byte, i int) int {
	for i++; i < len(raw); i++ {
		j := bytes.IndexByte(raw[i:], '"')
		if j < 0 {
			return len(raw)
		}
		i += j
		n := 0
		for k := i - 1; raw[k] == '\\'; k-- {
			n++
		}
		if n%2 == 0 {
			return i + 1
		}
	}
	return len(raw)
}

// digestOf is the digest of a value, and false when it has none.
func (c *canon) digestOf(raw []byte) (d digest, ok bool) {
	to := c.to
	c.to, c.failed = sha256.New(), false
	c.value(raw, 0)
	c.to.Sum(d[:0])
	ok = !c.failed
	c.to = to
	return d, ok
}
