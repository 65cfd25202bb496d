package talk

import (
	"cmp"
	"fmt"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// spot is where an event stands in the document.
type spot struct {
	at   asif.Range
	kind asif.EventKind
}

// rebuilt lists the messages, calls and results of a branch, up to an event: from the latest compaction before it on, whose
// context the document holds.
func (t *Talk) rebuilt() error {
	spots, err := t.spots()
	if err != nil {
		return err
	}
	order, err := t.order()
	if err != nil {
		return err
	}
	end := len(order)
	if t.h.UpTo != "" {
		at := slices.Index(order, t.ids.Find([]byte(t.h.UpTo)))
		if at < 0 {
			return fmt.Errorf("%w: %s", adapters.ErrNoEvent, t.h.UpTo)
		}
		end = at + 1
	}
	if end > 0 {
		t.Origin.EventID = string(t.ids.Append(nil, order[end-1]))
	}
	from, err := t.compacted(spots, order[:end])
	if err != nil {
		return err
	}
	for _, id := range order[from:end] {
		if err := t.said(id, spots[id], ^uint32(0)); err != nil {
			return err
		}
	}
	if err := t.asks(spots, order, end); err != nil {
		return err
	}
	return t.late(spots, order[end:])
}

// spots finds every event.
func (t *Talk) spots() ([]spot, error) {
	var all []spot
	for it, err := range t.doc.Items("events") {
		raw, err := t.raw(it, err)
		if err != nil {
			return nil, err
		}
		id := t.eventID(adapters.Text(source.Member(raw, "id")))
		for len(all) <= int(id) {
			all = append(all, spot{})
		}
		all[id] = spot{it.Range, asif.EventKind(adapters.Text(source.Member(raw, "kind")))}
		t.told(id, raw)
	}
	return all, nil
}

// order lists the events of the branch.
func (t *Talk) order() (list []asif.ID, err error) {
	for it, err := range t.doc.Items("branches") {
		if err != nil {
			return nil, fmt.Errorf("reading the branches: %w", err)
		}
		raw, ids, err := t.doc.Split(it, "event_ids")
		if err != nil {
			return nil, fmt.Errorf("reading the branches: %w", err)
		}
		if string(adapters.Text(source.Member(raw, "id"))) != t.branch() {
			continue
		}
		for id, err := range t.doc.Elements(ids) {
			raw, err := t.raw(id, err)
			if err != nil {
				return nil, err
			}
			if id := t.ids.Find(adapters.Text(raw)); id != 0 {
				list = append(list, id)
			}
		}
		return list, nil
	}
	return nil, fmt.Errorf("%w: %s", adapters.ErrNoBranch, t.branch())
}

// compacted lists the context that the latest compaction of the branch left, and tells where in the branch it goes on. It
// takes the settings from the latest context of the branch, too.
func (t *Talk) compacted(spots []spot, order []asif.ID) (from int, err error) {
	context := ""
	for i, id := range slices.Backward(order) {
		if spots[id].kind != asif.KindContextCheckpoint {
			continue
		}
		raw, err := t.doc.Read(spots[id].at)
		if err != nil {
			return 0, fmt.Errorf("reading an event: %w", err)
		}
		context, from = string(adapters.Text(source.Member(source.Member(raw, "data"), "context_id"))), i+1
		break
	}
	var inputs asif.Range
	last := shell{}
	err = t.contexts(func(s shell, at asif.Range) bool {
		if s.ID == context {
			inputs = at
			if i := slices.Index(order, t.ids.Find([]byte(s.AtEventID))); i >= 0 {
				from = max(from, i+1)
			}
		}
		if s.BranchID == t.branch() || last.ID == "" {
			last = s
		}
		return true
	})
	if err != nil {
		return 0, err
	}
	t.Origin.Model = last.model()
	if err := t.settings(last.ConfigurationID); err != nil {
		return 0, err
	}
	return from, t.inputs(inputs)
}

// said lists an event that goes to the model: one of the kinds given by their bits.
func (t *Talk) said(id asif.ID, s spot, kinds uint32) error {
	kind, ok := heard[s.kind]
	if !ok || kinds&(1<<kind) == 0 {
		return nil
	}
	raw, err := t.doc.Read(s.at)
	if err != nil {
		return fmt.Errorf("reading an event: %w", err)
	}
	e := entry{at: s.at, event: id, kind: kind, flags: isEvent}
	source.Members(source.Member(raw, "data"), func(key, value []byte) bool {
		t.entryMember(&e, key, value)
		return true
	})
	if e.kind == entryResult && kinds == lateResults && t.state[e.call].call == 0 {
		return nil
	}
	t.list = append(t.list, e)
	return nil
}

// heard are the kinds of events that go to the model.
var heard = map[asif.EventKind]entryKind{
	asif.KindMessage: entryUser, asif.KindToolCall: entryCall, asif.KindToolResult: entryResult,
}

// lateResults are results alone.
const lateResults = 1 << entryResult

// late lists results that came after the last event that counts, of calls that count.
func (t *Talk) late(spots []spot, order []asif.ID) error {
	for i := range t.list {
		if e := &t.list[i]; e.kind == entryCall {
			t.state[e.call].call = 1 // settled later
		}
	}
	err := error(nil)
	for _, id := range order {
		err = cmp.Or(err, t.said(id, spots[id], lateResults))
	}
	for i := range t.state {
		t.state[i] = call{}
	}
	return err
}
