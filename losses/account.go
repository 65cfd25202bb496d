package losses

import "fmt"

// Visit receives a field that its table gives an ID. index is the position in the innermost array (0 outside), raw the
// value's bytes, valid until the record has been mapped. Fields come in document order, a container after its content.
type Visit func(id, index int, raw []byte)

// Account counts the records and fields of one record kind. It is made by [Ledger.Account], serves one record at a
// time and is not safe for concurrent use.
type Account struct {
	ledger   *Ledger
	kind     string
	ours     bool  // a table declares the kind
	declared *decl // until it is compiled
	root     *node
	slots    []slot
	dos      []Disposition // of the slots

	// The record walked last, until it is settled: how often each slot was hit, and which slots were.
	pending []int32
	touched []int32
	walks   int

	tallies []tally
	unknown unknowns
}

// slot is one line of the ledger: a declared row below a path, or an unknown path.
type slot struct {
	label string // the path with the cases that led there: "content[](type=text).text"
	plain string // the path alone, which sorts
	row   Row
}

// tally counts the records that ended with one outcome, and the leaves that these records hit in each slot.
type tally struct {
	outcome Outcome
	records int64
	leaves  []int64
}

// maxReasons bounds the distinct reasons of record outcomes that are told apart; later ones become "…".
const maxReasons = 64

// Kind is the record kind that the account counts.
func (a *Account) Kind() string { return a.kind }

// addSlot appends a line to the account.
func (a *Account) addSlot(s slot) int32 {
	a.slots = append(a.slots, s)
	a.dos = append(a.dos, s.row.Do)
	a.pending = append(a.pending, 0)
	return int32(len(a.slots) - 1)
}

// settle ends the record walked last.
func (a *Account) settle(o Outcome) error {
	walks := a.walks
	a.walks = 0
	if walks != 1 {
		a.forget()
		return fmt.Errorf("settling a record of kind %q: walked %d times, want once", a.kind, walks)
	}
	t := a.tally(o)
	t.records++
	for len(t.leaves) < len(a.slots) {
		t.leaves = append(t.leaves, 0)
	}
	for _, s := range a.touched {
		t.leaves[s] += int64(a.pending[s])
	}
	a.forget()
	return nil
}

func (a *Account) forget() {
	for _, s := range a.touched {
		a.pending[s] = 0
	}
	a.touched = a.touched[:0]
}

// tally finds or opens the count of an outcome. Adapters give few reasons, so the list is short.
func (a *Account) tally(o Outcome) *tally {
	for i := range a.tallies {
		if a.tallies[i].outcome == o {
			return &a.tallies[i]
		}
	}
	if len(a.tallies) >= maxReasons && o.Why != ellipsis {
		return a.tally(Outcome{Do: o.Do, Why: ellipsis})
	}
	a.tallies = append(a.tallies, tally{outcome: o})
	return &a.tallies[len(a.tallies)-1]
}
