package rules

import (
	"asif-convert/convert/check"
	"asif-convert/convert/source"
)

// batchOf compares the batch that an event of a call names with what is known of it (A17).
func (v *validation) batchOf(batch []byte) {
	_, row, _ := v.batches.take(v.key(idOf(batch)))
	if row == nil {
		return
	}
	v.marked(batch, &row.synthesized, "batch")
	if row.named == 0 {
		row.named = v.scratch.event.number
	}
	ids := in(batch, "callIds")
	if ids == nil {
		return
	}
	own, found := idOf(v.get("call")), false
	set := uint64(1)
	source.Values(ids, func(id []byte) bool {
		found = found || string(text(id)) == string(own)
		set += v.digest(text(id))
		return true
	})
	if own != nil && !found {
		v.fault("A17", check.Error, ids, "", string(own), "the batch has not the event's own call")
	}
	v.sameSet(row, set, ids)
}

// sameSet compares a batch's calls with what they were: sums of digests, so that their order does not matter.
func (v *validation) sameSet(row *batchRow, set uint64, at []byte) {
	if row.set != 0 && row.set != set {
		v.fault("A17", check.Error, at, "", "the same calls as before", "the batch has other calls than before")
	}
	row.set = set
}

// batchAfter is a tool.batch.after.
func (v *validation) batchAfter() {
	o, batch := &v.scratch.event, v.get("batch")
	_, row, _ := v.batches.take(v.key(idOf(batch)))
	if row == nil {
		return
	}
	v.marked(batch, &row.synthesized, "batch")
	if ids := in(batch, "callIds"); ids != nil {
		v.fault("A17", check.Warning, ids, "", "no callIds", "the schema of tool.batch.after knows the batch's calls by calls alone")
	}
	if v.fresh && row.after != 0 {
		v.fault("A17", check.Error, batch, "", "one tool.batch.after", "the batch was completed before, by event "+v.events.name(row.after))
	}
	row.after = o.number
	seen, set := map[string]bool{}, uint64(1)
	source.Values(v.get("calls"), func(entry []byte) bool {
		id := idOf(in(entry, "call"))
		if seen[string(id)] {
			v.fault("A17", check.Error, in(entry, "call"), string(id), "each call once", "the batch tells of a call twice")
			return true
		}
		seen[string(id)] = true
		set += v.digest(id)
		v.batchCall(entry)
		return true
	})
	v.sameSet(row, set, v.get("calls"))
}

// batchCall is what a tool.batch.after says of one call.
func (v *validation) batchCall(entry []byte) {
	_, c, _ := v.calls.take(v.key(idOf(in(entry, "call"))))
	if c == nil {
		return
	}
	v.marked(in(entry, "call"), &c.synthesized, "call")
	v.a11(c, in(entry, "tool"), in(entry, "path"))
	outcome, execution := string(text(in(entry, "outcome"))), in(entry, "execution")
	v.a15(outcome, execution)
	if v.fresh {
		c.batched, c.batchOutcome, c.batchAt = true, v.outcomeText(outcome, execution), v.mark(entry)
	}
}
