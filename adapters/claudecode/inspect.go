package claudecode

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"asif-convert/adapters"

	"github.com/tidwall/gjson"
)

// managed are the folders of what an administrator sets, by system. They are read where they are.
var managed = []string{"/etc/claude-code", "/Library/Application Support/ClaudeCode"}

// inspector reads what Claude Code reads at start, in its order (documented for 2.1.x).
type inspector struct {
	g    adapters.Grounds
	to   *adapters.Inspection
	disk *adapters.Disk
	home string // the harness's own folder
	seen map[string]bool
}

// Inspect implements adapters.Inspector.
func (a Adapter) Inspect(g adapters.Grounds) (*adapters.Inspection, error) {
	to := &adapters.Inspection{}
	x := &inspector{g: g, to: to, disk: adapters.NewDisk(to), home: a.House().Home(g.Home, g.Env), seen: map[string]bool{}}
	x.memories()
	x.settings()
	x.servers()
	for _, p := range [...]place{{g.Root, ".claude", ".claude"}, {x.home, ".", "~/.claude"}} {
		x.abilities(p)
	}
	to.Settle()
	return to, nil
}

// place is a folder in a folder, and how it is shown.
type place struct{ dir, name, shown string }

func (p place) under(name string) (in, shown string) {
	return path.Join(p.name, name), path.Join(p.shown, name)
}

// memories are the instruction files: managed, the user's, then from the top of the file system down to the root, in
// each folder what is shared before what is local.
func (x *inspector) memories() {
	for _, dir := range managed {
		x.memory(file{dir: dir, name: "CLAUDE.md", shown: dir + "/CLAUDE.md", typ: "Managed"})
	}
	x.memory(file{dir: x.home, name: "CLAUDE.md", shown: "~/.claude/CLAUDE.md", typ: "User"})
	x.rules(place{x.home, "rules", "~/.claude/rules"}, "User")
	var above []string
	for dir := x.g.Root; ; dir = filepath.Dir(dir) {
		above = append(above, dir)
		if dir == filepath.Dir(dir) || len(above) > 64 {
			break
		}
	}
	slices.Reverse(above)
	for k, dir := range above {
		as := x.g.As
		for range len(above) - 1 - k {
			as = path.Dir(as)
		}
		at := func(name, typ string) file {
			return file{dir: dir, name: name, shown: path.Join(as, name), typ: typ, project: true}
		}
		x.memory(at("CLAUDE.md", "Project"))
		x.memory(at(".claude/CLAUDE.md", "Project"))
		x.rules(place{dir, ".claude/rules", path.Join(as, ".claude/rules")}, "Project")
		x.memory(at("CLAUDE.local.md", "Local"))
	}
}

// file is one instruction file. Its name has slashes and is relative to dir.
type file struct {
	dir, name, shown, typ string
	project               bool
	globs                 []string // paths that it is for, of a rule
	depth                 int      // of imports
}

// rules are the files of a folder of rules; their paths say what they are for.
func (x *inspector) rules(p place, typ string) {
	for _, name := range x.disk.List(p.dir, p.name, p.shown, ".md", 8) {
		in, shown := p.under(name)
		x.memory(file{dir: p.dir, name: in, shown: shown, typ: typ, project: typ == "Project"})
	}
}

// maxImports is how many steps imports are followed.
const maxImports = 5

// memory adds an instruction file, and then what it imports. A file counts once, and so a circle ends.
func (x *inspector) memory(f file) {
	if x.seen[f.shown] {
		return
	}
	raw := x.disk.Read(f.dir, f.name, f.shown)
	if raw == nil {
		return
	}
	x.seen[f.shown] = true
	text := string(raw)
	front, body := frontMatter(text)
	if globs := pathsOf(front); strings.Contains(f.name, "rules/") && len(globs) > 0 {
		f.globs, text = globs, body
	}
	r := memories[f.typ]
	r.Merge, r.Group = "append", "memory"
	if f.project {
		r.Folder = "."
	}
	if len(f.globs) > 0 {
		r.Dialect, r.Predicate = "claude-code/rule-paths", stringsJSON(f.globs)
	}
	scope := object("path", f.shown, "type", f.typ)
	x.to.Instruct("file:"+f.shown, text, "claude-code", scope, r)
	for _, target := range imports(text) {
		x.imported(f, target)
	}
}

// imported follows an import: relative to the file, or in the user's home. What leads out of the folder that the file
// belongs to is told and not read.
func (x *inspector) imported(f file, target string) {
	next := file{dir: f.dir, typ: f.typ, project: f.project, globs: f.globs, depth: f.depth + 1}
	switch {
	case strings.HasPrefix(target, "~/"):
		next.dir, next.name = x.g.Home, path.Clean(target[2:])
		next.shown = "~/" + next.name
	case path.IsAbs(target):
		x.to.Refuse(target, "an import from elsewhere")
		return
	default:
		next.name = path.Join(path.Dir(f.name), target)
		next.shown = path.Join(path.Dir(f.shown), target)
	}
	switch {
	case strings.HasPrefix(next.name, ".."):
		x.to.Refuse(next.shown, "an import from elsewhere")
	case next.depth > maxImports:
		x.to.Refuse(next.shown, "imported too deeply")
	default:
		x.memory(next)
	}
}

// imports are the paths that a text imports with @, outside of code.
func imports(text string) (out []string) {
	fenced := false
	for line := range strings.Lines(text) {
		if t := strings.TrimSpace(line); strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~") {
			fenced = !fenced
			continue
		}
		if fenced {
			continue
		}
		for k, span := range strings.Split(line, "`") {
			if k%2 == 1 {
				continue
			}
			for word := range strings.FieldsSeq(span) {
				target, ok := strings.CutPrefix(word, "@")
				target = strings.TrimRight(target, ".,;:!?)")
				if ok && target != "" && strings.ContainsAny(target, "./") && !strings.Contains(target, "@") {
					out = append(out, target)
				}
			}
		}
	}
	return out
}

// servers are the MCP servers: the user's for this folder, the project's, the user's for all, and managed ones.
func (x *inspector) servers() {
	for _, dir := range managed {
		x.serversIn(gjson.ParseBytes(x.config(dir, "managed-mcp.json", dir+"/managed-mcp.json")).Get("mcpServers"), dir+"/managed-mcp.json")
	}
	user := gjson.ParseBytes(x.config(x.g.Home, ".claude.json", "~/.claude.json"))
	user.Get("projects").ForEach(func(name, project gjson.Result) bool {
		if name.Str == x.g.Root || name.Str == x.g.As {
			x.serversIn(project.Get("mcpServers"), "~/.claude.json for this folder")
		}
		return true
	})
	x.serversIn(gjson.ParseBytes(x.config(x.g.Root, ".mcp.json", ".mcp.json")).Get("mcpServers"), ".mcp.json")
	x.serversIn(user.Get("mcpServers"), "~/.claude.json")
}

func (x *inspector) serversIn(list gjson.Result, where string) {
	list.ForEach(func(name, v gjson.Result) bool {
		s := adapters.Server{Name: name.Str, Where: where, Command: v.Get("command").Str, URL: v.Get("url").Str, Env: pairs(v.Get("env")), Headers: pairs(v.Get("headers"))}
		for _, a := range v.Get("args").Array() {
			s.Texts = append(s.Texts, a.Str)
		}
		if helper := v.Get("headersHelper").Str; helper != "" {
			s.Names = append(s.Names, "headersHelper")
		}
		x.to.Serve(abilityServer.typ, s)
		return true
	})
}

func pairs(v gjson.Result) map[string]string {
	out := map[string]string{}
	v.ForEach(func(name, value gjson.Result) bool {
		out[name.Str] = value.String()
		return true
	})
	return out
}

// config reads a JSON file. One that is none is told.
func (x *inspector) config(dir, name, shown string) []byte {
	raw := x.disk.Read(dir, name, shown)
	if raw != nil && !gjson.ValidBytes(raw) {
		x.to.Refuse(shown, "not JSON")
		return nil
	}
	return raw
}
