package convert

import (
	"cmp"
	"fmt"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// builder is the sink of one document: payloads go to spools that all documents of an input share, an index of 72 bytes
// an event stays in memory. It
// implements adapters.Sink.
type builder struct {
	info  adapters.Info
	share *losses.Share
	opts  Options

	ids      *asif.IDs // of native records
	entries  asif.Chunks[entry]
	extents  asif.Chunks[extent]
	payloads *spool
	res      resources
	buf      []byte

	named   eventSet
	uses    map[asif.Ref]int32 // first event of an identity → further uses
	again   map[asif.Ref]int32 // event → which use of its identity it is
	derived map[asif.Ref]derivation
	moved   map[asif.Ref]asif.Ref // event → the one it is serialized after

	order    []asif.Ref // of serialization; nil: as drafted
	position []int32    // of a reference in order

	calls    identities
	requests identities
	tasks    identities
	needs    map[asif.Ref][]int32 // task update → the tasks it depends on, as identities.named has them
	reopened map[asif.Ref]string
	options  map[int32][]string // IDs of what a request offers
	settings map[asif.Ref][]setting
	values   names // of settings
	runs     asif.Chunks[execution]
	runIDs   uses

	actors     named[adapters.ActorRef]
	tools      named[adapters.ToolRef]
	contracts  check.Contracts
	envs       named[int32]
	categories names
	proven     named[adapters.ConfigurationRef]
	totals     asif.Chunks[total]
	usage      asif.Chunks[counters]
	touched    map[losses.Kind]*touch

	lastPlace string // key of the workspace setting that came last

	indexed bool // there are results that are not their call's last

	history *adapters.History
	fault   error // the first failure of the output
}

// derivation is how an event came about that the harness never wrote.
type derivation struct {
	method string
	inputs []asif.Ref
}

// counters are the usage counters of one response.
type counters struct {
	at    asif.Ref
	value [adapters.Units]int64
}

// touch collects the events that a kind of loss touches.
type touch struct {
	n    int64
	refs []asif.Ref
}

// maxReferences is how many entities one loss names.
const maxReferences = 20

func newBuilder(info adapters.Info, share *losses.Share, o Options, s *spools) *builder {
	b := &builder{
		info: info, share: share, opts: o, payloads: &s.payloads, ids: asif.NewIDs(), calls: newIdentities(), requests: newIdentities(), tasks: newIdentities(),
		needs: map[asif.Ref][]int32{}, reopened: map[asif.Ref]string{}, options: map[int32][]string{}, settings: map[asif.Ref][]setting{}, runIDs: uses{},
		uses: map[asif.Ref]int32{}, again: map[asif.Ref]int32{}, derived: map[asif.Ref]derivation{},
		moved: map[asif.Ref]asif.Ref{}, touched: map[losses.Kind]*touch{},
	}
	b.res.out, b.res.seen, b.res.media = &s.resources, map[[16]byte]struct{}{}, map[string]string{}
	b.res.places = map[string]string{}
	return b
}

// err is the first failure of the output.
func (b *builder) err() error {
	return cmp.Or(b.fault, b.payloads.err, b.res.out.err)
}

func (b *builder) entry(r asif.Ref) *entry { return b.entries.At(int(r) - 1) }

// events is the number of drafted events, discarded ones included.
func (b *builder) events() int { return b.entries.Len() }

// IDs implements adapters.Sink.
func (b *builder) IDs() *asif.IDs { return b.ids }

// Event implements adapters.Sink.
func (b *builder) Event(d *adapters.Draft) asif.Ref {
	e := entry{
		off: b.payloads.size(), at: d.Span.Offset, length: int32(d.Span.Length), input: uint16(d.Span.Input),
		id: d.ID, block: int32(d.Block), cause: d.Cause, actor: d.Actor, run: d.Run,
	}
	ref := asif.Ref(b.entries.Len() + 1)
	if d.Seen {
		e.flags |= flagSeen
	}
	if d.Method != "" {
		e.flags |= flagDerived
		b.derived[ref] = derivation{d.Method, slices.DeleteFunc(slices.Clone(d.Inputs), func(r asif.Ref) bool { return r == 0 })}
	}
	o := b.time(b.buf[:0], d)
	e.time = uint16(len(o))
	o, err := b.data(o, &e, ref, d.Data)
	if err != nil && b.fault == nil {
		b.fault = fmt.Errorf("drafting event: %w", err)
	}
	if e.actor == 0 && b.fault == nil {
		b.fault = fmt.Errorf("drafting event: %w", ErrNoActor)
	}
	o = append(o, d.Extensions...)
	e.extra, e.size = int32(len(d.Extensions)), int32(len(o))
	b.payloads.write(o)
	b.keep(o)
	b.unique(&e, ref)
	b.entries.Add(e)
	if e.flags&flagAgain != 0 {
		b.Lose(losses.IDReused, ref)
	}
	return ref
}

// Blob implements adapters.Sink.
func (b *builder) Blob(role asif.Role, at source.Span, ps ...adapters.Part) asif.Ref {
	e := entry{off: b.payloads.size(), at: at.Offset, length: int32(at.Length), input: uint16(at.Input), kind: kindBlob, state: number(roles[:], role), flags: flagSeen}
	o := b.parts(b.buf[:0], &e, ps)
	e.size = int32(len(o))
	b.payloads.write(o)
	b.keep(o)
	return asif.Ref(b.entries.Add(e) + 1)
}

// keep holds a buffer for reuse unless it grew out of proportion.
func (b *builder) keep(o []byte) {
	if cap(o) <= 4<<20 {
		b.buf = o[:0]
	} else {
		b.buf = nil
	}
}

// time writes an event's time. An empty string is no time; one of over 64 KiB is none either, and is told.
func (b *builder) time(o []byte, d *adapters.Draft) []byte {
	if len(d.Time) <= 2 {
		return o
	}
	if o = asif.AppendText(o, d.Time); len(o) > 1<<16-1 {
		b.Lose(losses.OddTime)
		return o[:0]
	}
	return o
}

// data writes an event's content and fills what the index keeps of it.
func (b *builder) data(o []byte, e *entry, ref asif.Ref, data adapters.Data) ([]byte, error) {
	switch d := data.(type) {
	case *adapters.Message:
		e.kind, e.state = kindMessage, number(roles[:], d.Role)
		return b.parts(o, e, d.Parts), nil
	case *adapters.ToolCall:
		e.kind, e.state, e.aux = kindToolCall, number(statuses[:], d.Status), int32(d.Tool)
		e.call = b.openCall(d.Call, ref)
		if d.Tool == 0 {
			return o, ErrNoTool
		}
		if len(d.Arguments) == 0 {
			return append(o, "null"...), nil
		}
		return append(o, d.Arguments...), nil
	case *adapters.ToolResult:
		e.kind, e.state = kindToolResult, number(outcomes[:], d.Outcome)
		if e.call = b.calls.named(d.Call); e.call > 0 && e.cause == 0 {
			e.cause = b.calls.list.At(int(e.call)).event
		}
		if d.Goes == adapters.Partial {
			e.flags |= flagPartial
			e.state = number(outcomes[:], asif.OutcomeUnknown) // C08
			b.indexed = true
		}
		return b.parts(o, e, d.Parts), nil
	case *adapters.Note:
		e.kind, e.aux = kindNote, b.categories.number(d.Category)
		return b.parts(o, e, d.Parts), nil
	case *adapters.Compaction:
		e.kind = kindCompaction
		return o, nil
	case *adapters.Unmapped:
		e.kind = kindExtension
		o = asif.AppendString(append(o, `"type":`...), d.Type)
		o = append(append(o, `,"value":`...), d.Value...)
		return append(o, `,"interpretation_required":false`...), nil
	}
	return b.rare(o, e, ref, data)
}

// rare writes the content of the kinds that are few in a session.
func (b *builder) rare(o []byte, e *entry, ref asif.Ref, data adapters.Data) ([]byte, error) {
	switch d := data.(type) {
	case *adapters.DecisionRequest:
		return b.decisionRequest(o, e, ref, d), nil
	case *adapters.DecisionResolution:
		return b.decisionResolution(o, e, ref, d), nil
	case *adapters.TaskUpdate:
		return b.taskUpdate(o, e, ref, d), nil
	case *adapters.ConfigurationChange:
		b.configurationChange(e, ref, d)
		return o, nil
	case *adapters.Transition:
		if d.Execution == 0 {
			return o, ErrNoExecution
		}
		return b.transition(o, e, d), nil
	case *adapters.ResourceChange:
		e.kind = kindResource
		o = asif.AppendString(append(o, `"resource_id":`...), d.Resource)
		o = asif.AppendString(append(o, `,"operation":`...), string(d.Operation))
		if d.Previous != "" {
			o = asif.AppendString(append(o, `,"previous_resource_id":`...), d.Previous)
		}
		return o, nil
	}
	return o, fmt.Errorf("%w: %T", ErrNoKind, data)
}

// openCall gives an invocation its number. A native ID used by an earlier call is told and numbered.
func (b *builder) openCall(native []byte, ref asif.Ref) int32 {
	n := b.calls.open(native, ref)
	if b.calls.list.At(int(n)).again > 0 {
		b.Lose(losses.CallIDReused, ref)
	}
	return n
}

// parts writes content parts, separated but without brackets.
func (b *builder) parts(o []byte, e *entry, ps []adapters.Part) []byte {
	if len(ps) > 0 {
		e.flags |= flagMore
	}
	e.shows(ps)
	return appendParts(o, ps)
}

// shows notes that a part is a resource.
func (e *entry) shows(ps []adapters.Part) {
	if slices.ContainsFunc(ps, func(p adapters.Part) bool { return p.Kind == adapters.ResourcePart }) {
		e.flags |= flagShows
	}
}

// Extend implements adapters.Sink.
func (b *builder) Extend(r asif.Ref, at source.Span, ps ...adapters.Part) {
	e := b.entry(r)
	e.shows(ps)
	o := appendParts(b.buf[:0], ps)
	n := int32(b.extents.Add(extent{off: b.payloads.size(), size: int32(len(o)), at: at.Offset, length: int32(at.Length), input: uint16(at.Input)})) + 1
	b.payloads.write(o)
	b.keep(o)
	x := b.extents.At(int(n) - 1)
	if e.ext == 0 {
		x.next = n
	} else {
		last := b.extents.At(int(e.ext) - 1)
		x.next, last.next = last.next, n
	}
	e.ext = n
}

// Discard implements adapters.Sink.
func (b *builder) Discard(r asif.Ref) { b.entry(r).flags |= flagDiscarded }

// MoveAfter implements adapters.Sink.
func (b *builder) MoveAfter(r, after asif.Ref) {
	if r != after {
		b.moved[r] = after
	}
}

// Usage implements adapters.Sink.
func (b *builder) Usage(at asif.Ref, unit adapters.Unit, value int64) {
	if value <= 0 || at == 0 {
		return
	}
	e := b.entry(at)
	if e.usage == 0 {
		e.usage = int32(b.usage.Add(counters{at: at})) + 1
	}
	c := b.usage.At(int(e.usage) - 1)
	c.value[unit] = max(c.value[unit], value)
}

// Lose implements adapters.Sink.
func (b *builder) Lose(k losses.Kind, refs ...asif.Ref) {
	t := b.touched[k]
	if t == nil {
		t = &touch{}
		b.touched[k] = t
	}
	t.n++
	if room := maxReferences - len(t.refs); room > 0 {
		t.refs = append(t.refs, refs[:min(room, len(refs))]...)
	}
}

// Close implements adapters.Sink.
func (b *builder) Close(h adapters.History) error {
	if b.history != nil {
		return ErrClosed
	}
	b.history = &h
	return b.err()
}
