package codex

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/source"
)

// store is the rollouts below a folder, in order of their paths.
type store struct {
	root  string
	files []*rollout
	names map[string]string // titles by thread; nil: not read
}

// rollout is one file, by its name.
type rollout struct {
	path   string
	thread string // "" when the name does not tell
	last   string // the last UUID of the name: the thread's, or a segment's
	head   *meta
}

// meta is what the beginning of a file says.
type meta struct {
	whole  bool   // it is one value over many lines
	parent string // the thread that spawned it
	base   string // the file that it goes on from
}

// extensions of a rollout; of two files of one name the plain one counts.
var extensions = []string{".jsonl", ".json", ".jsonl.zst"}

// parseName reads a rollout's name: rollout-<time>-<thread>[_<segment>].jsonl.
func parseName(path string) *rollout {
	r := &rollout{path: path}
	stem := filepath.Base(path)
	for _, ext := range extensions {
		stem = strings.TrimSuffix(stem, ext)
	}
	if !strings.HasPrefix(stem, "rollout-") {
		return r
	}
	if head, segment, ok := strings.Cut(stem, "_"); ok && isUUID(segment) {
		r.last, stem = segment, head
	}
	if n := len(stem) - 36; n > 0 && isUUID(stem[n:]) {
		r.thread = stem[n:]
	}
	if r.last == "" {
		r.last = r.thread
	}
	return r
}

func isUUID(s string) bool { return len(s) == 36 && strings.Count(s, "-") == 4 }

// name is the thread's ID; of a file that does not name its thread, the file's name.
func (r *rollout) name() string {
	if r.thread != "" {
		return r.thread
	}
	stem := filepath.Base(r.path)
	for _, ext := range extensions {
		stem = strings.TrimSuffix(stem, ext)
	}
	return stem
}

// openStore lists the rollouts of a store's folders, or below any folder.
func openStore(root string) (*store, error) {
	st := &store{root: root}
	dirs := []string{}
	for _, f := range folders {
		if info, err := os.Stat(filepath.Join(root, f)); err == nil && info.IsDir() {
			dirs = append(dirs, filepath.Join(root, f))
		}
	}
	if len(dirs) == 0 {
		dirs = append(dirs, root)
	}
	for _, dir := range dirs {
		if err := st.list(dir); err != nil {
			return nil, err
		}
	}
	return st, nil
}

func (st *store) list(dir string) error {
	err := adapters.Walk(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.ContainsFunc(extensions, func(ext string) bool { return strings.HasSuffix(path, ext) }) {
			return err
		}
		r := parseName(path)
		if !strings.HasPrefix(filepath.Base(path), "rollout-") {
			return nil
		}
		if n := len(st.files); n > 0 && path == st.files[n-1].path+".zst" {
			return nil
		}
		st.files = append(st.files, r)
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("listing threads: %w", err)
	}
	return nil
}

// named is the rollout of a path, even if its name is none of a rollout's.
func (st *store) named(path string) *rollout {
	for _, r := range st.files {
		if r.path == path {
			return r
		}
	}
	return parseName(path)
}

func (st *store) byThread(id string) *rollout {
	if id == "" {
		return nil
	}
	for _, r := range st.files {
		if r.thread == id {
			return r
		}
	}
	return nil
}

// base is the file that a rollout goes on from, or nil when it is not in the store. A file can go on from an older one
// alone.
func (st *store) base(r *rollout) *rollout {
	id := r.meta().base
	if id == "" {
		return nil
	}
	for _, b := range st.files {
		if b.last == id && b != r && b.last < r.last {
			return b
		}
	}
	return nil
}

// meta reads a file's beginning. A file that cannot be read says nothing of others: given by itself, it says why.
func (r *rollout) meta() *meta {
	if r.head != nil {
		return r.head
	}
	r.head = &meta{}
	head, err := source.Head(source.File(r.path, ""))
	if err != nil && len(head) == 0 {
		return r.head
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	r.head.whole = isWhole(head) || strings.HasSuffix(r.path, ".json") && detectLine(line) == adapters.NoMatch
	if string(adapters.Text(source.Member(line, "type"))) != "session_meta" {
		return r.head
	}
	payload := source.Member(line, "payload")
	spawn := source.Member(source.Member(source.Member(payload, "source"), "subagent"), "thread_spawn")
	r.head.parent = string(adapters.Text(source.Member(payload, "parent_thread_id")))
	if r.head.parent == "" {
		r.head.parent = string(adapters.Text(source.Member(spawn, "parent_thread_id")))
	}
	r.head.base = string(adapters.Text(source.Member(source.Member(payload, "history_base"), "thread_id")))
	return r.head
}

// input is the rollout as an input. A file of the first generation is one value.
func (r *rollout) input() source.Input {
	in := source.File(r.path, locator(r.path))
	if r.meta().whole {
		in.Framing = source.Whole
	}
	return in
}

// framed tells from the beginning of a stream whether it is one value. The stream is opened at once.
func framed(in source.Input) source.Input {
	stream, size, err := in.Open()
	if err != nil {
		in.Open = func() (io.ReadCloser, int64, error) { return nil, 0, err }
		return in
	}
	b := bufio.NewReaderSize(stream, source.HeadSize)
	head, _ := b.Peek(source.HeadSize) // an error comes again when the stream is read
	if isWhole(head) {
		in.Framing = source.Whole
	}
	again := in.Open
	first := true
	in.Open = func() (io.ReadCloser, int64, error) {
		if !first {
			return again()
		}
		first = false
		return struct {
			io.Reader
			io.Closer
		}{b, stream}, size, nil
	}
	return in
}

// maxIndex bounds the index of names that is read: 64 MiB.
const maxIndex = 64 << 20

// titles are the names of threads, from the index beside the sessions; the last line for a thread counts.
func (st *store) titles() map[string]string {
	if st.names != nil {
		return st.names
	}
	st.names = map[string]string{}
	path := filepath.Join(st.root, "session_index.jsonl")
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxIndex {
		return st.names // most stores have none, and a thread can do without its name
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return st.names
	}
	for line := range bytes.Lines(data) {
		if id := adapters.Text(source.Member(line, "id")); len(id) > 0 {
			st.names[string(id)] = string(adapters.Text(source.Member(line, "thread_name")))
		}
	}
	return st.names
}

// locator is a file's place in the store, which says nothing of the machine: from the sessions folder on, or the name
// alone.
func locator(path string) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	for i := len(parts) - 2; i >= 0; i-- {
		if slices.Contains(folders, parts[i]) {
			return strings.Join(parts[i:], "/")
		}
	}
	return parts[len(parts)-1]
}
