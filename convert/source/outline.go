package source

import "asif-convert/losses/scan"

// Outline is the members of an object in the order that they stand in, each with what stands below it where it was
// opened. Names and values are parts of the object, and share its memory up to the same end.
type Outline []Field

// Field is one member of an object: its name without quotes, as it is spelled, and its value.
type Field struct {
	Name, Value []byte
	below       int // members right behind this one that stand in its value
}

// maxOutlined is how deep objects are opened.
const maxOutlined = 12

// AppendOutline appends the members of an object, and those of the objects below it that opens names, in one pass.
// object should be valid JSON; of anything else some members are found.
func AppendOutline(o Outline, object []byte, opens func(name []byte) bool) Outline {
	s := outliner{Outline: o, opens: opens}
	if i := scan.Space(object, 0); i < len(object) && object[i] == '{' {
		s.members(object, i, maxOutlined)
	}
	return s.Outline
}

// outliner is an outline while it is made.
type outliner struct {
	Outline
	opens func(name []byte) bool
}

// members takes the members of the object at b[i] and returns the index after it.
func (s *outliner) members(b []byte, i, depth int) int {
	for i = scan.Space(b, i+1); i < len(b) && b[i] == '"'; i = scan.Space(b, i+1) {
		end := scan.String(b, i)
		name := b[i+1 : max(end-1, i+1)]
		if i = scan.Space(b, end); i >= len(b) || b[i] != ':' {
			return len(b)
		}
		i = scan.Space(b, i+1)
		at := len(s.Outline)
		s.Outline = append(s.Outline, Field{Name: name})
		if depth > 0 && i < len(b) && b[i] == '{' && s.opens(name) {
			end = s.members(b, i, depth-1)
		} else {
			end = scan.Value(b, i)
		}
		m := &s.Outline[at]
		m.Value, m.below = b[i:end], len(s.Outline)-at-1
		if i = scan.Space(b, end); i >= len(b) || b[i] != ',' {
			break
		}
	}
	if i < len(b) && b[i] == '}' {
		return i + 1
	}
	return len(b)
}

// Next is the place of the member after the one at i; the outline's length after the last one.
func (o Outline) Next(i int) int { return i + 1 + o[i].below }

// Below is the members in the value of the member at i, when it was opened.
func (o Outline) Below(i int) Outline { return o[i+1 : i+1+o[i].below] }
