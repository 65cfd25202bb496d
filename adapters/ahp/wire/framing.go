package wire

import (
	"bytes"
	"errors"
	"io"

	"asif-convert/convert/source"

	"github.com/go-json-experiment/json/jsontext"
)

// Framing tells how the entries of a log stand in it, from its beginning: one on each line, perhaps behind a prefix of
// the recorder's, or one value over many lines, of which the elements are records when it is an array.
func Framing(head []byte) source.Framing {
	text := bytes.TrimLeft(head, " \t\r\n")
	first, rest, more := bytes.Cut(text, []byte{'\n'})
	if len(first) == 0 || first[0] != '{' && first[0] != '[' {
		return source.Prefixed
	}
	size, err := measure(first)
	rest = bytes.TrimLeft(rest, " \t\r\n")
	switch {
	case err == nil && first[0] == '[' && len(bytes.TrimSpace(first[size:])) == 0 && len(rest) == 0:
		return source.Elements // a whole array on one line
	case err == nil, !errors.Is(err, io.ErrUnexpectedEOF):
		return source.Prefixed
	case !more && first[0] == '[':
		return source.Elements // a long one
	case !more, first[0] == '{' && len(rest) > 0 && rest[0] == '{': // a line that was cut, and the next
		return source.Prefixed
	}
	return source.Elements
}

// measure is the size of the value that b begins with.
func measure(b []byte) (int, error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(b), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	v, err := d.ReadValue()
	return len(v), err
}
