package wire

import (
	"strconv"

	"asif-convert/convert/source"

	"github.com/go-json-experiment/json/jsontext"
)

// Part is a JSON value inside of the value given to Unwrap: Raw is value[At : At+len(Raw)], not a copy. The zero Part
// is an absent member.
type Part struct {
	Raw  []byte
	At   int
	Path string // JSON Pointer from the value given to Unwrap
}

// Exists tells whether the member is there.
func (p Part) Exists() bool { return p.Raw != nil }

// Text is the string that stands there; "" for anything else.
func (p Part) Text() string {
	if len(p.Raw) < 2 || p.Raw[0] != '"' {
		return ""
	}
	b, err := jsontext.AppendUnquote(nil, p.Raw)
	if err != nil {
		return ""
	}
	return string(b)
}

// Member is the first member of that name; the zero Part when p is no object or has none. Names are compared as they
// are spelled.
func (p Part) Member(name string) Part {
	v := source.Member(p.Raw, name)
	if v == nil {
		return Part{}
	}
	return p.child(name, v)
}

// Each calls f with each element of an array.
func (p Part) Each(f func(Part)) {
	n := 0
	source.Values(p.Raw, func(v []byte) bool {
		f(p.child(strconv.Itoa(n), v))
		n++
		return true
	})
}

// child is the part v inside of p.
func (p Part) child(name string, v []byte) Part { return p.at(p.Path+"/"+name, v) }

// at is the part v inside of p, with its path. v shares p's memory up to the same end, which tells where it begins.
func (p Part) at(path string, v []byte) Part {
	return Part{Raw: v, At: p.At + cap(p.Raw) - cap(v), Path: path}
}
