package ahp

import (
	"fmt"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// compaction is a summary that was made, and what it was to stand for.
type compaction struct {
	ref     asif.Ref
	at      asif.Ref // the last event before it
	before  []asif.Ref
	after   []asif.Ref
	summary asif.Ref
	how     string
}

// compactBefore is a compaction to be made: what the model is told to keep in mind, and messages.
func (s *session) compactBefore(e *event) {
	s.note(e, "ahp.compaction.instructions", s.appendParts(nil, e, s.list(e.f[fInstructions]))...)
	s.sayAll(e, e.items, s.someone(), byTheModel)
}

// compactAfter is a summary. It does not say that the model went on from it; the history stays in the branch.
func (s *session) compactAfter(e *event) {
	gone := map[asif.Ref]bool{}
	var ids []string
	source.Values(e.f[fRemoved], func(v []byte) bool {
		id := word(of(v, "id"))
		ids = append(ids, id)
		if x := s.sayingOf(id); x != nil && x.ref != 0 {
			gone[x.ref] = true
			gone[x.call] = x.call != 0
		}
		return true
	})
	c := compaction{before: refs(s.now.lived)}
	if n := len(s.main); n > 0 {
		c.at = s.main[n-1]
	}
	if n := len(s.compactions) - 1; e.settles != nil && n >= 0 && s.mine(e, s.compactions[n].ref) { // its summary is another
		c.before, c.at, gone[s.compactions[n].summary] = s.compactions[n].before, s.compactions[n].at, true
		s.compactions = s.compactions[:n]
	}
	c.ref = s.add(e, adapters.Draft{Actor: s.harness(), Data: &adapters.Compaction{}})
	s.sayAll(e, e.items, s.someone(), byTheModel)
	s.parts = s.appendParts(s.parts[:0], e, s.list(e.f[fSummary]))
	c.summary = s.Blob(asif.RoleUser, e.span, s.parts...)
	c.how = "A summary made at a compaction; nothing confirms that the model went on from it."
	if len(ids) > 0 {
		c.how = fmt.Sprintf("A summary made at a compaction, to stand for %s; nothing confirms that the model went on from it.", some(ids))
	}
	lived := []input{{ref: c.summary}}
	for _, x := range s.now.lived {
		if !gone[x.ref] {
			lived = append(lived, x)
		}
	}
	c.after = refs(lived)
	if s.kept += len(c.before) + len(c.after); s.kept > maxKept {
		c.before, c.after = nil, c.after[:1]
		s.Lose(losses.ContextsNotWritten)
	}
	s.Lose(losses.CompactionUnconfirmed, c.ref)
	if n := s.now.last; n > 0 {
		s.requests.At(n - 1).want = adapters.Boundaries
	}
	s.compactions = append(s.compactions, c)
	s.now.lived, s.now.after = lived, true
}

// maxKept bounds the inputs that all compactions of a session hold together; of further ones only the summaries are kept.
const maxKept = 4 << 20

// some lists the first few words, and how many more there are.
func some(ids []string) string {
	const most = 20
	if more := len(ids) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(ids[:most], ", "), more)
	}
	return strings.Join(ids, ", ")
}

func refs(list []input) []asif.Ref {
	out := make([]asif.Ref, len(list))
	for i, x := range list {
		out[i] = x.ref
	}
	return out
}

// contexts are those around compactions, those of recorded requests, and the one to go on from.
func (s *session) contexts(h *adapters.History) {
	base := adapters.Context{Fidelity: asif.FidelityPartial}
	changed := map[asif.Ref]string{}
	for i := range s.compactions {
		c := &s.compactions[i]
		before, after := base, base
		before.At, before.Checkpoint, before.Replaced, before.Inputs = c.at, c.ref, true, c.before
		changed[c.summary] = c.how
		after.At, after.Checkpoint, after.Inputs, after.Changed = c.ref, c.ref, c.after, changed
		h.Contexts = append(h.Contexts, before, after)
	}
	h.Live = base
	own := s.own()
	h.Live.Inputs, h.Live.Changed = refs(own.lived), changed
	if own.last > 0 {
		x := &s.setups[s.requests.At(own.last-1).with]
		h.Live.Model, h.Live.Provider = x.model, x.provider
	}
	h.Requests = func(yield func(adapters.Context) bool) {
		for n := range s.requests.Len() {
			r, c := s.requests.At(n), base
			x := &s.setups[r.with]
			c.At, c.Request, c.Answer, c.Wanted, c.Changed = r.at, r.id, r.answer, r.want, changed
			c.Model, c.Provider, c.Parameters = x.model, x.provider, x.params
			if !r.lacking {
				c.Fidelity = asif.FidelityReconstructed
			}
			if n == own.last-1 {
				c.Wanted = adapters.Always
			}
			c.List = func() []asif.Ref { return s.inputsOf(n + 1) }
			if !yield(c) {
				return
			}
		}
	}
}
