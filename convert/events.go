package convert

import "asif-convert/convert/asif"

func (d *document) eventList() {
	l := list{x: d.x, sep: ","}
	for i := range d.serialized() {
		l.item()
		d.event(d.at(i), i)
	}
	d.x.collection("\n]", "branches")
}

func (d *document) event(r asif.Ref, seq int) {
	e, x := d.entry(r), d.x
	x.o = d.appendQuotedID(append(x.o, `{"id":`...), r)
	x.int(`,"sequence":`, int64(seq))
	x.raw(`,"actor_id":`)
	x.raw(d.actors.quoted[e.actor-1])
	x.raw(`,"kind":"`)
	if e.flags&flagOrphan != 0 {
		x.raw(string(asif.KindMessage))
	} else {
		x.raw(string(kindNames[e.kind]))
	}
	x.raw(`","causes":[`)
	if e.cause != 0 && d.entry(e.cause).flags&flagDiscarded == 0 && int(d.seq(e.cause)) < seq {
		x.o = append(d.appendQuotedID(append(x.o, `{"event_id":`...), e.cause), '}')
	}
	x.raw(`],"provenance":`)
	d.provenance(r, e)
	x.raw(`,"data":{`)
	d.eventData(r, e)
	x.raw(`}`)
	if e.time > 0 {
		x.raw(`,"time":`)
		x.payload(e.off, int(e.time))
	}
	if e.run != 0 {
		x.member(`,"execution_id":`, d.runs.At(int(e.run)-1).id)
	}
	if e.extra > 0 {
		x.raw(`,"extensions":`)
		x.payload(e.off+int64(e.size)-int64(e.extra), int(e.extra))
	}
	x.raw(`}`)
}

func (d *document) provenance(r asif.Ref, e *entry) {
	x := d.x
	how, derived := d.derived[r]
	if derived {
		x.raw(`{"mode":"derived","producer":"` + producer + `","sources":[`)
	} else {
		x.raw(`{"mode":"`)
		x.raw(string(d.evidence))
		x.raw(`","producer":"` + producer + `","sources":[`)
	}
	d.source(e.input, e.at, e.length)
	d.eachExtent(e, func(y *extent) {
		x.raw(",")
		d.source(y.input, y.at, y.length)
	})
	x.raw("]")
	if derived {
		x.member(`,"method":`, how.method)
		x.raw(`,"inputs":[`)
		l := list{x: x, sep: ","}
		for _, in := range how.inputs {
			if !d.isEvent(in) {
				continue
			}
			l.next()
			x.o = append(d.appendQuotedID(append(x.o, `{"event_id":`...), in), '}')
		}
		x.raw("]")
	}
	x.raw("}")
}

func (d *document) source(input uint16, at int64, length int32) {
	x := d.x
	x.o = asif.AppendInt(append(x.o, d.sources[input]...), at)
	x.int(`,"length":`, int64(length))
	x.raw("}}")
}

// eventData writes the members of an event's data, without braces: they are the same in an event and in a context input.
func (d *document) eventData(r asif.Ref, e *entry) {
	x := d.x
	switch {
	case e.kind == kindMessage:
		x.raw(roleMembers[e.state])
		d.eventParts(e)
	case e.flags&flagOrphan != 0:
		x.raw(`"role":"tool",`)
		d.eventParts(e)
	case e.kind == kindToolCall:
		x.o = d.calls.appendID(append(x.o, `"call_id":`...), e.call)
		x.raw(`,"tool_id":`)
		x.raw(d.tools.quoted[e.aux-1])
		x.raw(`,"arguments":`)
		x.payload(e.content())
		x.raw(`,"arguments_status":"`)
		x.raw(string(statuses[e.state]))
		x.raw(`"`)
	case e.kind == kindToolResult:
		d.resultMembers(e)
		x.raw(",")
		d.eventParts(e)
	case e.kind == kindNote:
		d.eventParts(e)
		x.member(`,"category":`, d.categories.list[e.aux])
	case e.kind == kindCompaction:
		d.compaction(r)
	case e.kind == kindTask:
		d.taskData(r, e)
	case e.kind == kindConfiguration:
		x.o = d.appendConfigurationID(append(x.o, `"configuration_id":`...), r)
	default:
		x.payload(e.content())
	}
}

func (d *document) eventParts(e *entry) {
	x := d.x
	x.raw(`"parts":[`)
	x.payload(e.content())
	more := e.flags&flagMore != 0
	d.eachExtent(e, func(y *extent) {
		if more && y.size > 0 {
			x.raw(",")
		}
		more = more || y.size > 0
		x.payload(y.off, int(y.size))
		x.some()
	})
	x.raw("]")
}

// resultMembers writes the members of a result but its parts: they are the same in an event and in a context input.
func (d *document) resultMembers(e *entry) {
	x := d.x
	x.o = d.calls.appendID(append(x.o, `"call_id":`...), e.call)
	x.int(`,"result_index":`, int64(e.aux))
	if e.flags&flagPartial == 0 {
		x.raw(`,"terminal":true,"outcome":"`)
	} else {
		x.raw(`,"terminal":false,"outcome":"`)
	}
	x.raw(string(outcomes[e.state]))
	x.raw(`"`)
}
