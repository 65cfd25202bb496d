package losses

import (
	"bytes"
	"encoding/json"
)

// The scanner moves over JSON text that a reader found valid. On anything else it stays inside the text and ends, with
// whatever answer.

// stringEnd returns the index after the closing quote of the string that opens at b[i], or len(b) without one.
func stringEnd(b []byte, i int) int {
	for from := i + 1; from < len(b); {
		j := bytes.IndexByte(b[from:], '"')
		if j < 0 {
			return len(b)
		}
		quote := from + j
		k := quote
		for k > from && b[k-1] == '\\' {
			k--
		}
		if (quote-k)&1 == 0 {
			return quote + 1
		}
		from = quote + 1
	}
	return len(b)
}

// scalarEnd returns the index after the number or literal that begins at b[i].
func scalarEnd(b []byte, i int) int {
	for i < len(b) && b[i] > ' ' && b[i] != ',' && b[i] != '}' && b[i] != ']' {
		i++
	}
	return i
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// valueEnd returns the index after the value that begins at b[i]. It is always greater than i, or len(b).
func valueEnd(b []byte, i int) int {
	for depth := 0; i < len(b); {
		switch b[i] {
		case '"':
			i = stringEnd(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\n', '\t', '\r':
			i++
		default:
			i = max(scalarEnd(b, i), i+1)
		}
		if depth <= 0 {
			return i
		}
	}
	return i
}

// stringMember returns the value of the first member of the object at b[i] with that name, quotes included, or nil
// when there is none or it is no string.
func stringMember(b []byte, i int, name string) []byte {
	for i = skipSpace(b, i+1); i < len(b) && b[i] == '"'; {
		end := stringEnd(b, i)
		key := b[i:end]
		if i = skipSpace(b, end); i >= len(b) || b[i] != ':' {
			return nil
		}
		i = skipSpace(b, i+1)
		if string(unquoted(key)) == name {
			if i < len(b) && b[i] == '"' {
				return b[i:stringEnd(b, i)]
			}
			return nil
		}
		if i = skipSpace(b, valueEnd(b, i)); i >= len(b) || b[i] != ',' {
			return nil
		}
		i = skipSpace(b, i+1)
	}
	return nil
}

// unquoted returns the text of a JSON string, quotes included in raw: a part of raw unless there are escapes.
func unquoted(raw []byte) []byte {
	if len(raw) < 2 || raw[len(raw)-1] != '"' {
		return nil
	}
	text := raw[1 : len(raw)-1]
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return text // not JSON: no key equals it
	}
	return []byte(s)
}
