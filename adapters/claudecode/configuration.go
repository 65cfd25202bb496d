package claudecode

import (
	"bytes"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// A record changes the configuration where it says something else than what held after its parent. All that one record
// changes is one event, before what the record says.

// numbered gives numbers, from 1, to distinct values.
type numbered struct {
	list []string
	by   map[string]int32
}

func (s *numbered) number(value []byte) int32 {
	if n, ok := s.by[string(value)]; ok {
		return n
	}
	if s.by == nil {
		s.by = map[string]int32{}
	}
	s.list = append(s.list, string(value))
	s.by[string(value)] = int32(len(s.list))
	return int32(len(s.list))
}

// value is the value of a number, nil of 0.
func (s *numbered) value(n int32) []byte {
	if n == 0 {
		return nil
	}
	return []byte(s.list[n-1])
}

// further is a setting other than those that most records have, in the order of the file: the one before it held too,
// unless it is of the same key.
type further struct{ key, value, before int32 }

// put sets one part of the configuration; a nil value removes it. What holds already is no change.
func (m *mapper) put(of adapters.SettingKind, key string, value []byte) {
	k, v := m.known.number(append(strconv.AppendInt(nil, int64(of), 10), key...)), int32(0)
	if value != nil {
		v = m.known.number(value)
	}
	held := int32(0)
	for i := m.now.further; i != 0; i = m.furthers.At(int(i) - 1).before {
		if x := m.furthers.At(int(i) - 1); x.key == k {
			held = x.value
			break
		}
	}
	if held == v {
		return
	}
	m.now.further = int32(m.furthers.Add(further{k, v, m.now.further}) + 1)
	m.changes = append(m.changes, adapters.Setting{Of: of, Key: key, Value: bytes.Clone(value)})
}

// configure notes what the envelope of the record sets: folder and Git branch, version, permission mode.
func (m *mapper) configure() {
	m.place()
	if raw := m.rec.get(fMode); adapters.Quoted(raw) != nil {
		m.latches.mode = append(m.latches.mode[:0], raw...)
	}
	m.setMode()
}

// setMode sets the permission mode that was told last.
func (m *mapper) setMode() {
	if mode := m.latches.mode; len(mode) > 0 && !bytes.Equal(mode, m.latches.modeRaw) {
		m.latches.modeRaw = append(m.latches.modeRaw[:0], mode...)
		m.latches.modeNumber = m.known.number(mode)
	}
	if n := m.latches.modeNumber; n != 0 && n != m.now.mode {
		m.now.mode = n
		m.changes = append(m.changes, adapters.Setting{Of: adapters.PolicySetting, Key: policyMode, Value: policy(policyMode, "claude-code/permission-mode/1", m.latches.mode)})
	}
}

// IDs of policies.
const (
	policyMode    = "permission-mode"
	policyAllowed = "command-permissions"
)

// policy is a policy that the harness enforces; its definition is JSON.
func policy(id, typ string, definition []byte) []byte {
	v := asif.AppendString([]byte(`{"id":`), id)
	v = asif.AppendString(append(v, `,"type":`...), typ)
	return append(append(append(v, `,"definition":`...), definition...), `,"enforcing":true}`...)
}

// latches are the last words of records that are written again and again.
type latches struct {
	mode, modeRaw []byte // JSON strings
	modeNumber    int32
	model, effort []byte // of the response before
	modelNumber   int32
}

// modelUsed sets the model and the effort of a response.
func (m *mapper) modelUsed() {
	r, l := &m.rec, &m.latches
	if len(r.model) <= 2 || string(r.model) == `"`+synthetic+`"` {
		return
	}
	effort := adapters.Quoted(r.get(fEffort))
	if l.modelNumber == 0 || !bytes.Equal(l.model, r.model) || !bytes.Equal(l.effort, effort) {
		l.model, l.effort = append(l.model[:0], r.model...), append(l.effort[:0], effort...)
		l.modelNumber = m.known.number(modelValue(r.model, effort))
	}
	m.setModel(l.modelNumber)
}

func modelValue(id, effort []byte) []byte {
	v := asif.AppendText([]byte(`{"provider":"`+provider+`","id":`), id)
	if effort != nil {
		v = asif.AppendText(append(v, `,"effort":`...), effort)
	}
	return append(v, '}')
}

func (m *mapper) setModel(n int32) {
	if n == m.now.model {
		return
	}
	m.now.model = n
	m.changes = append(m.changes, adapters.Setting{Of: adapters.ModelSetting, Value: m.known.value(n)})
}

// change drafts the record's change, if there is one.
func (m *mapper) change() {
	if len(m.changes) == 0 {
		return
	}
	held := m.now.turn
	if t := m.turnNow(); t != nil && t.done() {
		m.now.turn = 0
	}
	m.add(m.aside(), m.harness(), 0, &adapters.ConfigurationChange{Settings: m.changes})
	m.changes, m.now.turn = m.changes[:0], held
}

// capability sets that something is at hand: a tool whose contract is loaded when asked for, an agent, a skill, an MCP
// server.
func (m *mapper) capability(c ability, name, state []byte) {
	id := c.prefix + string(adapters.Text(name))
	if len(id) == len(c.prefix) {
		return
	}
	v := asif.AppendString([]byte(`{"id":`), id)
	v = asif.AppendString(append(v, `,"type":`...), c.typ)
	v = asif.AppendText(append(v, `,"definition":{"name":`...), name)
	if state != nil {
		v = asif.AppendText(append(v, `,"state":`...), state)
	}
	m.put(adapters.CapabilitySetting, id, append(v, `},"resource_ids":[],"required":false}`...))
}

// ability is a kind of capability.
type ability struct{ prefix, typ string }

var abilityServer = ability{"mcp:", "claude-code/mcp-server/1"}

// abilities are the kinds of capabilities that attachments list.
var abilities = map[string]ability{
	"deferred_tools_delta":   {"deferred-tool:", "claude-code/deferred-tool/1"},
	"deferred_tools_record":  {"deferred-tool:", "claude-code/deferred-tool/1"},
	"agent_listing_delta":    {"agent:", "claude-code/agent/1"},
	"skill_listing":          {"skill:", "claude-code/skill/1"},
	"dynamic_skill":          {"skill:", "claude-code/skill/1"},
	"mcp_instructions_delta": abilityServer,
}

// instruction sets an instruction whose texts are resources: they are long, and a configuration is written again at
// every change. scope is JSON.
func (m *mapper) instruction(id string, scope []byte, res adapters.Resource, texts ...[]byte) {
	parts, sources := []byte(nil), []byte(nil)
	for _, t := range texts {
		if adapters.Quoted(t) == nil {
			continue
		}
		if parts != nil {
			parts, sources = append(parts, ','), append(sources, ',')
		}
		res.MediaType, res.Purpose, res.Text, res.Span = "text/plain", "instruction", t, m.native.Span
		r := m.sink.Resource(&res)
		parts = append(asif.AppendString(append(parts, `{"kind":"resource","resource_id":`...), r), '}')
		sources = append(asif.AppendString(append(sources, `{"resource_id":`...), r), '}')
	}
	if parts == nil {
		return
	}
	v := asif.AppendString([]byte(`{"id":`), id)
	v = append(append(append(v, `,"parts":[`...), parts...), `],"scope":{"dialect":"claude-code/instruction-scope","value":`...)
	v = append(append(v, scope...), `},"activation":{"dialect":"claude-code/instruction-activation","value":"always"},"provenance":{"mode":"observed","producer":"claude-code","sources":[`...)
	m.put(adapters.InstructionSetting, id, append(append(v, sources...), "]}}"...))
}

// memory sets the text of an instruction file.
func (m *mapper) memory(path, typ, content []byte) {
	if adapters.Quoted(content) == nil {
		return
	}
	name := string(adapters.Text(path))
	scope := asif.AppendString([]byte(`{"path":`), name)
	if adapters.Quoted(typ) != nil {
		scope = asif.AppendText(append(scope, `,"type":`...), typ)
	}
	m.instruction("file:"+name, append(scope, '}'), adapters.Resource{Name: name, Location: name}, content)
}
