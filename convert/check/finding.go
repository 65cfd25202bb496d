package check

import (
	"cmp"
	"slices"
)

// Severity says what a finding means for the document.
type Severity string

// Severities.
const (
	Error       Severity = "E" // the document is invalid
	Unsupported Severity = "U" // valid, but this reader must refuse to interpret it
	Warning     Severity = "W" // worth telling; the document stays valid
)

// Finding is one place where a document breaks a rule.
type Finding struct {
	Rule       string   `json:"rule"` // an ID of the rule table, or "schema"
	Severity   Severity `json:"severity"`
	Pointer    string   `json:"pointer"` // JSON Pointer into the document; "" is the document itself
	Byte       int64    `json:"byte"`    // offset of the value at Pointer, or of the nearest value around it
	Line       int      `json:"line"`    // of Byte, from 1; 0: not known
	EntityType string   `json:"entity_type,omitempty"`
	EntityID   string   `json:"entity_id,omitempty"`
	Got        string   `json:"got,omitempty"`
	Want       string   `json:"want,omitempty"`
	Message    string   `json:"message"`

	base   string // pointer of the item that starts at Byte, until Byte is that of Pointer
	length int64  // of that item
	placed bool   // Byte and Line are final
}

// Counts are the findings' totals. They count every finding, also those that Options.Max keeps out of the list.
type Counts struct {
	Total       int            `json:"total"`
	Errors      int            `json:"errors"`
	Unsupported int            `json:"unsupported"`
	Warnings    int            `json:"warnings"`
	Rules       map[string]int `json:"rules"`
}

// Report is the outcome of a validation.
type Report struct {
	Valid               bool      `json:"valid"` // no E; with Options.Strict no W either
	UnsupportedFeatures []string  `json:"unsupported_features"`
	Findings            []Finding `json:"findings"` // in document order, at most Options.Max
	Counts              Counts    `json:"counts"`
}

// Readable tells whether the document could be read at all: whether no rule of parsing was broken.
func (r Report) Readable() bool {
	for id := range r.Counts.Rules {
		if group(id) == "P" {
			return false
		}
	}
	return true
}

// Supported tells whether this reader knows the document's version and required features.
func (r Report) Supported() bool {
	return r.Counts.Rules["P06"] == 0 && len(r.UnsupportedFeatures) == 0
}

// collector takes findings: it counts all and keeps at most max of each rule.
type collector struct {
	max    int
	kept   map[string][]Finding
	counts Counts
}

func newCollector(most int) *collector {
	return &collector{max: most, kept: map[string][]Finding{}, counts: Counts{Rules: map[string]int{}}}
}

func (c *collector) add(f Finding) {
	c.counts.Total++
	c.counts.Rules[f.Rule]++
	switch f.Severity {
	case Error:
		c.counts.Errors++
	case Unsupported:
		c.counts.Unsupported++
	case Warning:
		c.counts.Warnings++
	}
	if c.counts.Rules[f.Rule] <= c.max {
		c.kept[f.Rule] = append(c.kept[f.Rule], f)
	}
}

// findings are the kept findings, at most max together. No rule with many findings crowds out one with few: every
// rule gets the same share, and what a rule leaves of its share goes to the others.
func (c *collector) findings() []Finding {
	rules := make([]string, 0, len(c.kept))
	for id := range c.kept {
		rules = append(rules, id)
	}
	slices.SortFunc(rules, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(c.kept[a]), len(c.kept[b])), cmp.Compare(a, b))
	})
	var all []Finding
	left := c.max
	for i, id := range rules {
		share := min(left/(len(rules)-i), len(c.kept[id]))
		all = append(all, c.kept[id][:share]...)
		left -= share
	}
	return all
}

func inDocumentOrder(a, b Finding) int {
	return cmp.Or(cmp.Compare(a.Byte, b.Byte), cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message))
}
