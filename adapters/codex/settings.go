package codex

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// sessionMeta maps the first line of a thread: who began it, where, and what the model was told. The first one of a
// file owns it. A later one is a copy of another thread's, or the thread's own with changes.
func (m *mapper) sessionMeta() losses.Outcome {
	id := adapters.Text(m.rec.f[fMetaID])
	switch {
	case !m.now.meta:
		m.owner(id)
		if m.rec.f[fHistoryBase] == nil {
			m.rec.f[fTime] = m.rec.f[fMetaTime] // the file is created at the first turn
		}
	case !bytes.Equal(id, m.now.thread):
		m.copyOfThread(id)
		return losses.Outcome{Do: losses.Preserved, Why: whyInherited}
	}
	m.places.take(m.rec.f[fCwd], m.rec.f[fCommit], m.rec.f[fGitBranch], m.rec.f[fVersion])
	m.places.repository(m.rec.f[fRemote])
	if p := adapters.Quoted(m.rec.f[fProvider]); p != nil {
		m.places.provider = bytes.Clone(p)
	}
	m.toolsUpdated()
	m.configure(isPrelude)
	return m.settled()
}

// bareMeta is the first line of versions before 0.32, and the head of a file of the first generation.
func (m *mapper) bareMeta() losses.Outcome {
	if !m.now.meta {
		m.owner(adapters.Text(m.rec.f[fMetaID]))
	}
	m.places.take(nil, m.rec.f[fCommit], m.rec.f[fGitBranch], nil)
	m.places.repository(m.rec.f[fRemote])
	m.rec.f[fTime] = m.rec.f[fMetaTime]
	m.configure(isPrelude)
	return m.settled()
}

// owner takes the thread's own first line.
func (m *mapper) owner(id []byte) {
	m.now.meta = true
	m.now.thread = bytes.Clone(id)
	f := &m.rec.f
	if m.input > 0 {
		m.now.foreign = !bytes.Equal(id, m.family.thread)
		m.chain()
		return
	}
	m.family.thread = m.now.thread
	m.chain()
	m.who.child = f[fSourceSubagent] != nil || len(adapters.Text(f[fParentThread])) > 0
	switch string(adapters.Text(f[fSource])) {
	case "exec", "mcp":
		m.who.driven = true
	}
	m.who.nickname, m.who.path = string(adapters.Text(f[fNickname])), string(adapters.Text(f[fAgentPath]))
	m.forkedFrom = string(adapters.Text(f[fForkedFrom]))
	for _, id := range []int{fForkedFrom, fParentThread} {
		if v := adapters.Text(f[id]); len(v) > 0 && len(v) <= maxID {
			m.related(relations[id], string(v))
		}
	}
	m.handed = adapters.HandedOver(nativeHarness, adapters.Text(f[fFromSession]), adapters.Text(f[fFromCapture]), adapters.Text(f[fFromEvent]))
	if o := f[fOwnFrom]; o != nil {
		m.now.ownFrom = adapters.Count(o)
	}
}

// relations are the namespaces of the threads that a first line names.
var relations = map[int]string{fForkedFrom: "codex/forked-from", fParentThread: "codex/parent-thread"}

// maxID bounds an ID that is told.
const maxID = 200

// related names a thread that this one comes from.
func (m *mapper) related(space, value string) {
	m.names = append(m.names, asif.NativeIdentifier{Provider: provider, Namespace: space, Value: value})
}

// chain remembers what the file goes on from.
func (m *mapper) chain() {
	b := base{cut: -1, own: string(m.now.thread)}
	if t := adapters.Text(m.rec.f[fHistoryBase]); len(t) > 0 {
		b.file, b.cut, b.bytes = string(t), adapters.Count(m.rec.f[fHistoryEnd]), adapters.Count(m.rec.f[fHistoryBytes])
	}
	m.bases = append(m.bases, b)
}

// copyOfThread begins the copy of another thread's history (forks before 0.14x): what follows is not the thread's own until
// a turn of its own begins.
func (m *mapper) copyOfThread(id []byte) {
	if m.input > 0 || m.now.turns > 0 || m.now.run > 0 {
		return
	}
	m.now.inherited = true
	if !m.who.child && !m.copied {
		m.copied = true
		m.original(string(id))
	}
}

// turnContext maps the settings of a turn, as far as they changed.
func (m *mapper) turnContext() losses.Outcome {
	for _, id := range lasting {
		if !bytes.Equal(m.now.last[id], m.rec.f[id]) {
			m.now.last[id] = bytes.Clone(m.rec.f[id])
		}
	}
	m.places.take(m.rec.f[fCwd], nil, nil, nil)
	if v := adapters.Quoted(m.rec.f[fModel]); v != nil {
		if m.input == 0 {
			m.model = append(m.model[:0], v...)
		}
	}
	m.configure(0)
	return m.settled()
}

// lasting are the settings that stay as they are when a record does not tell them; a turn_context tells all.
var lasting = []int{fModel, fEffort, fSummary, fApproval, fReviewer, fSandbox, fPermissions, fNetwork}

// threadSettings maps settings that changed between turns (0.14x and later): what the record does not tell stays.
func (m *mapper) threadSettings() losses.Outcome {
	for _, id := range lasting {
		if m.rec.f[id] == nil {
			m.rec.f[id] = m.now.last[id]
		}
	}
	return m.turnContext()
}

// worldState is what the harness tells the model of its surroundings (0.14x and later): as a whole, then what changed.
// Turn contexts and messages say the same but for the commands that a person approved for good.
func (m *mapper) worldState() losses.Outcome {
	list := m.rec.f[fApproved]
	if list == nil || m.now.last[fApproved] == nil && string(list) == "[]" || bytes.Equal(list, m.now.last[fApproved]) {
		return losses.Outcome{Do: losses.Preserved, Why: whyRepeats}
	}
	m.now.last[fApproved] = bytes.Clone(list)
	m.configure(0)
	return m.settled()
}

// configure drafts a change of the settings that the record tells and that differ from those told before.
func (m *mapper) configure(flags uint32) {
	c := &changes{m: m}
	f := &m.rec.f
	if m.places.workspaceChanged() {
		c.set(adapters.WorkspaceSetting, m.workspace(), []byte("true"))
	}
	if m.places.runtimeChanged() {
		c.set(adapters.RuntimeSetting, m.runtime(), []byte("true"))
	}
	if f[fModel] != nil {
		c.set(adapters.ModelSetting, "", m.modelValue())
	}
	c.instruction("base", f[fBaseInstructions])
	c.instruction("user", f[fUserInstructions])
	c.instruction("developer", f[fDeveloperInstructions])
	c.instruction("collaboration-mode", f[fModeInstructions])
	c.policy("approval", "codex/approval-policy", member{"approval_policy", f[fApproval]}, member{"approvals_reviewer", f[fReviewer]})
	c.policy("sandbox", "codex/sandbox-policy", member{"sandbox_policy", f[fSandbox]}, member{"permission_profile", f[fPermissions]}, member{"network", f[fNetwork]})
	c.policy("approved-commands", "codex/approved-command-prefixes", member{"approved_command_prefixes", f[fApproved]})
	c.capability("collaboration-mode", "codex/collaboration-mode", member{"mode", f[fMode]})
	c.capability("personality", "codex/personality", member{"personality", f[fPersonality]})
	if len(c.list) > 0 {
		m.add(0, m.harness(), flags, &adapters.ConfigurationChange{Settings: c.list})
	}
}

// modelValue is the model with what it was asked with.
func (m *mapper) modelValue() []byte {
	f := &m.rec.f
	return object(member{"id", f[fModel]}, member{"provider", m.places.provider}, member{"reasoning_effort", f[fEffort]}, member{"reasoning_summary", f[fSummary]})
}

// member is one member of an object; a nil value is left out.
type member struct {
	name  string
	value []byte
}

// object is an object of the members that have a value.
func object(list ...member) []byte {
	n, o := 0, []byte{'{'}
	for _, x := range list {
		if x.value == nil {
			continue
		}
		o = append(asif.AppendString(comma(o, n), x.name), ':')
		o = append(o, x.value...)
		n++
	}
	return append(o, '}')
}

// changes collects the settings of one change.
type changes struct {
	m    *mapper
	list []adapters.Setting
}

// set adds a setting that differs from what was told before.
func (c *changes) set(of adapters.SettingKind, key string, value []byte) {
	name := string(rune('0'+of)) + key
	if of >= adapters.WorkspaceSetting {
		name = string(rune('0' + of))
	}
	if c.m.now.settings[name] == key+string(value) {
		return
	}
	c.m.now.settings[name] = key + string(value)
	c.list = append(c.list, adapters.Setting{Of: of, Key: key, Value: value})
}

func (c *changes) policy(id, typ string, list ...member) {
	if v := object(list...); len(v) > 2 {
		c.set(adapters.PolicySetting, id, object(member{"id", quote(id)}, member{"type", quote(typ)}, member{"definition", v}, member{"enforcing", []byte("true")}))
	}
}

func (c *changes) capability(id, typ string, list ...member) {
	if v := object(list...); len(v) > 2 {
		c.set(adapters.CapabilitySetting, id, object(member{"id", quote(id)}, member{"type", quote(typ)}, member{"definition", v},
			member{"resource_ids", []byte("[]")}, member{"required", []byte("false")}))
	}
}

// instruction sets a text that the model is told before the conversation.
func (c *changes) instruction(id string, raw []byte) {
	raw = adapters.Quoted(raw)
	if len(raw) <= 2 {
		return
	}
	part := asif.AppendText([]byte(`[{"kind":"text","text":`), raw)
	scope := []byte(`{"dialect":"codex/instruction-scope","value":"thread"}`)
	active := []byte(`{"dialect":"codex/instruction-activation","value":"always"}`)
	c.set(adapters.InstructionSetting, id, object(member{"id", quote(id)}, member{"parts", append(part, `}]`...)}, member{"scope", scope},
		member{"activation", active}, member{"provenance", []byte(`{"mode":"observed","producer":"codex"}`)}))
}

func quote(s string) []byte { return asif.AppendString(nil, s) }
