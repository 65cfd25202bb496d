package talk

import (
	"fmt"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// asked is a question that waits for a person.
type asked struct {
	asif.DecisionRequestData
	later bool // it stands behind the last event that counts
}

// decisions lists the questions that wait for an answer where the conversation ends, when they are to be told.
func (t *Talk) decisions() error {
	if !t.h.RestateDecisions {
		return nil
	}
	if t.h.UpTo == "" {
		return t.openAtHead()
	}
	for _, q := range t.asked {
		call := t.state[t.calls.Find([]byte(q.CallID))]
		if call.result == 0 && (!q.later || call.call != 0) { // of a call that counts everything does that was said of it
			t.open = append(t.open, q.text())
		}
	}
	return nil
}

// asks lists the questions of a branch that nobody had answered before order[end]. They are read when the branch is.
func (t *Talk) asks(spots []spot, order []asif.ID, end int) error {
	if !t.h.RestateDecisions || t.h.UpTo == "" {
		return nil
	}
	answered := map[string]bool{}
	var all []asked
	for i, id := range order {
		kind := spots[id].kind
		if kind != asif.KindDecisionRequest && (kind != asif.KindDecisionResolution || i >= end) {
			continue
		}
		raw, err := t.doc.Read(spots[id].at)
		if err != nil {
			return fmt.Errorf("reading an event: %w", err)
		}
		q := asked{later: i >= end}
		if err := asif.Unmarshal(source.Member(raw, "data"), &q.DecisionRequestData); err != nil {
			return fmt.Errorf("reading a decision: %w", err)
		}
		if kind == asif.KindDecisionResolution {
			answered[q.RequestID] = true
			continue
		}
		all = append(all, q)
	}
	for _, q := range all {
		if !answered[q.RequestID] {
			t.asked = append(t.asked, q)
		}
	}
	return nil
}

// openAtHead lists the questions that wait for an answer at the branch's head.
func (t *Talk) openAtHead() error {
	open := map[string]bool{}
	for c, err := range asif.Each[asif.Checkpoint](t.doc, "checkpoints") {
		if err != nil {
			return fmt.Errorf("reading the checkpoints: %w", err)
		}
		if c.BranchID != t.branch() {
			continue
		}
		clear(open)
		for _, d := range c.OpenDecisions {
			open[d.RequestID] = true
		}
	}
	if len(open) == 0 {
		return nil
	}
	for it, err := range t.doc.Items("events") {
		raw, err := t.raw(it, err)
		if err != nil {
			return err
		}
		if asif.EventKind(adapters.Text(source.Member(raw, "kind"))) != asif.KindDecisionRequest {
			continue
		}
		var q asked
		if err := asif.Unmarshal(source.Member(raw, "data"), &q.DecisionRequestData); err != nil {
			return fmt.Errorf("reading a decision: %w", err)
		}
		if open[q.RequestID] {
			t.open = append(t.open, q.text())
		}
	}
	return nil
}

// text is a question with its options.
func (q *asked) text() string {
	text := ""
	for _, p := range q.Prompt {
		if p.Text != nil {
			text += *p.Text
		}
	}
	for _, o := range q.Options {
		text += "\n- " + o.Label
	}
	return text
}
