package claudecode

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// The harness records its own requests (2.1.332): each names the digests of the messages that it sent. A message is one
// that a blob record holds, or {role, content} of the records of the chain: the lines of one response merged, the user
// records that go out together merged, a text as a list of one block. The mapper keeps a digest a message and no text.

// sent is a message that could have been sent: 64 bytes.
type sent struct {
	sum      digest
	group    int32 // of a response's: the response
	from, to int32 // of user records: their places in the file
	refs, n  int32 // of a blob: its pieces
	same     int32 // the message before it with the same digest, as index + 1
	whole    bool  // the document has all of it
}

// wireRequest is one that the harness recorded.
type wireRequest struct {
	id          asif.ID // among the keys of responses
	base        int32   // the request that it goes on from, as index + 1
	keep        int32   // how many messages of it
	tail, n     int32   // the messages that follow, in tails
	good        int32   // how many messages, from the first on, were found
	solid       int32   // and stand in the document whole
	shape       int32   // as index + 1; 0: not found
	params      int32   // index
	events      int32   // drafted before it
	unreachable bool    // it keeps more than its base has
}

// size is how many messages a request sent.
func (q *wireRequest) size() int32 { return q.keep + q.n }

// verified tells whether all that a request sent was found.
func (q *wireRequest) verified() bool { return !q.unreachable && q.good == q.size() && q.shape > 0 }

// wireLog is what the mapper keeps of them.
type wireLog struct {
	canon    canon
	messages asif.Chunks[sent]
	bySum    map[digest]int32 // message + 1; filled when the first request comes
	indexed  int
	answer   passage   // the response that is being read
	run      passage   // the user records since it
	single   passage   // one of them by itself
	marks    []imprint // of the record's blocks; only results have one
	results  []resultMark
	recorded bool  // a request has come
	hashed   int32 // records, before that
	passed   asif.Chunks[passed]
	said     int32 // parts that events of the record hold

	refs  asif.Chunks[asif.Ref]
	list  []wireRequest
	byID  map[asif.ID]int32 // request + 1
	tails asif.Chunks[int32]

	shapes  []shape
	shapeBy map[digest]int32
	params  [][]byte
	paramBy map[string]int32
}

// blob keeps a message that no other record holds. Results in it are those of the chain.
func (m *mapper) blob() losses.Outcome {
	m.requestsBegin()
	r, q := &m.rec, &m.wire
	want, ok := hexDigest(r.hash)
	d, sound := q.canon.digestOf(r.whole)
	if !ok || !sound || d != want {
		return losses.Outcome{Do: losses.Preserved, Why: whyUnverified}
	}
	s := sent{sum: d, refs: int32(q.refs.Len()), whole: true}
	role := roleOf(r.role)
	m.parts = m.parts[:0]
	if r.content != nil {
		m.parts = append(m.parts, adapters.NewText(r.content))
	}
	for i := range r.blocks {
		b := &r.blocks[i]
		if string(b.typ) == "tool_result" {
			m.endBlob(role)
			s.whole = m.blobResult(b) && s.whole
			continue
		}
		p, known := m.blockPart(b, purposeInput)
		if !known {
			p, s.whole = adapters.NewStructured(schemaBlock, b.raw), false
		}
		m.parts = append(m.parts, p)
	}
	m.endBlob(role)
	s.n = int32(q.refs.Len()) - s.refs
	q.messages.Add(s)
	return mapping
}

func (m *mapper) endBlob(role asif.Role) {
	if len(m.parts) > 0 {
		m.wire.refs.Add(m.sink.Blob(role, m.native.Span, m.parts...))
		m.parts = m.parts[:0]
	}
}

// blobResult finds the event of a result that a blob repeats.
func (m *mapper) blobResult(b *block) bool {
	q := &m.wire
	q.canon.begin()
	q.canon.startMark(m.rec.seed)
	q.canon.value(b.raw, 1)
	k := q.canon.endMark()
	for _, r := range q.results {
		if k.ok && r.sum == k.sum {
			q.refs.Add(r.ref)
			return true
		}
	}
	return false
}

func roleOf(role []byte) asif.Role {
	switch string(role) {
	case "user":
		return asif.RoleUser
	case "assistant":
		return asif.RoleAssistant
	case "system":
		return asif.RoleSystem
	}
	return asif.RoleUnknown
}

// request keeps what a request sent.
func (m *mapper) request() losses.Outcome {
	m.requestsBegin()
	r, q := &m.rec, &m.wire
	id, _ := m.keys.Intern(r.ask)
	if id == 0 || q.byID[id] != 0 {
		return losses.Outcome{Do: losses.Preserved, Why: whyUnverified}
	}
	m.closeAnswer()
	m.indexMessages()
	x := wireRequest{id: id, keep: int32(min(r.keep, 1<<30)), tail: int32(q.tails.Len()), n: int32(len(r.tail)), events: int32(m.events.Len())}
	x.base = q.byID[m.keys.Find(r.base)]
	switch {
	case x.base > 0:
		b := &q.list[x.base-1]
		x.good, x.solid, x.unreachable = min(b.good, x.keep), min(b.solid, x.keep), x.keep > b.size() || b.unreachable
	case x.keep > 0:
		x.unreachable = true
	}
	for i, at := range q.find(r.tail) {
		if at > 0 && x.good == x.keep+int32(i) {
			x.good++
			if x.solid == x.keep+int32(i) && q.messages.At(int(at)-1).whole {
				x.solid++
			}
		}
		q.tails.Add(at)
	}
	if d, ok := hexDigest(r.hash); ok {
		x.shape = q.shapeBy[d]
	}
	x.params = q.parameters(r.params)
	if q.byID == nil {
		q.byID = map[asif.ID]int32{}
	}
	q.list = append(q.list, x)
	q.byID[id] = int32(len(q.list))
	return mapping
}

// find resolves digests to messages, as index + 1; 0 is none. Of messages with one digest the latest is meant that
// stands before the one that follows.
func (q *wireLog) find(tail [][]byte) []int32 {
	out := make([]int32, len(tail))
	next := int32(1<<31 - 1)
	for i := len(tail) - 1; i >= 0; i-- {
		d, ok := hexDigest(tail[i])
		if !ok {
			continue
		}
		out[i] = q.bySum[d]
		for at := out[i]; at > 0; at = q.messages.At(int(at) - 1).same {
			if at < next {
				out[i], next = at, at
				break
			}
		}
	}
	return out
}

// parameters numbers the distinct parameters of requests.
func (q *wireLog) parameters(raw []byte) int32 {
	if i, ok := q.paramBy[string(raw)]; ok {
		return i
	}
	if q.paramBy == nil {
		q.paramBy = map[string]int32{}
	}
	q.params = append(q.params, bytes.Clone(raw))
	i := int32(len(q.params) - 1)
	q.paramBy[string(raw)] = i
	return i
}

// indexMessages makes the messages that were read since the last request findable.
func (m *mapper) indexMessages() {
	q := &m.wire
	if q.bySum == nil {
		q.bySum = map[digest]int32{}
	}
	for ; q.indexed < q.messages.Len(); q.indexed++ {
		s := q.messages.At(q.indexed)
		s.same = q.bySum[s.sum]
		q.bySum[s.sum] = int32(q.indexed + 1)
	}
}

// hexDigest reads a digest in hexadecimal.
func hexDigest(text []byte) (d digest, ok bool) {
	if len(text) != 2*len(d) {
		return d, false
	}
	for i := range d {
		hi, lo := nibble(text[2*i]), nibble(text[2*i+1])
		if hi|lo > 15 {
			return d, false
		}
		d[i] = hi<<4 | lo
	}
	return d, true
}

func nibble(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	}
	return 255
}
