package convert

import (
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// settleCalls ties every result to its call. A result whose call is nowhere in the document becomes a message; one
// that stands before its call is serialized after it (C06).
func (b *builder) settleCalls() {
	index := map[int32]int32{} // of a call's next result
	for i := range b.entries.Len() {
		e, ref := b.entries.At(i), asif.Ref(i+1)
		if e.kind != kindToolResult || e.flags&flagDiscarded != 0 {
			continue
		}
		e.call = b.calls.resolve(e.call)
		if e.call <= 0 || b.entry(b.calls.list.At(int(e.call)).event).flags&flagDiscarded != 0 {
			b.orphan(e, ref, losses.ResultWithoutCall)
			continue
		}
		if b.indexed {
			e.aux = index[e.call]
			index[e.call]++
		}
		if c := b.calls.list.At(int(e.call)).event; c > ref {
			e.cause = c
			b.Lose(losses.ResultBeforeCall, ref)
		}
	}
}

// orphan turns a result into a message of role tool: it has no place as a result.
func (b *builder) orphan(e *entry, ref asif.Ref, why losses.Kind) {
	e.flags |= flagOrphan
	e.cause = 0
	b.Lose(why, ref)
}

// sequencer serializes events: as drafted, but in main's order along main, and never before a cause.
type sequencer struct {
	b       *builder
	main    []asif.Ref
	next    int // into main
	state   []uint8
	waiting map[asif.Ref][]asif.Ref
	order   []asif.Ref
	stack   []asif.Ref
}

const (
	onMain = 1 << iota
	isPlaced
)

// sequence decides the order of serialization and fills b.order and b.position; both stay nil when it is the order of
// drafting.
func (b *builder) sequence(main []asif.Ref) {
	if b.inOrder(main) {
		return
	}
	s := &sequencer{b: b, main: main, state: make([]uint8, b.events()+1), waiting: map[asif.Ref][]asif.Ref{}, order: make([]asif.Ref, 0, b.events())}
	for _, r := range main {
		s.state[r] |= onMain
	}
	for i := range b.events() {
		s.take(asif.Ref(i + 1))
	}
	for i := range b.events() { // what waits for something that never comes
		if r := asif.Ref(i + 1); s.state[r]&isPlaced == 0 && b.isEvent(r) {
			s.place(r)
		}
	}
	b.order = s.order
	b.position = make([]int32, b.events()+1)
	for i, r := range s.order {
		b.position[r] = int32(i)
	}
}

// inOrder tells whether drafting order serves as it is.
func (b *builder) inOrder(main []asif.Ref) bool {
	if len(b.moved) > 0 {
		return false
	}
	for i := range b.events() {
		if e := b.entries.At(i); e.kind == kindBlob || e.flags&flagDiscarded != 0 || int(e.cause) > i {
			return false
		}
	}
	for i := 1; i < len(main); i++ {
		if main[i] <= main[i-1] {
			return false
		}
	}
	return true
}

// take looks at the events in drafting order and places those that need not wait.
func (s *sequencer) take(r asif.Ref) {
	e := s.b.entry(r)
	switch {
	case !s.b.isEvent(r) || s.state[r]&isPlaced != 0:
	case s.state[r]&onMain != 0:
		for s.next < len(s.main) && s.main[s.next] <= r {
			s.place(s.main[s.next])
			s.next++
		}
	case s.b.moved[r] != 0:
		if a := s.b.moved[r]; s.state[a]&isPlaced != 0 {
			s.place(r)
		} else {
			s.waiting[a] = append(s.waiting[a], r)
		}
	case e.cause != 0 && s.state[e.cause]&isPlaced == 0:
		s.waiting[e.cause] = append(s.waiting[e.cause], r)
	default:
		s.place(r)
	}
}

// place serializes r, and then what waited for it.
func (s *sequencer) place(r asif.Ref) {
	s.stack = append(s.stack[:0], r)
	for len(s.stack) > 0 {
		r := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if s.state[r]&isPlaced != 0 || !s.b.isEvent(r) {
			continue
		}
		s.state[r] |= isPlaced
		s.order = append(s.order, r)
		for i := len(s.waiting[r]) - 1; i >= 0; i-- {
			s.stack = append(s.stack, s.waiting[r][i])
		}
	}
}

// isEvent tells whether a reference is serialized: neither taken back nor a blob.
func (b *builder) isEvent(r asif.Ref) bool {
	e := b.entry(r)
	return e.flags&flagDiscarded == 0 && e.kind != kindBlob
}

// seq is an event's sequence number.
func (b *builder) seq(r asif.Ref) int32 {
	if b.position == nil {
		return int32(r) - 1
	}
	return b.position[r]
}

// at is the event with a sequence number.
func (b *builder) at(seq int) asif.Ref {
	if b.order == nil {
		return asif.Ref(seq + 1)
	}
	return b.order[seq]
}

// serialized is the number of events in the document.
func (b *builder) serialized() int {
	if b.order == nil {
		return b.events()
	}
	return len(b.order)
}
