package claudecode

import (
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// tree divides the records into branches: each record belongs to one.
type tree struct {
	*graph
	branch   []int32 // of each record; -1: none yet
	branches []limb
	records  [][]int32 // of each branch, in order

	// Lists over the index, as heads and links; -1 ends one.
	groupHead, groupNext   []int32 // records of a response
	resultHead, resultNext []int32 // results of a call, as events
	answered               []bool  // of each call: a result of it is selected
	whole                  []bool  // of each response: all its records are

	left   []int32           // of each response: records still to be emitted
	held   map[int32][]int32 // of a response: records of results that wait for its last call
	events []int32           // of the branch emitted last
}

// limb is a branch in the making.
type limb struct {
	id     string
	anchor int32 // the record that it hangs on, or -1
}

func newTree(g *graph) *tree {
	m := g.m
	t := &tree{
		graph: g, branch: fill(g.n, -1), held: map[int32][]int32{},
		groupHead: fill(int32(m.responses.Len()+1), -1), groupNext: fill(g.n, -1),
		resultHead: fill(int32(m.index.events.Len()), -1), resultNext: fill(int32(m.index.events.Len()), -1),
		answered: make([]bool, m.index.events.Len()), whole: make([]bool, m.responses.Len()+1), left: make([]int32, m.responses.Len()+1),
	}
	for i := g.n - 1; i >= 0; i-- {
		if k := g.node(i).group; k > 0 {
			t.groupNext[i], t.groupHead[k] = t.groupHead[k], i
		}
	}
	for i := m.index.events.Len() - 1; i >= 0; i-- {
		e := m.index.events.At(i)
		if e.flags&isResult == 0 {
			continue
		}
		if e.call < 0 { // the call stands later in the file
			e.call = m.callAt[-e.call]
		}
		if e.call > 0 {
			t.resultNext[i], t.resultHead[e.call-1] = t.resultHead[e.call-1], int32(i)
		}
	}
	return t
}

func fill(n, v int32) []int32 {
	s := make([]int32, n)
	for i := range s {
		s[i] = v
	}
	return s
}

func (t *tree) event(i int32) *event { return t.m.index.events.At(int(i)) }

// path is the way from a record up to the first one that has a branch, which is returned too, or -1.
func (t *tree) path(i int32) (path []int32, anchor int32) {
	side := t.node(i).side
	for ; i >= 0 && t.node(i).side == side; i = t.parent[i] {
		if t.branch[i] >= 0 {
			return path, i
		}
		path = append(path, i)
	}
	return path, -1
}

// main selects what leads to the live leaf.
func (t *tree) main(leaf int32) {
	t.branches = append(t.branches, limb{id: "main", anchor: -1})
	if leaf < 0 {
		return
	}
	path, _ := t.path(leaf)
	t.claim(0, path)
}

// claim gives records to a branch, and with them what only looks like another one: the other lines of their responses
// and the results of their calls, which hang beside each other when tools run in parallel.
func (t *tree) claim(b int32, list []int32) {
	for _, i := range list {
		t.branch[i] = b
		t.answer(i)
	}
	for k := 0; k < len(list); k++ {
		nd := t.node(list[k])
		for j := t.groupHead[nd.group]; !t.whole[nd.group] && j >= 0; j = t.groupNext[j] {
			list = t.include(list, b, j, nd.side)
		}
		t.whole[nd.group] = true
		for e := nd.first; e < nd.first+nd.count; e++ {
			if t.event(e).flags&isCall == 0 || t.answered[e] {
				continue
			}
			for r := t.resultHead[e]; r >= 0 && !t.answered[e]; r = t.resultNext[r] {
				list = t.include(list, b, t.place(t.event(r).node), nd.side)
			}
		}
	}
}

// include gives one more record to a branch unless it has one or is of another side chain.
func (t *tree) include(list []int32, b, i, side int32) []int32 {
	if t.branch[i] >= 0 || t.node(i).side != side {
		return list
	}
	t.branch[i] = b
	t.answer(i)
	return append(list, i)
}

// answer marks the calls whose results a record holds.
func (t *tree) answer(i int32) {
	nd := t.node(i)
	for e := nd.first; e < nd.first+nd.count; e++ {
		if v := t.event(e); v.flags&isResult != 0 && v.call > 0 {
			t.answered[v.call-1] = true
		}
	}
}

// others divides the rest, the latest terminal first; then what stands above a record that already went elsewhere.
func (t *tree) others() {
	end := t.terminals()
	for i := t.n - 1; i >= 0; i-- {
		if end[i] {
			t.divide(i)
		}
	}
	for i := t.n - 1; i >= 0; i-- {
		t.divide(i)
	}
}

// divide finds the branch of a record and what is above it: what somebody sent or the model said is a branch of its
// own, anything else goes with what it hangs on.
func (t *tree) divide(i int32) {
	if t.branch[i] >= 0 || t.node(i).side != 0 {
		return
	}
	path, anchor := t.path(i)
	if anchor >= 0 && !t.talks(path) {
		t.claim(t.branch[anchor], path)
		return
	}
	t.claim(t.grow(path[len(path)-1], anchor), path)
}

func (t *tree) talks(path []int32) bool {
	for _, i := range path {
		if t.node(i).flags&(isTalk|isAssistant) != 0 {
			return true
		}
	}
	return false
}

// grow opens a branch that begins with a record.
func (t *tree) grow(first, anchor int32) int32 {
	t.branches = append(t.branches, limb{id: t.branchID(first), anchor: anchor})
	return int32(len(t.branches) - 1)
}

// sides gives each side chain inside the file a branch of its own.
func (t *tree) sides() {
	base := int32(len(t.branches)) - 1
	for k := range t.m.sides {
		t.branches = append(t.branches, limb{id: "side-" + strconv.Itoa(int(k)+1), anchor: -1})
	}
	for i := range t.n {
		if s := t.node(i).side; s > 0 {
			t.branch[i] = base + s
		}
	}
}

// collect lists the records of each branch in order.
func (t *tree) collect() {
	t.records = make([][]int32, len(t.branches))
	size := make([]int32, len(t.branches))
	for _, b := range t.branch {
		size[b]++
	}
	for b := range t.records {
		t.records[b] = make([]int32, 0, size[b])
	}
	for _, i := range t.order {
		t.records[t.branch[i]] = append(t.records[t.branch[i]], i)
	}
}

// emit puts a branch's events in order: as its records stand, but the calls of a response before their results.
func (t *tree) emit(b int32) adapters.Branch {
	t.events = nil
	for _, i := range t.records[b] {
		t.left[t.node(i).group]++
	}
	for _, i := range t.records[b] {
		if k := t.waitsFor(i); k > 0 {
			t.held[k] = append(t.held[k], i)
			continue
		}
		t.emitRecord(i)
	}
	t.left[0] = 0
	br := adapters.Branch{ID: t.branches[b].id, Fork: t.fork(b, t.branches[b].anchor), Events: make([]asif.Ref, len(t.events))}
	for i, e := range t.events {
		br.Events[i] = t.event(e).ref
	}
	return br
}

// waitsFor is the response whose calls are not all emitted and that a record's results belong to, or 0.
func (t *tree) waitsFor(i int32) int32 {
	nd := t.node(i)
	for e := nd.first; e < nd.first+nd.count; e++ {
		v := t.event(e)
		if v.flags&isResult == 0 || v.call <= 0 {
			continue
		}
		if k := t.m.node(t.event(v.call - 1).node).group; k > 0 && t.left[k] > 0 {
			return k
		}
	}
	return 0
}

func (t *tree) emitRecord(i int32) {
	nd := t.node(i)
	for e := nd.first; e < nd.first+nd.count; e++ {
		t.events = append(t.events, e)
	}
	k := nd.group
	if t.left[k]--; k == 0 || t.left[k] > 0 {
		return
	}
	held := t.held[k]
	delete(t.held, k)
	for _, j := range held {
		t.emitRecord(j)
	}
}

// fork is where a branch leaves an earlier one: at the last event of the record that it hangs on, or of the nearest one
// above that has any.
func (t *tree) fork(b, i int32) *adapters.Fork {
	for ; i >= 0; i = t.parent[i] {
		if nd := t.node(i); nd.count > 0 && nd.side == 0 && t.branch[i] < b {
			return &adapters.Fork{Branch: int(t.branch[i]), At: t.event(nd.first + nd.count - 1).ref}
		}
	}
	return nil
}
