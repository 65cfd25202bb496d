package codex

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// changedSummary is the transformation of a summary: the model made it from what stood before.
const changedSummary = "compaction summary"

// compacted maps a compaction: the model goes on from the history that stands in the record, which copies what is
// kept. Versions without it (to 0.62) go on from people's words and the summary.
func (m *mapper) compacted() losses.Outcome {
	m.flush()
	c := compaction{changed: map[asif.Ref]string{}}
	ref := m.add(0, m.harness(), isCompaction, &adapters.Compaction{})
	s := m.steps.At(m.steps.Len() - 1)
	s.aux = int32(len(m.compactions))
	m.sink.Lose(losses.Compaction, ref)
	recorded := m.rec.f[fReplacement] != nil && m.rec.f[fReplacement][0] == '['
	var last asif.Ref
	for i := range m.rec.items {
		m.copyOf(&c, &m.rec.items[i])
	}
	if n := len(c.inputs); n > 0 {
		last = c.inputs[n-1]
	}
	if !recorded {
		c.partial = true
		m.sink.Lose(losses.CompactedInputUnknown, ref)
	}
	if t := adapters.Quoted(m.rec.f[fMessage]); len(t) > 2 && !m.holds(t) {
		m.summarize(&c, m.sink.Blob(asif.RoleUser, m.native.Span, adapters.NewText(t)))
	} else if len(t) <= 2 && !recorded {
		m.sink.Lose(losses.CompactionSummaryMissing, ref)
	}
	if last != 0 && len(c.changed) == 0 { // the summary stands last, whatever it says
		c.changed[last] = changedSummary
	}
	m.compactions = append(m.compactions, c)
	return mapping
}

func (m *mapper) summarize(c *compaction, ref asif.Ref) {
	c.inputs = append(c.inputs, ref)
	c.changed[ref] = changedSummary
}

// holds tells whether the summary is one of the items.
func (m *mapper) holds(summary []byte) bool {
	for i := range m.rec.parts {
		if bytes.Equal(m.rec.parts[i].text, summary) {
			return true
		}
	}
	return false
}

// copyOf adds one item of the new history: the event that it copies, else a message of its own that is no event.
func (m *mapper) copyOf(c *compaction, x *item) {
	if id := m.ids.Find(x.text(iID)); id != 0 && int(id) < len(m.byID) && m.byID[id] > 0 {
		c.inputs = append(c.inputs, m.byID[id])
		return
	}
	summary := adapters.Quoted(m.rec.f[fMessage])
	role, ok := roles[string(x.text(iRole))]
	if !ok {
		role = asif.RoleAssistant
	}
	switch string(x.text(iType)) {
	case "message":
		m.collect(x)
	case "compaction", "compaction_summary", "context_compaction":
		m.parts = m.parts[:0]
		if e := adapters.Quoted(x.get(iEncrypted)); len(e) > 2 {
			m.parts = append(m.parts, m.sealed(e, typeCompaction))
		}
	case "additional_tools", "compaction_trigger":
		return
	default:
		m.parts = append(m.parts[:0], adapters.NewStructured("codex/item/1", x.raw))
	}
	ref := m.sink.Blob(role, m.native.Span, m.parts...)
	switch {
	case x.from < x.to && summary != nil && bytes.Equal(m.rec.parts[x.from].text, summary), string(x.text(iType)) != "message":
		m.summarize(c, ref)
	default:
		c.inputs = append(c.inputs, ref)
	}
	m.parts = m.parts[:0]
}
