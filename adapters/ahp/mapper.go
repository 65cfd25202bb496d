package ahp

import (
	"bytes"
	"hash/maphash"

	"asif-convert/adapters"
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// mapper maps one log.
type mapper struct {
	out    adapters.Output
	ledger *losses.Ledger
	name   string // of the log
	seed   maphash.Seed

	accounts  map[string]*losses.Account
	sessions  []*session
	byKey     map[string]*session
	bySource  map[string][]*session
	last      lookup
	pending   map[string]pending  // intercept requests without an answer, by JSON-RPC id
	answers   map[string]answered // by JSON-RPC id
	records   int64
	proposals proposals
	offer     offer // of the log: of no source and no session

	reader wire.Reader
	entry  *wire.Entry
	found  int // entries in the record
	visit  func(*wire.Entry)
	event  event
}

// lookup remembers whose the last event was: most follow one of the same session.
type lookup struct {
	source, session []byte
	found           *session
}

func newMapper(out adapters.Output, led *losses.Ledger, name string) *mapper {
	m := &mapper{
		out: out, ledger: led, name: name, seed: maphash.MakeSeed(),
		accounts: map[string]*losses.Account{}, answers: map[string]answered{}, byKey: map[string]*session{}, bySource: map[string][]*session{}, pending: map[string]pending{},
	}
	m.reader.Want(names[:topLevel]...)
	m.visit = func(e *wire.Entry) {
		if m.found++; m.found == 1 {
			m.entry = e
		}
	}
	return m
}

// Outcomes of records.
var (
	mapping = losses.Outcome{Do: losses.Mapped}
	folding = losses.Outcome{Do: losses.Folded}
)

func preserved(why string) losses.Outcome { return losses.Outcome{Do: losses.Preserved, Why: why} }

// Record implements adapters.Mapper.
func (m *mapper) Record(r *source.Record) (losses.Outcome, error) {
	m.records++
	m.found = 0
	m.reader.Record(r, m.visit)
	w := m.entry
	if m.found != 1 {
		w = &wire.Entry{}
	}
	r.Walk(m.account(kindOf(w)), nil)
	switch w.Kind {
	case wire.Bare, wire.Observe, wire.Intercept:
		return m.eventOf(w, r), nil
	case wire.Response:
		return m.answer(w, r), nil
	case wire.Capabilities:
		m.offer.add(w.Manifest.Raw)
		if array(of(w.Manifest.Raw, "gaps")) {
			m.ledger.Lose(losses.DeclaredGap, losses.Position{Line: r.Line, Byte: r.Span.Offset})
		}
		return mapping, nil
	case wire.CapabilitiesRequest:
		return preserved(whyCovered), nil
	}
	m.ledger.Lose(losses.UnknownRecordKind, losses.Position{Line: r.Line, Byte: r.Span.Offset})
	return preserved(whyUnknown), nil
}

// kindOf is the table that settles a record.
func kindOf(w *wire.Entry) string {
	switch {
	case w.Kind == wire.Unknown:
		return kindNone
	case w.Wrapper.Exists():
		return kindWrapped
	case w.Kind == wire.Response:
		return kindResponse
	case w.Kind == wire.CapabilitiesRequest:
		return kindAsk
	case w.Kind == wire.Capabilities:
		return kindManifest
	case w.Kind != wire.Bare:
		return kindFrame
	case w.Number > 0:
		return w.Type
	}
	if _, former := wire.Removed(w.Type); former {
		return kindFormer
	}
	return kindOdd
}

func (m *mapper) account(kind string) *losses.Account {
	a := m.accounts[kind]
	if a == nil {
		a = m.ledger.Account(kind)
		m.accounts[kind] = a
	}
	return a
}

// eventOf maps an event, or counts it as told before.
func (m *mapper) eventOf(w *wire.Entry, r *source.Record) losses.Outcome {
	e := &m.event
	e.read(w, r.Span)
	s := m.sessionOf(e)
	s.lines(r.Line)
	if v := w.Version; v.Exists() && string(adapters.Text(v.Raw)) != version {
		s.Lose(losses.OtherVersion)
	}
	handle := handling[e.number]
	if handle == nil {
		kind := losses.UnknownRecordKind
		if _, former := wire.Removed(e.typ); former {
			kind = losses.FormerRecordKind
		}
		s.Lose(kind)
		return preserved(whyUnknown)
	}
	k := recall(s, e)
	v := observed
	if w.Kind == wire.Intercept {
		v = proposed
	}
	hash := s.hash(e.raw)
	var late []losses.Kind // noted at what the event drafts
	if k != nil && k.first != 0 {
		if s.again(e, k, v, hash) {
			return folding
		}
	} else if s.events++; s.id == "" {
		late = append(late, losses.SessionUnknown)
	}
	s.seen |= 1 << e.number
	if s.ended && e.typ != "session.start" && e.settles == nil { // it goes on, and nothing told that it began again
		late = append(late, losses.SessionStartMissing)
		s.ended = false
	}
	if v == proposed && e.settles == nil {
		s.holding = e.id
	}
	s.now = s.threadOf(e)
	lead := s.circumstances(e)
	handle(s, e)
	s.loose(e)
	s.finish(e, known{hash: hash, lead: lead, view: v, typ: uint8(e.number)})
	s.holding = 0
	for _, kind := range late {
		s.lose(kind, e.first)
	}
	if v == proposed && e.settles == nil {
		m.proposals.keep(proposal{s, e.id}, e.raw)
	}
	if v == proposed && w.ID.Exists() && len(m.pending) < maxPending {
		m.pending[string(w.ID.Raw)] = pending{s, s.firstOf(e)}
	}
	return mapping
}

// recall interns the event's ID and finds what was drafted for it; nil for an event without an ID.
func recall(s *session, e *event) *known {
	e.id, _ = s.ids.Intern(adapters.Text(e.f[fID]))
	if e.id == 0 {
		return nil
	}
	for int(e.id) >= s.told.Len() {
		s.told.Add(known{})
	}
	return s.told.At(int(e.id))
}

// again settles an event that was told before, and tells whether that is all: a retry or another view is the same
// occurrence. Only what an observer got after the back ends answered replaces what was proposed to them.
func (s *session) again(e *event, k *known, v view, hash uint64) bool {
	loss := losses.ConflictingDuplicate
	switch {
	case k.typ != uint8(e.number):
		return false // another event under the same ID: it is drafted, and its ID numbered
	case k.hash != hash && k.view == proposed && v == observed:
		s.Lose(losses.ProposalReplaced, k.first)
		delete(s.held, e.id)
		e.settles, e.was = k, e.proposed(s.proposals.take(proposal{s, e.id}))
		return false
	case k.hash == hash, k.view == observed && v == proposed:
		loss = losses.DuplicateDelivery
	}
	if v == observed {
		s.proposals.take(proposal{s, e.id})
		s.release(e.id)
	}
	s.Extend(k.first, e.span)
	s.Lose(loss, k.first)
	return true
}

// finish keeps what was drafted for an event.
func (s *session) finish(e *event, told known) {
	if !e.extended { // nothing else says that it happened
		s.remark(e)
	}
	if e.lost {
		s.lose(losses.CredentialsRemoved, s.firstOf(e))
	}
	if array(e.f[fGaps]) {
		s.lose(losses.DeclaredGap, s.firstOf(e))
	}
	s.uncaused(e)
	if e.id == 0 {
		return
	}
	k := s.told.At(int(e.id))
	switch {
	case e.settles != nil:
		for b := e.block; b < int(k.n); b++ {
			s.Discard(k.first + asif.Ref(b))
		}
		k.hash, k.view = told.hash, told.view
	case k.first == 0:
		told.first, told.n = e.first, uint16(min(e.block, 1<<16-1))
		*k = told
	}
}

// firstOf is the first event that was drafted for what is mapped.
func (s *session) firstOf(e *event) asif.Ref {
	if e.settles != nil {
		return e.settles.first
	}
	return e.first
}

// sessionOf finds the document of an event. One without a session belongs where its turn, its call or its parent does,
// and else to what its source told without a session; never to the only session just because it is the only one.
func (m *mapper) sessionOf(e *event) *session {
	id := e.f[fSessionID]
	if l := &m.last; l.found != nil && len(adapters.Text(id)) > 0 && bytes.Equal(l.source, e.f[fSource]) && bytes.Equal(l.session, id) {
		m.out.Document(l.found.key)
		return l.found
	}
	source := cleanSource(word(e.f[fSource]))
	if len(adapters.Text(id)) == 0 {
		list := m.bySource[source]
		for _, s := range list[max(len(list)-maxAsked, 0):] {
			if s.owns(e) {
				m.out.Document(s.key)
				return s
			}
		}
	}
	known := len(m.sessions)
	s := m.session(source, word(id))
	if len(m.sessions) > known && source != word(e.f[fSource]) {
		s.Lose(losses.CredentialsRemoved)
	}
	if s.id != "" {
		m.last = lookup{append(m.last.source[:0], e.f[fSource]...), append(m.last.session[:0], id...), s}
	}
	return s
}

// maxAsked bounds the sessions of a source that are asked whether an event without one is theirs: the latest.
const maxAsked = 256

// cleanSource is a source's URI without credentials.
func cleanSource(uri string) string {
	if clean, what := wire.StripURL(uri); what != "" {
		return clean
	}
	return uri
}

// owns tells whether a session-less event is tied to the session.
func (s *session) owns(e *event) bool {
	return s.turns.Find(adapters.Text(e.f[fTurnID])) != 0 || s.calls.Find(adapters.Text(e.f[fCallID])) != 0 ||
		s.ids.Find(adapters.Text(e.f[fParent])) != 0 || s.ids.Find(adapters.Text(e.f[fID])) != 0
}

func (m *mapper) session(source, id string) *session {
	key := source + "\x00" + id
	s := m.byKey[key]
	if s == nil {
		s = m.newSession(key, source, id)
		m.byKey[key] = s
		m.sessions, m.bySource[source] = append(m.sessions, s), append(m.bySource[source], s)
		return s
	}
	m.out.Document(key)
	return s
}
