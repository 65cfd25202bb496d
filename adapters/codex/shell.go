package codex

import (
	"bytes"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"github.com/tidwall/gjson"
)

// toolTyped is the tool of commands that a person typed in place of a prompt.
const toolTyped = "user_shell"

// markTyped begins the message that tells the model of such a command.
var markTyped = []byte("<user_shell_command>")

// maxTyped bounds the commands of one turn that wait for what else tells of them.
const maxTyped = 64

// typed maps a command that a person typed: the model saw the message, and the message names a call and its result. An
// item of the turn may tell of both too (0.143 and later), before or after.
func (m *mapper) typed(message asif.Ref, id asif.ID, raw []byte) {
	said := adapters.Text(raw)
	command := between(said, "<command>", "</command>")
	if command == nil || !bytes.HasPrefix(bytes.TrimLeft(said, " \t\r\n"), markTyped) || m.told(&m.now.ran, command) {
		return
	}
	m.await(&m.now.typed, command)
	m.commands++
	call := asif.AppendInt([]byte(toolTyped+"-"), int64(m.commands))
	arguments := object(member{"command", asif.AppendString(nil, string(command))})
	m.from(message)
	ref := m.add(id, m.person(), 0, &adapters.ToolCall{Call: call, Tool: m.tool("", toolTyped), Arguments: arguments, Status: asif.ArgumentsComplete})
	out := between(said, "<result>", "</result>")
	if out == nil {
		return
	}
	m.from(message)
	m.draft.Cause = ref
	part := adapters.NewText(asif.AppendString(nil, string(out)))
	m.add(id, m.harness(), 0, &adapters.ToolResult{Call: call, Outcome: exitOutcome(out), Parts: []adapters.Part{part}})
}

// from says that the event drafted next follows from a message.
func (m *mapper) from(message asif.Ref) {
	m.draft.Method, m.draft.Inputs = "the command and the result that the message quotes", []asif.Ref{message}
}

// between is the text between two marks, without the line ends beside them; nil when they are not there.
func between(s []byte, begin, end string) []byte {
	_, rest, ok := bytes.Cut(s, []byte(begin))
	inner, _, closed := bytes.Cut(rest, []byte(end))
	if !ok || !closed {
		return nil
	}
	return bytes.TrimSuffix(bytes.TrimPrefix(inner, []byte("\n")), []byte("\n"))
}

// ranTyped tells whether the command of an item was told of by a message before. Otherwise a message may follow.
func (m *mapper) ranTyped(command []byte) bool {
	words := gjson.ParseBytes(command).Array()
	if len(words) == 0 {
		return false
	}
	last := []byte(words[len(words)-1].Str) // after the shell and its flag
	if m.told(&m.now.typed, last) {
		return true
	}
	m.await(&m.now.ran, last)
	return false
}

func (m *mapper) await(list *[]string, command []byte) {
	if len(*list) < maxTyped {
		*list = append(*list, string(command))
	}
}

// told takes a command off a list, and tells whether it was there.
func (m *mapper) told(list *[]string, command []byte) bool {
	i := slices.Index(*list, string(command))
	if i >= 0 {
		*list = slices.Delete(*list, i, i+1)
	}
	return i >= 0
}
