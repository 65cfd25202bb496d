package claudecode

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/losses"
)

// preserve maps a kind that stays in the native resource.
func preserve(why string) func(*mapper) losses.Outcome {
	o := losses.Outcome{Do: losses.Preserved, Why: why}
	return func(*mapper) losses.Outcome { return o }
}

// progress is a link of the chain and no event.
func (m *mapper) progress() losses.Outcome {
	if !m.enter(0) {
		return again
	}
	m.change()
	if o, done := m.toldAside(); done {
		return o
	}
	m.sink.Lose(losses.ProgressNotConverted)
	return losses.Outcome{Do: losses.Preserved, Why: whyProgress}
}

// lastPrompt names the head of the branch that is live. Old versions name none.
func (m *mapper) lastPrompt() losses.Outcome {
	r := &m.rec
	if r.leaf == nil {
		return losses.Outcome{Do: losses.Preserved, Why: whyDisplay}
	}
	m.latch = latch{leaf: append(m.latch.leaf[:0], adapters.Text(r.leaf)...), clear: r.explicit && string(r.leaf) == "null", seen: m.seen}
	return folding
}

// permissionMode is a latch: it holds from the next record of the chain on.
func (m *mapper) permissionMode() losses.Outcome {
	raw := adapters.Quoted(m.rec.get(fMode))
	if raw == nil || bytes.Equal(raw, m.latches.mode) {
		return losses.Outcome{Do: losses.Preserved, Why: whyRepeats}
	}
	m.latches.mode = append(m.latches.mode[:0], raw...)
	return folding
}

func (m *mapper) customTitle() losses.Outcome { return m.title(&m.titles.custom) }

func (m *mapper) modelTitle() losses.Outcome { return m.title(&m.titles.model) }

// summary is the title of a conversation that ends at a leaf, which often stands in another file.
func (m *mapper) summary() losses.Outcome {
	m.titles.leaf = append(m.titles.leaf[:0], adapters.Text(m.rec.leaf)...)
	return m.title(&m.titles.summary)
}

// title takes a title; the last one counts.
func (m *mapper) title(of *[]byte) losses.Outcome {
	if m.rec.title == nil {
		return losses.Outcome{Do: losses.Preserved, Why: whyDisplay}
	}
	*of = append((*of)[:0], adapters.Text(m.rec.title)...)
	return folding
}

// unmapped is a record of a kind without a table. One with a uuid is a link of the chain and stands in the document
// whole.
func (m *mapper) unmapped() losses.Outcome {
	r := &m.rec
	if r.uuid = adapters.Text(m.native.Peek("uuid")); len(r.uuid) == 0 {
		m.sink.Lose(losses.UnknownRecordKind)
		return losses.Outcome{Do: losses.Preserved, Why: "unknown_record_kind"}
	}
	r.parent = adapters.Text(m.native.Peek("parentUuid"))
	r.time = adapters.Quoted(m.native.Peek("timestamp"))
	r.side = adapters.IsTrue(m.native.Peek("isSidechain"))
	if !m.enter(0) {
		return again
	}
	m.change()
	m.unknown = adapters.Unmapped{Type: "claude-code/record", Value: m.native.Raw}
	m.sink.Lose(losses.UnknownRecordKind, m.add(0, m.harness(), 0, &m.unknown))
	return mapping
}
