package codex

import (
	"slices"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// Finish implements adapters.Mapper.
func (m *mapper) Finish() error {
	m.endFile()
	m.subAgents()
	h := m.history()
	h.Title, h.Boundary, h.Names = m.titleText(), "the rollout up to its last complete record", m.names
	m.descend(&h)
	if m.idle {
		h.Status = asif.StatusIdle
	}
	if m.total > 0 && m.bases[0].file == "" && len(m.names) == 0 {
		m.sink.Count(adapters.Counter{Scope: asif.UsageSession, Unit: "tokens.total", Value: asif.AppendInt(nil, m.total)})
	}
	return m.sink.Close(h)
}

// titleText is the thread's name: as the thread says, else as the index of the store says.
func (m *mapper) titleText() string {
	if len(m.title) > 0 {
		return string(m.title)
	}
	return m.family.title
}

// order lists the steps of the thread as it went: the deepest base first, each up to where the next file left it.
// What a base of the same thread says behind that place was taken back.
func (m *mapper) order() (main []int32, tails [][]int32, gap bool) {
	last := len(m.ends) - 1
	for k := last; k >= 0; k-- {
		from := 0
		if k > 0 {
			from = m.ends[k-1]
		}
		var tail []int32
		for i := from; i < m.ends[k]; i++ {
			if m.steps.At(i).flags&isTail != 0 {
				tail = append(tail, int32(i))
			} else {
				main = append(main, int32(i))
			}
		}
		tails = append(tails, tail)
		if len(tail) > 0 {
			main = append(main, -int32(len(tails)))
		}
	}
	return main, tails, m.bases[last].file != ""
}

// limb is a branch in the making.
type limb struct {
	id    string
	steps []int32
	fork  int32 // the step that it hangs on, or -1
}

// thread is a thread while it is followed.
type thread struct {
	m     *mapper
	alive []int32
	turns []int   // places in alive where a turn begins
	limbs []limb  // what was taken back, in the order of taking
	place []int32 // of each step: its branch

	prompts map[asif.Ref]bool
	gap     bool // what the thread goes on from is not at hand
}

// history divides the steps into branches and follows each.
func (m *mapper) history() adapters.History {
	order, tails, gap := m.order()
	l := &thread{m: m, prompts: map[asif.Ref]bool{}}
	for _, i := range order {
		if i < 0 {
			l.aside("reverted-"+strconv.Itoa(len(l.limbs)+1), tails[-i-1])
			continue
		}
		l.take(i)
	}
	if gap {
		m.sink.Lose(losses.HistoryBeforeSliceMissing)
	}
	l.gap = gap
	return l.close()
}

// take follows one step.
func (l *thread) take(i int32) {
	s := l.m.steps.At(int(i))
	switch {
	case s.flags&isRollback != 0:
		l.rollback(int(s.aux))
	case s.ref == 0:
	default:
		if s.flags&isTurn != 0 {
			l.turns = append(l.turns, l.beginning())
		}
		l.alive = append(l.alive, i)
	}
}

// beginning is the place where the turn of a prompt begins that comes next: before what was told ahead of it.
func (l *thread) beginning() int {
	at := len(l.alive)
	floor := 0
	if n := len(l.turns); n > 0 {
		floor = l.turns[n-1] + 1
	}
	for k := at - 1; k >= floor; k-- {
		if f := l.m.steps.At(int(l.alive[k])).flags; f&isPrelude == 0 {
			break
		}
		at = k
	}
	if at == 0 {
		return len(l.alive) // the first line of the thread is no part of its first turn
	}
	return at
}

// rollback takes the last turns back that still stand.
func (l *thread) rollback(n int) {
	if n <= 0 || len(l.turns) == 0 {
		return
	}
	k := max(len(l.turns)-n, 0)
	at := l.turns[k]
	gone := slices.Clone(l.alive[at:])
	l.turns, l.alive = l.turns[:k], l.alive[:at]
	l.aside("rolled-back-"+strconv.Itoa(len(l.limbs)+1), gone)
}

// aside puts steps on a branch of their own that hangs on the last step that stands.
func (l *thread) aside(id string, steps []int32) {
	b := limb{id: id, fork: -1}
	for _, i := range steps {
		if s := l.m.steps.At(int(i)); s.ref != 0 {
			b.steps = append(b.steps, i)
		}
	}
	if len(b.steps) == 0 {
		return
	}
	if n := len(l.alive); n > 0 {
		b.fork = l.alive[n-1]
	}
	l.limbs = append(l.limbs, b)
}

// close lists the branches: main, then what was taken back, the latest first, because a branch can hang only on main or
// on what was taken back after it.
func (l *thread) close() adapters.History {
	slices.Reverse(l.limbs)
	all := append([]limb{{id: "main", steps: l.alive, fork: -1}}, l.limbs...)
	l.place = make([]int32, l.m.steps.Len())
	h := adapters.History{}
	for b := range all {
		for _, i := range all[b].steps {
			l.place[i] = int32(b)
		}
	}
	for b := range all {
		br := adapters.Branch{ID: all[b].id}
		if f := all[b].fork; f >= 0 && l.place[f] < int32(b) {
			br.Fork = &adapters.Fork{Branch: int(l.place[f]), At: l.m.steps.At(int(f)).ref}
		}
		for _, i := range all[b].steps {
			br.Events = append(br.Events, l.m.steps.At(int(i)).ref)
		}
		h.Branches = append(h.Branches, br)
	}
	if len(l.m.ends) > 1 {
		l.settle(all)
	}
	for b := range all {
		if b > 0 && !l.compacts(all[b].steps) {
			continue
		}
		before := l.upTo(all, b)
		contexts, live := l.contexts(b, before, all[b].steps)
		h.Contexts = append(h.Contexts, contexts...)
		if b == 0 {
			h.Live = live
		}
	}
	return h
}

// settle serializes what was taken back behind what it hangs on: of several files the thread's own is read first.
func (l *thread) settle(all []limb) {
	for _, b := range all[1:] {
		last := b.fork
		for _, i := range b.steps {
			if last >= 0 {
				l.m.sink.MoveAfter(l.m.steps.At(int(i)).ref, l.m.steps.At(int(last)).ref)
			}
			last = i
		}
	}
}

func (l *thread) compacts(steps []int32) bool {
	return slices.ContainsFunc(steps, func(i int32) bool { return l.m.steps.At(int(i)).flags&isCompaction != 0 })
}

// upTo lists the steps that a branch shares with those that it hangs on.
func (l *thread) upTo(all []limb, b int) []int32 {
	f := all[b].fork
	if f < 0 || l.place[f] >= int32(b) {
		return nil
	}
	p := int(l.place[f])
	list := l.upTo(all, p)
	at := slices.Index(all[p].steps, f)
	return append(slices.Clip(list), all[p].steps[:at+1]...)
}

// contexts follows the steps of a branch: a context before and one after each compaction, and what is live at its end.
func (l *thread) contexts(b int, shared, own []int32) (out []adapters.Context, live adapters.Context) {
	now := adapters.Context{Branch: b, Fidelity: asif.FidelityReconstructed}
	if l.gap {
		now.Fidelity = asif.FidelityPartial
	}
	for k, i := range append(slices.Clip(shared), own...) {
		s := l.m.steps.At(int(i))
		if s.flags&isCompaction != 0 {
			before := now
			before.Checkpoint, before.Replaced = s.ref, true
			now = l.compaction(now, s)
			after := now
			after.At, after.Checkpoint = s.ref, s.ref
			after.Inputs = now.Inputs[:len(now.Inputs):len(now.Inputs)]
			if k >= len(shared) {
				out = append(out, before, after)
			}
		} else if s.flags&isSeen != 0 {
			now.Inputs = append(now.Inputs, s.ref)
			if s.flags&isTurn != 0 && len(l.m.compactions) > 0 {
				l.prompts[s.ref] = true
			}
		}
		now.At = s.ref
	}
	now.Model = l.m.model
	return out, now
}

// compaction is the context after a compaction.
func (l *thread) compaction(now adapters.Context, s *step) adapters.Context {
	c := &l.m.compactions[s.aux]
	now.Changed = c.changed
	if !c.partial {
		now.Inputs, now.Fidelity = slices.Clone(c.inputs), asif.FidelityReconstructed
		return now
	}
	var kept []asif.Ref
	for _, r := range now.Inputs {
		if l.prompts[r] {
			kept = append(kept, r)
		}
	}
	kept = append(kept, c.inputs...)
	now.Inputs, now.Fidelity = kept, asif.FidelityPartial
	return now
}
