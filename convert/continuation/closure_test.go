package continuation

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"asif-convert/convert/asif"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func subjectKind(s string) asif.SubjectKind { return asif.SubjectKind(s) }

// repeatedly checks a property on 10,000 random documents.
func repeatedly(t *testing.T, property func(*rapid.T)) {
	t.Parallel()
	rounds := 100 // times rapid's own 100
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		if rapid.Check(t, property); t.Failed() {
			return
		}
	}
}

func closureOf(t testing.TB, s *Source) Closure {
	c, err := ClosureOf(s, s.Plans()[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func flags(c Closure) map[Subject]bool {
	m := map[Subject]bool{}
	for _, e := range c.Entries {
		m[e.Subject] = e.Required
	}
	return m
}

func TestClosuresEqualThoseOfANaiveImplementation(t *testing.T) {
	repeatedly(t, func(r *rapid.T) {
		raw, err := asif.Marshal(generator{r}.document())
		if err != nil {
			r.Fatal(err)
		}
		c := closureOf(t, openedBytes(t, raw))
		if d := cmp.Diff(naiveClosure(t, raw), flags(c)); d != "" {
			r.Fatalf("%s\n%s", d, raw)
		}
		for _, e := range c.Entries {
			if e.Required != (e.Seed || len(e.Because) > 0) {
				r.Fatalf("%+v is required for no reason, or is not for one", e)
			}
		}
	})
}

func TestTheOrderOfCollectionsMeansNothing(t *testing.T) {
	repeatedly(t, func(r *rapid.T) {
		d := generator{r}.document()
		before := closureOf(t, opened(t, d))
		shuffle(r, d.Resources)
		shuffle(r, d.Environments)
		shuffle(r, d.Tools)
		shuffle(r, d.Contexts)
		shuffle(r, d.Contexts[0].Inputs)
		shuffle(r, d.Configurations)
		shuffle(r, d.RequiredFeatures)
		shuffle(r, d.Checkpoints[0].Requirements)
		for i := range d.Configurations {
			shuffle(r, d.Configurations[i].Capabilities)
			shuffle(r, d.Configurations[i].EnvironmentIDs)
		}
		p := d.Continuation
		shuffle(r, p.Workspaces)
		shuffle(r, p.Dependencies)
		shuffle(r, p.ServiceBindings)
		shuffle(r, p.Operations)
		for i := range p.Dependencies {
			shuffle(r, p.Dependencies[i].DependsOn)
		}
		for i := range p.Workspaces {
			shuffle(r, p.Workspaces[i].Entries)
		}
		for _, ids := range [][]string{p.Plans[0].DependencyIDs, p.Plans[0].WorkspaceIDs, p.Plans[0].ServiceBindingIDs, p.Plans[0].OperationIDs} {
			shuffle(r, ids)
		}
		after := closureOf(t, opened(t, d))
		if diff := cmp.Diff(before.Entries, after.Entries); diff != "" {
			r.Fatal(diff)
		}
	})
}

func shuffle[T any](r *rapid.T, list []T) {
	for i := range list {
		j := rapid.IntRange(0, i).Draw(r, "place")
		list[i], list[j] = list[j], list[i]
	}
}

// An optional subject that the plan selects too may make others required. It never makes one optional.
func TestAddingAnOptionalSubjectUnrequiresNothing(t *testing.T) {
	repeatedly(t, func(r *rapid.T) {
		g := generator{r}
		d := g.document()
		before := closureOf(t, opened(t, d))
		p := d.Continuation
		plan := &p.Plans[0]
		switch rapid.IntRange(0, 3).Draw(r, "what is added") {
		case 0:
			p.Dependencies = append(p.Dependencies, asif.Dependency{ID: "extra", RequiredFor: []asif.RequiredFor{},
				DependsOn: plan.DependencyIDs, ResourceIDs: resourceIDs})
			plan.DependencyIDs = append(slices.Clone(plan.DependencyIDs), "extra")
		case 1:
			c := &d.Configurations[0]
			c.Capabilities = append(c.Capabilities, asif.Capability{ID: "extra", ResourceIDs: resourceIDs, Definition: []byte(`{}`)})
		case 2:
			k := &d.Checkpoints[0]
			k.Requirements = append(k.Requirements, asif.Requirement{ID: "extra", RequiredFor: []asif.RequiredFor{}, ResourceID: g.one("extra", resourceIDs)})
		case 3:
			e := &d.Environments[0]
			e.Requirements = append(e.Requirements, asif.Requirement{ID: "extra", RequiredFor: []asif.RequiredFor{}, EnvironmentID: environmentIDs[1]})
		}
		after := closureOf(t, opened(t, d))
		for _, e := range before.Entries {
			if a := after.Find(e.Subject); a == nil || e.Required && !a.Required {
				r.Fatalf("%v was required: %v; now: %+v", e.Subject, e.Required, a)
			}
		}
	})
}

func TestAReferenceThatLeadsNowhereIsAnError(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(*asif.ASIFDocument)
		from   asif.SubjectKind
		to     Subject
	}{
		{"a resource that is missing", func(d *asif.ASIFDocument) { d.Resources = nil }, "dependency", subject("resource", "r0")},
		{"a dependency that is not selected", func(d *asif.ASIFDocument) { d.Continuation.Plans[0].DependencyIDs = []string{"one"} }, "dependency", subject("dependency", "two")},
		{"a missing checkpoint", func(d *asif.ASIFDocument) { d.Checkpoints = nil }, "plan", subject("checkpoint", "end")},
		{"a missing context", func(d *asif.ASIFDocument) { d.Contexts = nil }, "plan", subject("context", "live")},
		{"a missing configuration", func(d *asif.ASIFDocument) { d.Configurations = nil }, "plan", subject("configuration", "setup")},
		{"a secret of another configuration", func(d *asif.ASIFDocument) { d.Configurations[0].SecretRequirements = nil }, "checkpoint_requirement", subject("secret_handle", "key")},
	} {
		d := &asif.ASIFDocument{ASIFVersion: asif.Version, Resources: []asif.Resource{{ID: "r0"}},
			Configurations: []asif.Configuration{{ID: "setup", SecretRequirements: []asif.ConfigurationSecretRequirements{{Handle: "key"}}}},
			Contexts:       []asif.Context{{ID: "live"}},
			Checkpoints:    []asif.Checkpoint{{ID: "end", Requirements: []asif.Requirement{{ID: "need", SecretHandle: "key"}}}},
			Continuation: &asif.ContinuationProfile{
				Dependencies: []asif.Dependency{{ID: "one", DependsOn: []string{"two"}}, {ID: "two", ResourceIDs: []string{"r0"}}},
				Plans: []asif.Plan{{ID: "p", CheckpointID: "end", ContextID: "live", ConfigurationID: "setup", DependencyIDs: []string{"one", "two"},
					NextAction: asif.NextAction{Kind: asif.ActionKindAwaitUser}}}}}
		if _, err := ClosureOf(opened(t, d), "p"); err != nil {
			t.Fatal(err)
		}
		c.change(d)
		_, err := ClosureOf(opened(t, d), "p")
		u, ok := errors.AsType[*UnresolvedError](err)
		if !ok || u.From.Kind != c.from || u.To != c.to {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

func TestAPlanThatIsNotThereIsAnError(t *testing.T) {
	d := &asif.ASIFDocument{ASIFVersion: asif.Version, Continuation: &asif.ContinuationProfile{}}
	if _, err := ClosureOf(opened(t, d), "p"); !errors.Is(err, ErrNoPlan) {
		t.Error(err)
	}
}

// One capture has a picture that is missing, a drawing that nothing needs, a question that nobody has answered and a job
// of which nobody knows what became of it. What its five plans require, beside what all of them do.
func TestWhatThePlansOfOneCaptureRequire(t *testing.T) {
	raw, err := os.ReadFile("../check/testdata/plans.json")
	if err != nil {
		t.Fatal(err)
	}
	s := openedBytes(t, raw)
	always := []string{`checkpoint_requirement "folders" of "end"`, `configuration "setup"`, `dependency "agent"`, `environment "desk"`,
		`feature "asif.portable-continuation/0.2"`, `policy "ask-first" of "setup"`, `resource "stopped"`}
	active := []string{`capability "search"`, `dependency "big-files"`, `dependency "jobs-client"`, `dependency "theme"`,
		`environment_requirement "network" of "desk"`, `operation "job"`, `resource "bundle"`, `resource "notes"`, `resource "page"`,
		`resource "receipt"`, `service "jobs"`, `workspace "docs-now"`, `workspace "site-now"`}
	agent := []string{`context "live"`, `dependency "model"`, `dependency "tool:publish"`, `dependency "tool:read"`, `instruction "brief"`,
		`instruction "house"`, `native_import "store"`, `operation "server"`, `resource "contract"`, `resource "handbook"`, `resource "log"`, `resource "photo"`}
	never := []string{`capability "drawings"`, `policy "taste" of "setup"`, `resource "logo"`}
	for _, c := range []struct {
		plan string
		want [][]string
	}{
		{"await_user", [][]string{always}},
		{"await_decision:ask-1", [][]string{always, {`resource "map"`}}},
		{"reconcile_operation:job", [][]string{always, active}},
		{"model_request", [][]string{always, active, agent, {`model "model_request"`}}},
		{"resume_native", [][]string{always, active, agent, {`model "resume_native"`}}},
	} {
		closure, err := ClosureOf(s, c.plan)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Sorted(slices.Values(append(slices.Concat(c.want...), fmt.Sprintf("plan %q", c.plan))))
		var got, optional []string
		for _, e := range closure.Entries {
			if e.Required {
				got = append(got, e.Subject.String())
			} else {
				optional = append(optional, e.Subject.String())
			}
		}
		if d := cmp.Diff(want, slices.Sorted(slices.Values(got))); d != "" {
			t.Errorf("%s: %s", c.plan, d)
		}
		for _, subject := range never {
			if !slices.Contains(optional, subject) {
				t.Errorf("%s: %s is not optional", c.plan, subject)
			}
		}
	}
}

func TestAChainLeadsToASeed(t *testing.T) {
	raw, err := os.ReadFile("../check/testdata/plans.json")
	if err != nil {
		t.Fatal(err)
	}
	s := openedBytes(t, raw)
	for _, c := range []struct {
		plan string
		of   Subject
		want []Subject
	}{
		{"await_user", subject("environment", "desk"), []Subject{{"checkpoint_requirement", "folders", "end"}, subject("plan", "await_user")}},
		{"model_request", subject("environment", "desk"), nil}, // a seed
		{"model_request", subject("resource", "photo"), []Subject{subject("context", "live")}},
		{"model_request", subject("resource", "logo"), []Subject{subject("capability", "drawings")}}, // optional
		{"model_request", subject("resource", "nosuch"), nil},
	} {
		closure, err := ClosureOf(s, c.plan)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, closure.Chain(c.of)); d != "" {
			t.Errorf("%v in %s: %s", c.of, c.plan, d)
		}
	}
}
