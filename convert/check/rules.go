package check

import "slices"

// Rule is one normative session rule.
type Rule struct {
	ID        string   `json:"id"`
	Severity  Severity `json:"severity"` // "" when nothing can break it
	Statement string   `json:"statement"`
}

// Section is the name of the rule's section in the specification.
func (r Rule) Section() string { return sections[group(r.ID)] }

// SchemaRule is the ID under which findings of the JSON Schemas go.
const SchemaRule = "schema"

// sections names the rule groups by their letter.
var sections = map[string]string{
	"P": "Parsing", "I": "Identity", "R": "References", "O": "Order and history", "C": "Tool calls", "D": "Decisions",
	"T": "Tasks", "K": "Contexts", "H": "Checkpoints", "V": "Coverage, losses, usage",
	"F": "Streams, external bindings, features", "N": "Continuation profile", "Q": "Destination report", "schema": "Object tables",
}

// group is the letter of a rule's group.
func group(id string) string {
	if id == SchemaRule || id == "" {
		return id
	}
	return id[:1]
}

// Rules lists every rule in the order of the specification, the schema last.
func Rules() []Rule { return slices.Clone(rules) }

// Explain finds a rule by ID.
func Explain(id string) (Rule, bool) {
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return Rule{}, false
	}
	return rules[i], true
}
