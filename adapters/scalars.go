package adapters

import (
	"bytes"

	"asif-convert/convert/asif"
)

// Quoted returns a JSON string as it is, and nil for any other value.
func Quoted(raw []byte) []byte {
	if len(raw) >= 2 && raw[0] == '"' {
		return raw
	}
	return nil
}

// Text returns the text of a JSON string, and nil for any other value: a part of raw unless there are escapes.
func Text(raw []byte) []byte {
	if len(raw) < 2 || raw[0] != '"' {
		return nil
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	return asif.AppendUnquoted(nil, raw)
}

// IsTrue tells whether a JSON value is true.
func IsTrue(raw []byte) bool { return string(raw) == "true" }

// Count reads a counter: a JSON integer from 0 to 2^53-1, or 0 for any other value. A zero fraction is as good as none:
// 1.0 and 1 stand for the same in one file (Codex 0.147).
func Count(raw []byte) int64 {
	const most = 1<<53 - 1
	var n int64
	for _, c := range bytes.TrimSuffix(raw, []byte(".0")) {
		if c < '0' || c > '9' {
			return 0
		}
		if n = n*10 + int64(c-'0'); n > most {
			return 0
		}
	}
	return n
}
