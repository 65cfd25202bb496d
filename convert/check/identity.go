package check

import (
	"fmt"

	"asif-convert/convert/asif"
)

// define gives an item its ID in its space.
func (x *validation) define(it *item) asif.ID {
	it.id = it.root().get("id").str()
	n := &x.spaces[it.space]
	id := n.intern([]byte(it.id))
	if id == 0 {
		return 0
	}
	if n.item(id) >= 0 {
		x.i01(it)
		return id
	}
	n.where[id-1] = it.index + 1
	return id
}

func (x *validation) i01(it *item) {
	x.fault("I01", it.at(it.root().get("id")), it.id, "an ID of its own",
		fmt.Sprintf("two %s have the same ID", spaceInfo[it.space].member))
}

// distinct reports values of a list that stand in it twice under the same member name.
func (x *validation) distinct(rule string, it *item, list value, member, message string) {
	var seen map[string]bool
	for e := range list.each() {
		v := e.get(member)
		if v.kind() != stringKind {
			continue // the schema reports it
		}
		if seen == nil {
			seen = make(map[string]bool, list.size())
		}
		if seen[v.str()] {
			x.fault(rule, it.at(v), v.str(), "no "+member+" twice", message)
		}
		seen[v.str()] = true
	}
}

// i02: one configuration's instructions, capabilities, policies and secret handles.
func (x *validation) i02(it *item) {
	v := it.root()
	x.distinct("I02", it, v.get("instructions"), "id", "two instructions of the configuration have the same ID")
	x.distinct("I02", it, v.get("capabilities"), "id", "two capabilities of the configuration have the same ID")
	x.distinct("I02", it, v.get("policies"), "id", "two policies of the configuration have the same ID")
	x.distinct("I02", it, v.get("secret_requirements"), "handle", "two secret requirements of the configuration have the same handle")
}

// i03: one request's options. A context's inputs are met one by one: see readInput.
func (x *validation) i03(it *item, options value) {
	x.distinct("I03", it, options, "id", "two options of the request have the same ID")
}

// i04: one owner's requirements, and a checkpoint's entries.
func (x *validation) i04(it *item) {
	v := it.root()
	x.distinct("I04", it, v.get("requirements"), "id", "two requirements of one owner have the same ID")
	x.distinct("I04", it, v.get("open_calls"), "call_id", "the checkpoint lists a call twice")
	x.distinct("I04", it, v.get("open_decisions"), "request_id", "the checkpoint lists a decision twice")
	x.distinct("I04", it, v.get("tasks"), "task_id", "the checkpoint lists a task twice")
}

// i05 looks for revisions of a task that several events claim. The updates come sorted by task and revision.
func (x *validation) i05(sorted []int32) {
	for k := 1; k < len(sorted); k++ {
		a, b := x.updates.At(int(sorted[k-1])), x.updates.At(int(sorted[k]))
		if a.task == b.task && a.revision == b.revision && a.task != 0 && a.revision >= 0 {
			x.fault("I05", x.eventSpot(b.event, "/data/revision"), fmt.Sprintf("%s revision %d", x.spaces[tasks].text(b.task), b.revision),
				"one event per revision", "the revision was written before by event "+x.eventName(a.event))
		}
	}
}

func (x *validation) eventName(i int32) string { return x.spaces[events].text(x.event(i).id) }

// i06: one binding per identity, and none of a local one.
func (x *validation) i06() {
	seen := map[bindingKey]bool{}
	for _, b := range x.bound {
		switch {
		case b.name == 0:
		case seen[b.bindingKey]:
			x.fault("I06", b.spot, b.id, "one binding", "the "+spaceInfo[b.kind].entity+" is bound twice")
		case b.kind == calls && x.callInfo[b.name-1].first > 0:
			x.fault("I06", b.spot, b.id, "a call of a prior capture", "the bound call is an event of this document")
		case b.kind == requests && x.requestEvent(b.name) >= 0:
			x.fault("I06", b.spot, b.id, "a request of a prior capture", "the bound request is an event of this document")
		}
		seen[b.bindingKey] = true
	}
}

type bindingKey struct {
	kind space // calls or requests
	name asif.ID
}

type bindingEntry struct {
	bindingKey
	spot
}

// requestEvent is the event that made a request, or -1.
func (x *validation) requestEvent(id asif.ID) int32 {
	if i := x.requestInfo[id-1].first; i > 0 {
		return x.requests.At(int(i - 1)).event
	}
	return -1
}

// i07 reports a second introduction of a call or a request.
func (x *validation) i07(it *item, v value, what string) {
	x.fault("I07", it.at(v), v.str(), "an ID of its own", "the "+what+" was introduced before, and this event amends nothing")
}

// i08 looks at the session's lineage.
func (x *validation) i08(it *item, lineage value) {
	for e := range lineage.each() {
		own := e.get("session_id").is(x.session)
		switch {
		case own && e.get("relation").is("fork"):
			x.fault("I08", it.at(e.get("session_id")), x.session, "another session", "a fork gets a session ID of its own")
		case own && e.get("capture_id").is(x.capture):
			x.fault("I08", it.at(e.get("capture_id")), x.capture, "another capture", "the session names itself as its source")
		}
	}
}
