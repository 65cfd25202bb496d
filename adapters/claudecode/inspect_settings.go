package claudecode

import (
	"path"
	"strconv"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"

	"github.com/tidwall/gjson"
)

// settings are the settings files, from the one that counts most: managed, local, the project's, the user's.
func (x *inspector) settings() {
	for _, dir := range managed {
		x.settingsFile("managed", dir, "managed-settings.json", dir+"/managed-settings.json")
	}
	x.settingsFile("local", x.g.Root, ".claude/settings.local.json", ".claude/settings.local.json")
	x.settingsFile("project", x.g.Root, ".claude/settings.json", ".claude/settings.json")
	x.settingsFile("user", x.home, "settings.json", "~/.claude/settings.json")
}

func (x *inspector) settingsFile(level, dir, name, shown string) {
	v := gjson.ParseBytes(x.config(dir, name, shown))
	if !v.IsObject() {
		return
	}
	x.permissions(level, shown, v.Get("permissions"))
	v.Get("env").ForEach(func(name, value gjson.Result) bool {
		if adapters.SecretName(name.Str) || asif.Secret(value.String()) != "" {
			x.to.Handle(name.Str, "environment of Claude Code")
			x.to.Keep(value.String())
		}
		return true
	})
	if v.Get("apiKeyHelper").Exists() {
		x.to.Handle("apiKeyHelper", "key of the model's provider")
	}
	n := 0
	v.Get("hooks").ForEach(func(event, groups gjson.Result) bool {
		for _, group := range groups.Array() {
			for _, hook := range group.Get("hooks").Array() {
				n++
				x.hook(level, n, event.Str, group.Get("matcher").Str, hook)
			}
		}
		return true
	})
	v.Get("enabledPlugins").ForEach(func(name, on gjson.Result) bool {
		if on.Bool() {
			x.to.Capable("plugin:"+name.Str, "claude-code/plugin/1", object("name", name.Str, "configured_in", shown))
		}
		return true
	})
}

// permissions are rules that the harness enforces: each level is a policy of its own, for a refusal of any counts.
func (x *inspector) permissions(level, shown string, v gjson.Result) {
	if !v.IsObject() {
		return
	}
	o := asif.AppendString([]byte(`{"configured_in":`), shown)
	found := false
	for _, list := range []string{"allow", "ask", "deny", "additionalDirectories"} {
		if entries := v.Get(list).Array(); len(entries) > 0 {
			var words []string
			for _, e := range entries {
				words = append(words, e.String())
			}
			o = append(append(append(append(o, `,"`...), list...), `":`...), stringsJSON(words)...)
			found = true
		}
	}
	for _, name := range []string{"defaultMode", "disableBypassPermissionsMode"} {
		if mode := v.Get(name).Str; mode != "" {
			o = asif.AppendString(append(append(append(o, `,"`...), name...), `":`...), mode)
			found = true
		}
	}
	if found {
		x.to.Enforce("permissions:"+level, "claude-code/permissions/1", append(o, '}'))
	}
}

// hook is one hook. Its command line can hold secrets, so that only the program is told.
func (x *inspector) hook(level string, n int, event, matcher string, v gjson.Result) {
	does := v.Get("type").Str
	o := object("event", event, "matcher", matcher, "type", does, "configured_in", level)
	if line := v.Get("command").Str; line != "" {
		o = append(asif.AppendString(append(o[:len(o)-1], `,"program":`...), adapters.Program(line)), '}')
	}
	x.to.Capable("hook:"+level+":"+event+":"+strconv.Itoa(n), "claude-code/hook/1", o)
}

// abilities are the skills, agents and commands of a folder.
func (x *inspector) abilities(p place) {
	in, shown := p.under("skills")
	for _, name := range x.disk.List(p.dir, in, shown, "/SKILL.md", 2) {
		skill := path.Base(path.Dir(name))
		x.to.Capable("skill:"+skill, "claude-code/skill/1", object("name", skill, "configured_in", path.Join(shown, name)))
	}
	in, shown = p.under("agents")
	for _, name := range x.disk.List(p.dir, in, shown, ".md", 3) {
		agent := strings.TrimSuffix(path.Base(name), ".md")
		front, _ := frontMatter(string(x.disk.Read(p.dir, path.Join(in, name), path.Join(shown, name))))
		if said := fieldOf(front, "name"); said != "" {
			agent = said
		}
		x.to.Capable("agent:"+agent, "claude-code/agent/1", object("name", agent, "configured_in", path.Join(shown, name)))
	}
	in, shown = p.under("commands")
	for _, name := range x.disk.List(p.dir, in, shown, ".md", 4) {
		command := strings.ReplaceAll(strings.TrimSuffix(name, ".md"), "/", ":")
		x.to.Capable("command:"+command, "claude-code/command/1", object("name", command, "configured_in", path.Join(shown, name)))
	}
}

// frontMatter splits what stands between two lines of --- at the beginning of a text from the rest.
func frontMatter(text string) (front, body string) {
	rest, ok := strings.CutPrefix(strings.ReplaceAll(text, "\r\n", "\n"), "---\n")
	if !ok {
		return "", text
	}
	front, body, ok = strings.Cut(rest, "\n---\n")
	if !ok {
		return "", text
	}
	return front, body
}

// fieldOf is a plain value of front matter.
func fieldOf(front, name string) string {
	for line := range strings.Lines(front) {
		if v, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.Trim(strings.TrimSpace(v), `"'`)
		}
	}
	return ""
}

// pathsOf are the patterns under "paths" of front matter: a list in brackets, of lines with dashes, or with commas.
func pathsOf(front string) (out []string) {
	add := func(s string) {
		for p := range strings.SplitSeq(strings.Trim(strings.TrimSpace(s), "[]"), ",") {
			if p = strings.Trim(strings.TrimSpace(p), `"'`); p != "" {
				out = append(out, p)
			}
		}
	}
	inside := false
	for line := range strings.Lines(front) {
		item, dash := strings.CutPrefix(strings.TrimSpace(line), "- ")
		v, begins := strings.CutPrefix(line, "paths:")
		switch {
		case begins:
			inside = true
			add(v)
		case inside && dash:
			out = append(out, strings.Trim(strings.TrimSpace(item), `"'`))
		default:
			inside = false
		}
	}
	return out
}

// object is a JSON object of strings: names and values in turn. Empty values are left out.
func object(pairs ...string) []byte {
	o := []byte{'{'}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			continue
		}
		if len(o) > 1 {
			o = append(o, ',')
		}
		o = append(asif.AppendString(o, pairs[i]), ':')
		o = asif.AppendString(o, pairs[i+1])
	}
	return append(o, '}')
}

func stringsJSON(list []string) []byte {
	o := []byte{'['}
	for i, s := range list {
		if i > 0 {
			o = append(o, ',')
		}
		o = asif.AppendString(o, s)
	}
	return append(o, ']')
}
