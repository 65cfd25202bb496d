package golden

import (
	"strings"

	"asif-convert/losses"
)

// leaf is one field of a record: a scalar, an empty container, or a subtree that a row claims.
type leaf struct {
	row   *rowAt // nil: no row names it
	value *tree
}

// rowAt is a row of a table with where it stands.
type rowAt struct {
	kind string
	at   string // of the variant, with the case: "message.content[](type=text)"
	losses.Row
	seen bool // met in the corpus
}

// name is how lists and failures call a row.
func (r *rowAt) name() string {
	path := r.Path
	if r.at != "" {
		path = r.at + ":" + path
	}
	return r.kind + " " + path
}

// table is a field table that is interpreted row by row.
type table struct {
	rows     []*rowAt
	variants []variant
}

type variant struct {
	at, by string
	cases  map[string][]*rowAt
}

func readTables(tables []losses.Table) map[string]*table {
	out := map[string]*table{}
	for _, t := range tables {
		read := &table{}
		for _, r := range t.Rows {
			read.rows = append(read.rows, &rowAt{kind: t.Kind, Row: r})
		}
		for _, v := range t.Variants {
			cases := map[string][]*rowAt{}
			for value, rows := range v.Cases {
				for _, r := range rows {
					at := v.At + "(" + v.By + "=" + value + ")"
					cases[value] = append(cases[value], &rowAt{kind: t.Kind, at: at, Row: r})
				}
			}
			read.variants = append(read.variants, variant{v.At, v.By, cases})
		}
		out[t.Kind] = read
	}
	return out
}

// all lists every row.
func (t *table) all() []*rowAt {
	out := append([]*rowAt(nil), t.rows...)
	for _, v := range t.variants {
		for _, rows := range v.cases {
			out = append(out, rows...)
		}
	}
	return out
}

// rest is a row or a variant with what of its path is still ahead.
type rest struct {
	row     *rowAt
	variant *variant
	ahead   []string
}

// layer is the rows of a table, or of a case, that can still hold at a place.
type layer []rest

func layerOf(rows []*rowAt) layer {
	var l layer
	for _, r := range rows {
		l = append(l, rest{row: r, ahead: segments(strings.TrimSuffix(r.Path, "/"))})
	}
	return l
}

// layer is the rows of the table itself, and where its variants stand.
func (t *table) layer() layer {
	l := layerOf(t.rows)
	for i := range t.variants {
		l = append(l, rest{variant: &t.variants[i], ahead: segments(t.variants[i].at)})
	}
	return l
}

// segments cuts "a.b[].c" into a, b, [] and c.
func segments(path string) []string {
	path = strings.ReplaceAll(path, "[]", ".[]")
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' })
}

func (l layer) step(segment string) layer {
	var out layer
	for _, r := range l {
		if len(r.ahead) > 0 && r.ahead[0] == segment {
			r.ahead = r.ahead[1:]
			out = append(out, r)
		}
	}
	return out
}

// here is the row of this very place, or nil; deeper says whether rows lie below.
func (l layer) here() (row *rowAt, deeper bool) {
	for _, r := range l {
		switch {
		case len(r.ahead) > 0:
			deeper = true
		case r.row != nil:
			row = r.row
		}
	}
	return row, deeper
}

// leaves lists the leaves of a record and the rows that settle them. A nil table has no rows.
func (t *table) leaves(record *tree) []leaf {
	if t == nil {
		t = &table{}
	}
	var w walk
	w.value(record, []layer{t.layer()})
	return w.out
}

type walk struct{ out []leaf }

// value settles v. The strongest layer comes first.
func (w *walk) value(v *tree, layers []layer) {
	if rows := variantAt(layers).pick(v); rows != nil {
		layers = append([]layer{layerOf(rows)}, layers...)
	}
	row, claimed, open := choose(layers)
	if v.empty() || claimed {
		w.out = append(w.out, leaf{row, v})
		return
	}
	for i, child := range v.values {
		if v.kind == '[' {
			w.value(child, step(open, "[]"))
		} else {
			w.value(child, step(open, v.keys[i]))
		}
	}
}

// variantAt finds the variant of a place, unless a stronger layer claims the place whole.
func variantAt(layers []layer) *variant {
	split := false
	for _, l := range layers {
		for _, r := range l {
			if len(r.ahead) == 0 && r.variant != nil {
				return r.variant
			}
		}
		row, deeper := l.here()
		if row != nil && strings.HasSuffix(row.Path, "/") && !split {
			return nil
		}
		split = split || deeper
	}
	return nil
}

// pick returns the rows of the case that a value is in; what is no object, or has no such member, is in none.
func (v *variant) pick(value *tree) []*rowAt {
	if v == nil {
		return nil
	}
	if by := value.member(v.by); by != nil && by.kind == '"' {
		if rows, ok := v.cases[by.text]; ok {
			return rows
		}
	}
	return v.cases[""]
}

// choose finds the row that settles a place, whether it claims all below, and the layers that hold below.
func choose(layers []layer) (row *rowAt, claimed bool, open []layer) {
	split := false
	for i, l := range layers {
		r, deeper := l.here()
		claim := r != nil && strings.HasSuffix(r.Path, "/") && !split
		if row == nil && r != nil {
			row, claimed = r, claim
		}
		if claim {
			return row, claimed, layers[:i]
		}
		split = split || deeper
	}
	return row, claimed, layers
}

// step goes to a member or an element. A key that any layer names is not "*".
func step(layers []layer, segment string) []layer {
	var out, star []layer
	for _, l := range layers {
		if s := l.step(segment); s != nil {
			out = append(out, s)
		}
		if s := l.step("*"); s != nil && segment != "[]" {
			star = append(star, s)
		}
	}
	if out == nil {
		return star
	}
	return out
}
