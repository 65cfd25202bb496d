package claudecode

import (
	"bytes"
	"hash/maphash"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Prompts that were typed while the agent worked are queued: the queue's records tell of each again, as a prompt or a
// queued_command attachment does, and are at times its only trace. None may count twice.

// queued is a prompt in the queue.
type queued struct {
	words []byte // JSON string
	hash  uint64
	span  source.Span // of the record that has the words
	left  source.Span // and of the one by which it left
	time  []byte
}

// queue is what waits, and what left the queue with no other trace so far.
type queue struct {
	waiting, removed []queued
	seen             map[uint64]int      // queued commands whose leaving was not told yet
	told             map[uint64]asif.Ref // prompts that only the queue told of
}

// queuedText is the text of queued content, as JSON: a string, or the first text among blocks.
func queuedText(content []byte) (found []byte) {
	if len(content) == 0 || content[0] != '[' {
		return adapters.Quoted(content)
	}
	source.Values(content, func(b []byte) bool {
		found = adapters.Quoted(source.Member(b, "text"))
		return found == nil
	})
	return found
}

func (m *mapper) wordsHash(raw []byte) uint64 {
	return maphash.Bytes(m.rec.seed, bytes.TrimSpace(adapters.Text(raw)))
}

// queueOperation follows the queue.
func (m *mapper) queueOperation() losses.Outcome {
	r, q := &m.rec, &m.queue
	said := queuedText(r.get(fQueued))
	switch string(r.string(fOperation)) {
	case "enqueue":
		if said != nil {
			q.waiting = append(q.waiting, queued{bytes.Clone(said), m.wordsHash(said), m.native.Span, m.native.Span, bytes.Clone(r.time)})
		}
	case "dequeue": // becomes the next prompt
		q.leave(0)
	case "remove":
		m.unqueue(said)
	case "popAll":
		return m.draftPrompts(said)
	}
	return folding
}

// leave takes one entry out of the queue.
func (q *queue) leave(i int) (x queued, ok bool) {
	if i < 0 || i >= len(q.waiting) {
		return x, false
	}
	x = q.waiting[i]
	q.waiting = slices.Delete(q.waiting, i, i+1)
	return x, true
}

// unqueue takes a prompt out that the agent was given while it worked. Before 2.1.247 the record does not say which:
// it is the first.
func (m *mapper) unqueue(said []byte) {
	q, i := &m.queue, 0
	if said != nil {
		h := m.wordsHash(said)
		i = slices.IndexFunc(q.waiting, func(x queued) bool { return x.hash == h })
	}
	x, ok := q.leave(i)
	switch {
	case !ok && said == nil:
		m.sink.Lose(losses.QueuedPromptUnresolved)
		return
	case !ok:
		x = queued{bytes.Clone(said), m.wordsHash(said), m.native.Span, m.native.Span, bytes.Clone(m.rec.time)}
	}
	x.left = m.native.Span
	if q.seen[x.hash] > 0 {
		q.seen[x.hash]--
		return
	}
	q.removed = append(q.removed, x)
}

// draftPrompts keeps what was taken back into the editor: nobody sent it.
func (m *mapper) draftPrompts(said []byte) losses.Outcome {
	q := &m.queue
	m.parts = m.parts[:0]
	if said != nil {
		m.parts = append(m.parts, adapters.NewText(said))
	} else {
		for i := range q.waiting {
			m.parts = append(m.parts, adapters.NewText(q.waiting[i].words))
		}
	}
	q.waiting = nil
	if len(m.parts) == 0 {
		return folding
	}
	m.beside()
	m.sink.Lose(losses.DraftPromptNotSent, m.remark("claude-code/draft", 0))
	return mapping
}

// arrives tells the queue of a prompt that has a record of its own. It returns the event of one that the queue alone
// had told of, or 0.
func (m *mapper) arrives(raw []byte) asif.Ref {
	q := &m.queue
	if raw == nil || len(q.waiting)+len(q.removed)+len(q.told) == 0 {
		return 0
	}
	h := m.wordsHash(raw)
	if i := slices.IndexFunc(q.removed, func(x queued) bool { return x.hash == h }); i >= 0 {
		q.removed = slices.Delete(q.removed, i, i+1)
		return 0
	}
	if ref, ok := q.told[h]; ok && len(m.rec.attachment) > 0 {
		delete(q.told, h)
		return ref
	}
	if slices.ContainsFunc(q.waiting, func(x queued) bool { return x.hash == h }) && len(m.rec.attachment) > 0 {
		if q.seen == nil {
			q.seen = map[uint64]int{}
		}
		q.seen[h]++
	}
	return 0
}

// absorbed drafts the prompts that left the queue for a request whose response begins now, and that no other record
// tells of.
func (m *mapper) absorbed() {
	q := &m.queue
	for i := range q.removed {
		x := &q.removed[i]
		span, time := m.native.Span, m.rec.time
		m.native.Span, m.rec.time = x.span, x.time
		m.parts = append(m.parts[:0], adapters.NewText(x.words))
		v := m.voiceOf(x.words, voicePerson)
		m.method = "that the prompt left the queue while the agent worked"
		ref := m.sayAside(m.actor(v))
		m.cite(ref, x.left)
		m.native.Span, m.rec.time = span, time
		m.sink.Extend(ref, span) // shows that no other record tells of it
		if q.told == nil {
			q.told = map[uint64]asif.Ref{}
		}
		q.told[x.hash] = ref
	}
	q.removed = q.removed[:0]
}

// sayAside drafts a message of the collected parts that stands beside the record's content.
func (m *mapper) sayAside(by adapters.ActorRef) asif.Ref {
	m.message = adapters.Message{Role: asif.RoleUser, Parts: m.parts}
	ref := m.add(m.aside(), by, isSeen, &m.message)
	m.parts = m.parts[:0]
	return ref
}

// unqueued tells of what was still queued when the file ended.
func (m *mapper) unqueued() {
	for range len(m.queue.waiting) + len(m.queue.removed) {
		m.sink.Lose(losses.QueuedPromptUnresolved)
	}
}
