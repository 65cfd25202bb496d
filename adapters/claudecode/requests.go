package claudecode

import (
	"bytes"
	"crypto/sha256"
	"hash"

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
	answer   passage // the response that is being read
	run      passage // the user records since it
	single   passage // one of them by itself
	results  []resultSum
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

// passage is a message while records add to it.
type passage struct {
	to      hash.Hash
	blocks  int32
	group   int32
	from    int32
	records int
	broken  bool // a record of it has no digest
	partial bool // the document has not all of it
	dirty   bool
}

// resultSum is a result of the user records since the response.
type resultSum struct {
	sum digest
	ref asif.Ref
}

var (
	messageOpen = []byte(`{"content":[`)
	textOpen    = []byte(`{"text":`)
	textClose   = []byte(`,"type":"text"}`)
	messageEnd  = map[string][]byte{"user": []byte(`],"role":"user"}`), "assistant": []byte(`],"role":"assistant"}`)}
)

func (p *passage) begin(from int32) {
	*p = passage{to: p.to, from: from}
	if p.to == nil {
		p.to = sha256.New()
	}
	p.to.Reset()
	p.to.Write(messageOpen)
}

// sum is the digest of what was read so far.
func (p *passage) sum(role string) (d digest, ok bool) {
	c, isCloner := p.to.(hash.Cloner)
	if !isCloner || p.broken {
		return d, false
	}
	h, err := c.Clone()
	if err != nil {
		return d, false
	}
	h.Write(messageEnd[role])
	h.Sum(d[:0])
	return d, true
}

// addContent adds the record's content to a message.
func (m *mapper) addContent(p *passage) {
	r, c := &m.rec, &m.wire.canon
	p.records++
	p.dirty = true
	c.to, c.failed = p.to, false
	if r.content != nil {
		m.separate(p)
		p.to.Write(textOpen)
		c.text(r.content)
		p.to.Write(textClose)
	}
	for i := range r.blocks {
		b := &r.blocks[i]
		m.separate(p)
		if len(b.raw) == 0 || b.raw[0] != '{' {
			c.value(b.raw, 1)
			continue
		}
		known, drop := mappedMembers[string(b.typ)], string(b.typ) == "tool_use"
		c.object(b.raw, 1, func(key []byte) bool {
			p.partial = p.partial || !known[string(key)]
			return drop && string(key) == `"caller"`
		})
	}
	p.broken = p.broken || c.failed
	p.partial = p.partial || len(r.wireInputs) > 2
}

func (m *mapper) separate(p *passage) {
	if p.blocks++; p.blocks > 1 {
		p.to.Write(comma)
	}
}

// mappedMembers are the members of each block that the document has; a block with others is not wholly in it.
var mappedMembers = map[string]map[string]bool{
	"text":              {`"type"`: true, `"text"`: true},
	"thinking":          {`"type"`: true, `"thinking"`: true, `"signature"`: true},
	"redacted_thinking": {`"type"`: true, `"data"`: true},
	"tool_use":          {`"type"`: true, `"id"`: true, `"name"`: true, `"input"`: true, `"caller"`: true},
	"tool_result":       {`"type"`: true, `"tool_use_id"`: true, `"content"`: true, `"is_error"`: true},
	"image":             {`"type"`: true, `"source"`: true},
	"document":          {`"type"`: true, `"source"`: true, `"title"`: true},
}

// sentByModel adds a line of a response.
func (m *mapper) sentByModel(group int32) {
	q := &m.wire
	if !m.sendable() {
		return
	}
	if q.answer.to == nil || q.answer.group != group {
		m.closeAnswer()
		q.answer.begin(m.node(m.self).pos)
		q.answer.group = group
		q.run.records = 0
		q.results = q.results[:0]
	}
	m.addContent(&q.answer)
}

// closeAnswer keeps the message of the response that is being read, as far as it was read.
func (m *mapper) closeAnswer() {
	p := &m.wire.answer
	if p.to == nil || !p.dirty {
		return
	}
	p.dirty = false
	if d, ok := p.sum("assistant"); ok {
		m.wire.messages.Add(sent{sum: d, group: p.group, whole: !p.partial})
	}
}

// sentByUser adds a user record: to those that go out with it, and as a message by itself.
func (m *mapper) sentByUser() {
	q := &m.wire
	if !m.sendable() {
		return
	}
	pos := m.node(m.self).pos
	if q.run.records == 0 {
		q.run.begin(pos)
	} else {
		q.single.begin(pos)
		m.sentRecord(&q.single)
	}
	m.sentRecord(&q.run)
	m.resultSums()
}

func (m *mapper) sentRecord(p *passage) {
	before := p.blocks
	m.addContent(p)
	p.partial = p.partial || m.wire.said != p.blocks-before
	if d, ok := p.sum("user"); ok {
		m.wire.messages.Add(sent{sum: d, from: p.from, to: m.node(m.self).pos, whole: !p.partial})
	}
}

// resultSums remembers the results of the record, for a blob that repeats them.
func (m *mapper) resultSums() {
	q := &m.wire
	n := m.node(m.self)
	for i := range m.rec.blocks {
		b := &m.rec.blocks[i]
		if string(b.typ) != "tool_result" {
			continue
		}
		d, ok := q.canon.digestOf(b.raw)
		if ref := m.resultOf(n, b.toolUse); ok && ref != 0 {
			q.results = append(q.results, resultSum{d, ref})
		}
	}
}

// resultOf is a node's event that answers a call.
func (m *mapper) resultOf(n *node, call []byte) asif.Ref {
	want := m.callOf(call)
	for e := n.first; e < n.first+n.count; e++ {
		if v := m.events.At(int(e)); v.flags&isResult != 0 && v.call == want {
			return v.ref
		}
	}
	return 0
}

// sendable tells whether a record can be part of the main line's requests.
func (m *mapper) sendable() bool { return m.node(m.self).side == 0 }

// blob keeps a message that no other record holds. Results in it are those of the chain.
func (m *mapper) blob() losses.Outcome {
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
		m.parts = append(m.parts, textPart(r.content))
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
			p, s.whole = structured(schemaBlock, b.raw), false
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
	d, ok := q.canon.digestOf(b.raw)
	for _, r := range q.results {
		if ok && r.sum == d {
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
