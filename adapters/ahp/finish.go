package ahp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// Finish implements adapters.Mapper. A log in which no event stands is an empty document of its own.
func (m *mapper) Finish() error {
	if len(m.sessions) == 0 {
		return m.out.Document("").Close(adapters.History{
			Boundary: "A log without events.", Branches: []adapters.Branch{{ID: "main"}}, Live: adapters.Context{Fidelity: asif.FidelityUnknown},
		})
	}
	for _, s := range m.sessions {
		h := s.history(m.name)
		o, whose := m.offerOf(s)
		if h.Lower = o.lower(s, whose); s.whole(o) {
			h.Live.Fidelity = asif.FidelityReconstructed
		}
		if err := s.Close(h); err != nil {
			return err
		}
	}
	return nil
}

// detached is the name of what a source told without a session.
const detached = "(detached)"

func (s *session) history(log string) adapters.History {
	id := s.id
	if id == "" {
		id = detached
	}
	provider := s.harnessName
	if provider == "" {
		provider = "unknown"
	}
	source := s.source
	if source == "" {
		source = "unknown"
	}
	h := adapters.History{
		Native: &asif.NativeIdentifier{Provider: provider, Namespace: source, Value: id}, Partial: true,
		Boundary: fmt.Sprintf("The %d events of this session in lines %d to %d of the log %s, as one subscriber got them.", s.events, s.first, s.last, log),
		Branches: []adapters.Branch{{ID: "main", Events: s.main}},
	}
	if s.ended {
		h.Status = asif.StatusEnded
	}
	s.absences()
	s.contexts(&h)
	s.sums()
	return h
}

// lines notes a line that tells of the session.
func (s *session) lines(n int) {
	if s.first == 0 {
		s.first = n
	}
	s.last = n
}

// names of running counters in the units of documents.
var counterUnits = map[string]string{
	"inputTokens": "tokens.input", "outputTokens": "tokens.output", "cacheReadTokens": "tokens.cache_read", "cacheWriteTokens": "tokens.cache_write",
}

// sums records running counters as they stood last, and the totals of turns.
func (s *session) sums() {
	for _, name := range slices.Sorted(maps.Keys(s.counters)) {
		unit, ok := counterUnits[name]
		if !ok {
			unit = "ahp." + name
		}
		s.Count(adapters.Counter{Scope: asif.UsageSession, Unit: unit, Value: s.counters[name]})
	}
	for n := 1; n <= s.turns.Len(); n++ {
		u := s.runs[n].usage
		if u == nil {
			continue
		}
		id := string(s.turns.Append(nil, asif.ID(n)))
		t := amountsOf(u)
		method := t.method()
		for i, c := range counters {
			if v := number(t.counts[i]); v != nil && v[0] != '-' {
				s.Count(adapters.Counter{Scope: asif.UsageTurn, ScopeID: id, Unit: c.text, Value: v, Method: method})
			}
		}
		if v, currency := number(of(t.cost, "amount")), word(of(t.cost, "currency")); v != nil && currency != "" && v[0] != '-' {
			s.Count(adapters.Counter{Scope: asif.UsageTurn, ScopeID: id, Unit: strings.ToLower(currency), Value: v, Method: method})
		}
	}
}
