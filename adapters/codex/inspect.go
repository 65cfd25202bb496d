package codex

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"

	"github.com/pelletier/go-toml/v2"
	"github.com/tidwall/gjson"
)

// configFile is what the inspection needs of a config.toml (documented for 0.15x to 0.17x).
type configFile struct {
	Model          string                  `toml:"model"`
	ModelProvider  string                  `toml:"model_provider"`
	ApprovalPolicy any                     `toml:"approval_policy"`
	SandboxMode    string                  `toml:"sandbox_mode"`
	Sandbox        map[string]any          `toml:"sandbox_workspace_write"`
	Fallbacks      []string                `toml:"project_doc_fallback_filenames"`
	DocBytes       *int64                  `toml:"project_doc_max_bytes"`
	Markers        []string                `toml:"project_root_markers"`
	Developer      string                  `toml:"developer_instructions"`
	Notify         []string                `toml:"notify"`
	Servers        map[string]configServer `toml:"mcp_servers"`
	Providers      map[string]configModels `toml:"model_providers"`
	Plugins        map[string]struct {
		Enabled *bool `toml:"enabled"`
	} `toml:"plugins"`
}

type configServer struct {
	Command    string            `toml:"command"`
	Args       []string          `toml:"args"`
	Env        map[string]string `toml:"env"`
	EnvVars    []any             `toml:"env_vars"`
	URL        string            `toml:"url"`
	Bearer     string            `toml:"bearer_token_env_var"`
	Headers    map[string]string `toml:"http_headers"`
	EnvHeaders map[string]string `toml:"env_http_headers"`
	Enabled    *bool             `toml:"enabled"`
}

type configModels struct {
	EnvKey     string            `toml:"env_key"`
	Headers    map[string]string `toml:"http_headers"`
	EnvHeaders map[string]string `toml:"env_http_headers"`
}

// inspector reads what Codex reads at start.
type inspector struct {
	g     adapters.Grounds
	to    *adapters.Inspection
	disk  *adapters.Disk
	home  string       // the harness's own folder
	files []configFile // the project's first: it counts more
}

// Inspect implements adapters.Inspector.
func (a Adapter) Inspect(g adapters.Grounds) (*adapters.Inspection, error) {
	to := &adapters.Inspection{}
	x := &inspector{g: g, to: to, disk: adapters.NewDisk(to), home: a.House().Home(g.Home, g.Env)}
	x.config(g.Root, ".codex/config.toml", ".codex/config.toml")
	x.config(x.home, "config.toml", "~/.codex/config.toml")
	x.config("/etc/codex", "config.toml", "/etc/codex/config.toml")
	x.documents()
	x.hooks(g.Root, ".codex/hooks.json", ".codex/hooks.json")
	x.hooks(x.home, "hooks.json", "~/.codex/hooks.json")
	x.skills(g.Root, ".codex/skills", ".codex/skills")
	x.skills(g.Root, ".agents/skills", ".agents/skills")
	x.skills(x.home, "skills", "~/.codex/skills")
	x.skills(g.Home, ".agents/skills", "~/.agents/skills")
	for _, name := range x.disk.List(x.home, "prompts", "~/.codex/prompts", ".md", 1) {
		prompt := strings.TrimSuffix(name, ".md")
		to.Capable("command:"+prompt, "codex/prompt/1", named(prompt, "~/.codex/prompts/"+name))
	}
	to.Settle()
	return to, nil
}

// config reads one configuration file, and what it declares.
func (x *inspector) config(dir, name, shown string) {
	raw := x.disk.Read(dir, name, shown)
	if raw == nil {
		return
	}
	var c configFile
	if err := toml.Unmarshal(raw, &c); err != nil {
		x.to.Refuse(shown, "not TOML as Codex has it")
		return
	}
	x.files = append(x.files, c)
	x.policy(&c, shown)
	for _, name := range sortedKeys(c.Servers) {
		x.server(name, shown, c.Servers[name])
	}
	for _, name := range sortedKeys(c.Providers) {
		p := c.Providers[name]
		if p.EnvKey != "" {
			x.to.Handle(p.EnvKey, "model provider "+name)
		}
		for header, variable := range p.EnvHeaders {
			if adapters.SecretName(header) || adapters.SecretName(variable) {
				x.to.Handle(variable, "model provider "+name)
			}
		}
		for header, value := range p.Headers {
			if adapters.SecretName(header) {
				x.to.Handle(header, "model provider "+name)
				x.to.Keep(value)
			}
		}
	}
	if len(c.Notify) > 0 {
		x.to.Capable("hook:notify:"+shown, "codex/hook/1", named(adapters.Program(c.Notify[0]), shown))
	}
	for _, name := range sortedKeys(c.Plugins) {
		if on := c.Plugins[name].Enabled; on == nil || *on {
			x.to.Capable("plugin:"+name, "codex/plugin/1", named(name, shown))
		}
	}
	if c.Developer != "" {
		x.to.Instruct("developer:"+shown, c.Developer, "codex", asif.AppendString(nil, shown), told["developer"])
	}
}

// policy is when Codex asks and what it may touch, as far as a file says.
func (x *inspector) policy(c *configFile, shown string) {
	o := asif.AppendString([]byte(`{"configured_in":`), shown)
	begin := len(o)
	if mode, ok := c.ApprovalPolicy.(string); ok {
		o = asif.AppendString(append(o, `,"approval_policy":`...), mode)
	} else if c.ApprovalPolicy != nil {
		o = append(o, `,"approval_policy":"granular"`...)
	}
	if c.SandboxMode != "" {
		o = asif.AppendString(append(o, `,"sandbox_mode":`...), c.SandboxMode)
	}
	if on, ok := c.Sandbox["network_access"].(bool); ok {
		o = strconv.AppendBool(append(o, `,"network_access":`...), on)
	}
	if len(o) > begin {
		x.to.Enforce("permissions:"+shown, "codex/permissions/1", append(o, '}'))
	}
}

func (x *inspector) server(name, shown string, c configServer) {
	s := adapters.Server{
		Name: name, Where: shown, Command: c.Command, URL: c.URL, Texts: c.Args, Env: c.Env, Headers: c.Headers,
		Disabled: c.Enabled != nil && !*c.Enabled,
	}
	for _, v := range c.EnvVars {
		if variable, ok := v.(string); ok && adapters.SecretName(variable) {
			s.Names = append(s.Names, variable)
		}
	}
	if c.Bearer != "" {
		s.Names = append(s.Names, c.Bearer)
	}
	for _, variable := range c.EnvHeaders {
		s.Names = append(s.Names, variable)
	}
	x.to.Serve("codex/mcp-server/1", s)
}

// documentLimit is how many bytes of a project's instruction files Codex reads, unless a file says otherwise.
const documentLimit = 32 << 10

// documents are the instruction files: one in the harness's own folder, then one in each folder from the project's root
// down, the first of its names that is not empty, as long as there is room.
func (x *inspector) documents() {
	names := []string{"AGENTS.override.md", "AGENTS.md"}
	x.document(x.home, names, "~/.codex", -1)
	limit, markers := int64(documentLimit), []string{".git"}
	for i := range slices.Backward(x.files) { // the last to say counts
		c := &x.files[i]
		if c.Fallbacks != nil {
			names = append(names[:2:2], c.Fallbacks...)
		}
		if c.DocBytes != nil {
			limit = *c.DocBytes
		}
		if c.Markers != nil {
			markers = c.Markers
		}
	}
	dirs := []string{x.g.Root}
	for dir := x.g.Root; !holdsAny(dir, markers); {
		up := filepath.Dir(dir)
		if up == dir || len(dirs) > 64 {
			dirs = dirs[:1] // no root above: the folder alone counts
			break
		}
		dir = up
		dirs = append(dirs, dir)
	}
	slices.Reverse(dirs)
	for k, dir := range dirs {
		as := x.g.As
		for range len(dirs) - 1 - k {
			as = path.Dir(as)
		}
		limit -= x.document(dir, names, as, max(limit, 0))
	}
}

func holdsAny(dir string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name)))
		return err == nil
	})
}

// document adds the first of a folder's files that is not empty, up to a limit of bytes (-1: none), and tells how many.
func (x *inspector) document(dir string, names []string, shown string, limit int64) int64 {
	for _, name := range names {
		if name != path.Base(name) {
			continue
		}
		at := path.Join(shown, name)
		raw := x.disk.Read(dir, name, at)
		if len(strings.TrimSpace(string(raw))) == 0 {
			continue
		}
		if limit >= 0 && int64(len(raw)) > limit {
			x.to.Refuse(at, "beyond project_doc_max_bytes")
			raw = raw[:limit]
		}
		r := told["user"]
		r.Group = "agents-md"
		if limit >= 0 {
			r.Priority, r.Folder = 40, "."
		}
		x.to.Instruct("file:"+at, string(raw), "codex", named(name, at), r)
		return int64(len(raw))
	}
	return 0
}

// hooks are the programs that a file lets run at events.
func (x *inspector) hooks(dir, name, shown string) {
	raw := x.disk.Read(dir, name, shown)
	if raw == nil {
		return
	}
	if !gjson.ValidBytes(raw) {
		x.to.Refuse(shown, "not JSON")
		return
	}
	n := 0
	gjson.ParseBytes(raw).Get("hooks").ForEach(func(event, groups gjson.Result) bool {
		for _, group := range groups.Array() {
			for _, h := range group.Get("hooks").Array() {
				n++
				o := object(member{"event", quote(event.Str)}, member{"program", quote(adapters.Program(h.Get("command").Str))}, member{"configured_in", quote(shown)})
				x.to.Capable("hook:"+shown+":"+event.Str+":"+strconv.Itoa(n), "codex/hook/1", o)
			}
		}
		return true
	})
}

func (x *inspector) skills(dir, name, shown string) {
	for _, file := range x.disk.List(dir, name, shown, "/SKILL.md", 3) {
		skill := path.Base(path.Dir(file))
		x.to.Capable("skill:"+skill, "codex/skill/1", named(skill, path.Join(shown, file)))
	}
}

// named is the definition of something that has a name and stands in a file.
func named(name, in string) []byte {
	return object(member{"name", quote(name)}, member{"configured_in", quote(in)})
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
