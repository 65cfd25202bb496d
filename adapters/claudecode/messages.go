package claudecode

import (
	"crypto/sha256"
	"hash"

	"asif-convert/convert/asif"
)

// The messages of the chain as the harness sends them: hashed while their records are read, without their text.

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

// imprint tells values apart that are not compared with anything on record: it costs less than a digest.
type imprint struct {
	sum uint64
	ok  bool
}

// resultMark is a result of the user records since the response.
type resultMark struct {
	sum uint64
	ref asif.Ref
}

var (
	messageOpen = []byte(`{"content":[`)
	textOpen    = []byte(`{"text":`)
	textClose   = []byte(`,"type":"text"}`)
	comma       = []byte(",")
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

// addContent adds the record's content to messages; it is spelled once.
func (m *mapper) addContent(to ...*passage) {
	r, c := &m.rec, &m.wire.canon
	n := int32(len(r.blocks))
	if r.content != nil {
		n++
	}
	m.wire.marks = m.wire.marks[:0]
	c.begin()
	for _, p := range to {
		p.add(n)
		c.to = append(c.to, p.to)
	}
	partial := len(r.wireInputs) > 2
	if r.content != nil {
		c.out = append(c.out, textOpen...)
		c.text(r.content)
		c.out = append(c.out, textClose...)
		m.wire.marks = append(m.wire.marks, imprint{})
	}
	for i := range r.blocks {
		if len(m.wire.marks) > 0 {
			c.out = append(c.out, ',')
		}
		partial = m.addBlock(&r.blocks[i]) || partial
	}
	c.flush()
	for _, p := range to {
		p.broken, p.partial = p.broken || c.failed, p.partial || partial
	}
}

// add makes room for n further blocks.
func (p *passage) add(n int32) {
	p.records++
	p.dirty = true
	if n > 0 && p.blocks > 0 {
		p.to.Write(comma)
	}
	p.blocks += n
}

// addBlock spells one block. It tells whether the block has members that the document has not.
func (m *mapper) addBlock(b *block) (partial bool) {
	c, k := &m.wire.canon, imprint{}
	known, call, result := mappedMembers[string(b.typ)], string(b.typ) == "tool_use", string(b.typ) == "tool_result"
	if result {
		c.startMark(m.rec.seed)
	}
	if len(b.raw) == 0 || b.raw[0] != '{' {
		c.value(b.raw, 1)
	} else {
		c.object(b.raw, 1, func(key []byte) bool {
			partial = partial || !known[string(key)]
			return call && string(key) == `"caller"`
		})
	}
	if result {
		k = c.endMark()
	}
	m.wire.marks = append(m.wire.marks, k)
	return partial
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
	if !m.sendable() || m.later() {
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
	if !m.sendable() || m.later() {
		return
	}
	pos := m.node(m.self).pos
	if q.run.records == 0 {
		q.run.begin(pos)
		m.addContent(&q.run)
	} else {
		q.single.begin(pos)
		m.addContent(&q.single, &q.run)
		m.sentRecord(&q.single)
	}
	m.sentRecord(&q.run)
	m.resultMarks()
}

// sentRecord keeps a message that ends with the record.
func (m *mapper) sentRecord(p *passage) {
	p.partial = p.partial || m.wire.said != int32(len(m.wire.marks))
	if d, ok := p.sum("user"); ok {
		m.wire.messages.Add(sent{sum: d, from: p.from, to: m.node(m.self).pos, whole: !p.partial})
	}
}

// resultMarks remembers the results of the record, for a blob that repeats them.
func (m *mapper) resultMarks() {
	q := &m.wire
	n := m.node(m.self)
	for i := range m.rec.blocks {
		b := &m.rec.blocks[i]
		k := q.marks[len(q.marks)-len(m.rec.blocks)+i]
		if string(b.typ) != "tool_result" || !k.ok {
			continue
		}
		if ref := m.resultOf(n, b.toolUse); ref != 0 {
			q.results = append(q.results, resultMark{k.sum, ref})
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
