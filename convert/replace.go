package convert

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// Replace implements adapters.Sink.
func (b *builder) Replace(r asif.Ref, d *adapters.Draft) {
	e := b.entry(r)
	was := *e
	b.Extend(r, d.Span)
	o := slices.Grow(b.buf[:0], int(e.time))[:e.time]
	if _, err := b.payloads.ReadAt(o, e.off); err != nil {
		b.fail(err)
		return
	}
	var err error
	next := entry{time: e.time, call: e.call}
	switch data := d.Data.(type) {
	case *adapters.ToolCall:
		next.kind, next.state, next.aux = kindToolCall, number(statuses[:], data.Status), int32(data.Tool)
		if o = append(o, data.Arguments...); len(data.Arguments) == 0 {
			o = append(o, "null"...)
		}
	case *adapters.ConfigurationChange:
		b.configurationChange(&next, r, data)
	case *adapters.DecisionRequest:
		if was.kind == kindRequest {
			next.kind, next.aux = kindRequest, was.aux
			o = b.requestData(o, was.call, was.aux, data)
		}
	case *adapters.DecisionResolution:
		if was.kind == kindResolution {
			next.kind = kindResolution
			o = b.resolutionData(o, was.call, data)
		}
	case *adapters.Transition:
		if was.kind == kindTransition && was.call == int32(data.Execution) {
			o = b.transition(o, &next, data)
		}
	case *adapters.Message, *adapters.ToolResult, *adapters.Note, *adapters.Compaction, *adapters.Unmapped:
		o, err = b.data(o, &next, r, d.Data)
	}
	if err != nil || next.kind != was.kind {
		return
	}
	if d.Method == "" {
		delete(b.derived, r)
		e.flags &^= flagDerived
	}
	o = append(o, d.Extensions...)
	e.off, e.size, e.time, e.extra = b.payloads.size(), int32(len(o)), next.time, int32(len(d.Extensions))
	e.state, e.aux = next.state, next.aux
	e.flags = e.flags&^(flagMore|flagPartial) | next.flags&(flagMore|flagPartial)
	b.payloads.write(o)
	b.keep(o)
}
