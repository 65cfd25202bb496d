package claudecode

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"hash/maphash"
	"slices"

	"asif-convert/convert/asif"
	"asif-convert/convert/source"
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
	source.Members(raw, func(key, value []byte) bool {
		if without == nil || !without(key) {
			c.members = append(c.members, keyed{key, value})
		}
		return true
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
	source.Values(raw, func(value []byte) bool {
		if n++; n > 1 {
			c.out = append(c.out, ',')
		}
		c.value(value, depth+1)
		return true
	})
	c.out = append(c.out, ']')
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
