package asif

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// The canonical spelling of a JSON string escapes only what must be: \" \\ \b \f \n \r \t, and \u00XX in lower case
// for other characters below U+0020.

const hexDigits = "0123456789abcdef"

// plain marks the bytes that stand for themselves in a canonical JSON string. Bytes of longer runes are looked at
// one by one, because they may not be UTF-8.
var plain = func() (t [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// shortEscape maps a control character to the letter of its short escape, or 0.
var shortEscape = [' ']byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

// AppendString appends s to b as a canonical JSON string. Bytes of s that are not UTF-8 become U+FFFD.
func AppendString[T ~string | ~[]byte](b []byte, s T) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plain[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			b = appendEscape(append(b, s[start:i]...), c)
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(string(s[i:min(i+utf8.UTFMax, len(s))]))
		if r == utf8.RuneError && n == 1 {
			b = append(append(b, s[start:i]...), "\ufffd"...)
			start = i + 1
		}
		i += n
	}
	return append(append(b, s[start:]...), '"')
}

// appendEscape appends a quote, a backslash or a control character in its canonical escape.
func appendEscape(b []byte, c byte) []byte {
	if c >= ' ' {
		return append(b, '\\', c)
	}
	if l := shortEscape[c]; l != 0 {
		return append(b, '\\', l)
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// AppendText appends a raw JSON string to b in its canonical spelling: a copy, unless it has escapes that are not.
// raw must be one valid JSON string in UTF-8 and must not overlap b. Escaped lone surrogates become U+FFFD.
func AppendText(b, raw []byte) []byte {
	for {
		i := foreignEscape(raw)
		if i < 0 {
			return append(b, raw...)
		}
		b = append(b, raw[:i]...)
		r, n := decodeEscape(raw[i:])
		if r < utf8.RuneSelf && !plain[r] {
			b = appendEscape(b, byte(r))
		} else {
			b = utf8.AppendRune(b, r)
		}
		raw = raw[i+n:]
	}
}

// foreignEscape finds the first escape in raw that has another canonical spelling, or may have: \uXXXX and \/.
func foreignEscape(raw []byte) int {
	for i := 0; ; i += 2 {
		j := bytes.IndexByte(raw[i:], '\\')
		if j < 0 {
			return -1
		}
		i += j
		if i+1 >= len(raw) {
			return -1
		}
		if c := raw[i+1]; c == 'u' || c == '/' {
			return i
		}
	}
}

// AppendUnquoted appends the text of a raw JSON string to b, in UTF-8. The same holds for raw as in [AppendText].
func AppendUnquoted(b, raw []byte) []byte {
	if len(raw) < 2 {
		return b
	}
	raw = raw[1 : len(raw)-1]
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return append(b, raw...)
		}
		b = append(b, raw[:i]...)
		r, n := decodeEscape(raw[i:])
		b = utf8.AppendRune(b, r)
		raw = raw[i+n:]
	}
}

// decodeEscape returns the character that the escape at the beginning of s stands for, and the escape's length:
// two for most, six for \uXXXX, twelve for a pair of surrogates. What is no escape is U+FFFD.
func decodeEscape(s []byte) (rune, int) {
	if len(s) < 2 {
		return utf8.RuneError, len(s)
	}
	switch s[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case '"', '\\', '/':
		return rune(s[1]), 2
	case 'u':
	default:
		return utf8.RuneError, 2
	}
	r, ok := hex4(s[2:])
	if !ok {
		return utf8.RuneError, 2
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		low, _ := hex4(s[8:])
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 6
}

// hex4 reads four hexadecimal digits.
func hex4(s []byte) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range s[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// AppendInt appends n in decimal.
func AppendInt(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }
