// Package check holds a document against the normative session rules and the object tables of ASIF 0.4. Every
// broken rule becomes a [Finding]: a value with rule, place, and what stood there instead of what. All findings are
// counted, a bounded number is kept. Documents of gigabytes are read as streams: what stays in memory is an index of
// about a hundred bytes per event, input and reference. Nothing is ever fetched, and no input makes it panic.
package check

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"asif-convert/convert/asif"
)

// DefaultMax is how many findings a report keeps when Options.Max is 0.
const DefaultMax = 1000

// Options choose what a validation does. The zero value checks every rule.
type Options struct {
	Rules    []string // IDs or groups: "C07", "T", "schema"; none: all
	Strict   bool     // a W finding makes the document invalid too
	Max      int      // findings kept in the report; 0: DefaultMax
	Dir      string   // folder that resource paths are relative to; "": resource files are not looked at
	Parallel int      // workers; 0: as many as processors
	Limits   Limits
}

// Limits of resources (P04); 0 means the default. Limits of the document itself are those it was opened with.
type Limits struct {
	Resource  int64 // decoded bytes of one embedded resource: 64 MiB
	Resources int64 // decoded bytes of all embedded resources: 256 MiB
}

// Defaults of Limits.
const (
	defaultResourceLimit  = 64 << 20
	defaultResourcesLimit = 256 << 20
)

func (o Options) withDefaults() (Options, error) {
	if o.Max <= 0 {
		o.Max = DefaultMax
	}
	if o.Parallel <= 0 {
		o.Parallel = runtime.GOMAXPROCS(0)
	}
	if o.Limits.Resource <= 0 {
		o.Limits.Resource = defaultResourceLimit
	}
	if o.Limits.Resources <= 0 {
		o.Limits.Resources = defaultResourcesLimit
	}
	return o, KnownRules(o.Rules)
}

// KnownRules tells whether Options.Rules may hold these names: IDs of rules, or letters of groups. The error is
// [ErrRule].
func KnownRules(names []string) error {
	for _, name := range names {
		if sections[name] == "" && !slices.ContainsFunc(rules, func(r Rule) bool { return r.ID == name }) {
			return fmt.Errorf("%w: %q", ErrRule, name)
		}
	}
	return nil
}

// ErrRule is the error for a rule or group that does not exist.
var ErrRule = errors.New("no such rule")

// Validate checks an opened document. It returns an error for options that make no sense and for a document that
// cannot be read any more, never for what the document says.
func Validate(d *asif.Document, o Options) (Report, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Report{}, err
	}
	x, err := newValidation(d, o)
	if err != nil {
		return Report{}, err
	}
	if o.Dir != "" {
		if x.root, err = os.OpenRoot(o.Dir); err != nil {
			return Report{}, fmt.Errorf("opening the document's folder: %w", err)
		}
		defer func() { _ = x.root.Close() }() // only read from
	}
	if err := x.run(); err != nil {
		if _, ok := errors.AsType[*asif.LimitError](err); !ok {
			return Report{}, fmt.Errorf("validating: %w", err)
		}
		x.out.add(unreadable(err))
	}
	return x.report()
}

// ValidateReader opens and checks a document of size bytes. What keeps it from being opened is a finding of the
// parsing rules, and then the only one.
func ValidateReader(r io.ReaderAt, size int64, open asif.Limits, o Options) (Report, error) {
	d, err := asif.Open(r, size, open)
	if err == nil {
		return Validate(d, o)
	}
	f := unreadable(err)
	if f.Rule == "" {
		return Report{}, err
	}
	o, err = o.withDefaults()
	if err != nil {
		return Report{}, err
	}
	out := newCollector(o.Max)
	out.add(f)
	return Report{Findings: out.findings(), Counts: out.counts, UnsupportedFeatures: []string{}}, nil
}

// validation is one run over one document.
type validation struct {
	index
	doc     *asif.Document
	o       Options
	out     *collector
	enabled map[string]bool
	schemas *schemas
	prepare func(*item) // what workers do with an item: work, or parseItem where no rule is asked for

	session  string // this session's ID
	capture  string // this capture's ID
	status   map[asif.Scope]string
	features []string
	unknown  []string // required features that this reader does not know

	pending  []pendingReference
	spans    []pendingSpan
	pointers []pendingPointer

	configured  configurationIndex
	blobs       []resourceEntry // by resource index
	loaded      loaded
	paths       map[string]string
	embedded    int64           // decoded bytes of all embedded resources
	children    map[string]bool // session IDs of participants' child sessions
	parents     []parentLink
	running     []executionEntry // by execution index
	counters    map[string]bool  // cumulative ones
	usages      []usageEntry
	bound       []bindingEntry
	where       map[space][]asif.Range // of configurations and environments, by index
	heads       []contextHead          // by context index
	context     contextReading
	compactions []compaction
	states      []checkpointEntry
	profile     *profile            // nil: the document has none
	present     map[asif.Scope]bool // scopes that have data
	root        *os.Root            // Options.Dir
}

func newValidation(d *asif.Document, o Options) (*validation, error) {
	s, err := compiledSchemas()
	if err != nil {
		return nil, err
	}
	x := &validation{doc: d, o: o, out: newCollector(o.Max), schemas: s,
		status: map[asif.Scope]string{}, children: map[string]bool{}, counters: map[string]bool{}, paths: map[string]string{}, present: map[asif.Scope]bool{},
		configured: newConfigurationIndex(), where: map[space][]asif.Range{}}
	x.prepare = x.work
	for i := range x.spaces {
		x.spaces[i].ids = asif.NewIDs()
	}
	x.enabled = enabledRules(o.Rules)
	return x, nil
}

// enabledRules are the rules among names and groups; of none: all.
func enabledRules(names []string) map[string]bool {
	enabled := map[string]bool{}
	for _, r := range rules {
		enabled[r.ID] = len(names) == 0 || slices.Contains(names, r.ID) || slices.Contains(names, group(r.ID))
	}
	return enabled
}

// run reads the document so that what others refer to comes first, whatever its order in the file, and ends with the
// rules that need all of it.
func (x *validation) run() error {
	return x.runPhases(
		x.readHeader,
		x.readProfile,
		x.collection(coverage, (*validation).readCoverage),
		x.collection(participants, (*validation).readParticipant),
		x.collection(resources, (*validation).readResource),
		x.collection(tools, (*validation).readTool),
		x.collection(configurations, (*validation).readConfiguration),
		x.collection(environments, (*validation).readEnvironment),
		x.collection(executions, (*validation).readExecution),
		x.collection(bindings, (*validation).readBinding),
		x.collection(events, (*validation).readEvent),
		x.readBranches,
		x.readContexts,
		x.collection(checkpoints, (*validation).readCheckpoint),
		x.checkProfile,
		x.collection(losses, (*validation).readLoss),
		x.collection(usage, (*validation).readUsage),
		x.collection(streams, (*validation).readStream),
		x.finish,
		x.foldBranches,
	)
}

func (x *validation) runPhases(phases ...func() error) error {
	for _, phase := range phases {
		if err := phase(); err != nil {
			return err
		}
	}
	return nil
}

// collection is the phase that reads one collection, item by item.
func (x *validation) collection(s space, take func(*validation, *item)) func() error {
	return func() error {
		return pipeline{read: itemsOf(x.doc, s), work: x.prepare, take: func(it *item) error {
			x.takeFaults(it)
			take(x, it)
			return nil
		}}.run(x.o.Parallel)
	}
}
