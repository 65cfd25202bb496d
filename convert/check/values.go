package check

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is how deep items may be nested beside the limit that the document was opened with.
const maxDepth = 10_000

// strictJSON tells whether text is exactly one JSON value in UTF-8 without duplicate names.
func strictJSON(text []byte) bool { return jsontext.Value(text).IsValid() }

// equal tells whether two JSON values are the same: members in any order, numbers by value.
func equal(a, b value) bool {
	if a.kind() != b.kind() {
		return false
	}
	switch a.kind() {
	case stringKind:
		return bytes.Equal(a.text(), b.text())
	case numberKind:
		return sameNumber(a.raw(), b.raw())
	case arrayKind:
		return equalLists(a, b)
	case objectKind:
		if a.size() != b.size() {
			return false
		}
		for m := range a.members() {
			if !equal(m, b.get(m.name())) {
				return false
			}
		}
	}
	return true
}

func equalLists(a, b value) bool {
	if a.size() != b.size() {
		return false
	}
	if a.size() == 0 {
		return true
	}
	j := b.node().first
	for e := range a.each() {
		if !equal(e, value{b.t, j}) {
			return false
		}
		j = b.t.nodes[j].next
	}
	return true
}

func sameNumber(a, b []byte) bool {
	m, _ := decimalOf(a)
	n, _ := decimalOf(b)
	return bytes.Equal(m.digits, n.digits) && (len(m.digits) == 0 || m.exponent == n.exponent && m.negative == n.negative)
}

// validPointer tells whether a text has the form of a JSON Pointer.
func validPointer(s string) bool { return jsontext.Pointer(s).IsValid() }

// decimalBytes words a number of bytes.
func decimalBytes(n int64) string { return strconv.FormatInt(n, 10) + " bytes" }

// plainText is a JSON string's content.
func plainText(raw []byte) []byte {
	if len(raw) < 2 || raw[0] != '"' {
		return nil
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	return unquote(raw)
}
