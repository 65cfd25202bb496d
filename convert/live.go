package convert

import (
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// settleLive makes the open calls of main's head and those of the live context the same (N11): a result that main has
// and the context lacks is put behind its call, a call that main has not leaves the context, and an open call that the
// context does not hold is set aside.
func (d *document) settleLive() {
	live := &d.history.Live
	live.Inputs = d.branches.callsFirst(live.Inputs)
	state := map[int32]uint8{} // of the calls that the context or main leaves open
	for _, n := range d.open[0] {
		state[n] = openOnMain
	}
	unanswered := d.unanswered(live.Inputs)
	for n := range unanswered {
		state[n] |= openInContext
	}
	missing := false
	for _, s := range state {
		missing = missing || s == openInContext
	}
	if missing {
		live.Inputs = d.answered(live.Inputs, state)
	}
	kept := d.open[0][:0]
	for _, n := range d.open[0] {
		if state[n] == openOnMain {
			d.going.aside = append(d.going.aside, n)
			d.Lose(losses.OpenCallOutsideContext, d.calls.list.At(int(n)).event)
			continue
		}
		kept = append(kept, n)
	}
	d.open[0] = kept
}

const (
	openOnMain = 1 << iota
	openInContext
)

// unanswered are the calls of a context that no result in it closes. A call that stands twice counts once.
func (d *document) unanswered(inputs []asif.Ref) map[int32]bool {
	open := map[int32]bool{}
	for _, r := range inputs {
		switch e := d.entry(r); {
		case e.flags&flagDiscarded != 0:
		case e.kind == kindToolCall:
			open[e.call] = true
		case e.kind == kindToolResult && e.flags&(flagOrphan|flagPartial) == 0:
			delete(open, e.call)
		}
	}
	return open
}

// answered puts the results of main behind calls that a context leaves open, and leaves out calls that main does not
// hold.
func (d *document) answered(inputs []asif.Ref, state map[int32]uint8) []asif.Ref {
	results := map[int32]asif.Ref{}
	d.branches.each(0, func(r asif.Ref) {
		e := d.entry(r)
		if e.kind == kindToolResult && e.flags&(flagOrphan|flagPartial) == 0 && state[e.call] == openInContext {
			results[e.call] = r
		}
	})
	out := make([]asif.Ref, 0, len(inputs)+len(results))
	for _, r := range inputs {
		e := d.entry(r)
		if e.kind != kindToolCall || state[e.call] != openInContext {
			out = append(out, r)
			continue
		}
		if answer := results[e.call]; answer != 0 {
			out = append(out, r, answer)
			continue
		}
		d.Lose(losses.InputBeyondBoundary, r)
	}
	return out
}
