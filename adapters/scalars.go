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
