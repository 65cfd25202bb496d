package ahp

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// settingsOf are the circumstances that an event tells of: which harness, where, and with which model.
func (s *session) settingsOf(e *event) (out []adapters.Setting) {
	h := e.f[fHarness]
	if isObject(h) {
		if name := word(of(h, "name")); s.harnessName == "" {
			s.harnessName = name
		}
		value := object(member{"harness", adapters.Quoted(of(h, "name"))}, member{"version", adapters.Quoted(of(h, "version"))})
		out = append(out, place(adapters.RuntimeSetting, s.environment(asif.EnvironmentRuntime, "asif-convert/runtime/1", value, "The harness that reported.")))
	}
	if id := s.folders(e.f[fCwd], e.f[fRoots]); id != "" {
		out = append(out, place(adapters.WorkspaceSetting, id))
	}
	if model := adapters.Quoted(e.f[fSessionModel]); len(model) > 2 {
		out = append(out, adapters.Setting{Of: adapters.ModelSetting, Value: object(member{"id", model})})
	}
	return out
}

func place(kind adapters.SettingKind, id string) adapters.Setting {
	return adapters.Setting{Of: kind, Key: id, Value: []byte("true")}
}

// folders is the environment of the folders that the session works in, "" where none is told.
func (s *session) folders(cwd, roots []byte) string {
	cwd = adapters.Quoted(cwd)
	if !array(roots) {
		roots = nil
	}
	if cwd == nil && roots == nil {
		return ""
	}
	value := object(member{"cwd", cwd}, member{"workspace_roots", roots})
	return s.environment(asif.EnvironmentWorkspace, "asif-convert/workspace/1", value, "Folders that the session works in.")
}

// circumstances drafts a change of configuration where an event tells of others than those before, and returns how many
// events it drafted. A session's start tells them all itself.
func (s *session) circumstances(e *event) uint8 {
	if e.settles != nil {
		e.block = int(e.settles.lead)
		return e.settles.lead
	}
	s.totals(e)
	if e.typ != "session.start" && s.around.hold(e) {
		return 0
	}
	list := s.settingsOf(e)
	if e.typ == "session.start" {
		return 0
	}
	kept := list[:0]
	for _, x := range list {
		if s.force[x.Of] != mark(x) {
			kept = append(kept, x)
		}
	}
	if len(kept) > 0 {
		was := e.extended
		s.configure(e, kept...)
		e.extended = was // what the event says stands at its own event
	}
	s.around.keep(e)
	return uint8(min(len(kept), 1))
}

// circumstances are what events tell of them, byte by byte: nearly every event of a session tells the same.
type circumstances struct {
	harness, cwd, roots, model []byte
	inForce                    bool // and nothing else was configured since
}

// hold tells whether an event tells of no others.
func (c *circumstances) hold(e *event) bool {
	return c.inForce && bytes.Equal(c.harness, e.f[fHarness]) && bytes.Equal(c.cwd, e.f[fCwd]) && bytes.Equal(c.roots, e.f[fRoots]) &&
		bytes.Equal(c.model, e.f[fSessionModel])
}

func (c *circumstances) keep(e *event) {
	c.harness, c.cwd, c.roots = append(c.harness[:0], e.f[fHarness]...), append(c.cwd[:0], e.f[fCwd]...), append(c.roots[:0], e.f[fRoots]...)
	c.model, c.inForce = append(c.model[:0], e.f[fSessionModel]...), true
}

func mark(x adapters.Setting) string { return x.Key + "\x00" + string(x.Value) }

// configure drafts a change of configuration.
func (s *session) configure(e *event, list ...adapters.Setting) asif.Ref {
	for _, x := range list {
		if x.Of == adapters.ModelSetting || x.Of >= adapters.WorkspaceSetting {
			s.force[x.Of], s.around.inForce = mark(x), false
		}
	}
	if s.volume.add(list) > maxVolume {
		s.Sink.Lose(losses.ConfigurationAsExtension)
		return s.remark(e, member{"settings", written(list)})
	}
	return s.add(e, adapters.Draft{Actor: s.harness(), Data: &adapters.ConfigurationChange{Settings: list}})
}

// totals keeps the session's running counters as they were told last.
func (s *session) totals(e *event) {
	if e.typ != "session.end" {
		return
	}
	for _, list := range [][]byte{of(e.f[fSession], "counters"), e.f[fCounters]} {
		source.Members(list, func(key, value []byte) bool {
			if n := number(value); n != nil && n[0] != '-' && len(s.counters) < maxCounters {
				s.counters[word(key)] = append([]byte(nil), n...)
			}
			return true
		})
	}
}

// maxCounters bounds the running counters of a session.
const maxCounters = 64

// sessionStart tells what the session starts from.
func (s *session) sessionStart(e *event) {
	list := s.settingsOf(e)
	list = append(list, capability("ahp.permission_mode", object(member{"mode", adapters.Quoted(e.f[fPermissionMode])})))
	if isObject(e.f[fManifest]) {
		list = append(list, capability("ahp.manifest", s.safe(e, fManifest)))
	}
	for i := range e.items.Each {
		if m := speechOf(e.items.Below(i)); m.instructs() {
			if x := s.saying(m.id); x != nil {
				x.told = true
			}
			list = append(list, s.instruction(e, m))
		}
	}
	ref := s.configure(e, list...)
	s.offer.add(e.f[fManifest])
	if array(of(e.f[fManifest], "gaps")) {
		s.Lose(losses.DeclaredGap, ref)
	}
	for i := range e.items.Each {
		if m := speechOf(e.items.Below(i)); isObject(e.items.Value(i)) && !m.instructs() {
			s.say(e, m, s.someone(), byTheModel)
		}
	}
	if isObject(e.f[fResumedFrom]) {
		s.Lose(losses.LineageUnknown, ref)
	}
	trigger := word(e.f[fTrigger])
	if !s.begun && s.events > 1 && (trigger == "resume" || trigger == "compact") && e.settles == nil {
		s.Sink.Lose(losses.SessionStartMissing, ref)
	}
	if s.begun && !s.ended && e.settles == nil && trigger != "compact" {
		s.Sink.Lose(losses.SessionEndMissing, ref)
	}
	s.begun, s.ended = true, false
}

// instructs tells whether a message is an instruction of the session, not something said in it.
func (m *speech) instructs() bool {
	r := roleOf(m.role)
	return r == asif.RoleSystem || r == asif.RoleDeveloper
}

func capability(id string, definition []byte) adapters.Setting {
	return adapters.Setting{Of: adapters.CapabilitySetting, Key: id, Value: object(
		member{"id", quote(id)}, member{"type", quote(id)}, member{"definition", definition}, member{"resource_ids", []byte("[]")}, member{"required", []byte("false")})}
}

// instruction is a text that the model is told before the conversation.
func (s *session) instruction(e *event, m speech) adapters.Setting {
	id := word(m.id)
	if id == "" {
		id = "unnamed"
	}
	o := []byte{'['}
	for _, p := range s.appendParts(nil, e, m.parts) {
		o = append(comma(o), partJSON(p)...)
	}
	dialect := func(value string) []byte {
		return object(member{"dialect", quote("ahp.session.start")}, member{"value", quote(value)})
	}
	return adapters.Setting{Of: adapters.InstructionSetting, Key: id, Value: object(
		member{"id", quote(id)}, member{"parts", append(o, ']')}, member{"scope", dialect("session")}, member{"activation", dialect("always")},
		member{"provenance", object(member{"mode", quote("reported")}, member{"producer", quote(space)})}, member{"role", adapters.Quoted(m.role)})}
}

// partJSON is a part as it stands in a document.
func partJSON(p adapters.Part) []byte {
	switch p.Kind {
	case adapters.TextPart:
		return object(member{"kind", quote("text")}, member{"text", asif.AppendText(nil, p.Text)})
	case adapters.StructuredPart:
		return object(member{"kind", quote("structured")}, member{"schema", quote(p.Name)}, member{"value", p.Value})
	}
	return object(member{"kind", quote("resource")}, member{"resource_id", quote(p.Resource)})
}

// sessionEnd ends the session, but no turn.
func (s *session) sessionEnd(e *event) {
	value := object(member{"outcome", s.safe(e, fOutcome)}, member{"reason", s.safe(e, fReason)})
	s.note(e, "ahp.session.end", adapters.Part{Kind: adapters.StructuredPart, Name: space + "/session.end", Value: value})
	s.ended = true
}

// configured is a change of settings, of which names and a summary are told.
func (s *session) configured(e *event) {
	c := e.f[fChange]
	if !isObject(c) {
		s.remark(e)
		return
	}
	s.configure(e, capability("ahp.settings:"+word(of(c, "source"))+"/"+word(of(c, "scope")), e.safe(c)))
}

// workspaceChanged moves the session to other folders.
func (s *session) workspaceChanged(e *event) {
	c := of(e.f[fWorkspace], "change")
	id := s.folders(of(c, "cwd"), of(c, "workspaceRoots"))
	if id == "" {
		s.remark(e)
		return
	}
	s.configure(e, place(adapters.WorkspaceSetting, id))
}
