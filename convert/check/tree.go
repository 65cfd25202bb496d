package check

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Node kinds, in jsontext's letters. The zero kind is an absent value.
const (
	absent     = 0
	nullKind   = 'n'
	falseKind  = 'f'
	trueKind   = 't'
	stringKind = '"'
	numberKind = '0'
	objectKind = '{'
	arrayKind  = '['
)

// node is one value of a tree: spans into the raw text, and links by number, so that a tree is two allocations and
// can be reused.
type node struct {
	start, end     int32 // the value's text
	name, nameEnd  int32 // the member's name without quotes, as spelled
	parent, next   int32 // -1: none
	first, size    int32 // children
	pos            int32 // among its siblings
	kind           byte
	escaped        bool // the string holds escapes
	nameHasEscapes bool
}

// tree is a parsed item. Values of it are valid until the next parse.
type tree struct {
	raw   []byte
	nodes []node
	lists map[int32][]int32 // elements of long arrays that pointers led through
}

// value is one value of a tree, or the absent one: its zero value. Every question to a value of another kind, or to
// an absent one, has the empty answer, so that rules look at what is there and leave shapes to the schema.
type value struct {
	t *tree
	i int32
}

// root is the value that was parsed.
func (t *tree) root() value {
	if len(t.nodes) == 0 {
		return value{}
	}
	return value{t, 0}
}

func (v value) node() *node { return &v.t.nodes[v.i] }

// kind is the value's kind, absent for none.
func (v value) kind() byte {
	if v.t == nil {
		return absent
	}
	return v.node().kind
}

func (v value) exists() bool { return v.t != nil }

// raw is the value's text as spelled.
func (v value) raw() []byte {
	if v.t == nil {
		return nil
	}
	n := v.node()
	return v.t.raw[n.start:n.end]
}

// start is the value's place in its item.
func (v value) start() int64 {
	if v.t == nil {
		return 0
	}
	return int64(v.node().start)
}

// get is the member of that name.
func (v value) get(name string) value {
	if v.kind() != objectKind {
		return value{}
	}
	nodes := v.t.nodes
	for i := v.node().first; i >= 0; i = nodes[i].next {
		n := &nodes[i]
		if !n.nameHasEscapes && string(v.t.raw[n.name:n.nameEnd]) == name ||
			n.nameHasEscapes && (value{v.t, i}).name() == name {
			return value{v.t, i}
		}
	}
	return value{}
}

// name is the member name under which the value stands.
func (v value) name() string {
	if v.t == nil {
		return ""
	}
	n := v.node()
	b := v.t.raw[n.name:n.nameEnd]
	if !n.nameHasEscapes {
		return string(b)
	}
	return string(unquote(v.t.raw[n.name-1 : n.nameEnd+1]))
}

// text is a string's content; nil for what is no string. It may share the item's memory.
func (v value) text() []byte {
	if v.kind() != stringKind {
		return nil
	}
	n := v.node()
	if !n.escaped {
		return v.t.raw[n.start+1 : n.end-1]
	}
	return unquote(v.t.raw[n.start:n.end])
}

func (v value) str() string { return string(v.text()) }

// is tells whether the value is that string.
func (v value) is(s string) bool { return v.kind() == stringKind && string(v.text()) == s }

// integer is a number without fraction, however it is spelled (P05), between -(2^53-1) and 2^53-1.
func (v value) integer() (int64, bool) {
	if v.kind() != numberKind {
		return 0, false
	}
	return integer(v.raw())
}

// each yields an array's elements; none for what is no array.
func (v value) each() iter.Seq[value] { return v.children(arrayKind) }

// members yields an object's members; none for what is no object.
func (v value) members() iter.Seq[value] { return v.children(objectKind) }

func (v value) children(kind byte) iter.Seq[value] {
	return func(yield func(value) bool) {
		if v.kind() != kind {
			return
		}
		for i := v.node().first; i >= 0; i = v.t.nodes[i].next {
			if !yield(value{v.t, i}) {
				return
			}
		}
	}
}

// size is the number of elements or members.
func (v value) size() int {
	if v.t == nil {
		return 0
	}
	return int(v.node().size)
}

// pointer is the JSON Pointer from the item to the value.
func (v value) pointer() string {
	if v.t == nil || v.node().parent < 0 {
		return ""
	}
	n := v.node()
	parent := value{v.t, n.parent}
	if parent.kind() == arrayKind {
		return parent.pointer() + "/" + strconv.Itoa(int(n.pos))
	}
	return parent.pointer() + "/" + escapeToken(v.name())
}

// at follows a JSON Pointer from v. A pointer that leads nowhere gives the last value that is there, and false.
func (v value) at(pointer string) (value, bool) {
	for token := range jsontext.Pointer(pointer).Tokens() {
		next := v.step(token)
		if !next.exists() {
			return v, false
		}
		v = next
	}
	return v, true
}

func (v value) step(token string) value {
	if v.kind() == objectKind {
		return v.get(token)
	}
	k, err := strconv.Atoi(token)
	if err != nil || strconv.Itoa(k) != token || v.kind() != arrayKind || k < 0 || k >= v.size() {
		return value{}
	}
	return v.element(k)
}

// element is an array's element k. Those of long arrays are numbered once, for all pointers that lead there.
func (v value) element(k int) value {
	const long = 64
	if k < long {
		for e := range v.each() {
			if k--; k < 0 {
				return e
			}
		}
	}
	list := v.t.lists[v.i]
	if list == nil {
		for e := range v.each() {
			list = append(list, e.i)
		}
		if v.t.lists == nil {
			v.t.lists = map[int32][]int32{}
		}
		v.t.lists[v.i] = list
	}
	return value{v.t, list[k]}
}

func escapeToken(s string) string {
	if !strings.ContainsAny(s, "~/") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}

func unquote(raw []byte) []byte {
	b, err := jsontext.AppendUnquote(make([]byte, 0, len(raw)), raw)
	if err != nil {
		return []byte(fmt.Sprintf("%.40s", raw)) // not reached behind a strict parser
	}
	return b
}
