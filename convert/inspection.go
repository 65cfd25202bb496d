package convert

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/losses"
)

// Config says where the files are looked for that configure the harness.
type Config struct {
	Root string // folder in place of the recorded one; "": the recorded one, if it is there
	Home string // the user's home
	Env  func(string) string
}

// declared is the ID of the configuration at a head that holds what was inspected too.
const declared = "config:declared"

// inspect reads what the harness would read from disk now, nil when nothing is asked for or there is no such folder.
func (c *conversion) inspect(b *builder) (*adapters.Inspection, error) {
	by, ok := c.adapter.(adapters.Inspector)
	if c.opts.Config == nil || c.opts.NoContinuation || !ok {
		return nil, nil
	}
	recorded := b.lastFolder()
	g := adapters.Grounds{Root: c.opts.Config.Root, As: recorded, Home: c.opts.Config.Home, Env: c.opts.Config.Env}
	if g.Root == "" {
		g.Root = filepath.FromSlash(recorded)
	}
	if at, err := os.Stat(g.Root); err != nil || !at.IsDir() || !filepath.IsAbs(g.Root) {
		return nil, nil //nolint:nilerr // nothing to look at here: the recorded folder is of another machine
	}
	i, err := by.Inspect(g)
	if err != nil {
		return nil, fmt.Errorf("inspecting configuration: %w", err)
	}
	return i, nil
}

// lastFolder is the folder that records named last, "" for none.
func (b *builder) lastFolder() string {
	n, ok := b.envs.by[b.lastPlace]
	if !ok {
		return ""
	}
	var e asif.Environment
	var f workspaceFacts
	if asif.Unmarshal(b.envs.json[n-1], &e) != nil || e.Definition == nil || asif.Unmarshal(e.Definition.Value, &f) != nil {
		return ""
	}
	return f.CWD
}

// fingerprint is a digest of all that an inspection says: the capture's identity covers it.
func fingerprint(i *adapters.Inspection) (string, error) {
	raw, err := json.Marshal(i)
	if err != nil {
		return "", fmt.Errorf("hashing configuration: %w", err)
	}
	sum := sha256.Sum256(raw)
	return "configuration " + hexPrefix(sum[:]), nil
}

// declare adds what was inspected to the head's configuration. What records tell stands: it was in force. Where they
// tell all that the model was told, no file adds an instruction, and what was in effect stays known.
func (d *document) declare() {
	g, i := d.going, d.inspection
	head := *g.head
	head.ID = declared
	if head.Knowledge != asif.KnowledgeEffective {
		head.Knowledge = asif.KnowledgeDeclared
	}
	head.Instructions, head.Capabilities, head.Policies = slices.Clone(head.Instructions), slices.Clone(head.Capabilities), slices.Clone(head.Policies)
	g.declared = map[string]adapters.Rule{}
	for _, x := range i.Instructions {
		if head.Knowledge == asif.KnowledgeDeclared && !slices.ContainsFunc(head.Instructions, func(h asif.Instruction) bool { return sameFileID(h.ID, x.Instruction.ID) }) {
			head.Instructions = append(head.Instructions, x.Instruction)
			g.declared[x.Instruction.ID] = x.Rule
		}
	}
	for _, x := range i.Capabilities {
		if !slices.ContainsFunc(head.Capabilities, func(h asif.Capability) bool { return h.ID == x.ID }) {
			head.Capabilities = append(head.Capabilities, x)
		}
	}
	for _, x := range i.Policies {
		if !slices.ContainsFunc(head.Policies, func(h asif.Policy) bool { return h.ID == x.ID }) {
			head.Policies = append(head.Policies, x)
		}
	}
	head.SecretRequirements = append(slices.Clone(head.SecretRequirements), i.Secrets...)
	g.head, g.made, g.facts.Services = &head, true, i.Services
	d.share.LoseMany(losses.ConfigurationInspected, 1, nil)
	d.share.LoseMany(losses.ServerNameWithheld, int64(i.Withheld()), nil)
	var refs []losses.Reference
	for _, u := range i.Unread[:min(len(i.Unread), maxReferences)] {
		refs = append(refs, losses.Reference{Type: "file", ID: u.Path + ": " + u.Why})
	}
	d.share.LoseMany(losses.ConfigurationUnread, int64(len(i.Unread)), refs)
}

// sameFileID tells whether two instructions come from one file: one below the user's home is recorded with the name of
// that home.
func sameFileID(recorded, found string) bool {
	rest, below := strings.CutPrefix(found, "file:~/")
	return recorded == found || below && strings.HasPrefix(recorded, "file:") && strings.HasSuffix(recorded, "/"+rest)
}

// requireServers makes the servers that the live context's tools belong to required capabilities.
func (d *document) requireServers() {
	g := d.going
	if g == nil || !g.made {
		return
	}
	for _, t := range g.tools {
		server := d.toolFacts(t).Server
		for k := range g.head.Capabilities {
			if server != "" && g.head.Capabilities[k].ID == "mcp:"+server {
				g.head.Capabilities[k].Required = true
			}
		}
	}
}

// ruleOf is how the harness takes an instruction.
func (d *document) ruleOf(i *asif.Instruction) adapters.Rule {
	g := d.going
	r, found := g.declared[i.ID]
	switch {
	case found && r.Folder != "" && g.facts.Place != nil:
		r.Folder = path.Join(strings.ReplaceAll(g.facts.Place.CWD, `\`, "/"), r.Folder)
	case !found && g.rules != nil:
		r = g.rules.Rule(i)
	case !found:
		r = adapters.Rule{Authority: asif.AuthorityUnknown, Merge: asif.MergeBehaviorUnknown}
	}
	if r.Group == "" {
		r.Group = i.ID
	}
	return r
}

// instructionFacts are the instructions in force.
func (d *document) instructionFacts() (out []continuation.Instruction) {
	for k := range d.going.head.Instructions {
		i := &d.going.head.Instructions[k]
		r := d.ruleOf(i)
		out = append(out, continuation.Instruction{
			ID: i.ID, Authority: r.Authority, Merge: r.Merge, Group: r.Group, Priority: r.Priority, Folder: r.Folder, Dialect: r.Dialect, Predicate: r.Predicate,
		})
	}
	return out
}
