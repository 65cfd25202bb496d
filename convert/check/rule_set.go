package check

import (
	"io"
	"slices"
)

// Gathering collects what other rules than those of documents find, for the same reports: all findings are counted, at
// most Options.Max kept.
type Gathering struct {
	out *collector
	o   Options
}

// Gather begins an empty collection. Of the options, Strict and Max count.
func Gather(o Options) *Gathering {
	if o.Max <= 0 {
		o.Max = DefaultMax
	}
	return &Gathering{newCollector(o.Max), o}
}

// Add adds a finding with its final place.
func (g *Gathering) Add(f Finding) {
	f.placed = true
	f.Got = cut(f.Got)
	g.out.add(f)
}

// Report is what was found so far, in document order.
func (g *Gathering) Report() Report {
	r := Report{Findings: g.out.findings(), Counts: g.out.counts, UnsupportedFeatures: []string{}}
	slices.SortStableFunc(r.Findings, inDocumentOrder)
	r.Valid = r.Counts.Errors == 0 && (!g.o.Strict || r.Counts.Warnings == 0)
	return r
}

// RuleSet is a table of rules that is not the one of documents.
type RuleSet struct {
	Section string // of every rule, for people
	Of      string // what breaks them: "log"
	Rules   []Rule
}

// Explain writes what a rule of the set says, for people.
func (s RuleSet) Explain(w io.Writer, r Rule) error { return renderRule(w, s.Section, s.Of, r) }

// RenderSARIF writes reports on these rules as one SARIF 2.1.0 log, like the function of that name.
func (s RuleSet) RenderSARIF(w io.Writer, all []Checked) error { return renderSARIF(w, s.Rules, all) }
