package claudecode

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// shape is what a run of requests has in common: instructions and tools.
type shape struct {
	sum           digest
	instructions  []asif.Instruction
	tools         []adapters.ToolRef
	configuration adapters.ConfigurationRef // 0: not declared yet
}

// contract keeps a shape whose digest agrees. Its tools are what calls from here on are made by.
func (m *mapper) contract() losses.Outcome {
	r, q := &m.rec, &m.wire
	want, ok := hexDigest(r.hash)
	d, sound := q.canon.digestOf(r.shape)
	if !ok || !sound || d != want || r.shape[0] != '{' {
		return losses.Outcome{Do: losses.Preserved, Why: whyUnverified}
	}
	if q.shapeBy[d] != 0 {
		return folding
	}
	s := shape{sum: d}
	source.Values(source.Member(r.shape, "system"), func(block []byte) bool {
		s.instruct(block)
		return true
	})
	source.Values(source.Member(r.shape, "tools"), func(tool []byte) bool {
		if t := m.define(tool); t != 0 && !slices.Contains(s.tools, t) {
			s.tools = append(s.tools, t)
		}
		return true
	})
	if q.shapeBy == nil {
		q.shapeBy = map[digest]int32{}
	}
	q.shapes = append(q.shapes, s)
	q.shapeBy[d] = int32(len(q.shapes))
	return mapping
}

// instruct adds one block of the system prompt.
func (s *shape) instruct(block []byte) {
	if len(block) == 0 || block[0] != '{' {
		return
	}
	words := source.Member(block, "text")
	if adapters.Quoted(words) == nil {
		return
	}
	said := string(adapters.Text(words))
	s.instructions = append(s.instructions, asif.Instruction{
		ID:         "system-" + strconv.Itoa(len(s.instructions)+1),
		Parts:      []asif.Part{{Kind: asif.PartText, Text: &said}},
		Scope:      asif.InstructionScope{Dialect: "claude-code/instruction-scope", Value: []byte(`"request"`)},
		Activation: asif.InstructionActivation{Dialect: "claude-code/instruction-activation", Value: []byte(`"always"`)},
		Provenance: asif.Provenance{Mode: asif.ModeObserved, Producer: "claude-code"},
	})
}

// configured declares the configuration of a shape.
func (m *mapper) configured(s *shape) adapters.ConfigurationRef {
	if s.configuration == 0 {
		s.configuration = m.sink.Configuration(asif.Configuration{
			ID: "shape:" + hex.EncodeToString(s.sum[:8]), Instructions: append([]asif.Instruction{}, s.instructions...),
			Capabilities: []asif.Capability{}, Policies: []asif.Policy{}, SecretRequirements: []asif.ConfigurationSecretRequirements{},
			Knowledge: asif.KnowledgeEffective,
		})
	}
	return s.configuration
}

// definition is a tool with its contract.
type definition struct {
	raw digest
	ref adapters.ToolRef
}

// define declares a tool with its contract: {name, description, input_schema}. It is the one that calls of its name are
// made by from here on. A tool without name is none.
func (m *mapper) define(raw []byte) adapters.ToolRef {
	if len(raw) == 0 || raw[0] != '{' {
		return 0
	}
	name := adapters.Text(source.Member(raw, "name"))
	d, ok := m.wire.canon.digestOf(raw)
	if len(name) == 0 || !ok {
		return 0
	}
	for _, have := range m.defined[string(name)] {
		if have.raw == d {
			m.tools[string(name)] = have.ref
			return have.ref
		}
	}
	t := asif.Tool{ID: m.toolID(string(name)), Name: string(name), Description: string(adapters.Text(source.Member(raw, "description"))), InputSchema: []byte("true")}
	if schema := source.Member(raw, "input_schema"); schema != nil {
		t.InputSchema = bytes.Clone(schema)
	}
	ref := m.sink.Tool(t)
	m.tools[string(name)] = ref
	m.defined[string(name)] = append(m.defined[string(name)], definition{d, ref})
	return ref
}

// toolID names a tool; a further definition of a name is numbered.
func (m *mapper) toolID(name string) string {
	n := len(m.defined[name])
	if _, ok := m.tools[name]; ok && n == 0 {
		n = 1 // a call came before the contract
	}
	if n == 0 {
		return "tool:" + name
	}
	return "tool:" + name + "~" + strconv.Itoa(n+1)
}
