// Package continuation says what going on with a session elsewhere takes: it builds a document's continuation profile,
// computes what each of its plans requires and why, and assesses a destination against that.
package continuation

import (
	"cmp"
	"fmt"
	"slices"

	"asif-convert/convert/asif"
)

// Subject is one thing that continuing may need. OwnerID is set where the ID belongs to another thing: of a policy the
// configuration, of a requirement its checkpoint or environment. A model has its plan's ID.
type Subject struct {
	Kind    asif.SubjectKind `json:"kind"`
	ID      string           `json:"id"`
	OwnerID string           `json:"owner_id,omitempty"`
}

// Compare orders subjects by kind, ID and owner.
func (a Subject) Compare(b Subject) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID), cmp.Compare(a.OwnerID, b.OwnerID))
}

// String words a subject for people: service "mcp:github".
func (a Subject) String() string {
	if a.OwnerID == "" {
		return fmt.Sprintf("%s %q", a.Kind, a.ID)
	}
	return fmt.Sprintf("%s %q of %q", a.Kind, a.ID, a.OwnerID)
}

// Entry is a subject of a plan's inventory.
type Entry struct {
	Subject
	Required bool
	Seed     bool      // required from the start, whatever points to it
	Because  []Subject // sorted: what is required and points to it; none for an optional subject
	From     []Subject // sorted: all that points to it
}

// Closure is what a plan needs, and what it merely knows of.
type Closure struct {
	Plan    *asif.Plan
	Entries []Entry // sorted by subject, each once
}

// Find is the entry of a subject, or nil: it is not in the inventory.
func (c *Closure) Find(s Subject) *Entry {
	i, ok := slices.BinarySearchFunc(c.Entries, s, func(e Entry, s Subject) int { return e.Compare(s) })
	if !ok {
		return nil
	}
	return &c.Entries[i]
}

// Of yields the entries of one kind.
func (c *Closure) Of(kind asif.SubjectKind) []Entry {
	from, _ := slices.BinarySearchFunc(c.Entries, kind, func(e Entry, k asif.SubjectKind) int { return cmp.Compare(e.Kind, k) })
	to := from
	for to < len(c.Entries) && c.Entries[to].Kind == kind {
		to++
	}
	return c.Entries[from:to]
}

// AgentAction tells whether a plan's next action lets the agent run: model_request or resume_native.
func AgentAction(k asif.ActionKind) bool {
	return k == asif.ActionKindModelRequest || k == asif.ActionKindResumeNative
}

// ActiveAction tells whether a plan's next action does something: an agent action, or reconcile_operation.
func ActiveAction(k asif.ActionKind) bool {
	return AgentAction(k) || k == asif.ActionKindReconcileOperation
}

// UnresolvedError is a reference on which a closure depends and that leads nowhere, or to something that the plan does
// not select. The document breaks a rule.
type UnresolvedError struct {
	Plan string
	From Subject // what refers
	To   Subject // what is not there
	Why  string  // "is not in the document"
}

func (e *UnresolvedError) Error() string {
	return fmt.Sprintf("plan %q: %v refers to %v, which %s", e.Plan, e.From, e.To, e.Why)
}

// ClosureOf computes a plan's closure: which subjects it has and which of them are required by the rules
// of portable continuation 0.2, which edges.go holds. The order of the document's collections means nothing.
// Errors are [ErrNoPlan] and [*UnresolvedError].
func ClosureOf(s *Source, planID string) (Closure, error) {
	p := s.Plan(planID)
	if p == nil {
		return Closure{}, fmt.Errorf("%w: %q", ErrNoPlan, planID)
	}
	g := newGraph(s, p)
	g.seeds()
	for len(g.todo) > 0 {
		next := g.todo[len(g.todo)-1]
		g.todo = g.todo[:len(g.todo)-1]
		edgesOf[next.Kind](g, next)
	}
	if g.err != nil {
		return Closure{}, g.err
	}
	return Closure{Plan: p, Entries: g.entries()}, nil
}

// graph is a closure in the making.
type graph struct {
	src           *Source
	plan          *asif.Plan
	configuration *asif.Configuration
	checkpoint    *asif.Checkpoint
	agent, active bool
	nodes         map[Subject]*node
	todo          []Subject // in the inventory, edges not followed yet
	err           error     // the first reference that leads nowhere
}

type node struct {
	seed     bool
	required bool
	to, from []Subject
}

func newGraph(s *Source, p *asif.Plan) *graph {
	return &graph{src: s, plan: p, agent: AgentAction(p.NextAction.Kind), active: ActiveAction(p.NextAction.Kind),
		nodes: map[Subject]*node{}}
}

// inventory adds a subject, once, and returns its node.
func (g *graph) inventory(s Subject) *node {
	n := g.nodes[s]
	if n == nil {
		n = new(node)
		g.nodes[s] = n
		g.todo = append(g.todo, s)
	}
	return n
}

// edge lets a subject require another, which is inventoried by that.
func (g *graph) edge(from, to Subject) {
	n := g.inventory(to)
	n.from = append(n.from, from)
	g.nodes[from].to = append(g.nodes[from].to, to)
}

// entries propagates what is required and lists the inventory. A subject that a required and an optional one point to
// is required.
func (g *graph) entries() []Entry {
	var todo []*node
	require := func(n *node) {
		if !n.required {
			n.required = true
			todo = append(todo, n)
		}
	}
	for _, n := range g.nodes {
		if n.seed {
			require(n)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range n.to {
			require(g.nodes[s])
		}
	}
	list := make([]Entry, 0, len(g.nodes))
	for s, n := range g.nodes {
		e := Entry{Subject: s, Required: n.required, Seed: n.seed}
		slices.SortFunc(n.from, Subject.Compare)
		e.From = slices.Compact(n.from)
		for _, f := range e.From {
			if g.nodes[f].required {
				e.Because = append(e.Because, f)
			}
		}
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b Entry) int { return a.Compare(b.Subject) })
	return list
}
