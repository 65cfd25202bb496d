package continuation

import (
	"slices"

	"asif-convert/convert/asif"
)

func (g *graph) environmentEdges(s Subject) {
	e := g.src.Environments[s.ID]
	if e == nil {
		g.missing(of(asif.SubjectKindConfiguration, g.plan.ConfigurationID), s, notHere)
		return
	}
	g.resources(s, e.ResourceIDs...)
	for i := range e.Requirements {
		r := Subject{asif.SubjectKindEnvironmentRequirement, e.Requirements[i].ID, e.ID}
		g.inventory(r)
		if g.meets(e.Requirements[i].RequiredFor) {
			g.edge(s, r)
		}
	}
}

func (g *graph) checkpointRequirementEdges(s Subject) {
	g.requirementEdges(s, g.checkpoint.Requirements)
}

func (g *graph) environmentRequirementEdges(s Subject) {
	g.requirementEdges(s, g.src.Environments[s.OwnerID].Requirements)
}

// requirementEdges follows the edges of one requirement among its owner's. What it names of a configuration must be of
// the plan's.
func (g *graph) requirementEdges(s Subject, list []asif.Requirement) {
	i := slices.IndexFunc(list, func(r asif.Requirement) bool { return r.ID == s.ID })
	r := &list[i]
	if r.ResourceID != "" {
		g.resources(s, r.ResourceID)
	}
	if r.EnvironmentID != "" {
		g.environment(s, r.EnvironmentID)
	}
	c := g.configuration
	if c == nil {
		return
	}
	if id := r.CapabilityID; id != "" {
		to := of(asif.SubjectKindCapability, id)
		if !slices.ContainsFunc(c.Capabilities, func(c asif.Capability) bool { return c.ID == id }) {
			g.missing(s, to, notDeclared)
			return
		}
		g.edge(s, to)
	}
	if h := r.SecretHandle; h != "" && !slices.ContainsFunc(c.SecretRequirements,
		func(r asif.ConfigurationSecretRequirements) bool { return r.Handle == h }) {
		g.missing(s, Subject{Kind: "secret_handle", ID: h}, notDeclared)
	}
}
