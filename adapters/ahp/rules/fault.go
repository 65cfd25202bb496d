package rules

import (
	"bytes"
	"strconv"
	"strings"

	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
)

// place is where the validation stands in the log.
type place struct {
	offset int64  // of the record
	line   int    // where the record begins
	raw    []byte // the record
	prefix string // JSON Pointer to the record, when the log is one array
	exact  bool   // raw is what stands in the file, not a repair of it
	entry  wire.Part
	event  []byte // ID of the event being checked; nil: none
}

// spot is a value in the record.
type spot struct {
	pointer string // from the record
	at      int    // from the beginning of the record
}

// fault reports a broken rule at a value of the record, which is a part of the record's memory, not a copy; nil is the
// entry itself.
func (v *validation) fault(rule string, severity check.Severity, value []byte, got, want, message string) {
	if !v.enabled[rule] {
		return
	}
	var at spot
	if v.faults[rule]++; v.faults[rule] <= v.most { // of a finding that is only counted, nobody asks the place
		at = v.spotOf(value)
	}
	v.add(rule, severity, at, got, want, message)
}

// absence reports what is missing or late: a warning, but for a producer's whole history.
func (v *validation) absence(rule string, value []byte, got, want, message string) {
	v.fault(rule, v.ofAbsence(), value, got, want, message)
}

func (v *validation) ofAbsence() check.Severity {
	if v.producer {
		return check.Error
	}
	return check.Warning
}

func (v *validation) add(rule string, severity check.Severity, at spot, got, want, message string) {
	if !v.enabled[rule] {
		return
	}
	f := check.Finding{Rule: rule, Severity: severity, Pointer: v.here.prefix + at.pointer, Byte: v.here.offset, Line: v.here.line,
		Got: got, Want: want, Message: message}
	if v.here.exact {
		f.Byte += int64(at.at)
		f.Line += bytes.Count(v.here.raw[:min(at.at, len(v.here.raw))], []byte{'\n'})
	}
	v.report(f, string(v.here.event))
}

// report adds a finding about an event; "" is none. What looks like a secret is not repeated.
func (v *validation) report(f check.Finding, event string) {
	if f.EntityType = "record"; event != "" {
		f.EntityType, f.EntityID = "event", event
	}
	for _, text := range []*string{&f.Got, &f.Want, &f.Message, &f.Pointer, &f.EntityID} {
		if asif.Secret(*text) != "" || asif.HasPassword(*text) {
			*text = "(not shown: it looks like a secret)"
		}
	}
	v.out.Add(f)
}

// spotOf finds a value of the record again, by its place in memory.
func (v *validation) spotOf(value []byte) spot {
	if value == nil {
		value = v.here.entry.Raw
	}
	if e := v.scratch.event.entry; e != nil && cap(e.Event.Raw) == cap(value) { // most are of events themselves
		return spot{e.Event.Path, e.Event.At}
	}
	at := cap(v.here.raw) - cap(value)
	return spot{pointerTo(v.here.raw, at), at}
}

// pointerTo is the JSON Pointer to the value that begins at byte at of raw.
func pointerTo(raw []byte, at int) string {
	var pointer strings.Builder
	whole := cap(raw)
	for inside := raw; len(inside) > 0 && whole-cap(inside) < at; {
		var name, next []byte
		n := -1
		holds := func(value []byte) bool {
			begin := whole - cap(value)
			if begin <= at && at < begin+len(value) {
				next = value
			}
			return next == nil
		}
		source.Values(inside, func(value []byte) bool { n++; return holds(value) })
		source.Members(inside, func(key, value []byte) bool { name = key; return holds(value) })
		if next == nil {
			break
		}
		pointer.WriteByte('/')
		if n >= 0 {
			pointer.WriteString(strconv.Itoa(n))
		} else {
			pointer.WriteString(escape(wire.Part{Raw: name}.Text()))
		}
		inside = next
	}
	return pointer.String()
}

func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// mark is a place to come back to when the log has ended.
type mark struct {
	offset  int64
	pointer string
	line    int32
}

// mark remembers a value; nil is the entry.
func (v *validation) mark(value []byte) mark {
	at := spot{v.here.entry.Path, v.here.entry.At}
	if value != nil {
		at = v.spotOf(value)
	}
	m := mark{v.here.offset, v.here.prefix + v.paths.same(at.pointer), int32(v.here.line)}
	if v.here.exact {
		m.offset += int64(at.at)
		m.line += int32(bytes.Count(v.here.raw[:at.at], []byte{'\n'}))
	}
	return m
}

// late reports at a place of before.
func (v *validation) late(rule string, severity check.Severity, at mark, event string, got, want, message string) {
	if v.enabled[rule] {
		v.report(check.Finding{Rule: rule, Severity: severity, Pointer: at.pointer, Byte: at.offset, Line: int(at.line), Got: got, Want: want, Message: message}, event)
	}
}

// sameText keeps one copy of texts that come again and again. It is bounded: beyond that, texts are kept as they come.
type sameText map[string]string

func (s sameText) same(text string) string {
	const most = 256
	if known, ok := s[text]; ok {
		return known
	}
	if len(s) < most {
		s[text] = text
	}
	return text
}
