// Package profiles says what destination harnesses can take: one data file each, checked against a schema, with the
// place where each fact is documented or the version it was seen in.
package profiles

import (
	"cmp"
	"slices"
	"strings"
)

// Profile is what one harness can take. Names of tools, files and variables are verbatim.
type Profile struct {
	Name           string            `json:"name"`
	Title          string            `json:"title"`
	Provider       string            `json:"provider"` // of models that are named without one
	Versions       []string          `json:"versions_verified"`
	State          []StateFormat     `json:"state"`
	Binary         Binary            `json:"binary"`
	Home           Home              `json:"home"`
	Resume         string            `json:"resume"` // command line, with {session} for the ID
	Tools          []Tool            `json:"tools"`
	ByShell        []string          `json:"by_shell,omitempty"` // behaviour classes that are done with the shell
	Instructions   []InstructionFile `json:"instructions"`
	MediaTypes     []string          `json:"media_types"`
	MCP            MCP               `json:"mcp"`
	ApprovalModes  []ApprovalMode    `json:"approval_modes"`
	Facilities     Facilities        `json:"facilities"`
	Roles          Roles             `json:"roles"`
	Reasoning      Reasoning         `json:"reasoning"`
	Credentials    []string          `json:"credentials"`     // names of environment variables
	LoginFiles     []PlacedFile      `json:"login_files"`     // that hold a login
	OverheadTokens int64             `json:"overhead_tokens"` // estimate of the harness's own prompt and tool definitions
	Models         []Model           `json:"models"`
	Documented     []Fact            `json:"documented"`
}

// StateFormat is a form in which the harness keeps sessions, and the versions that it was verified with.
type StateFormat struct {
	Format   string   `json:"format"`
	Versions []string `json:"versions"`
	Place    string   `json:"place"`
}

// Binary tells how to recognize an installed harness.
type Binary struct {
	Names    []string `json:"names"`
	Packages []string `json:"packages"` // of the npm registry
}

// Home is the folder of the harness's configuration: what the variable names, else a path below the user's home.
type Home struct {
	Env  string `json:"env"`
	Path string `json:"path"`
}

// Tool is one built-in tool. Its class, of classes.json, says what it does; Takes are the names of its arguments.
type Tool struct {
	Name  string   `json:"name"`
	Class string   `json:"class"`
	Takes []string `json:"takes"`
	Note  string   `json:"note,omitempty"`
}

// InstructionFile is a file that the harness reads instructions from.
type InstructionFile struct {
	File      string `json:"file"`
	Scope     string `json:"scope"`
	Authority string `json:"authority"`
	Note      string `json:"note,omitempty"`
}

// MCP says how servers are reached, where they are configured, and how their tools are named.
type MCP struct {
	Transports []string  `json:"transports"`
	ToolNames  string    `json:"tool_names"` // with <server> and <tool>
	Files      []MCPFile `json:"files"`
}

// MCPFile is a file with servers under a key. In is "root", "home" or "user".
type MCPFile struct {
	Path   string `json:"path"`
	In     string `json:"in"`
	Format string `json:"format"`
	Key    string `json:"key"`
}

// PlacedFile is a file below the harness's home ("home") or the user's ("user").
type PlacedFile struct {
	Path string `json:"path"`
	In   string `json:"in"`
}

// ApprovalMode is a setting of when the user is asked.
type ApprovalMode struct {
	Name string `json:"name"`
	Asks string `json:"asks"`
}

// Facilities are what else a harness may have.
type Facilities struct {
	SubAgents Facility `json:"sub_agents"`
	Skills    Facility `json:"skills"`
	Hooks     Facility `json:"hooks"`
	Plugins   Facility `json:"plugins"`
	Commands  Facility `json:"commands"`
	Policies  Facility `json:"policies"`
}

// Facility tells whether there is one ("yes", "no", "unknown") and where its files lie.
type Facility struct {
	Support string   `json:"support"`
	Places  []string `json:"places"`
}

// Roles says what becomes of messages with these roles.
type Roles struct {
	System    string `json:"system"`
	Developer string `json:"developer"`
}

// Reasoning names the providers whose reasoning can be sent back.
type Reasoning struct {
	Accepts []string `json:"accepts"`
	Note    string   `json:"note"`
}

// Model is a model with its limits, in tokens. Context holds input and output together.
type Model struct {
	Provider      string `json:"provider"`
	ID            string `json:"id"`
	Context       int64  `json:"context"`
	OutputReserve int64  `json:"output_reserve"`
	Tokenizer     string `json:"tokenizer"` // "o200k_base", "cl100k_base", "estimate", "unknown"
}

// Fact is where something of a profile is documented, or what it was seen with.
type Fact struct {
	What  string `json:"what"`
	Where string `json:"where"`
}

// Class is a behaviour class: what tools of it do, how far that reaches ("none", "local", "remote", "unknown") and
// whether it may be done again ("never", "idempotent", "reconcile", "unknown").
type Class struct {
	What    string `json:"what"`
	Effects string `json:"effects"`
	Replay  string `json:"replay"`
}

// Unknown is the class of tools that nothing is known of; MCPTool that of tools of MCP servers.
const (
	Unknown = "unknown"
	MCPTool = "mcp_tool"
)

// Tool finds a built-in tool by its name.
func (p *Profile) Tool(name string) (Tool, bool) {
	i := slices.IndexFunc(p.Tools, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return p.Tools[i], true
}

// ClassOf is the behaviour class of a tool with this name: of a built-in one, or of one of an MCP server.
func (p *Profile) ClassOf(name string) string {
	if t, ok := p.Tool(name); ok {
		return t.Class
	}
	if server, _ := p.Server(name); server != "" {
		return MCPTool
	}
	return Unknown
}

// Server splits the name of a tool of an MCP server; both are "" for other names. A server's name may hold the
// separator, so that the split is a guess where there are several: the first one counts.
func (p *Profile) Server(name string) (server, tool string) {
	before, after, ok := strings.Cut(p.MCP.ToolNames, "<server>")
	if !ok || before == "" { // without a prefix every name could be one
		return "", ""
	}
	rest, ok := strings.CutPrefix(name, before)
	between, _, _ := strings.Cut(after, "<tool>")
	if !ok || between == "" {
		return "", ""
	}
	server, tool, ok = strings.Cut(rest, between)
	if !ok || server == "" || tool == "" {
		return "", ""
	}
	return server, tool
}

// OfClass are the built-in tools of a behaviour class, those first that are offered by all versions.
func (p *Profile) OfClass(class string) []Tool {
	var out []Tool
	for _, t := range p.Tools {
		if t.Class == class {
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b Tool) int { return cmp.Compare(min(len(a.Note), 1), min(len(b.Note), 1)) })
	return out
}

// Model finds a model by provider and ID. A dated ID ("claude-opus-5-5-20261001") means the undated model where the
// profile has no entry of its own for it.
func (p *Profile) Model(provider, id string) (Model, bool) {
	undated := id
	if i := strings.LastIndexByte(id, '-'); i > 0 && len(id)-i == len("-20261001") && strings.Trim(id[i+1:], "0123456789") == "" {
		undated = id[:i]
	}
	for _, name := range []string{id, undated} {
		i := slices.IndexFunc(p.Models, func(m Model) bool { return m.Provider == provider && m.ID == name })
		if i >= 0 {
			m := p.Models[i]
			m.ID = id
			return m, true
		}
	}
	return Model{}, false
}

// Providers are those whose models the profile lists, each once.
func (p *Profile) Providers() []string {
	var out []string
	for _, m := range p.Models {
		if !slices.Contains(out, m.Provider) {
			out = append(out, m.Provider)
		}
	}
	return out
}
