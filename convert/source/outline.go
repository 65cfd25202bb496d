package source

import "asif-convert/losses/scan"

// Outline is the members of an object, or the values of an array, in the order that they stand in, each with what
// stands below it where it was opened. Names and values are parts of the text, and share its memory up to the same end.
type Outline []Field

// Field is one member of an object, its name without quotes, as it is spelled; or one value of an array, without a name.
type Field struct {
	Name, Value []byte
	below       int // fields right behind this one that stand in its value
}

// maxOutlined is how deep objects and arrays are opened.
const maxOutlined = 16

// AppendOutline appends the fields of an object or array, and those of the objects and arrays below it that opens names,
// in one pass. Objects in an array are opened with it. value should be valid JSON; of anything else some fields are
// found.
func AppendOutline(o Outline, value []byte, opens func(name []byte) bool) Outline {
	s := outliner{Outline: o, b: value, opens: opens}
	s.container(scan.Space(value, 0), maxOutlined)
	return s.Outline
}

// outliner is an outline while it is made.
type outliner struct {
	Outline
	b     []byte
	opens func(name []byte) bool
}

// container takes what stands in the object or array at i, and returns the index after it; i when there is none.
func (s *outliner) container(i, depth int) int {
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
func (s *outliner) members(i, depth int) int {
	b := s.b
	for i = scan.Space(b, i+1); i < len(b) && b[i] == '"'; i = scan.Space(b, i+1) {
		end := scan.String(b, i)
		name := b[i+1 : max(end-1, i+1)]
		if i = scan.Space(b, end); i >= len(b) || b[i] != ':' {
			return len(b)
		}
		i = scan.Space(b, i+1)
		end = s.field(Field{Name: name}, i, depth)
		if i = scan.Space(b, end); i >= len(b) || b[i] != ',' {
			break
		}
	}
	return s.past(i, '}')
}

// values takes the values of the array at i and returns the index after it.
func (s *outliner) values(i, depth int) int {
	b := s.b
	for i = scan.Space(b, i+1); i < len(b) && b[i] != ']'; i = scan.Space(b, i+1) {
		if b[i] == ',' { // no value
			break
		}
		end := s.field(Field{}, i, depth)
		if i = scan.Space(b, end); i >= len(b) || b[i] != ',' {
			break
		}
	}
	return s.past(i, ']')
}

// past is the index after the end of a container, which should stand at i.
func (s *outliner) past(i int, end byte) int {
	if i < len(s.b) && s.b[i] == end {
		return i + 1
	}
	return len(s.b)
}

// field takes the value at i, with what stands in it when it is opened, and returns the index after it.
func (s *outliner) field(f Field, i, depth int) int {
	at, end := len(s.Outline), i
	s.Outline = append(s.Outline, f)
	if i < len(s.b) && (s.b[i] == '{' || s.b[i] == '[' && f.Name != nil) && (f.Name == nil || s.opens(f.Name)) {
		end = s.container(i, depth-1)
	}
	if end == i {
		end = scan.Value(s.b, i)
	}
	m := &s.Outline[at]
	m.Value, m.below = s.b[i:end], len(s.Outline)-at-1
	return end
}

// Next is the place of the field after the one at i; the outline's length after the last one.
func (o Outline) Next(i int) int { return i + 1 + o[i].below }

// Below is the fields in the value of the field at i, when it was opened.
func (o Outline) Below(i int) Outline { return o[i+1 : i+1+o[i].below] }

// Get is the value of the first member of that name, or nil.
func (o Outline) Get(name string) []byte {
	for i := 0; i < len(o); i = o.Next(i) {
		if string(o[i].Name) == name {
			return o[i].Value
		}
	}
	return nil
}

// Each yields the place of each field.
func (o Outline) Each(yield func(i int) bool) {
	for i := 0; i < len(o); i = o.Next(i) {
		if !yield(i) {
			return
		}
	}
}
