package ahp

import (
	"cmp"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// invocation is what is known of a call by its ID. The pointer holds until the next one is asked for.
func (s *session) invocation(e *event) (*call, []byte) {
	id := adapters.Text(e.f[fCallID])
	if len(id) == 0 {
		return nil, nil
	}
	n, fresh := s.calls.Intern(id)
	if fresh {
		s.invoked = append(s.invoked, call{})
	}
	return &s.invoked[n], id
}

// tool declares a tool: one for each name, server and name at the server.
func (s *session) tool(e *event) adapters.ToolRef {
	from := s.origin(e)
	if ref, known := from.tools[string(adapters.Text(e.f[fToolName]))]; known {
		return ref
	}
	name := cmp.Or(word(e.f[fToolName]), "(unnamed)")
	key := "tool:" + name
	if from.server+from.there != "" {
		key += "@" + from.server + "/" + from.there
	}
	ref, ok := s.tools[key]
	if !ok {
		description := "The contract is not recorded."
		if from.there != "" {
			description = "The contract is not recorded; the server knows the tool as " + strconv.Quote(from.there) + "."
		}
		ref = s.Tool(asif.Tool{ID: key, Name: name, Description: description, InputSchema: []byte("true"), ServerIdentity: from.server})
		s.tools[key] = ref
		s.Sink.Lose(losses.ToolSchemaNotRecorded)
	}
	from.tools[word(e.f[fToolName])] = ref
	return ref
}

// origin is where a tool comes from; the zero strings for one of the harness itself.
type origin struct {
	server, there string                      // the server's ID, and the tool's name at it
	actor         adapters.ActorRef           // who runs it
	tools         map[string]adapters.ToolRef // by name
	lost          bool                        // credentials were taken out of how the server is reached
}

// maxOrigins bounds the origins and the speakers that are remembered; further ones are made out anew for each event.
const maxOrigins = 1 << 10

// origin makes out where the event's tool comes from. Nearly all events of a tool tell it in the same bytes.
func (s *session) origin(e *event) origin {
	from, known := s.servers[string(e.f[fMCP])]
	if !known {
		from = s.originOf(e.f[fMCP])
		if len(s.servers) < maxOrigins {
			s.servers[string(e.f[fMCP])] = from
		}
	}
	e.lost = e.lost || from.lost
	return from
}

// originOf declares the participant that runs an MCP tool, which for any other is the harness. How a server is reached
// is an environment.
func (s *session) originOf(mcp []byte) origin {
	server := of(mcp, "server")
	from := origin{server: word(of(server, "id")), there: word(of(mcp, "toolName")), tools: map[string]adapters.ToolRef{}}
	if from.server == "" {
		from.actor = s.harness()
		return from
	}
	if c := of(mcp, "connection"); isObject(c) {
		var clean []byte
		clean, from.lost = connection(c, deepest)
		value := object(member{"server", of(server, "id")}, member{"name", of(server, "name")}, member{"connection", clean})
		known := s.placed[asif.EnvironmentService]
		s.environment(asif.EnvironmentService, space+"/mcp_connection", value, "How the tool server is reached, as the harness told it.")
		if s.placed[asif.EnvironmentService] > known && array(of(c, "gaps")) {
			s.Sink.Lose(losses.ConnectionUntold)
		}
	}
	from.actor = s.service("server:"+from.server, cmp.Or(word(of(server, "name")), from.server))
	return from
}

// toolBefore is an invocation that was settled on; it does not say that it ran.
func (s *session) toolBefore(e *event) {
	c, id := s.invocation(e)
	switch {
	case c == nil:
		s.remark(e)
		return
	case c.told && !s.mine(e, c.ref):
		s.Lose(losses.CallIDReused, c.ref)
		s.remark(e)
		return
	case c.ref != 0 && !c.told: // derived before; now its arguments are told
		d := s.callDraft(e, id)
		d.Span, d.Time, d.Extensions = e.span, adapters.Quoted(e.f[fTime]), s.extension(e)
		s.Replace(c.ref, &d)
		c.told, e.first, e.extended = true, c.ref, true
		return
	}
	ref := s.add(e, s.callDraft(e, id))
	c, _ = s.invocation(e)
	c.ref, c.told = ref, true
}

func (s *session) callDraft(e *event, id []byte) adapters.Draft {
	s.call = adapters.ToolCall{Call: id, Tool: s.tool(e), Arguments: e.f[fInput], Status: asif.ArgumentsComplete}
	if s.call.Arguments == nil {
		s.call.Status = asif.ArgumentsUnknown
	}
	return adapters.Draft{Actor: s.speaker(e), Seen: true, Data: &s.call}
}

// called makes sure that a call is there before what is said of it: one that was not told of is derived.
func (s *session) called(e *event) (*call, []byte) {
	c, id := s.invocation(e)
	switch {
	case c == nil || c.ref != 0 && !s.next(e, c.ref):
		return c, id
	case c.told: // since the other view of the event
		e.block++
		return c, id
	}
	d := s.callDraft(e, id)
	d.Method = "The log has no tool.before of this call; its tool and input were taken from the first event that names it."
	d.Extensions = object(member{space, object(member{"type", quote(e.typ)})})
	ref := s.add(e, d)
	s.Lose(losses.CallDerived, ref)
	e.extended = false // what the event itself says stands at its own event
	c, _ = s.invocation(e)
	c.ref = ref
	return c, id
}

var outcomes = map[string]asif.Outcome{
	"ok": asif.OutcomeSuccess, "error": asif.OutcomeError, "timeout": asif.OutcomeError, "cancelled": asif.OutcomeCancelled, "denied": asif.OutcomeCancelled,
}

// toolAfter is the one result of a call, executed or not.
func (s *session) toolAfter(e *event) {
	c, id := s.called(e)
	if c == nil {
		s.remark(e)
		s.sayAll(e, e.items, s.harness(), byTheModel)
		return
	}
	if c.closed && e.settles == nil {
		s.Sink.Lose(losses.DuplicateResult, c.ref)
	}
	said := word(e.f[fOutcome])
	outcome, ok := outcomes[said]
	if !ok {
		outcome = asif.OutcomeUnknown
	}
	var ids []byte
	s.parts = s.parts[:0]
	plain, withheld := 0, s.withheld
	for i := range e.items.Each {
		m := speechOf(e.items.Below(i))
		plain++
		if roleOf(m.role) != asif.RoleTool {
			plain++
		}
		s.parts = s.appendParts(s.parts, e, m.parts)
		if ids == nil {
			ids = []byte{'['}
		}
		ids = append(comma(ids), m.quotedID()...)
	}
	if x := errorOf(e); x != nil {
		s.parts = append(s.parts, adapters.Part{Kind: adapters.StructuredPart, Name: space + "/error", Value: x})
	}
	further := member{"messages", nil}
	if len(ids) > 0 {
		ids = append(ids, ']')
		further.value = ids
	}
	s.result = adapters.ToolResult{Call: id, Outcome: outcome, Parts: s.parts}
	ref := s.add(e, adapters.Draft{Actor: s.origin(e).actor, Seen: true, Extensions: s.extension(e, further), Data: &s.result})
	s.known(ref, withheld)
	c, _ = s.invocation(e)
	s.results(e, ref, c.ref)
	c.closed = true
	if plain > 1 {
		s.Lose(losses.MessageGroupingFlattened, ref)
	}
	if said == "denied" || said == "timeout" {
		s.Lose(losses.OutcomeCoarsened, ref)
	}
	s.changed(e, e.f[fFileChanges], "change")
}

// quotedID is a message's ID as JSON, null for none.
func (m *speech) quotedID() []byte {
	if id := adapters.Quoted(m.id); id != nil {
		return id
	}
	return []byte("null")
}

// results ties the messages of a result to its event: a request that repeats them means the call and its result.
func (s *session) results(e *event, ref, call asif.Ref) {
	for i := range e.items.Each {
		m := speechOf(e.items.Below(i))
		if x := s.saying(m.id); x != nil && (x.ref == 0 || s.mine(e, x.ref)) {
			*x = saying{ref: ref, call: call, hash: s.contentHash(m.parts)}
		}
	}
}

// toolProgress is a result that is not the last one. Nothing tells whether it adds to the one before or replaces it.
func (s *session) toolProgress(e *event) {
	c, id := s.called(e)
	m := speechOf(s.members(e.f[fPartial]))
	if x := s.saying(m.id); x != nil {
		x.told = true
	}
	s.parts = s.appendParts(s.parts[:0], e, m.parts)
	extension := s.extension(e, member{"message", adapters.Quoted(m.id)}, member{"role", adapters.Quoted(m.role)})
	d := adapters.Draft{Actor: s.origin(e).actor, Extensions: extension}
	if c == nil || c.closed {
		d.Data = &adapters.Note{Category: "ahp.tool.progress", Parts: s.parts}
		s.Lose(losses.LateProgress, s.add(e, d))
		return
	}
	s.result = adapters.ToolResult{Call: id, Parts: s.parts, Goes: adapters.Partial}
	d.Data = &s.result
	s.Lose(losses.PartialOutputUnclear, s.add(e, d))
}
