package check

import (
	"strconv"
	"unicode/utf8"

	"asif-convert/convert/asif"
)

// segment is one piece of a stream.
type segment struct {
	resource       int32 // index, or -1
	offset, length int64
}

// readStream checks an assembly of bytes (F01 to F04).
func (x *validation) readStream(it *item) {
	v := it.root()
	x.define(it)
	name := x.refer("R02", events, it, v.get("event_id"))
	id := x.callID(v.get("call_id"))
	if id != 0 {
		x.callInfo[id-1].streamed = true
	}
	segments := x.f02(it)
	complete := x.f03(it)
	i := x.spaces[events].item(name)
	if i < 0 || !x.f01(it, i, id) || !x.f04Status(it, i) || !complete {
		return
	}
	if content, ok := x.join(segments); ok {
		x.f04(it, i, content)
	}
}

// f01: a stream is that of its event and call. It tells whether it is.
func (x *validation) f01(it *item, i int32, id asif.ID) bool {
	v := it.root()
	e := x.event(i)
	fault := func(member, got, want string) bool {
		x.fault("F01", it.at(v.get(member)), got, want, "the stream does not belong to the event that it names")
		return false
	}
	switch {
	case v.get("kind").is("tool_arguments"):
		if e.kind != toolCall {
			return fault("event_id", eventKindNames[e.kind], "tool_call")
		}
		if e.detail < 0 {
			return false // without data: the schema reports it
		}
		if c := x.calls.At(int(e.detail)); c.call != id {
			return fault("call_id", x.spaces[calls].text(id), x.spaces[calls].text(c.call))
		}
	case v.get("kind").is("tool_result_text"):
		if e.kind != toolResult {
			return fault("event_id", eventKindNames[e.kind], "tool_result")
		}
		if e.detail < 0 {
			return false
		}
		r := x.results.At(int(e.detail))
		if r.call != id {
			return fault("call_id", x.spaces[calls].text(id), x.spaces[calls].text(r.call))
		}
		if n, ok := v.get("result_index").integer(); ok && n != r.position {
			return fault("result_index", strconv.FormatInt(n, 10), strconv.FormatInt(r.position, 10))
		}
	default:
		return false
	}
	return true
}

// f02: segments ascend, lie in embedded resources, and end once.
func (x *validation) f02(it *item) []segment {
	var segments []segment
	last, ended := int64(-1), false
	for s := range it.root().get("segments").each() {
		index, _ := s.get("index").integer()
		switch {
		case ended:
			x.fault("F02", it.at(s), "", "nothing after the terminal segment", "the stream goes on after its terminal segment")
		case index <= last:
			x.fault("F02", it.at(s.get("index")), strconv.FormatInt(index, 10), "more than "+strconv.FormatInt(last, 10), "the segments' indexes do not ascend")
		}
		last = max(last, index)
		ended = ended || s.get("terminal").kind() == trueKind
		seg := segment{resource: x.spaces[resources].item(x.refer("R04", resources, it, s.get("resource_id")))}
		seg.offset, _ = s.get("offset").integer()
		seg.length, _ = s.get("length").integer()
		x.f02Span(it, s, seg)
		segments = append(segments, seg)
	}
	return segments
}

func (x *validation) f02Span(it *item, s value, seg segment) {
	if seg.resource < 0 {
		return // R04
	}
	r := &x.blobs[seg.resource]
	if !r.embedded {
		x.fault("F02", it.at(s.get("resource_id")), s.get("resource_id").str(), "an embedded resource", "the segment's resource is not embedded")
		return
	}
	size := r.size
	if size < 0 {
		size = r.declared // the bytes are in a file, or wrong
	}
	if size >= 0 && !within(seg.offset, seg.length, size) {
		x.fault("F02", it.at(s.get("length")), strconv.FormatInt(seg.offset, 10)+"+"+strconv.FormatInt(seg.length, 10), "inside of "+decimalBytes(size),
			"the segment points beyond its resource's end")
	}
}

// f03: complete means without gap and with an end. It tells whether the stream is and says so.
func (x *validation) f03(it *item) bool {
	v := it.root()
	list := v.get("segments")
	next, complete := int64(0), list.size() > 0
	for s := range list.each() {
		if n, ok := s.get("index").integer(); !ok || n != next {
			complete = false
		}
		next++
		if next == int64(list.size()) && s.get("terminal").kind() != trueKind {
			complete = false
		}
	}
	status := v.get("status")
	switch {
	case complete && status.is("partial"):
		x.fault("F03", it.at(status), "partial", "complete", "the stream has all its segments")
	case !complete && status.is("complete"):
		x.fault("F03", it.at(status), "complete", "partial", "the stream has a gap or no end")
	}
	return complete && status.is("complete")
}

// f04Status: a stream and its call know as much as each other. It tells whether they do.
func (x *validation) f04Status(it *item, i int32) bool {
	v := it.root()
	if !v.get("kind").is("tool_arguments") {
		return true
	}
	status := x.calls.At(int(x.event(i).detail)).status
	want := argumentsComplete
	if v.get("status").is("partial") {
		want = argumentsPartial
	}
	if status != want && status != argumentsOther {
		x.fault("F04", it.at(v.get("status")), v.get("status").str()+" for arguments "+status.String(), "arguments "+want.String(),
			"the stream and the call differ in how much they know")
		return false
	}
	return true
}

// join is a stream's bytes, false when they are too many or cannot be had.
func (x *validation) join(segments []segment) ([]byte, bool) {
	var all []byte
	for _, s := range segments {
		if s.resource < 0 || !x.blobs[s.resource].atHand() {
			return nil, false
		}
		content, err := x.content(s.resource)
		if err != nil || !within(s.offset, s.length, int64(len(content))) || int64(len(all))+s.length > x.o.Limits.Resource {
			return nil, false
		}
		all = append(all, content[s.offset:s.offset+s.length]...)
	}
	return all, true
}

// f04: what a complete stream's bytes say is what the event says.
func (x *validation) f04(it *item, i int32, content []byte) {
	var t tree
	raw, err := x.doc.Read(x.eventSpot(i, "").span)
	if err == nil && t.parse(raw, maxDepth) == nil {
		x.f04Content(it, t.root().get("data"), content)
	}
}

func (x *validation) f04Content(it *item, data value, content []byte) {
	fault := func(got, want, message string) { x.fault("F04", it.at(it.root().get("segments")), got, want, message) }
	if !utf8.Valid(content) {
		fault("", "UTF-8", "the stream's bytes are no text")
		return
	}
	if it.root().get("kind").is("tool_arguments") {
		var t tree
		if !strictJSON(content) || t.parse(content, maxDepth) != nil {
			fault(cut(string(content)), "one JSON value", "the stream's bytes are not JSON")
		} else if !equal(t.root(), data.get("arguments")) {
			fault(cut(string(content)), cut(string(data.get("arguments").raw())), "the stream does not say the call's arguments")
		}
		return
	}
	parts := data.get("parts")
	part := parts.step("0")
	switch {
	case parts.size() != 1 || !part.get("kind").is(string(asif.PartText)):
		fault("", "a result of one text part", "the stream's result is not a single text")
	case part.get("text").str() != string(content):
		fault(cut(string(content)), cut(part.get("text").str()), "the stream does not say the result's text")
	case part.size() != 2:
		x.fault("F04", it.at(it.root().get("event_id")), "", "a text part of kind and text only", "the result's text part has further members")
	}
}
