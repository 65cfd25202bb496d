package claudecode

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// graph orders the records of a transcript. It works on places in the file, from 0; -1 is none.
type graph struct {
	m      *mapper
	n      int32
	parent []int32         // as the harness would follow it: the last parent, compactions bridged
	older  map[int32]int32 // the first parent of a record that was written again under another one
	order  []int32         // parents first, else as in the file
}

// Finish implements adapters.Mapper.
func (m *mapper) Finish() error {
	m.mainAgent()
	g := &graph{m: m, n: int32(m.order.Len()), older: map[int32]int32{}}
	g.link()
	g.cutCycles()
	g.sort()
	leaf := g.leaf()
	h := g.history(leaf)
	h.Status = g.status(leaf)
	h.Title, h.Boundary = m.titleText(), "the transcript up to its last complete record"
	m.unqueued()
	m.total()
	m.ungranted()
	m.subAgents()
	m.lineage(&h)
	return m.sink.Close(h)
}

// titleText is the session's title by precedence: a person's, the model's, a summary of this file's conversation.
func (m *mapper) titleText() string {
	switch t := &m.titles; {
	case len(t.custom) > 0:
		return string(t.custom)
	case len(t.model) > 0:
		return string(t.model)
	case m.present(m.ids.Find(t.leaf)):
		return string(t.summary)
	}
	return ""
}

// present tells whether a uuid is that of a record in the file.
func (m *mapper) present(id asif.ID) bool { return id != 0 && m.node(id).pos != 0 }

func (g *graph) node(i int32) *node { return g.m.node(*g.m.index.order.At(int(i))) }

// place is where a record stands, or -1.
func (g *graph) place(id asif.ID) int32 {
	if id == 0 {
		return -1
	}
	return g.m.node(id).pos - 1
}

// link resolves the parents of all records.
func (g *graph) link() {
	moved := map[int32]asif.ID{}
	for _, v := range g.m.moves {
		moved[g.place(v.id)] = v.parent
	}
	g.parent = make([]int32, g.n)
	early := map[int32]int32{}         // record → the first one before it that follows it
	last := make([]int32, g.m.sides+1) // of each side chain, and of the main line
	for k := range last {
		last[k] = -1
	}
	for i := range g.n {
		nd := g.node(i)
		before := last[nd.side]
		if k, ok := early[i]; ok {
			before = k - 1
		}
		g.parent[i] = g.linkOne(i, nd.parent, before)
		if _, ok := early[g.parent[i]]; !ok && g.parent[i] > i {
			early[g.parent[i]] = i
		}
		if p, ok := moved[i]; ok && g.place(p) >= 0 {
			g.older[i] = g.parent[i]
			g.parent[i] = g.place(p)
		}
		last[nd.side] = i
	}
	for i := range g.n { // when it is known which records were written again
		if nd := g.node(i); nd.flags&isBoundary != 0 {
			g.parent[i] = g.bridge(i, *g.m.index.order.At(int(i)))
		}
	}
}

// linkOne is the place of a parent. A record whose parent is not in the file follows the one before it.
func (g *graph) linkOne(i int32, parent asif.ID, before int32) int32 {
	p := g.place(parent)
	switch {
	case parent == 0:
		return -1
	case p > i:
		g.m.lose(losses.ForwardParentReordered, g.node(i))
	case p < 0 && before < 0:
		g.m.lose(losses.HistoryBeforeSliceMissing, g.node(i))
	case p < 0:
		g.m.lose(losses.DanglingParent, g.node(i))
		return before
	}
	return p
}

// bridge is what a compaction follows: the record that it names if that stands before it, else the one before. What
// was written again behind the boundary hangs there too, so the way leads around it.
func (g *graph) bridge(i int32, id asif.ID) int32 {
	p := g.place(g.m.logical[id])
	if p < 0 || p >= i {
		p = i - 1
		for p >= 0 && g.node(p).side != g.node(i).side {
			p--
		}
	}
	if len(g.older) == 0 {
		return p
	}
	for j := p; j >= 0 && g.node(j).flags&isBoundary == 0; { // up to the compaction before
		first, again := g.older[j]
		if !again {
			first = g.parent[j]
		}
		if first >= j {
			break
		}
		if again && g.parent[j] > i {
			p = first
		}
		j = first
	}
	return p
}

// cutCycles breaks every circle of parents at the record of it that stands first in the file, which then follows what
// stands before the circle.
func (g *graph) cutCycles() {
	walk := make([]int32, g.n) // the walk that came by, from 1
	for i := range g.n {
		j := i
		for j >= 0 && walk[j] == 0 {
			walk[j] = i + 1
			j = g.parent[j]
		}
		if j < 0 || walk[j] != i+1 {
			continue
		}
		first := j
		for k := g.parent[j]; k != j; k = g.parent[k] {
			first = min(first, k)
		}
		g.parent[first] = i - 1 // what stands before i was walked before, so it leads into no circle
		g.m.lose(losses.ParentCycleCut, g.node(first))
	}
}

// sort puts every record behind its parent and keeps the order of the file otherwise. A record that was written again
// keeps its first place.
func (g *graph) sort() {
	g.order = make([]int32, 0, g.n)
	placed := make([]bool, g.n)
	waiting := map[int32][]int32{}
	var stack []int32
	for i := range g.n {
		p := g.parent[i]
		if first, ok := g.older[i]; ok {
			p = first
		}
		if p >= 0 && !placed[p] {
			waiting[p] = append(waiting[p], i)
			continue
		}
		for stack = append(stack[:0], i); len(stack) > 0; {
			j := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			placed[j] = true
			g.order = append(g.order, j)
			if len(waiting) == 0 {
				continue
			}
			for k := len(waiting[j]) - 1; k >= 0; k-- {
				stack = append(stack, waiting[j][k])
			}
			delete(waiting, j)
		}
	}
	for i := range g.n { // first parents in a circle
		if !placed[i] {
			g.order = append(g.order, i)
		}
	}
}

// terminals marks the records that no other one of their line follows.
func (g *graph) terminals() []bool {
	end := make([]bool, g.n)
	for i := range end {
		end[i] = true
	}
	for i, p := range g.parent {
		if p >= 0 && g.node(int32(i)).side == g.node(p).side {
			end[p] = false
		}
	}
	return end
}

// leaf is the record that the harness would go on from, or -1: the terminal whose nearest user or assistant record
// stands last in the file, side chains and injected records aside; unless last-prompt names another with nothing said
// after it.
func (g *graph) leaf() int32 {
	if l := &g.m.latch; l.seen == g.m.seen {
		switch p := g.place(g.m.ids.Find(l.leaf)); {
		case l.clear:
			return -1
		case p >= 0 && g.node(p).side == 0:
			return p
		}
	}
	near := g.nearest()
	best, score := int32(-1), int32(-1)
	for i, end := range g.terminals() {
		if end && g.node(int32(i)).side == 0 && near[i] >= score {
			best, score = int32(i), near[i]
		}
	}
	return best
}

// nearest finds, for each record, the nearest user or assistant record at or above it that was not injected; -1 is
// none.
func (g *graph) nearest() []int32 {
	return g.above(func(n *node) bool {
		return n.flags&(isUser|isAssistant) != 0 && n.flags&isMeta == 0 && n.side == 0
	})
}

// above finds, for each record, the first one at or above it that is meant; -1 is none. Each record is looked at once
// or twice, however long the ways are.
func (g *graph) above(meant func(*node) bool) []int32 {
	const unknown = -2
	near := fill(g.n, unknown)
	for i := range g.n {
		j, found := i, int32(-1)
		for ; j >= 0; j = g.parent[j] {
			if near[j] != unknown {
				found = near[j]
				break
			}
			if meant(g.node(j)) {
				found = j
				break
			}
		}
		for k := i; k >= 0 && near[k] == unknown; k = g.parent[k] {
			near[k] = found
			if k == j {
				break
			}
		}
	}
	return near
}

// history selects the branches and puts their events in order.
func (g *graph) history(leaf int32) adapters.History {
	t := newTree(g)
	t.main(leaf)
	t.others()
	t.sides()
	t.collect()
	h := adapters.History{}
	f := newFold(t)
	for b := range t.branches {
		h.Branches = append(h.Branches, t.emit(int32(b)))
		contexts, live := f.contexts(int32(b), t.events)
		h.Contexts = append(h.Contexts, contexts...)
		if b == 0 {
			h.Live = live
		}
		h.Contexts = append(h.Contexts, f.recorded(int32(b), t.events, live.Inputs)...)
	}
	return h
}

// branchID names a branch by the record that it begins with.
func (g *graph) branchID(i int32) string {
	id := g.m.ids.Append(nil, *g.m.index.order.At(int(i)))
	return "branch-" + string(bytes.TrimPrefix(id, []byte("\x00")))
}
