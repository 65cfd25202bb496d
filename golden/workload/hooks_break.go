package workload

import (
	"bytes"
	"slices"
	"strings"
)

// Break makes a valid log of the Agent Hooks Protocol break one rule, and no other.
type Break struct {
	Rule string
	What string

	do func(*hookLog) bool
}

// Apply breaks a log that was written here. It is false when the log has nothing that could be broken so.
func (b Break) Apply(log []byte) ([]byte, bool) {
	l := &hookLog{lines: strings.SplitAfter(string(bytes.TrimSuffix(log, []byte{'\n'})), "\n")}
	if !b.do(l) {
		return nil, false
	}
	return []byte(strings.Join(l.lines, "")), true
}

// hookLog is a log that is being changed. Events are named by their IDs; a change is made in every delivery.
type hookLog struct{ lines []string }

// begin is where an event begins in a line, which is the same in every form.
func begin(line, id string) int { return strings.Index(line, `{"id":"`+id+`","source":`) }

// find is the first event of a type that has all these pieces; "" when there is none.
func (l *hookLog) find(typ string, pieces ...string) string {
	for _, line := range l.lines {
		at := strings.Index(line, `","source":"`+hookSource+`","type":"`+typ+`"`)
		if at < 0 || slices.ContainsFunc(pieces, func(p string) bool { return !strings.Contains(line[at:], p) }) {
			continue
		}
		return line[strings.LastIndexByte(line[:at], '"')+1 : at]
	}
	return ""
}

// without is like find, but the event has not that piece.
func (l *hookLog) without(piece, typ string, pieces ...string) string {
	rest := hookLog{slices.DeleteFunc(slices.Clone(l.lines), func(line string) bool { return strings.Contains(line, piece) })}
	return rest.find(typ, pieces...)
}

// text is an event as it was delivered first.
func (l *hookLog) text(id string) string {
	for _, line := range l.lines {
		if at := begin(line, id); at >= 0 {
			return line[at : at+objectLength(line[at:])]
		}
	}
	return ""
}

// objectLength is the length of the JSON object that s begins with.
func objectLength(s string) int {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// edit replaces the first such piece in every delivery of an event.
func (l *hookLog) edit(id, old, replacement string) bool {
	done := false
	for i, line := range l.lines {
		at := begin(line, id)
		if id == "" || at < 0 || !strings.Contains(line[at:], old) {
			continue
		}
		l.lines[i] = line[:at] + strings.Replace(line[at:], old, replacement, 1)
		done = true
	}
	return done
}

// last is the last line that delivers an event or answers a request about it.
func (l *hookLog) last(id string) int {
	for i := len(l.lines) - 1; i >= 0; i-- {
		if begin(l.lines[i], id) >= 0 || strings.HasPrefix(l.lines[i], `{"jsonrpc":"2.0","id":"`+id+`"`) {
			return i
		}
	}
	return -1
}

// again inserts an event, changed, behind the last delivery of another one. It is the same event, or a new one.
//
//nolint:revive // a flag of a table's row
func (l *hookLog) again(id, behind string, fresh bool, old, replacement string) bool {
	event := l.text(id)
	if id == "" || behind == "" || !strings.Contains(event, old) {
		return false
	}
	event = strings.Replace(event, old, replacement, 1)
	now := unquoted(l.text(behind), `"time":"`)
	event = strings.Replace(event, unquoted(event, `"time":"`), now, 1)
	if fresh {
		event = strings.Replace(event, id, id+"x", 1)
	}
	l.lines = slices.Insert(l.lines, l.last(behind)+1, event+"\n")
	return true
}

// drop removes every delivery of an event, and what was asked and answered about it.
func (l *hookLog) drop(id string) bool {
	n := len(l.lines)
	l.lines = slices.DeleteFunc(l.lines, func(line string) bool {
		return id != "" && (begin(line, id) >= 0 || strings.HasPrefix(line, `{"jsonrpc":"2.0","id":"`+id+`"`))
	})
	return len(l.lines) < n
}

// unquoted is the text behind another one, up to the next quotation mark.
func unquoted(s, from string) string {
	_, after, _ := strings.Cut(s, from)
	inside, _, _ := strings.Cut(after, `"`)
	return inside
}

// callOf is the call of an event.
func (l *hookLog) callOf(id string) string { return unquoted(l.text(id), `"call":{"id":"`) }

// ofCall is an event of a call.
func (l *hookLog) ofCall(typ, call string) string { return l.find(typ, `"call":{"id":"`+call+`"}`) }
