package claudecode

import (
	"bytes"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// places are the environments that were declared. Lines repeat them, so the last one is tried first.
type places struct {
	cwd, branch, version []byte   // of the record before, as JSON
	system               []byte   // members that an environment attachment told last, each with a comma before it
	workspaces, runtimes numbered // definitions; the number names the environment
	workspace, runtime   int32    // of the record before
}

// place sets the folder, Git branch and version of a record. What it does not name stays.
func (m *mapper) place() {
	r, p := &m.rec, &m.places
	if len(r.cwd)+len(r.gitBranch) > 0 {
		if p.workspace == 0 || !bytes.Equal(p.cwd, r.cwd) || !bytes.Equal(p.branch, r.gitBranch) {
			p.cwd, p.branch = append(p.cwd[:0], r.cwd...), append(p.branch[:0], r.gitBranch...)
			p.workspace = m.workspace()
		}
		m.setPlace(adapters.WorkspaceSetting, &m.now.workspace, p.workspace)
	}
	if len(r.version) > 0 {
		if told := m.systemTold(); told || p.runtime == 0 || !bytes.Equal(p.version, r.version) {
			p.version = append(p.version[:0], r.version...)
			p.runtime = m.runtime()
		}
		m.setPlace(adapters.RuntimeSetting, &m.now.runtime, p.runtime)
	}
}

// setPlace sets the environment of a kind.
func (m *mapper) setPlace(of adapters.SettingKind, now *int32, n int32) {
	if *now == n {
		return
	}
	*now = n
	k := asif.EnvironmentWorkspace
	if of == adapters.RuntimeSetting {
		k = asif.EnvironmentRuntime
	}
	m.changes = append(m.changes, adapters.Setting{Of: of, Key: environmentID(k, n), Value: []byte("true")})
}

func (m *mapper) workspace() int32 {
	p, v := &m.places, []byte{'{'}
	if len(p.cwd) > 0 {
		v = asif.AppendText(append(v, `"cwd":`...), p.cwd)
	}
	if len(p.branch) > 0 {
		if len(p.cwd) > 0 {
			v = append(v, ',')
		}
		v = asif.AppendText(append(v, `"git_branch":`...), p.branch)
	}
	return m.environment(&p.workspaces, asif.EnvironmentWorkspace, "asif-convert/workspace/1", append(v, '}'),
		"Folder and Git branch that records of the session name.")
}

// systemTold takes what an environment attachment tells, and whether that is something else than before.
func (m *mapper) systemTold() bool {
	v := []byte(nil)
	for _, f := range [...]struct {
		name string
		id   int
	}{{`,"platform":`, fPlatform}, {`,"shell":`, fShell}, {`,"os":`, fOS}} {
		if raw := adapters.Quoted(m.rec.get(f.id)); raw != nil {
			v = asif.AppendText(append(v, f.name...), raw)
		}
	}
	if v == nil || bytes.Equal(v, m.places.system) {
		return false
	}
	m.places.system = v
	return true
}

func (m *mapper) runtime() int32 {
	p := &m.places
	v := asif.AppendText([]byte(`{"harness":"claude-code","version":`), p.version)
	return m.environment(&p.runtimes, asif.EnvironmentRuntime, "asif-convert/runtime/1", append(append(v, p.system...), '}'),
		"Version of Claude Code that wrote records of the session, and the system that it ran on where it says so.")
}

// environment declares an environment once per value. IDs count in order of first use, so that a session that grows
// keeps them.
func (m *mapper) environment(have *numbered, k asif.EnvironmentKind, dialect string, value []byte, about string) int32 {
	known := len(have.list)
	n := have.number(value)
	if len(have.list) > known {
		m.sink.Environment(asif.Environment{
			ID: environmentID(k, n), Kind: k, Description: about,
			ResourceIDs: []string{}, Requirements: []asif.Requirement{},
			Definition: &asif.EnvironmentDefinition{Dialect: dialect, Value: value},
		})
	}
	return n
}

func environmentID(k asif.EnvironmentKind, n int32) string {
	return string(k) + "-" + strconv.Itoa(int(n))
}
