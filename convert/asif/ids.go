package asif

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"hash/maphash"
)

// ID is an interned native ID; 0 is none. Numbers are given in order of first use, from 1, without gaps, so that
// they can index a slice.
type ID int32

// IDs interns native IDs: 16 bytes for a UUID, the text for anything else, and 5–8 bytes of hash table. Entries are
// compared whole, so a hash collision costs time, never identity.
type IDs struct {
	keys   Chunks[idKey]
	isText []uint64 // bit n: key n is a place in text
	text   [][]byte // blocks that never move
	slots  []int32
	seed   maphash.Seed
}

// textBlock is the size of a block of text. A longer name has a block of its own.
const textBlock = 64 << 10

// idKey is a UUID's 16 bytes, or a place in text: block and offset in hi, length in lo.
type idKey struct {
	hi, lo uint64
}

// NewIDs returns an empty table.
func NewIDs() *IDs { return &IDs{seed: maphash.MakeSeed(), slots: make([]int32, 64)} }

// Len is the number of interned IDs: the greatest ID.
func (t *IDs) Len() int { return t.keys.Len() }

// Intern returns the ID of name and whether it is new. An empty name is 0.
func (t *IDs) Intern(name []byte) (id ID, fresh bool) {
	if len(name) == 0 {
		return 0, false
	}
	k, text := keyOf(name)
	i := t.slot(k, text)
	if n := t.slots[i]; n != 0 {
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
	t.slots[i] = n
	if 4*t.keys.Len() > 3*len(t.slots) {
		t.grow()
	}
	return ID(n), true
}

// Find returns the ID of name, or 0 when it was never interned.
func (t *IDs) Find(name []byte) ID {
	if len(name) == 0 {
		return 0
	}
	return ID(t.slots[t.slot(keyOf(name))])
}

// Append writes the name of id to b.
func (t *IDs) Append(b []byte, id ID) []byte {
	if id == 0 {
		return b
	}
	k := t.keys.At(int(id) - 1)
	if t.textual(int(id) - 1) {
		return append(b, t.textAt(k)...)
	}
	var raw [16]byte
	binary.BigEndian.PutUint64(raw[:8], k.hi)
	binary.BigEndian.PutUint64(raw[8:], k.lo)
	var s [36]byte
	hex.Encode(s[:8], raw[:4])
	hex.Encode(s[9:13], raw[4:6])
	hex.Encode(s[14:18], raw[6:8])
	hex.Encode(s[19:23], raw[8:10])
	hex.Encode(s[24:], raw[10:])
	s[8], s[13], s[18], s[23] = '-', '-', '-', '-'
	return append(b, s[:]...)
}

// keyOf returns the key of a UUID, or the name itself, which is its own.
func keyOf(name []byte) (k idKey, text []byte) {
	if k, uuid := packUUID(name); uuid {
		return k, nil
	}
	return idKey{}, name
}

// slot finds the place of a name that is not empty, given by keyOf: taken by an equal one, or free.
func (t *IDs) slot(k idKey, text []byte) int {
	mask := len(t.slots) - 1
	for i := hash(t.seed, k, text) & mask; ; i = (i + 1) & mask {
		n := int(t.slots[i])
		if n == 0 || t.is(n-1, k, text) {
			return i
		}
	}
}

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
		t.text = append(t.text, make([]byte, 0, max(textBlock, len(name))))
		last++
	}
	k := idKey{hi: uint64(last)<<32 | uint64(len(t.text[last])), lo: uint64(len(name))}
	t.text[last] = append(t.text[last], name...)
	return k
}

// hash hashes text, or the UUID in k when there is none.
func hash(seed maphash.Seed, k idKey, text []byte) int {
	if text == nil {
		return int(mix(k.hi, k.lo))
	}
	return int(maphash.Bytes(seed, text))
}

// grow doubles the hash table.
func (t *IDs) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	mask := len(t.slots) - 1
	for n := range t.keys.Len() {
		k := t.keys.At(n)
		var text []byte
		if t.textual(n) {
			text = t.textAt(k)
		}
		i := hash(t.seed, *k, text) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(n + 1)
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
	var k idKey
	n := 0
	for i, c := range s {
		switch {
		case i == 8 || i == 13 || i == 18 || i == 23:
			continue
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		default:
			return idKey{}, false
		}
		if n < 16 {
			k.hi = k.hi<<4 | uint64(c)
		} else {
			k.lo = k.lo<<4 | uint64(c)
		}
		n++
	}
	return k, true
}
