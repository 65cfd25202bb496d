package losses

// Share is what one document has of a ledger when an input holds several: the records that belong to it, and the
// losses that touch it. What belongs to no share is common to all: a record that could not be read may have been
// anybody's.
type Share struct {
	records RecordTotals
	fields  FieldTotals
	unknown int64
	losses  [kinds]*Loss
}

// Share opens a share. All shares and what is common add up to the ledger.
func (l *Ledger) Share() *Share {
	s := &Share{}
	l.shares = append(l.shares, s)
	return s
}

// SettleFor ends a record like Settle, and counts it for a share. A nil share is none.
func (l *Ledger) SettleFor(s *Share, a *Account, o Outcome) error {
	if s != nil && a != nil && a.walks == 1 && o.Do >= Mapped && o.Do <= Dropped {
		s.count(l, a, o)
	}
	return l.Settle(a, o)
}

func (s *Share) count(l *Ledger, a *Account, o Outcome) {
	s.records.add(o.Do, 1)
	var leaves [dispositions]int64
	for _, t := range a.touched {
		leaves[l.end(a.dos[t], o)] += int64(a.pending[t])
		if a.unknown.slots != nil && a.slots[t].row.Why == unknownField {
			s.unknown += int64(a.pending[t])
		}
	}
	for d, n := range leaves {
		if n > 0 {
			s.fields.add(Disposition(d), n)
		}
	}
}

// LoseMany counts n losses of one kind that touch this document alone.
func (s *Share) LoseMany(k Kind, n int64, refs []Reference) {
	if n > 0 {
		add(&s.losses, k, n).refer(refs)
	}
}

// add counts losses in a list and returns what it has of the kind.
func add(list *[kinds]*Loss, k Kind, n int64) *Loss {
	if k >= kinds {
		k = Undeclared
	}
	if list[k] == nil {
		list[k] = &Loss{Kind: k}
	}
	list[k].Count += n
	return list[k]
}

// merged is what is common and what the given shares have, by kind.
func (l *Ledger) merged(shares ...*Share) *[kinds]*Loss {
	var all [kinds]*Loss
	for _, list := range append([]*[kinds]*Loss{&l.losses}, lists(shares)...) {
		for k, x := range list {
			if x == nil {
				continue
			}
			y := add(&all, Kind(k), x.Count)
			y.refer(x.References)
			y.Positions = append(y.Positions, x.Positions[:min(len(x.Positions), maxExamples-len(y.Positions))]...)
		}
	}
	return &all
}

func lists(shares []*Share) []*[kinds]*Loss {
	var out []*[kinds]*Loss
	for _, s := range shares {
		out = append(out, &s.losses)
	}
	return out
}

// LossesOf returns what was lost in one document, in the order of Losses.
func (l *Ledger) LossesOf(s *Share) []Loss { return sortLosses(l.merged(s)) }

// CoverageOf computes the coverage of one document: of its share and of what is common.
func (l *Ledger) CoverageOf(s *Share, best BestCoverage, present map[Scope]int64) []Coverage {
	t := l.common()
	t.give(s)
	if l.omitNative {
		t.Records.Dropped, t.Records.Preserved = t.Records.Dropped+t.Records.Preserved, 0
		t.Fields.Dropped, t.Fields.Preserved = t.Fields.Dropped+t.Fields.Preserved, 0
	}
	return coverage(t, l.LossesOf(s), best, present)
}

// common is what belongs to no share, but for losses. It is found once the records are counted.
func (l *Ledger) common() Totals {
	if l.rest == nil {
		t := l.Totals()
		for _, s := range l.shares {
			t.take(s)
		}
		l.rest = &t
	}
	return *l.rest
}

// give adds what a share counted.
func (t *Totals) give(s *Share) {
	for _, x := range []struct {
		to *int64
		n  int64
	}{
		{&t.Records.Total, s.records.Total}, {&t.Records.Mapped, s.records.Mapped}, {&t.Records.Folded, s.records.Folded},
		{&t.Records.Preserved, s.records.Preserved}, {&t.Records.Dropped, s.records.Dropped},
		{&t.Fields.Total, s.fields.Total}, {&t.Fields.Mapped, s.fields.Mapped}, {&t.Fields.Preserved, s.fields.Preserved},
		{&t.Fields.Dropped, s.fields.Dropped}, {&t.Unknown, s.unknown},
	} {
		*x.to += x.n
	}
}

// take removes what a share counted, as it was counted: before anything was left out.
func (t *Totals) take(s *Share) {
	r, f := s.records, s.fields
	t.give(&Share{
		records: RecordTotals{Total: -r.Total, Mapped: -r.Mapped, Folded: -r.Folded, Preserved: -r.Preserved, Dropped: -r.Dropped},
		fields:  FieldTotals{Total: -f.Total, Mapped: -f.Mapped, Preserved: -f.Preserved, Dropped: -f.Dropped},
		unknown: -s.unknown,
	})
}
