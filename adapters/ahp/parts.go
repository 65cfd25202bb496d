package ahp

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// reasoning is the schema of what a model thought, the same for every harness.
const reasoning = "asif-convert/reasoning/1"

// list outlines an array that stands elsewhere than among an event's items. It is valid until the next outline.
func (s *session) list(raw []byte) source.Outline {
	if !isArray(raw) {
		return source.Outline{}
	}
	return s.outline(raw)
}

// members outlines an object like list.
func (s *session) members(raw []byte) source.Outline {
	if !isObject(raw) {
		return source.Outline{}
	}
	return s.outline(raw)
}

func (s *session) outline(raw []byte) source.Outline {
	return s.listed.Outline(raw, func(name []byte) bool { return string(name) == "parts" })
}

// appendParts maps content parts.
func (s *session) appendParts(out []adapters.Part, e *event, parts source.Outline) []adapters.Part {
	for i := 0; i < parts.Len(); i = parts.Next(i) {
		if raw := parts.Value(i); isObject(raw) {
			out = append(out, s.part(e, raw, parts.Below(i)))
		}
	}
	return out
}

// part maps one content part: text as it is, everything else as a resource that says why it has no bytes.
func (s *session) part(e *event, p []byte, members source.Outline) adapters.Part {
	var kind, category, text []byte
	for i := 0; i < members.Len(); i = members.Next(i) {
		switch string(members.Name(i)) {
		case "kind":
			first(&kind, members.Value(i))
		case "category":
			first(&category, members.Value(i))
		case "text":
			first(&text, members.Value(i))
		}
	}
	if text = adapters.Quoted(text); text != nil && string(adapters.Text(kind)) == "text" {
		if string(adapters.Text(category)) == "reasoning" {
			return adapters.Part{Kind: adapters.StructuredPart, Name: reasoning, Value: object(member{"text", text})}
		}
		return adapters.Part{Kind: adapters.TextPart, Text: text}
	}
	r := s.contentless(e, p)
	r.MediaType, r.Purpose, r.Name, r.Span = word(of(p, "mediaType")), "attachment", word(category), e.span
	if r.MediaType == "" {
		r.MediaType = "application/octet-stream"
	}
	return adapters.Part{Kind: adapters.ResourcePart, Resource: s.Resource(&r)}
}

// contentless is a resource that says why there are no bytes, and what is told of them.
func (s *session) contentless(e *event, p []byte) adapters.Resource {
	r := adapters.Resource{Availability: asif.AvailabilityUnavailable, Explanation: "Known by a reference to an upload alone."}
	ref, reason := word(of(p, "body", "ref")), word(of(p, "gap", "reason"))
	loss := losses.ImageBytesMissing
	switch selection := word(of(p, "selection")); {
	case reason != "":
		r.Explanation, loss = e.cleanWord(reason), losses.DeclaredGap
	case selection == "metadata" || selection == "omit":
		r.Availability, r.Explanation, loss = asif.AvailabilityExcluded, "Told of without its body: selection "+selection+".", losses.ContentWithheld
	case ref == "":
		r.Explanation = "Neither a text nor a reference was recorded."
	default:
		r.Location = string(adapters.Text(e.safe(quote(ref))))
	}
	if n, ok := integer(number(of(p, "size"))); ok {
		r.Size = n
	}
	if sum := word(of(p, "sha256")); isDigest(sum) {
		r.SHA256 = sum
	}
	s.withheld++
	s.Lose(loss)
	return r
}

// isDigest tells whether a text is a SHA-256 in lower-case hexadecimal.
func isDigest(s string) bool {
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == 64
}

// loose keeps parts that belong to no message: a note behind the event.
func (s *session) loose(e *event) {
	if e.items.Len() == 0 || messageItems[e.typ] {
		return
	}
	if parts := s.appendParts(nil, e, e.items); len(parts) > 0 {
		s.note(e, "ahp.items", parts...)
	}
}

// messageItems are the event types whose items are messages; of all others they are parts.
var messageItems = map[string]bool{
	"session.start": true, "tool.after": true, "turn.start": true, "turn.finish.before": true, "turn.end": true,
	"model.request.before": true, "model.response.after": true, "context.compact.before": true, "context.compact.after": true,
}

var roles = map[string]asif.Role{
	"user": asif.RoleUser, "assistant": asif.RoleAssistant, "system": asif.RoleSystem, "developer": asif.RoleDeveloper, "tool": asif.RoleTool,
}

// speech is what a message says of itself: the first member of each name, as JSON.
type speech struct {
	id, role []byte
	parts    source.Outline
}

// speechOf reads the members of a message.
func speechOf(members source.Outline) (m speech) {
	for i := 0; i < members.Len(); i = members.Next(i) {
		switch value := members.Value(i); string(members.Name(i)) {
		case "id":
			first(&m.id, value)
		case "role":
			first(&m.role, value)
		case "parts":
			if isArray(value) && m.parts.Len() == 0 {
				m.parts = members.Below(i)
			}
		}
	}
	return m
}

// first keeps the first value of a member.
func first(kept *[]byte, value []byte) {
	if *kept == nil {
		*kept = value
	}
}

// roleOf is a role, given as JSON.
func roleOf(raw []byte) asif.Role {
	if r, ok := roles[string(adapters.Text(raw))]; ok {
		return r
	}
	return asif.RoleUnknown
}

// heard says whether the model saw a message, as far as the event tells.
type heard uint8

const (
	byTheModel heard = iota
	byNobody         // known to have: a channel's
)

// say drafts a message unless it was told before. user is who speaks in the role of a user.
func (s *session) say(e *event, m speech, user adapters.ActorRef, by heard) {
	if x := s.saying(m.id); x != nil && x.ref != 0 && !x.blob && !s.mine(e, x.ref) {
		return
	}
	role := roleOf(m.role)
	actor := user
	switch role {
	case asif.RoleAssistant:
		actor = s.speaker(e)
	case asif.RoleUser:
	default:
		actor = s.harness()
	}
	withheld := s.withheld
	s.parts = s.appendParts(s.parts[:0], e, m.parts)
	s.message = adapters.Message{Role: role, Parts: s.parts}
	d := adapters.Draft{Actor: actor, Seen: by == byTheModel, Data: &s.message}
	d.Extensions = s.extension(e, member{"message", adapters.Quoted(m.id)})
	ref, open := s.deltas[string(adapters.Text(m.id))]
	if open { // its pieces came before
		delete(s.deltas, word(m.id))
		d.Span, d.Time = e.span, adapters.Quoted(e.f[fTime])
		s.draft = d
		s.Replace(ref, &s.draft)
		e.extended = true
		if e.first == 0 {
			e.first = ref
		}
	} else {
		ref = s.add(e, d)
	}
	s.known(ref, withheld)
	if x := s.saying(m.id); x != nil {
		if x.blob { // a request had it first
			s.now.lived = slices.DeleteFunc(s.now.lived, func(in input) bool { return in.ref == x.ref })
		}
		*x = saying{ref: ref, hash: s.contentHash(m.parts)}
	}
}

// sayAll drafts the messages of a list that were not told before.
func (s *session) sayAll(e *event, list source.Outline, user adapters.ActorRef, by heard) {
	for i := range list.Each {
		if isObject(list.Value(i)) {
			s.say(e, speechOf(list.Below(i)), user, by)
		}
	}
}

// saying is what is known of a message by its ID, given as JSON; nil for one without.
func (s *session) saying(raw []byte) *saying {
	id, _ := s.messages.Intern(adapters.Text(raw))
	if id == 0 {
		return nil
	}
	for int(id) >= s.said.Len() {
		s.said.Add(saying{})
	}
	return s.said.At(int(id))
}

// mine tells whether the event that is settled drafted a reference.
func (s *session) mine(e *event, r asif.Ref) bool {
	k := e.settles
	return k != nil && r >= k.first && r < k.first+asif.Ref(k.n)
}

// next tells whether what the event that is settled drafts next takes the place of a reference.
func (s *session) next(e *event, r asif.Ref) bool {
	return s.mine(e, r) && r == e.settles.first+asif.Ref(e.block)
}

// someone speaks in the role of a user, and nothing tells who it is.
func (s *session) someone() adapters.ActorRef {
	return s.actor(asif.Participant{ID: "user", Kind: asif.ParticipantUnknown})
}
