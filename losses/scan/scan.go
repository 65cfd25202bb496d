// Package scan moves over JSON text that a reader found valid, byte by byte and without a copy.
//
// On anything else it stays inside the text and ends, with whatever answer.
package scan

import "bytes"

// Space returns the index of the first byte from b[i] on that is no white space, or len(b).
func Space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// String returns the index after the closing quote of the string that opens at b[i], or len(b) without one.
func String(b []byte, i int) int {
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

// Scalar returns the index after the number or literal that begins at b[i].
func Scalar(b []byte, i int) int {
	for i < len(b) && b[i] > ' ' && b[i] != ',' && b[i] != '}' && b[i] != ']' {
		i++
	}
	return i
}

// Value returns the index after the value that begins at b[i]. It is always greater than i, or len(b).
func Value(b []byte, i int) int {
	for depth := 0; i < len(b); {
		switch b[i] {
		case '"':
			i = String(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\n', '\t', '\r':
			i++
		default:
			i = max(Scalar(b, i), i+1)
		}
		if depth <= 0 {
			return i
		}
	}
	return i
}
