package convert

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// decisionRequest writes a request's data but for its braces.
func (b *builder) decisionRequest(o []byte, e *entry, ref asif.Ref, d *adapters.DecisionRequest) []byte {
	e.kind, e.call = kindRequest, b.requests.open(d.Request, ref)
	if b.requests.list.At(int(e.call)).again > 0 {
		b.Lose(losses.IDReused, ref)
	}
	if len(d.Call) > 0 {
		if n := b.calls.named(d.Call); n > 0 {
			e.aux = n
			if e.cause == 0 {
				e.cause = b.calls.list.At(int(n)).event
			}
		}
	}
	return b.requestData(o, e.call, e.aux, d)
}

// requestData writes what request n, about that call or none, asks.
func (b *builder) requestData(o []byte, n, call int32, d *adapters.DecisionRequest) []byte {
	o = b.requests.appendID(append(o, `"request_id":`...), n)
	o = asif.AppendString(append(o, `,"decision_kind":`...), string(d.Kind))
	o = append(appendParts(append(o, `,"prompt":[`...), d.Prompt), `],"options":[`...)
	b.options[n] = b.options[n][:0]
	for i, opt := range d.Options {
		b.options[n] = append(b.options[n], opt.ID)
		if i > 0 {
			o = append(o, ',')
		}
		o = asif.AppendString(append(o, `{"id":`...), opt.ID)
		o = append(asif.AppendText(append(o, `,"label":`...), opt.Label), '}')
	}
	o = append(o, ']')
	if call > 0 {
		o = b.calls.appendID(append(o, `,"call_id":`...), call)
	}
	return o
}

// decisionResolution writes a resolution's data but for its braces. One whose request is not in the document before
// it has no place as a resolution (D01) and becomes a note.
func (b *builder) decisionResolution(o []byte, e *entry, ref asif.Ref, d *adapters.DecisionResolution) []byte {
	n := b.requests.named(d.Request)
	if n <= 0 {
		b.Lose(losses.ResolutionWithoutRequest, ref)
		e.kind, e.aux = kindNote, b.categories.number("asif-convert/resolution-without-request")
		return b.parts(o, e, d.Answer)
	}
	e.kind, e.call = kindResolution, n
	if e.cause == 0 {
		e.cause = b.requests.list.At(int(n)).event
	}
	return b.resolutionData(o, n, d)
}

// resolutionData writes how request n was resolved.
func (b *builder) resolutionData(o []byte, n int32, d *adapters.DecisionResolution) []byte {
	o = b.requests.appendID(append(o, `"request_id":`...), n)
	o = asif.AppendString(append(o, `,"outcome":`...), string(d.Outcome))
	o = append(appendParts(append(o, `,"answer":[`...), d.Answer), ']')
	if slices.Contains(b.options[n], d.Option) { // D03: of two requests under one ID it can be the other's
		o = asif.AppendString(append(o, `,"selected_option_id":`...), d.Option)
	}
	return o
}

// undecided notes the requests of which a call's result is all that is known. The same one can be on several branches.
func (d *document) undecided(requests []int32) {
	slices.Sort(requests)
	for _, n := range slices.Compact(requests) {
		d.Lose(losses.DecisionMissing, d.requests.list.At(int(n)).event)
	}
}
