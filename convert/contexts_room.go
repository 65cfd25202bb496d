package convert

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// Contexts repeat what was said. Together they repeat it so often, and this much beside, unless all are asked for: a session
// is compacted when it is too long, so that its contexts hold it about once; one that is compacted again and again and
// keeps all would be its square.
const (
	mostRepeats  = 4
	freeRepeated = 1 << 20
	inputFrame   = 160 // what an input has beside its content
)

// fits tells whether a context can be written, and counts it then.
func (f *contextFold) fits(c *adapters.Context, inputs []asif.Ref) bool {
	d := f.d
	if d.opts.Contexts == ContextsAll {
		return true
	}
	size, room := f.repeated, mostRepeats*(d.payloads.size()+inputFrame*int64(d.entries.Len()))+freeRepeated
	for _, r := range inputs {
		e := d.entry(r)
		size += inputFrame + int64(e.size) + int64(len(c.Changed[r]))
		d.eachExtent(e, func(y *extent) { size += int64(y.size) })
		if size > room {
			return false
		}
	}
	f.repeated = size
	return true
}

// within are the inputs of a context around a compaction, which has to be there: where they do not fit the first ones,
// which in one behind it are its summary.
func (f *contextFold) within(c *adapters.Context, first int) []asif.Ref {
	if f.fits(c, c.Inputs) {
		return c.Inputs
	}
	f.d.Lose(losses.ContextsNotWritten)
	c.Fidelity = asif.FidelityPartial
	return c.Inputs[:min(first, len(c.Inputs))]
}
