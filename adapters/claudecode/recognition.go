package claudecode

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// voice is who speaks in a record of role user: the role is what the model saw, whoever wrote it.
type voice uint8

const (
	voiceHarness voice = iota // injected text
	voicePerson               // typed
	voiceHost                 // a program that drives the session
	voiceAgent                // the agent that delegated
	voiceTasks                // work in the background
	voiceChannel              // a channel that hands messages in
	voicePeer                 // another agent
)

// form is what a text of role user becomes beside the message that the model saw.
type form uint8

const (
	formMessage   form = iota
	formCommand        // a command that a person gave to the harness
	formInterrupt      // a person stopped the agent
	formExpansion      // what a skill or a command expands to
)

// rule recognizes a text of role user, or part of one: by how it begins and that its envelope closes, or by what the
// record says of all of it.
type rule struct {
	name      string
	open, end string
	on        func(*mapper) bool
	from      voice
	speaker   func(*mapper) voice // instead of from
	form      form
}

// recognition is tried in order; the first hit counts. Envelopes must start the text: a person can quote a tag.
var recognition = []rule{
	{name: "compaction summary", on: func(m *mapper) bool { return m.rec.summary }},
	{name: "interrupt", open: "[Request interrupted by user", end: "]", form: formInterrupt},
	{name: "origin", on: (*mapper).foreign, speaker: (*mapper).origin},
	{name: "task notification", open: "<task-notification>", end: "</task-notification>", from: voiceTasks},
	{name: "teammate message", open: "<teammate-message", end: "</teammate-message>", from: voicePeer},
	{name: "cross-session message", open: "<cross-session-message", end: "</cross-session-message>", from: voicePeer},
	{name: "agent notification", open: "<agent-notification", end: "</agent-notification>", from: voicePeer},
	{name: "command", open: "<command-name>", end: "</command-name>", from: voicePerson, form: formCommand},
	{name: "command, message first", open: "<command-message>", end: "</command-name>", from: voicePerson, form: formCommand},
	{name: "command, arguments first", open: "<command-args>", end: "</command-name>", from: voicePerson, form: formCommand},
	{name: "output of a command", open: "<local-command-stdout>", end: "</local-command-stdout>"},
	{name: "errors of a command", open: "<local-command-stderr>", end: "</local-command-stderr>"},
	{name: "caveat", open: "<local-command-caveat>", end: "</local-command-caveat>"},
	{name: "shell command", open: "<bash-input>", end: "</bash-input>", from: voicePerson},
	{name: "output of a shell command", open: "<bash-stdout>", end: "</bash-stdout>"},
	{name: "errors of a shell command", open: "<bash-stderr>", end: "</bash-stderr>"},
	{name: "expansion", on: (*mapper).expands, form: formExpansion},
	{name: "injected record", on: func(m *mapper) bool { return m.rec.meta }}, // image notes, hook feedback, the old caveat
	{name: "reminder", open: "<system-reminder>", end: "</system-reminder>"},
	{name: "opened file", open: "<ide_opened_file>", end: "</ide_opened_file>"},
	{name: "selection", open: "<ide_selection>", end: "</ide_selection>"},
	{name: "diagnostics", open: "<ide_diagnostics>", end: "</ide_diagnostics>"},
	{name: "uploaded files", open: "<uploaded_files>", end: "</uploaded_files>"},
	{name: "hook output", open: "<user-prompt-submit-hook>", end: "</user-prompt-submit-hook>"},
	{name: "side chain", on: func(m *mapper) bool { return m.rec.side }, from: voiceAgent},
	{name: "system", on: func(m *mapper) bool { return string(m.rec.source) == "system" }},
	{name: "program", on: (*mapper).driven, from: voiceHost},
	{name: "person", on: func(*mapper) bool { return true }, from: voicePerson},
}

// origins are who speaks by origin.kind; any other kind but human is the harness.
var origins = map[string]voice{
	"task-notification": voiceTasks, "observer": voiceTasks, "channel": voiceChannel, "peer": voicePeer, "coordinator": voicePeer,
}

func (m *mapper) foreign() bool { return len(m.rec.origin) > 0 && string(m.rec.origin) != "human" }

func (m *mapper) origin() voice { return origins[string(m.rec.origin)] }

// expands tells whether the record holds what a call or a command expands to.
func (m *mapper) expands() bool {
	return m.rec.meta && len(m.rec.string(fSourceCall)) > 0
}

// driven tells whether a program sent the prompt. Before 2.1.161 only entrypoint tells it.
func (m *mapper) driven() bool {
	r := &m.rec
	return string(r.source) == "sdk" || len(r.source) == 0 && bytes.HasPrefix(r.entrypoint, []byte("sdk-"))
}

// recognize finds the rule of a text, a JSON string or nil, among those from one on.
func (m *mapper) recognize(raw []byte, rules []rule) *rule {
	var s []byte
	if marked(raw) {
		s = bytes.TrimLeft(adapters.Text(raw), " \t\r\n")
	}
	for i := range rules {
		k := &rules[i]
		if k.on != nil {
			if k.on(m) {
				return k
			}
			continue
		}
		if len(s) >= len(k.open) && string(s[:len(k.open)]) == k.open && bytes.Contains(s, []byte(k.end)) {
			return k
		}
	}
	return nil
}

// voice is who speaks by a rule.
func (k *rule) voice(m *mapper) voice {
	if k.speaker != nil {
		return k.speaker(m)
	}
	return k.from
}

// voiceOf is who speaks in a text whose record tells nothing of it; otherwise is who does when the text does not tell
// either.
func (m *mapper) voiceOf(raw []byte, otherwise voice) voice {
	if k := m.envelope(raw); k != nil {
		return k.voice(m)
	}
	return otherwise
}

// envelope is the rule of a text by its envelope alone, or nil.
func (m *mapper) envelope(raw []byte) *rule {
	if !marked(raw) {
		return nil
	}
	s := bytes.TrimLeft(adapters.Text(raw), " \t\r\n")
	for i := range recognition {
		k := &recognition[i]
		if k.on == nil && len(s) >= len(k.open) && string(s[:len(k.open)]) == k.open && bytes.Contains(s, []byte(k.end)) {
			return k
		}
	}
	return nil
}

// marked is a quick look at a JSON string: false when its text begins with no mark. It sees through escapes, so that
// most prompts need not be decoded.
func marked(raw []byte) bool {
	for i := 1; i < len(raw)-1; i++ {
		switch raw[i] {
		case ' ':
		case '<', '[':
			return true
		case '\\':
			if i++; raw[i] == 'u' {
				return true
			}
			if raw[i] != 'n' && raw[i] != 't' && raw[i] != 'r' {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// command is the structured part of a command that was given as tags, in any order.
func (m *mapper) command(raw []byte) adapters.Part {
	s, from := adapters.Text(raw), len(m.values)
	m.values = append(m.values, '{')
	for _, f := range [...]struct{ name, tag string }{{"name", "command-name"}, {"args", "command-args"}, {"message", "command-message"}} {
		_, rest, ok := bytes.Cut(s, []byte("<"+f.tag+">"))
		value, _, closed := bytes.Cut(rest, []byte("</"+f.tag+">"))
		if !ok || !closed {
			continue
		}
		if m.values[len(m.values)-1] != '{' {
			m.values = append(m.values, ',')
		}
		m.values = asif.AppendString(append(m.values, `"`+f.name+`":`...), value)
	}
	m.values = append(m.values, '}')
	return adapters.NewStructured(schemaCommand, m.values[from:len(m.values):len(m.values)])
}
