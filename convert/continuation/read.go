package continuation

import (
	"bytes"
	"fmt"

	"asif-convert/convert/asif"
)

// Open reads what the document's plans need. Contexts are read input by input, the accounting not at all, the events
// only when a plan waits for a decision. Errors are [ErrNoProfile], those of reading, and values that do not fit the
// object tables; whether references resolve is seen when a closure is computed.
func Open(d *asif.Document) (*Source, error) {
	s := &Source{doc: d,
		Configurations: map[string]*asif.Configuration{}, Checkpoints: map[string]*asif.Checkpoint{},
		Contexts: map[string]*Context{}, Tools: map[string]*asif.Tool{}, Environments: map[string]*asif.Environment{},
		Resources: map[string]*Resource{}, Prompts: map[string][]string{}}
	for _, read := range []func() error{
		s.readProfile, s.readIdentity, s.readContexts, s.readTools, s.readCheckpoints, s.readConfigurations,
		s.readEnvironments, s.readResources, s.readBoundPrompts, s.readPrompts,
	} {
		if err := read(); err != nil {
			return nil, fmt.Errorf("reading the plans' document: %w", err)
		}
	}
	return s, nil
}

// identity is what of the session and of the capture is read.
type identity struct {
	ID string `json:"id"`
}

func (s *Source) readIdentity() error {
	var session, capture identity
	if err := s.member("session", &session); err != nil {
		return err
	}
	if err := s.member("capture", &capture); err != nil {
		return err
	}
	s.SessionID, s.CaptureID = session.ID, capture.ID
	return s.member("required_features", &s.Features)
}

func (s *Source) member(name string, into any) error {
	at, ok := s.doc.Member(name)
	if !ok {
		return fmt.Errorf("the document has no %s", name)
	}
	return s.doc.Decode(asif.Item{Range: at}, into)
}

// readProfile reads the profile, plans without their accounting.
func (s *Source) readProfile() error {
	at, ok := s.doc.Member("continuation")
	if !ok {
		return ErrNoProfile
	}
	shell, plans, err := s.doc.Split(asif.Item{Range: at}, "plans")
	if err != nil {
		return err
	}
	s.Profile = new(asif.ContinuationProfile)
	if err := asif.Unmarshal(shell, s.Profile); err != nil {
		return fmt.Errorf("continuation: %w", err)
	}
	for it, err := range s.doc.Elements(plans) {
		if err != nil {
			return err
		}
		shell, accounting, err := s.doc.Split(it, "context_accounting")
		if err != nil {
			return err
		}
		var p asif.Plan
		if err := asif.Unmarshal(shell, &p); err != nil {
			return fmt.Errorf("continuation, plan %d: %w", it.Index, err)
		}
		s.Profile.Plans = append(s.Profile.Plans, p)
		s.accounting = append(s.accounting, accounting)
	}
	return nil
}

// wanted are the IDs that the plans name.
func (s *Source) wanted(of func(*asif.Plan) string) map[string]bool {
	ids := map[string]bool{}
	for i := range s.Profile.Plans {
		ids[of(&s.Profile.Plans[i])] = true
	}
	return ids
}

// some decodes those items of a collection whose IDs are wanted.
func some[T any](d *asif.Document, name string, wanted map[string]bool, into map[string]*T) error {
	for it, err := range d.Latest(name) {
		if err != nil || len(into) == len(wanted) {
			return err
		}
		id, err := d.ID(it)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if !wanted[id] || into[id] != nil {
			continue
		}
		v := new(T)
		if err := d.Decode(it, v); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		into[id] = v
	}
	return nil
}

func (s *Source) readCheckpoints() error {
	ids := s.wanted(func(p *asif.Plan) string { return p.CheckpointID })
	return some(s.doc, "checkpoints", ids, s.Checkpoints)
}

func (s *Source) readConfigurations() error {
	ids := s.wanted(func(p *asif.Plan) string { return p.ConfigurationID })
	return some(s.doc, "configurations", ids, s.Configurations)
}

func (s *Source) readTools() error {
	ids := map[string]bool{}
	for _, c := range s.Contexts {
		for _, id := range c.ToolIDs {
			ids[id] = true
		}
	}
	return some(s.doc, "tools", ids, s.Tools)
}

func (s *Source) readEnvironments() error {
	for e, err := range asif.Each[asif.Environment](s.doc, "environments") {
		if err != nil {
			return err
		}
		s.Environments[e.ID] = e
	}
	return nil
}

// readContexts reads the plans' contexts without their inputs, and of these which resources they show.
func (s *Source) readContexts() error {
	ids := s.wanted(func(p *asif.Plan) string { return p.ContextID })
	for it, err := range s.doc.Items("contexts") {
		if err != nil {
			return err
		}
		id, err := s.doc.ID(it)
		if err != nil {
			return fmt.Errorf("contexts: %w", err)
		}
		if !ids[id] {
			continue
		}
		shell, inputs, err := s.doc.Split(it, "inputs")
		if err != nil {
			return err
		}
		c := &Context{Inputs: inputs}
		if err := asif.Unmarshal(shell, &c.Context); err != nil {
			return fmt.Errorf("contexts: %w", err)
		}
		if err := s.readInputs(c); err != nil {
			return err
		}
		s.Contexts[c.ID] = c
	}
	return nil
}

func (s *Source) readInputs(c *Context) error {
	seen := map[string]bool{}
	for it, err := range s.doc.Elements(c.Inputs) {
		if err != nil {
			return err
		}
		c.InputCount++
		raw, err := s.doc.Bytes(it)
		if err != nil {
			return err
		}
		if !mayHold(raw, "resource_id") {
			continue
		}
		var in struct {
			Parts []part `json:"parts"`
		}
		if err := asif.Unmarshal(raw, &in); err != nil {
			return fmt.Errorf("context %q, input %d: %w", c.ID, it.Index, err)
		}
		c.Resources = appendResources(c.Resources, seen, in.Parts)
	}
	return nil
}

// mayHold tells whether a JSON text can hold a name or word. One that is spelled with escapes counts as held.
func mayHold(raw []byte, word string) bool {
	return bytes.Contains(raw, []byte(word)) || bytes.Contains(raw, []byte(`\u`))
}

// part is a part's reference. Only parts of the kinds resource and opaque have one: a member that is called like it in a
// value of another kind is content.
type part struct {
	Kind       asif.PartKind `json:"kind"`
	ResourceID any           `json:"resource_id"`
}

func (p *part) resource() string {
	id, ok := p.ResourceID.(string)
	if !ok || p.Kind != asif.PartResource && p.Kind != asif.PartOpaque {
		return ""
	}
	return id
}

// appendResources adds the resources that parts show and that were not seen before.
func appendResources(list []string, seen map[string]bool, parts []part) []string {
	for i := range parts {
		if id := parts[i].resource(); id != "" && !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}

// readResources reads every resource without its content.
func (s *Source) readResources() error {
	for it, err := range s.doc.Items("resources") {
		if err != nil {
			return err
		}
		r := new(Resource)
		if it.Raw == nil {
			if it.Raw, err = s.brief(it); err != nil {
				return err
			}
		}
		if err := s.doc.Decode(it, r); err != nil {
			return fmt.Errorf("resources: %w", err)
		}
		s.Resources[r.ID] = r
	}
	return nil
}

// brief is a great object without its great members.
func (s *Source) brief(it asif.Item) ([]byte, error) {
	b := []byte{'{'}
	for m, err := range s.doc.Members(it.Range) {
		if err != nil {
			return nil, err
		}
		if m.Raw == nil || m.Name == "text" || m.Name == "data" {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(asif.AppendString(b, m.Name), ':'), m.Raw...)
	}
	return append(b, '}'), nil
}
