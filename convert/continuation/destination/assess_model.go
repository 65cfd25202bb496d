package destination

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/profiles"
)

// contextFacts are what the live context holds beside its text.
type contextFacts struct {
	bytes     int64    // of text, arguments and values
	reasoning int64    // parts with a model's reasoning, or its signature
	roles     []string // of messages, beside user and assistant
	images    int64
	media     []string // types of resources that the model saw
	other     int64    // bytes of resources that are no text and no image
}

// Schemas and purposes that adapters give to what a model thought.
const (
	reasoningSchema  = "asif-convert/reasoning/1"
	reasoningPurpose = "reasoning"
)

// contextInput is what is read of an input.
type contextInput struct {
	Role      asif.Role      `json:"role"`
	Parts     []contextPart  `json:"parts"`
	Arguments jsontext.Value `json:"arguments"`
}

type contextPart struct {
	Kind       asif.PartKind  `json:"kind"`
	Text       string         `json:"text"`
	Schema     string         `json:"schema"`
	Value      jsontext.Value `json:"value"`
	ResourceID string         `json:"resource_id"`
}

// reasoning tells whether a part is what a model thought, or the provider's signature of that.
func (a *assessor) reasoningPart(p *contextPart) bool {
	r := a.src.Resources[p.ResourceID]
	return p.Schema == reasoningSchema || p.Kind == asif.PartOpaque || r != nil && r.Purpose == reasoningPurpose
}

// inputs calls visit for every input of the plan's context.
func (a *assessor) inputs(visit func(*contextInput) error) error {
	x := a.src.Contexts[a.plan.ContextID]
	if x == nil {
		return nil
	}
	doc := a.src.Document()
	for it, err := range doc.Elements(x.Inputs) {
		if err != nil {
			return fmt.Errorf("reading context %q: %w", x.ID, err)
		}
		var in contextInput
		if err := doc.Decode(it, &in); err != nil {
			return fmt.Errorf("reading input %d of context %q: %w", it.Index, x.ID, err)
		}
		if err := visit(&in); err != nil {
			return err
		}
	}
	return nil
}

// readContext finds out what the context holds.
func (a *assessor) readContext() error {
	c := &a.context
	return a.inputs(func(in *contextInput) error {
		if role := string(in.Role); (in.Role == "system" || in.Role == "developer") && !slices.Contains(c.roles, role) {
			c.roles = append(c.roles, role)
		}
		c.bytes += int64(len(in.Arguments))
		for i := range in.Parts {
			p := &in.Parts[i]
			if a.reasoningPart(p) {
				c.reasoning++
				continue
			}
			c.bytes += int64(len(p.Text) + len(p.Value))
			if r := a.src.Resources[p.ResourceID]; r != nil {
				c.see(r)
			}
		}
		return nil
	})
}

func (c *contextFacts) see(r *continuation.Resource) {
	size := int64(0)
	if r.Bytes != nil {
		size = *r.Bytes
	}
	switch {
	case strings.HasPrefix(r.MediaType, "text/"), strings.HasSuffix(r.MediaType, "json"):
		c.bytes += size
		return
	case strings.HasPrefix(r.MediaType, "image/"):
		c.images++
	default:
		c.other += size
	}
	if !slices.Contains(c.media, r.MediaType) {
		c.media = append(c.media, r.MediaType)
	}
}

// contextVerdict says what of the context the destination cannot take. What it loses is dropped or mapped, and counted.
func (a *assessor) contextVerdict(s continuation.Subject) (verdict, error) {
	c := &a.context
	before := len(a.changes)
	if c.reasoning > 0 && !a.reasoningStays() {
		a.change(s, "reasoning_dropped", "none", fmt.Sprintf("%d parts of the model's reasoning: %s", c.reasoning, a.dest.Reasoning.Note))
	}
	var dropped []string
	for _, m := range c.media {
		if !slices.Contains(a.dest.MediaTypes, m) {
			dropped = append(dropped, m)
		}
	}
	if len(dropped) > 0 {
		a.change(s, "media_dropped", "a text in its place", "content of type "+strings.Join(dropped, ", "))
	}
	for _, role := range c.roles {
		to := map[string]string{"system": a.dest.Roles.System, "developer": a.dest.Roles.Developer}[role]
		if !a.same && to != role {
			a.change(s, "role_mapped", to, "that messages of role "+role+" have the weight of that role")
		}
	}
	if n := len(a.changes) - before; n > 0 {
		return adapted("%s cannot take all of it as it is", a.dest.Title), nil
	}
	return supported("%s can take all of it", a.dest.Title), nil
}

// reasoningStays tells whether the provider will get back what its own model thought: another model cannot read it.
func (a *assessor) reasoningStays() bool {
	return a.model.Source.Provider == a.model.Target.Provider && a.model.Source.ID == a.model.Target.ID &&
		slices.Contains(a.dest.Reasoning.Accepts, a.model.Source.Provider)
}

// chooseModel finds the model that would go on: the user's choice, else the source's where the destination has it, else
// the one that the destination is set to, else its first. A session of the same harness keeps its model.
func (a *assessor) chooseModel() {
	m := &a.model
	m.Source = a.plan.ModelRequirements.SourceModel
	m.Target, m.Fit = m.Source, asif.FitUnknown
	if a.Choices.Model != "" {
		if to := a.named(a.Choices.Model); to.Provider != m.Source.Provider || to.ID != m.Source.ID {
			m.Target = to
		}
		return
	}
	if _, ok := a.dest.Model(m.Source.Provider, m.Source.ID); ok || a.same {
		return
	}
	if a.Destination.Model != "" {
		m.Target = a.named(a.Destination.Model)
		if _, ok := a.dest.Model(m.Target.Provider, m.Target.ID); ok {
			return
		}
	}
	if len(a.dest.Models) > 0 {
		m.Target = asif.Model{Provider: a.dest.Models[0].Provider, ID: a.dest.Models[0].ID}
	}
}

// named is a model by a user's name for it.
func (a *assessor) named(name string) asif.Model {
	if provider, id, ok := strings.Cut(name, "/"); ok && provider != "" && id != "" {
		return asif.Model{Provider: provider, ID: id}
	}
	for _, m := range a.dest.Models {
		if m.ID == name {
			return asif.Model{Provider: m.Provider, ID: name}
		}
	}
	return asif.Model{Provider: or(a.dest.Provider, "unknown"), ID: name}
}

func (a *assessor) changedModel() bool {
	return a.model.Target.Provider != a.model.Source.Provider || a.model.Target.ID != a.model.Source.ID
}

func (a *assessor) modelVerdict(s continuation.Subject) (verdict, error) {
	m := &a.model
	var v verdict
	switch {
	case m.Fit == asif.FitExceeds:
		v = unsupported(a.fitting, "choose a model with a larger window with --model PROVIDER/ID, or compact the session in its harness and convert it anew")
	case m.Fit == asif.FitUnknown:
		v = unresolved(a.fitting, remedies[asif.SubjectKindModel])
	case a.changedModel():
		a.change(s, "model_changed", m.Target.Provider+"/"+m.Target.ID, "how "+m.Source.Provider+"/"+m.Source.ID+" would have gone on")
		v = adapted("another model than %s/%s; %s", m.Source.Provider, m.Source.ID, a.fitting)
	default:
		v = supported("%s", a.fitting)
	}
	v.evidence = []string{evidenceDocument, evidenceProfile, evidenceTokens}
	return v, nil
}

func (a *assessor) modelDependency(s continuation.Subject, d *asif.Dependency) verdict {
	m := &a.model
	if a.changedModel() {
		a.change(s, "model_changed", m.Target.Provider+"/"+m.Target.ID, "how "+d.Identity+" would have gone on")
		return adapted("another model goes on: %s/%s", m.Target.Provider, m.Target.ID)
	}
	version := m.Target.ID
	if len(d.AcceptedVersions) > 0 { // the same model is what is accepted
		version = d.AcceptedVersions[0]
	}
	return a.meets(s, d, d.Identity, version, "it is the same model")
}

// limits are those of the target model, if the profile knows it.
func (a *assessor) limits() (profiles.Model, bool) {
	return a.dest.Model(a.model.Target.Provider, a.model.Target.ID)
}
