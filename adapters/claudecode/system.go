package claudecode

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// system maps what the harness noted in the chain: compactions, output of local commands, and notes for people.
func (m *mapper) system() losses.Outcome {
	r := &m.rec
	if o, done := m.streamSystem(); done {
		return o
	}
	if !m.enter(0) {
		return again
	}
	if raw := adapters.Quoted(r.get(fFallback)); raw != nil {
		m.latches.modelNumber = 0
		m.setModel(m.known.number(modelValue(raw, nil)))
	}
	m.change()
	m.parts = m.parts[:0]
	switch string(r.subtype) {
	case "compact_boundary":
		m.compaction()
		return mapping
	case "local_command":
		if r.text != nil {
			r.content, r.text = r.text, nil
			m.speech(&localCommand)
			return mapping
		}
	}
	if r.text != nil {
		m.parts = append(m.parts, adapters.NewText(r.text))
	}
	category := "claude-code/system"
	if len(r.subtype) > 0 {
		category = "claude-code/" + string(r.subtype)
	}
	if p, ok := m.retry(); ok {
		m.parts = append(m.parts, p)
	}
	m.remark(category, m.microcompaction())
	if turnEnds[string(r.subtype)] {
		m.endTurn(asif.ExecutionCompleted, m.harness(), nil)
	}
	return mapping
}

// turnEnds are the notes that end a turn.
var turnEnds = map[string]bool{"turn_duration": true, "stop_hook_summary": true}

// retry is what the note of a failed request tells of it, without its headers, which name accounts.
func (m *mapper) retry() (adapters.Part, bool) {
	from := len(m.values)
	m.values = append(m.values, '{')
	for _, f := range [...]struct {
		name string
		id   int
	}{{`"status":`, fErrorStatus}, {`"message":`, fErrorText}, {`"retry_in_ms":`, fRetryIn}, {`"attempt":`, fRetryAttempt}, {`"attempts":`, fRetryMost}} {
		if raw := m.rec.get(f.id); raw != nil {
			if m.values[len(m.values)-1] != '{' {
				m.values = append(m.values, ',')
			}
			m.values = append(append(m.values, f.name...), raw...)
		}
	}
	if m.values[len(m.values)-1] == '{' {
		return adapters.Part{}, false
	}
	m.values = append(m.values, '}')
	return adapters.NewStructured(schemaAPIError, m.values[from:len(m.values):len(m.values)]), true
}

// compaction marks where the context was replaced. What it kept is named, one by one or as a stretch of the chain.
func (m *mapper) compaction() {
	r := &m.rec
	m.node(m.self).flags |= isBoundary
	ref := m.add(0, m.harness(), isCompaction, &adapters.Compaction{})
	m.sink.Lose(losses.Compaction, ref)
	if id, _ := m.ids.Intern(r.logical); id != 0 {
		m.logical[m.self] = id
	}
	k := &keep{}
	for _, uuid := range r.kept {
		if id, _ := m.ids.Intern(uuid); id != 0 {
			k.ids = append(k.ids, id)
		}
	}
	if len(k.ids) == 0 {
		k.head, _ = m.ids.Intern(r.keptHead)
		k.tail, _ = m.ids.Intern(r.keptTail)
	}
	m.kept[m.self] = k
}
