package losses

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
)

// Scope is one of the document's 13 session domains.
type Scope = string

// The scopes.
const (
	ScopeParticipants  Scope = "participants"
	ScopeConversation  Scope = "conversation"
	ScopeBranches      Scope = "branches"
	ScopeExecutions    Scope = "executions"
	ScopeContexts      Scope = "contexts"
	ScopeConfiguration Scope = "configuration"
	ScopeTools         Scope = "tools"
	ScopeDecisions     Scope = "decisions"
	ScopeTasks         Scope = "tasks"
	ScopeResources     Scope = "resources"
	ScopeEnvironment   Scope = "environment"
	ScopeNative        Scope = "native"
	ScopeUsage         Scope = "usage"
)

// AllScopes is every scope, in the order of the specification.
var AllScopes = [...]Scope{
	ScopeParticipants, ScopeConversation, ScopeBranches, ScopeExecutions, ScopeContexts, ScopeConfiguration, ScopeTools,
	ScopeDecisions, ScopeTasks, ScopeResources, ScopeEnvironment, ScopeNative, ScopeUsage,
}

// Statuses of a scope.
const (
	Complete      = "complete"
	Partial       = "partial"
	KnownEmpty    = "known_empty"
	Unavailable   = "unavailable"
	Excluded      = "excluded"
	NotInspected  = "not_inspected"
	NotApplicable = "not_applicable"
)

// Best is the best that a format can tell of a scope, and why it is no better.
type Best struct{ Status, Why string }

// BestCoverage is the best that a format can tell. A scope that it leaves out is not inspected.
type BestCoverage map[Scope]Best

// rank orders statuses by how much they claim: less, the higher.
var rank = map[string]int{Complete: 0, KnownEmpty: 0, Partial: 1, NotInspected: 2, NotApplicable: 2, Excluded: 2, Unavailable: 2}

// Lower is the best that one document can tell, where its own session can tell less of some scopes than the format. Of
// the two statuses the one that claims less holds, with its reason; where they claim the same, both reasons do. Nothing
// is raised, and what is there all the same is not unavailable: then the scope is partial. present counts what the
// document has in a scope.
func (b BestCoverage) Lower(by BestCoverage, present map[Scope]int64) BestCoverage {
	out := maps.Clone(b)
	for scope, own := range by {
		was, ok := b[scope]
		if own.Status == Unavailable && present[scope] > 0 {
			own.Status = Partial
		}
		switch {
		case ok && rank[own.Status] < rank[was.Status]:
			continue
		case ok && rank[own.Status] == rank[was.Status] && was.Why != "":
			own = Best{was.Status, was.Why + "; " + own.Why}
		}
		out[scope] = own
	}
	return out
}

// Coverage is what a document tells of a scope.
type Coverage struct{ Scope, Status, Detail string }

// Coverage computes the coverage of all scopes, in the order of the specification: the best that the format can tell,
// lowered by what happened. present counts what the document has in a scope (rule V01 says what counts there).
func (l *Ledger) Coverage(best BestCoverage, present map[Scope]int64) []Coverage {
	return coverage(l.Totals(), l.Losses(), best, present)
}

func coverage(totals Totals, lost []Loss, best BestCoverage, present map[Scope]int64) []Coverage {
	out := make([]Coverage, 0, len(AllScopes))
	for _, scope := range AllScopes {
		b, ok := best[scope]
		if !ok {
			b = Best{NotInspected, "this converter does not look for it"}
		}
		c := scopeCount{scope: scope, present: present[scope], totals: totals}
		for _, x := range lost {
			if x.Kind.Scope() == scope {
				c.losses = append(c.losses, x)
			}
		}
		out = append(out, Coverage{scope, c.status(b.Status), c.detail(b.Why)})
	}
	return out
}

// scopeCount is what the counts say of one scope.
type scopeCount struct {
	scope   Scope
	present int64
	losses  []Loss
	totals  Totals
}

// gaps says whether something of the scope is missing or was changed on the way into the document. V03 asks for that
// whatever the loss's level.
func (c *scopeCount) gaps() bool {
	if c.scope == ScopeConversation && c.totals.Records.Unreadable > 0 {
		return true
	}
	for _, x := range c.losses {
		if s := x.Kind.entry().stage; s == capture || s == normalization {
			return true
		}
	}
	return false
}

func (c *scopeCount) status(best string) string {
	if best != Complete && best != KnownEmpty {
		return best
	}
	switch {
	case c.gaps():
		return Partial
	case c.present == 0: // V01
		return KnownEmpty
	case best == KnownEmpty:
		return Partial
	}
	return Complete
}

// detail says in a sentence what the status rests on.
func (c *scopeCount) detail(why string) string {
	parts := []string{c.counts()}
	if s := c.lossList(); s != "" {
		parts = append(parts, s)
	}
	if why != "" {
		parts = append(parts, why)
	}
	return strings.Join(parts, "; ")
}

func (c *scopeCount) counts() string {
	switch c.scope {
	case ScopeConversation:
		return c.records()
	case ScopeNative:
		return c.fields()
	}
	if c.present == 0 {
		return "none in the document"
	}
	return strconv.FormatInt(c.present, 10) + " in the document"
}

func (c *scopeCount) records() string {
	r := c.totals.Records
	s := fmt.Sprintf("%d of %d records mapped", r.Mapped, r.Total)
	for _, d := range []struct {
		n    int64
		name string
	}{{r.Folded, "folded"}, {r.Preserved, "preserved"}, {r.Dropped, "dropped"}, {r.Unreadable, "unreadable"}} {
		if d.n > 0 {
			s += fmt.Sprintf(", %d %s", d.n, d.name)
		}
	}
	return s
}

func (c *scopeCount) fields() string {
	f := c.totals.Fields
	s := fmt.Sprintf("%d of %d fields mapped", f.Mapped, f.Total)
	if f.Preserved > 0 {
		s += fmt.Sprintf(", %d preserved", f.Preserved)
	}
	if f.Dropped > 0 {
		s += fmt.Sprintf(", %d dropped", f.Dropped)
	}
	if n := c.totals.Unknown; n > 0 {
		s += fmt.Sprintf("; %d of these are of unknown fields", n)
	}
	return s
}

// lossList is "3 losses: torn_record (2), truncated_tail (1)", or "" without one.
func (c *scopeCount) lossList() string {
	var total int64
	names := make([]string, 0, len(c.losses))
	for _, x := range c.losses {
		total += x.Count
		names = append(names, fmt.Sprintf("%s (%d)", x.Kind.Name(), x.Count))
	}
	switch total {
	case 0:
		return ""
	case 1:
		return "1 loss: " + names[0]
	}
	return fmt.Sprintf("%d losses: %s", total, strings.Join(names, ", "))
}
