package codex

import (
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"

	"github.com/tidwall/gjson"
)

// valid tells whether bytes are one JSON value that a document may hold: UTF-8, no member twice, not too deep.
func (m *mapper) valid(b []byte) bool {
	return len(b) > 0 && depth(b) <= maxNesting && m.check.Valid(b)
}

// maxNesting bounds values that stood in a string: a document has 128 levels for itself and what it holds.
const maxNesting = 100

// depth is the most that brackets can be nested; those inside strings count too.
func depth(b []byte) (most int) {
	now := 0
	for _, c := range b {
		switch c {
		case '{', '[':
			now++
			most = max(most, now)
		case '}', ']':
			now--
		}
	}
	return most
}

// toolName is a tool's name with its namespace.
func toolName(space, name string) string {
	if name == "" {
		name = "unnamed"
	}
	if space == "" || space == "functions" {
		return name
	}
	return space + "." + name
}

// serverOf is the MCP server of a tool: mcp__server__tool, or a namespace of that shape.
func serverOf(full string) string {
	rest, ok := strings.CutPrefix(full, "mcp__")
	if !ok {
		return ""
	}
	if server, _, found := strings.Cut(rest, "__"); found {
		return server
	}
	server, _, _ := strings.Cut(rest, ".")
	return server
}

// tool is a tool by its name. Contracts of built-in tools are not part of the file.
func (m *mapper) tool(space, name string) adapters.ToolRef {
	full := toolName(space, name)
	if t, ok := m.tools[full]; ok {
		return t
	}
	if name == "" {
		name = "unnamed"
	}
	t := m.sink.Tool(asif.Tool{
		ID: "tool:" + full, Name: name, Description: "Contract not recorded.", InputSchema: []byte("true"), ServerIdentity: serverOf(full),
	})
	m.sink.Lose(losses.ToolSchemaNotRecorded)
	m.tools[full] = t
	return t
}

// additionalTools are the tools that the model is told of in the conversation (0.15x and later).
func (m *mapper) additionalTools(x *item) { m.defineAll("", x.get(iTools)) }

// toolsUpdated are tools that a client offers from now on.
func (m *mapper) toolsUpdated() losses.Outcome {
	for _, raw := range m.rec.tools {
		m.define("", gjson.ParseBytes(raw))
	}
	return folding
}

func (m *mapper) defineAll(space string, list []byte) {
	gjson.ParseBytes(list).ForEach(func(_, v gjson.Result) bool {
		m.define(space, v)
		return true
	})
}

// define declares a tool with its contract, or all tools of a namespace. The first contract of a tool stands.
func (m *mapper) define(space string, v gjson.Result) {
	if !v.IsObject() {
		return
	}
	if list := v.Get("tools"); v.Get("type").Str == "namespace" && list.IsArray() {
		m.defineAll(v.Get("name").Str, []byte(list.Raw))
		return
	}
	name := v.Get("name").Str
	full := toolName(space, name)
	if _, ok := m.tools[full]; ok || name == "" {
		return
	}
	t := asif.Tool{ID: "tool:" + full, Name: name, Description: v.Get("description").Str, InputSchema: m.schemaOf(v), ServerIdentity: serverOf(full)}
	if t.Description == "" {
		t.Description = "No description recorded."
	}
	m.tools[full] = m.sink.Tool(t)
}

// schemaOf is what a tool takes. A tool of free text takes a string.
func (m *mapper) schemaOf(v gjson.Result) []byte {
	for _, key := range []string{"parameters", "inputSchema", "input_schema"} {
		s := v.Get(key)
		if !s.Exists() {
			continue
		}
		return []byte(s.Raw)
	}
	if v.Get("type").Str == "custom" {
		return []byte(`{"type":"string"}`)
	}
	return []byte("true")
}
