package claudecode

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Where a session comes from, and where it goes on. The transcript names other sessions by their native IDs, so they stand
// among the session's native IDs; the one that it was copied from, when its file lies beside, is its lineage.

// continuation is the session that the conversation went on in; what is said here later takes it back (2.1.25x).
type continuation struct {
	id   string
	seen int // chain records before it
}

// maxName bounds a session ID that is told.
const maxName = 200

// related names another session once.
func (m *mapper) related(space string, id []byte) {
	if len(id) == 0 || len(id) > maxName {
		return
	}
	n := nativeID(space, string(id))
	for _, have := range m.names {
		if have.Namespace == n.Namespace && have.Value == n.Value {
			return
		}
	}
	m.names = append(m.names[:len(m.names):len(m.names)], n)
}

// ancestor is the session that this one was copied from, as far as the file proves it.
type ancestor struct {
	id    string
	event string // its last event that stands here too; "" when only the copy is proven
}

// copied notes what a line tells of where it was copied from.
func (m *mapper) copied() {
	r := &m.rec
	id := r.string(fForkedFrom)
	if m.related(spaceForked, id); len(id) == 0 || len(id) > maxName {
		return
	}
	if m.from.id != string(id) {
		m.from = ancestor{id: string(id)}
	}
	at := r.string(fForkedAt)
	if n := m.node(m.self); len(at) > 0 && len(at) <= maxName && int(n.count) > m.extra { // not folded into a line before
		m.from.event = string(at) + ":0"
	}
}

// ancestry is the lineage to a session beside this one. lost tells that the session comes from one that is not at hand.
func (m *mapper) ancestry() (list []asif.Lineage, lost bool) {
	if m.from.id == "" && m.isCopy && len(m.siblings) == 1 {
		m.from = ancestor{id: m.siblings[0].Value}
	}
	if m.from.id == "" {
		return nil, m.forked
	}
	if m.other == nil {
		return nil, true
	}
	s, ok := m.other(m.from.id)
	if !ok {
		return nil, true
	}
	named, err := m.out.Capture(s)
	if err != nil { // it went away meanwhile
		return nil, true
	}
	l := asif.Lineage{Relation: asif.RelationCopy, SessionID: named.SessionID, CaptureID: named.CaptureID}
	if m.from.event != "" {
		inclusive := true
		l.Relation, l.EventID, l.Inclusive = asif.RelationFork, m.from.event, &inclusive
	}
	return []asif.Lineage{l}, false
}

// continuedIn is the last word of a conversation that went on in another file.
func (m *mapper) continuedIn() losses.Outcome {
	id := m.rec.string(fContinued)
	if len(id) == 0 {
		return losses.Outcome{Do: losses.Preserved, Why: whyState}
	}
	m.next = continuation{id: string(id), seen: m.seen}
	return folding
}

// handedOver is what we wrote into a session that goes on from another harness's, or from one of this harness anew.
func (m *mapper) handedOver() losses.Outcome {
	r := &m.rec
	if len(m.handed) > 0 {
		return losses.Outcome{Do: losses.Preserved, Why: whyState}
	}
	m.handed = adapters.HandedOver(nativeHarness, r.string(fFromSession), r.string(fFromCapture), r.string(fFromEvent))
	return folding
}

// forkContext begins the file of a sub-agent that goes on from its parent's conversation (2.1.117).
func (m *mapper) forkContext() losses.Outcome {
	id := m.rec.string(fForkParent)
	if len(id) == 0 {
		return losses.Outcome{Do: losses.Preserved, Why: whyState}
	}
	m.related(spaceParent, id)
	m.forked = true
	return folding
}

// inherited tells whether a line is a copy of another session's: it says so, or it answers a request that this file does
// not hold while a session beside it has the same beginning. Its usage counts there.
func (m *mapper) inherited() bool {
	r := &m.rec
	if len(r.string(fForkedFrom)) > 0 {
		return true
	}
	if len(m.siblings) == 0 || len(r.requestRef) == 0 || m.wire.byID[m.keys.Find(r.requestRef)] != 0 {
		return false
	}
	m.isCopy = true
	return true
}

// lineage adds to the history what the session says of others.
func (m *mapper) lineage(h *adapters.History) {
	if m.next.id != "" && m.next.seen == m.seen {
		m.related(spaceContinued, []byte(m.next.id))
	}
	list, lost := m.ancestry()
	if h.Names, h.Lineage = m.names, slices.Concat(m.handed, list); lost || m.next.id != "" && m.next.seen == m.seen {
		m.sink.Lose(losses.LineageUnknown)
	}
	if m.dialect == dialectStream && m.responses.Len() > 0 {
		m.sink.Lose(losses.UsagePlaceholder)
	}
	if m.forked && h.Live.Fidelity == asif.FidelityReconstructed {
		h.Live.Fidelity = asif.FidelityPartial // what the parent had said before is in its own session
	}
}

// cleared is what a microcompaction took out of the context: results of calls, and attachments.
type cleared struct {
	calls   []asif.ID
	records []asif.ID
}

// changedCleared is the transformation of what a microcompaction took out.
const changedCleared = "microcompaction: the harness cleared this content in later requests"

// microcompaction remembers what the record says was cleared (2.1.12 to 2.1.22).
func (m *mapper) microcompaction() uint32 {
	if string(m.rec.subtype) != "microcompact_boundary" {
		return 0
	}
	c := &cleared{}
	for _, raw := range m.rec.list(fCompacted) {
		if id, _ := m.calls.Intern(adapters.Text(raw)); id != 0 {
			c.calls = append(c.calls, id)
		}
	}
	for len(m.callAt) <= m.calls.Len() {
		m.callAt = append(m.callAt, 0)
	}
	for _, raw := range m.rec.list(fCleared) {
		if id, _ := m.ids.Intern(adapters.Text(raw)); id != 0 {
			c.records = append(c.records, id)
		}
	}
	m.node(asif.ID(m.ids.Len()))
	if m.clearings == nil {
		m.clearings = map[asif.ID]*cleared{}
	}
	m.clearings[m.self] = c
	return isClearing
}

// clear marks the inputs that a microcompaction took out.
func (f *fold) clear(e *event) {
	c := f.m.clearings[e.node]
	if c == nil {
		return
	}
	f.changed, f.since = maps.Clone(f.changed), maps.Clone(f.since)
	if f.changed == nil {
		f.changed, f.since = map[asif.Ref]string{}, map[asif.Ref]asif.Ref{}
	}
	for _, id := range c.calls {
		call := f.m.callAt[id]
		if call == 0 {
			continue
		}
		for r := f.resultHead[call-1]; r >= 0; r = f.resultNext[r] {
			f.clearOne(f.event(r).ref, e.ref)
		}
	}
	for _, id := range c.records {
		if i := f.place(id); i >= 0 {
			for _, ref := range f.seen(nil, i) {
				f.clearOne(ref, e.ref)
			}
		}
	}
}

// clearOne marks one input; the first clearing counts.
func (f *fold) clearOne(ref, by asif.Ref) {
	if f.since[ref] == 0 {
		f.changed[ref], f.since[ref] = changedCleared, by
	}
}

// spill keeps the output of a tool that was too long for the transcript, when its file is at hand.
func (m *mapper) spill() {
	raw := adapters.Quoted(m.rec.get(fSpilled))
	if len(raw) <= 2 {
		return
	}
	where := adapters.Text(raw)
	base := where[bytes.LastIndexAny(where, `/\`)+1:]
	res := adapters.Resource{
		MediaType: "text/plain", Purpose: purposeOutput, Name: string(base), Span: m.native.Span, Location: string(where),
		Availability: asif.AvailabilityUnavailable, Explanation: "The file that the harness moved the output to is not there.",
	}
	data, err := m.spilledBytes(string(base))
	switch {
	case err != nil || data == nil:
		m.sink.Lose(losses.ToolOutputFileMissing)
	default:
		res.Bytes, res.Availability, res.Explanation = data, "", ""
	}
	m.caused(m.lastEvent(m.node(m.self)), m.harness(), &adapters.ResourceChange{Resource: m.sink.Resource(&res), Operation: asif.ResourceObserved})
}

// maxSpill is the greatest output that is kept: what every reader of the document accepts (P04).
const maxSpill = 64 << 20

// spilledBytes reads an output beside the transcript; nil: it is not there, or too large.
func (m *mapper) spilledBytes(base string) (data []byte, err error) {
	path, ok := m.spilled[base]
	if !ok {
		return nil, nil
	}
	r, err := source.Decoded(source.File(path, ""))
	if err != nil {
		return nil, fmt.Errorf("reading output of a tool: %w", err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	data, err = io.ReadAll(io.LimitReader(r, maxSpill+1))
	if err != nil {
		return nil, fmt.Errorf("reading output of a tool: %w", err)
	}
	if len(data) > maxSpill {
		m.sink.Lose(losses.ResourceTooLarge)
		return nil, nil
	}
	return data, nil
}
