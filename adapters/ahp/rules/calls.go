package rules

import (
	"asif-convert/convert/check"
	"asif-convert/convert/source"
)

// toolRules are the rules of calls.
func (v *validation) toolRules() {
	o := &v.scratch.event
	if o.typ.Name == "tool.batch.after" {
		v.batchAfter()
		return
	}
	v.batchOf(v.get("batch"))
	c := v.calls.at(o.row.call)
	if c == nil {
		return
	}
	v.a11(c, v.get("tool"), v.get("path"))
	if step := callSteps[o.typ.Name]; step != nil && v.fresh {
		step(v, c)
	}
	if o.typ.Name == "tool.after" {
		v.resolved(c)
	}
}

// callSteps are the steps of a call.
var callSteps = map[string]func(*validation, *callRow){
	"tool.before": (*validation).toolBefore, "tool.after": (*validation).toolAfter, "tool.progress": (*validation).toolProgress,
	"tool.permission.request": (*validation).permissionRequest, "tool.permission.resolved": (*validation).permissionResolved,
}

func (v *validation) toolBefore(c *callRow) {
	late := ""
	switch {
	case c.after != 0:
		late = "tool.after"
	case c.requests+c.resolutions > 0:
		late = "tool.permission"
	}
	if late != "" && c.before == 0 {
		v.absence("A12", nil, "", "tool.before first", "the call was proposed after its "+late)
	}
	c.before = v.scratch.event.number
}

func (v *validation) toolAfter(c *callRow) {
	if c.after != 0 {
		v.fault("A10", check.Error, v.get("call"), "", "one tool.after", "the call was completed before, by event "+v.events.name(c.after))
		return
	}
	c.after = v.scratch.event.number
	if c.batched {
		v.absence("A18", nil, "", "tool.after before tool.batch.after", "the call completes after its batch")
	}
}

// resolved looks at what a tool.after says, in every view of it.
func (v *validation) resolved(c *callRow) {
	outcome, execution := string(text(v.get("outcome"))), v.get("execution")
	status := string(text(in(execution, "status")))
	v.a15(outcome, execution)
	v.a16(outcome)
	if c.after == v.scratch.event.number {
		c.executed, c.outcome, c.afterAt = status == "executed", v.outcomeText(outcome, execution), v.mark(v.scratch.event.raw)
	}
}

// outcomeText is an outcome and execution in one text.
func (v *validation) outcomeText(outcome string, execution []byte) int32 {
	all := outcome + ", " + string(text(in(execution, "status")))
	if reason := in(execution, "reason"); reason != nil {
		all += " (" + string(text(reason)) + ")"
	}
	return v.text([]byte(all))
}

// a15: an outcome and what was done agree.
func (v *validation) a15(outcome string, execution []byte) {
	reason := string(text(in(execution, "reason")))
	want := ""
	switch reason {
	case "policy":
		want = "denied"
	case "cancelled", "timeout":
		want = reason
	case "supplied_result":
		if outcome == "cancelled" || outcome == "timeout" {
			want = "ok or error"
		}
	}
	if want != "" && want != outcome {
		v.fault("A15", check.Warning, execution, outcome, want, "the outcome is not that of work skipped by "+reason)
	}
}

// a16: a failed call has no output.
func (v *validation) a16(outcome string) {
	if outcome != "error" {
		return
	}
	source.Values(v.get("items"), func(message []byte) bool {
		source.Values(in(message, "parts"), func(part []byte) bool {
			if in(part, "text") == nil && in(part, "body") == nil {
				return true
			}
			v.fault("A16", check.Warning, part, "", "no output beside an error", "the call failed and has output")
			return false
		})
		return true
	})
}

func (v *validation) toolProgress(c *callRow) {
	background := string(v.get("backgrounded")) == "true"
	c.background = c.background || background
	if c.after != 0 && !background {
		v.absence("A12", nil, "", "progress before tool.after", "the call makes progress after its completion")
	}
}

func (v *validation) permissionRequest(c *callRow) {
	v.permissionLate(c)
	c.requests++
}

func (v *validation) permissionLate(c *callRow) {
	if c.after != 0 {
		v.absence("A12", nil, "", "permission before tool.after", "the call's permission comes after its completion")
	}
}

func (v *validation) permissionResolved(c *callRow) {
	v.permissionLate(c)
	denied := string(text(v.get("decision"))) == "deny"
	if c.resolutions > 0 && c.resolutions >= c.requests && c.denied != denied {
		v.fault("A37", check.Warning, v.get("decision"), "", "one decision for each request", "the permission was resolved before, the other way")
	}
	c.resolutions++
	c.denied, c.resolution, c.decide = denied, v.scratch.event.number, v.mark(v.scratch.event.raw)
}

// a11: a call keeps its tool, and the path that it takes.
func (v *validation) a11(c *callRow, tool, taken []byte) {
	if name := text(in(tool, "name")); name != nil {
		mcp := in(tool, "mcp")
		v.keys = append(append(append(v.keys[:0], name...), ' '), text(in(tool, "origin"))...)
		if mcp != nil {
			v.keys = append(append(append(v.keys, ' '), idOf(in(mcp, "server"))...), '/')
			v.keys = append(v.keys, text(in(mcp, "toolName"))...)
		}
		v.kept("A11", check.Error, &c.identity, v.keys, tool, "tool")
	}
	if kind := text(in(tool, "kind")); kind != nil {
		v.kept("A11", check.Warning, &c.kind, kind, in(tool, "kind"), "tool's kind")
	}
	if path := text(taken); path != nil {
		v.kept("A11", check.Warning, &c.path, path, taken, "path")
	}
}

// kept compares a text with what it was before.
func (v *validation) kept(rule string, severity check.Severity, was *int32, now, at []byte, what string) {
	n := v.text(now)
	if *was != 0 && *was != n {
		v.fault(rule, severity, at, v.textOf(n), v.textOf(*was), "the call has another "+what+" than before")
	}
	if *was == 0 {
		*was = n
	}
}

// callsEnd is what is known of calls when the log has ended.
func (v *validation) callsEnd() {
	for n := 1; n <= v.calls.rows.Len(); n++ {
		c := v.calls.at(int32(n))
		id := v.calls.name(int32(n))
		after := v.events.name(c.after)
		if c.after != 0 && c.before == 0 {
			v.late("A13", v.ofAbsence(), c.afterAt, after, "", "a tool.before", "call "+id+" was completed and never proposed")
		}
		if c.resolutions > 0 && c.requests == 0 {
			v.late("A13", v.ofAbsence(), c.decide, v.events.name(c.resolution), "", "a tool.permission.request", "call "+id+" was permitted or denied and nobody asked")
		}
		if c.denied && c.executed {
			v.late("A14", check.Error, c.afterAt, after, "executed", "skipped", "call "+id+" was denied and executed")
		}
		if before := v.events.at(c.before); before != nil && before.denied && c.executed {
			v.late("A33", check.Warning, c.afterAt, after, "executed", "skipped", "tool.before was answered with deny, and call "+id+" was executed")
		}
		if !c.batched {
			continue
		}
		if c.after == 0 {
			v.late("A17", v.ofAbsence(), c.batchAt, "", "", "a tool.after", "call "+id+" of the batch has no completion")
		} else if c.outcome != 0 && c.outcome != c.batchOutcome {
			v.late("A17", check.Error, c.batchAt, "", v.textOf(c.batchOutcome), v.textOf(c.outcome), "the batch tells another outcome of call "+id+" than its tool.after")
		}
	}
}
