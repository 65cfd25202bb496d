package convert

import (
	"bytes"
	"fmt"
	"sync"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/convert/source"
	"asif-convert/losses"
	"asif-convert/profiles"
)

// builtin are the facts of harnesses, read once.
var builtin = sync.OnceValues(profiles.Builtin)

// going is what the continuation profile is made of: gathered while the document is written.
type going struct {
	facts    continuation.Facts
	profile  *profiles.Profile // of the harness; nil: there is none
	known    asif.Knowledge    // of what records tell of it
	rules    adapters.Continuer
	head     *asif.Configuration      // in force at main's head
	made     bool                     // it is the profile's own: no record tells of it
	declared map[string]adapters.Rule // of instructions that were inspected

	aside  []int32            // open calls that the live context does not hold
	number []int32            // of each event: its input in the live context; 0: none
	tools  []int32            // that the live context calls
	paths  spool              // path references
	named  int                // of them
	typed  map[int32][]string // members of arguments that are paths, by tool
	media  names
	worked map[int32]bool // tools with a call that did not fail

	member asif.ContinuationProfile
}

// goingOn gathers what is known before the contexts are written.
func (d *document) goingOn() {
	set, err := builtin()
	if err != nil {
		d.fail(fmt.Errorf("reading profiles: %w", err))
		return
	}
	g := &going{number: make([]int32, d.events()+1), typed: map[int32][]string{}, worked: map[int32]bool{}}
	d.going = g
	g.paths.dir = d.payloads.dir
	g.profile, _ = set.Get(d.info.Name) // a harness without profile has tools of unknown classes
	g.rules, _ = d.adapter.(adapters.Continuer)
	d.settleLive()
	d.settleHead()
	g.known = g.head.Knowledge
	if d.inspection != nil {
		d.declare()
	}
	g.facts = continuation.Facts{
		Services: g.facts.Services,
		Harness:  d.info.Name, Revision: d.info.Revision, Classes: set.Classes, Actions: d.opts.plans(), OpenPlans: openPlans(d.serialized()),
		Checkpoint: "head:" + d.history.Branches[0].ID, Context: liveContext, Configuration: g.head.ID,
		Consistent: !d.history.Partial, Boundary: d.history.Boundary, Place: d.place(), NativeReadable: d.opts.Native != NativeOmit,
	}
	if g.profile != nil && len(g.profile.State) > 0 {
		g.facts.StateFormat = g.profile.State[0].Format
	}
	if g.rules != nil {
		c := g.rules.Continuing()
		g.facts.Ordering, g.facts.Index = c.Ordering, c.Index
	}
	d.recordedRuntime()
	if d.opts.Workspace != "" && g.facts.Place != nil {
		w := continuation.WorkspaceOf(g.facts)
		d.fail(d.takeSnapshot(&w))
		g.facts.Workspace = &w
	}
}

// openPlans is how many plans open calls and questions may have: each lists all events of main again.
func openPlans(events int) int { return min(64, max(4, 100_000/max(events, 1))) }

// settleProfile builds the profile when the contexts are written, and tells what it leaves out.
func (d *document) settleProfile() {
	g := d.going
	f := &g.facts
	if h := d.branches.head(0); h != 0 {
		f.Head = string(d.appendID(nil, h))
	}
	for i := range d.natives {
		f.Natives = append(f.Natives, d.natives[i].ID)
		f.NativeReadable = f.NativeReadable && d.natives[i].Availability != asif.AvailabilityUnavailable
	}
	f.Model, f.Media = d.model(), g.media.list
	for _, n := range d.open[0] { // nothing tells that they failed
		g.worked[d.entry(d.calls.list.At(int(n)).event).aux] = true
	}
	for _, n := range g.tools {
		t := d.toolFacts(n)
		t.Failed = !g.worked[n]
		f.Tools = append(f.Tools, t)
	}
	d.configurationFacts()
	d.referSettings()
	state := d.callState(0)
	for _, n := range d.open[0] {
		f.OpenCalls = append(f.OpenCalls, continuation.Call{ID: d.callID(n), ToolID: d.toolOf(n), State: state(n)})
	}
	for _, n := range g.aside {
		f.OpenCalls = append(f.OpenCalls, continuation.Call{ID: d.callID(n), ToolID: d.toolOf(n), State: state(n), Aside: true})
	}
	for _, n := range d.asked[0] {
		f.OpenDecisions = append(f.OpenDecisions, unquoted(d.requests.appendID(nil, n)))
	}
	var left int
	g.member, left = continuation.Build(*f)
	d.share.LoseMany(losses.PlansNotWritten, int64(left), nil)
}

func (d *document) callID(n int32) string { return unquoted(d.calls.appendID(nil, n)) }

func (d *document) toolOf(call int32) string {
	return d.tools.ids[d.entry(d.calls.list.At(int(call)).event).aux-1]
}

// unquoted is the text of a JSON string that this package wrote.
func unquoted(raw []byte) string { return string(asif.AppendUnquoted(nil, raw)) }

// toolFacts are what is known of a tool of the document.
func (d *document) toolFacts(n int32) continuation.Tool {
	var t asif.Tool
	if err := asif.Unmarshal(d.tools.json[n-1], &t); err != nil {
		d.fail(fmt.Errorf("reading tool: %w", err))
	}
	out := continuation.Tool{ID: t.ID, Name: t.Name, Server: t.ServerIdentity, Class: profiles.Unknown}
	if p := d.going.profile; p != nil {
		out.Class = p.ClassOf(t.Name)
		if s, _ := p.Server(t.Name); out.Server == "" {
			out.Server = s
		}
	}
	if out.Server != "" {
		out.Class = profiles.MCPTool
	}
	return out
}

// continued writes the profile: all plans have the same accounting and the same path references, so these are made once.
func (d *document) continued() {
	x, g := d.x, d.going
	plans := g.member.Plans
	g.member.Plans = []asif.Plan{}
	front := d.marshal(nil, &g.member)
	x.raw(",\n\"continuation\":")
	object := x.outline.Begin(x.at())
	x.o = append(x.o, bytes.TrimSuffix(front, []byte("]}"))...)
	list := x.opened()
	account := spool{dir: d.payloads.dir}
	defer account.close()
	d.accounting(&account)
	for i := range plans {
		if i > 0 {
			x.raw(",")
		}
		x.raw("\n")
		plan := x.outline.Begin(x.at())
		raw := d.marshal(nil, &plans[i])
		raw = d.filled(raw, `"context_accounting":[`, &account)
		raw = d.filled(raw, `"path_references":[`, &g.paths)
		x.o = append(x.o, raw...)
		x.closed(plan)
	}
	x.raw("]")
	x.closed(list)
	x.raw("}")
	x.closed(object)
}

// filled writes raw up to the end of mark, what from holds, and the closing bracket, and returns the rest. A mark is
// structure: inside a string its quotes would be escaped.
func (d *document) filled(raw []byte, mark string, from *spool) []byte {
	x := d.x
	at := bytes.Index(raw, []byte(mark)) + len(mark)
	x.o = append(x.o, raw[:at]...)
	list := x.opened()
	x.flush()
	if x.err == nil {
		x.err = from.copyTo(&x.w, []stretch{{0, from.size()}})
	}
	x.raw("]")
	x.closed(list)
	return raw[at+1:]
}

// used notes an input of the live context.
func (d *document) used(r asif.Ref, e *entry, n int) {
	if d.going == nil {
		return
	}
	d.going.number[r] = int32(n)
	switch {
	case e.kind == kindToolCall:
		d.pathReference(r, e)
	case e.kind == kindToolResult && e.flags&flagOrphan == 0 && outcomes[e.state] != asif.OutcomeError:
		d.going.worked[d.entry(d.calls.list.At(int(e.call)).event).aux] = true
	}
	if e.flags&flagShows != 0 {
		d.shows(e)
	}
}

// pathReference notes the paths in a call's arguments that lie below the session's root.
func (d *document) pathReference(r asif.Ref, e *entry) {
	g := d.going
	members := d.pathMembers(e.aux)
	if len(members) == 0 {
		return
	}
	arguments, err := d.x.win.at(e.content())
	if err != nil {
		d.x.err = err
		return
	}
	for _, name := range members {
		path := adapters.Text(source.Member(arguments, name))
		if len(path) == 0 {
			continue
		}
		if rel, ok := continuation.Below(g.facts.Place.Root, string(path)); ok {
			d.refer("event", string(d.appendID(nil, r)), "/data/arguments/"+name, rel)
		}
	}
}

// referSettings adds the references of the folder's environment and of instruction files.
func (d *document) referSettings() {
	p := d.going.facts.Place
	if p == nil {
		return
	}
	if rel, ok := continuation.Below(p.Root, p.CWD); ok {
		d.refer("environment", p.EnvironmentID, "/definition/value/cwd", rel)
	}
	for k := range d.going.head.Instructions {
		path := adapters.Text(source.Member(d.going.head.Instructions[k].Scope.Value, "path"))
		if rel, ok := continuation.Below(p.Root, string(path)); ok {
			d.refer("configuration", d.going.head.ID, fmt.Sprintf("/instructions/%d/scope/value/path", k), rel)
		}
	}
}

// refer adds a path reference.
func (d *document) refer(typ, id, pointer, rel string) {
	g := d.going
	o := d.buf[:0]
	if g.named++; g.named > 1 {
		o = append(o, ',')
	}
	o = asif.AppendString(append(o, "\n{\"entity_type\":"...), typ)
	o = asif.AppendString(append(o, `,"entity_id":`...), id)
	o = asif.AppendString(append(o, `,"json_pointer":`...), pointer)
	o = asif.AppendString(append(o, `,"root_id":`...), continuation.RootID)
	o = asif.AppendString(append(o, `,"relative_path":`...), rel)
	g.paths.write(append(o, '}'))
	d.keep(o)
}

// pathMembers are the arguments of a tool that hold a path.
func (d *document) pathMembers(tool int32) []string {
	g := d.going
	members, known := g.typed[tool]
	if !known {
		if g.profile != nil && g.facts.Place != nil {
			members = continuation.PathMembers(g.profile, d.toolFacts(tool).Name)
		}
		g.typed[tool] = members
	}
	return members
}

// shows notes the media types of the resources that an input shows. Text is what every model takes.
func (d *document) shows(e *entry) {
	scan := func(off int64, n int) {
		raw, err := d.x.win.at(off, n)
		if err != nil {
			d.x.err = err
			return
		}
		const mark = `{"kind":"resource","resource_id":"`
		for {
			_, rest, ok := bytes.Cut(raw, []byte(mark))
			if !ok {
				return
			}
			id, _, _ := bytes.Cut(rest, []byte(`"`))
			if m := d.res.media[string(id)]; m != "" {
				d.going.media.number(m)
			}
			raw = rest
		}
	}
	scan(e.content())
	d.eachExtent(e, func(y *extent) { scan(y.off, int(y.size)) })
}
