package losses

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// RecordTotals counts records by what became of them.
type RecordTotals struct {
	Total      int64 `json:"total"`
	Mapped     int64 `json:"mapped"`
	Folded     int64 `json:"folded"`
	Preserved  int64 `json:"preserved"`
	Dropped    int64 `json:"dropped"`
	Unreadable int64 `json:"unreadable"`
}

// FieldTotals counts fields by what became of them.
type FieldTotals struct {
	Total     int64 `json:"total"`
	Mapped    int64 `json:"mapped"`
	Preserved int64 `json:"preserved"`
	Dropped   int64 `json:"dropped"`
}

// LossTotals counts losses by level.
type LossTotals struct {
	Info  int64 `json:"info"`
	Warn  int64 `json:"warn"`
	Error int64 `json:"error"`
}

// Totals is the ledger in numbers.
type Totals struct {
	Records RecordTotals
	Fields  FieldTotals
	Unknown int64 // of the fields: those that no table names
	Losses  LossTotals
}

func (t *RecordTotals) add(d Disposition, n int64) {
	t.Total += n
	*[...]*int64{Mapped: &t.Mapped, Folded: &t.Folded, Preserved: &t.Preserved, Dropped: &t.Dropped, Unreadable: &t.Unreadable}[d] += n
}

func (t *FieldTotals) add(d Disposition, n int64) {
	t.Total += n
	*[...]*int64{Mapped: &t.Mapped, Preserved: &t.Preserved, Dropped: &t.Dropped}[d] += n
}

func (t *LossTotals) add(level Level, n int64) {
	*[...]*int64{Info: &t.Info, Warn: &t.Warn, Error: &t.Error}[level] += n
}

// fieldLine is one line of a kind's report: what became of the leaves at a path, and how many they are.
type fieldLine struct {
	Path        string `json:"path"`
	Disposition string `json:"disposition"`
	To          string `json:"to"`
	Reason      string `json:"reason"`
	Count       int64  `json:"count"`

	plain string
	do    Disposition
}

type recordCounts struct {
	Mapped     int64 `json:"mapped"`
	Folded     int64 `json:"folded"`
	Preserved  int64 `json:"preserved"`
	Dropped    int64 `json:"dropped"`
	Unreadable int64 `json:"unreadable"`
}

type kindReport struct {
	Kind         string       `json:"kind"`
	Records      int64        `json:"records"`
	Dispositions recordCounts `json:"dispositions"`
	Fields       []fieldLine  `json:"fields"`

	totals RecordTotals
}

type lossReport struct {
	Stage       string      `json:"stage"`
	Kind        string      `json:"kind"`
	Scope       Scope       `json:"scope"`
	Level       string      `json:"level"`
	Count       int64       `json:"count"`
	Explanation string      `json:"explanation"`
	References  []Reference `json:"references,omitempty"`
	Positions   []Position  `json:"positions,omitempty"`
}

// recordPreserved is the reason of a mapped row's field whose record is kept through the native resource alone.
const recordPreserved = "record_preserved"

// ends says what became of the leaves of a slot in records that ended with an outcome: the worse of both.
func (l *Ledger) ends(s *slot, o Outcome) fieldLine {
	f := fieldLine{Path: s.label, To: s.row.To, Reason: s.row.Why, plain: s.plain, do: s.row.Do}
	if o.Do > f.do && o.Do != Folded {
		f.do, f.To, f.Reason = o.Do, "", cmp.Or(o.Why, recordPreserved)
	}
	if f.do == Preserved && l.omitNative {
		f.do, f.To, f.Reason = Dropped, "", NativeNotKept.Name()
	}
	f.Disposition = f.do.String()
	return f
}

// end is the disposition that ends tells of a slot with a row of that one, for counting.
func (l *Ledger) end(do Disposition, o Outcome) Disposition {
	if o.Do > do && o.Do != Folded {
		do = o.Do
	}
	if do == Preserved && l.omitNative {
		return Dropped
	}
	return do
}

func (l *Ledger) recordEnd(o Outcome) Disposition {
	if o.Do == Preserved && l.omitNative {
		return Dropped
	}
	return o.Do
}

// report makes the account's part of the report: its fields by path, then case, then disposition.
func (l *Ledger) report(a *Account) kindReport {
	r := kindReport{Kind: a.kind, Fields: []fieldLine{}}
	for i := range a.tallies {
		t := &a.tallies[i]
		r.totals.add(l.recordEnd(t.outcome), t.records)
		for s, n := range t.leaves {
			if n > 0 {
				f := l.ends(&a.slots[s], t.outcome)
				f.Count = n
				r.Fields = append(r.Fields, f)
			}
		}
	}
	slices.SortStableFunc(r.Fields, compareLines)
	merged := r.Fields[:0]
	for _, f := range r.Fields {
		if n := len(merged); n > 0 && compareLines(merged[n-1], f) == 0 {
			merged[n-1].Count += f.Count
			continue
		}
		merged = append(merged, f)
	}
	r.Fields = merged
	return r.counted()
}

func (r kindReport) counted() kindReport {
	t := r.totals
	r.Records = t.Total
	r.Dispositions = recordCounts{t.Mapped, t.Folded, t.Preserved, t.Dropped, t.Unreadable}
	return r
}

func compareLines(a, b fieldLine) int {
	return cmp.Or(
		cmp.Compare(a.plain, b.plain),
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.do, b.do),
		cmp.Compare(a.Reason, b.Reason),
		cmp.Compare(a.To, b.To),
	)
}

// reports returns the report of every kind that has records, by name.
func (l *Ledger) reports() []kindReport {
	out := []kindReport{}
	if l.unreadable > 0 {
		r := kindReport{Kind: unreadableKind, Fields: []fieldLine{}}
		r.totals.add(Unreadable, l.unreadable)
		out = append(out, r.counted())
	}
	for _, a := range l.accounts {
		if r := l.report(a); r.Records > 0 {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b kindReport) int { return cmp.Compare(a.Kind, b.Kind) })
	return out
}

// Totals adds the ledger up.
func (l *Ledger) Totals() Totals { return l.totals(l.reports()) }

func (l *Ledger) totals(reports []kindReport) Totals {
	var t Totals
	for _, r := range reports {
		t.Records.Mapped += r.totals.Mapped
		t.Records.Folded += r.totals.Folded
		t.Records.Preserved += r.totals.Preserved
		t.Records.Dropped += r.totals.Dropped
		t.Records.Unreadable += r.totals.Unreadable
		t.Records.Total += r.totals.Total
		for _, f := range r.Fields {
			t.Fields.add(f.do, f.Count)
		}
	}
	for _, u := range l.Unknown() {
		t.Unknown += u.Count
	}
	for _, x := range l.merged(l.shares...) {
		if x != nil {
			t.Losses.add(x.Kind.Level(), x.Count)
		}
	}
	return t
}

// UnknownPath is a path that no table names.
type UnknownPath struct {
	Kind, Path string
	Count      int64
}

// Unknown returns the fields that no table names, by kind and path: a census for whoever extends the tables.
func (l *Ledger) Unknown() []UnknownPath {
	var out []UnknownPath
	for _, a := range l.accounts {
		for _, s := range a.unknown.slots {
			u := UnknownPath{Kind: a.kind, Path: a.slots[s].label}
			for _, t := range a.tallies {
				if int(s) < len(t.leaves) {
					u.Count += t.leaves[s]
				}
			}
			if u.Count > 0 {
				out = append(out, u)
			}
		}
	}
	slices.SortFunc(out, func(a, b UnknownPath) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Path, b.Path))
	})
	return out
}

// Balance fails when the records that were counted are not the records of the inputs: then something vanished.
func (l *Ledger) Balance() error {
	var read int64
	for _, in := range l.inputs {
		read += in.Records
	}
	if counted := l.Totals().Records.Total; counted != read {
		return fmt.Errorf("balancing the ledger: %d records counted, %d read", counted, read)
	}
	return nil
}

// WriteJSON writes the whole ledger, in a fixed order.
func (l *Ledger) WriteJSON(w io.Writer) error {
	reports := l.reports()
	totals := l.totals(reports)
	lost := []lossReport{}
	for _, x := range l.Losses() {
		k := x.Kind
		lost = append(lost, lossReport{k.Stage(), k.Name(), k.Scope(), k.Level().String(), x.Count, x.Explanation(), x.References, x.Positions})
	}
	inputs := l.inputs
	if inputs == nil {
		inputs = []Input{}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	err := e.Encode(struct {
		Harness string       `json:"harness"`
		Inputs  []Input      `json:"inputs"`
		Records RecordTotals `json:"records"`
		Fields  FieldTotals  `json:"fields"`
		Kinds   []kindReport `json:"kinds"`
		Losses  []lossReport `json:"losses"`
	}{l.harness, inputs, totals.Records, totals.Fields, reports, lost})
	if err != nil {
		return fmt.Errorf("writing the ledger: %w", err)
	}
	return nil
}
