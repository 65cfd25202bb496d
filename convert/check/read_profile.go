package check

import (
	"fmt"

	"asif-convert/convert/asif"
)

// profileCollections are the lists of a profile that are read item by item.
var profileCollections = map[string]space{
	"workspaces": workspaces, "dependencies": dependencies, "configuration_bindings": configurationBindings,
	"service_bindings": services, "operations": operations, "native_imports": nativeImports, "plans": plans,
}

// readProfile reads the continuation profile but for its plans' accounting, which is as long as the history and waits
// until that is known.
func (x *validation) readProfile() error {
	at, ok := x.doc.Member("continuation")
	if !ok {
		return nil
	}
	shell, lists, err := x.profileShell(at)
	if err != nil {
		return fmt.Errorf("reading the continuation profile: %w", err)
	}
	it := item{spot: spot{space: whole, input: -1, span: at, member: "continuation"}}
	if err := it.parse(shell, maxDepth); err != nil {
		return fmt.Errorf("reading the continuation profile: %w", err)
	}
	if it.root().kind() != objectKind {
		return nil // the header's schema reports it
	}
	for _, f := range x.schemas.check("continuation-profile", it.root()) {
		if f.keyword != "minItems" || lists[plans].Length <= int64(len("[]")) {
			it.faults = append(it.faults, f)
		}
	}
	x.takeFaults(&it)
	p := &profile{contexts: map[string]*plannedContext{}, configurations: map[string]*plannedConfiguration{},
		environments: map[string]*plannedEnvironment{}, told: map[toldOfProfile]bool{}}
	x.profile = p
	for _, read := range []func() error{
		func() error { return readProfileList(x, &p.workspaces, workspaces, lists) },
		func() error { return readProfileList(x, &p.dependencies, dependencies, lists) },
		func() error { return readProfileList(x, &p.bindings, configurationBindings, lists) },
		func() error { return readProfileList(x, &p.services, services, lists) },
		func() error { return readProfileList(x, &p.operations, operations, lists) },
		func() error { return readProfileList(x, &p.imports, nativeImports, lists) },
		func() error { return readProfileList(x, &p.plans, plans, lists) },
	} {
		if err := read(); err != nil {
			return fmt.Errorf("reading the continuation profile: %w", err)
		}
	}
	x.expectPlanned()
	return nil
}

// profileShell is the profile with empty lists, and where the lists stand.
func (x *validation) profileShell(at asif.Range) ([]byte, map[space]asif.Range, error) {
	first, err := x.doc.Read(asif.Range{Offset: at.Offset, Length: 1})
	if err != nil || first[0] != '{' {
		return first, nil, err
	}
	shell, lists := []byte{'{'}, map[space]asif.Range{}
	for m, err := range x.doc.Members(at) {
		if err != nil {
			return nil, nil, err
		}
		if len(shell) > 1 {
			shell = append(shell, ',')
		}
		shell = append(asif.AppendString(shell, m.Name), ':')
		s, known := profileCollections[m.Name]
		if first, err = x.doc.Read(asif.Range{Offset: m.Offset, Length: 1}); err != nil {
			return nil, nil, err
		}
		if known && first[0] == '[' {
			lists[s] = m.Range
			shell = append(shell, "[]"...)
			continue
		}
		raw, err := x.doc.Bytes(m)
		if err != nil {
			return nil, nil, err
		}
		shell = append(shell, raw...)
	}
	return append(shell, '}'), lists, nil
}

// profileKey is the member that identifies an item of a collection.
func profileKey(s space) string {
	if s == configurationBindings {
		return "configuration_id"
	}
	return "id"
}

// readProfileList reads one collection of the profile. N01: its IDs are unique.
func readProfileList[T any](x *validation, l *profileList[T], s space, lists map[space]asif.Range) error {
	l.byID = map[string]int{}
	key := profileKey(s)
	for e, err := range x.doc.Elements(lists[s]) {
		if err != nil {
			return err
		}
		raw, accounting, err := x.profileItem(s, e)
		if err != nil {
			return err
		}
		if s == plans {
			x.profile.accounting = append(x.profile.accounting, accounting)
		}
		it := item{spot: spot{space: s, index: int32(e.Index), input: -1, span: e.Range}}
		it.tree.raw = raw
		x.prepare(&it)
		x.takeFaults(&it)
		v := it.root().get(key)
		it.id = v.str()
		one := profileItem[T]{spot: it.spot, ok: len(it.faults) == 0}
		one.ok = one.ok && asif.Unmarshal(raw, &one.v) == nil
		if _, twice := l.byID[it.id]; !twice {
			l.byID[it.id] = len(l.items)
		} else if v.kind() == stringKind {
			x.profileFault("N01", it.spot, v.pointer(), it.id, "no "+key+" twice", "two of the profile's "+spaceInfo[s].entity+"s have the same "+key)
		}
		switch s {
		case configurationBindings:
			x.n01Rules(&it)
		case services:
			x.v09Service(&it)
		}
		l.items = append(l.items, one)
	}
	return nil
}

// profileItem is an item's text, that of a plan without its accounting, and where this stands.
func (x *validation) profileItem(s space, e asif.Item) ([]byte, asif.Range, error) {
	if s == plans {
		shell, accounting, err := x.doc.Split(e, "context_accounting")
		return shell, accounting, err
	}
	raw, err := x.doc.Bytes(e)
	return raw, asif.Range{}, err
}

// n01Rules: a binding's rules are of different instructions.
func (x *validation) n01Rules(it *item) {
	x.distinct("N01", it, it.root().get("instruction_rules"), "instruction_id", "two rules of the binding are for the same instruction")
}

// expectPlanned says which contexts and configurations the plans name, before these are read.
func (x *validation) expectPlanned() {
	p := x.profile
	for i := range p.workspaces.items {
		if p.workspaces.items[i].ok {
			p.states = append(p.states, p.workspaces.items[i].v)
		}
	}
	for i := range p.plans.items {
		if plan := &p.plans.items[i]; plan.ok {
			p.contexts[plan.v.ContextID] = &plannedContext{}
			p.configurations[plan.v.ConfigurationID] = &plannedConfiguration{}
		}
	}
}
