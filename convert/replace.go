package convert

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// Replace implements adapters.Sink.
func (b *builder) Replace(r asif.Ref, d *adapters.Draft) bool {
	e := b.entry(r)
	if e.kind != likeOf(d.Data) {
		return false
	}
	if data, ok := d.Data.(*adapters.Transition); ok && e.call != int32(data.Execution) {
		return false
	}
	b.Extend(r, d.Span)
	o := slices.Grow(b.buf[:0], int(e.time))[:e.time]
	if _, err := b.payloads.ReadAt(o, e.off); err != nil {
		b.fail(err)
		return true
	}
	next := entry{time: e.time, call: e.call, kind: e.kind}
	switch data := d.Data.(type) {
	case *adapters.ToolCall:
		next.state, next.aux = number(statuses[:], data.Status), int32(data.Tool)
		if o = append(o, data.Arguments...); len(data.Arguments) == 0 {
			o = append(o, "null"...)
		}
	case *adapters.ConfigurationChange:
		b.configurationChange(&next, r, data)
	case *adapters.DecisionRequest:
		next.aux = e.aux
		o = b.requestData(o, e.call, e.aux, data)
	case *adapters.DecisionResolution:
		o = b.resolutionData(o, e.call, data)
	case *adapters.Transition:
		o = b.transition(o, &next, data)
	default:
		var err error
		if o, err = b.data(o, &next, r, d.Data); err != nil {
			b.fail(err)
			return true
		}
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
	return true
}

// likeOf is the kind of an event that data can take the place of; 0 for none.
func likeOf(data adapters.Data) kind {
	switch data.(type) {
	case *adapters.Message:
		return kindMessage
	case *adapters.ToolCall:
		return kindToolCall
	case *adapters.ToolResult:
		return kindToolResult
	case *adapters.Note:
		return kindNote
	case *adapters.Compaction:
		return kindCompaction
	case *adapters.DecisionRequest:
		return kindRequest
	case *adapters.DecisionResolution:
		return kindResolution
	case *adapters.ConfigurationChange:
		return kindConfiguration
	case *adapters.Transition:
		return kindTransition
	case *adapters.Unmapped:
		return kindExtension
	}
	return 0
}
