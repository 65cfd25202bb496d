package losses

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Ledger is the running account of one conversion. Its memory is bounded by the tables, the unknown paths and kinds
// that are told apart, and the inputs; not by the number of records. It is not safe for concurrent use.
type Ledger struct {
	harness    string
	accounts   map[string]*Account
	foreign    int // accounts of kinds without a table
	unreadable int64
	losses     [kinds]*Loss
	inputs     []Input
	omitNative bool
	shares     []*Share
	rest       *Totals // of what belongs to no share; nil until it is asked for
}

// Input is one native file that was read.
type Input struct {
	Path    string `json:"path"`    // relative to the harness's store, never absolute
	Bytes   int64  `json:"bytes"`   // of the decoded stream
	SHA256  string `json:"sha256"`  // of the decoded stream, in hexadecimal
	Records int64  `json:"records"` // values, unreadable ones included
}

// Loss is what one kind of loss came to.
type Loss struct {
	Kind       Kind
	Count      int64
	References []Reference // the first maxExamples distinct ones
	Positions  []Position  // the first maxExamples
}

// maxExamples bounds the references and the positions of a loss.
const maxExamples = 20

// unreadableKind is the record kind under which the ledger counts records that could not be read.
const unreadableKind = "(unreadable)"

// New returns an empty ledger over an adapter's tables. The error joins every contradiction in them.
func New(harness string, tables []Table) (*Ledger, error) {
	l := &Ledger{harness: harness, accounts: map[string]*Account{}}
	var errs []error
	for _, t := range tables {
		declared, err := declareTable(t)
		switch {
		case err != nil:
			errs = append(errs, err)
		case t.Kind == "" || t.Kind == unreadableKind:
			errs = append(errs, fmt.Errorf("table %q: not a record kind", t.Kind))
		case l.accounts[t.Kind] != nil:
			errs = append(errs, fmt.Errorf("table %q: two tables for one record kind", t.Kind))
		default:
			l.accounts[t.Kind] = &Account{ledger: l, kind: t.Kind, ours: true, declared: declared}
		}
	}
	if len(errs) > 0 {
		return nil, fmt.Errorf("compiling the tables of %s: %w", harness, errors.Join(errs...))
	}
	return l, nil
}

// Account returns the account of a record kind. A kind without a table has an account without rows, in which every
// leaf is preserved as unknown; its name is shown only when it looks like one ("*" otherwise), and kinds beyond the
// first 200 share the account "…".
func (l *Ledger) Account(kind string) *Account {
	if a := l.accounts[kind]; a != nil {
		a.compile()
		return a
	}
	if kind != ellipsis && !plainKind(kind) {
		kind = "*"
	} else if l.foreign >= maxUnknownKinds {
		kind = ellipsis
	}
	a := l.accounts[kind]
	if a == nil {
		a = &Account{ledger: l, kind: kind, root: &node{slot: noSlot}}
		l.accounts[kind] = a
		l.foreign++
	}
	return a
}

// plainKind says whether each part of "a/b" looks like a name that a programmer gave. Kinds that stand for records
// without one are words in parentheses: "(no type)".
func plainKind(kind string) bool {
	if inside, ok := strings.CutPrefix(kind, "("); ok && kind != unreadableKind && strings.HasSuffix(inside, ")") {
		kind = strings.ReplaceAll(strings.TrimSuffix(inside, ")"), " ", "/")
	}
	for part := range strings.SplitSeq(kind, "/") {
		if !plainKey(part) {
			return false
		}
	}
	return len(kind) <= 128
}

// Settle ends the record that was walked last against a: it counts the record under its outcome, and its fields under
// the worse of their rows and the outcome. It fails for an outcome that is no answer (the zero value, Unreadable, or
// Dropped without a reason) and for a record that was not walked exactly once.
func (l *Ledger) Settle(a *Account, o Outcome) error {
	switch {
	case a == nil:
		return errors.New("settling a record: it was not walked")
	case o.Do == Dropped && o.Why == "":
		return fmt.Errorf("settling a record of kind %q: dropped without a reason", a.kind)
	case o.Do < Mapped || o.Do > Dropped:
		return fmt.Errorf("settling a record of kind %q: %q is no outcome", a.kind, o.Do)
	case a.ledger != l:
		return fmt.Errorf("settling a record of kind %q: walked against another ledger", a.kind)
	}
	l.rest = nil
	return a.settle(o)
}

// Unread counts a record that could not be read. It has no fields.
func (l *Ledger) Unread(k Kind, at Position) {
	l.unreadable++
	l.rest = nil
	l.Lose(k, at)
}

// Lose counts one loss. at may be zero: then no position is kept.
func (l *Ledger) Lose(k Kind, at Position, refs ...Reference) {
	x := l.loss(k)
	x.Count++
	if at != (Position{}) && len(x.Positions) < maxExamples {
		x.Positions = append(x.Positions, at)
	}
	x.refer(refs)
}

// LoseMany counts n losses of one kind.
func (l *Ledger) LoseMany(k Kind, n int64, refs []Reference) {
	if n <= 0 {
		return
	}
	x := l.loss(k)
	x.Count += n
	x.refer(refs)
}

func (l *Ledger) loss(k Kind) *Loss {
	return add(&l.losses, k, 0)
}

func (x *Loss) refer(refs []Reference) {
	for _, r := range refs {
		if len(x.References) >= maxExamples {
			return
		}
		if !slices.Contains(x.References, r) {
			x.References = append(x.References, r)
		}
	}
}

// Input notes a native file that was read.
func (l *Ledger) Input(in Input) { l.inputs = append(l.inputs, in) }

// Recognized counts the records of the kinds that the tables declare.
func (l *Ledger) Recognized() (n int64) {
	for _, a := range l.accounts {
		for i := range a.tallies {
			if a.ours {
				n += a.tallies[i].records
			}
		}
	}
	return n
}

// OmitNative says that the document does not keep the native files: what would be preserved counts as dropped.
func (l *Ledger) OmitNative() { l.omitNative, l.rest = true, nil }

// Losses returns what was lost by stage (capture first), kind and scope. The caller must not change it.
func (l *Ledger) Losses() []Loss { return sortLosses(l.merged(l.shares...)) }

func sortLosses(list *[kinds]*Loss) []Loss {
	var out []Loss
	for _, x := range list {
		if x != nil {
			out = append(out, *x)
		}
	}
	slices.SortFunc(out, func(a, b Loss) int {
		return cmp.Or(
			cmp.Compare(a.Kind.entry().stage, b.Kind.entry().stage),
			cmp.Compare(a.Kind.Name(), b.Kind.Name()),
		)
	})
	return out
}

// Explanation says what the loss means, for people.
func (x Loss) Explanation() string {
	if x.Count == 1 {
		return x.Kind.Text()
	}
	return fmt.Sprintf("%s (%d times.)", x.Kind.Text(), x.Count)
}
