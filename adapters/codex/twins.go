package codex

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// maxWaiting bounds the items and events of one turn that wait for their twin.
const maxWaiting = 1024

// twin folds an event for people into its item, or waits for the item. The same text in another turn is another
// event.
func (m *mapper) twin(kind twinKind, id asif.ID, texts [][]byte) losses.Outcome {
	sum := m.sumOfTexts(texts)
	for i, s := range m.now.saids {
		if s.kind == kind && (id != 0 && s.id == id || s.sum == sum) {
			m.now.saids = append(m.now.saids[:i], m.now.saids[i+1:]...)
			m.sink.Extend(s.ref, m.native.Span)
			return folding
		}
	}
	at := m.here(id)
	at.time = bytes.Clone(at.time)
	if n := len(m.now.twins); kind == twinReasoning && id == 0 && n > 0 && m.now.twins[n-1].kind == twinReasoning && m.now.twins[n-1].at.id == 0 {
		t := &m.now.twins[n-1] // one event for each part of a summary
		t.texts = append(t.texts, cloneAll(texts)...)
		t.more = append(t.more, at)
		return mapping
	}
	if len(m.now.twins) >= maxWaiting {
		m.flush()
	}
	t := twin{kind: kind, id: id, texts: cloneAll(texts), at: at, run: m.now.run}
	t.step = m.step(step{})
	m.now.twins = append(m.now.twins, t)
	return mapping
}

func cloneAll(texts [][]byte) [][]byte {
	out := make([][]byte, len(texts))
	for i, t := range texts {
		out[i] = bytes.Clone(t)
	}
	return out
}

// takeTwin finds the event that told of an item before, and takes it off the list: by ID, else by text.
func (m *mapper) takeTwin(kind twinKind, id asif.ID, sum uint64) *twin {
	for i := range m.now.twins {
		t := m.now.twins[i]
		if t.kind == kind && (id != 0 && t.id == id || m.sumOfTexts(t.texts) == sum) {
			m.now.twins = append(m.now.twins[:i], m.now.twins[i+1:]...)
			return &t
		}
	}
	if kind == twinReasoning {
		return m.takePart(sum)
	}
	return nil
}

// takePart finds a summary whose first parts one event told and whose other parts belong to the next item.
func (m *mapper) takePart(sum uint64) *twin {
	for i := range m.now.twins {
		t := m.now.twins[i]
		if t.kind != twinReasoning {
			continue
		}
		for n := 1; n < len(t.texts); n++ {
			if m.sumOfTexts(t.texts[:n]) != sum {
				continue
			}
			rest := t
			rest.at, rest.more, rest.texts, rest.usage = t.more[n-1], t.more[n:], t.texts[n:], nil
			m.now.twins[i] = rest
			t.texts, t.more = t.texts[:n], t.more[:n-1]
			return &t
		}
	}
	return nil
}

// flush tells what people were told of and no item said: such events stand for themselves.
func (m *mapper) flush() {
	for i := range m.now.twins {
		m.alone(&m.now.twins[i])
	}
	m.now.twins, m.now.saids = m.now.twins[:0], m.now.saids[:0]
}

// flushAgents does so for what the model said before a prompt.
func (m *mapper) flushAgents() {
	keep := m.now.twins[:0]
	for i := range m.now.twins {
		if t := m.now.twins[i]; t.kind == twinUser {
			keep = append(keep, t)
		} else {
			m.alone(&t)
		}
	}
	m.now.twins, m.now.saids = keep, m.now.saids[:0]
}

// alone drafts the event of a twin without an item, in its place.
func (m *mapper) alone(t *twin) {
	var parts []adapters.Part
	role, actor, flags := asif.RoleAssistant, m.agent(), uint32(isSeen)
	switch t.kind {
	case twinReasoning:
		parts = append(parts, m.thought(t.texts, nil))
	case twinUser:
		role, actor, flags = asif.RoleUser, m.person(), isSeen|isTurn
		fallthrough
	default:
		for _, raw := range t.texts {
			parts = append(parts, adapters.NewText(raw))
		}
	}
	msg := &adapters.Message{Role: role, Parts: parts}
	ref := m.draftEvent(t.at, 0, actor, flags, msg, t.run)
	for _, o := range t.more {
		m.sink.Extend(ref, o.span)
	}
	s := m.steps.At(t.step)
	s.ref, s.flags = ref, s.flags|flags
	m.share(t.step, t.at, 0, msg)
	if t.usage != nil {
		m.tell(ref, t.usage)
	}
}
