package adapters

import "asif-convert/convert/asif"

// Continuer is the ability to say what going on with a session rests on, as far as the harness itself decides it.
type Continuer interface {
	Continuing() Continuing
	// Rule tells how the harness takes an instruction of a configuration.
	Rule(*asif.Instruction) Rule
	// Tells says whether a configuration that was put together from records holds all that the model was told and that the
	// harness enforced: then it is known what was in effect.
	Tells(*asif.Configuration) bool
}

// Continuing are the facts of a harness, as tables.
type Continuing struct {
	Ordering     string                         // what keeps the records of a session in order in its store
	Index        string                         // what else in the store names sessions
	Capabilities map[string]asif.DependencyKind // kinds of capabilities that a destination must have too, by type
}

// Rule is how a harness takes an instruction. Of two, the one of the higher priority is told later and counts more.
type Rule struct {
	Authority asif.Authority
	Merge     asif.MergeBehavior
	Group     string // instructions that stand for the same thing
	Priority  int64
	Folder    string // absolute path that it is for; "" everywhere
	Dialect   string // of Predicate
	Predicate []byte // JSON: when it is active; nil: always
}
