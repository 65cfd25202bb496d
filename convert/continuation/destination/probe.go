package destination

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"asif-convert/profiles"
)

// Machine is the machine that is looked at.
type Machine struct {
	Env     func(string) string
	Environ []string // "NAME=value"; only names are kept
	Home    string   // of the user
	At      string   // the time, as it goes into the snapshot
}

// Look says what to look at besides the harness itself.
type Look struct {
	Roots       []Root   // RootID and Path are set
	Files       []File   // RootID and Path are set
	Handles     []string // credentials that a session needs
	Executables []string
}

// mostFiles is how many files of a session are looked for at most, each up to largestHashed bytes.
const (
	mostFiles     = 1000
	largestHashed = 16 << 20
)

// Probe looks at a machine. It reads files and asks Git for the state of the roots; it starts no harness and contacts
// nobody. What cannot be looked at is noted in the snapshot, not an error.
func Probe(p *profiles.Profile, m Machine, look Look) (*Snapshot, error) {
	s := &Snapshot{Version: SnapshotVersion, Profile: *p, Observed: true, TakenAt: m.At, OS: runtime.GOOS, Architecture: runtime.GOARCH,
		Unseen: map[string]string{}}
	o := &observer{machine: m, profile: p, snapshot: s}
	s.Agent = o.agent()
	s.Home = o.home()
	s.Model = o.model()
	for _, r := range look.Roots {
		s.Roots = append(s.Roots, o.root(r))
	}
	o.servers()
	o.handles(look.Handles)
	for _, name := range look.Executables {
		if o.onPath(name) != "" && !slices.Contains(s.Executables, name) {
			s.Executables = append(s.Executables, name)
		}
	}
	o.files(look.Files)
	return s, s.seal()
}

// observer looks at one machine for one harness.
type observer struct {
	machine  Machine
	profile  *profiles.Profile
	snapshot *Snapshot
}

func (o *observer) unseen(what, why string) { o.snapshot.Unseen[what] = why }

// home is the folder of the harness's configuration.
func (o *observer) home() *Place {
	h := o.profile.Home
	path := ""
	if h.Env != "" {
		path = o.machine.Env(h.Env)
	}
	if path == "" && h.Path != "" && o.machine.Home != "" {
		path = filepath.Join(o.machine.Home, filepath.FromSlash(h.Path))
	}
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	return &Place{Path: path, Exists: err == nil && info.IsDir()}
}

// agent is the harness's program: what PATH finds first.
func (o *observer) agent() *Agent {
	for _, name := range o.profile.Binary.Names {
		path := o.onPath(name)
		if path == "" {
			continue
		}
		if target, err := filepath.EvalSymlinks(path); err == nil {
			path = target
		}
		a := &Agent{Binary: path}
		a.Version, a.Said = o.version(path)
		return a
	}
	return nil
}

// onPath is the first executable file of a name on PATH, "" for none.
func (o *observer) onPath(name string) string {
	if name == "" || strings.ContainsAny(name, `/\`) {
		return ""
	}
	for _, dir := range filepath.SplitList(o.machine.Env("PATH")) {
		if !filepath.IsAbs(dir) { // what it means depends on where one stands
			continue
		}
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0 {
			return path
		}
	}
	return ""
}

// released is a version as a folder or a file is named by it.
var released = regexp.MustCompile(`^v?(\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?)$`)

// version reads the version of an installed program: the package that it is part of says it, else its path.
func (o *observer) version(binary string) (*string, string) {
	dir := filepath.Dir(binary)
	for range 6 {
		name := filepath.Join(dir, "package.json")
		if v := packageVersion(name, o.profile.Binary.Packages); v != "" {
			return &v, name
		}
		next := filepath.Dir(dir)
		if next == dir {
			break
		}
		dir = next
	}
	parts := strings.Split(filepath.ToSlash(binary), "/")
	for _, part := range slices.Backward(parts) {
		if m := released.FindStringSubmatch(part); m != nil {
			return &m[1], binary
		}
	}
	o.unseen("version", "neither a package beside the program nor its path tells")
	return nil, ""
}

func packageVersion(name string, packages []string) string {
	var p struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	if !readJSON(name, &p) {
		return ""
	}
	same := func(want string) bool { return p.Name == want || strings.HasPrefix(p.Name, want+"-") } // "…-linux-x64"
	if !slices.ContainsFunc(packages, same) {
		return ""
	}
	return p.Version
}

// root looks at one folder.
func (o *observer) root(r Root) Root {
	info, err := os.Stat(r.Path)
	r.Exists = err == nil && info.IsDir()
	r.Normalization, r.CaseSensitive = "none", true
	switch runtime.GOOS {
	case "darwin":
		r.Normalization, r.CaseSensitive = "NFC", false
	case "windows":
		r.CaseSensitive = false
	}
	if !r.Exists {
		return r
	}
	if sensitive, known := caseSensitive(r.Path); known {
		r.CaseSensitive = sensitive
	}
	r.FreeBytes = freeBytes(r.Path)
	r.Git = o.git(r.Path)
	return r
}

// caseSensitive tells whether a folder tells names apart by case: whether one of its entries can be met under another
// spelling. Not known where no entry has a letter.
func caseSensitive(dir string) (sensitive, known bool) {
	f, err := os.Open(dir)
	if err != nil {
		return false, false
	}
	defer func() { _ = f.Close() }() // only read from
	names, err := f.Readdirnames(200)
	if err != nil {
		return false, false
	}
	for _, name := range names {
		other := strings.ToUpper(name)
		if other == name {
			other = strings.ToLower(name)
		}
		if other == name || slices.Contains(names, other) {
			continue
		}
		_, err := os.Lstat(filepath.Join(dir, other))
		return err != nil, true
	}
	return false, false
}
