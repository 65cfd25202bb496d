package convert

import (
	"fmt"
	"io"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// producer names what made the evidence.
const producer = "asif-convert"

// document assembles one document from what a builder gathered.
type document struct {
	*builder
	x        *encoder
	ledger   *losses.Ledger
	session  asif.NativeIdentifier
	id       string // of the session
	capture  string
	evidence asif.ProvenanceMode
	among    int // how many documents the input holds
	stopped  func() error
	natives  []asif.Resource
	branches *branches
	written  int64     // contexts
	open     [][]int32 // calls without result, of each branch
	asked    [][]int32 // requests without resolution, of each branch

	revisions map[asif.Ref]revision
	heads     []map[int32]current    // task states at the head of each branch
	searched  int                    // steps of searches for circles of tasks
	snapshots map[asif.Ref][]setting // configuration after each change
	changes   [][]asif.Ref           // configuration changes of each branch, in order
	sources   [][]byte               // front of a provenance source, of each input

	adapter    adapters.Adapter
	inspection *adapters.Inspection // nil: none was asked for, or there was nothing to look at
	digests    []string             // that the capture's identity covers
	going      *going               // nil: the document has no continuation profile
}

// write serializes the document. Collections stand in the order of the object table.
func (d *document) write(w io.Writer) error {
	d.x = newEncoder(w, d.payloads, d.stopped)
	if d.among > 1 {
		d.x.win.size = windowSize / 16 // what stands beside a payload is mostly another document's
	}
	d.prepare()
	if d.going != nil {
		defer d.going.paths.close()
	}
	d.front()
	d.eventList()
	d.branchList()
	d.contexts()
	d.collections()
	d.checkpoints()
	if d.going != nil {
		d.settleProfile()
	}
	d.account()
	d.usageList()
	if d.going != nil {
		d.continued()
	}
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
	var undecided []int32
	for k := range d.history.Branches {
		d.open = append(d.open, slices.Clone(d.branches.open(k)))
		waiting, passed := d.branches.asked(k)
		d.asked, undecided = append(d.asked, waiting), append(undecided, passed...)
	}
	d.undecided(undecided)
	d.settleExecutions()
	d.settleTasks()
	d.settleConfigurations()
	if !d.opts.NoContinuation {
		d.goingOn()
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
	for i := range d.history.Names {
		x.raw(",")
		x.o = d.marshal(x.o, &d.history.Names[i])
	}
	x.raw(`],"lineage":[`)
	for i := range d.history.Lineage {
		if i > 0 {
			x.raw(",")
		}
		x.o = d.marshal(x.o, &d.history.Lineage[i])
	}
	x.raw("]},\n\"participants\":[")
	x.listed = x.opened()
	d.declared(d.actors.json)
	x.collection("]", "events")
}

// marshal appends a typed object.
func (d *document) marshal(o []byte, v any) []byte {
	raw, err := asif.Marshal(v, asif.Respelled())
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

func (d *document) branchList() {
	x := d.x
	for k, br := range d.history.Branches {
		if k > 0 {
			x.raw(",")
		}
		x.raw("\n{")
		object := x.opened()
		x.member(`"id":`, br.ID)
		x.raw(`,"event_ids":[`)
		ids := x.opened()
		l := list{x: x, sep: ","}
		d.branches.each(k, func(r asif.Ref) {
			l.next()
			x.o = d.appendQuotedID(x.o, r)
		})
		x.raw("]")
		x.closed(ids)
		d.orNull(`,"head_event_id":`, d.branches.head(k))
		if f := br.Fork; f != nil {
			x.member(`,"fork":{"session_id":`, d.sessionID())
			x.member(`,"capture_id":`, d.capture)
			x.member(`,"branch_id":`, d.history.Branches[f.Branch].ID)
			x.o = d.appendQuotedID(append(x.o, `,"event_id":`...), f.At)
			x.raw(`,"inclusive":true}`)
		}
		x.raw("}")
		x.closed(object)
	}
	x.collection("\n]", "executions")
	d.executionList()
	x.collection("]", "contexts")
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
	x.collection("\n]", "configurations")
	d.configurationList()
	x.collection("]", "tools")
	d.declared(d.tools.json)
	x.collection("]", "resources")
	x.raw("\n")
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
			x.err = d.res.out.copyTo(&x.w, d.res.runs)
		}
	}
	x.collection("\n]", "environments")
	d.declared(d.envs.json)
	x.collection("]", "checkpoints")
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
		x.raw(`,"knowledge":"derived","status":"` + string(status) + `","context_id":` + context)
		d.configurationID(k, 0)
		x.raw(`,"open_calls":[`)
		d.openEntries(`{"call_id":`, &d.calls, d.open[k], d.callState(k))
		x.raw(`],"open_decisions":[`)
		d.openEntries(`{"request_id":`, &d.requests, d.asked[k], func(int32) asif.OpenState { return asif.OpenPending })
		x.raw(`],"tasks":[`)
		d.taskEntries(k)
		x.raw(`],"requirements":[]}`)
	}
	x.collection("\n]", "coverage")
}

// configurationID writes the configuration in force on a branch at an event.
func (d *document) configurationID(k int, at asif.Ref) {
	d.x.raw(`,"configuration_id":`)
	if k == 0 && at == 0 && d.going != nil {
		d.x.str(d.going.head.ID)
	} else if r := d.configurationOf(k, at); r != 0 {
		d.x.o = d.appendConfigurationID(d.x.o, r)
	} else {
		d.x.raw("null")
	}
}

// callState tells the state of branch k's open calls: pending only with evidence, an open request bound to it (H05).
func (d *document) callState(k int) func(int32) asif.OpenState {
	return func(call int32) asif.OpenState {
		for _, n := range d.asked[k] {
			if d.entry(d.requests.list.At(int(n)).event).aux == call {
				return asif.OpenPending
			}
		}
		return asif.OpenOutcomeUnknown
	}
}

// openEntries writes what is unresolved.
func (d *document) openEntries(name string, of *identities, open []int32, state func(int32) asif.OpenState) {
	l := list{x: d.x, sep: ","}
	for _, n := range open {
		l.next()
		d.x.o = of.appendID(append(d.x.o, name...), n)
		d.x.member(`,"state":`, string(state(n)))
		d.x.raw("}")
	}
}

// usageList writes the counters of each response; they count once, as the harness reported them.
func (d *document) usageList() {
	x := d.x
	if d.usage.Len()+d.totals.Len() == 0 {
		return
	}
	x.raw(",\n\"usage\":[")
	counters := x.opened()
	var id []byte
	end := append(asif.AppendString([]byte(`,"counter":"delta","provenance":{"mode":"reported","producer":`), d.info.Provider), "}}"...)
	l := list{x: x, sep: ","}
	for i := range d.usage.Len() {
		c := d.usage.At(i)
		if d.entry(c.at).flags&flagDiscarded != 0 {
			continue
		}
		id = d.appendQuotedID(append(id[:0], "\n{\"scope\":\"event\",\"scope_id\":"...), c.at)
		for unit, v := range c.value {
			if v == 0 {
				continue
			}
			l.next()
			x.o = append(append(x.o, id...), units[unit]...)
			x.o = append(asif.AppendInt(x.o, v), end...)
		}
	}
	for i := range d.totals.Len() {
		t := d.totals.At(i)
		if t.at != 0 && d.entry(t.at).flags&flagDiscarded != 0 {
			continue
		}
		l.next()
		x.o = d.appendTotal(append(x.o, '\n'), t)
	}
	x.raw("\n]")
	x.closed(counters)
}

// units are the members of a counter up to its value.
var units = [adapters.Units]string{
	adapters.TokensInput: `,"unit":"tokens.input","value":`, adapters.TokensOutput: `,"unit":"tokens.output","value":`,
	adapters.TokensCacheRead: `,"unit":"tokens.cache_read","value":`, adapters.TokensCacheWrite: `,"unit":"tokens.cache_write","value":`,
	adapters.TokensReasoning: `,"unit":"tokens.reasoning","value":`,
}

// sessionID is the logical session's identity.
func (d *document) sessionID() string { return d.id }

// sessionID is the identity of the session that was found: the harness and the session's name in it.
func sessionID(i adapters.Info, n asif.NativeIdentifier) string { return i.Name + ":" + n.Value }
