package continuation

import "slices"

// Chain is why a subject is in the inventory: what points to it, what points to that, and so on, to a seed. It is the
// shortest way, over required subjects where the subject is required, the first in order of several. A seed has none.
func (c *Closure) Chain(s Subject) []Subject {
	start := c.Find(s)
	if start == nil {
		return nil
	}
	type step struct {
		at   *Entry
		back int
	}
	steps, seen := []step{{start, -1}}, map[Subject]bool{s: true}
	for i := 0; i < len(steps); i++ {
		e := steps[i].at
		before := e.From
		if start.Required {
			before = e.Because
		}
		if start.Required && e.Seed || len(before) == 0 {
			var chain []Subject
			for k := i; k > 0; k = steps[k].back {
				chain = append(chain, steps[k].at.Subject)
			}
			slices.Reverse(chain)
			return chain
		}
		for _, f := range before {
			if !seen[f] {
				seen[f] = true
				steps = append(steps, step{c.Find(f), i})
			}
		}
	}
	return nil
}
