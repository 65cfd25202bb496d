package golden

import (
	"fmt"

	"asif-convert/losses"
)

// record is one piece of a native file, counted independently of the ledger.
type record struct {
	piece
	answer
	leaves []leaf // places are relative to the piece
}

// valueKind is the record kind of values that are no objects; no adapter sees them.
const valueKind = "(value)"

// records reads a run's input again, piece by piece. Lines longer than limit are unreadable (0: no limit).
func (r *run) records(limit int) ([]record, error) {
	var out []record
	for _, p := range r.pieces(r.data, limit) {
		rec := record{piece: p}
		if p.readable {
			value, err := parse(r.data[p.start:p.end])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", p.line, err)
			}
			if rec.answer, err = r.answerTo(p, value); err != nil {
				return nil, err
			}
			rec.leaves = r.tables[rec.kind].leaves(value)
			if p.prefix > 0 {
				rec.leaves = append(r.tables[rec.kind].leaves(prefixTree(p)), rec.leaves...)
			}
		}
		out = append(out, rec)
	}
	return out, nil
}

// prefixTree is what the ledger makes of a piece's prefix: a field of its own.
func prefixTree(p piece) *tree {
	return &tree{kind: '{', keys: []string{losses.PrefixField}, values: []*tree{{kind: 'p', start: -p.prefix, end: -1}}}
}

func (r *run) answerTo(p piece, value *tree) (answer, error) {
	if value.kind != '{' {
		return answer{valueKind, losses.Outcome{Do: losses.Preserved}}, nil
	}
	a, ok := r.answers[int64(p.start)]
	if !ok {
		return answer{}, fmt.Errorf("line %d, byte %d: the adapter was not asked about this record", p.line, p.start)
	}
	return a, nil
}

// count adds records and fields up the way the ledger must.
func count(records []record) (losses.RecordTotals, losses.FieldTotals) {
	var rs losses.RecordTotals
	var fs losses.FieldTotals
	for _, r := range records {
		rs.Total++
		switch {
		case !r.readable:
			rs.Unreadable++
			continue
		case r.outcome.Do == losses.Mapped:
			rs.Mapped++
		case r.outcome.Do == losses.Folded:
			rs.Folded++
		case r.outcome.Do == losses.Preserved:
			rs.Preserved++
		default:
			rs.Dropped++
		}
		for _, l := range r.leaves {
			fs.Total++
			switch fate(l, r.outcome) {
			case losses.Mapped:
				fs.Mapped++
			case losses.Preserved:
				fs.Preserved++
			default:
				fs.Dropped++
			}
		}
	}
	return rs, fs
}

// fate is the worse of a leaf's row and its record's outcome.
func fate(l leaf, o losses.Outcome) losses.Disposition {
	do := losses.Preserved
	if l.row != nil {
		do = l.row.Do
	}
	if o.Do == losses.Dropped || o.Do == losses.Preserved && do == losses.Mapped {
		return o.Do
	}
	return do
}
