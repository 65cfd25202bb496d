// Package rules holds recorded Agent Hooks Protocol logs against the protocol: every event and frame against its
// schema, and all of them together against what no schema can say. A log is one subscriber's view, so that a
// contradiction is an error and an absence a warning. A log is read once, as a stream; what stays in memory is an index
// of about a hundred bytes for each event and identity.
package rules

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
)

// Profiles that change what is asked of a log.
const (
	// Producer says that the log is the producer's whole history: what is absent or late in it is an error, too.
	Producer = "producer"
	// PreHarness says that the log was written before the envelope had a harness: its absence is a warning only.
	PreHarness = "ahp-draft-pre-harness"
)

// Profiles lists the profiles by name.
var Profiles = []string{Producer, PreHarness}

// ErrProfile is the error for a profile that does not exist.
var ErrProfile = errors.New("no such profile")

// Options choose what a validation does. The zero value checks every rule.
type Options struct {
	Rules    []string // IDs of rules, "A" for all of them, or "schema"; none: all
	Profiles []string
	Strict   bool // a W finding makes the log invalid, too
	Max      int  // findings kept in the report; 0: check.DefaultMax
	Limits   source.Limits
}

// Validate checks a log. The error is one of the options or of reading, never of what the log says.
func Validate(in source.Input, o Options) (check.Report, error) {
	v, err := newValidation(o)
	if err != nil {
		return check.Report{}, err
	}
	head, err := source.Head(in)
	if err != nil {
		return check.Report{}, fmt.Errorf("reading the log: %w", err)
	}
	in.Framing = wire.Framing(head)
	v.array = in.Framing == source.Elements && beginsArray(head)
	if err := v.read(in); err != nil {
		return check.Report{}, fmt.Errorf("reading the log: %w", err)
	}
	v.finish()
	return v.out.Report(), nil
}

func beginsArray(head []byte) bool {
	i := slices.IndexFunc(head, func(c byte) bool { return c > ' ' })
	return i >= 0 && head[i] == '['
}

func (v *validation) read(in source.Input) (err error) {
	r, err := source.NewReader(in, 0, v.o.Limits)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	for {
		batch, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for i := range batch.Records {
			v.record(&batch.Records[i])
		}
		r.Release(batch)
	}
}

// validation is one run over one log.
type validation struct {
	o          Options
	producer   bool
	preHarness bool
	enabled    map[string]bool
	out        *check.Gathering
	grammar    *check.Grammar
	faults     map[string]int // of each rule
	most       int            // that are kept of each rule

	array   bool // the records are the elements of one array
	records int  // read so far
	known   int  // entries of the protocol
	here    place
	reader  wire.Reader
	book
	scratch
}

func newValidation(o Options) (*validation, error) {
	if err := KnownRules(o.Rules); err != nil {
		return nil, err
	}
	for _, p := range o.Profiles {
		if !slices.Contains(Profiles, p) {
			return nil, fmt.Errorf("%w: %q", ErrProfile, p)
		}
	}
	g, err := newGrammar()
	if err != nil {
		return nil, err
	}
	v := &validation{o: o, out: check.Gather(check.Options{Strict: o.Strict, Max: o.Max}), grammar: g, enabled: map[string]bool{}, faults: map[string]int{}, most: cmp.Or(max(o.Max, 0), check.DefaultMax),
		producer: slices.Contains(o.Profiles, Producer), preHarness: slices.Contains(o.Profiles, PreHarness), book: newBook()}
	for _, r := range table {
		v.enabled[r.ID] = len(o.Rules) == 0 || slices.Contains(o.Rules, r.ID) || r.ID != check.SchemaRule && slices.Contains(o.Rules, "A")
	}
	return v, nil
}

// record takes one record apart.
func (v *validation) record(r *source.Record) {
	v.here = place{offset: r.Span.Offset, line: r.Line, raw: slices.Clip(r.Raw), exact: r.Fault&^source.FaultGlued == 0}
	if v.array {
		v.here.prefix = fmt.Sprintf("/%d", v.records)
	}
	v.records++
	v.a38(r)
	if !r.Fault.Readable() {
		return
	}
	frames := 0
	v.reader.Record(r, func(e *wire.Entry) {
		v.entry(e)
		if e.Kind > wire.Bare {
			frames++
		}
	})
	if frames > 0 && v.here.raw[0] == '[' && !v.array {
		v.here.event = nil
		v.fault("A36", check.Error, v.here.raw, "an array of frames", "one frame", "JSON-RPC batches are no part of the protocol")
	}
}

// entry checks one event or frame.
func (v *validation) entry(e *wire.Entry) {
	v.here.entry, v.here.event = e.Part, nil
	v.scratch.event = occurrence{}
	if e.Kind == wire.Unknown {
		v.fault("A39", check.Warning, e.Raw, "", "an event, a hooks/ frame or an answer", "nothing of the protocol is known to look like this")
		return
	}
	v.known++
	if err := v.grammar.Parse(e.Raw); err != nil {
		v.fault("A38", check.Error, e.Raw, "", "", err.Error())
		return
	}
	former := v.a41(e)
	if !former {
		v.a40(e)
		v.frame(e)
	}
	if e.Event.Exists() && e.Event.Raw[0] == '{' {
		v.event(e, former)
	}
	v.answer(e)
}

// frame holds a frame against its schema; the event in it has one of its own.
func (v *validation) frame(e *wire.Entry) {
	if name := frames[e.Kind]; name != "" {
		v.schema(name, "", e.Part)
	}
}

// frames are the schemas of frames.
var frames = map[wire.Kind]string{
	wire.Observe: "frame.observe", wire.Intercept: "frame.intercept", wire.CapabilitiesRequest: "frame.capabilities",
	wire.Capabilities: "frame.manifest", wire.Response: "frame.response",
}

// schema reports what is wrong with the part of an entry.
func (v *validation) schema(definition, pointer string, part wire.Part) {
	for _, f := range v.grammar.Check(definition, pointer) {
		rule, severity := check.SchemaRule, check.Error
		switch {
		case f.Keyword == "" && slices.Contains(ofDoneWork[definition], f.Pointer):
			rule = "A23"
		case v.preHarness && f.Keyword == "required" && f.Member == "harness" && f.Pointer == "":
			severity = check.Warning
		}
		v.add(rule, severity, spot{pointer: part.Path + f.Pointer, at: v.here.entry.At + f.Byte}, f.Got, f.Want, f.Message)
	}
}

// ofDoneWork are the members that only work which was done can have: the schema refuses them elsewhere.
var ofDoneWork = map[string][]string{
	"tool.after":           {"/durationMs", "/fileChanges"},
	"model.response.after": {"/usage", "/latencyMs"},
}
