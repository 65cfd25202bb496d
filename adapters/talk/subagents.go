package talk

import (
	"errors"
	"fmt"
	"io"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// agent is a sub-agent.
type agent struct {
	id    string                        // of the participant
	child *asif.ParticipantChildSession // its own document; nil: what it did stands in the session's own records, or nowhere
}

// leaveAgent counts a sub-agent that does not go on.
func (t *Talk) leaveAgent(id string) {
	t.lost.LoseMany(losses.SubagentsNotCarried, 1, []losses.Reference{{Type: "participant", ID: id}})
}

// SubAgents returns the native files of the sub-agents of a session whose records are kept, by agent and its own
// sub-agents behind it; those whose files are not at hand as they were are counted as not carried.
func (t *Talk) SubAgents() (list []Native, err error) {
	for _, a := range t.agents {
		own, err := t.filesOf(a, t.h.Children, maxNesting)
		if err != nil {
			return nil, err
		}
		list = append(list, own...)
	}
	return list, t.skippedAgents()
}

// LeaveSubAgents counts the sub-agents of a session whose records are kept without theirs.
func (t *Talk) LeaveSubAgents() error {
	for _, a := range t.agents {
		if a.child != nil {
			t.leaveAgent(a.id)
		}
	}
	return t.skippedAgents()
}

// skippedAgents counts the sub-agents that have files of their own and no document, because that was not wanted.
func (t *Talk) skippedAgents() error {
	for l, err := range asif.Each[asif.Loss](t.doc, "losses") {
		if err != nil {
			return err
		}
		if l.Kind != losses.ChildrenSkipped.Name() {
			continue
		}
		for _, a := range t.agents {
			if a.child == nil {
				t.leaveAgent(a.id)
			}
		}
	}
	return nil
}

// maxNesting bounds sub-agents of sub-agents; no harness goes deeper than five.
const maxNesting = 32

// filesOf are the native files of a sub-agent and of those below it.
func (t *Talk) filesOf(a agent, at adapters.Children, depth int) (list []Native, err error) {
	if a.child == nil {
		return nil, nil
	}
	if at == nil || depth == 0 {
		t.leaveAgent(a.id)
		return nil, nil
	}
	c, err := at(*a.child)
	if errors.Is(err, adapters.ErrNoBytes) {
		t.leaveAgent(a.id)
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the document of sub-agent %s: %w", a.id, err)
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	list, why, err := nativesOf(c.Document, c.Open)
	if err != nil {
		return nil, err
	}
	if why != "" {
		t.leaveAgent(a.id)
	}
	for p, err := range asif.Each[asif.Participant](c.Document, "participants") {
		if err != nil {
			return nil, err
		}
		if p.ChildSession == nil {
			continue
		}
		below, err := t.filesOf(agent{p.ID, p.ChildSession}, c.Children, depth-1)
		if err != nil {
			return nil, err
		}
		list = append(list, below...)
	}
	return list, nil
}

// Whole writes a native file as it is.
func (n Native) Whole(create adapters.Create, name string) (err error) {
	from, err := n.Open()
	if err != nil {
		return fmt.Errorf("reading native file %s: %w", n.Name, err)
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := create(name)
	if err != nil {
		return fmt.Errorf("creating %s: %w", name, err)
	}
	if _, err := io.Copy(to, from); err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", name, err), to.Close())
	}
	if err := to.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}
