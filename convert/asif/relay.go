package asif

import (
	"bytes"
	"slices"
	"strings"
)

// layout is what the object table says of a value. The zero layout says nothing.
type layout struct {
	object *Object
	part   bool // a content part: its kind tells the object
	list   bool // a list of such values
}

func (m *Member) layout() layout {
	switch m.Shape {
	case Record:
		return layout{object: Lookup(m.Object), list: m.List}
	case Content:
		return layout{part: true, list: m.List}
	default:
		return layout{}
	}
}

// known reports whether members of the value can be known.
func (l layout) known() bool { return l.object != nil || l.part }

// item is the layout of a list's items.
func (l layout) item() layout {
	l.list = false
	return l
}

// field is a member of an object that is being saved.
type field struct {
	key []byte // the name as it is spelled, with quotes
	at  Range
	raw []byte // nil: not in memory
	// rank is the member's place in the table; unknown ones come last.
	rank int
}

// named reports whether the member has that name.
func (f *field) named(name string) bool {
	if bytes.IndexByte(f.key, '\\') >= 0 {
		return string(AppendUnquoted(nil, f.key)) == name
	}
	return string(f.key[1:len(f.key)-1]) == name
}

// arrange puts fields into the order of the table, unknown ones behind in their own order. It returns their object, and
// their kind, which chooses among payloads: "" when they have none.
func (l layout) arrange(fields []field) (o *Object, kind string) {
	for i := range fields {
		if raw := fields[i].raw; fields[i].named("kind") && len(raw) > 1 && raw[0] == '"' {
			kind = string(AppendUnquoted(nil, raw))
		}
	}
	o = l.object
	if l.part {
		o = Lookup(kind + "-part")
	}
	if o == nil {
		o = &Object{}
	}
	for i := range fields {
		fields[i].rank = slices.IndexFunc(o.Members, func(m Member) bool { return fields[i].named(m.Name) })
		if fields[i].rank < 0 {
			fields[i].rank = len(o.Members)
		}
	}
	slices.SortStableFunc(fields, func(a, b field) int { return a.rank - b.rank })
	return o, kind
}

// child is the layout of a member, in an object of that kind.
func (o *Object) child(rank int, kind string) layout {
	if rank == len(o.Members) {
		return layout{}
	}
	m := &o.Members[rank]
	if selects(o) && m.Name == o.Rules[0].Then[0].Member {
		for _, r := range o.Rules {
			if strings.Trim(r.Is, `"`) == kind {
				return layout{object: Lookup(r.Then[0].As)}
			}
		}
		return layout{}
	}
	return m.layout()
}

// appendValue appends a valid value, its known members in the order of the table at every level, without white space.
func appendValue(b, raw []byte, l layout) []byte {
	switch {
	case l.known() && l.list && raw[0] == '[':
		return appendList(b, raw, l.item())
	case l.known() && !l.list && raw[0] == '{':
		return appendObject(b, raw, l)
	default:
		return (&compactor{}).add(b, raw)
	}
}

func appendList(b, raw []byte, l layout) []byte {
	b = append(b, '[')
	inMemory(raw).elements(func(it Item) bool {
		if it.Index > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, it.Raw, l)
		return true
	})
	return append(b, ']')
}

func appendObject(b, raw []byte, l layout) []byte {
	var room [24]field
	fields := room[:0]
	inMemory(raw).fields(func(f field) bool {
		fields = append(fields, f)
		return true
	})
	o, kind := l.arrange(fields)
	b = append(b, '{')
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, f.key...), ':')
		b = appendValue(b, f.raw, o.child(f.rank, kind))
	}
	return append(b, '}')
}

// compactor takes white space out of JSON that comes in pieces.
type compactor struct {
	text    bool // inside a string
	escaped bool // behind an odd number of backslashes in it
}

// add appends piece without its white space.
func (c *compactor) add(b, piece []byte) []byte {
	for len(piece) > 0 {
		var n int
		if c.text {
			n = c.inside(piece)
			b = append(b, piece[:n]...)
		} else {
			b, n = c.structure(b, piece)
		}
		piece = piece[n:]
	}
	return b
}

// structure appends what stands before the next string, with its opening quote.
func (c *compactor) structure(b, piece []byte) ([]byte, int) {
	for i, x := range piece {
		switch x {
		case ' ', '\t', '\n', '\r':
			continue
		case '"':
			c.text = true
			return append(b, x), i + 1
		}
		b = append(b, x)
	}
	return b, len(piece)
}

// inside is how much of piece belongs to the string that it begins in.
func (c *compactor) inside(piece []byte) int {
	n := bytes.IndexByte(piece, '"')
	found := n >= 0
	if !found {
		n = len(piece)
	}
	odd := oddBackslashes(piece[:n], c.escaped)
	c.escaped = odd && !found
	if !found {
		return n
	}
	c.text = odd
	return n + 1
}

// oddBackslashes reports whether text ends in an odd number of backslashes, given whether what stands before it did.
func oddBackslashes(text []byte, before bool) bool {
	run := 0
	for run < len(text) && text[len(text)-1-run] == '\\' {
		run++
	}
	odd := run&1 == 1
	return odd != (before && run == len(text))
}
