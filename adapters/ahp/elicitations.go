package ahp

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// asking is an elicitation, and what can be chosen in answer to it.
type asking struct {
	id, server, mode string
	choice
}

// choice is a form's only field, when one of a list is to be chosen there.
type choice struct {
	field   string
	options []adapters.Option
}

// elicitation asks a person for a server. The text is the MCP request, whole: its message is what the person read.
func (s *session) elicitation(e *event) {
	x := e.f[fElicitation]
	a := asking{id: string(s.requestName(e)), server: word(of(x, "server")), mode: word(of(x, "mode"))}
	var prompt []adapters.Part
	request, ok := mcp(of(x, "request"))
	if ok {
		a.choice = choiceOf(request)
		if message := adapters.Quoted(of(request, "message")); message != nil {
			prompt = append(prompt, adapters.Part{Kind: adapters.TextPart, Text: e.safe(message)})
		}
		request = without(request, "message")
	} else {
		prompt, request = s.onePart(e, of(x, "request")), nil
	}
	about := object(member{"server", of(x, "server")}, member{"mode", of(x, "mode")}, member{"request", request})
	prompt = append(prompt, adapters.Part{Kind: adapters.StructuredPart, Name: space + "/elicitation", Value: e.safe(about)})
	s.add(e, adapters.Draft{Actor: s.service("server:"+a.server, a.server), Data: &adapters.DecisionRequest{
		Request: s.requestName(e), Kind: asif.DecisionQuestion, Prompt: prompt, Options: a.options,
	}})
	if e.settles == nil {
		s.asked = append(latest(s.asked), a)
	} else if i := slices.IndexFunc(s.asked, func(open asking) bool { return open.id == a.id }); i >= 0 {
		s.asked[i].choice = a.choice
	}
}

// elicited answers the elicitation that it follows, else the oldest open one of the server.
func (s *session) elicited(e *event) {
	x := e.f[fElicitation]
	a := s.answers(e, word(of(x, "server")), word(of(x, "mode")))
	answer, content := s.reply(e, x)
	human := s.actor(asif.Participant{ID: "answerer", Kind: asif.ParticipantUnknown})
	if a.id == "" {
		value := object(member{"server", of(x, "server")}, member{"mode", of(x, "mode")}, member{"action", of(x, "action")})
		answer = append(answer, adapters.Part{Kind: adapters.StructuredPart, Name: space + "/elicitation", Value: e.safe(value)})
		s.Lose(losses.ResolutionWithoutRequest, s.add(e, adapters.Draft{Actor: human, Data: &adapters.Note{Category: "ahp.elicitation", Parts: answer}}))
		return
	}
	d := adapters.DecisionResolution{Request: []byte(a.id), Outcome: asif.DecisionUnknown, Answer: answer}
	switch word(of(x, "action")) {
	case "accept":
		d.Outcome, d.Option = asif.DecisionAnswered, a.chosen(content)
		if word(of(x, "mode")) == "url" { // consent to go there, not that it was done
			d.Outcome = asif.DecisionAllowed
		}
	case "decline":
		d.Outcome = asif.DecisionDenied
	case "cancel":
		d.Outcome = asif.DecisionCancelled
	}
	s.add(e, adapters.Draft{Actor: human, Data: &d})
}

// reply maps what was answered. The text is the MCP result, whole: its content is the answer, and what the event says,
// too, is left out. Any other text stays one.
func (s *session) reply(e *event, x []byte) (answer []adapters.Part, content []byte) {
	result, ok := mcp(of(x, "result"))
	if !ok {
		return s.onePart(e, of(x, "result")), nil
	}
	if word(of(result, "action")) == word(of(x, "action")) {
		result = without(result, "action")
	}
	if content = of(result, "content"); isObject(content) {
		answer = append(answer, adapters.Part{Kind: adapters.StructuredPart, Name: space + "/elicitation.content", Value: e.safe(content)})
		result = without(result, "content")
	}
	if len(result) > len("{}") {
		answer = append(answer, adapters.Part{Kind: adapters.StructuredPart, Name: space + "/elicitation.result", Value: e.safe(result)})
	}
	return answer, content
}

// answers finds the open elicitation that an answer belongs to, one without an ID for none: the one that it follows, else
// the oldest of the server. Another view of the answer belongs to the same one.
func (s *session) answers(e *event, server, mode string) asking {
	if e.settles != nil {
		return s.resolved[e.id]
	}
	parent := word(e.f[fParent])
	at := slices.IndexFunc(s.asked, func(a asking) bool { return a.id == parent })
	if at < 0 {
		at = slices.IndexFunc(s.asked, func(a asking) bool { return a.server == server && a.mode == mode })
	}
	if at < 0 {
		return asking{}
	}
	a := s.asked[at]
	s.asked = slices.Delete(s.asked, at, at+1)
	if e.id != 0 {
		s.resolved[e.id] = a
	}
	return a
}

// mcp is the object of MCP that a content part holds as its text, and whether it holds one.
func mcp(part []byte) ([]byte, bool) {
	var c source.Checker
	text := adapters.Text(of(part, "text"))
	return text, isObject(text) && c.Valid(text)
}

// onePart maps a content part that stands alone, its text without credentials.
func (s *session) onePart(e *event, raw []byte) []adapters.Part {
	if !isObject(raw) {
		return nil
	}
	p := s.part(e, raw, s.members(raw))
	if p.Kind == adapters.TextPart {
		p.Text = e.safe(p.Text)
	}
	return []adapters.Part{p}
}

// choiceOf is the choice that a form is, if it is one: a field of MCP with the values of an enumeration, or titled ones.
func choiceOf(request []byte) (c choice) {
	var only []byte
	fields := 0
	source.Members(of(request, "requestedSchema", "properties"), func(name, field []byte) bool {
		c.field, only = word(name), field
		fields++
		return true
	})
	if fields != 1 {
		return choice{}
	}
	add := func(id, label string) {
		if id != "" && !slices.ContainsFunc(c.options, func(o adapters.Option) bool { return o.ID == id }) && len(c.options) < maxOptions {
			c.options = append(c.options, adapters.Option{ID: id, Label: quote(label)})
		}
	}
	source.Values(of(only, "enum"), func(v []byte) bool {
		add(word(v), word(v))
		return true
	})
	source.Values(of(only, "oneOf"), func(v []byte) bool {
		id, title := word(of(v, "const")), word(of(v, "title"))
		if title == "" {
			title = id
		}
		add(id, title)
		return true
	})
	return c
}

// maxOptions bounds the options of a choice; each is looked for among those before it.
const maxOptions = 256

// chosen is the option that an answer's content names, "" for none.
func (c *choice) chosen(content []byte) (id string) {
	source.Members(content, func(name, value []byte) bool {
		if word(name) == c.field && slices.ContainsFunc(c.options, func(o adapters.Option) bool { return o.ID == word(value) }) {
			id = word(value)
		}
		return true
	})
	return id
}

// without is an object without the members of some names.
func without(o []byte, names ...string) []byte {
	out := []byte{'{'}
	source.Members(o, func(key, value []byte) bool {
		if !slices.Contains(names, word(key)) {
			out = append(append(append(comma(out), key...), ':'), value...)
		}
		return true
	})
	return append(out, '}')
}
