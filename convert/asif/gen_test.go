package asif

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

// tree is a JSON value that keeps order and spelling.
type tree struct {
	raw     string // a scalar as it is spelled
	open    byte   // '{', '[' or 0
	keys    []string
	members []tree
}

func parseTree(raw []byte) tree {
	dec := jsontext.NewDecoder(bytes.NewReader(raw))
	return readTree(dec)
}

func readTree(dec *jsontext.Decoder) tree {
	k := dec.PeekKind()
	if k != '{' && k != '[' {
		raw, err := dec.ReadValue()
		if err != nil {
			panic(err)
		}
		return tree{raw: string(raw)}
	}
	t := tree{open: byte(k)}
	if _, err := dec.ReadToken(); err != nil {
		panic(err)
	}
	for dec.PeekKind() != '}' && dec.PeekKind() != ']' {
		if k == '{' {
			name, err := dec.ReadValue()
			if err != nil {
				panic(err)
			}
			t.keys = append(t.keys, string(name))
		}
		t.members = append(t.members, readTree(dec))
	}
	if _, err := dec.ReadToken(); err != nil {
		panic(err)
	}
	return t
}

// write spells the tree with space between its tokens.
func (t tree) write(space func() string) string {
	if t.open == 0 {
		return t.raw
	}
	var b strings.Builder
	b.WriteByte(t.open)
	for i, m := range t.members {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(space())
		if t.open == '{' {
			b.WriteString(t.keys[i] + space() + ":" + space())
		}
		b.WriteString(m.write(space) + space())
	}
	b.WriteByte(t.open + 2)
	return b.String()
}

func (t tree) String() string { return t.write(func() string { return "" }) }

func (t tree) get(name string) (tree, bool) {
	for i, k := range t.keys {
		if string(AppendUnquoted(nil, []byte(k))) == name {
			return t.members[i], true
		}
	}
	return tree{}, false
}

// sorted is an independent, slow statement of what Save does: members of the table first, in its order, at every level.
// Open maps below typed members stay as they are when verbatim is set.
func (t tree) sorted(o *Object, payload func(kind, member string) *Object) tree {
	if t.open != '{' || o == nil {
		return t
	}
	var kind string
	if k, ok := t.get("kind"); ok && strings.HasPrefix(k.raw, `"`) {
		kind = string(AppendUnquoted(nil, []byte(k.raw)))
	}
	out := tree{open: '{'}
	done := map[int]bool{}
	for _, m := range o.Members {
		for i, k := range t.keys {
			if string(AppendUnquoted(nil, []byte(k))) != m.Name {
				continue
			}
			done[i] = true
			sub := Lookup(m.Object)
			if sub != nil && len(sub.Members) == 0 {
				sub = payload(kind, m.Name)
			}
			out.keys = append(out.keys, k)
			out.members = append(out.members, t.members[i].sortedMember(m, sub, payload))
		}
	}
	for i := range t.keys {
		if !done[i] {
			out.keys = append(out.keys, t.keys[i])
			out.members = append(out.members, t.members[i])
		}
	}
	return out
}

func (t tree) sortedMember(m Member, sub *Object, payload func(kind, member string) *Object) tree {
	object := func(v tree) *Object {
		if m.Shape != Content {
			return sub
		}
		k, _ := v.get("kind")
		return Lookup(strings.Trim(k.raw, `"`) + "-part")
	}
	if !m.List {
		return t.sorted(object(t), payload)
	}
	if t.open != '[' {
		return t
	}
	out := tree{open: '['}
	for _, v := range t.members {
		out.members = append(out.members, v.sorted(object(v), payload))
	}
	return out
}

// payloads are the objects that a kind chooses.
func payloads(kind, member string) *Object {
	dashed := strings.ReplaceAll(kind, "_", "-")
	switch member {
	case "data":
		return Lookup(dashed + "-data")
	case "descriptor":
		return Lookup("external-" + dashed + "-descriptor")
	}
	return nil
}

func noPayloads(string, string) *Object { return nil }

// drawer draws values for the object table.
type drawer struct {
	t *rapid.T
	// wild lets known strings and numbers be spelled in odd ways.
	wild bool
}

var oddScalars = []string{
	`null`, `true`, `1.50`, `1e2`, `-0.0`, `123456789012345678901234567890`, `"\u0041\/\\\""`, `"\ud83d\ude00 ü"`, `""`, `"a b"`, `"\\"`, `"{[,:]}"`, `"\n\u001f"`,
}

func (d drawer) pick(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "n") }

func (d drawer) coin() bool { return rapid.Bool().Draw(d.t, "coin") }

// anything draws any JSON value, unknown members among them.
func (d drawer) anything(depth int) tree {
	switch n := d.pick(6); {
	case n < 4 || depth == 0:
		return tree{raw: oddScalars[d.pick(len(oddScalars))]}
	case n == 4:
		t := tree{open: '['}
		for range d.pick(4) {
			t.members = append(t.members, d.anything(depth-1))
		}
		return t
	default:
		t := tree{open: '{'}
		d.unknown(&t, depth-1)
		return t
	}
}

var oddNames = []string{`"zz"`, `"a.b/1"`, `"ex\u0061mple"`, `"k\"q"`, `"Unknown"`, `"kinds"`, `"\\"`, `""`}

// unknown adds members that no object has.
func (d drawer) unknown(t *tree, depth int) {
	start := d.pick(len(oddNames))
	for i := range d.pick(3) {
		at := 0
		if len(t.keys) > 0 {
			at = d.pick(len(t.keys) + 1)
		}
		name, v := oddNames[(start+i)%len(oddNames)], d.anything(depth)
		t.keys = append(t.keys[:at:at], append([]string{name}, t.keys[at:]...)...)
		t.members = append(t.members[:at:at], append([]tree{v}, t.members[at:]...)...)
	}
}

// object draws an object with its required members, some optional ones, and unknown ones, in any order.
func (d drawer) object(o *Object, depth int) tree {
	t := tree{open: '{'}
	kind := ""
	if len(o.Rules) > 0 && o.Member("kind") != nil {
		if e := o.Member("kind").Enum; len(e) > 0 {
			kind = e[d.pick(len(e))]
		}
	}
	for _, i := range rapid.Permutation(indexes(len(o.Members))).Draw(d.t, "order") {
		m := &o.Members[i]
		if !m.Required && (depth <= 0 || d.coin()) {
			continue
		}
		v := d.member(m, depth)
		if m.Name == "kind" && kind != "" {
			v = tree{raw: `"` + kind + `"`}
		}
		if p := payloads(kind, m.Name); p != nil && m.Object != "" {
			v = d.object(p, depth-1)
		}
		t.keys = append(t.keys, string(quoted(m.Name)))
		t.members = append(t.members, v)
	}
	d.unknown(&t, 2)
	return t
}

func indexes(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (d drawer) member(m *Member, depth int) tree {
	if !m.List {
		return d.value(m, depth)
	}
	t := tree{open: '['}
	n := int(m.Least)
	if depth > 0 && m.Most == 0 {
		n += d.pick(3)
	}
	for range n {
		t.members = append(t.members, d.value(m, depth))
	}
	return t
}

func (d drawer) value(m *Member, depth int) tree {
	if m.Nullable && d.coin() {
		return tree{raw: "null"}
	}
	switch m.Shape {
	case String:
		switch {
		case len(m.Enum) > 0:
			return tree{raw: string(quoted(m.Enum[d.pick(len(m.Enum))]))}
		case m.Pattern != "":
			return tree{raw: `"` + strings.Repeat("0f", 32) + `"`}
		case d.wild && !m.NonEmpty:
			return tree{raw: []string{`""`, `"\u0041"`, `"x\/y"`, `"ü"`}[d.pick(4)]}
		}
		return tree{raw: []string{`"a"`, `"e1"`, `"b c"`}[d.pick(3)]}
	case Integer:
		if d.wild {
			return tree{raw: []string{"0", "1.0", "1e2", "9007199254740991"}[d.pick(4)]}
		}
		return tree{raw: []string{"0", "7", "9007199254740991"}[d.pick(3)]}
	case Number:
		return tree{raw: []string{"0", "1.50", "1e3"}[d.pick(3)]}
	case Boolean:
		return tree{raw: []string{"true", "false"}[d.pick(2)]}
	case Contract:
		if d.coin() {
			return tree{raw: "true"}
		}
		return tree{open: '{'}
	case Record:
		return d.object(Lookup(m.Object), depth-1)
	case Content:
		return d.object(Lookup(string(everyPartKind[d.pick(4)])+"-part"), depth-1)
	default:
		return d.anything(2)
	}
}

// spaced spells a tree with random white space.
func (d drawer) spaced(t tree) []byte {
	spaces := []string{"", "", "", " ", "\n", "\t", "\r\n  "}
	return []byte(t.write(func() string { return spaces[d.pick(len(spaces))] }))
}
