package check

import (
	"strconv"

	"asif-convert/convert/asif"
)

// callID numbers a call and makes room for what is known of it.
func (x *validation) callID(v value) asif.ID {
	id := x.spaces[calls].intern(v.text())
	for len(x.callInfo) < x.spaces[calls].ids.Len() {
		x.callInfo = append(x.callInfo, callInfo{})
	}
	return id
}

// known tells whether the document introduces a call or binds it.
func (x *validation) known(id asif.ID) bool {
	return id > 0 && (x.callInfo[id-1].first > 0 || x.callInfo[id-1].external)
}

// callOf is the call that an event made before the one being read, or nil.
func (x *validation) callOf(i int32) *call {
	if i < 0 || int(i) >= x.events.Len() || x.event(i).kind != toolCall || x.event(i).detail < 0 {
		return nil
	}
	return x.calls.At(int(x.event(i).detail))
}

func (x *validation) readToolCall(it *item, e *event, data value) {
	c := call{event: it.index, call: x.callID(data.get("call_id")), status: argumentsStatusNames[data.get("arguments_status").str()]}
	c.tool = x.refer("C01", tools, it, data.get("tool_id"))
	c.retry = x.callID(data.get("retry_of"))
	e.detail = int32(x.calls.Add(c))
	x.c04(it, e)
	x.c09(it, e, c)
	if before := x.callOf(e.supersedes); before != nil {
		x.c02(it, e, c, *before)
		x.c03(it, c, *before)
	}
	if c.call == 0 {
		return
	}
	if info := &x.callInfo[c.call-1]; info.first == 0 {
		info.first = e.detail + 1
	} else if e.supersedes == supersedesNothing {
		x.i07(it, data.get("call_id"), "call")
	}
}

// c02: an amendment stays the same call.
func (x *validation) c02(it *item, e *event, c, before call) {
	old := x.event(before.event)
	data := it.root().get("data")
	mismatch := func(v value, was, is, what string) {
		if !v.exists() {
			v = it.root()
		}
		x.fault("C02", it.at(v), is, was, "the amendment changes the call's "+what)
	}
	if c.call != before.call {
		if c.retry == 0 || c.retry != before.call { // a retry is C09's
			mismatch(data.get("call_id"), x.spaces[calls].text(before.call), x.spaces[calls].text(c.call), "call_id")
		}
		return
	}
	if c.tool != before.tool {
		mismatch(data.get("tool_id"), x.spaces[tools].text(before.tool), x.spaces[tools].text(c.tool), "tool_id")
	}
	if e.actor != old.actor {
		mismatch(it.root().get("actor_id"), x.spaces[participants].text(old.actor), x.spaces[participants].text(e.actor), "actor_id")
	}
	if e.execution != old.execution {
		mismatch(it.root().get("execution_id"), x.spaces[executions].text(old.execution), x.spaces[executions].text(e.execution), "execution_id")
	}
	if c.retry != before.retry {
		mismatch(data.get("retry_of"), x.spaces[calls].text(before.retry), x.spaces[calls].text(c.retry), "retry_of")
	}
}

// c03: knowledge of arguments grows.
func (x *validation) c03(it *item, c, before call) {
	if c.call != before.call || c.status == argumentsOther {
		return
	}
	if before.status == argumentsComplete || c.status < before.status {
		want := before.status.String() + " or better"
		if before.status == argumentsComplete {
			want = "no amendment of a complete call"
		}
		x.fault("C03", it.at(it.root().get("data").get("arguments_status")), c.status.String(), want,
			"the amendment knows no more than the call of event "+x.eventName(before.event)+" may leave open")
	}
}

// c04: what an amendment amends is here.
func (x *validation) c04(it *item, e *event) {
	if e.supersedes == supersedesExternal {
		v := it.root().get("supersedes")
		x.fault("C04", it.at(v), cut(string(v.raw())), "an event of this document", "the amendment's predecessor is in another capture")
	}
}

// c09: a retry is another call.
func (x *validation) c09(it *item, e *event, c call) {
	if c.retry == 0 {
		return
	}
	v := it.root().get("data").get("retry_of")
	if c.retry == c.call {
		x.fault("C09", it.at(v), v.str(), "another call", "the call retries itself")
		return
	}
	if before := x.callOf(e.supersedes); before != nil && before.call == c.retry {
		x.fault("C09", it.at(it.root().get("supersedes")), v.str(), "no supersedes", "the retry supersedes the call that it retries")
	}
}

func (x *validation) readResult(it *item, e *event, data value) {
	r := result{position: -1, event: it.index, call: x.callID(data.get("call_id")), terminal: data.get("terminal").kind() == trueKind}
	if n, ok := data.get("result_index").integer(); ok {
		r.position = n
	}
	e.detail = int32(x.results.Add(r))
	x.c08(it, data)
}

// c08: what is not final has no outcome yet. For events and context inputs.
func (x *validation) c08(it *item, v value) {
	outcome := v.get("outcome")
	if v.get("terminal").kind() == falseKind && outcome.kind() == stringKind && !outcome.is(string(asif.OutcomeUnknown)) {
		x.fault("C08", it.at(outcome), outcome.str(), string(asif.OutcomeUnknown), "the result is not terminal but has an outcome")
	}
}

// c10: the call that is retried is known.
func (x *validation) c10() {
	for i := range x.calls.Len() {
		c := x.calls.At(i)
		if c.retry != 0 && !x.known(c.retry) {
			x.fault("C10", x.eventSpot(c.event, "/data/retry_of"), x.spaces[calls].text(c.retry), "a call of the document or a bound one",
				"the retried call is unknown")
		}
	}
}

// c06 for results that no branch selects: the call is known somewhere.
func (x *validation) c06Unselected() {
	for i := range x.results.Len() {
		r := x.results.At(i)
		if r.call != 0 && x.event(r.event).branch == 0 && !x.known(r.call) {
			x.fault("C06", x.eventSpot(r.event, "/data/call_id"), x.spaces[calls].text(r.call), "a call of the document or a bound one",
				"the result names an unknown call")
		}
	}
}

// c05: versions of a call in one history follow each other directly.
func c05(f *fold, i int32, e *event) {
	c := f.x.calls.At(int(e.detail))
	s := f.call(c.call)
	if s == nil || s.version < 0 {
		return
	}
	if e.supersedes != s.version {
		f.fault("C05", i, "/supersedes", f.x.supersededName(e), f.x.eventName(s.version),
			"the version does not supersede the one that the history selected before it")
	}
}

func (x *validation) supersededName(e *event) string {
	if e.supersedes >= 0 {
		return x.eventName(e.supersedes)
	}
	return "nothing here"
}

// c06: a result follows its call.
func c06(f *fold, i int32, e *event) {
	r := f.x.results.At(int(e.detail))
	if r.call == 0 || f.knows(r.call) {
		return
	}
	f.fault("C06", i, "/data/call_id", f.x.spaces[calls].text(r.call), "a call earlier in the history, or a bound one",
		"the result names a call that the history does not know yet")
}

// c07: results of a call come in order, and end.
func c07(f *fold, i int32, e *event) {
	r := f.x.results.At(int(e.detail))
	s := f.call(r.call)
	if s == nil || r.position < 0 || f.superseded(i) {
		return
	}
	switch {
	case s.ended:
		f.fault("C07", i, "/data/result_index", strconv.FormatInt(r.position, 10), "no result after the terminal one",
			"the call had its terminal result before in this history")
	case s.position >= r.position:
		f.fault("C07", i, "/data/result_index", strconv.FormatInt(r.position, 10), "more than "+strconv.FormatInt(s.position, 10),
			"the call's results are out of order in this history")
	}
	s.position = max(s.position, r.position)
	s.ended = s.ended || r.terminal
}
