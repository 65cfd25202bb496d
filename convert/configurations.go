package convert

import (
	"bytes"
	"slices"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// setting is one part of a configuration: what it sets, under which key, and its value.
type setting struct {
	of    adapters.SettingKind
	key   string
	value int32 // into builder.values; -1 removes
}

// configurationChange keeps the settings for when the branches are known.
func (b *builder) configurationChange(e *entry, ref asif.Ref, d *adapters.ConfigurationChange) {
	e.kind = kindConfiguration
	list := make([]setting, 0, len(d.Settings))
	for _, s := range d.Settings {
		v := int32(-1)
		if s.Value != nil {
			v = b.values.number(string(s.Value))
		}
		list = append(list, setting{s.Of, s.Key, v})
		if s.Of == adapters.WorkspaceSetting {
			b.lastPlace = s.Key
		}
	}
	b.settings[ref] = list
}

// Configuration implements adapters.Sink.
func (b *builder) Configuration(c asif.Configuration) adapters.ConfigurationRef {
	r, err := b.proven.add(c.ID, &c)
	b.fail(err)
	return r
}

// settleConfigurations builds the snapshot after each change: the branch's configuration until then, and what the
// change sets. Shared prefixes are the same on every branch that lists them.
func (d *document) settleConfigurations() {
	d.snapshots = map[asif.Ref][]setting{}
	if len(d.settings) == 0 {
		return
	}
	d.changes = make([][]asif.Ref, len(d.history.Branches))
	for k := range d.history.Branches {
		var state []setting
		d.branches.each(k, func(r asif.Ref) {
			if d.entry(r).kind != kindConfiguration {
				return
			}
			d.changes[k] = append(d.changes[k], r)
			if done, ok := d.snapshots[r]; ok {
				state = done
				return
			}
			state = merge(state, d.settings[r])
			d.snapshots[r] = state
		})
	}
	for r, list := range d.settings { // changes on no branch stand alone
		if _, ok := d.snapshots[r]; !ok && d.entry(r).flags&flagDiscarded == 0 {
			d.snapshots[r] = merge(nil, list)
		}
	}
}

// merge returns a new state, ordered by kind and key.
func merge(state, changes []setting) []setting {
	out := slices.Clone(state)
	for _, c := range changes {
		i := slices.IndexFunc(out, func(s setting) bool {
			return s.of == c.of && (s.key == c.key || c.of >= adapters.WorkspaceSetting || c.of == adapters.ModelSetting)
		})
		switch {
		case i >= 0 && c.value < 0:
			out = slices.Delete(out, i, i+1)
		case i >= 0:
			out[i] = c
		case c.value >= 0:
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b setting) int {
		if a.of != b.of {
			return int(a.of) - int(b.of)
		}
		return strings.Compare(a.key, b.key)
	})
	return out
}

// configurationOf is the last configuration change of branch k up to an event, or 0. A zero event is the head.
func (d *document) configurationOf(k int, at asif.Ref) asif.Ref {
	if len(d.changes) == 0 {
		return 0
	}
	list := d.changes[k]
	for i := len(list) - 1; i >= 0; i-- {
		if at == 0 || d.seq(list[i]) <= d.seq(at) {
			return list[i]
		}
	}
	return 0
}

func (d *document) appendConfigurationID(o []byte, r asif.Ref) []byte {
	var tmp [96]byte
	return asif.AppendString(o, string(d.appendID(append(tmp[:0], "config:"...), r)))
}

// configurationList writes the snapshots in the order of their changes, then those that requests prove.
func (d *document) configurationList() {
	x := d.x
	l := list{x: x, sep: ","}
	for i := range d.serialized() {
		r := d.at(i)
		if d.entry(r).kind != kindConfiguration {
			continue
		}
		l.item()
		x.o = d.appendConfigurationID(append(x.o, `{"id":`...), r)
		knowledge := asif.KnowledgePartial
		if d.going != nil && r == d.configurationOf(0, 0) {
			knowledge = d.going.known
		}
		d.snapshot(d.snapshots[r], knowledge)
	}
	d.requireServers()
	if g := d.going; g != nil && g.made {
		l.item()
		x.o = d.marshal(x.o, g.head)
	}
	for _, c := range d.proven.json {
		l.item()
		x.o = append(x.o, c...)
	}
}

func (d *document) snapshot(state []setting, known asif.Knowledge) {
	x := d.x
	for _, m := range [...]struct {
		name string
		of   adapters.SettingKind
	}{{`,"instructions":[`, adapters.InstructionSetting}, {`,"capabilities":[`, adapters.CapabilitySetting}, {`,"policies":[`, adapters.PolicySetting}} {
		x.raw(m.name)
		l := list{x: x, sep: ","}
		for _, s := range state {
			if s.of == m.of {
				l.next()
				x.raw(d.values.list[s.value])
			}
		}
		x.raw("]")
	}
	x.raw(`,"secret_requirements":[],"knowledge":"` + string(known) + `"`)
	for _, s := range state {
		if s.of == adapters.ModelSetting {
			x.raw(`,"model":` + d.values.list[s.value])
		}
	}
	x.raw(`,"environment_ids":[`)
	l := list{x: x, sep: ","}
	for _, s := range state {
		if s.of >= adapters.WorkspaceSetting {
			l.next()
			x.str(s.key)
		}
	}
	x.raw("]}")
}

// Count implements adapters.Sink.
func (b *builder) Count(c adapters.Counter) {
	if c.At != 0 {
		c.Scope, c.ScopeID = asif.UsageEvent, ""
	}
	o := asif.AppendString(append(b.buf[:0], `{"scope":`...), string(c.Scope))
	o = append(o, `,"scope_id":`...)
	if c.ScopeID == "" {
		o = append(o, scopeMark...)
	} else {
		o = asif.AppendString(o, c.ScopeID)
	}
	o = asif.AppendString(append(o, `,"unit":`...), c.Unit)
	o = append(append(o, `,"value":`...), c.Value...)
	o = append(o, counterKinds[c.At != 0]...)
	if c.Method == "" {
		o = asif.AppendString(append(o, `,"provenance":{"mode":"reported","producer":`...), b.info.Provider)
	} else {
		o = append(o, `,"provenance":{"mode":"derived","producer":`...)
		o = asif.AppendString(append(asif.AppendString(o, b.info.Provider), `,"method":`...), c.Method)
		o = append(o, `,"inputs":[]`...)
	}
	o = append(o, "}}"...)
	b.totals.Add(total{at: c.At, size: int32(len(o)), off: b.payloads.size()})
	b.payloads.write(o)
	b.keep(o)
}

// counterKinds tell an amount of one response from a running total.
var counterKinds = map[bool]string{true: `,"counter":"delta"`, false: `,"counter":"cumulative"`}

// total is a counter that stands in the document as it was recorded.
type total struct {
	at   asif.Ref // of an amount: the event that it belongs to
	size int32    // of its JSON in the spool
	off  int64
}

// scopeMark stands for the ID of this session, or of the event, in a total until the document is written.
const scopeMark = "\x00"

// appendTotal appends a counter with the ID of its scope in place.
func (d *document) appendTotal(o []byte, t *total) []byte {
	raw, err := d.x.win.at(t.off, int(t.size))
	d.fail(err)
	before, after, scoped := bytes.Cut(raw, []byte(scopeMark))
	switch o = append(o, before...); {
	case !scoped:
	case t.at != 0:
		o = d.appendQuotedID(o, t.at)
	default:
		o = asif.AppendString(o, d.sessionID())
	}
	return append(o, after...)
}
