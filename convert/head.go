package convert

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
)

// unrecorded is the ID of the configuration at a head of which no record tells any: a plan needs one (N06). No other
// configuration is called so, for an event's ID never is without a colon or an "@".
const unrecorded = "config:unrecorded"

// settleHead finds the configuration in force at main's head.
func (d *document) settleHead() {
	g := d.going
	at := d.configurationOf(0, 0)
	switch {
	case d.history.Live.Configuration != 0:
		g.head = &asif.Configuration{}
		d.fail(asif.Unmarshal(d.proven.json[d.history.Live.Configuration-1], g.head))
	case at != 0:
		g.head = d.typed(d.snapshots[at])
		g.head.ID, g.head.Knowledge = string(d.appendID([]byte("config:"), at)), asif.KnowledgePartial
		if g.rules != nil && g.rules.Tells(g.head) {
			g.head.Knowledge = asif.KnowledgeEffective
		}
	default:
		g.made = true
		g.head = &asif.Configuration{
			ID: unrecorded, Instructions: []asif.Instruction{}, Capabilities: []asif.Capability{}, Policies: []asif.Policy{},
			SecretRequirements: []asif.ConfigurationSecretRequirements{}, Knowledge: asif.KnowledgeUnknown,
		}
	}
}

// typed reads a snapshot back.
func (d *document) typed(state []setting) *asif.Configuration {
	c := &asif.Configuration{}
	for _, s := range state {
		raw := []byte(d.values.list[s.value])
		switch s.of {
		case adapters.InstructionSetting:
			var i asif.Instruction
			d.fail(asif.Unmarshal(raw, &i))
			c.Instructions = append(c.Instructions, i)
		case adapters.CapabilitySetting:
			var k asif.Capability
			d.fail(asif.Unmarshal(raw, &k))
			c.Capabilities = append(c.Capabilities, k)
		case adapters.PolicySetting:
			var p asif.Policy
			d.fail(asif.Unmarshal(raw, &p))
			c.Policies = append(c.Policies, p)
		case adapters.ModelSetting:
			c.Model = raw
		default:
			c.EnvironmentIDs = append(c.EnvironmentIDs, s.key)
		}
	}
	return c
}

// environments are the definitions of the environments of a kind that the head's configuration is in.
func (d *document) environment(kind asif.EnvironmentKind) *asif.Environment {
	for _, id := range d.going.head.EnvironmentIDs {
		if e := d.environmentOf(id); e != nil && e.Kind == kind && e.Definition != nil {
			return e
		}
	}
	return nil
}

func (d *document) environmentOf(id string) *asif.Environment {
	n, ok := d.envs.by[id]
	if !ok {
		return nil
	}
	e := &asif.Environment{}
	d.fail(asif.Unmarshal(d.envs.json[n-1], e))
	return e
}

// workspaceFacts and runtimeFacts are the definitions of environments that adapters write.
type workspaceFacts struct {
	CWD    string `json:"cwd"`
	Branch string `json:"git_branch"`
	Commit string `json:"git_commit"`
	Remote string `json:"git_remote"`
}

type runtimeFacts struct {
	Version      string `json:"version"`
	Platform     string `json:"platform"`
	Architecture string `json:"architecture"`
}

// place is the folder that the session works in at its head. Its root is the folder where main began, if that is above.
func (d *document) place() *continuation.Place {
	e := d.environment(asif.EnvironmentWorkspace)
	if e == nil {
		return nil
	}
	var f workspaceFacts
	d.fail(asif.Unmarshal(e.Definition.Value, &f))
	p := &continuation.Place{EnvironmentID: e.ID, Root: f.CWD, CWD: f.CWD, Branch: f.Branch, Commit: f.Commit, Remote: f.Remote}
	if first := d.firstFolder(); first != "" {
		if _, below := continuation.Below(first, f.CWD); below {
			p.Root = first
		}
	}
	if _, ok := continuation.Below(p.Root, p.CWD); !ok {
		return nil
	}
	return p
}

// firstFolder is where main began.
func (d *document) firstFolder() string {
	if len(d.changes) == 0 {
		return ""
	}
	for _, r := range d.changes[0] {
		for _, s := range d.snapshots[r] {
			if s.of != adapters.WorkspaceSetting {
				continue
			}
			if e := d.environmentOf(s.key); e != nil && e.Definition != nil {
				var f workspaceFacts
				d.fail(asif.Unmarshal(e.Definition.Value, &f))
				return f.CWD
			}
		}
	}
	return ""
}

// recordedRuntime takes the harness's version and the system that records name.
func (d *document) recordedRuntime() {
	e := d.environment(asif.EnvironmentRuntime)
	if e == nil {
		return
	}
	var f runtimeFacts
	d.fail(asif.Unmarshal(e.Definition.Value, &f))
	g := &d.going.facts
	g.Version, g.OS, g.Architecture = f.Version, f.Platform, f.Architecture
	if name, ok := systems[f.Platform]; ok {
		g.OS = name
	}
}

// systems are the names that Go has for systems that Node.js names otherwise.
var systems = map[string]string{"win32": "windows"}

// model is the model in force at the head.
func (d *document) model() asif.Model {
	m := asif.Model{Provider: d.info.Provider, ID: "unknown"}
	var told struct {
		Provider string `json:"provider"`
		ID       string `json:"id"`
	}
	if raw := d.going.head.Model; raw != nil {
		d.fail(asif.Unmarshal(raw, &told))
	}
	if id := unquoted(d.history.Live.Model); id != "" && (told.ID == "" || told.ID == id) {
		told.ID = id
		if told.Provider == "" {
			told.Provider = unquoted(d.history.Live.Provider)
		}
	}
	if told.ID != "" {
		m.ID = told.ID
	}
	if told.Provider != "" {
		m.Provider = told.Provider
	}
	return m
}

// configurationFacts are the instructions, policies and capabilities in force.
func (d *document) configurationFacts() {
	g := d.going
	g.facts.Instructions = d.instructionFacts()
	for _, p := range g.head.Policies {
		g.facts.PolicyIDs = append(g.facts.PolicyIDs, p.ID)
	}
	if g.rules == nil {
		return
	}
	kinds := g.rules.Continuing().Capabilities
	for _, c := range g.head.Capabilities {
		if kind, ok := kinds[c.Type]; ok {
			g.facts.Capabilities = append(g.facts.Capabilities, continuation.Capability{ID: c.ID, Kind: kind, Identity: c.ID, Required: c.Required, Resources: c.ResourceIDs})
		}
	}
}
