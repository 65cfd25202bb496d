package claudecode

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"hash/maphash"
	"slices"

	"asif-convert/convert/asif"
)

// digest is a SHA-256 sum.
type digest [sha256.Size]byte

// canon spells JSON into hashes the way the harness does before it hashes: compact, keys sorted at every level, strings
// in canonical spelling, numbers as they stand. Long texts go past its buffer.
type canon struct {
	to      []hash.Hash
	marked  maphash.Hash
	marks   bool    // marked is written as well
	out     []byte  // spelled and not yet hashed
	members []keyed // of the objects that are being written, innermost last
	failed  bool    // deeper than maxDepth: no digest
}

// keyed is one member of an object, in raw JSON.
type keyed struct{ key, value []byte }

// maxDepth bounds the work on nested values: each level is looked at once more.
const maxDepth = 64

// spelledAtOnce is how much is spelled before it is hashed.
const spelledAtOnce = 16 << 10

// begin forgets the hashes written to before.
func (c *canon) begin() { c.to, c.out, c.failed = c.to[:0], c.out[:0], false }

func (c *canon) flush() {
	c.pass(c.out)
	if c.out = c.out[:0]; cap(c.out) > 64*spelledAtOnce {
		c.out = nil
	}
}

func (c *canon) pass(spelled []byte) {
	for _, h := range c.to {
		h.Write(spelled)
	}
	if c.marks {
		c.marked.Write(spelled) // never fails
	}
}

// startMark begins to mark what is spelled from here on.
func (c *canon) startMark(seed maphash.Seed) {
	c.flush()
	c.marked.SetSeed(seed)
	c.marks = true
}

// endMark is the mark of what was spelled since startMark.
func (c *canon) endMark() imprint {
	c.flush()
	c.marks = false
	return imprint{c.marked.Sum64(), !c.failed}
}

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
		c.out = append(c.out, raw...)
	}
}

func (c *canon) text(raw []byte) {
	if len(raw) > spelledAtOnce && bytes.IndexByte(raw, '\\') < 0 {
		c.flush()
		c.pass(raw)
		return
	}
	if c.out = asif.AppendText(c.out, raw); len(c.out) > spelledAtOnce {
		c.flush()
	}
}

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
	c.out = append(c.out, '{')
	for i := range own {
		if i > 0 {
			c.out = append(c.out, ',')
		}
		m := c.members[from+i]
		c.out = append(asif.AppendText(c.out, m.key), ':')
		c.value(m.value, depth+1)
	}
	c.out = append(c.out, '}')
	c.members = c.members[:from]
}

func (c *canon) list(raw []byte, depth int) {
	n := 0
	c.out = append(c.out, '[')
	elements(raw, func(_, value []byte) {
		if n++; n > 1 {
			c.out = append(c.out, ',')
		}
		c.value(value, depth+1)
	})
	c.out = append(c.out, ']')
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
	c.begin()
	h := sha256.New()
	c.to = append(c.to, h)
	c.value(raw, 0)
	c.flush()
	h.Sum(d[:0])
	return d, !c.failed
}
