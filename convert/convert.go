// Package convert is the engine: it runs an adapter over a native session and assembles the document. It names no
// harness.
//
// A session is read once. The adapter maps each record when it is read; payloads go to a spool on disk, an index of
// 72 bytes an event stays in memory. When the adapter has selected and ordered what it found, the document is written
// from the spool.
package convert

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Faults of an adapter, reported when it is run.
var (
	ErrNoActor     = errors.New("event without actor")
	ErrNoTool      = errors.New("call without tool")
	ErrNoExecution = errors.New("transition without execution")
	ErrNoKind      = errors.New("event data of unknown kind")
	ErrNoHistory   = errors.New("adapter closed no history")
	ErrClosed      = errors.New("document is closed")
	ErrKey         = errors.New("adapter opened a document that has no place")
)

// ErrInput marks an input that cannot be opened, or in which nothing can be read.
var ErrInput = errors.New("input cannot be read")

// ErrEmbedStream refuses to keep native bytes beside a document that has no place.
var ErrEmbedStream = errors.New("native bytes can be kept beside a file only")

// NativeMode says what becomes of the native bytes.
type NativeMode string

// Native modes: referenced where they lie, copied beside the document, or left out.
const (
	NativeReference NativeMode = "reference"
	NativeEmbed     NativeMode = "embed"
	NativeOmit      NativeMode = "omit"
)

// ChildMode says what becomes of sub-agents that have files of their own.
type ChildMode string

// Child modes: a document each, beside the parent's, or none, with a loss.
const (
	ChildrenSeparate ChildMode = "separate"
	ChildrenSkip     ChildMode = "skip"
)

// ContextMode says which contexts are written besides the continuation context of main's head and those that
// context checkpoints name.
type ContextMode string

// Context modes: none, those before each compaction, or also one before each response.
const (
	ContextsHead       ContextMode = "head"
	ContextsBoundaries ContextMode = "boundaries"
	ContextsAll        ContextMode = "all"
)

// Options of a conversion. The zero value means reference, separate, boundaries and the default limits.
type Options struct {
	Native   NativeMode
	Children ChildMode
	Contexts ContextMode
	Limits   source.Limits

	Workspace      string            // folder that stands for the session's: a snapshot of the files that it touched; "": references alone
	Config         *Config           // where to look for the harness's configuration files; nil: nowhere
	NoContinuation bool              // leave the continuation profile out
	Actions        []asif.ActionKind // plans of the profile; nil: to wait for the user, to ask the model, and those that open work asks for
}

// everyAction are the plans that a profile can have, in the order in which it has them.
var everyAction = []asif.ActionKind{
	asif.ActionKindAwaitUser, asif.ActionKindModelRequest, asif.ActionKindAwaitDecision, asif.ActionKindReconcileOperation, asif.ActionKindResumeNative,
}

// Actions are all actions that a plan can begin with.
func Actions() []asif.ActionKind { return slices.Clone(everyAction) }

// plans are the actions that are wanted, in that order.
func (o Options) plans() []asif.ActionKind {
	if o.Actions == nil {
		return everyAction[:4]
	}
	return slices.DeleteFunc(slices.Clone(everyAction), func(a asif.ActionKind) bool { return !slices.Contains(o.Actions, a) })
}

func (o Options) withDefaults() Options {
	if o.Native == "" {
		o.Native = NativeReference
	}
	if o.Children == "" {
		o.Children = ChildrenSeparate
	}
	if o.Contexts == "" {
		o.Contexts = ContextsBoundaries
	}
	return o
}

// canonical spells the options that decide what a document holds.
func (o Options) canonical() string {
	if o.NoContinuation {
		return fmt.Sprintf("native=%s children=%s contexts=%s", o.Native, o.Children, o.Contexts)
	}
	return fmt.Sprintf("native=%s children=%s contexts=%s plans=%s", o.Native, o.Children, o.Contexts, o.plans())
}

// Result tells how a session was converted.
type Result struct {
	Native     asif.NativeIdentifier
	SessionID  string
	CaptureID  string
	Path       string // of the document; "" for a writer
	LedgerPath string // of its ledger; "" when it was not written
	Events     int64
	Branches   int64
	OpenCalls  int64        // of main's head
	Outline    asif.Outline // of the document's file
	Ledger     *losses.Ledger
	Children   []Result
	More       []Result // the further documents of an input that holds several; they share the ledger
}

// From converts a session and its children, children first, and writes the documents to out.
func From(a adapters.Adapter, s adapters.Session, o Options, out Destination) (Result, error) {
	c := &conversion{adapter: a, info: a.Info(), session: s, opts: o.withDefaults(), out: out}
	if c.out.filesDir() == "" && c.opts.Native == NativeEmbed {
		return Result{}, ErrEmbedStream
	}
	if c.out.filesDir() == "" && len(s.Children) > 0 {
		c.opts.Children = ChildrenSkip // a stream holds one document
	}
	return c.run()
}

// conversion is one session on its way.
type conversion struct {
	adapter  adapters.Adapter
	info     adapters.Info
	session  adapters.Session
	opts     Options
	out      Destination
	ledger   *losses.Ledger
	spools   spools
	docs     []*builder // in the order in which the mapper asked for them
	byKey    map[string]*builder
	current  *builder // the document that the record being mapped belongs to
	head     []byte   // of what can be read, for who has to tell whose it is
	children []Result
	born     []asif.ParticipantChildSession // what each child of the session became; empty for none
	natives  []asif.Resource
	partial  bool
	digest   []string // what decides the capture's identity
	naming   bool     // only that is wanted, of a session that another one comes from
}

func (c *conversion) run() (Result, error) {
	if !c.session.Keyed {
		c.out = c.out.one(c.session.Native.Value)
	}
	if err := c.out.check(inputPaths(c.session)); err != nil {
		return Result{}, err
	}
	led, err := losses.New(c.info.Name, c.adapter.Tables())
	if err != nil {
		return Result{}, fmt.Errorf("compiling tables of %s: %w", c.info.Name, err)
	}
	c.ledger = led
	if err := c.convertChildren(); err != nil {
		return Result{}, err
	}
	c.spools.in(c.out.spoolDir())
	defer c.spools.close()
	if err := c.read(); err != nil {
		return Result{}, err
	}
	return c.assemble()
}

// fault is the first failure of the output.
func (c *conversion) fault() error {
	for _, b := range c.docs {
		if b.fault != nil {
			return b.fault
		}
	}
	return c.spools.err()
}

// read runs the mapper over all records of the session.
func (c *conversion) read() error {
	m := c.session.New(c, c.ledger)
	for i, in := range c.session.Inputs {
		if err := c.input(m, i, in); err != nil {
			return err
		}
	}
	if err := c.empty(); err != nil {
		return err
	}
	if err := m.Finish(); err != nil {
		return fmt.Errorf("finishing session: %w", err)
	}
	for _, b := range c.docs {
		if b.history == nil || len(b.history.Branches) == 0 {
			return ErrNoHistory
		}
	}
	if len(c.docs) == 0 {
		return ErrNoHistory
	}
	return c.fault()
}

func (c *conversion) input(m adapters.Mapper, i int, in source.Input) (err error) {
	r, err := source.NewReader(in, i, c.opts.Limits)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInput, err)
	}
	defer func() {
		if cerr := r.Close(); err == nil && cerr != nil {
			err = fmt.Errorf("closing input: %w", cerr)
		}
	}()
	for {
		batch, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil { // what stands before the fault was delivered
			c.partial = true
			c.ledger.Lose(losses.InputBroken, losses.Position{File: inputName(in), Byte: r.Summary().Bytes})
			break
		}
		for k := range batch.Records {
			if err := c.record(m, in, &batch.Records[k]); err != nil {
				return err
			}
		}
		r.Release(batch)
		if err := errors.Join(c.fault(), c.out.stopped()); err != nil {
			return err
		}
	}
	c.summary(i, in, r.Summary())
	return nil
}

// record accounts for one record: what cannot be read is counted, the rest goes to the mapper.
func (c *conversion) record(m adapters.Mapper, in source.Input, r *source.Record) error {
	if r.Fault == 0 && r.Raw[0] == '{' {
		return c.mapped(m, in, r)
	}
	at := r.Position(inputName(in))
	if !r.Fault.Readable() {
		c.partial = true
		c.ledger.Unread(r.Fault.Kinds()[0], at)
		return nil
	}
	for _, k := range r.Fault.Kinds() {
		c.partial = true
		c.ledger.Lose(k, at)
	}
	if r.Raw[0] != '{' {
		c.partial = true
		r.Walk(c.ledger.Account(valueKind), nil)
		c.current = nil
		c.ledger.Lose(losses.NonObjectRecord, at)
		return c.settle(r, losses.Outcome{Do: losses.Preserved, Why: "not_an_object"})
	}
	return c.mapped(m, in, r)
}

func (c *conversion) mapped(m adapters.Mapper, in source.Input, r *source.Record) error {
	c.current = nil
	c.remember(r.Raw)
	out, err := m.Record(r)
	if err != nil {
		return fmt.Errorf("mapping %s line %d: %w", inputName(in), r.Line, err)
	}
	return c.settle(r, out)
}

// valueKind is the ledger's kind of records that are no objects.
const valueKind = "(value)"

func (c *conversion) settle(r *source.Record, out losses.Outcome) error {
	if r.Account() == nil {
		return fmt.Errorf("mapping line %d: %w", r.Line, ErrNotWalked)
	}
	var share *losses.Share
	if c.current != nil {
		share = c.current.share
	}
	if err := c.ledger.SettleFor(share, r.Account(), out); err != nil {
		return fmt.Errorf("mapping line %d: %w", r.Line, err)
	}
	return nil
}

// ErrNotWalked is the fault of an adapter that answered for a record without walking it.
var ErrNotWalked = errors.New("record was not walked")

func (c *conversion) summary(i int, in source.Input, s source.Summary) {
	if s.Grew || s.Shrank {
		c.partial = true
		c.ledger.Lose(losses.InputChanged, losses.Position{File: inputName(in), Byte: s.Bytes})
	}
	c.natives = append(c.natives, nativeResource(i, in, s, c.opts.Native))
	c.digest = append(c.digest, s.SHA256)
	name := in.Locator
	if name == "" {
		name = inputName(in)
	}
	c.ledger.Input(losses.Input{Path: name, Bytes: s.Bytes, SHA256: s.SHA256, Records: s.Records})
}
