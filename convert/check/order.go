package check

import (
	"strconv"
	"time"

	"asif-convert/convert/asif"
)

// o01: sequence numbers ascend.
func (x *validation) o01(it *item, e *event) {
	if it.index == 0 || e.sequence < 0 {
		return
	}
	if before := x.event(it.index - 1).sequence; before >= e.sequence {
		x.fault("O01", it.at(it.root().get("sequence")), strconv.FormatInt(e.sequence, 10),
			"more than "+strconv.FormatInt(before, 10), "the event's sequence is not above the one before")
	}
}

// o02 reads an event's causes. One that leads to a later event is reported once all events are known; with every
// cause before its effect there is no cycle.
func (x *validation) o02(it *item, list value) {
	var seen map[string]bool
	for c := range list.each() {
		i := x.eventReference(it, c, "O02")
		if c.get("capture_id").exists() {
			continue // external: left alone
		}
		id := c.get("event_id")
		if i == it.index {
			x.fault("O02", it.at(id), id.str(), "an earlier event", "the event is its own cause")
		}
		if list.size() > 1 {
			if seen == nil {
				seen = map[string]bool{}
			}
			if seen[id.str()] {
				x.fault("O02", it.at(id), id.str(), "no cause twice", "the event repeats a cause")
			}
			seen[id.str()] = true
		}
		if i >= 0 && i < it.index {
			x.causes.Add(i)
		}
	}
}

// causesOf are the local causes of an event, as a range of index.causes.
func (x *validation) causesOf(i int32) (from, to int32) {
	from = x.event(i).causes
	if int(i)+1 < x.events.Len() {
		return from, x.event(i + 1).causes
	}
	return from, int32(x.causes.Len())
}

// o05: an event corrects an earlier one of its kind.
func (x *validation) o05(it *item, e *event) {
	if e.supersedes < 0 {
		return
	}
	at := it.at(it.root().get("supersedes").get("event_id"))
	if e.supersedes == it.index {
		x.fault("O05", at, it.id, "an earlier event", "the event supersedes itself")
		return
	}
	target := x.event(e.supersedes)
	switch {
	case target.kind != e.kind:
		x.fault("O05", at, eventKindNames[target.kind], eventKindNames[e.kind], "the event supersedes one of another kind")
	case target.sequence >= e.sequence && e.sequence >= 0:
		x.fault("O05", at, strconv.FormatInt(target.sequence, 10), "a sequence below "+strconv.FormatInt(e.sequence, 10),
			"the event supersedes a later one")
	}
	target.superseded = true
}

// o06: a corrected resolution stays one of the same request.
func (x *validation) o06(it *item, e *event, r resolution) {
	if e.supersedes < 0 || e.supersedes == it.index {
		return
	}
	if s := x.event(e.supersedes); s.kind != decisionResolution || s.detail < 0 {
		return
	}
	if before := x.resolutions.At(int(x.event(e.supersedes).detail)).request; before != r.request {
		x.fault("O06", it.at(it.root().get("data").get("request_id")), x.spaces[requests].text(r.request),
			x.spaces[requests].text(before), "the correction is of another request's resolution")
	}
}

// o07: revisions of a task are its corrections.
func (x *validation) o07(it *item) {
	if v := it.root().get("supersedes"); v.exists() {
		x.fault("O07", it.at(v), cut(string(v.raw())), "no supersedes", "a task_update is corrected by a new revision")
	}
}

// o08: what must be understood is announced.
func (x *validation) o08(it *item, data value) {
	kind := data.get("type")
	if data.get("interpretation_required").kind() == trueKind && kind.kind() == stringKind && !x.requires(kind.str()) {
		x.fault("O08", it.at(kind), kind.str(), "listed in required_features", "the extension must be understood but is not announced")
	}
}

// o10: where all is known of executions, their status is that of their last transition.
func (x *validation) o10() {
	if x.status[asif.ScopeExecutions] != string(asif.CoverageComplete) {
		return
	}
	last := map[asif.ID]*transition{}
	for i := range x.transitions.Len() {
		t := x.transitions.At(i)
		if x.event(t.event).superseded {
			continue
		}
		if l := last[t.execution]; l == nil || x.event(l.event).sequence < x.event(t.event).sequence {
			last[t.execution] = t
		}
	}
	for _, e := range x.running {
		if t := last[e.name]; t != nil && t.status != e.status && t.status != executionOther && e.status != executionOther {
			x.fault("O10", e.spot, e.status.String(), t.status.String(),
				"the execution's status is not that of its last transition, event "+x.eventName(t.event))
		}
	}
}

type executionEntry struct {
	spot
	name   asif.ID
	status executionStatus
}

// timeLayouts are the spellings of time that can be compared: RFC 3339, and the compact form of ISO 8601.
var timeLayouts = []string{time.RFC3339Nano, "20060102T150405.999999999Z0700", "2006-01-02 15:04:05.999999999Z07:00"}

// instant reads a time with an offset, in nanoseconds since 1970; noTime when it says none.
func instant(text string) int64 {
	for _, layout := range timeLayouts {
		if t, err := time.Parse(layout, text); err == nil && t.Year() > 1700 && t.Year() < 2200 {
			return t.UnixNano()
		}
	}
	return noTime
}

// o04: a cause that the branch selects stands before its effect.
func (f *fold) o04(i int32) {
	from, to := f.x.causesOf(i)
	for k := from; k < to; k++ {
		if c := *f.x.causes.At(int(k)); f.selected(c) && f.places[c].position > f.places[i].position {
			f.fault("O04", i, "/causes", f.x.eventName(c), "causes that come earlier in the branch", "the branch selects a cause after its effect")
			return
		}
	}
}

// o09: an execution that ended does not go on.
func o09(f *fold, i int32, e *event) {
	t := f.x.transitions.At(int(e.detail))
	if t.execution == 0 || f.superseded(i) {
		return
	}
	s := f.execution(t.execution)
	if s.terminal >= 0 {
		f.fault("O09", i, "/data/status", t.status.String(), "no transition after a terminal one",
			"the execution ended before in this history, with event "+f.x.eventName(s.terminal))
	}
	if t.status.terminal() && s.terminal < 0 {
		s.terminal = i
	}
}

// o11: time does not run backwards along a branch.
func (f *fold) o11(i int32, e *event) {
	if e.time == noTime {
		return
	}
	if p := f.timed; p >= 0 && f.x.event(p).time > e.time {
		f.fault("O11", i, "/time", time.Unix(0, e.time).UTC().Format(time.RFC3339Nano),
			"not before "+time.Unix(0, f.x.event(p).time).UTC().Format(time.RFC3339Nano), "time runs backwards after event "+f.x.eventName(p))
	}
	f.timed = i
}

// o03Head: a branch's head is the last event that it lists. For the other half see selectEvent.
func (x *validation) o03Head(it *item, last []byte) {
	head := it.root().get("head_event_id")
	switch {
	case head.kind() == stringKind && (last == nil || head.str() != string(last)):
		want := "null"
		if last != nil {
			want = string(last)
		}
		x.fault("O03", it.at(head), head.str(), want, "the branch's head is not its last event")
	case head.kind() == nullKind && last != nil:
		x.fault("O03", it.at(head), "null", string(last), "the branch has events but no head")
	}
}
