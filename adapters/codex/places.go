package codex

import (
	"bytes"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// places are the folder, Git state and version that the last records named, as JSON.
type places struct {
	cwd, commit, branch, version []byte
	provider, remote             []byte
	moved, upgraded              bool
	have                         map[string]string // definition → ID
	count                        map[asif.EnvironmentKind]int
}

// take takes what a record names; what it does not name stays as it was.
func (p *places) take(cwd, commit, branch, version []byte) {
	for _, v := range []struct {
		to   *[]byte
		from []byte
		mark *bool
	}{{&p.cwd, cwd, &p.moved}, {&p.commit, commit, &p.moved}, {&p.branch, branch, &p.moved}, {&p.version, version, &p.upgraded}} {
		if from := adapters.Quoted(v.from); len(from) > 2 && !bytes.Equal(from, *v.to) {
			*v.to, *v.mark = bytes.Clone(from), true
		}
	}
}

// repository takes the address of the repository, without the credentials that it can hold.
func (p *places) repository(raw []byte) {
	said := adapters.Text(raw)
	if len(said) == 0 {
		return
	}
	if v := asif.AppendString(nil, adapters.PublicURL(string(said))); !bytes.Equal(v, p.remote) {
		p.remote, p.moved = v, true
	}
}

// forget begins another file, which tells where it is by itself.
func (p *places) forget() { *p = places{have: p.have, count: p.count} }

func (p *places) workspaceChanged() bool {
	was := p.moved
	p.moved = false
	return was
}

func (p *places) runtimeChanged() bool {
	was := p.upgraded
	p.upgraded = false
	return was
}

// workspace is the environment of the folder.
func (m *mapper) workspace() string {
	p := &m.places
	v := object(member{"cwd", p.cwd}, member{"git_commit", p.commit}, member{"git_branch", p.branch}, member{"git_remote", p.remote})
	return m.environment(asif.EnvironmentWorkspace, "asif-convert/workspace/1", v, "Folder and Git state that records of the thread name.")
}

// runtime is the environment of the program. A thread that a newer version goes on with does not tell.
func (m *mapper) runtime() string {
	v := object(member{"harness", []byte(`"codex"`)}, member{"version", m.places.version})
	return m.environment(asif.EnvironmentRuntime, "asif-convert/runtime/1", v, "Version of Codex that began the thread.")
}

// environment declares an environment once per value. IDs count in order of first use, so that a thread that grows
// keeps them.
func (m *mapper) environment(k asif.EnvironmentKind, dialect string, value []byte, about string) string {
	p := &m.places
	if id, ok := p.have[string(k)+string(value)]; ok {
		return id
	}
	if p.have == nil {
		p.have, p.count = map[string]string{}, map[asif.EnvironmentKind]int{}
	}
	p.count[k]++
	id := string(k) + "-" + strconv.Itoa(p.count[k])
	p.have[string(k)+string(value)] = id
	m.sink.Environment(asif.Environment{
		ID: id, Kind: k, Description: about, ResourceIDs: []string{}, Requirements: []asif.Requirement{},
		Definition: &asif.EnvironmentDefinition{Dialect: dialect, Value: value},
	})
	return id
}
