package ahp

import (
	"asif-convert/adapters"
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// pending is a request that an answer belongs to.
type pending struct {
	session *session
	event   asif.Ref
}

// answered is a request with what it was answered first, and the event of that.
type answered struct {
	pending
	answer asif.Ref
	said   uint64
}

// maxPending bounds the requests that wait for an answer; of more, the answers are kept in the log alone.
const maxPending = 1 << 16

// answer maps what a back end said to a request: its effects, or that it failed.
func (m *mapper) answer(w *wire.Entry, r *source.Record) losses.Outcome {
	at, ok := m.pending[string(w.ID.Raw)]
	was, again := m.answers[string(w.ID.Raw)]
	switch {
	case again && was.said == was.session.answerHash(w): // to a request that was sent again
		m.out.Document(was.session.key)
		was.session.Extend(was.answer, r.Span)
		was.session.Lose(losses.DuplicateDelivery, was.answer)
		return folding
	case again: // in another way
		at = was.pending
	case !ok:
		m.ledger.Lose(losses.AnswerWithoutRequest, losses.Position{Line: r.Line, Byte: r.Span.Offset})
		return preserved(whyUnpaired)
	}
	delete(m.pending, string(w.ID.Raw))
	s := at.session
	m.out.Document(s.key)
	e := &m.event
	*e = event{typ: "effects", span: r.Span, extended: true}
	value := object(member{"effects", e.safe(w.Effects.Raw)}, member{"error", e.safe(w.Error.Raw)})
	ref := s.add(e, adapters.Draft{Actor: s.service("backend", "Back end"), Cause: at.event, Data: &adapters.Unmapped{Type: space + "/effects", Value: value}})
	if e.lost {
		s.lose(losses.CredentialsRemoved, ref)
	}
	if again {
		s.Lose(losses.ConflictingDuplicate, ref)
	} else if len(m.answers) < maxPending {
		m.answers[string(w.ID.Raw)] = answered{at, ref, s.answerHash(w)}
	}
	return mapping
}

// answerHash tells answers apart by what they say.
func (s *session) answerHash(w *wire.Entry) uint64 {
	return s.hash(w.Effects.Raw) + 31*s.hash(w.Error.Raw)
}
