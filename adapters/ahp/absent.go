package ahp

import (
	"maps"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// uncaused notes that the event names a parent that was not delivered before it.
func (s *session) uncaused(e *event) {
	if len(adapters.Text(e.f[fParent])) > 0 && s.parent(e) == 0 {
		s.lose(losses.CauseMissing, s.firstOf(e))
	}
}

// absences notes what others of the session show to be missing, once the log has ended. What leaves no trace cannot be
// told: a change that was announced and not made may have been refused.
func (s *session) absences() {
	for _, id := range slices.Sorted(maps.Keys(s.held)) { // never settled otherwise
		s.release(id)
	}
	if s.id != "" && !s.begun {
		s.Lose(losses.SessionStartMissing)
	}
	for i := range s.runs[1:] {
		t := &s.runs[i+1]
		if !t.began {
			s.lose(losses.TurnStartMissing, t.at)
		}
		if !t.ended {
			s.lose(losses.TurnEndMissing, t.at)
		}
	}
	for i := range s.requests.Len() {
		if r := s.requests.At(i); !r.answered {
			s.lose(losses.AttemptUsageMissing, r.at)
		}
	}
	for i := range s.said.Len() {
		if x := s.said.At(i); x.blob && !x.told && s.deltas[string(s.messages.Append(nil, asif.ID(i)))] == 0 {
			s.Lose(losses.MessageMissing)
		}
	}
}

// unpaid notes that the provider worked for an attempt and what it used is not told, or not in full.
func (s *session) unpaid(e *event, ref asif.Ref) {
	if string(adapters.Text(e.f[fExecutionStatus])) == "executed" && string(adapters.Text(e.f[fUsageCompleteness])) != "complete" {
		s.Lose(losses.AttemptUsageMissing, ref)
	}
}
