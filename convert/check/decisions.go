package check

import (
	"fmt"

	"asif-convert/convert/asif"
)

// requestID numbers a decision request and makes room for where it is.
func (x *validation) requestID(v value) asif.ID {
	id := x.spaces[requests].intern(v.text())
	for len(x.requestInfo) < x.spaces[requests].ids.Len() {
		x.requestInfo = append(x.requestInfo, requestInfo{})
	}
	return id
}

// addRequest records a request of an event, or an external one with event -1.
func (x *validation) addRequest(it *item, r request, choices value) int32 {
	x.i03(it, choices)
	r.optionFrom = int32(x.options.Len())
	for o := range choices.each() {
		x.options.Add(x.spaces[options].intern(o.get("id").text()))
		r.optionCount++
	}
	i := int32(x.requests.Add(r))
	if r.request == 0 {
		return i
	}
	info := &x.requestInfo[r.request-1]
	if r.event < 0 {
		info.external = true
	}
	if info.first == 0 || r.event >= 0 && x.requestEvent(r.request) < 0 {
		info.first = i + 1
	}
	return i
}

func (x *validation) readRequest(it *item, e *event, data value) {
	r := request{revision: -1, event: it.index, request: x.requestID(data.get("request_id")), call: x.callID(data.get("call_id")),
		task: x.spaces[tasks].intern(data.get("task_id").text())}
	if n, ok := data.get("task_revision").integer(); ok {
		r.revision = n
	}
	if r.request != 0 && x.requestEvent(r.request) >= 0 {
		x.i07(it, data.get("request_id"), "decision request")
	}
	x.parts("R04", it, data.get("prompt"))
	e.detail = x.addRequest(it, r, data.get("options"))
}

func (x *validation) readResolution(it *item, e *event, data value) {
	r := resolution{event: it.index, request: x.requestID(data.get("request_id")),
		option: x.spaces[options].intern(data.get("selected_option_id").text())}
	x.parts("R04", it, data.get("answer"))
	x.o06(it, e, r)
	e.detail = int32(x.resolutions.Add(r))
}

// bound tells whether a request is that of a prior capture.
func (x *validation) boundRequest(id asif.ID) bool {
	return id > 0 && x.requestInfo[id-1].external
}

// d01 for resolutions that no branch selects, and d03: an option that was offered.
func (x *validation) resolutionsEnd() {
	for i := range x.resolutions.Len() {
		r := x.resolutions.At(i)
		if r.request == 0 {
			continue
		}
		of := x.requestInfo[r.request-1].first
		if of == 0 {
			if x.event(r.event).branch == 0 {
				x.fault("D01", x.eventSpot(r.event, "/data/request_id"), x.spaces[requests].text(r.request),
					"a request of the document or a bound one", "the resolution names an unknown request")
			}
			continue
		}
		x.d03(r, x.requests.At(int(of-1)))
	}
}

func (x *validation) d03(r *resolution, of *request) {
	if r.option == 0 {
		return
	}
	for k := of.optionFrom; k < of.optionFrom+of.optionCount; k++ {
		if *x.options.At(int(k)) == r.option {
			return
		}
	}
	x.fault("D03", x.eventSpot(r.event, "/data/selected_option_id"), x.spaces[options].text(r.option),
		fmt.Sprintf("one of the request's %d options", of.optionCount), "the selected option was not offered")
}

// d01: a resolution follows its request, which still stands.
func d01(f *fold, i int32, e *event) {
	r := f.x.resolutions.At(int(e.detail))
	if r.request == 0 || f.x.boundRequest(r.request) {
		return
	}
	s := f.request(r.request)
	if s.event < 0 || f.superseded(s.event) {
		f.fault("D01", i, "/data/request_id", f.x.spaces[requests].text(r.request), "a standing request earlier in the history, or a bound one",
			"the resolution names a request that the history does not have")
	}
}

// d02: one answer per request.
func d02(f *fold, i int32, e *event) {
	r := f.x.resolutions.At(int(e.detail))
	if r.request == 0 || f.superseded(i) {
		return
	}
	s := f.request(r.request)
	if s.answer >= 0 {
		f.fault("D02", i, "/data/request_id", f.x.spaces[requests].text(r.request), "one resolution in the history",
			"the request was resolved before, by event "+f.x.eventName(s.answer))
	}
	s.answer = i
}

// d04: what a request is about is known when it is made.
func d04(f *fold, i int32, e *event) {
	r := f.x.requests.At(int(e.detail))
	if r.call != 0 && !f.knows(r.call) {
		f.fault("D04", i, "/data/call_id", f.x.spaces[calls].text(r.call), "a call earlier in the history, or a bound one",
			"the request is about a call that the history does not know yet")
	}
	if r.task == 0 || r.revision < 0 {
		return
	}
	if now := f.revision(r.task); now != r.revision {
		f.fault("D04", i, "/data/task_revision", fmt.Sprint(r.revision), revisionText(now),
			"the request is not about the task's current revision in this history")
	}
}

func revisionText(n int64) string {
	if n < 0 {
		return "none, the task is not selected yet"
	}
	return fmt.Sprint(n)
}
