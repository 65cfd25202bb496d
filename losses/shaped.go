package losses

// container walks an object or array whose shape is known: where its values stand, and what they are named.
func (w *walker) container(n *node, opening byte) {
	m := &w.shape[w.next]
	w.next++
	switch {
	case m.Below == 0:
		w.i = int(m.End)
		w.settle(n, int(m.At))
		return
	case opening == '{':
		w.members(n, w.next+int(m.Below))
	default:
		outer := w.index
		c := w.account.element(n)
		end := w.next + int(m.Below)
		for w.index = 0; w.next < end; w.index++ {
			w.i = int(w.shape[w.next].At)
			w.value(c)
		}
		w.index = outer
	}
	w.i = int(m.End)
}

// members walks the members of an object up to the mark at end. Mostly the names that come are those that came before.
func (w *walker) members(n *node, end int) {
	expected := &n.first
	for w.next < end {
		m := &w.shape[w.next]
		w.i = int(m.At)
		name := w.b[m.Name:m.NameEnd]
		e := *expected
		if int(e) >= len(n.edges) || n.edges[e].key != string(name) {
			if e = n.find(name); e < 0 {
				w.value(w.account.stranger(n, name))
				continue
			}
			*expected = e
		}
		x := &n.edges[e]
		expected = &x.next
		w.value(x.to)
	}
}
