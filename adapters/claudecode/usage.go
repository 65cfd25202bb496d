package claudecode

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// usage tells the record's counters of the response that begins with an event. Lines of a response repeat them and
// some count up; the maximum is taken where they are kept.
func (m *mapper) usage(at asif.Ref) {
	t := &m.rec.tokens
	for _, c := range [...]struct {
		unit  adapters.Unit
		value int64
	}{
		{adapters.TokensInput, t.input},
		{adapters.TokensOutput, t.output},
		{adapters.TokensCacheRead, t.cacheRead},
		{adapters.TokensCacheWrite, max(t.cacheWrite, t.cacheWrite1h+t.cacheWrite5m)},
		{adapters.TokensReasoning, t.thinking},
	} {
		if c.value > 0 {
			m.sink.Usage(at, c.unit, c.value)
		}
	}
}

// cost is the running total of one process: the last record of it counts.
type cost struct{ process, usd, models []byte }

// costState takes the totals of a process, which include calls that no record tells of.
func (m *mapper) costState() losses.Outcome {
	r := &m.rec
	c := cost{bytes.Clone(r.get(fProcess)), bytes.Clone(r.get(fCost)), bytes.Clone(r.get(fModelUsage))}
	if n := len(m.costs); n > 0 && bytes.Equal(m.costs[n-1].process, c.process) {
		m.costs[n-1] = c
		return folding
	}
	m.costs = append(m.costs, c)
	return folding
}

// totalUnits are the counters of a model in a running total.
var totalUnits = []struct{ member, unit string }{
	{"inputTokens", "tokens.input"}, {"outputTokens", "tokens.output"}, {"cacheReadInputTokens", "tokens.cache_read"},
	{"cacheCreationInputTokens", "tokens.cache_write"}, {"thinkingTokens", "tokens.reasoning"}, {"costUSD", "usd"},
}

// total records the running totals: of each process, and in it of each model, which the unit names.
func (m *mapper) total() {
	for _, c := range m.costs {
		m.totalOf("usd", c.usd)
		source.Members(c.models, func(model, counters []byte) bool {
			for _, u := range totalUnits {
				m.totalOf(u.unit+"@"+string(adapters.Text(model)), source.Member(counters, u.member))
			}
			return true
		})
	}
}

func (m *mapper) totalOf(unit string, value []byte) {
	if isNumber(value) {
		m.sink.Count(adapters.Counter{Scope: asif.UsageSession, Unit: unit, Value: value})
	}
}

// isNumber tells whether a counter is a JSON number above zero.
func isNumber(raw []byte) bool {
	return len(raw) > 0 && raw[0] >= '0' && raw[0] <= '9' && bytes.ContainsAny(raw, "123456789")
}
