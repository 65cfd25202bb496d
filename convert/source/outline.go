package source

import (
	"slices"

	"asif-convert/losses/scan"
)

// Outline is the members of an object, or the values of an array, in the order that they stand in, each with what
// stands below it where it was opened. Names and values are parts of the text, and share its memory up to the same end.
type Outline struct {
	text  []byte
	shape scan.Shape // of what stands in the object or array
}

// Len is how many places there are, with those below.
func (o Outline) Len() int { return len(o.shape) }

// Name is that of the member at i, without quotes, as it is spelled; nil for a value of an array.
func (o Outline) Name(i int) []byte {
	m := &o.shape[i]
	if m.NameEnd == 0 {
		return nil
	}
	return o.text[m.Name:m.NameEnd]
}

// Value is what stands at i.
func (o Outline) Value(i int) []byte { return o.text[o.shape[i].At:o.shape[i].End] }

// Next is the place behind the one at i; Len after the last one.
func (o Outline) Next(i int) int { return i + 1 + int(o.shape[i].Below) }

// Below is what stands in the value at i, when it was opened.
func (o Outline) Below(i int) Outline { return Outline{o.text, o.shape[i+1 : o.Next(i)]} }

// Get is the value of the first member of that name, or nil.
func (o Outline) Get(name string) []byte {
	for i := 0; i < len(o.shape); i = o.Next(i) {
		if string(o.Name(i)) == name {
			return o.Value(i)
		}
	}
	return nil
}

// Each yields the place of each member or value.
func (o Outline) Each(yield func(i int) bool) {
	for i := 0; i < len(o.shape); i = o.Next(i) {
		if !yield(i) {
			return
		}
	}
}

// Outliner makes outlines. The zero value is ready; it is made once and used often, for one outline at a time.
type Outliner struct{ shape scan.Shape }

// Outline is the outline of an object or array, with those of the objects and arrays below it that opens names, made in
// one pass. Objects in an array are opened with it. value should be valid JSON; of anything else some members are found.
// It is valid until the next one is made.
func (s *Outliner) Outline(value []byte, opens func(name []byte) bool) Outline {
	x := outlining{shape: s.shape[:0], b: value, opens: opens}
	x.container(scan.Space(value, 0), maxOutlined)
	s.shape = x.shape
	return Outline{value, x.shape}
}

// Record is the outline of a record's value. Where the check has noted its shape everything is opened.
func (s *Outliner) Record(r *Record, opens func(name []byte) bool) Outline {
	text := slices.Clip(r.Raw) // the buffer goes on behind it
	if len(r.shape) > 0 {
		return Outline{text, r.shape[1:]}
	}
	return s.Outline(text, opens)
}

// maxOutlined is how deep objects and arrays are opened.
const maxOutlined = 16

// outlining is an outline while it is made.
type outlining struct {
	shape scan.Shape
	b     []byte
	opens func(name []byte) bool
}

// container takes what stands in the object or array at i, and returns the index after it; i when there is none.
func (s *outlining) container(i, depth int) int {
	switch {
	case depth == 0 || i >= len(s.b):
		return i
	case s.b[i] == '{':
		return s.members(i, depth)
	case s.b[i] == '[':
		return s.values(i, depth)
	}
	return i
}

// members takes the members of the object at i and returns the index after it.
func (s *outlining) members(i, depth int) int {
	b := s.b
	for i = scan.Space(b, i+1); i < len(b) && b[i] == '"'; i = scan.Space(b, i+1) {
		end := scan.String(b, i)
		name := scan.Mark{Name: int32(i + 1), NameEnd: int32(max(end-1, i+1))}
		if i = scan.Space(b, end); i >= len(b) || b[i] != ':' {
			return len(b)
		}
		i = scan.Space(b, i+1)
		end = s.value(name, i, depth)
		if i = scan.Space(b, end); i >= len(b) || b[i] != ',' {
			break
		}
	}
	return s.past(i, '}')
}

// values takes the values of the array at i and returns the index after it.
func (s *outlining) values(i, depth int) int {
	b := s.b
	for i = scan.Space(b, i+1); i < len(b) && b[i] != ']'; i = scan.Space(b, i+1) {
		if b[i] == ',' { // no value
			break
		}
		end := s.value(scan.Mark{}, i, depth)
		if i = scan.Space(b, end); i >= len(b) || b[i] != ',' {
			break
		}
	}
	return s.past(i, ']')
}

// past is the index after the end of a container, which should stand at i.
func (s *outlining) past(i int, end byte) int {
	if i < len(s.b) && s.b[i] == end {
		return i + 1
	}
	return len(s.b)
}

// value takes the value at i, with what stands in it when it is opened, and returns the index after it.
func (s *outlining) value(m scan.Mark, i, depth int) int {
	at, end := len(s.shape), i
	m.At = int32(i)
	s.shape = append(s.shape, m)
	if s.open(m, i) {
		end = s.container(i, depth-1)
	}
	if end == i {
		end = scan.Value(s.b, i)
	}
	s.shape[at].End, s.shape[at].Below = int32(end), int32(len(s.shape)-at-1)
	return end
}

// open tells whether the value at i is opened: it is an object or array of a name that is, or an object in an array.
func (s *outlining) open(m scan.Mark, i int) bool {
	switch {
	case i >= len(s.b):
		return false
	case m.NameEnd == 0:
		return s.b[i] == '{'
	}
	return (s.b[i] == '{' || s.b[i] == '[') && s.opens(s.b[m.Name:m.NameEnd])
}
