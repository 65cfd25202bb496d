package losses

// Bounds that keep hostile or data-keyed objects from growing the ledger, and their content out of it.
const (
	maxUnknownPaths = 200 // unknown paths per record kind that are told apart
	maxUnknownDepth = 4   // levels of an unknown subtree that are told apart
	maxUnknownNodes = 4 * maxUnknownPaths * maxUnknownDepth
	maxUnknownKinds = 200 // record kinds without a table that are told apart
	ellipsis        = "…"
)

// unknownField is the reason of a leaf that no row names.
const unknownField = "unknown_field"

// unknowns is what an account met that its table does not name.
type unknowns struct {
	slots map[string]int32 // by label
	nodes int
	rest  *node // where everything beyond the bounds is counted
}

// stranger returns the place of a key that has no edge from n. key is unquoted.
func (a *Account) stranger(n *node, key []byte) *node {
	if n.star != nil {
		return n.star
	}
	return a.discover(n, key)
}

// discover returns the place of a key that no table names, below n. key is unquoted.
func (a *Account) discover(n *node, key []byte) *node {
	switch {
	case n.unknown >= maxUnknownDepth:
		return a.bottom(n)
	case !plainKey(key):
		if n.odd == nil {
			n.odd = a.below(n, "*")
		}
		return n.odd
	}
	c := a.below(n, string(key))
	if c != a.unknown.rest {
		n.add(string(key), c)
	}
	return c
}

// element returns the place of an array's elements, which no table may name.
func (a *Account) element(n *node) *node {
	switch {
	case n.elem != nil:
		return n.elem
	case n.unknown >= maxUnknownDepth:
		return a.bottom(n)
	}
	n.elem = a.below(n, "[]")
	return n.elem
}

// bottom makes everything below n one path.
func (a *Account) bottom(n *node) *node {
	c := a.below(n, ellipsis)
	c.makeSink()
	n.star, n.elem = c, c
	return c
}

func (a *Account) below(n *node, segment string) *node {
	if a.unknown.nodes >= maxUnknownNodes || len(a.unknown.slots) >= maxUnknownPaths {
		return a.rest()
	}
	a.unknown.nodes++
	return &node{label: join(n.label, segment), plain: join(n.plain, segment), slot: noSlot, unknown: n.unknown + 1}
}

// rest is the place of all paths beyond the bounds.
func (a *Account) rest() *node {
	if a.unknown.rest == nil {
		a.unknown.rest = &node{label: ellipsis, plain: ellipsis, slot: noSlot}
		a.unknown.rest.makeSink()
	}
	return a.unknown.rest
}

func (n *node) makeSink() { n.sink, n.star, n.elem = true, n, n }

// unknownSlot returns the line of the ledger for a leaf at n, which has no row.
func (a *Account) unknownSlot(n *node) int32 {
	u := &a.unknown
	if s, ok := u.slots[n.label]; ok {
		return s
	}
	if len(u.slots) >= maxUnknownPaths && n != u.rest {
		return a.slotOf(a.rest())
	}
	s := a.addSlot(slot{label: n.label, plain: n.plain, row: Row{Path: n.label, Do: Preserved, Why: unknownField}})
	if u.slots == nil {
		u.slots = map[string]int32{}
	}
	u.slots[n.label] = s
	return s
}

func (a *Account) slotOf(n *node) int32 {
	if n.slot == noSlot {
		n.slot = a.unknownSlot(n)
	}
	return n.slot
}

// plainKey says whether a key looks like a name that a programmer gave: ^[A-Za-z_][A-Za-z0-9_$-]{0,63}$. Others may
// be data (paths, questions, host names) and are not shown.
func plainKey[T string | []byte](key T) bool {
	if len(key) == 0 || len(key) > 64 {
		return false
	}
	for i := range len(key) {
		c := key[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '$' || c == '-')) {
			return false
		}
	}
	return true
}
