package golden

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// edit is other bytes for a range of a file.
type edit struct {
	start, end int
	with       []byte
}

// apply makes edits, which are in order and do not overlap.
func apply(data []byte, edits []edit) []byte {
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, data[at:e.start]...), e.with...)
		at = e.end
	}
	return append(out, data[at:]...)
}

// mutate changes one leaf into another of its kind, at an offset from the start of the file: another string, another
// number, the other boolean, "x" for null and for an empty container. Inside a claimed subtree the first scalar is
// changed. The same value always becomes the same other value.
func mutate(data []byte, leaf *tree, from int) edit {
	for !leaf.empty() {
		leaf = leaf.values[0]
	}
	raw := data[from+leaf.start : from+leaf.end]
	e := edit{start: from + leaf.start, end: from + leaf.end}
	switch leaf.kind {
	case '"':
		e.with = otherString(leaf.text)
	case 'p': // no JSON
		e.with = bytes.Trim(otherString(string(raw)), `"`)
	case '0':
		e.with = otherNumber(raw)
	case 't':
		e.with = strconv.AppendBool(nil, raw[0] != 't')
	default:
		e.with = []byte(`"x"`)
	}
	return e
}

// otherString changes the letter or digit nearest to the middle into the next one, so that identifiers, times, base64
// and paths keep their look; without any it appends an x.
func otherString(s string) []byte {
	b := []byte(s)
	mid := len(b) / 2
	for d := 0; d <= mid; d++ {
		for _, i := range [2]int{mid - d, mid + d} {
			if i >= 0 && i < len(b) && successor(b[i]) != 0 {
				b[i] = successor(b[i])
				return quoted(string(b))
			}
		}
	}
	return quoted(s + "x")
}

// successor is the next character of a class, 0 for what is neither letter nor digit.
func successor(c byte) byte {
	switch {
	case c >= '0' && c < '9', c >= 'a' && c < 'f', c > 'f' && c < 'z', c >= 'A' && c < 'F', c > 'F' && c < 'Z':
		return c + 1
	case c == '9':
		return '0'
	case c == 'f', c == 'z':
		return 'a'
	case c == 'F', c == 'Z':
		return 'A'
	}
	return 0
}

func quoted(s string) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always has a spelling
	}
	return b
}

// otherNumber changes the last digit before a fraction or an exponent.
func otherNumber(raw []byte) []byte {
	out := append([]byte(nil), raw...)
	last := 0
	for i, c := range raw {
		if c < '0' || c > '9' {
			if i > 0 {
				break
			}
			continue
		}
		last = i
	}
	if out[last]++; out[last] > '9' {
		out[last] = '1'
	}
	return out
}
