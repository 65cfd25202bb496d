package source

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// lastMembers returns a copy of a value in which each object keeps the last member of every name: the one that counts,
// for a reader that goes on to write JSON without repeated names (P02).
func lastMembers(value []byte) []byte {
	d := jsontext.NewDecoder(bytes.NewReader(value), jsontext.AllowDuplicateNames(true))
	return appendLast(make([]byte, 0, len(value)), d)
}

// appendLast appends the decoder's next value.
func appendLast(out []byte, d *jsontext.Decoder) []byte {
	switch d.PeekKind() {
	case '{':
		return appendObject(out, d)
	case '[':
		return appendArray(out, d)
	}
	v, err := d.ReadValue()
	if err != nil { // the value was measured before
		return out
	}
	return append(out, v...)
}

func appendArray(out []byte, d *jsontext.Decoder) []byte {
	if _, err := d.ReadToken(); err != nil {
		return out
	}
	out = append(out, '[')
	for n := 0; more(d); n++ {
		if n > 0 {
			out = append(out, ',')
		}
		out = appendLast(out, d)
	}
	if _, err := d.ReadToken(); err != nil {
		return out
	}
	return append(out, ']')
}

// appendObject appends the last member of each name, where it stands.
func appendObject(out []byte, d *jsontext.Decoder) []byte {
	if _, err := d.ReadToken(); err != nil {
		return out
	}
	var members [][]byte
	at := map[string]int{}
	for more(d) {
		raw, err := d.ReadValue()
		if err != nil {
			return out
		}
		raw = bytes.Clone(raw)
		name, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return out
		}
		if was, again := at[string(name)]; again {
			members[was] = nil
		}
		at[string(name)] = len(members)
		members = append(members, appendLast(append(raw, ':'), d))
	}
	if _, err := d.ReadToken(); err != nil {
		return out
	}
	out = append(out, '{')
	for first := true; len(members) > 0; members = members[1:] {
		if members[0] == nil {
			continue
		}
		if !first {
			out = append(out, ',')
		}
		out, first = append(out, members[0]...), false
	}
	return append(out, '}')
}

// more tells whether the array or object that the decoder is in goes on.
func more(d *jsontext.Decoder) bool {
	k := d.PeekKind()
	return k != ']' && k != '}' && k != 0
}
