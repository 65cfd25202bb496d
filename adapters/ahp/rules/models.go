package rules

import (
	"math"
	"strconv"

	"asif-convert/convert/check"
)

// counters are the token counts of a usage, in the order of counts.
var counters = [4]string{"inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens"}

// counts are a usage: token counts, and a cost. A count that is not known is unknown in every sum with it.
type counts struct {
	tokens   [4]int64
	unknown  [4]bool
	cost     float64
	currency int32 // text: currency and basis; 0: no cost
}

// countsOf reads a usage.
func (v *validation) countsOf(usage []byte) counts {
	var c counts
	for i, name := range counters {
		n, ok := integer(in(usage, name))
		c.tokens[i], c.unknown[i] = n, !ok
	}
	if cost := in(usage, "cost"); cost != nil {
		c.cost, _ = number(in(cost, "amount"))
		c.currency = v.text([]byte(string(text(in(cost, "currency"))) + " " + string(text(in(cost, "basis")))))
	}
	return c
}

// add adds the usage of another attempt; first tells that there was none before.
func (c *counts) add(other counts, first int32) {
	for i := range counters {
		c.tokens[i] += other.tokens[i]
		c.unknown[i] = c.unknown[i] || other.unknown[i]
	}
	c.cost += other.cost
	if first == 1 {
		c.currency = other.currency
	} else if c.currency != other.currency {
		c.currency = 0
	}
}

// modelRules are the rules of attempts.
func (v *validation) modelRules() {
	o := &v.scratch.event
	a := v.attempts.at(o.row.attempt)
	if a == nil {
		return
	}
	v.a19(a)
	if o.typ.Name == "model.request.before" {
		a.requested = o.number
		return
	}
	if usage := v.get("usage"); usage != nil {
		v.a20(a, usage)
	}
	if !v.fresh {
		return
	}
	if a.end != 0 {
		v.fault("A19", check.Error, v.get("attempt"), "", "one end", "the attempt ended before, with event "+v.events.name(a.end))
		return
	}
	a.end = o.number
	a.supplied = string(text(in(v.get("execution"), "status"))) == "skipped"
	if request := v.events.at(a.requested); request != nil && request.denied && o.typ.Name == "model.response.after" && !a.supplied {
		v.fault("A33", check.Warning, v.get("execution"), "executed", "skipped", "the request was answered with deny, and it was sent")
	}
}

// a19: an attempt keeps its number and model.
func (v *validation) a19(a *attemptRow) {
	o, attempt, model := &v.scratch.event, v.get("attempt"), v.get("model")
	v.keys = append(append(append(v.keys[:0], text(in(model, "provider"))...), '/'), text(in(model, "id"))...)
	named := v.text(v.keys)
	number, ok := integer(in(attempt, "number"))
	if a.number == 0 {
		a.number, a.model, a.turn = number, named, o.row.turn
		v.rising(a, attempt)
		return
	}
	if ok && number != a.number {
		v.fault("A19", check.Error, in(attempt, "number"), strconv.FormatInt(number, 10), strconv.FormatInt(a.number, 10), "the attempt has another number than before")
	}
	if model != nil && named != a.model {
		v.fault("A19", check.Error, model, v.textOf(named), v.textOf(a.model), "the attempt has another model than before")
	}
}

// rising compares the number of a new attempt with those of its turn (A19).
func (v *validation) rising(a *attemptRow, attempt []byte) {
	t := v.turns.at(a.turn)
	if t == nil {
		return
	}
	if a.number <= t.number {
		v.fault("A19", check.Warning, in(attempt, "number"), strconv.FormatInt(a.number, 10), "more than "+strconv.FormatInt(t.number, 10),
			"a later attempt of the turn has no greater number")
	}
	t.number = max(t.number, a.number)
}

// a20: an attempt has one usage.
func (v *validation) a20(a *attemptRow, usage []byte) {
	now := v.digest(canonical(usage))
	if a.usage != 0 && a.usage != now {
		v.fault("A20", check.Error, usage, "", "one finalized usage", "the attempt had another usage before")
		return
	}
	a.usage, a.sum = now, v.countsOf(usage)
	a.complete = string(text(in(usage, "completeness"))) == "complete" && string(text(in(usage, "provenance"))) == "provider"
}

// total remembers the last total of a turn (A21).
func (v *validation) total(t *turnRow, usage []byte) {
	t.total, t.totalAt = v.countsOf(usage), v.mark(usage)
	t.totalComplete = string(text(in(usage, "completeness"))) == "complete" && string(text(in(usage, "provenance"))) == "provider"
}

// usageEnd sums the attempts of turns and compares them with the turns' totals (A22).
func (v *validation) usageEnd() {
	for n := 1; n <= v.attempts.rows.Len(); n++ {
		a := v.attempts.at(int32(n))
		t := v.turns.at(a.turn)
		if t == nil || a.supplied {
			continue
		}
		t.attempts++
		t.unknown = t.unknown || a.usage == 0 || !a.complete
		t.sum.add(a.sum, t.attempts)
	}
	for n := 1; n <= v.turns.rows.Len(); n++ {
		if t := v.turns.at(int32(n)); t.totalComplete && !t.unknown && t.attempts > 0 {
			v.a22(t, v.turns.name(int32(n)))
		}
	}
}

func (v *validation) a22(t *turnRow, turn string) {
	for i, name := range counters {
		if t.sum.unknown[i] || t.total.unknown[i] || t.sum.tokens[i] == t.total.tokens[i] {
			continue
		}
		v.late("A22", check.Warning, t.totalAt, "", strconv.FormatInt(t.total.tokens[i], 10), strconv.FormatInt(t.sum.tokens[i], 10),
			"the total "+name+" of turn "+turn+" is not the sum of its attempts")
	}
	if t.total.currency == 0 || t.total.currency != t.sum.currency {
		return
	}
	if math.Abs(t.total.cost-t.sum.cost) > 1e-9*math.Max(1, math.Abs(t.sum.cost)) {
		v.late("A22", check.Warning, t.totalAt, "", strconv.FormatFloat(t.total.cost, 'g', -1, 64), strconv.FormatFloat(t.sum.cost, 'g', -1, 64),
			"the total cost of turn "+turn+" is not the sum of its attempts")
	}
}
