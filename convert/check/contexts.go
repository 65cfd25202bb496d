package check

import (
	"crypto/sha256"
	"strconv"

	"asif-convert/convert/asif"
)

// contextHead is what the rules between objects need of a context.
type contextHead struct {
	spot
	name        asif.ID
	branch      int32 // index, or -1
	at          int32 // event index, or one of the constants below
	transformed bool  // some input says how it was changed
	continues   bool  // its purpose is continuation
	configured  asif.ID
}

// What a boundary can be beside an event index.
const (
	emptyBoundary   = -1 // null
	missingBoundary = -2 // an unknown event
	absentBoundary  = -3 // nothing that the schema allows
)

// contextReading is the state of the context whose inputs are being read.
type contextReading struct {
	head          *contextHead
	epoch         int32
	configuration asif.ID
	exact         bool
	inputs        names   // input IDs of all contexts
	inputSeen     []int32 // epoch by input ID
	calls         []contextCall
	copies        map[textKey]int
	planned       *plannedContext // nil: no plan names the context
}

// contextCall is a call as one context has it.
type contextCall struct {
	epoch    int32
	ended    bool
	position int64
}

// textKey names an instruction's text without keeping it.
type textKey [sha256.Size]byte

// readContexts reads every context without its inputs, and then its inputs one by one.
func (x *validation) readContexts() error {
	x.context.inputs.ids = asif.NewIDs()
	read := func(emit func(entry) error) error {
		for it, err := range x.doc.Items("contexts") {
			if err != nil {
				return err
			}
			shell, inputs, err := x.doc.Split(it, "inputs")
			if err != nil {
				return err
			}
			at := spot{space: contexts, index: int32(it.Index), input: -1, span: it.Range}
			if err := emit(entry{at, shell}); err != nil {
				return err
			}
			for in, err := range x.doc.Elements(inputs) {
				if err != nil {
					return err
				}
				raw, err := x.doc.Bytes(in)
				if err != nil {
					return err
				}
				at.input, at.span = int32(in.Index), in.Range
				if err := emit(entry{at, raw}); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return pipeline{read: read, work: x.prepare, take: func(it *item) error {
		x.takeFaults(it)
		if it.input < 0 {
			x.readContext(it)
		} else {
			x.readInput(it)
		}
		return nil
	}}.run(x.o.Parallel)
}

func (x *validation) readContext(it *item) {
	v := it.root()
	h := contextHead{name: x.define(it), branch: -1, at: x.boundary(it)}
	h.spot = it.spot
	b := x.refer("R03", branches, it, v.get("branch_id"))
	h.branch = x.spaces[branches].item(b)
	x.referAll("R03", tools, it, v.get("tool_ids"))
	c := &x.context
	c.configuration = x.refer("R03", configurations, it, v.get("configuration_id"))
	h.configured, h.continues = c.configuration, v.get("purpose").is(string(asif.PurposeContinuation))
	c.planned = x.plannedContext(h.id)
	c.exact = v.get("fidelity").is(string(asif.FidelityExact))
	c.epoch++
	clear(c.copies)
	x.heads = append(x.heads, h)
	c.head = &x.heads[len(x.heads)-1]
	x.k04(it)
}

// boundary resolves at_event_id. An unknown event is reported by the rule of the caller's group.
func (x *validation) boundary(it *item) int32 {
	v := it.root().get("at_event_id")
	switch v.kind() {
	case nullKind:
		return emptyBoundary
	case stringKind:
		if i := x.spaces[events].item(x.spaces[events].ids.Find(v.text())); i >= 0 {
			return i
		}
		return missingBoundary
	}
	return absentBoundary
}

func (x *validation) readInput(it *item) {
	v := it.root()
	c := &x.context
	it.id = c.head.id
	x.parts("R04", it, v.get("parts"))
	x.refer("R03", tools, it, v.get("tool_id"))
	for s := range v.get("source_events").each() {
		x.k02(it, s)
	}
	if v.get("transformation").exists() {
		c.head.transformed = true
	}
	x.i03Input(it)
	x.n10(it)
	x.c08(it, v)
	x.k03(it)
	x.k04Input(it)
	x.k05(it)
}

// i03Input: input IDs are unique in their context.
func (x *validation) i03Input(it *item) {
	c := &x.context
	v := it.root().get("id")
	id := c.inputs.intern(v.text())
	if id == 0 {
		return
	}
	for len(c.inputSeen) < int(id) {
		c.inputSeen = append(c.inputSeen, 0)
	}
	if c.inputSeen[id-1] == c.epoch {
		x.fault("I03", it.at(v), v.str(), "no id twice", "two inputs of the context have the same ID")
	}
	c.inputSeen[id-1] = c.epoch
}

// k01: a context's boundary lies in its branch. Its other half is in k02.
func (f *fold) k01(h *contextHead) {
	if h.at >= 0 && f.selected(h.at) || h.at == emptyBoundary || h.at == absentBoundary {
		return
	}
	at := h.spot
	at.rest = "/at_event_id"
	got := "an unknown event"
	if h.at >= 0 {
		got = f.x.eventName(h.at)
	}
	f.x.fault("K01", at, got, "an event of branch "+f.x.spaces[branches].text(f.branch.name), "the context's boundary is not in its branch")
}

// k02 resolves one source event of an input: it is not beyond the boundary.
func (x *validation) k02(it *item, source value) {
	i := x.eventReference(it, source, "")
	if i < 0 {
		return
	}
	at := it.at(source.get("event_id"))
	switch boundary := x.context.head.at; {
	case boundary == emptyBoundary:
		x.fault("K01", at, x.eventName(i), "no local source event", "the context has an empty boundary, but an input comes from an event")
	case boundary >= 0 && x.event(i).sequence > x.event(boundary).sequence:
		x.fault("K02", at, x.eventName(i), "an event up to "+x.eventName(boundary), "the input comes from an event beyond the context's boundary")
	}
}

// k03: typed inputs are consistent inside the context.
func (x *validation) k03(it *item) {
	v := it.root()
	id := x.callID(v.get("call_id"))
	if id == 0 {
		return
	}
	c := &x.context
	for len(c.calls) < int(id) {
		c.calls = append(c.calls, contextCall{})
	}
	s := &c.calls[id-1]
	fault := func(member, got, want, message string) { x.fault("K03", it.at(v.get(member)), got, want, message) }
	switch {
	case v.get("kind").is(string(asif.InputToolCall)):
		if s.epoch == c.epoch {
			fault("call_id", v.get("call_id").str(), "one call input per invocation", "the context has the call twice")
		}
		*s = contextCall{epoch: c.epoch, position: -1}
	case !v.get("kind").is(string(asif.InputToolResult)):
	case s.epoch != c.epoch:
		fault("call_id", v.get("call_id").str(), "a call input before it", "the context has a result without its call")
	default:
		n, ok := v.get("result_index").integer()
		if !ok {
			return
		}
		if s.ended {
			fault("result_index", strconv.FormatInt(n, 10), "no result after the terminal one", "the call had its terminal result before in this context")
		} else if n <= s.position {
			fault("result_index", strconv.FormatInt(n, 10), "more than "+strconv.FormatInt(s.position, 10), "the call's results are out of order in this context")
		}
		s.position = max(s.position, n)
		s.ended = s.ended || v.get("terminal").kind() == trueKind
	}
}

// k04: an exact context knows its configuration and its arguments.
func (x *validation) k04(it *item) {
	c := &x.context
	i := x.spaces[configurations].item(c.configuration)
	if !c.exact || i < 0 {
		return
	}
	if k := x.configured.knowledge[i]; k != string(asif.KnowledgeEffective) {
		x.fault("K04", it.at(it.root().get("fidelity")), "configuration knowledge "+k, string(asif.KnowledgeEffective),
			"the context claims to be exact, but its configuration is not known to be effective")
	}
}

func (x *validation) k04Input(it *item) {
	v := it.root()
	status := v.get("arguments_status")
	if x.context.exact && v.get("kind").is(string(asif.InputToolCall)) && status.exists() && !status.is(string(asif.ArgumentsComplete)) {
		x.fault("K04", it.at(status), status.str(), string(asif.ArgumentsComplete), "the context claims to be exact, but a call's arguments are not complete")
	}
}

// k05: an instruction stands in the inputs at most once.
func (x *validation) k05(it *item) {
	c := &x.context
	texts := x.configured.texts[c.configuration]
	if len(texts.keys) == 0 {
		return
	}
	for p := range it.root().get("parts").each() {
		text := p.get("text").text()
		if !p.get("kind").is(string(asif.PartText)) || len(text) == 0 || !texts.lengths[len(text)] {
			continue
		}
		key := textKey(sha256.Sum256(text))
		if !texts.keys[key] {
			continue
		}
		if c.copies == nil {
			c.copies = map[textKey]int{}
		}
		if c.copies[key]++; c.copies[key] == 2 {
			x.fault("K05", it.at(p), "", "the instruction once", "an instruction of the configuration stands twice in the inputs")
		}
	}
}

// compaction is a context_checkpoint with that reason.
type compaction struct {
	spot
	context  asif.ID
	replaces bool
}

// k06: a compaction says what it replaced and how.
func (x *validation) k06() {
	for _, c := range x.compactions {
		if !c.replaces {
			x.fault("K06", c.spot, "", "replaced_context_id", "the compaction does not name the context that it replaced")
		}
		if i := x.spaces[contexts].item(c.context); i >= 0 && !x.heads[i].transformed {
			x.fault("K06", c.spot, x.heads[i].id, "an input with a transformation", "no input of the compacted context says how it was made")
		}
	}
}

func (x *validation) contextsByBranch() map[int32][]*contextHead {
	all := map[int32][]*contextHead{}
	for i := range x.heads {
		all[x.heads[i].branch] = append(all[x.heads[i].branch], &x.heads[i])
	}
	return all
}
