package convert

import (
	"slices"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// entry is all that stays in memory of an event: 72 bytes. Its payload lies in the spool: the time (a JSON string),
// then the content, then the extensions. Content is the parts of a message, result, note or task without brackets, the arguments of a call,
// or the members of any other data object without braces.
type entry struct {
	off    int64 // of the payload in the spool
	at     int64 // of the record in its input
	size   int32 // of the payload
	length int32 // of the record
	id     asif.ID
	block  int32
	cause  asif.Ref
	ext    int32 // last extent + 1; extents of an event form a ring
	call   int32 // number of the call, request, task or execution; negative: the native ID of a call not seen yet
	aux    int32 // tool of a call, index of a result, category of a note, call that a request is bound to
	usage  int32 // usage entry + 1, of the response that begins here
	run    adapters.ExecutionRef
	actor  adapters.ActorRef
	input  uint16
	time   uint16 // length of the time at the front of the payload
	kind   kind
	state  uint8 // role, outcome, arguments status or state, by kind
	flags  uint8
	extra  int32 // length of the extensions at the end of the payload
}

// content is where the content lies in the spool.
func (e *entry) content() (off int64, n int) {
	return e.off + int64(e.time), int(e.size) - int(e.time) - int(e.extra)
}

// Flags of an entry.
const (
	flagSeen      = 1 << iota // the model saw it
	flagDiscarded             // taken back
	flagDerived               // has an entry in builder.derived
	flagAgain                 // its ID was used before: has an entry in builder.again
	flagMore                  // its content has parts, so that an extent needs a comma
	flagOrphan                // a result without call: serialized as a message
	flagPartial               // a result that is not the last one of its call
	flagShows                 // a part of its content is a resource
)

// extent is content added to an event by a later record.
type extent struct {
	off    int64
	at     int64
	size   int32
	length int32
	next   int32 // + 1; of the last one: the first
	input  uint16
}

// eachExtent calls f for the extents of an event in order.
func (b *builder) eachExtent(e *entry, f func(*extent)) {
	if e.ext == 0 {
		return
	}
	for n := b.extents.At(int(e.ext) - 1).next; ; {
		x := b.extents.At(int(n) - 1)
		f(x)
		if n == e.ext {
			return
		}
		n = x.next
	}
}

// kind numbers the event kinds.
type kind uint8

const (
	kindMessage kind = iota + 1
	kindToolCall
	kindToolResult
	kindNote
	kindCompaction
	kindRequest
	kindResolution
	kindTask
	kindConfiguration
	kindTransition
	kindResource
	kindExtension
	kindBlob // no event: an input of contexts alone
	kinds
)

var kindNames = [kinds]asif.EventKind{
	kindMessage: asif.KindMessage, kindToolCall: asif.KindToolCall, kindToolResult: asif.KindToolResult, kindNote: asif.KindNote,
	kindCompaction: asif.KindContextCheckpoint, kindRequest: asif.KindDecisionRequest, kindResolution: asif.KindDecisionResolution,
	kindTask: asif.KindTaskUpdate, kindConfiguration: asif.KindConfigurationChange, kindTransition: asif.KindExecutionTransition,
	kindResource: asif.KindResourceChange, kindExtension: asif.KindExtension, kindBlob: asif.KindMessage,
}

var (
	roles    = [...]asif.Role{asif.RoleUser, asif.RoleAssistant, asif.RoleSystem, asif.RoleDeveloper, asif.RoleTool, asif.RoleUnknown}
	outcomes = [...]asif.Outcome{asif.OutcomeSuccess, asif.OutcomeError, asif.OutcomeCancelled, asif.OutcomeUnknown}
	statuses = [...]asif.ArgumentsStatus{asif.ArgumentsComplete, asif.ArgumentsPartial, asif.ArgumentsUnknown}
)

// roleMembers are the role members of messages, by role.
var roleMembers = func() (t [len(roles)]string) {
	for i, r := range roles {
		t[i] = `"role":"` + string(r) + `",`
	}
	return t
}()

// number is the place of v in a closed list; a value outside it is the last, which says "unknown".
func number[T comparable](list []T, v T) uint8 {
	for i := range list {
		if list[i] == v {
			return uint8(i)
		}
	}
	return uint8(len(list) - 1)
}

// eventSet finds events by identity: open addressing over references. It is filled when an identity comes that is not
// plainly new; most sessions never need it.
type eventSet struct {
	slots []int32
	n     int

	known   bool     // the set is filled
	last    asif.ID  // the greatest native identity so far
	blocks  []int32  // of the events there
	place   placeKey // the greatest place of an event without native ID
	atPlace []entry  // the events there
}

// placeKey orders the events without native ID: offsets and blocks rise.
type placeKey struct {
	input uint16
	at    int64
	block int32
}

func (k placeKey) less(o placeKey) bool {
	switch {
	case k.input != o.input:
		return k.input < o.input
	case k.at != o.at:
		return k.at < o.at
	}
	return k.block < o.block
}

// maxBlocks bounds the events of one record that are looked through.
const maxBlocks = 32

// plainlyNew tells whether an event's identity is none of those before, because it is greater than all of its sort or
// one more of the greatest, and remembers it. Native IDs are numbered in order of first use.
func (s *eventSet) plainlyNew(e *entry) bool {
	if e.id != 0 {
		if e.id > s.last {
			s.last, s.blocks = e.id, s.blocks[:0]
		} else if e.id < s.last || len(s.blocks) == maxBlocks || slices.Contains(s.blocks, e.block) {
			return false
		}
		s.blocks = append(s.blocks, e.block)
		return true
	}
	k := placeKey{input: e.input, at: e.at, block: e.block}
	switch {
	case len(s.atPlace) == 0 || s.place.less(k):
		s.place, s.atPlace = k, append(s.atPlace[:0], *e)
		return true
	case s.place != k || slices.ContainsFunc(s.atPlace, func(o entry) bool { return o.kind == e.kind }):
		return false
	}
	s.atPlace = append(s.atPlace, *e)
	return true
}

// find returns the slot of an event equal to ref's identity: taken by it, or free.
func (b *builder) find(hash uint64, same func(*entry) bool) int {
	s := &b.named
	mask := len(s.slots) - 1
	i := int(hash) & mask
	for s.slots[i] != 0 && !same(b.entry(asif.Ref(s.slots[i]))) {
		i = (i + 1) & mask
	}
	return i
}

// unique gives e its place among the events. A second use of an identity is told and numbered.
func (b *builder) unique(e *entry, ref asif.Ref) {
	s := &b.named
	if !s.known {
		if s.plainlyNew(e) {
			return
		}
		s.known = true
		for r := asif.Ref(1); r < ref; r++ {
			b.name(b.entry(r), r)
		}
	}
	b.name(e, ref)
}

// name puts an event into the set.
func (b *builder) name(e *entry, ref asif.Ref) {
	if e.kind == kindBlob {
		return
	}
	if 2*(b.named.n+1) > len(b.named.slots) {
		b.growNamed()
	}
	i := b.find(nameHash(e), func(o *entry) bool {
		return o.id == e.id && o.block == e.block && (e.id != 0 || o.at == e.at && o.input == e.input && o.kind == e.kind)
	})
	if first := b.named.slots[i]; first != 0 {
		b.uses[asif.Ref(first)]++
		b.again[ref] = b.uses[asif.Ref(first)] + 1
		e.flags |= flagAgain
		return
	}
	b.named.slots[i] = int32(ref)
	b.named.n++
}

func (b *builder) growNamed() {
	old := b.named.slots
	b.named.slots = make([]int32, max(256, 2*len(old)))
	for _, r := range old {
		if r != 0 {
			b.named.slots[b.find(nameHash(b.entry(asif.Ref(r))), func(*entry) bool { return false })] = r
		}
	}
}

// nameHash hashes what names an event.
func nameHash(e *entry) uint64 {
	h := uint64(e.id)<<24 ^ uint64(e.block)
	if e.id == 0 {
		h = uint64(e.at)<<20 ^ uint64(e.input)<<8 ^ uint64(e.kind) ^ uint64(e.block)<<40
	}
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>32
}

// appendQuotedID writes an event's ID as a JSON string.
func (b *builder) appendQuotedID(o []byte, r asif.Ref) []byte {
	start := len(o)
	o = append(b.appendID(append(o, '"'), r), '"')
	if b.ids.Plain(b.entry(r).id) {
		return o
	}
	for _, c := range o[start+1 : len(o)-1] {
		if c < 0x20 || c == '"' || c == '\\' || c >= 0x80 {
			return asif.AppendString(o[:start], string(o[start+1:len(o)-1]))
		}
	}
	return o
}

// appendID writes an event's ID without quotes. A native ID always ends in ":<block>", an unnamed event's never holds
// a colon behind its "@", so that the two cannot meet.
func (b *builder) appendID(o []byte, r asif.Ref) []byte {
	e := b.entry(r)
	if e.id != 0 {
		o = append(b.ids.Append(o, e.id), ':')
		if e.block < 10 {
			o = append(o, '0'+byte(e.block))
		} else {
			o = strconv.AppendInt(o, int64(e.block), 10)
		}
	} else {
		o = append(append(o, kindNames[e.kind]...), '@')
		if e.input > 0 {
			o = append(strconv.AppendInt(o, int64(e.input), 10), '/')
		}
		o = strconv.AppendInt(o, e.at, 10)
		if e.block > 0 {
			o = strconv.AppendInt(append(o, '.'), int64(e.block), 10)
		}
	}
	if e.flags&flagAgain != 0 {
		o = strconv.AppendInt(append(o, '~'), int64(b.again[r]), 10)
	}
	return o
}
