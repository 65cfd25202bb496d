package losses

import "asif-convert/losses/scan"

// walker moves over one value, place by place with its tables. It recurses no deeper than the tables and the bound on
// unknown paths: a claimed subtree is skipped and what lies below the bound is counted by loops.
type walker struct {
	account *Account
	b       []byte
	i       int
	shape   scan.Shape // of b; nil when it is not known
	next    int        // mark of the next value
	index   int        // in the innermost array
	visit   Visit
	trace   func(Leaf)
}

// Leaf is one settled field: the bytes [From, To) of the record and the row that settled it.
type Leaf struct {
	Path     string // as the ledger names it, with cases
	Row      Row
	From, To int
}

// Walk settles every leaf of one JSON value and hands visit (which may be nil) the fields that have an ID. A leaf is a
// scalar, an empty container or a claimed subtree; every occurrence of a repeated member counts. raw should be valid
// JSON without a byte order mark: of anything else, some leaves are settled.
func (a *Account) Walk(raw []byte, visit Visit) { a.WalkShaped(raw, nil, visit) }

// WalkShaped is Walk for a value whose shape is known, all of it.
func (a *Account) WalkShaped(raw []byte, shape scan.Shape, visit Visit) {
	a.walks++
	w := walker{account: a, b: raw, shape: shape, visit: visit}
	w.i = scan.Space(raw, 0)
	w.value(a.root)
}

// PrefixField is the path of what a recorder wrote before a record, beside its value.
const PrefixField = "(prefix)"

var prefixValue = []byte(`{"` + PrefixField + `":""}`)

// Prefix settles a record's prefix as a leaf of the record that is walked.
func (a *Account) Prefix() {
	w := walker{account: a, b: prefixValue}
	w.value(a.root)
}

// Trace tells which row settles each leaf of a value, in document order, and counts nothing.
func (a *Account) Trace(raw []byte, leaf func(Leaf)) {
	w := walker{account: a, b: raw, trace: leaf}
	w.i = scan.Space(raw, 0)
	w.value(a.root)
}

func (w *walker) stop() { w.i = len(w.b) }

// space skips white space and returns the byte there, or 0 at the end.
func (w *walker) space() byte {
	for w.i < len(w.b) {
		c := w.b[w.i]
		if c > ' ' {
			return c
		}
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			w.stop()
			return 0
		}
		w.i++
	}
	return 0
}

// settle counts the leaf from start to the current position at n.
func (w *walker) settle(n *node, start int) {
	a := w.account
	s := n.slot
	if s == noSlot {
		s = a.slotOf(n)
	}
	if w.trace != nil {
		w.trace(Leaf{Path: a.slots[s].label, Row: a.slots[s].row, From: start, To: w.i})
		return
	}
	if a.pending[s] == 0 {
		a.touched = append(a.touched, s)
	}
	a.pending[s]++
}

// value walks the value at the current position, which stands at place n.
func (w *walker) value(n *node) {
	start := w.i
	if start >= len(w.b) {
		return
	}
	if n.cases != nil {
		n = w.choose(n.cases)
	}
	switch c := w.b[start]; {
	case n.sink && !n.claim:
		w.drain(n)
	case (c == '{' || c == '[') && !n.claim && w.shape != nil:
		w.container(n, c)
	case c == '{' && !n.claim:
		w.object(n)
	case c == '[' && !n.claim:
		w.array(n)
	case !w.pass():
		w.stop()
		return
	default:
		w.settle(n, start)
	}
	if n.id != 0 && w.visit != nil {
		w.visit(int(n.id), w.index, w.b[start:w.i])
	}
}

// pass moves behind the value at the current position, and tells whether there was one.
func (w *walker) pass() bool {
	if w.next < len(w.shape) {
		m := &w.shape[w.next]
		w.i, w.next = int(m.End), w.next+1+int(m.Below)
		return true
	}
	start := w.i
	switch w.b[start] {
	case '"', '{', '[':
		w.i = scan.Value(w.b, start)
	default:
		w.i = scan.Scalar(w.b, start)
	}
	return w.i > start
}

// choose returns the place that the value's member picks.
func (w *walker) choose(c *choice) *node {
	switch {
	case w.b[w.i] != '{':
		return c.node(nil)
	case w.shape == nil:
		return c.node(unquoted(stringMember(w.b, w.i, c.by)))
	}
	k := w.next + 1
	for end := k + int(w.shape[w.next].Below); k < end; k += 1 + int(w.shape[k].Below) {
		m := &w.shape[k]
		if string(w.b[m.Name:m.NameEnd]) != c.by {
			continue
		}
		if w.b[m.At] != '"' {
			break
		}
		return c.node(unquoted(w.b[m.At:m.End]))
	}
	return c.node(nil)
}

func (w *walker) object(n *node) {
	start := w.i
	w.i++
	if w.space() == '}' {
		w.i++
		w.settle(n, start)
		return
	}
	for last := int32(-1); w.space() == '"'; {
		c := w.member(n, &last)
		if w.space() != ':' {
			break
		}
		w.i++
		w.space()
		w.value(c)
		switch w.space() {
		case ',':
			w.i++
			continue
		case '}':
			w.i++
			return
		}
		break
	}
	w.stop()
}

// member reads a name and returns the place of its value. last is the edge of the member before, -1 at first.
func (w *walker) member(n *node, last *int32) *node {
	next := &n.first
	if *last >= 0 {
		next = &n.edges[*last].next
	}
	rest := w.b[w.i:]
	if e := int(*next); e < len(n.edges) {
		if k := n.edges[e].key; startsWithKey(rest, k) {
			w.i += len(k) + 2
			*last = int32(e)
			return n.edges[e].to
		}
	}
	start := w.i
	w.i = scan.String(w.b, start)
	key := unquoted(w.b[start:w.i])
	if e := n.find(key); e >= 0 {
		*next, *last = e, e
		return n.edges[e].to
	}
	return w.account.stranger(n, key)
}

// startsWithKey says whether b begins with the key in quotes. Keys of edges hold nothing that JSON escapes.
func startsWithKey(b []byte, key string) bool {
	n := len(key)
	return len(b) > n+1 && b[n+1] == '"' && string(b[1:n+1]) == key
}

// find returns the edge with that key, or -1.
func (n *node) find(key []byte) int32 {
	if n.index != nil {
		if e, ok := n.index[string(key)]; ok {
			return e
		}
		return -1
	}
	for i := range n.edges {
		if n.edges[i].key == string(key) {
			return int32(i)
		}
	}
	return -1
}

func (w *walker) array(n *node) {
	start := w.i
	w.i++
	if w.space() == ']' {
		w.i++
		w.settle(n, start)
		return
	}
	outer := w.index
	w.elements(w.account.element(n))
	w.index = outer
}

func (w *walker) elements(c *node) {
	for w.index = 0; w.i < len(w.b); w.index++ {
		w.space()
		w.value(c)
		switch w.space() {
		case ',':
			w.i++
			continue
		case ']':
			w.i++
			return
		}
		break
	}
	w.stop()
}

// drain settles every leaf of the value at n, however deep. A string before a colon is a name.
func (w *walker) drain(n *node) {
	if w.next < len(w.shape) {
		w.next += 1 + int(w.shape[w.next].Below)
	}
	for depth := 0; w.i < len(w.b); {
		start := w.i
		switch c := w.b[start]; c {
		case '{', '[':
			w.i++
			if d := w.space(); d == c+2 { // '{' and '}', '[' and ']' are two apart
				w.i++
				w.settle(n, start)
				break
			}
			depth++
		case '}', ']':
			w.i++
			depth--
		case '"':
			w.i = scan.String(w.b, start)
			if colonAt(w.b, w.i) {
				break
			}
			w.settle(n, start)
		case ',', ':', ' ', '\n', '\t', '\r':
			w.i++
		default:
			w.i = max(scan.Scalar(w.b, start), start+1)
			w.settle(n, start)
		}
		if depth <= 0 {
			return
		}
	}
}

func colonAt(b []byte, i int) bool {
	i = scan.Space(b, i)
	return i < len(b) && b[i] == ':'
}
