package ahp

import (
	"asif-convert/adapters"
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// handlers map the event types.
var handlers = map[string]func(*session, *event){
	"session.start": (*session).sessionStart, "session.end": (*session).sessionEnd,
	"turn.start": (*session).turnStart, "turn.finish.before": (*session).turnFinish, "turn.end": (*session).turnEnd, "turn.progress": (*session).turnProgress,
	"model.request.before": (*session).modelRequest, "model.response.after": (*session).modelResponse, "model.error": (*session).modelError,
	"model.switch.before": (*session).proposal, "model.switch.after": (*session).modelSwitched,
	"tool.before": (*session).toolBefore, "tool.after": (*session).toolAfter, "tool.progress": (*session).toolProgress, "tool.batch.after": (*session).proposal,
	"tool.permission.request": (*session).permissionRequest, "tool.permission.resolved": (*session).permissionResolved,
	"context.compact.before": (*session).compactBefore, "context.compact.after": (*session).compactAfter,
	"config.change.before": (*session).proposal, "config.change.after": (*session).configured,
	"task.change.before": (*session).proposal, "task.change.after": (*session).taskChanged,
	"workspace.change.before": (*session).proposal, "workspace.change.after": (*session).workspaceChanged,
	"file.changed":   (*session).filesChanged,
	"user.attention": (*session).attention, "user.elicitation.request": (*session).elicitation, "user.elicitation.result": (*session).elicited,
	"user.message.inbound": (*session).inbound, "user.message.outbound": (*session).outbound,
	"hook.failure": (*session).hookFailed,
}

// handling are the handlers by the number of the type; nil for none.
var handling = func() []func(*session, *event) {
	by := make([]func(*session, *event), 1, 1+len(wire.Types))
	for _, t := range wire.Types {
		by = append(by, handlers[t.Name])
	}
	return by
}()

// unmapped are the types of extension events, by the number of the event's type.
var unmapped = func() []string {
	by := []string{""}
	for _, t := range wire.Types {
		by = append(by, space+"/"+t.Name)
	}
	return by
}()

// proposal is what may still come to nothing, or an aggregate of what was told: its members stand in its extension.
func (s *session) proposal(e *event) { s.remark(e) }

// turnStart begins a turn: only what a person typed is a person's.
func (s *session) turnStart(e *event) {
	t := s.turnOf(e)
	t.began = true
	if t.run != 0 {
		s.add(e, adapters.Draft{Actor: t.agent, Data: &adapters.Transition{Execution: t.run, Status: asif.ExecutionRunning}})
	}
	user := s.harness()
	if word(e.f[fTrigger]) == "user" {
		user = s.actor(asif.Participant{ID: "human", Kind: asif.ParticipantHuman})
		s.now.asked = true
	}
	s.sayAll(e, e.items, user, byTheModel)
}

// turnFinish is not an end: back ends can still have the turn go on.
func (s *session) turnFinish(e *event) {
	s.remark(e)
	s.sayAll(e, e.items, s.someone(), byTheModel)
	s.turnUsage(e)
}

var endings = map[string]asif.ExecutionStatus{
	"completed": asif.ExecutionCompleted, "failed": asif.ExecutionFailed, "cancelled": asif.ExecutionCancelled, "max_iterations": asif.ExecutionInterrupted,
}

func (s *session) turnEnd(e *event) {
	s.sayAll(e, e.items, s.someone(), byTheModel)
	s.turnUsage(e)
	t := s.turnOf(e)
	if t.run == 0 {
		s.remark(e)
		return
	}
	t.ended = true
	outcome := word(e.f[fOutcome])
	status, ok := endings[outcome]
	if !ok {
		status = asif.ExecutionUnknown
	}
	ref := s.add(e, adapters.Draft{Actor: t.agent, Data: &adapters.Transition{Execution: t.run, Status: status, Error: errorOf(e)}})
	s.End(t.run, adapters.Quoted(e.f[fTime]))
	switch {
	case !ok:
		s.Lose(losses.UnexpectedType, ref)
	case outcome == "max_iterations":
		s.Lose(losses.EndCoarsened, ref)
	}
}

// turnUsage keeps the total of a turn: the last one told counts, and it is never added to amounts.
func (s *session) turnUsage(e *event) {
	if t := s.turnOf(e); t.run != 0 && isObject(e.f[fUsage]) {
		t.usage = append([]byte(nil), e.f[fUsage]...)
	}
}

// joined is how a message came about of which only pieces were delivered.
const joined = "Put together from the pieces of it that turn.progress told; the log has not the whole message."

// turnProgress adds to a message that is being written. When the message comes whole later, it takes the place of the
// pieces.
func (s *session) turnProgress(e *event) {
	id := word(of(e.f[fItem], "id"))
	ref, open := s.deltas[id]
	s.parts = s.appendParts(s.parts[:0], e, s.list(of(e.f[fDelta], "parts")))
	if open {
		s.Extend(ref, e.span, s.parts...)
		e.first, e.extended = ref, true
		s.Lose(losses.DeltasJoined, ref)
		return
	}
	if x := s.sayingOf(id); x != nil && x.ref != 0 { // it came whole before
		s.remark(e)
		return
	}
	ref = s.add(e, adapters.Draft{
		Actor: s.speaker(e), Seen: true, Method: joined, Extensions: s.extension(e, member{"message", adapters.Quoted(of(e.f[fItem], "id"))}),
		Data: &adapters.Message{Role: roleOf(of(e.f[fDelta], "role")), Parts: s.parts},
	})
	s.Lose(losses.DeltasJoined, ref)
	s.known(ref, -1)
	if id != "" {
		s.deltas[id] = ref
	}
}

func (s *session) sayingOf(id string) *saying {
	if n := s.messages.Find([]byte(id)); n != 0 && int(n) < s.said.Len() {
		return s.said.At(int(n))
	}
	return nil
}

// attention, and what else is told to people or about hooks.
func (s *session) attention(e *event) {
	parts := s.appendParts(nil, e, s.list(of(e.f[fAttention], "title")))
	parts = s.appendParts(parts, e, s.list(of(e.f[fAttention], "message")))
	s.note(e, "ahp.attention."+word(of(e.f[fAttention], "kind")), parts...)
}

func (s *session) hookFailed(e *event) {
	s.note(e, "ahp.hook.failure", adapters.Part{Kind: adapters.StructuredPart, Name: space + "/failure", Value: e.safe(orEmpty(e.f[fFailure]))})
}

// inbound is what came over a channel; whether the model saw it is told by the turn that it begins.
func (s *session) inbound(e *event) {
	sender := e.cleanWord(word(of(e.f[fMessage], "sender")))
	user := s.actor(asif.Participant{ID: "sender:" + sender, Kind: asif.ParticipantUnknown, Name: &sender})
	s.channel(e, user)
}

func (s *session) outbound(e *event) { s.channel(e, s.someone()) }

func (s *session) channel(e *event, user adapters.ActorRef) {
	s.sayAll(e, s.list(of(e.f[fMessage], "messages")), user, byNobody)
}

// orEmpty is a value, or an empty object.
func orEmpty(raw []byte) []byte {
	if raw == nil {
		return []byte("{}")
	}
	return raw
}
