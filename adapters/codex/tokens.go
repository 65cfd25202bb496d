package codex

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// tokens are the counters of one response.
type tokens struct{ input, cached, written, output, reasoning int64 }

func (m *mapper) counted() *tokens {
	f := &m.rec.f
	return &tokens{
		input: adapters.Count(f[fInputTokens]), cached: adapters.Count(f[fCachedTokens]), written: adapters.Count(f[fCacheWriteTokens]),
		output: adapters.Count(f[fOutputTokens]), reasoning: adapters.Count(f[fReasoningTokens]),
	}
}

// begin marks the first event of a response, which its counters stand at. Counters that came before (0.40 writes them
// ahead of the items) go to it.
func (m *mapper) begin(ref asif.Ref) {
	s := &m.now
	switch {
	case s.inherited:
	case s.owed != nil:
		m.tell(ref, s.owed)
		s.owed = nil
	case s.first == 0 && !s.ahead:
		s.first = ref
	}
}

// beginTwin does so for an item that a twin told before.
func (m *mapper) beginTwin(t *twin, ref asif.Ref) {
	if t.usage != nil {
		m.tell(ref, t.usage)
		return
	}
	m.begin(ref)
}

// usageRecord is the usage of one response (0.171).
func (m *mapper) usageRecord() losses.Outcome {
	m.now.recorded, m.now.ahead = true, false
	m.spend()
	return folding
}

// tokenCount is the usage of the last response together with the running totals. It is written again with the same
// totals, as after a refresh of the limits: only a change of the totals counts.
func (m *mapper) tokenCount() losses.Outcome {
	total := m.rec.f[fTotal]
	if total == nil || string(total) == m.now.total {
		return losses.Outcome{Do: losses.Preserved, Why: whyRepeats}
	}
	m.now.total = string(total)
	if m.input == 0 && !m.now.inherited && adapters.Count(total) > 0 {
		m.total = adapters.Count(total)
	}
	if m.now.recorded {
		return folding
	}
	m.spend()
	return folding
}

// spend gives the record's counters to the response that they belong to.
func (m *mapper) spend() {
	t := m.counted()
	s := &m.now
	switch {
	case s.first != 0:
		m.tell(s.first, t)
	case m.pending() != nil:
		m.pending().usage, s.ahead = t, !s.recorded
	default:
		s.owed, s.ahead = t, !s.recorded
	}
	s.first = 0
}

// pending is the first twin of the model's that waits without counters, or nil.
func (m *mapper) pending() *twin {
	for i := range m.now.twins {
		if t := &m.now.twins[i]; t.kind != twinUser && t.usage == nil {
			return t
		}
	}
	return nil
}

// tell counts the tokens of a response, unless another thread has counted them.
func (m *mapper) tell(at asif.Ref, t *tokens) {
	if m.now.inherited || m.now.foreign {
		return
	}
	for _, c := range [...]struct {
		unit  adapters.Unit
		value int64
	}{
		{adapters.TokensInput, t.input - t.cached},
		{adapters.TokensOutput, t.output},
		{adapters.TokensCacheRead, t.cached},
		{adapters.TokensCacheWrite, t.written},
		{adapters.TokensReasoning, t.reasoning},
	} {
		if c.value > 0 {
			m.sink.Usage(at, c.unit, c.value)
		}
	}
}
