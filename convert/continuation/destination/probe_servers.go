package destination

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"asif-convert/convert/asif"
	"asif-convert/profiles"
)

// servers reads which MCP servers are configured: for the user, for the harness, and in each root.
func (o *observer) servers() {
	for _, f := range o.profile.MCP.Files {
		switch f.In {
		case "user":
			o.serversIn(o.machine.Home, f)
		case "home":
			if o.snapshot.Home != nil {
				o.serversIn(o.snapshot.Home.Path, f)
			}
		case "root":
			for _, r := range o.snapshot.Roots {
				o.serversIn(r.Path, f)
			}
		}
	}
}

// serversIn reads one file.
func (o *observer) serversIn(dir string, f profiles.MCPFile) {
	if dir == "" {
		return
	}
	config := configuration(filepath.Join(dir, filepath.FromSlash(f.Path)), f.Format)
	if config == nil {
		return
	}
	for _, steps := range o.steps(f.Key) {
		list := object(config, steps...)
		for _, name := range slices.Sorted(maps.Keys(list)) {
			if server, ok := list[name].(map[string]any); ok {
				o.server(name, f.In+":"+f.Path, server)
			}
		}
	}
}

// steps are the ways that a key leads: one for each root where it names <root>.
func (o *observer) steps(key string) [][]string {
	steps := strings.Split(key, "/")
	at := slices.Index(steps, "<root>")
	if at < 0 {
		return [][]string{steps}
	}
	var out [][]string
	for _, r := range o.snapshot.Roots {
		each := slices.Clone(steps)
		each[at] = r.Path
		out = append(out, each)
	}
	return out
}

// configuration reads a file of nested objects, nil when it cannot be.
func configuration(name, format string) map[string]any {
	raw := readFile(name)
	if raw == nil {
		return nil
	}
	var out map[string]any
	var err error
	if format == "toml" {
		err = toml.Unmarshal(raw, &out)
	} else {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		return nil
	}
	return out
}

func object(at map[string]any, steps ...string) map[string]any {
	for _, step := range steps {
		at, _ = at[step].(map[string]any)
	}
	return at
}

// reference is a variable that a configuration's text refers to.
var reference = regexp.MustCompile(`\$\{?(?:env:)?([A-Za-z_][A-Za-z0-9_]*)|\{env:([A-Za-z_][A-Za-z0-9_]*)\}`)

// Members of a server's configuration, over the harnesses.
var (
	givenVariables = []string{"env", "environment", "headers", "http_headers"}        // name → value
	namedVariables = []string{"env_vars", "bearer_token_env_var", "env_http_headers"} // names of variables
)

// withheldName stands for a server's name that looks like a credential.
const withheldName = "(name withheld)"

// server notes one server. A handle is the name of a variable or header that it is given, or of a variable that its
// configuration refers to; no value is kept.
func (o *observer) server(name, where string, config map[string]any) {
	if asif.Secret(name) != "" || asif.HasPassword(name) {
		name = withheldName // by which no document knows a server
	}
	s := Server{Name: name, Where: where, Transport: transport(config), Handles: []string{}}
	switch command := config["command"].(type) {
	case string:
		s.Command = program(command)
	case []any:
		if len(command) > 0 {
			first, _ := command[0].(string)
			s.Command = program(first)
		}
	}
	if u, err := url.Parse(text(config, "url", "httpUrl")); err == nil && u.Host != "" {
		s.Endpoint = u.Scheme + "://" + u.Host
	}
	for _, member := range givenVariables {
		given, _ := config[member].(map[string]any)
		for variable, value := range given {
			s.Handles = append(s.Handles, variable)
			if value != "" && reference.FindString(strings.Join(texts(value), " ")) == "" {
				o.handle(variable, where)
			}
		}
	}
	for _, member := range namedVariables {
		s.Handles = append(s.Handles, texts(config[member])...)
	}
	for _, v := range texts(config) {
		for _, m := range reference.FindAllStringSubmatch(v, -1) {
			s.Handles = append(s.Handles, cmp.Or(m[1], m[2]))
		}
	}
	slices.Sort(s.Handles)
	s.Handles = slices.Compact(s.Handles)
	o.snapshot.Servers = append(o.snapshot.Servers, s)
}

// plainWord is a path or a name, without assignments, substitutions and quotes.
var plainWord = regexp.MustCompile(`^[\w./\\:~+@-]+$`)

// program is the name of what a command starts. Users put whole lines there, with values of secrets: nothing of them is
// kept but that name, and not even that where it could be something else.
func program(line string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	name := path.Base(strings.ReplaceAll(strings.Trim(first, `"'`), `\`, "/"))
	if !plainWord.MatchString(name) || asif.Secret(name) != "" || name == "." || name == "/" {
		return "command"
	}
	return name
}

func transport(config map[string]any) string {
	kind := text(config, "type", "transport")
	switch {
	case kind == "sse":
		return "sse"
	case config["command"] != nil, kind == "stdio", kind == "local":
		return "stdio"
	case text(config, "url", "httpUrl") != "", kind == "http", kind == "remote":
		return "http"
	}
	return "unknown"
}

// text is the first of these members that is a text.
func text(config map[string]any, members ...string) string {
	for _, m := range members {
		if s, ok := config[m].(string); ok && s != "" {
			return s
		}
	}
	return ""
}

// texts are all texts in a value.
func texts(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, item := range v {
			out = append(out, texts(item)...)
		}
		return out
	case map[string]any:
		var out []string
		for _, item := range v {
			out = append(out, texts(item)...)
		}
		return out
	}
	return nil
}

// modelFiles are where harnesses keep the model that they are set to.
var modelFiles = []profiles.MCPFile{{Path: "settings.json", Format: "json", Key: "model"}, {Path: "config.toml", Format: "toml", Key: "model"}, {Path: "opencode.json", Format: "json", Key: "model"}}

// model is the model that the harness is set to, "" when its configuration does not say.
func (o *observer) model() string {
	if o.snapshot.Home == nil {
		return ""
	}
	for _, f := range modelFiles {
		config := configuration(filepath.Join(o.snapshot.Home.Path, f.Path), f.Format)
		if m := text(config, f.Key); m != "" {
			return m
		}
		if m := text(object(config, f.Key), "name"); m != "" { // gemini-cli
			return m
		}
	}
	return ""
}
