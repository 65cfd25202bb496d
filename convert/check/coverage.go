package check

import (
	"slices"
	"strconv"

	"asif-convert/convert/asif"
)

// scopes are the domains that coverage declares, in the order of the specification.
var scopes = []asif.Scope{asif.ScopeParticipants, asif.ScopeConversation, asif.ScopeBranches, asif.ScopeExecutions,
	asif.ScopeContexts, asif.ScopeConfiguration, asif.ScopeTools, asif.ScopeDecisions, asif.ScopeTasks, asif.ScopeResources,
	asif.ScopeEnvironment, asif.ScopeNative, asif.ScopeUsage}

func (x *validation) readCoverage(it *item) {
	v := it.root()
	scope := asif.Scope(v.get("scope").str())
	it.id = string(scope)
	if !slices.Contains(scopes, scope) {
		return // the schema reports it
	}
	if _, ok := x.status[scope]; ok {
		x.fault("V01", it.at(v.get("scope")), string(scope), "each scope once", "the scope is declared twice")
		return
	}
	x.status[scope] = v.get("status").str()
}

// v01: all scopes are declared, and none is empty that is not.
func (x *validation) v01() {
	index := int32(-1)
	for it, err := range x.doc.Items("coverage") {
		if err != nil {
			return
		}
		index = int32(it.Index)
		x.v01Empty(it)
	}
	for _, scope := range scopes {
		if _, ok := x.status[scope]; !ok {
			x.fault("V01", x.document("/coverage"), strconv.Itoa(int(index+1))+" entries", string(scope), "a scope is not declared")
		}
	}
}

func (x *validation) v01Empty(it asif.Item) {
	var t tree
	if t.parse(it.Raw, maxDepth) != nil {
		return
	}
	scope := asif.Scope(t.root().get("scope").str())
	if x.status[scope] == string(asif.CoverageKnownEmpty) && x.present[scope] && t.root().get("status").is(string(asif.CoverageKnownEmpty)) {
		at := spot{space: coverage, index: int32(it.Index), input: -1, span: it.Range, rest: "/status", id: string(scope)}
		x.fault("V01", at, string(asif.CoverageKnownEmpty), "another status", "the scope is declared empty but has data")
	}
}

// v02: a prior capture's calls or requests are history that is missing here.
func (x *validation) v02() {
	for _, b := range x.bound {
		scope := asif.ScopeTools
		if b.kind == requests {
			scope = asif.ScopeDecisions
		}
		if x.status[scope] == string(asif.CoverageComplete) {
			x.fault("V02", b.spot, string(scope)+" coverage complete", "partial", "the binding's source history is missing, but coverage does not say so")
		}
	}
}

func (x *validation) readLoss(it *item) {
	x.define(it)
	x.r05(it, it.root().get("references"))
	x.v03(it)
}

// v03: what was lost is not complete.
func (x *validation) v03(it *item) {
	v := it.root()
	stage, scope := v.get("stage"), v.get("scope").str()
	if !stage.is(string(asif.StageCapture)) && !stage.is(string(asif.StageNormalization)) {
		return
	}
	if x.status[asif.Scope(scope)] == string(asif.CoverageComplete) {
		x.fault("V03", it.at(v.get("scope")), scope+" coverage complete", "partial", "something of the scope was lost, but its coverage is complete")
	}
}

func (x *validation) readUsage(it *item) {
	x.present[asif.ScopeUsage] = true
	it.id = it.root().get("scope_id").str()
	x.r07(x.usageEntry(it, it.root()))
	x.usage(it, it.root())
}

// usage reads what a root usage entry and an execution's have in common.
func (x *validation) usage(it *item, v value) {
	x.provenance(it, v.get("provenance"))
	x.v08(it, v)
}

func (x *validation) usageEntry(it *item, v value) usageEntry {
	return usageEntry{spot: it.at(v.get("scope_id")), scope: v.get("scope").str(), name: v.get("scope_id").str()}
}

// v08: cumulative counters that repeat.
func (x *validation) v08(it *item, v value) {
	if !v.get("counter").is(string(asif.CounterCumulative)) {
		return
	}
	key := v.get("scope").str() + "\x00" + v.get("scope_id").str() + "\x00" + v.get("unit").str()
	if x.counters[key] {
		x.fault("V08", it.at(v), v.get("unit").str(), "one cumulative counter", "the cumulative counter is repeated: its values must not be added up")
	}
	x.counters[key] = true
}
