package codex

import (
	"bytes"
	"hash/maphash"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// marks begin texts of role user that nobody typed. They count at the start of the text, whatever their case.
var marks = [][]byte{
	[]byte("<environment_context>"), []byte("<user_instructions>"), []byte("# agents.md instructions"), []byte("<skill>"),
	[]byte("<user_shell_command>"), []byte("<turn_aborted>"), []byte("<subagent_notification>"), []byte("<codex_internal_context"),
	[]byte("<goal_context>"), []byte("<recommended_plugins>"), []byte("<external_"), []byte("<hook_prompt"), []byte("<user_action>"),
	[]byte("<realtime_delegation>"), []byte("<image_resize_notice>"), []byte("warning: apply_patch was requested via"),
	[]byte("another language model started to solve"), []byte("<instructions>"),
}

// longestMark bounds how much of a text must be looked at.
const longestMark = 64

// injected tells whether the text of a JSON string begins with one of the marks.
func injected(raw []byte) bool {
	if len(raw) < 3 {
		return false
	}
	head := raw[1:min(len(raw)-1, 6*longestMark)]
	if bytes.IndexByte(head, '\\') >= 0 {
		head = adapters.Text(raw)
	}
	head = bytes.TrimLeft(head, " \t\r\n")
	for _, k := range marks {
		if len(head) >= len(k) && bytes.EqualFold(head[:len(k)], k) {
			return true
		}
	}
	return false
}

// voice is who speaks in a message of role user.
type voice uint8

const (
	voicePerson voice = iota
	voiceHarness
)

// voiceOf is who speaks in one part. What the record says of its origin (0.15x) counts more than the text.
func voiceOf(p *part, before voice) voice {
	switch {
	case len(p.source) > 0 && string(p.source) != "user":
		return voiceHarness
	case len(p.source) > 0:
		return voicePerson
	case p.text != nil && injected(p.text):
		return voiceHarness
	case p.text == nil:
		return before // an image belongs to its label
	}
	return voicePerson
}

// user maps a message of role user, a new one wherever the speaker changes.
func (m *mapper) user(x *item) {
	id := m.itemID(x)
	m.parts = m.parts[:0]
	now := voicePerson
	if c := adapters.Quoted(x.get(iContent)); c != nil {
		if injected(c) {
			now = voiceHarness
		}
		m.parts = append(m.parts, adapters.NewText(c))
	}
	for i := x.from; i < x.to; i++ {
		p := &m.rec.parts[i]
		v := voiceOf(p, now)
		if v != now && len(m.parts) > 0 {
			m.utter(id, now)
		}
		now = v
		m.parts = append(m.parts, m.contentPart(p, purposeInput))
	}
	if len(m.parts) > 0 || x.from == x.to {
		m.utter(id, now)
	}
}

// utter drafts a message of the collected parts by one speaker.
func (m *mapper) utter(id asif.ID, v voice) {
	if v == voiceHarness {
		texts := m.keepTexts()
		ref := m.say(id, m.harness(), asif.RoleUser, isSeen)
		for _, t := range texts {
			m.typed(ref, id, t)
		}
		return
	}
	m.prompted()
	sum := m.sumOf(m.parts)
	msg := &adapters.Message{Role: asif.RoleUser, Parts: m.parts}
	if t := m.takeTwin(twinUser, id, sum); t != nil {
		m.merge(t, id, m.person(), isSeen|isTurn, msg)
	} else {
		ref := m.add(id, m.person(), isSeen|isTurn, msg)
		m.now.saids = append(m.now.saids, said{twinUser, id, sum, ref})
	}
	m.parts = m.parts[:0]
}

// keepTexts are the collected texts that tell of a typed command.
func (m *mapper) keepTexts() (texts [][]byte) {
	for i := range m.parts {
		if t := m.parts[i].Text; m.parts[i].Kind == adapters.TextPart && bytes.Contains(t, markTyped) {
			texts = append(texts, t)
		}
	}
	return texts
}

// prompted begins another turn where the file does not mark turns: what was told to people alone stands now.
func (m *mapper) prompted() {
	if m.now.run == 0 {
		m.flushAgents()
	}
	m.now.turns++
}

// sumOf hashes the texts of parts, labels of images aside: an event for people repeats them.
func (m *mapper) sumOf(parts []adapters.Part) uint64 {
	var h maphash.Hash
	h.SetSeed(m.seed)
	for i := range parts {
		if parts[i].Kind == adapters.TextPart {
			m.hashText(&h, parts[i].Text)
		}
	}
	return h.Sum64()
}

func (m *mapper) sumOfTexts(texts [][]byte) uint64 {
	var h maphash.Hash
	h.SetSeed(m.seed)
	for _, t := range texts {
		m.hashText(&h, t)
	}
	return h.Sum64()
}

func (m *mapper) hashText(h *maphash.Hash, raw []byte) {
	if t := adapters.Text(raw); !isLabel(t) {
		h.Write(t)
	}
}

// isLabel tells whether a text stands around an image.
func isLabel(t []byte) bool {
	return bytes.HasPrefix(t, []byte("<image ")) && bytes.HasSuffix(t, []byte(">")) || string(t) == "</image>"
}
