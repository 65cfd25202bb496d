package continuation

import (
	"errors"
	"fmt"

	"asif-convert/convert/asif"
)

// Errors of Open and of naming a plan.
var (
	ErrNoProfile = errors.New("the document has no continuation member")
	ErrNoPlan    = errors.New("no such plan")
)

// Source is a document as far as its plans need it: the profile without the accounting of contexts, and what the plans
// select, without the text of contexts and resources. Nothing in it changes after [Open].
type Source struct {
	SessionID      string
	CaptureID      string
	Features       []string // required ones
	Profile        *asif.ContinuationProfile
	Configurations map[string]*asif.Configuration // those of plans
	Checkpoints    map[string]*asif.Checkpoint    // those of plans
	Contexts       map[string]*Context            // those of plans
	Tools          map[string]*asif.Tool          // those of the plans' contexts
	Environments   map[string]*asif.Environment   // all
	Resources      map[string]*Resource           // all
	Prompts        map[string][]string            // resources in the prompts of awaited requests, by request

	doc        *asif.Document
	accounting []asif.Range // by plan
}

// Context is a context without its inputs.
type Context struct {
	asif.Context            // Inputs is empty
	Resources    []string   // in its inputs' parts, each once, in order of first use
	Inputs       asif.Range // where the inputs stand in the document
	InputCount   int
}

// Resource is a resource without its content.
type Resource struct {
	ID           string            `json:"id"`
	MediaType    string            `json:"media_type"`
	Availability asif.Availability `json:"availability"`
	Purpose      string            `json:"purpose"`
	Name         *string           `json:"name"`
	Bytes        *int64            `json:"bytes"`
	SHA256       *string           `json:"sha256"`
	Path         string            `json:"path"`
	Locator      string            `json:"locator"`
	Explanation  string            `json:"explanation"`
}

// Document is the opened document.
func (s *Source) Document() *asif.Document { return s.doc }

// Plans are the profile's plans, as they come, without their context accounting.
func (s *Source) Plans() []asif.Plan { return s.Profile.Plans }

// Plan is the plan of that ID, without its context accounting; nil for none.
func (s *Source) Plan(id string) *asif.Plan { return find(s.Profile.Plans, id, planID) }

// Accounting tells where a plan's context accounting stands in the document.
func (s *Source) Accounting(id string) (asif.Range, error) {
	for i := range s.Profile.Plans {
		if s.Profile.Plans[i].ID == id {
			return s.accounting[i], nil
		}
	}
	return asif.Range{}, fmt.Errorf("%w: %q", ErrNoPlan, id)
}

// Unavailable tells whether a plan's accounting has an event that its context should know and does not.
func (s *Source) Unavailable(id string) (bool, error) {
	at, err := s.Accounting(id)
	if err != nil {
		return false, err
	}
	held, err := s.doc.Holds(at, string(asif.DispositionUnavailable), `\u`)
	if err != nil {
		return false, fmt.Errorf("reading the accounting of plan %q: %w", id, err)
	}
	if !held {
		return false, nil
	}
	for it, err := range s.doc.Elements(at) {
		if err != nil {
			return false, fmt.Errorf("reading the accounting of plan %q: %w", id, err)
		}
		raw, err := s.doc.Bytes(it)
		if err != nil {
			return false, fmt.Errorf("reading the accounting of plan %q: %w", id, err)
		}
		if !mayHold(raw, string(asif.DispositionUnavailable)) {
			continue
		}
		var a struct {
			Disposition asif.Disposition `json:"disposition"`
		}
		if err := asif.Unmarshal(raw, &a); err != nil {
			return false, fmt.Errorf("reading the accounting of plan %q: %w", id, err)
		}
		if a.Disposition == asif.DispositionUnavailable {
			return true, nil
		}
	}
	return false, nil
}

// find is the item of that ID in a list, or nil. Lists that are searched are short.
func find[T any](list []T, id string, idOf func(*T) string) *T {
	for i := range list {
		if idOf(&list[i]) == id {
			return &list[i]
		}
	}
	return nil
}

func planID(p *asif.Plan) string                 { return p.ID }
func workspaceID(w *asif.Workspace) string       { return w.ID }
func dependencyID(d *asif.Dependency) string     { return d.ID }
func serviceID(s *asif.Service) string           { return s.ID }
func operationID(o *asif.Operation) string       { return o.ID }
func nativeImportID(n *asif.NativeImport) string { return n.ID }

// Workspace is the workspace of that ID, or nil; likewise the others.
func (s *Source) Workspace(id string) *asif.Workspace {
	return find(s.Profile.Workspaces, id, workspaceID)
}

// Dependency is the dependency of that ID, or nil.
func (s *Source) Dependency(id string) *asif.Dependency {
	return find(s.Profile.Dependencies, id, dependencyID)
}

// Service is the service binding of that ID, or nil.
func (s *Source) Service(id string) *asif.Service {
	return find(s.Profile.ServiceBindings, id, serviceID)
}

// Operation is the operation of that ID, or nil.
func (s *Source) Operation(id string) *asif.Operation {
	return find(s.Profile.Operations, id, operationID)
}

// NativeImport is the native import of that ID, or nil.
func (s *Source) NativeImport(id string) *asif.NativeImport {
	return find(s.Profile.NativeImports, id, nativeImportID)
}

// Binding is the configuration's binding, or nil.
func (s *Source) Binding(configuration string) *asif.ConfigurationBinding {
	return find(s.Profile.ConfigurationBindings, configuration, func(b *asif.ConfigurationBinding) string { return b.ConfigurationID })
}
