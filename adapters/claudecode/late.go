package claudecode

import (
	"errors"
	"fmt"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Few sessions have recorded requests, and most that do have one near the beginning. A session that has none there is
// not hashed on; should a request come all the same, what was passed over is read once more.

// patience is how many records are hashed before a request must have come.
const patience = 256

// passed is a record that was not hashed.
type passed struct {
	at   int64 // in the input
	node asif.ID
	said int32 // parts that events of the record hold
}

// later tells whether the record need not be hashed now, and remembers it.
func (m *mapper) later() bool {
	q := &m.wire
	if q.recorded || m.again.Open == nil || m.native.Input > 0 {
		return false
	}
	if q.hashed < patience {
		q.hashed++
		return false
	}
	q.passed.Add(passed{m.native.Span.Offset, m.self, q.said})
	return true
}

// requestsBegin hashes what was passed over, when the first record of a request has come. What cannot be read once more
// stays unknown, and requests that sent it are not verified.
func (m *mapper) requestsBegin() {
	q := &m.wire
	if q.recorded = true; q.passed.Len() == 0 {
		return
	}
	rec, native, self, said := m.rec, m.native, m.self, q.said
	m.rec = record{seed: rec.seed} // the request's own lists are still needed
	_ = m.rehash()                 // whatever went wrong: what was hashed counts
	m.rec, m.native, m.self, q.said = rec, native, self, said
	q.passed = asif.Chunks[passed]{}
}

func (m *mapper) rehash() (err error) {
	led, err := losses.New(Adapter{}.Info().Name, Adapter{}.Tables()) // counts nothing that is told
	if err != nil {
		return fmt.Errorf("compiling tables: %w", err)
	}
	r, err := source.NewReader(m.again, 0, source.Limits{})
	if err != nil {
		return fmt.Errorf("opening transcript again: %w", err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	for next := 0; next < m.wire.passed.Len(); {
		batch, err := r.Next()
		if err != nil {
			return fmt.Errorf("reading transcript again: %w", err)
		}
		for i := range batch.Records {
			if next == m.wire.passed.Len() {
				break
			}
			if p := m.wire.passed.At(next); batch.Records[i].Span.Offset == p.at {
				m.rehashed(&batch.Records[i], led, p)
				next++
			}
		}
		r.Release(batch)
	}
	return nil
}

// rehashed hashes one record that was passed over, provided that it reads as it did.
func (m *mapper) rehashed(r *source.Record, led *losses.Ledger, p *passed) {
	n := m.node(p.node)
	m.rec.reset()
	m.native, m.self, m.wire.said = r, p.node, p.said
	r.Walk(led.Account(string(adapters.Text(r.Peek("type")))), m.visit)
	if m.rec.digest() != n.sum {
		return
	}
	if n.group > 0 {
		m.sentByModel(n.group)
	} else {
		m.sentByUser()
	}
}
