package continuation

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// naive computes a closure from a document's plain JSON in another way: it lists every edge that the whole document can
// have and then walks them until nothing changes.
type naive struct {
	doc   map[string]any
	plan  map[string]any
	edges [][2]Subject
}

func list(m map[string]any, name string) []map[string]any {
	var out []map[string]any
	items, _ := m[name].([]any)
	for _, v := range items {
		out = append(out, v.(map[string]any))
	}
	return out
}

func object(m map[string]any, name string) map[string]any {
	o, _ := m[name].(map[string]any)
	return o
}

func texts(m map[string]any, name string) []string {
	var out []string
	items, _ := m[name].([]any)
	for _, v := range items {
		out = append(out, v.(string))
	}
	return out
}

func text(m map[string]any, name string) string {
	s, _ := m[name].(string)
	return s
}

func subject(kind, id string) Subject { return Subject{Kind: subjectKind(kind), ID: id} }

// naiveClosure is the inventory of the document's only plan, each subject with whether it is required.
func naiveClosure(t testing.TB, raw []byte) map[Subject]bool {
	n := naive{}
	if err := json.Unmarshal(raw, &n.doc); err != nil {
		t.Fatal(err)
	}
	profile := object(n.doc, "continuation")
	n.plan = list(profile, "plans")[0]
	action := text(object(n.plan, "next_action"), "kind")
	agent := action == "model_request" || action == "resume_native"
	active := agent || action == "reconcile_operation"
	inScope := func(m map[string]any) bool {
		for _, s := range texts(m, "required_for") {
			if s == "read" || s == "continue" && active || s == "context" && agent {
				return true
			}
		}
		return false
	}
	n.allEdges(profile, inScope)
	closure := n.roots(profile, agent, active, inScope)
	for changed := true; changed; {
		changed = false
		note := func(s Subject, required bool) {
			if old, has := closure[s]; !has || required && !old {
				closure[s], changed = required, true
			}
		}
		for _, e := range n.edges {
			if required, has := closure[e[0]]; has {
				note(e[1], required)
			}
		}
		for s := range closure {
			if s.Kind == "environment" {
				for _, e := range list(n.doc, "environments") {
					for _, r := range list(e, "requirements") {
						if text(e, "id") == s.ID {
							note(Subject{"environment_requirement", text(r, "id"), s.ID}, false)
						}
					}
				}
			}
		}
	}
	return closure
}

func (n *naive) roots(profile map[string]any, agent, active bool, inScope func(map[string]any) bool) map[Subject]bool {
	plan := text(n.plan, "id")
	c := map[Subject]bool{subject("plan", plan): true, subject("model", plan): agent,
		subject("context", text(n.plan, "context_id")): agent, subject("configuration", text(n.plan, "configuration_id")): true}
	for _, f := range texts(n.doc, "required_features") {
		c[subject("feature", f)] = true
	}
	for _, setup := range list(n.doc, "configurations") {
		if text(setup, "id") != text(n.plan, "configuration_id") {
			continue
		}
		for _, v := range list(setup, "instructions") {
			c[subject("instruction", text(v, "id"))] = agent
		}
		for _, v := range list(setup, "capabilities") {
			c[subject("capability", text(v, "id"))] = agent && v["required"] == true
		}
		for _, v := range list(setup, "policies") {
			c[Subject{"policy", text(v, "id"), text(setup, "id")}] = v["enforcing"] == true
		}
		for _, id := range texts(setup, "environment_ids") {
			c[subject("environment", id)] = active
		}
	}
	for _, d := range list(profile, "dependencies") {
		if slices.Contains(texts(n.plan, "dependency_ids"), text(d, "id")) {
			c[subject("dependency", text(d, "id"))] = inScope(d)
		}
	}
	for _, id := range texts(n.plan, "workspace_ids") {
		c[subject("workspace", id)] = active
	}
	for _, id := range texts(n.plan, "service_binding_ids") {
		c[subject("service", id)] = active
	}
	for _, id := range texts(n.plan, "operation_ids") {
		c[subject("operation", id)] = agent || active && text(object(n.plan, "next_action"), "operation_id") == id
	}
	if id := text(n.plan, "native_import_id"); id != "" {
		c[subject("native_import", id)] = agent
	}
	for _, k := range list(n.doc, "checkpoints") {
		for _, r := range list(k, "requirements") {
			c[Subject{"checkpoint_requirement", text(r, "id"), text(k, "id")}] = false
		}
	}
	return c
}

func (n *naive) link(from Subject, kind string, ids ...string) {
	for _, id := range ids {
		if id != "" {
			n.edges = append(n.edges, [2]Subject{from, subject(kind, id)})
		}
	}
}

func (n *naive) shown(from Subject, parts []map[string]any) {
	for _, p := range parts {
		if k := text(p, "kind"); k == "resource" || k == "opaque" {
			n.link(from, "resource", text(p, "resource_id"))
		}
	}
}

func (n *naive) needs(from Subject, r map[string]any) {
	n.link(from, "resource", text(r, "resource_id"))
	n.link(from, "capability", text(r, "capability_id"))
	n.link(from, "environment", text(r, "environment_id"))
}

func (n *naive) allEdges(profile map[string]any, inScope func(map[string]any) bool) {
	plan := subject("plan", text(n.plan, "id"))
	n.link(plan, "resource", texts(object(n.plan, "boundary"), "evidence_resource_ids")...)
	if a := object(n.plan, "next_action"); text(a, "kind") == "await_decision" {
		for _, e := range list(n.doc, "events") {
			if d := object(e, "data"); text(d, "request_id") == text(a, "request_id") {
				n.shown(plan, list(d, "prompt"))
			}
		}
		for _, b := range list(n.doc, "external_bindings") {
			if text(b, "id") == text(a, "request_id") {
				n.shown(plan, list(object(b, "descriptor"), "prompt"))
			}
		}
	}
	for _, k := range list(n.doc, "checkpoints") {
		for _, r := range list(k, "requirements") {
			s := Subject{"checkpoint_requirement", text(r, "id"), text(k, "id")}
			if n.needs(s, r); inScope(r) {
				n.edges = append(n.edges, [2]Subject{plan, s})
			}
		}
	}
	for _, e := range list(n.doc, "environments") {
		env := subject("environment", text(e, "id"))
		n.link(env, "resource", texts(e, "resource_ids")...)
		for _, r := range list(e, "requirements") {
			s := Subject{"environment_requirement", text(r, "id"), text(e, "id")}
			if n.needs(s, r); inScope(r) {
				n.edges = append(n.edges, [2]Subject{env, s})
			}
		}
	}
	for _, c := range list(n.doc, "contexts") {
		for _, in := range list(c, "inputs") {
			n.shown(subject("context", text(c, "id")), list(in, "parts"))
		}
		for _, t := range list(n.doc, "tools") {
			if slices.Contains(texts(c, "tool_ids"), text(t, "id")) {
				n.link(subject("context", text(c, "id")), "resource", texts(t, "resource_ids")...)
			}
		}
	}
	for _, c := range list(n.doc, "configurations") {
		for _, v := range list(c, "instructions") {
			n.shown(subject("instruction", text(v, "id")), list(v, "parts"))
		}
		for _, v := range list(c, "capabilities") {
			n.link(subject("capability", text(v, "id")), "resource", texts(v, "resource_ids")...)
		}
	}
	for _, d := range list(profile, "dependencies") {
		s := subject("dependency", text(d, "id"))
		n.link(s, "resource", texts(d, "resource_ids")...)
		n.link(s, "dependency", texts(d, "depends_on")...)
	}
	for _, v := range list(profile, "service_bindings") {
		n.link(subject("service", text(v, "id")), "dependency", texts(v, "dependency_ids")...)
	}
	for _, o := range list(profile, "operations") {
		s, recovery := subject("operation", text(o, "id")), object(o, "recovery")
		n.link(s, "resource", texts(o, "evidence_resource_ids")...)
		n.link(s, "resource", texts(recovery, "evidence_resource_ids")...)
		n.link(s, "dependency", text(recovery, "handler_dependency_id"))
	}
	for _, v := range list(profile, "native_imports") {
		n.link(subject("native_import", text(v, "id")), "resource", texts(v, "resource_ids")...)
	}
	for _, w := range list(profile, "workspaces") {
		s := subject("workspace", text(w, "id"))
		n.link(s, "environment", text(w, "environment_id"))
		for _, id := range files(list(profile, "workspaces"), w) {
			n.link(s, "resource", id)
		}
		for b := w; b != nil; b = workspace(list(profile, "workspaces"), text(b, "base_snapshot_id")) {
			git := object(b, "git")
			n.link(s, "resource", texts(git, "bundle_resource_ids")...)
			n.link(s, "dependency", texts(git, "lfs_dependency_ids")...)
			for _, member := range []string{"index_entries", "prerequisites"} {
				for _, e := range list(git, member) {
					n.link(s, "resource", text(e, "resource_id"))
				}
			}
			for _, e := range list(git, "submodules") {
				n.link(s, "dependency", text(e, "dependency_id"))
			}
		}
	}
}

func workspace(all []map[string]any, id string) map[string]any {
	for _, w := range all {
		if text(w, "id") == id {
			return w
		}
	}
	return nil
}

// files is a workspace's flattened state: the resources of files by path, "" for a folder.
func files(all []map[string]any, w map[string]any) map[string]string {
	state := map[string]string{}
	if base := workspace(all, text(w, "base_snapshot_id")); base != nil {
		state = files(all, base)
	}
	for _, d := range texts(w, "deletions") {
		for path := range state {
			if path == d || strings.HasPrefix(path, d+"/") {
				delete(state, path)
			}
		}
	}
	for _, e := range list(w, "entries") {
		state[text(e, "path")] = text(e, "resource_id")
	}
	return state
}
