package claudecode

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// session is the session of a sub-agent's transcript, with the file that describes it.
func (a agentFile) session() adapters.Session {
	stem, _ := stem(a.path)
	s := adapters.Session{Native: nativeID(spaceAgent, stem), Inputs: []source.Input{source.File(a.path, locator(a.path))}}
	if a.meta != "" {
		in := source.File(a.meta, locator(a.meta))
		in.Framing = source.Whole
		s.Inputs = append(s.Inputs, in)
	}
	return files{agents: a.children, own: a}.open(s, laneChild)
}

// lonelyAgent is a sub-agent's transcript that is asked for by itself, with the sub-agents that it began.
func lonelyAgent(path string) (adapters.Session, error) {
	paths, err := agentFiles(filepath.Dir(path))
	if err != nil {
		return adapters.Session{}, err
	}
	for _, a := range nested(paths) {
		if found := a.find(path); found != nil {
			return found.session(), nil
		}
	}
	return readAgent(path).session(), nil
}

// find is a sub-agent at or below a.
func (a *agentFile) find(path string) *agentFile {
	if a.path == path {
		return a
	}
	for i := range a.children {
		if f := a.children[i].find(path); f != nil {
			return f
		}
	}
	return nil
}

// readAgent reads what the name of a sub-agent's transcript and the file beside it tell. A file that cannot be read tells
// nothing here; it is an input of the session and says so there.
func readAgent(path string) agentFile {
	stem, _ := stem(path)
	a := agentFile{path: path, id: strings.TrimPrefix(stem, "agent-")}
	meta := filepath.Join(filepath.Dir(path), stem+".meta.json")
	info, err := os.Stat(meta)
	if err != nil || !info.Mode().IsRegular() {
		return a
	}
	a.meta = meta
	head, err := source.Head(source.File(meta, ""))
	if err != nil {
		return a
	}
	head = bytes.TrimSpace(head)
	if len(head) == 0 || head[0] != '{' {
		return a
	}
	of := func(name string) string { return string(adapters.Text(source.Member(head, name))) }
	a.typ, a.call, a.parent = of("agentType"), of("toolUseId"), of("parentAgentId")
	return a
}

// nested puts sub-agents below those that began them. Those that began each other in a circle stand by themselves.
func nested(paths []string) []agentFile {
	list := make([]agentFile, len(paths))
	byID := map[string]int{}
	for i, p := range paths {
		list[i] = readAgent(p)
		byID[list[i].id] = i
	}
	below := map[int][]int{}
	var roots []int
	for i := range list {
		at, ok := byID[list[i].parent]
		for steps := 0; ok && at != i && steps <= len(list); steps++ {
			at, ok = byID[list[at].parent]
		}
		if parent, known := byID[list[i].parent]; known && !ok {
			below[parent] = append(below[parent], i)
			continue
		}
		roots = append(roots, i)
	}
	var build func(i int) agentFile
	build = func(i int) agentFile {
		a := list[i]
		for _, k := range below[i] {
			a.children = append(a.children, build(k))
		}
		return a
	}
	var out []agentFile
	for _, i := range roots {
		out = append(out, build(i))
	}
	return out
}

// childrenOf lists a session's sub-agents: in its folder since 2.1.2, beside it before.
func childrenOf(path, id string) ([]agentFile, error) {
	dir := filepath.Dir(path)
	paths, err := agentFiles(filepath.Join(dir, id, "subagents"))
	if err != nil {
		return nil, err
	}
	for _, ext := range extensions {
		beside, err := filepath.Glob(filepath.Join(escapeGlob(dir), "agent-*"+ext))
		if err != nil {
			return nil, fmt.Errorf("looking for sub-agents: %w", err)
		}
		for _, p := range beside {
			if belongs(p, id) {
				paths = append(paths, p)
			}
		}
	}
	return nested(paths), nil
}

// spilledFiles lists the outputs of tools that were too long for the transcript (2.1.2).
func spilledFiles(dir string) (map[string]string, error) {
	list, err := os.ReadDir(filepath.Join(dir, "tool-results"))
	if err != nil && nothing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("looking for outputs of tools: %w", err)
	}
	out := map[string]string{}
	for _, e := range list {
		if e.Type().IsRegular() {
			out[e.Name()] = filepath.Join(dir, "tool-results", e.Name())
		}
	}
	return out, nil
}

// sibling is the session of that ID in the same folder.
func sibling(path, id string) (adapters.Session, bool) {
	if !adapters.IsID(id) {
		return adapters.Session{}, false
	}
	for _, ext := range extensions {
		at := filepath.Join(filepath.Dir(path), id+ext)
		if info, err := os.Stat(at); err != nil || !info.Mode().IsRegular() || at == path {
			continue
		}
		s, err := session(at, firsts{})
		return s, err == nil
	}
	return adapters.Session{}, false
}

// firsts are the first records of transcripts, by path, so that each is read once.
type firsts map[string][]byte

func (f firsts) of(path string) []byte {
	first, ok := f[path]
	if !ok {
		first = firstUUID(path)
		f[path] = first
	}
	return first
}

// maxSiblings bounds how many transcripts are looked at for a history in common.
const maxSiblings = 500

// sharing names the sessions beside a transcript whose first record is the same: one is a copy of the other, by a fork,
// or by a resume of old versions. Which one was first is not recorded.
func (f firsts) sharing(path string) ([]asif.NativeIdentifier, error) {
	first := f.of(path)
	if first == nil {
		return nil, nil
	}
	paths, err := filepath.Glob(filepath.Join(escapeGlob(filepath.Dir(path)), "*.jsonl*"))
	if err != nil {
		return nil, fmt.Errorf("looking for copies: %w", err)
	}
	var out []asif.NativeIdentifier
	for i, p := range paths {
		id, ok := stem(p)
		if i >= maxSiblings || p == path || !ok || isAgent(id) {
			continue
		}
		if bytes.Equal(f.of(p), first) {
			out = append(out, nativeID(spaceShared, id))
		}
	}
	return out, nil
}

// firstUUID is the uuid of the first record of the chain in a file's head, or nil.
func firstUUID(path string) []byte {
	head, err := source.Head(source.File(path, ""))
	if err != nil {
		return nil
	}
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] != '{' || line[len(line)-1] != '}' {
			continue
		}
		if source.Member(line, "parentUuid") == nil {
			continue
		}
		if id := adapters.Text(source.Member(line, "uuid")); id != nil {
			return bytes.Clone(id)
		}
	}
	return nil
}
