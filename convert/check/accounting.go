package check

import (
	"fmt"
	"strconv"

	"asif-convert/convert/asif"
)

// n09 holds a plan's accounting against the events of its branch: each has exactly one entry, whose inputs are the
// context's. A bit for each event is all that it keeps. N01: no event has two.
func (c *planCheck) n09(list asif.Range) error {
	x := c.x
	var member, seen idSet // by event index
	var from, to int32
	if c.checkpoint != nil && c.checkpoint.branch >= 0 {
		from, to = x.branches[c.checkpoint.branch].from, x.branches[c.checkpoint.branch].to
	}
	for p := from; p < to; p++ {
		if i := *x.selected.At(int(p)); i >= 0 {
			member.add(asif.ID(i))
		}
	}
	read := func(emit func(entry) error) error {
		for e, err := range x.doc.Elements(list) {
			if err != nil {
				return err
			}
			raw, err := x.doc.Bytes(e)
			if err != nil {
				return err
			}
			if err := emit(entry{spot{space: plans, index: c.index, input: int32(e.Index), span: e.Range}, raw}); err != nil {
				return err
			}
		}
		return nil
	}
	err := pipeline{read: read, work: x.prepare, take: func(it *item) error {
		x.takeFaults(it)
		it.id = c.id
		c.n09Entry(it, member, &seen)
		return nil
	}}.run(x.o.Parallel)
	if err != nil || c.checkpoint == nil {
		return err
	}
	missing, first := 0, ""
	for p := from; p < to; p++ {
		if i := *x.selected.At(int(p)); i >= 0 && !seen.has(asif.ID(i)) {
			if missing++; missing == 1 {
				first = x.eventName(i)
			}
		}
	}
	if missing > 0 {
		c.fault("N09", "/context_accounting", fmt.Sprintf("%d missing, the first %s", missing, first), "one entry per event of the branch",
			"the accounting leaves out events of the branch")
	}
	return nil
}

// n09Entry checks one entry of the accounting.
func (c *planCheck) n09Entry(it *item, member idSet, seen *idSet) {
	x, v := c.x, it.root()
	name := v.get("event_id")
	i := x.spaces[events].item(x.spaces[events].ids.Find(name.text()))
	switch {
	case name.kind() != stringKind: // the schema reports it
	case i >= 0 && seen.has(asif.ID(i)):
		x.fault("N01", it.at(name), name.str(), "no event_id twice", "the accounting has two entries for one event")
	case i < 0 || !member.has(asif.ID(i)) && c.checkpoint != nil:
		x.fault("N09", it.at(name), name.str(), "an event of the checkpoint's branch", "the accounting names an event that the branch does not select")
	default:
		seen.add(asif.ID(i))
	}
	if c.context == nil {
		return
	}
	k := 0
	for in := range v.get("input_ids").each() {
		if id := x.context.inputs.ids.Find(in.text()); id == 0 || !c.context.inputs.has(id) {
			x.fault("N09", it.at(in), in.str(), "an input of context "+c.v.ContextID, "the accounting names input "+strconv.Itoa(k)+" that the context does not have")
		}
		k++
	}
}
