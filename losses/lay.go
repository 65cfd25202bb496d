package losses

// layer is a set of rows that holds at a place, with the label that its rows have there.
type layer struct {
	decl  *decl
	label string
}

// layers hold together at one place, the strongest first: rows of a case before rows of the table.
type layers []layer

func (ls layers) into(next func(*decl) *decl, suffix string) layers {
	var out layers
	for _, l := range ls {
		if d := next(l.decl); d != nil {
			out = append(out, layer{d, join(l.label, suffix)})
		}
	}
	return out
}

func join(path, segment string) string {
	if path == "" || segment == "[]" {
		return path + segment
	}
	return path + "." + segment
}

// compiler turns layers of rows into nodes of one account.
type compiler struct {
	account *Account
	slots   map[string]int32 // by label: a row of the table stands in the nodes of many cases
}

// compile lays out the account's table when the first record of its kind comes: most sessions have few kinds of many.
func (a *Account) compile() {
	if a.root == nil {
		c := compiler{account: a, slots: map[string]int32{}}
		a.root = c.place(layers{{decl: a.declared}}, "", "")
		a.declared = nil
	}
}

// place compiles one place. Its cases are compiled when they are met: cases inside cases multiply, and a session has
// few of them.
func (c *compiler) place(ls layers, label, plain string) *node {
	n := c.node(ls, label, plain)
	v := variantOf(ls)
	if v == nil {
		return n
	}
	n.cases = &choice{by: v.by, nodes: map[string]*node{}, fallback: n, declared: v.cases}
	n.cases.compile = func(value string) *node {
		shown := value
		if value == "" {
			shown = "*"
		}
		at := label + "(" + v.by + "=" + shown + ")"
		return c.node(append(layers{{v.cases[value], at}}, ls...), at, plain)
	}
	return n
}

// node returns the place of a value whose member says which case it is in.
func (c *choice) node(value []byte) *node {
	if n := c.nodes[string(value)]; n != nil {
		return n
	}
	if c.declared[string(value)] == nil {
		if len(value) == 0 {
			return c.fallback
		}
		return c.node(nil) // the case "", if there is one
	}
	n := c.compile(string(value))
	c.nodes[string(value)] = n
	return n
}

// variantOf finds the variant that holds at a place. A claim hides that of a weaker layer, unless it is split.
func variantOf(ls layers) *variantDecl {
	split := false
	for _, l := range ls {
		if l.decl.variant != nil {
			return l.decl.variant
		}
		if l.decl.claim && !split {
			return nil
		}
		split = split || !l.decl.bare()
	}
	return nil
}

// node compiles one place without its cases. A claim hides the rows of weaker layers below it; rows of a stronger
// layer below a claim split it, so that its row settles the value only when that is a leaf.
func (c *compiler) node(ls layers, label, plain string) *node {
	n := &node{label: label, plain: plain, slot: noSlot}
	open := ls
	split := false
	for i, l := range ls {
		if l.decl.row != nil && n.slot == noSlot {
			n.slot, n.id = c.slot(l, plain), int32(l.decl.row.ID)
			n.claim = l.decl.claim && !split
		}
		if l.decl.claim && !split {
			open = ls[:i]
			break
		}
		split = split || !l.decl.bare()
	}
	if n.claim {
		return n
	}
	c.members(n, open)
	return n
}

func (c *compiler) members(n *node, ls layers) {
	seen := map[string]bool{}
	for _, l := range ls {
		for _, key := range l.decl.keys {
			if seen[key] {
				continue
			}
			seen[key] = true
			below := ls.into(func(d *decl) *decl { return d.members[key] }, key)
			n.add(key, c.place(below, join(n.label, key), join(n.plain, key)))
		}
	}
	if below := ls.into(func(d *decl) *decl { return d.star }, "*"); below != nil {
		n.star = c.place(below, join(n.label, "*"), join(n.plain, "*"))
	}
	if below := ls.into(func(d *decl) *decl { return d.elem }, "[]"); below != nil {
		n.elem = c.place(below, join(n.label, "[]"), join(n.plain, "[]"))
	}
}

func (c *compiler) slot(l layer, plain string) int32 {
	if s, ok := c.slots[l.label]; ok {
		return s
	}
	label := l.label
	if l.decl.claim {
		label += "/"
	}
	s := c.account.addSlot(slot{label: label, plain: plain, row: *l.decl.row})
	c.slots[l.label] = s
	return s
}
