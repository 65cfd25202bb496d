package codex

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// responseItem maps a record that holds one item: what the model said, or what it was told.
func (m *mapper) responseItem() losses.Outcome {
	for i := range m.rec.items {
		m.item(&m.rec.items[i])
	}
	if len(m.rec.items) == 0 {
		return m.unmapped()
	}
	return mapping
}

// whole maps a file of the first generation: one value with all items.
func (m *mapper) whole() losses.Outcome {
	m.bareMeta()
	m.rec.f[fTime] = nil // items have no time of their own
	for i := range m.rec.items {
		m.item(&m.rec.items[i])
	}
	return mapping
}

// itemKinds map the items that say something.
var itemKinds = map[string]func(*mapper, *item){
	"message":                 (*mapper).messageItem,
	"agent_message":           (*mapper).agentMessage,
	"reasoning":               (*mapper).reasoning,
	"function_call":           (*mapper).functionCall,
	"custom_tool_call":        (*mapper).customCall,
	"local_shell_call":        (*mapper).shellCall,
	"web_search_call":         (*mapper).serverCall,
	"image_generation_call":   (*mapper).serverCall,
	"tool_search_call":        (*mapper).searchCall,
	"function_call_output":    (*mapper).callOutput,
	"local_shell_call_output": (*mapper).callOutput,
	"custom_tool_call_output": (*mapper).callOutput,
	"tool_search_output":      (*mapper).searchOutput,
	"additional_tools":        (*mapper).additionalTools,
	"compaction":              (*mapper).sealedItem,
	"compaction_summary":      (*mapper).sealedItem,
	"context_compaction":      (*mapper).sealedItem,
	"compaction_trigger":      (*mapper).nothing,
	"ghost_snapshot":          (*mapper).snapshot,
}

func (m *mapper) item(x *item) {
	do, ok := itemKinds[string(x.text(iType))]
	if !ok {
		ref := m.add(m.itemID(x), m.harness(), 0, &adapters.Unmapped{Type: "codex/item", Value: x.raw})
		m.sink.Lose(losses.UnknownRecordKind, ref)
		return
	}
	do(m, x)
}

func (m *mapper) itemID(x *item) asif.ID { return m.intern(x.get(iID)) }

func (m *mapper) nothing(*item) {}

// roles of a message, as the model saw them.
var roles = map[string]asif.Role{"user": asif.RoleUser, "assistant": asif.RoleAssistant, "system": asif.RoleSystem, "developer": asif.RoleDeveloper, "tool": asif.RoleTool}

// messageItem maps a message: the model's words, a person's, or what the harness put before the model.
func (m *mapper) messageItem(x *item) {
	role, ok := roles[string(x.text(iRole))]
	if !ok {
		role = asif.RoleUnknown
	}
	switch role {
	case asif.RoleAssistant:
		m.assistant(x)
	case asif.RoleUser:
		m.user(x)
	default:
		m.collect(x)
		m.say(m.itemID(x), m.harness(), role, isSeen)
	}
}

// collect makes parts of an item's content.
func (m *mapper) collect(x *item) {
	m.parts = m.parts[:0]
	if c := adapters.Quoted(x.get(iContent)); c != nil {
		m.parts = append(m.parts, adapters.NewText(c))
	}
	for i := range m.rec.parts[x.from:x.to] {
		m.parts = append(m.parts, m.contentPart(&m.rec.parts[x.from+i], purposeInput))
	}
}

// assistant maps the model's words, which an event for people may have told before.
func (m *mapper) assistant(x *item) {
	flags := uint32(isSeen)
	if adapters.IsTrue(m.rec.f[fCompactionOutput]) {
		flags = 0 // the answer to the request for a summary is no part of the conversation
	}
	m.collect(x)
	sum := m.sumOf(m.parts)
	m.spoken(twinAgent, m.itemID(x), sum, flags)
}

// reasoning maps what the model thought: a summary that may be read, and bytes that only the provider can.
func (m *mapper) reasoning(x *item) {
	m.parts = m.parts[:0]
	summary := m.rec.summaries[x.sumFrom:x.sumTo]
	raw := m.rec.parts[x.from:x.to]
	if len(summary) > 0 || len(raw) > 0 {
		m.parts = append(m.parts, m.thought(summary, raw))
	}
	if e := adapters.Quoted(x.get(iEncrypted)); len(e) > 2 {
		m.parts = append(m.parts, m.sealed(e, typeEncrypted))
		m.sink.Lose(losses.SignatureOpaque)
	}
	m.spoken(twinReasoning, m.itemID(x), m.sumOfTexts(summary), isSeen)
}

// spoken drafts a message of the model of the collected parts. When an event for people told of it first, that record
// names it.
func (m *mapper) spoken(kind twinKind, id asif.ID, sum uint64, flags uint32) {
	msg := &adapters.Message{Role: asif.RoleAssistant, Parts: m.parts}
	t := m.takeTwin(kind, id, sum)
	if t == nil {
		ref := m.add(id, m.agent(), flags, msg)
		m.begin(ref)
		m.now.saids = append(m.now.saids, said{kind, id, sum, ref})
	} else {
		m.merge(t, id, m.agent(), flags, msg)
	}
	m.parts = m.parts[:0]
}

// merge drafts the event of an item that a twin told before, named by the twin.
func (m *mapper) merge(t *twin, id asif.ID, actor adapters.ActorRef, flags uint32, msg *adapters.Message) {
	ref := m.put(t.at, 0, actor, flags, msg, m.now.run)
	for _, o := range t.more {
		m.sink.Extend(ref, o.span)
	}
	m.sink.Extend(ref, m.native.Span)
	if id != 0 && id != t.at.id {
		m.remember(id, ref)
	}
	if m.block++; t.kind != twinUser {
		m.beginTwin(t, ref)
	}
}

// sealedItem is what a compaction of the provider's left: bytes that only it can read.
func (m *mapper) sealedItem(x *item) {
	m.parts = m.parts[:0]
	if e := adapters.Quoted(x.get(iEncrypted)); len(e) > 2 {
		m.parts = append(m.parts, m.sealed(e, typeCompaction))
	}
	m.begin(m.say(m.itemID(x), m.agent(), asif.RoleAssistant, isSeen))
}

// snapshot is the Git commit that the harness made of the working folder (0.52 to 0.12x).
func (m *mapper) snapshot(x *item) {
	m.parts = m.parts[:0]
	if g := x.get(iGhost); g != nil {
		m.parts = append(m.parts, adapters.NewStructured("codex/ghost-commit/1", g))
	}
	m.remark(m.itemID(x), "codex/ghost_snapshot")
}

// agentMessage is what one agent sent another: the model sees it as an item of its own kind (0.142 and later).
func (m *mapper) agentMessage(x *item) {
	m.collect(x)
	m.say(m.itemID(x), m.author(x.text(iAuthor)), asif.RoleUser, isSeen|isTurn)
}
