package claudecode

import (
	"slices"
	"sort"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// placed is a recorded request with its place in a branch.
type placed struct {
	request int32 // index
	event   int32 // of its response the first, among the branch's events; else where it would stand
	at      asif.Ref
	answer  asif.Ref
	wanted  adapters.Wanted
}

// recorded gives the contexts of the requests that branch b holds the answers of. Verified ones are exact. Of main the
// last one stands at the head, also when its answer never came; the last before and the first after each compaction
// stand beside that.
func (f *fold) recorded(b int32, events []int32, live []asif.Ref) (out []adapters.Context) {
	q := &f.m.wire
	if len(q.list) == 0 {
		return nil
	}
	list := f.answered(b, events)
	if b == 0 {
		list = f.unanswered(list, events)
		f.rank(list, events)
	}
	for i := range list {
		p := &list[i]
		x := &q.list[p.request]
		c := adapters.Context{
			Branch: int(b), At: p.at, Request: string(f.m.keys.Append(nil, x.id)), Answer: p.answer, Wanted: p.wanted,
			Fidelity: asif.FidelityExact, List: func() []asif.Ref { return f.inputs(x) },
		}
		if !x.verified() || x.solid < x.size() {
			f.m.sink.Lose(losses.RequestNotVerified)
			k := -1
			if p.wanted == adapters.Always {
				k = slices.Index(live, p.answer)
			}
			if k < 0 {
				continue
			}
			c.Fidelity, c.List, c.Inputs = asif.FidelityReconstructed, nil, live[:k:k]
		}
		f.asked(&c, x)
		out = append(out, c)
	}
	return out
}

// asked tells what a request was made with.
func (f *fold) asked(c *adapters.Context, x *wireRequest) {
	q := &f.m.wire
	if x.shape > 0 {
		s := &q.shapes[x.shape-1]
		c.Configuration, c.Tools = f.m.configured(s), s.tools
		if c.Tools == nil {
			c.Tools = []adapters.ToolRef{}
		}
	}
	if p := q.params[x.params]; len(p) > 0 && p[0] == '{' {
		c.Parameters, c.Model = p, adapters.Quoted(source.Member(p, "model"))
	}
	if len(c.Parameters) == 0 || c.Configuration == 0 {
		c.Fidelity = asif.FidelityReconstructed
	}
}

// answered finds the requests whose responses begin in a branch.
func (f *fold) answered(b int32, events []int32) (out []placed) {
	q := &f.m.wire
	of := map[int32]int32{} // response → request
	for i := range q.list {
		if g := f.m.answerTo(q.list[i].id); g > 0 {
			of[g] = int32(i)
		}
	}
	at := asif.Ref(0)
	if fork := f.fork(b, f.branches[b].anchor); fork != nil {
		at = fork.At
	}
	for k, i := range events {
		e := f.event(i)
		g := f.m.node(e.node).group
		if x, ok := of[g]; ok && g > 0 && e.flags&isSpoken != 0 {
			out = append(out, placed{request: x, event: int32(k), at: at, answer: e.ref, wanted: adapters.OnlyAll})
			delete(of, g)
		}
		at = e.ref
	}
	return out
}

// unanswered adds the requests after the last answered one that no response came to: they stand behind main's last event
// before them.
func (f *fold) unanswered(list []placed, events []int32) []placed {
	q := &f.m.wire
	from := int32(0)
	for _, p := range list {
		from = max(from, p.request+1)
	}
	least := leastAfter(events)
	for x := from; x < int32(len(q.list)); x++ {
		if f.m.answerTo(q.list[x].id) > 0 {
			continue // answered on another branch
		}
		p := placed{request: x, event: int32(len(events)), wanted: adapters.OnlyAll}
		if k := sort.Search(len(least), func(k int) bool { return least[k] >= q.list[x].events }); k > 0 {
			p.at, p.event = f.event(events[k-1]).ref, int32(k)
		}
		list = append(list, p)
	}
	return list
}

// leastAfter is the least event from each place of a list on: it rises, so that the last event below a limit can be
// searched for.
func leastAfter(events []int32) []int32 {
	least := slices.Clone(events)
	for k := len(least) - 2; k >= 0; k-- {
		least[k] = min(least[k], least[k+1])
	}
	return least
}

// rank marks the requests that are written without being asked for.
func (f *fold) rank(list []placed, events []int32) {
	if len(list) == 0 {
		return
	}
	for k, i := range events {
		if f.event(i).flags&isCompaction == 0 {
			continue
		}
		after := slices.IndexFunc(list, func(p placed) bool { return p.event > int32(k) })
		if after < 0 {
			after = len(list)
		} else {
			list[after].wanted = adapters.Boundaries
		}
		if after > 0 {
			list[after-1].wanted = adapters.Boundaries
		}
	}
	list[len(list)-1].wanted = adapters.Always
}

// messages calls do for each message of a request, in order; false ends it.
func (f *fold) messages(x *wireRequest, do func(*sent) bool) {
	type stretch struct{ from, n int32 } // of tails
	q := &f.m.wire
	var all []stretch
	for left := x.size(); left > 0; {
		if left > x.keep {
			all = append(all, stretch{x.tail, left - x.keep})
		}
		left = min(left, x.keep)
		if x.base == 0 {
			break
		}
		x = &q.list[x.base-1]
	}
	for i := len(all) - 1; i >= 0; i-- {
		for k := range all[i].n {
			at := *q.tails.At(int(all[i].from + k))
			if at == 0 || !do(q.messages.At(int(at)-1)) {
				return
			}
		}
	}
}

// inputs are the events and blobs that a request sent.
func (f *fold) inputs(x *wireRequest) (refs []asif.Ref) {
	f.messages(x, func(s *sent) bool {
		switch {
		case s.n > 0:
			for i := range s.n {
				refs = append(refs, *f.m.wire.refs.At(int(s.refs + i)))
			}
		case s.group > 0:
			for i := f.groupHead[s.group]; i >= 0; i = f.groupNext[i] {
				refs = f.seen(refs, i)
			}
		default:
			for i := s.from - 1; i >= 0 && i < s.to; i++ {
				if f.node(i).flags&isUser != 0 && f.node(i).side == 0 {
					refs = f.seen(refs, i)
				}
			}
		}
		return true
	})
	return refs
}

// seen adds the events of a record that the model saw.
func (f *fold) seen(refs []asif.Ref, i int32) []asif.Ref {
	nd := f.node(i)
	for e := nd.first; e < nd.first+nd.count; e++ {
		if v := f.event(e); v.flags&isSeen != 0 {
			refs = append(refs, v.ref)
		}
	}
	return refs
}

// answerTo is the response that answers a request, from 1; 0 is none.
func (m *mapper) answerTo(id asif.ID) int32 {
	if int(id) >= len(m.byKey) {
		return 0
	}
	return m.byKey[id]
}
