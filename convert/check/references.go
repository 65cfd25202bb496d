package check

import (
	"cmp"

	"asif-convert/convert/asif"
)

// pendingReference is a reference to something that had not been read yet.
type pendingReference struct {
	spot
	to   space
	name asif.ID
	rule string // when it turns out to lead nowhere
	late string // when it turns out to lead to a later event; "" where that is fine
}

// refer notes that v names an entity of a space, and returns the name. Rules: R01, R03, R04, C01, F07.
func (x *validation) refer(rule string, to space, it *item, v value) asif.ID {
	return x.referTo(rule, "", to, it, v)
}

func (x *validation) referTo(rule, late string, to space, it *item, v value) asif.ID {
	name := x.spaces[to].intern(v.text())
	if name != 0 && x.spaces[to].item(name) < 0 && (x.enabled[rule] || x.enabled[late]) {
		x.pending = append(x.pending, pendingReference{spot: it.at(v), to: to, name: name, rule: rule, late: late})
	}
	return name
}

// referAll notes the references of a list of IDs.
func (x *validation) referAll(rule string, to space, it *item, list value) {
	for e := range list.each() {
		x.refer(rule, to, it, e)
	}
}

// settle reports the pending references that lead nowhere after all, or to a later event.
func (x *validation) settle() {
	for i := range x.pending {
		p := &x.pending[i]
		name := x.spaces[p.to].text(p.name)
		switch {
		case x.spaces[p.to].item(p.name) < 0:
			x.fault(p.rule, p.spot, name, idAmong(p.to), "the reference leads nowhere")
		case p.late != "":
			x.fault(p.late, p.spot, name, "an earlier event", "the reference leads to a later event")
		}
	}
	x.pending = nil
}

// idAmong words what a reference must be.
func idAmong(s space) string {
	return "an ID among the document's " + cmp.Or(spaceInfo[s].member, spaceInfo[s].entity+"s")
}

// eventReference resolves an Event Reference Object (R02): the event's index, or one of the constants of
// event.supersedes.
func (x *validation) eventReference(it *item, v value, late string) int32 {
	if v.kind() != objectKind {
		return supersedesNothing
	}
	if v.get("capture_id").exists() {
		return supersedesExternal
	}
	name := x.referTo("R02", late, events, it, v.get("event_id"))
	if i := x.spaces[events].item(name); i >= 0 {
		return i
	}
	return supersedesMissing
}

// provenance follows a Provenance Object's references.
func (x *validation) provenance(it *item, v value) {
	for e := range v.get("inputs").each() {
		x.eventReference(it, e, "")
	}
	for e := range v.get("sources").each() {
		name := x.refer("R04", resources, it, e.get("resource_id"))
		x.locator(it, name, e.get("locator"))
	}
}

// parts follows the resources of a list of content parts.
func (x *validation) parts(rule string, it *item, list value) {
	for p := range list.each() {
		kind := p.get("kind").text()
		if string(kind) == string(asif.PartResource) || string(kind) == string(asif.PartOpaque) {
			x.refer(rule, resources, it, p.get("resource_id"))
		}
	}
}

type parentLink struct {
	spot
	child, parent asif.ID
}

// r01 looks for participants that are their own ancestors.
func (x *validation) r01() {
	parent := map[asif.ID]asif.ID{}
	for _, l := range x.parents {
		parent[l.child] = l.parent
	}
	done := map[asif.ID]bool{} // known to end without a cycle, or reported
	for _, l := range x.parents {
		path := map[asif.ID]bool{}
		p := l.child
		for p != 0 && !done[p] && !path[p] {
			path[p] = true
			p = parent[p]
		}
		if path[p] && !done[p] {
			x.fault("R01", l.spot, x.spaces[participants].text(l.parent), "no cycle", "the participant is an ancestor of its own")
		}
		for q := range path {
			done[q] = true
		}
	}
}

// lossTypes are the entity types whose loss references must resolve (R05).
var lossTypes = map[string]space{
	"event": events, "resource": resources, "context": contexts, "configuration": configurations,
	"participant": participants, "execution": executions, "branch": branches, "checkpoint": checkpoints,
	"tool": tools, "environment": environments,
}

func (x *validation) r05(it *item, references value) {
	for e := range references.each() {
		if to, ok := lossTypes[e.get("type").str()]; ok {
			x.refer("R05", to, it, e.get("id"))
		}
	}
}

// r06 checks the requirements of a checkpoint or an environment. configuration is the checkpoint's, or 0.
func (x *validation) r06(it *item, list value, configuration asif.ID) {
	for e := range list.each() {
		for use := range e.get("required_for").each() {
			if t := use.str(); use.kind() == stringKind && t != "read" && t != "context" && t != "continue" {
				x.fault("R06", it.at(use), t, "read, context or continue", "the requirement is for nothing that is known")
			}
		}
		x.refer("R04", resources, it, e.get("resource_id"))
		x.refer("R06", environments, it, e.get("environment_id"))
		x.declared(it, capabilities, e.get("capability_id"), configuration)
		x.declared(it, secrets, e.get("secret_handle"), configuration)
	}
}

// declared checks that a configuration declares a capability or a secret handle.
func (x *validation) declared(it *item, what space, v value, configuration asif.ID) {
	name := x.spaces[what].intern(v.text())
	if configuration != 0 && x.spaces[configurations].item(configuration) < 0 {
		return // R03 reports it
	}
	if name == 0 || x.configured.declared[declaration{what, configuration, name}] {
		return
	}
	by := "some configuration"
	if configuration != 0 {
		by = "configuration " + x.spaces[configurations].text(configuration)
	}
	x.fault("R06", it.at(v), v.str(), "declared by "+by, "the requirement names an undeclared "+spaceInfo[what].entity)
}

// usageEntry is a counter whose scope is resolved at the end.
type usageEntry struct {
	spot
	scope, name string
}

// r07 resolves the scope of a usage counter. Turns are opaque.
func (x *validation) r07(u usageEntry) {
	ok, want := true, ""
	switch asif.UsageScope(u.scope) {
	case asif.UsageEvent:
		ok, want = x.has(events, u.name), idAmong(events)
	case asif.UsageExecution:
		ok, want = x.has(executions, u.name), idAmong(executions)
	case asif.UsageSession:
		ok, want = u.name == x.session || x.children[u.name], "this session or a participant's child session"
	}
	if !ok {
		x.fault("R07", u.spot, u.name, want, "the counter is of something unknown")
	}
}

func (x *validation) has(s space, name string) bool {
	return x.spaces[s].item(x.spaces[s].ids.Find([]byte(name))) >= 0
}

// r08, r10: the contracts of a tool, checked by a worker.
func (x *validation) r08(it *item) {
	for _, f := range it.contract {
		at := it.spot
		at.rest = f.pointer
		x.fault("R08", at, f.got, f.want, "the tool's schema breaks the 2020-12 meta-schema: "+f.message)
	}
}

// dialect2020 is the one dialect that tool schemas are read in.
const dialect2020 = "https://json-schema.org/draft/2020-12/schema"

func (x *validation) r10(it *item, schema value) {
	if d := schema.get("$schema"); d.kind() == stringKind && !d.is(dialect2020) && !d.is(dialect2020+"#") {
		x.fault("R10", it.at(d), d.str(), dialect2020, "the tool's schema is written in another dialect")
	}
}

// r09 checks a fork point of this very capture.
func (x *validation) r09(it *item, fork value) {
	if fork.get("session_id").is(x.session) && fork.get("capture_id").is(x.capture) {
		x.refer("R09", branches, it, fork.get("branch_id"))
		x.refer("R09", events, it, fork.get("event_id"))
	}
}
