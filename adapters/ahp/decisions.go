package ahp

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// permissionRequest asks whether a call may go ahead.
func (s *session) permissionRequest(e *event) {
	c, id := s.called(e)
	prompt := adapters.Part{Kind: adapters.StructuredPart, Name: space + "/permission", Value: object(
		member{"suggestions", e.safe(e.f[fSuggestions])}, member{"sandboxBypass", e.safe(e.f[fSandbox])}, member{"input", e.safe(e.f[fInput])})}
	name := s.requestName(e)
	s.add(e, adapters.Draft{Actor: s.harness(), Data: &adapters.DecisionRequest{
		Request: name, Kind: asif.DecisionApproval, Prompt: []adapters.Part{prompt}, Call: id,
		Options: []adapters.Option{{ID: "allow", Label: quote("Allow")}, {ID: "deny", Label: quote("Deny")}},
	}})
	if c != nil && e.settles == nil {
		c, _ = s.invocation(e)
		c.asked = append(c.asked, string(name))
	}
}

// requestName names a decision request: by its event, or by its place in the log.
func (s *session) requestName(e *event) []byte {
	if id := adapters.Text(e.f[fID]); len(id) > 0 {
		return id
	}
	return asif.AppendInt([]byte("request@"), e.span.Offset)
}

var deciders = map[string]string{"policy": "A policy", "hook": "A hook", "auto": "The harness by itself", "classifier": "A classifier"}

// permissionResolved answers the request that it follows, else the call's oldest open one.
func (s *session) permissionResolved(e *event) {
	c, _ := s.called(e)
	var request string
	if c != nil && len(c.asked) > 0 {
		at := max(slices.Index(c.asked, word(e.f[fParent])), 0)
		request = c.asked[at]
		c.asked = slices.Delete(c.asked, at, at+1)
	}
	decision := word(e.f[fDecision])
	outcome, option := asif.DecisionUnknown, ""
	switch decision {
	case "allow":
		outcome, option = asif.DecisionAllowed, "allow"
	case "deny":
		outcome, option = asif.DecisionDenied, "deny"
	}
	actor := s.decider(word(e.f[fDecidedBy]))
	if request == "" {
		part := adapters.Part{Kind: adapters.StructuredPart, Name: space + "/permission", Value: object(member{"decision", e.safe(e.f[fDecision])})}
		s.Lose(losses.ResolutionWithoutRequest, s.add(e, adapters.Draft{Actor: actor, Data: &adapters.Note{Category: "ahp.permission", Parts: []adapters.Part{part}}}))
		return
	}
	s.add(e, adapters.Draft{Actor: actor, Data: &adapters.DecisionResolution{Request: []byte(request), Outcome: outcome, Option: option}})
}

func (s *session) decider(by string) adapters.ActorRef {
	if by == "user" {
		return s.actor(asif.Participant{ID: "human", Kind: asif.ParticipantHuman})
	}
	name, ok := deciders[by]
	if !ok {
		return s.actor(asif.Participant{ID: "decider", Kind: asif.ParticipantUnknown})
	}
	return s.service("decider:"+by, name)
}

// elicitation asks a person for a server. The text is the MCP request, whole.
func (s *session) elicitation(e *event) {
	x := e.f[fElicitation]
	server := word(of(x, "server"))
	parts := s.onePart(e, of(x, "request"))
	for i := range parts {
		if parts[i].Kind == adapters.TextPart {
			parts[i].Text = e.safeText(parts[i].Text)
		}
	}
	about := object(member{"server", of(x, "server")}, member{"mode", of(x, "mode")})
	parts = append(parts, adapters.Part{Kind: adapters.StructuredPart, Name: space + "/elicitation", Value: e.safe(about)})
	ref := s.add(e, adapters.Draft{Actor: s.service("server:"+server, server), Data: &adapters.DecisionRequest{
		Request: s.requestName(e), Kind: asif.DecisionQuestion, Prompt: parts, Options: choices(adapters.Text(of(x, "request", "text"))),
	}})
	if e.settles == nil {
		s.asked = append(s.asked, asking{id: string(s.requestName(e)), server: server, mode: word(of(x, "mode")), ref: ref})
	}
}

// onePart maps a content part that stands alone.
func (s *session) onePart(e *event, raw []byte) []adapters.Part {
	if !isObject(raw) {
		return nil
	}
	return []adapters.Part{s.part(e, raw, s.members(raw))}
}

// safeText is a text without credentials: of one that is JSON, its values are looked at.
func (e *event) safeText(text []byte) []byte {
	if inner := adapters.Text(text); isObject(inner) {
		if clean, found := redacted(inner); found {
			e.lost = true
			return quote(string(clean))
		}
		return text
	}
	return e.safe(text)
}

// choices are the options of a form that has one field with one choice.
func choices(request []byte) (out []adapters.Option) {
	fields := 0
	source.Members(of(request, "requestedSchema", "properties"), func(_, field []byte) bool {
		if fields++; fields == 1 {
			seen := map[string]bool{}
			source.Values(of(field, "enum"), func(v []byte) bool {
				if id := word(v); id != "" && !seen[id] {
					seen[id] = true
					out = append(out, adapters.Option{ID: id, Label: quote(id)})
				}
				return true
			})
		}
		return true
	})
	if fields != 1 {
		return nil
	}
	return out
}

// asking is an elicitation without an answer.
type asking struct {
	id, server, mode string
	ref              asif.Ref
}

// elicited answers the elicitation that it follows, else the oldest open one of the server.
func (s *session) elicited(e *event) {
	x := e.f[fElicitation]
	server, mode := word(of(x, "server")), word(of(x, "mode"))
	request := s.answers(e, server, mode)
	answer := s.onePart(e, of(x, "result"))
	for i := range answer {
		if answer[i].Kind == adapters.TextPart {
			answer[i].Text = e.safeText(answer[i].Text)
		}
	}
	human := s.actor(asif.Participant{ID: "answerer", Kind: asif.ParticipantUnknown})
	if request == "" {
		value := object(member{"server", of(x, "server")}, member{"mode", of(x, "mode")}, member{"action", of(x, "action")})
		answer = append(answer, adapters.Part{Kind: adapters.StructuredPart, Name: space + "/elicitation", Value: e.safe(value)})
		s.Lose(losses.ResolutionWithoutRequest, s.add(e, adapters.Draft{Actor: human, Data: &adapters.Note{Category: "ahp.elicitation", Parts: answer}}))
		return
	}
	d := adapters.DecisionResolution{Request: []byte(request), Outcome: asif.DecisionUnknown, Answer: answer}
	switch word(of(x, "action")) {
	case "accept":
		d.Outcome = asif.DecisionAnswered
		if mode == "url" { // consent to go there, not that it was done
			d.Outcome = asif.DecisionAllowed
		}
	case "decline":
		d.Outcome = asif.DecisionDenied
	case "cancel":
		d.Outcome = asif.DecisionCancelled
	}
	s.add(e, adapters.Draft{Actor: human, Data: &d})
}

// answers finds the open elicitation that an answer belongs to, "" for none: the one that it follows, else the oldest of
// the server. Another view of the answer belongs to the same one.
func (s *session) answers(e *event, server, mode string) string {
	if e.settles != nil {
		return s.resolved[e.id]
	}
	at := slices.IndexFunc(s.asked, func(a asking) bool { return a.id == word(e.f[fParent]) })
	if at < 0 {
		at = slices.IndexFunc(s.asked, func(a asking) bool { return a.server == server && a.mode == mode })
	}
	if at < 0 {
		return ""
	}
	id := s.asked[at].id
	s.asked = slices.Delete(s.asked, at, at+1)
	if e.id != 0 {
		s.resolved[e.id] = id
	}
	return id
}

// cleanWord is a text without credentials.
func (e *event) cleanWord(text string) string {
	clean, what := wire.StripURL(text)
	if what != "" {
		e.lost = true
		return clean
	}
	return text
}
