package ahp

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// permissionRequest asks whether a call may go ahead.
func (s *session) permissionRequest(e *event) {
	c, id := s.called(e)
	prompt := adapters.Part{Kind: adapters.StructuredPart, Name: space + "/permission", Value: object(
		member{"suggestions", s.safe(e, fSuggestions)}, member{"sandboxBypass", s.safe(e, fSandbox)}, member{"input", s.safe(e, fInput)})}
	name := s.requestName(e)
	s.add(e, adapters.Draft{Actor: s.harness(), Data: &adapters.DecisionRequest{
		Request: name, Kind: asif.DecisionApproval, Prompt: []adapters.Part{prompt}, Call: id,
		Options: []adapters.Option{{ID: "allow", Label: quote("Allow")}, {ID: "deny", Label: quote("Deny")}},
	}})
	if c != nil && e.settles == nil {
		c, _ = s.invocation(e)
		c.asked = append(latest(c.asked), string(name))
	}
}

// maxWaiting bounds the requests that wait for their answers, of one call or one session: of more the oldest are taken to
// stay without.
const maxWaiting = 1 << 10

// latest makes room for one more.
func latest[T any](waiting []T) []T {
	if len(waiting) < maxWaiting {
		return waiting
	}
	return append(waiting[:0], waiting[1:]...)
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
		part := adapters.Part{Kind: adapters.StructuredPart, Name: space + "/permission", Value: object(member{"decision", s.safe(e, fDecision)})}
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

// cleanWord is a text without credentials.
func (e *event) cleanWord(text string) string {
	clean, what := wire.StripURL(text)
	if what != "" {
		e.lost = true
		return clean
	}
	return text
}
