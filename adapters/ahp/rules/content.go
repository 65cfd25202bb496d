package rules

import (
	"asif-convert/convert/check"
	"asif-convert/convert/source"
)

// content looks at every message and part of the event.
func (v *validation) content() {
	v.list(v.get("items"))
	v.message(v.get("delta"))
	v.message(v.get("partialOutput"))
	v.list(in(v.get("message"), "messages"))
	v.list(v.get("instructions"))
	v.list(in(v.get("attention"), "title"))
	v.list(in(v.get("attention"), "message"))
	v.part(in(v.get("elicitation"), "request"), "")
	v.part(in(v.get("elicitation"), "result"), "")
	for _, name := range []string{"changes", "fileChanges"} {
		source.Values(v.get(name), func(change []byte) bool {
			v.part(in(change, "before"), "")
			v.part(in(change, "after"), "")
			return true
		})
	}
}

// list is a list of messages or of parts.
func (v *validation) list(items []byte) {
	source.Values(items, func(item []byte) bool {
		if in(item, "parts") != nil {
			v.message(item)
		} else {
			v.part(item, "")
		}
		return true
	})
}

// message is a message with its parts.
func (v *validation) message(message []byte) {
	role := text(in(message, "role"))
	if _, row, _ := v.messages.take(v.key(idOf(message))); row != nil {
		v.marked(message, &row.synthesized, "message")
		if role != nil {
			v.constant(&row.role, role, message, "the message has another role than before")
		}
	}
	source.Values(in(message, "parts"), func(part []byte) bool {
		v.part(part, string(role))
		return true
	})
}

// constant compares a text of an item with what it was before (A29).
func (v *validation) constant(was *int32, now, at []byte, message string) {
	n := v.text(now)
	if *was != 0 && *was != n {
		v.fault("A29", check.Warning, at, v.textOf(n), v.textOf(*was), message)
	}
	if *was == 0 {
		*was = n
	}
}

// part is one part of a message of that role, or of a list of parts.
func (v *validation) part(part []byte, role string) {
	if part == nil {
		return
	}
	category := text(in(part, "category"))
	if string(category) == "reasoning" && role != "assistant" {
		v.fault("A30", check.Warning, part, role, "a message of the assistant", "reasoning stands outside of the assistant's messages")
	}
	_, row, _ := v.parts.take(v.key(idOf(part)))
	if row == nil {
		return
	}
	v.marked(part, &row.synthesized, "part")
	if row.own == 0 {
		row.own = v.scratch.event.number
	}
	v.keys = append(append(append(v.keys[:0], text(in(part, "kind"))...), ' '), text(in(part, "mediaType"))...)
	v.keys = append(append(v.keys, ' '), category...)
	v.constant(&row.meta, v.keys, part, "the part has another kind, media type or category than before")
	if ref := text(in(in(part, "body"), "ref")); len(ref) > 0 {
		v.constant(&row.ref, ref, part, "the part has another reference than before: an attachment is immutable")
	}
}

// contextRules are the rules of compaction.
func (v *validation) contextRules() {
	pending := &v.loose
	if s := v.sessions.at(v.scratch.event.row.session); s != nil {
		pending = &s.compactions
	}
	if v.scratch.event.typ.Name == "context.compact.before" {
		if v.fresh {
			*pending++
		}
		return
	}
	v.summary()
	if !v.fresh {
		return
	}
	if *pending == 0 {
		v.absence("A31", nil, "", "a context.compact.before", "the compaction was not announced")
	} else {
		*pending--
	}
	source.Values(v.get("removed"), func(item []byte) bool {
		id := idOf(item)
		if id != nil && v.messages.find(v.key(id)) == 0 && v.parts.find(v.key(id)) == 0 {
			v.absence("A31", item, string(id), "an item of the log", "what the compaction removed was never there")
		}
		return true
	})
}

// summary looks at a new summary: its parts are new, too (A29).
func (v *validation) summary() {
	source.Values(v.get("summary"), func(part []byte) bool {
		id := idOf(part)
		row := v.parts.at(v.parts.find(v.key(id)))
		if row != nil && row.own != v.scratch.event.number {
			v.fault("A29", check.Warning, part, string(id), "a new id", "the summary's part has the id of an item that was there before")
		}
		v.part(part, "")
		return true
	})
}
