package asif

import (
	"bytes"
	"hash/maphash"
)

// ID is an interned native ID; 0 is none. Numbers are given in order of first use, from 1, without gaps, so that
// they can index a slice.
type ID int32

// IDs interns native IDs: 16 bytes for a UUID, the text for anything else, and 12–24 bytes of hash table. Entries are
// compared whole, so a hash collision costs time, never identity.
type IDs struct {
	keys   Chunks[idKey]
	isText []uint64 // bit n: key n is a place in text
	text   [][]byte // blocks that never move
	slots  []slot
	seed   maphash.Seed
}

// slot is a place of the hash table: an ID, or 0 when it is free, and half of its hash, so that only likely keys are
// looked at.
type slot struct {
	tag uint32
	id  int32
}

// Blocks of text double from textFirst to textBlock. A longer name has a block of its own.
const (
	textFirst = 1 << 10
	textBlock = 64 << 10
)

// idKey is a UUID's 16 bytes, or a place in text: block and offset in hi, length in lo.
type idKey struct {
	hi, lo uint64
}

// NewIDs returns an empty table.
func NewIDs() *IDs { return &IDs{seed: maphash.MakeSeed(), slots: make([]slot, 64)} }

// Len is the number of interned IDs: the greatest ID.
func (t *IDs) Len() int { return t.keys.Len() }

// Intern returns the ID of name and whether it is new. An empty name is 0.
func (t *IDs) Intern(name []byte) (id ID, fresh bool) {
	if len(name) == 0 {
		return 0, false
	}
	k, text := keyOf(name)
	h := hash(t.seed, k, text)
	i := t.slot(h, k, text)
	if n := t.slots[i].id; n != 0 {
		return ID(n), false
	}
	if t.keys.Len()&63 == 0 {
		t.isText = append(t.isText, 0)
	}
	if text != nil {
		k = t.store(name)
		t.isText[t.keys.Len()>>6] |= 1 << (t.keys.Len() & 63)
	}
	n := int32(t.keys.Add(k) + 1)
	t.slots[i] = slot{tag(h), n}
	if 3*t.keys.Len() > 2*len(t.slots) {
		t.grow()
	}
	return ID(n), true
}

// Find returns the ID of name, or 0 when it was never interned.
func (t *IDs) Find(name []byte) ID {
	if len(name) == 0 {
		return 0
	}
	k, text := keyOf(name)
	return ID(t.slots[t.slot(hash(t.seed, k, text), k, text)].id)
}

// Plain reports whether the name of id is a UUID, which needs no escapes in JSON.
func (t *IDs) Plain(id ID) bool { return id > 0 && !t.textual(int(id)-1) }

// Append writes the name of id to b.
func (t *IDs) Append(b []byte, id ID) []byte {
	if id == 0 {
		return b
	}
	k := t.keys.At(int(id) - 1)
	if t.textual(int(id) - 1) {
		return append(b, t.textAt(k)...)
	}
	b = appendHex(b, k.hi>>32, 4)
	b = appendHex(append(b, '-'), k.hi>>16, 2)
	b = appendHex(append(b, '-'), k.hi, 2)
	b = appendHex(append(b, '-'), k.lo>>48, 2)
	return appendHex(append(b, '-'), k.lo, 6)
}

// appendHex writes the lowest n bytes of v.
func appendHex(b []byte, v uint64, n int) []byte {
	for i := n - 1; i >= 0; i-- {
		c := byte(v >> (8 * i))
		b = append(b, hexDigits[c>>4], hexDigits[c&15])
	}
	return b
}

// keyOf returns the key of a UUID, or the name itself, which is its own.
func keyOf(name []byte) (k idKey, text []byte) {
	if k, uuid := packUUID(name); uuid {
		return k, nil
	}
	return idKey{}, name
}

// slot finds the place of a name that is not empty, given by keyOf and its hash: taken by an equal one, or free.
func (t *IDs) slot(h uint64, k idKey, text []byte) int {
	mask := len(t.slots) - 1
	for i := int(h) & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s.id == 0 || s.tag == tag(h) && t.is(int(s.id)-1, k, text) {
			return i
		}
	}
}

// tag is the half of a hash that does not choose the place.
func tag(h uint64) uint32 { return uint32(h >> 32) }

// is reports whether key n, from 0, is that of a name.
func (t *IDs) is(n int, k idKey, text []byte) bool {
	e := t.keys.At(n)
	if t.textual(n) {
		return text != nil && bytes.Equal(t.textAt(e), text)
	}
	return text == nil && *e == k
}

// textual reports whether key n, from 0, is a place in text.
func (t *IDs) textual(n int) bool { return t.isText[n>>6]>>(n&63)&1 == 1 }

func (t *IDs) textAt(k *idKey) []byte {
	at := k.hi & (1<<32 - 1)
	return t.text[k.hi>>32][at : at+k.lo]
}

// store copies name into text.
func (t *IDs) store(name []byte) idKey {
	last := len(t.text) - 1
	if last < 0 || cap(t.text[last])-len(t.text[last]) < len(name) {
		t.text = append(t.text, make([]byte, 0, max(textFirst<<min(len(t.text), 6), len(name))))
		last++
	}
	k := idKey{hi: uint64(last)<<32 | uint64(len(t.text[last])), lo: uint64(len(name))}
	t.text[last] = append(t.text[last], name...)
	return k
}

// hash hashes text, or the UUID in k when there is none.
func hash(seed maphash.Seed, k idKey, text []byte) uint64 {
	if text == nil {
		return mix(k.hi, k.lo)
	}
	return maphash.Bytes(seed, text)
}

// grow doubles the hash table.
func (t *IDs) grow() {
	t.slots = make([]slot, 2*len(t.slots))
	mask := len(t.slots) - 1
	for n := range t.keys.Len() {
		k := t.keys.At(n)
		var text []byte
		if t.textual(n) {
			text = t.textAt(k)
		}
		h := hash(t.seed, *k, text)
		i := int(h) & mask
		for t.slots[i].id != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = slot{tag(h), int32(n + 1)}
	}
}

// mix hashes the two halves of a UUID.
func mix(hi, lo uint64) uint64 {
	h := (hi ^ lo<<31 ^ lo>>33) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// packUUID packs the canonical lower-case spelling, the only one that unpacks to the same bytes.
func packUUID(s []byte) (idKey, bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return idKey{}, false
	}
	a, bad := unhex(s[:8], 0)
	b, bad := unhex(s[9:13], bad)
	c, bad := unhex(s[14:18], bad)
	d, bad := unhex(s[19:23], bad)
	e, bad := unhex(s[24:], bad)
	return idKey{a<<32 | b<<16 | c, d<<48 | e}, bad < 16
}

// unhex reads lower-case hexadecimal digits; bad becomes 16 or more when one is none.
func unhex(s []byte, bad uint8) (uint64, uint8) {
	var v uint64
	for _, c := range s {
		d := hexValues[c]
		bad |= d
		v = v<<4 | uint64(d&15)
	}
	return v, bad
}

// hexValues are the values of the lower-case digits; 16 stands for all else.
var hexValues = func() (t [256]uint8) {
	for i := range t {
		t[i] = 16
	}
	for v, c := range []byte(hexDigits) {
		t[c] = uint8(v)
	}
	return t
}()
