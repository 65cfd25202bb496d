package codex

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// ErrNoThread is the error of a query that nothing answers.
var ErrNoThread = errors.New("no such thread")

// spaceThread is the namespace of native IDs.
const spaceThread = "codex/thread"

// folders of a store that hold rollouts.
var folders = []string{"sessions", "archived_sessions"}

// family is what is known of a thread before its file is read.
type family struct {
	thread   []byte
	title    string
	children []string                                 // thread IDs, in the order of Session.Children
	find     func(id string) (adapters.Session, bool) // nil: no store around it
}

// House implements adapters.Housed.
func (Adapter) House() adapters.House {
	return adapters.House{Variable: "CODEX_HOME", Folder: ".codex"}
}

// Find implements adapters.Reader. A folder gives all threads in it, in order of their paths.
func (a Adapter) Find(q adapters.Query) ([]adapters.Session, error) {
	root := a.House().Home(q.Home, q.Env)
	if q.Latest {
		return latest(root)
	}
	info, err := os.Stat(q.Target)
	switch {
	case err == nil && info.IsDir():
		return folder(q.Target)
	case err == nil:
		s, err := file(q.Target)
		return []adapters.Session{s}, err
	case !errors.Is(err, fs.ErrNotExist) || !q.MayBeID():
		return nil, fmt.Errorf("looking at %s: %w", q.Target, err)
	}
	return byID(root, q.Target)
}

// latest is the thread whose rollout changed last; of two at one time, the one with the greater path.
func latest(root string) ([]adapters.Session, error) {
	st, err := openStore(root)
	if err != nil {
		return nil, err
	}
	paths := make([]string, len(st.files))
	for i, r := range st.files {
		paths[i] = r.path
	}
	best, err := adapters.Newest(paths)
	if err != nil {
		return nil, err
	}
	if best == "" {
		return nil, fmt.Errorf("%w: none below %s", ErrNoThread, root)
	}
	return []adapters.Session{st.session(st.named(best), 0)}, nil
}

func byID(root, id string) ([]adapters.Session, error) {
	st, err := openStore(root)
	if err != nil {
		return nil, err
	}
	var found *rollout // a file of that name, else the last segment of the thread
	for _, r := range st.files {
		switch {
		case r.last == id && r.thread != id:
			return []adapters.Session{st.session(r, 0)}, nil
		case r.thread == id && (found == nil || r.last > found.last):
			found = r
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%w: %s below %s", ErrNoThread, id, root)
	}
	return []adapters.Session{st.session(found, 0)}, nil
}

// folder lists the threads at and below a folder. What is part of another thread there is not listed by itself: its
// earlier segments, and its sub-agents.
func folder(dir string) ([]adapters.Session, error) {
	st, err := openStore(dir)
	if err != nil {
		return nil, err
	}
	part := map[*rollout]bool{}
	for _, r := range st.files {
		if p := st.byThread(r.meta().parent); p != nil && p != r {
			part[r] = true
		}
		for b := st.base(r); b != nil && b.thread == r.thread && !part[b]; b = st.base(b) {
			part[b] = true
		}
	}
	var out []adapters.Session
	homes := map[string]*store{}
	for _, r := range st.files {
		if part[r] {
			continue
		}
		home, err := st.around(r.path, homes)
		if err != nil {
			return nil, err
		}
		out = append(out, home.session(home.named(r.path), 0))
	}
	return out, nil
}

// around is the store that a rollout belongs to, which can reach beyond the folder that was looked into.
func (st *store) around(path string, homes map[string]*store) (*store, error) {
	root := storeOf(path)
	if root == filepath.Dir(path) || root == st.root {
		return st, nil
	}
	if homes[root] == nil {
		home, err := openStore(root)
		if err != nil {
			return nil, err
		}
		homes[root] = home
	}
	return homes[root], nil
}

// file is the thread of one rollout, with what lies in the same store.
func file(path string) (adapters.Session, error) {
	st, err := openStore(storeOf(path))
	if err != nil {
		return adapters.Session{}, err
	}
	return st.session(st.named(path), 0), nil
}

// storeOf is the folder that holds the rollouts of a path's store, or the path's own folder.
func storeOf(path string) string {
	dir := filepath.Dir(path)
	for up := dir; ; up = filepath.Dir(up) {
		if slices.Contains(folders, filepath.Base(up)) {
			return filepath.Dir(up)
		}
		if up == filepath.Dir(up) || len(filepath.Base(up)) > 4 || strings.Trim(filepath.Base(up), "0123456789") != "" {
			return dir
		}
	}
}

// maxDepth bounds sub-agents of sub-agents.
const maxDepth = 16

// session is the thread of a rollout: the files that it goes on from behind its own, and its sub-agents.
func (st *store) session(r *rollout, depth int) adapters.Session {
	s := adapters.Session{Native: nativeID(r.name())}
	for b := r; b != nil && len(s.Inputs) < maxChain; b = st.base(b) {
		s.Inputs = append(s.Inputs, b.input())
	}
	f := family{title: st.titles()[r.thread], find: st.other}
	for _, c := range st.children(r, depth) {
		s.Children = append(s.Children, st.session(c, depth+1))
		f.children = append(f.children, c.thread)
	}
	s.New = opener(f)
	return s
}

// other is the thread of the file with that ID in its name, else the thread itself.
func (st *store) other(id string) (adapters.Session, bool) {
	for _, r := range st.files {
		if r.last == id {
			return st.session(r, 0), true
		}
	}
	if r := st.byThread(id); r != nil {
		return st.session(r, 0), true
	}
	return adapters.Session{}, false
}

// maxChain bounds the files that a thread goes on from.
const maxChain = 256

// children are the sub-agents of a thread, in order of their paths. They are younger, so nothing goes in circles.
func (st *store) children(r *rollout, depth int) []*rollout {
	if depth >= maxDepth || r.thread == "" {
		return nil
	}
	var out []*rollout
	for _, c := range st.files {
		if c.thread > r.thread && c.thread == c.last && c.meta().parent == r.thread {
			out = append(out, c)
		}
	}
	return out
}

// Stream is the thread of a rollout that comes from anywhere, such as standard input: it has no sub-agents.
func (Adapter) Stream(in source.Input) adapters.Session {
	in = framed(in)
	r := parseName(in.Name)
	name := "stream"
	if r.thread != "" {
		name = r.name()
	}
	return adapters.Session{Native: nativeID(name), Inputs: []source.Input{in}, New: opener(family{})}
}

func opener(f family) func(adapters.Output, *losses.Ledger) adapters.Mapper {
	return func(out adapters.Output, led *losses.Ledger) adapters.Mapper { return newMapper(out, led, f) }
}

func nativeID(value string) asif.NativeIdentifier {
	return asif.NativeIdentifier{Provider: provider, Namespace: spaceThread, Value: value}
}
