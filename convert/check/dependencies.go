package check

import (
	"strconv"

	"asif-convert/convert/asif"
)

// n02: dependencies refer to what is there, and depend on each other without a cycle.
func (x *validation) n02() {
	p := x.profile
	for i := range p.dependencies.items {
		d := &p.dependencies.items[i]
		if !d.ok {
			continue
		}
		for k, id := range d.v.DependsOn {
			if p.dependencies.find(id) == nil {
				x.profileFault("N02", d.spot, "/depends_on/"+strconv.Itoa(k), id, idAmong(dependencies), "the dependency depends on one that is not there")
			}
		}
		x.resourcesOf("N02", d.spot, "/resource_ids", d.v.ResourceIDs)
		if id := d.v.ToolID; id != "" && !x.has(tools, id) {
			x.profileFault("N02", d.spot, "/tool_id", id, idAmong(tools), "the dependency's tool is not there")
		}
	}
	x.n02Cycles()
}

// resourcesOf checks that a list names resources of the document.
func (x *validation) resourcesOf(rule string, at spot, pointer string, ids []string) {
	for k, id := range ids {
		if !x.has(resources, id) {
			x.profileFault(rule, at, pointer+"/"+strconv.Itoa(k), id, idAmong(resources), "the resource is not there")
		}
	}
}

// n02Cycles walks the dependencies depth first, without recursion: chains may be long.
func (x *validation) n02Cycles() {
	list := &x.profile.dependencies
	const entered, left = 1, 2
	state := make([]uint8, len(list.items))
	type step struct{ at, next int }
	for start := range list.items {
		path := []step{{start, 0}}
		for len(path) > 0 {
			top := &path[len(path)-1]
			d := &list.items[top.at]
			if top.next == 0 && state[top.at] != 0 {
				path = path[:len(path)-1]
				continue
			}
			state[top.at] = entered
			if top.next == len(d.v.DependsOn) {
				state[top.at] = left
				path = path[:len(path)-1]
				continue
			}
			k := top.next
			top.next++
			to, known := list.byID[d.v.DependsOn[k]]
			if !known {
				continue
			}
			if state[to] == entered {
				x.profileFault("N02", d.spot, "/depends_on/"+strconv.Itoa(k), d.v.DependsOn[k], "no cycle", "the dependency depends on itself")
				continue
			}
			path = append(path, step{to, 0})
		}
	}
}

// n05: operations refer to what is there, and none is restarted that may happen twice.
func (x *validation) n05() {
	p := x.profile
	for i := range p.operations.items {
		o := &p.operations.items[i]
		if !o.ok {
			continue
		}
		r := &o.v.Recovery
		if h := r.HandlerDependencyID; h != nil && p.dependencies.find(*h) == nil {
			x.profileFault("N05", o.spot, "/recovery/handler_dependency_id", *h, idAmong(dependencies), "the operation's handler is not there")
		}
		x.resourcesOf("N05", o.spot, "/evidence_resource_ids", o.v.EvidenceResourceIDs)
		x.resourcesOf("N05", o.spot, "/recovery/evidence_resource_ids", r.EvidenceResourceIDs)
		if r.Strategy != asif.RecoveryStrategyRestart {
			continue
		}
		for _, c := range []struct {
			ok            bool
			pointer, want string
		}{
			{o.v.Replay == asif.ReplayIdempotent, "/replay", "replay idempotent"},
			{r.IdempotencyRef != nil, "/recovery/idempotency_ref", "an idempotency reference"},
			{len(r.EvidenceResourceIDs) > 0, "/recovery/evidence_resource_ids", "evidence"},
		} {
			if !c.ok {
				x.profileFault("N05", o.spot, c.pointer, "", c.want, "the operation must not be restarted without "+c.want)
			}
		}
	}
}
