package claudecode

import (
	"maps"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// changedSummary is the transformation of a summary: the model made it from what stood before.
const changedSummary = "compaction summary"

// fold follows a branch and knows what the model sees.
type fold struct {
	*tree
	kept map[int32][]int32 // of a compaction: the events that it kept, in the order of the file

	live                 []asif.Ref
	results, early, rest []asif.Ref // since the model spoke last
	model                int32
	summary              asif.Ref
	open                 int32 // a compaction without summary yet, as event + 1
	last                 asif.Ref
	changed              map[asif.Ref]string   // by microcompactions; never written to, only replaced
	since                map[asif.Ref]asif.Ref // the same inputs; the microcompaction
}

func newFold(t *tree) *fold {
	f := &fold{tree: t, kept: map[int32][]int32{}}
	for i := range t.n {
		if k := t.m.index.kept[*t.m.index.order.At(int(i))]; k != nil {
			f.named(i, k)
		}
	}
	f.again()
	return f
}

// named collects what a compaction names: records, or a stretch of the chain from tail up to head.
func (f *fold) named(boundary int32, k *keep) {
	for _, id := range k.ids {
		f.keep(boundary, f.place(id))
	}
	if len(k.ids) > 0 || k.tail == 0 {
		return
	}
	var path []int32
	head := f.place(k.head)
	for i := f.place(k.tail); i >= 0 && i < boundary; i = f.first(i) {
		path = append(path, i)
		if i == head {
			break
		}
	}
	if len(path) == 0 || path[len(path)-1] != head {
		return
	}
	for i := len(path) - 1; i >= 0; i-- {
		f.keep(boundary, path[i])
	}
}

// first is a record's first parent, if that stands before it.
func (f *fold) first(i int32) int32 {
	p, ok := f.older[i]
	if !ok {
		p = f.parent[i]
	}
	if p >= i {
		return -1
	}
	return p
}

// again collects what was written again behind a compaction: it hangs below the boundary and stands before it.
func (f *fold) again() {
	if len(f.older) == 0 {
		return
	}
	rank := make([]int32, f.n)
	for k, i := range f.order {
		rank[i] = int32(k)
	}
	named := map[int32]bool{}
	for b := range f.kept {
		named[b] = true
	}
	under := f.above(func(n *node) bool { return n.flags&isBoundary != 0 })
	for _, i := range f.order {
		if b := under[i]; b >= 0 && rank[i] < rank[b] && !named[b] {
			f.keep(b, i)
		}
	}
}

// keep adds the events of a record that a compaction kept; a folded record stands in the message of its response.
func (f *fold) keep(boundary, i int32) {
	if i < 0 || i >= boundary {
		return
	}
	nd := f.node(i)
	if nd.into > 0 {
		f.keepEvent(boundary, nd.into-1)
	}
	for e := nd.first; e < nd.first+nd.count; e++ {
		f.keepEvent(boundary, e)
	}
}

func (f *fold) keepEvent(boundary, e int32) {
	list := f.kept[boundary]
	if n := len(list); n > 0 && list[n-1] == e || f.event(e).flags&isSeen == 0 {
		return
	}
	f.kept[boundary] = append(list, e)
}

// contexts follows the events of a branch: a context before and one after each compaction, and what is live at its
// end.
func (f *fold) contexts(b int32, events []int32) (out []adapters.Context, live adapters.Context) {
	f.live, f.results, f.early, f.rest = nil, nil, nil, nil
	f.model, f.summary, f.open, f.last, f.changed, f.since = 0, 0, 0, 0, nil, nil
	for _, i := range events {
		e := f.event(i)
		switch {
		case e.flags&isClearing != 0:
			f.clear(e)
		case e.flags&isCompaction != 0:
			out = f.unsummarized(b, out)
			f.flush()
			before := f.context(b)
			before.At, before.Checkpoint, before.Replaced = f.last, e.ref, true
			out = append(out, before)
			f.live, f.summary, f.open = nil, 0, i+1
		case e.flags&isSummary != 0:
			out = f.summarized(b, out, e.ref)
		case e.flags&isSeen != 0:
			f.see(e)
		}
		f.last = e.ref
	}
	out = f.unsummarized(b, out)
	f.flush()
	live = f.context(b)
	live.At = f.last
	return out, live
}

// context is what the model sees now.
func (f *fold) context(b int32) adapters.Context {
	c := adapters.Context{Branch: int(b), Fidelity: asif.FidelityReconstructed, Inputs: f.live}
	if f.branches[b].anchor >= 0 {
		c.Fidelity = asif.FidelityPartial // what it shares with another branch is left out
	}
	c.Changed, c.Since = f.changed, f.since
	if f.summary != 0 {
		if c.Changed = maps.Clone(f.changed); c.Changed == nil {
			c.Changed = map[asif.Ref]string{}
		}
		c.Changed[f.summary] = changedSummary
	}
	if f.model > 0 {
		c.Model = f.m.models[f.model-1]
	}
	return c
}

// see takes one event that the model saw. Between two words of the model, results go first, then what was rendered
// before the prompt.
func (f *fold) see(e *event) {
	switch {
	case e.flags&isSpoken != 0:
		f.flush()
		f.live = append(f.live, e.ref)
		if g := f.m.node(e.node).group; g > 0 {
			if r := f.m.responses.At(int(g) - 1); r.model > 0 {
				f.model = r.model
			}
		}
	case e.flags&isResult != 0:
		f.results = append(f.results, e.ref)
	case e.flags&isEarly != 0:
		f.early = append(f.early, e.ref)
	default:
		f.rest = append(f.rest, e.ref)
	}
}

func (f *fold) flush() {
	f.live = append(append(append(f.live, f.results...), f.early...), f.rest...)
	f.results, f.early, f.rest = f.results[:0], f.early[:0], f.rest[:0]
}

// summarized goes on from a summary and from what was kept.
func (f *fold) summarized(b int32, out []adapters.Context, ref asif.Ref) []adapters.Context {
	if f.open == 0 && f.summary != 0 && f.summary == f.last { // a summary of several parts
		f.live = append(f.live, ref)
		return out
	}
	f.flush()
	f.summary = ref
	if f.open == 0 {
		f.live = nil // no boundary was written: the summary replaces what was before
	}
	f.live = append(append(f.live[:len(f.live):len(f.live)], ref), f.keptRefs()...)
	if f.open > 0 {
		after := f.context(b)
		after.At, after.Checkpoint = ref, f.event(f.open-1).ref
		after.Inputs = f.live[:len(f.live):len(f.live)]
		out = append(out, after)
	}
	f.open = 0
	return out
}

// unsummarized closes a compaction whose summary is not in the branch.
func (f *fold) unsummarized(b int32, out []adapters.Context) []adapters.Context {
	if f.open == 0 {
		return out
	}
	ref := f.event(f.open - 1).ref
	f.m.sink.Lose(losses.CompactionSummaryMissing, ref)
	f.flush()
	since := f.live
	f.live = f.keptRefs()
	after := f.context(b)
	after.At, after.Checkpoint, after.Fidelity = ref, ref, asif.FidelityPartial
	after.Inputs = f.live[:len(f.live):len(f.live)]
	f.live = append(f.live, since...)
	f.open = 0
	return append(out, after)
}

// keptRefs are the events that the open compaction kept.
func (f *fold) keptRefs() []asif.Ref {
	if f.open == 0 {
		return nil
	}
	list := f.kept[f.place(f.event(f.open-1).node)]
	refs := make([]asif.Ref, len(list))
	for i, e := range list {
		refs[i] = f.event(e).ref
	}
	return refs
}
