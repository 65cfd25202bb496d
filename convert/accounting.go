package convert

import (
	"asif-convert/convert/asif"
)

// accounting tells of every event of main what became of it in the live context (N09). The explanations are few and
// short, for there is one for each event in each plan.
func (d *document) accounting(to *spool) {
	summaries, until := d.summary()
	place, n := 0, 0
	var o []byte
	d.branches.each(0, func(r asif.Ref) {
		place++
		if o = append(o[:0], ",\n{\"event_id\":"...); n == 0 {
			o = o[:copy(o, o[1:])]
		}
		n++
		o = d.appendQuotedID(o, r)
		e := d.entry(r)
		switch in := d.going.number[r]; {
		case in > 0:
			o = asif.AppendInt(append(o, `,"disposition":"included","input_ids":["in-`...), int64(in))
			o = append(o, `"],"explanation":"input"}`...)
		case !d.isInput(e):
			o = append(o, `,"disposition":"not_input","input_ids":[],"explanation":"no message, call or result"}`...)
		case place > until || e.flags&flagSeen == 0:
			o = append(o, `,"disposition":"not_input","input_ids":[],"explanation":"not sent"}`...)
		case len(summaries) == 0:
			o = append(o, `,"disposition":"unavailable","input_ids":[],"explanation":"compacted, summary not recorded"}`...)
		default:
			o = append(o, `,"disposition":"summarized","input_ids":[`...)
			o = append(append(o, summaries...), `],"explanation":"compacted"}`...)
		}
		to.write(o)
	})
}

// summary are the inputs of the live context that stand for what was compacted, as JSON strings with commas, and how
// many events of main they stand for: those up to the last compaction, or up to the summary where it is an event.
func (d *document) summary() (inputs []byte, until int) {
	live := &d.history.Live
	last := map[asif.Ref]bool{}
	for _, r := range live.Inputs {
		if live.Changed[r] == "" || live.Since[r] != 0 || d.going.number[r] == 0 {
			continue
		}
		if last[r] = true; len(inputs) > 0 {
			inputs = append(inputs, ',')
		}
		inputs = append(asif.AppendInt(append(inputs, `"in-`...), int64(d.going.number[r])), '"')
	}
	place := 0
	d.branches.each(0, func(r asif.Ref) {
		if place++; last[r] || d.entry(r).kind == kindCompaction {
			until = place
		}
	})
	return inputs, until
}
