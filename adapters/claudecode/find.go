package claudecode

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// ErrNoSession is the error of a query that nothing answers.
var ErrNoSession = errors.New("no such session")

// Namespaces of native IDs.
const (
	spaceSession = "claude-code/session"
	spaceAgent   = "claude-code/agent"

	spaceShared    = "claude-code/shares-history-with"
	spaceForked    = "claude-code/forked-from"
	spaceContinued = "claude-code/continued-in"
	spaceParent    = "claude-code/parent-session"
)

// House implements adapters.Housed.
func (Adapter) House() adapters.House {
	return adapters.House{Variable: "CLAUDE_CONFIG_DIR", Folder: ".claude", Sessions: "projects"}
}

// Find implements adapters.Reader. A folder gives all sessions in it, in order of their paths.
func (a Adapter) Find(q adapters.Query) ([]adapters.Session, error) {
	store := a.House().Store(a.House().Home(q.Home, q.Env))
	if q.Latest {
		return latest(store)
	}
	info, err := os.Stat(q.Target)
	switch {
	case err == nil && info.IsDir():
		return folder(q.Target)
	case err == nil:
		s, err := session(q.Target, firsts{})
		return []adapters.Session{s}, err
	case !errors.Is(err, fs.ErrNotExist) || !q.MayBeID():
		return nil, fmt.Errorf("looking at %s: %w", q.Target, err)
	}
	return byID(store, q.Target)
}

// byID finds a session or a sub-agent by its file name, in any project.
func byID(store, id string) ([]adapters.Session, error) {
	var out []adapters.Session
	for _, at := range []string{"*", filepath.Join("*", "*", "subagents")} {
		for _, ext := range extensions {
			paths, err := filepath.Glob(filepath.Join(escapeGlob(store), at, id+ext))
			if err != nil {
				return nil, fmt.Errorf("looking for session %s: %w", id, err)
			}
			for _, p := range paths {
				s, err := session(p, firsts{})
				if err != nil {
					return nil, err
				}
				out = append(out, s)
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%w: %s below %s", ErrNoSession, id, store)
	}
	return out, nil
}

// escapeGlob makes a path stand for itself in a pattern.
func escapeGlob(path string) string {
	return strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(path)
}

// latest is the session whose transcript changed last; of two at one time, the one with the greater path.
func latest(store string) ([]adapters.Session, error) {
	paths, err := transcripts(store)
	if err != nil {
		return nil, err
	}
	best, err := adapters.Newest(paths)
	if err != nil {
		return nil, err
	}
	if best == "" {
		return nil, fmt.Errorf("%w: none below %s", ErrNoSession, store)
	}
	s, err := session(best, firsts{})
	return []adapters.Session{s}, err
}

func folder(dir string) ([]adapters.Session, error) {
	paths, err := transcripts(dir)
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 { // a folder of sub-agents alone
		if paths, err = agentFiles(dir); err != nil {
			return nil, err
		}
	}
	var out []adapters.Session
	known := firsts{}
	for _, p := range paths {
		s, err := session(p, known)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// extensions of a transcript.
var extensions = []string{".jsonl", ".jsonl.zst"}

// stem is a transcript's name without its extension, and false for a file of another kind.
func stem(path string) (string, bool) {
	name := filepath.Base(path)
	for _, ext := range extensions {
		if s, ok := strings.CutSuffix(name, ext); ok && s != "" {
			return s, true
		}
	}
	return name, false
}

// others are files of the harness that have the extension of a transcript and are none.
var others = []string{"history", "journal"}

// aside are folders that hold what belongs to a session beside it.
var aside = []string{"subagents", "workflows", "tool-results", "memory", "file-history", "todos"}

// transcripts lists the sessions' own files at and below a folder.
func transcripts(dir string) ([]string, error) {
	var out []string
	err := adapters.Walk(dir, func(path string, d fs.DirEntry, err error) error {
		switch s, ok := stem(path); {
		case err != nil:
			return err
		case d.IsDir():
			if len(path) > len(dir)+1 && slices.Contains(aside, d.Name()) {
				return fs.SkipDir
			}
		case ok && !isAgent(s) && !slices.Contains(others, s):
			out = append(out, path)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("listing sessions: %w", err)
	}
	return out, nil
}

func isAgent(stem string) bool { return strings.HasPrefix(stem, "agent-") }

// session is the session of a transcript, with what lies beside it.
func session(path string, known firsts) (adapters.Session, error) {
	id, _ := stem(path)
	if isAgent(id) {
		return lonelyAgent(path)
	}
	head, err := source.Head(source.File(path, ""))
	if stream, framing, ok := streamHead(head); err == nil && ok {
		in := source.File(path, locator(path))
		in.Framing = framing
		return files{}.open(adapters.Session{Native: nativeID(spaceSession, stream), Inputs: []source.Input{in}}, laneUnknown), nil
	}
	children, err := childrenOf(path, id)
	if err != nil {
		return adapters.Session{}, err
	}
	f := files{agents: children, other: func(id string) (adapters.Session, bool) { return sibling(path, id) }}
	dir := filepath.Join(filepath.Dir(path), id)
	if f.spilled, err = spilledFiles(dir); err != nil {
		return adapters.Session{}, err
	}
	s := adapters.Session{Native: nativeID(spaceSession, id), Inputs: []source.Input{source.File(path, locator(path))}}
	journals, err := filepath.Glob(filepath.Join(escapeGlob(dir), "subagents", "workflows", "*", "journal.jsonl"))
	if err != nil {
		return adapters.Session{}, fmt.Errorf("looking for workflows: %w", err)
	}
	for _, p := range journals {
		s.Inputs = append(s.Inputs, source.File(p, locator(p)))
	}
	if f.names, err = known.sharing(path); err != nil {
		return adapters.Session{}, err
	}
	f.again = s.Inputs[0]
	return f.open(s, laneOf(id)), nil
}

// files are what a session's transcript has beside it.
type files struct {
	agents  []agentFile       // that it began
	own     agentFile         // of a sub-agent's transcript
	spilled map[string]string // outputs of tools: path by name
	names   []asif.NativeIdentifier
	other   func(id string) (adapters.Session, bool) // a session beside it
	again   source.Input                             // the transcript itself
}

// open makes a session readable.
func (f files) open(s adapters.Session, l lane) adapters.Session {
	for _, a := range f.agents {
		s.Children = append(s.Children, a.session())
	}
	s.New = func(out adapters.Output, led *losses.Ledger) adapters.Mapper { return newMapper(out, led, f, l) }
	return s
}

// Stream is the session of a transcript that comes from anywhere, such as standard input: it has nothing beside it.
func (Adapter) Stream(in source.Input) adapters.Session {
	id, _ := stem(in.Name)
	if id == "" {
		id = "stream"
	}
	return files{}.open(adapters.Session{Native: nativeID(spaceSession, id), Inputs: []source.Input{in}}, laneUnknown)
}

func nativeID(namespace, value string) asif.NativeIdentifier {
	return asif.NativeIdentifier{Provider: provider, Namespace: namespace, Value: value}
}

// laneOf reads the main line from a file's name: a session's own file has a UUID for a name.
func laneOf(id string) lane {
	if len(id) == 36 && strings.Count(id, "-") == 4 {
		return laneMain
	}
	return laneUnknown
}

// agentFiles lists the sub-agents' transcripts at and below a folder, which need not exist.
func agentFiles(dir string) ([]string, error) {
	var out []string
	err := adapters.Walk(dir, func(path string, d fs.DirEntry, err error) error {
		if s, ok := stem(path); err == nil && ok && isAgent(s) && !d.IsDir() {
			out = append(out, path)
		}
		return err
	})
	if err != nil && !nothing(err) {
		return nil, fmt.Errorf("listing sub-agents: %w", err)
	}
	return out, nil
}

// nothing tells whether a folder is not there: a transcript without extension can stand in its place.
func nothing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// belongs tells whether a sub-agent's file names the session in its first records. A file that cannot be read belongs
// to none: given by itself, it says why.
func belongs(path, session string) bool {
	head, err := source.Head(source.File(path, ""))
	if err != nil {
		return false
	}
	for line := range bytes.Lines(head) {
		if id := adapters.Text(source.Member(line, "sessionId")); id != nil {
			return string(id) == session
		}
	}
	return false
}

// locator is a file's place in the store, which says nothing of the machine: what follows the projects folder, or the
// name alone.
func locator(path string) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	for i := len(parts) - 3; i >= 0; i-- {
		if parts[i] == "projects" {
			return strings.Join(parts[i+1:], "/")
		}
	}
	return parts[len(parts)-1]
}
