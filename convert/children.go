package convert

import (
	"errors"
	"fmt"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// convertChildren converts the sub-agents, so that the parent can name their captures.
func (c *conversion) convertChildren() error {
	if len(c.session.Children) == 0 {
		return nil
	}
	if c.opts.Children == ChildrenSkip {
		c.ledger.LoseMany(losses.ChildrenSkipped, int64(len(c.session.Children)), nil)
		return nil
	}
	taken := map[string]bool{}
	c.born = make([]asif.ParticipantChildSession, len(c.session.Children))
	for i, s := range c.session.Children {
		r, err := From(c.adapter, s, c.opts, c.out.child(s.Native.Value, taken))
		if errors.Is(err, ErrInput) || errors.Is(err, ErrForeign) { // the session converts without it
			c.ledger.Lose(losses.InputMissing, losses.Position{File: inputName(s.Inputs[0])})
			continue
		}
		if err != nil {
			return fmt.Errorf("converting sub-agent %s: %w", s.Native.Value, err)
		}
		c.children = append(c.children, r)
		c.born[i] = asif.ParticipantChildSession{SessionID: r.SessionID, CaptureID: r.CaptureID}
		c.digest = append(c.digest, r.CaptureID)
	}
	return nil
}

// inputPaths are the files of a session and its children.
func inputPaths(s adapters.Session) []string {
	var all []string
	for _, in := range s.Inputs {
		all = append(all, in.Name)
	}
	for _, child := range s.Children {
		all = append(all, inputPaths(child)...)
	}
	return all
}

// Child implements adapters.Output.
func (c *conversion) Child(i int) (asif.ParticipantChildSession, bool) {
	if i >= len(c.born) || c.born[i].CaptureID == "" {
		return asif.ParticipantChildSession{}, false
	}
	return c.born[i], true
}

// Document implements adapters.Output.
func (c *conversion) Document(key string) adapters.Sink {
	b := c.byKey[key]
	if b == nil {
		if c.byKey == nil {
			c.byKey = map[string]*builder{}
		}
		b = newBuilder(c.info, c.ledger.Share(), c.opts, &c.spools)
		if key != "" && !c.session.Keyed {
			b.fail(fmt.Errorf("%w: %q", ErrKey, key))
		}
		c.byKey[key] = b
		c.docs = append(c.docs, b)
	}
	c.current = b
	return b
}
