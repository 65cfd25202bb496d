package convert

import (
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"path/filepath"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"

	"github.com/go-json-experiment/json"
)

// producer names what made the evidence.
const producer = "asif-convert"

// document assembles one document from what a builder gathered.
type document struct {
	*builder
	x        *encoder
	session  asif.NativeIdentifier
	capture  string
	natives  []asif.Resource
	branches *branches
	written  int64 // contexts
	present  map[losses.Scope]int64
	open     [][]int32 // calls without result, of each branch
	sources  [][]byte  // front of a provenance source, of each input
}

// write serializes the document. Collections stand in the order of the object table.
func (d *document) write(w io.Writer) error {
	d.x = newEncoder(w, &d.payloads)
	d.prepare()
	d.front()
	d.eventList()
	d.branchList()
	d.contexts()
	d.collections()
	d.checkpoints()
	d.account()
	d.usageList()
	d.x.raw("}\n")
	if err := d.err(); err != nil {
		return err
	}
	return d.x.close()
}

// prepare does the work on the index that all of the document rests on.
func (d *document) prepare() {
	d.settleCalls()
	d.branches = d.newBranches(d.history.Branches)
	d.sequence(d.history.Branches[0].Events)
	for k := range d.history.Branches {
		d.open = append(d.open, append([]int32(nil), d.branches.open(k)...))
	}
	for i := range d.natives {
		o := asif.AppendString([]byte(`{"resource_id":`), d.natives[i].ID)
		d.sources = append(d.sources, append(o, `,"locator":{"syntax":"bytes","offset":`...))
	}
}

func (d *document) front() {
	x := d.x
	x.member(`{"asif_version":"0.4","capture":{"id":`, d.capture)
	x.member(`,"producer":{"name":"`+producer+`","version":`, d.info.Name+"/"+d.info.Revision)
	if d.history.Partial {
		x.raw(`},"consistency":"partial"`)
	} else {
		x.raw(`},"consistency":"consistent"`)
	}
	x.member(`,"boundary":`, d.history.Boundary)
	x.member("},\n\"session\":{\"id\":", d.sessionID())
	if d.history.Title != "" {
		x.member(`,"title":`, d.history.Title)
	}
	x.raw(`,"native_ids":[`)
	x.o = d.marshal(x.o, &d.session)
	x.raw("],\"lineage\":[]},\n\"participants\":[")
	d.declared(d.actors.json)
	x.raw("],\n\"events\":[")
}

// marshal appends a typed object.
func (d *document) marshal(o []byte, v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		d.fail(fmt.Errorf("writing document: %w", err))
	}
	return append(o, raw...)
}

// declared writes objects one a line.
func (d *document) declared(objects [][]byte) {
	l := list{x: d.x, sep: ","}
	for _, o := range objects {
		l.next()
		d.x.raw("\n")
		d.x.o = append(d.x.o, o...)
	}
}

func (d *document) eventList() {
	for i := range d.serialized() {
		if i > 0 {
			d.x.raw(",")
		}
		d.x.raw("\n")
		d.event(d.at(i), i)
		d.x.some()
	}
	d.x.raw("\n],\n\"branches\":[")
}

func (d *document) event(r asif.Ref, seq int) {
	e, x := d.entry(r), d.x
	x.o = d.appendQuotedID(append(x.o, `{"id":`...), r)
	x.int(`,"sequence":`, int64(seq))
	x.member(`,"actor_id":`, d.actors.ids[e.actor-1])
	x.raw(`,"kind":"`)
	if e.flags&flagOrphan != 0 {
		x.raw(string(asif.KindMessage))
	} else {
		x.raw(string(d.kindName(e)))
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
	x.raw(`}`)
}

func (d *document) provenance(r asif.Ref, e *entry) {
	x := d.x
	how, derived := d.derived[r]
	if derived {
		x.raw(`{"mode":"derived","producer":"` + producer + `","sources":[`)
	} else {
		x.raw(`{"mode":"observed","producer":"` + producer + `","sources":[`)
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
		x.raw(`"role":"` + string(roles[e.state]) + `",`)
		d.eventParts(e)
	case e.flags&flagOrphan != 0:
		x.raw(`"role":"tool",`)
		d.eventParts(e)
	case e.kind == kindToolCall:
		x.o = d.appendCallID(append(x.o, `"call_id":`...), e.call)
		x.member(`,"tool_id":`, d.tools.ids[e.aux-1])
		x.raw(`,"arguments":`)
		x.payload(e.off+int64(e.time), int(e.size)-int(e.time))
		x.raw(`,"arguments_status":"` + string(statuses[e.state]) + `"`)
	case e.kind == kindToolResult:
		x.o = d.appendCallID(append(x.o, `"call_id":`...), e.call)
		x.raw(`,"result_index":0,"terminal":true,"outcome":"` + string(outcomes[e.state]) + `",`)
		d.eventParts(e)
	case e.kind == kindNote:
		d.eventParts(e)
		x.member(`,"category":`, d.categories.list[e.aux])
	case e.kind == kindCompaction:
		d.compaction(r)
	default: // a whole object in the spool: its braces are ours
		x.payload(e.off+int64(e.time)+1, int(e.size)-int(e.time)-2)
	}
}

func (d *document) eventParts(e *entry) {
	x := d.x
	x.raw(`"parts":[`)
	x.payload(e.off+int64(e.time), int(e.size)-int(e.time))
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

func (d *document) branchList() {
	x := d.x
	for k, br := range d.history.Branches {
		if k > 0 {
			x.raw(",")
		}
		x.member("\n{\"id\":", br.ID)
		x.raw(`,"event_ids":[`)
		l := list{x: x, sep: ","}
		d.branches.each(k, func(r asif.Ref) {
			l.next()
			x.o = d.appendQuotedID(x.o, r)
		})
		d.orNull(`],"head_event_id":`, d.branches.head(k))
		if f := br.Fork; f != nil {
			x.member(`,"fork":{"session_id":`, d.sessionID())
			x.member(`,"capture_id":`, d.capture)
			x.member(`,"branch_id":`, d.history.Branches[f.Branch].ID)
			x.o = d.appendQuotedID(append(x.o, `,"event_id":`...), f.At)
			x.raw(`,"inclusive":true}`)
		}
		x.raw("}")
	}
	x.raw("\n],\n\"executions\":[],\n\"contexts\":[")
}

func (d *document) orNull(name string, r asif.Ref) {
	d.x.raw(name)
	if r == 0 {
		d.x.raw("null")
	} else {
		d.x.o = d.appendQuotedID(d.x.o, r)
	}
}

// collections writes what stands between contexts and checkpoints.
func (d *document) collections() {
	x := d.x
	x.raw("\n],\n\"configurations\":[],\n\"tools\":[")
	d.declared(d.tools.json)
	x.raw("],\n\"resources\":[\n")
	for i := range d.natives {
		if i > 0 {
			x.raw(",\n")
		}
		x.o = d.marshal(x.o, &d.natives[i])
	}
	if d.res.n > 0 {
		x.raw(",\n")
		x.flush()
		if x.err == nil {
			x.err = d.res.out.copyTo(x.w)
		}
	}
	x.raw("\n],\n\"environments\":[")
	d.declared(d.envs.json)
	x.raw("],\n\"checkpoints\":[")
}

func (d *document) checkpoints() {
	x := d.x
	for k, br := range d.history.Branches {
		if k > 0 {
			x.raw(",")
		}
		x.member("\n{\"id\":", "head:"+br.ID)
		x.member(`,"branch_id":`, br.ID)
		d.orNull(`,"at_event_id":`, d.branches.head(k))
		status, context := asif.StatusUnknown, "null"
		if k == 0 {
			context = `"` + liveContext + `"`
			if d.history.Status != "" {
				status = d.history.Status
			}
		}
		x.raw(`,"knowledge":"derived","status":"` + string(status) + `","context_id":` + context + `,"configuration_id":null,"open_calls":[`)
		l := list{x: x, sep: ","}
		for _, c := range d.open[k] {
			l.next()
			x.o = d.appendCallID(append(x.o, `{"call_id":`...), c)
			x.raw(`,"state":"outcome_unknown"}`)
		}
		x.raw(`],"open_decisions":[],"tasks":[],"requirements":[]}`)
	}
	x.raw("\n],\n\"coverage\":[")
}

// usageList writes the counters of each response; they count once, as the harness reported them.
func (d *document) usageList() {
	x := d.x
	if d.usage.Len() == 0 {
		return
	}
	x.raw(",\n\"usage\":[")
	l := list{x: x, sep: ","}
	for i := range d.usage.Len() {
		c := d.usage.At(i)
		if d.entry(c.at).flags&flagDiscarded != 0 {
			continue
		}
		for unit, v := range c.value {
			if v == 0 {
				continue
			}
			l.next()
			x.o = d.appendQuotedID(append(x.o, "\n{\"scope\":\"event\",\"scope_id\":"...), c.at)
			x.raw(`,"unit":"` + units[unit] + `"`)
			x.int(`,"value":`, v)
			x.member(`,"counter":"delta","provenance":{"mode":"reported","producer":`, d.info.Provider)
			x.raw("}}")
		}
	}
	x.raw("\n]")
}

var units = [adapters.Units]string{
	adapters.TokensInput: "tokens.input", adapters.TokensOutput: "tokens.output", adapters.TokensCacheRead: "tokens.cache_read",
	adapters.TokensCacheWrite: "tokens.cache_write", adapters.TokensReasoning: "tokens.reasoning",
}

// sessionID is the logical session's identity: the harness and the session's name in it.
func (d *document) sessionID() string { return sessionID(d.info, d.session) }

func sessionID(i adapters.Info, n asif.NativeIdentifier) string { return i.Name + ":" + n.Value }

// nativeResource describes an input as it was read.
func nativeResource(i int, in source.Input, s source.Summary, mode NativeMode) asif.Resource {
	n, name := s.Bytes, inputName(in)
	r := asif.Resource{
		ID: fmt.Sprintf("native-%d", i+1), MediaType: mediaType(in), Purpose: "native", Name: &name, Bytes: &n, SHA256: &s.SHA256,
		Availability: asif.AvailabilityExternal, Locator: in.Locator, Explanation: "The harness's own record, read where it lies; not copied.",
	}
	switch {
	case mode == NativeOmit:
		r.Availability, r.Locator, r.Explanation = asif.AvailabilityExcluded, "", "Left out on request."
	case in.Locator == "":
		r.Availability, r.Explanation = asif.AvailabilityUnavailable, "Read from a stream that cannot be read again."
	}
	return r
}

func mediaType(in source.Input) string {
	if in.Framing == source.Whole {
		return "application/json"
	}
	return "application/x-ndjson"
}

// inputName is an input's name without the host's folders.
func inputName(in source.Input) string {
	if in.Locator != "" {
		return path.Base(in.Locator)
	}
	return filepath.Base(in.Name)
}

func hexPrefix(sum []byte) string { return hex.EncodeToString(sum[:12]) }
