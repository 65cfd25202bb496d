package claudecode

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// attachmentSettings sets what an attachment tells of the configuration.
func (m *mapper) attachmentSettings() {
	if c, ok := abilities[string(m.rec.attachment)]; ok {
		m.listed(c)
	}
	if do := attachmentSettings[string(m.rec.attachment)]; do != nil {
		do(m)
	}
}

var attachmentSettings = map[string]func(*mapper){
	"command_permissions":    (*mapper).allowedTools,
	"instructions":           (*mapper).instructionFiles,
	"mcp_instructions_delta": (*mapper).serverInstructions,
	"model":                  (*mapper).identity,
	"nested_memory":          func(m *mapper) { m.memory(m.rec.get(fMemoryPath), m.rec.get(fMemoryType), m.rec.get(fMemoryText)) },
	snapshotType:             (*mapper).snapshot,
}

// listed sets what a listing adds and removes. The names of MCP servers that are not ready are told beside deferred
// tools.
func (m *mapper) listed(c ability) {
	r := &m.rec
	for _, n := range r.list(fRemoved) {
		if name := adapters.Text(n); len(name) > 0 {
			m.put(adapters.CapabilitySetting, c.prefix+string(name), nil)
		}
	}
	for _, n := range r.list(fAdded) {
		if adapters.Quoted(n) != nil {
			m.capability(c, n, nil)
		}
	}
	for _, n := range r.list(fServer) {
		if adapters.Quoted(n) != nil {
			m.capability(abilityServer, n, []byte(`"not ready"`))
		}
	}
}

// serverInstructions are the texts of MCP servers, in the order of their names.
func (m *mapper) serverInstructions() {
	r := &m.rec
	names, texts := r.list(fAdded), r.list(fBlockText)
	for _, n := range r.list(fRemoved) {
		m.put(adapters.InstructionSetting, "mcp:"+string(adapters.Text(n)), nil)
	}
	if len(names) != len(texts) {
		return
	}
	for i, n := range names {
		if name := adapters.Text(n); len(name) > 0 {
			m.instruction("mcp:"+string(name), asif.AppendText(nil, n), adapters.Resource{Name: string(name)}, texts[i])
		}
	}
}

// instructionFiles are the files of one attachment (2.1.25x).
func (m *mapper) instructionFiles() {
	for _, f := range m.rec.list(fFile) {
		m.memory(source.Member(f, "path"), source.Member(f, "type"), source.Member(f, "content"))
	}
}

// snapshot is the system prompt and, in a later record, the contracts of the tools (2.1.26x).
func (m *mapper) snapshot() {
	r := &m.rec
	m.instruction("system", []byte(`"session"`), adapters.Resource{Name: "system prompt"}, r.list(fSystemPrompt)...)
	for _, t := range r.list(fContract) {
		m.define(t)
	}
}

// identity is the model that the harness tells the model it is.
func (m *mapper) identity() {
	id := adapters.Quoted(m.rec.get(fModelID))
	if id == nil {
		return
	}
	v := modelValue(id, nil)
	if now := m.known.value(m.now.model); bytes.HasPrefix(now, v[:len(v)-1]) { // known, and with its effort
		return
	}
	m.latches.modelNumber = 0
	m.setModel(m.known.number(v))
}

// allowedTools are the tools that a command may use without asking.
func (m *mapper) allowedTools() {
	v := []byte{'['}
	for i, t := range m.rec.list(fAdded) {
		if i > 0 {
			v = append(v, ',')
		}
		v = append(v, t...)
	}
	m.put(adapters.PolicySetting, policyAllowed, policy(policyAllowed, "claude-code/command-permissions/1", append(v, ']')))
}
