package rules

import (
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
)

// sessionRules are the rules of the session that an event belongs to.
func (v *validation) sessionRules() {
	o := &v.scratch.event
	s := v.sessions.at(o.row.session)
	if s == nil {
		return
	}
	v.a34Harness(s)
	v.a36(s)
	v.a33Manifest(s)
	if !v.fresh {
		return
	}
	switch {
	case o.typ.Name == "session.start":
		v.starts(s)
	case s.ended && !s.late:
		s.late = true
		v.fault("A27", check.Warning, nil, "", "a session.start first", "the event follows the end of its session")
	}
	if s.first == 0 {
		s.first = o.number
	}
	s.seen = true
	s.ended = s.ended || o.typ.Name == "session.end"
}

// starts is a session.start.
func (v *validation) starts(s *sessionRow) {
	trigger, from := string(text(v.get("trigger"))), idOf(v.get("resumedFrom"))
	own := idOf(v.get("session"))
	switch {
	case from == nil:
	case (trigger == "fork" || trigger == "clear") && string(from) == string(own):
		v.fault("A27", check.Error, v.get("resumedFrom"), string(from), "another session", "the session comes from itself")
	case trigger == "resume" && string(from) != string(own):
		v.fault("A27", check.Warning, v.get("resumedFrom"), string(from), string(own), "a resumed session keeps its identity, and this one names another")
	}
	if s.seen && !s.started {
		v.absence("A27", nil, "", "session.start as the first event", "the session begins after events of it")
	}
	if s.started && !s.ended && trigger != "compact" {
		v.absence("A27", nil, "", "a session.end", "the session begins again and has not ended")
	}
	s.started, s.ended, s.late = true, false, false
	s.manifest = v.manifest(v.get("manifest"))
}

// a34Harness: a session keeps its harness.
func (v *validation) a34Harness(s *sessionRow) {
	harness := v.get("harness")
	name := text(in(harness, "name"))
	if name == nil {
		return
	}
	v.keys = append(append(append(v.keys[:0], name...), ' '), text(in(harness, "version"))...)
	switch n := v.text(v.keys); {
	case s.harness == 0:
		s.harness = n
	case s.harness != n:
		v.fault("A34", check.Warning, harness, v.textOf(n), v.textOf(s.harness), "the session's harness has changed")
		s.harness = n
	}
}

// a34: time does not run backwards among the first deliveries of one source.
func (v *validation) a34() {
	at := text(v.get("time"))
	if !v.fresh || v.source == 0 || timestamp(string(at)) != nil {
		return
	}
	now, latest := instantOf(string(at)), &v.clocks[v.source]
	if now.before(*latest) {
		v.fault("A34", check.Warning, v.get("time"), string(at), "no earlier than the event before", "the time runs backwards")
	}
	*latest = now
}

// a36: a session keeps the version of the protocol.
func (v *validation) a36(s *sessionRow) {
	version := v.scratch.event.entry.Version
	if !version.Exists() {
		return
	}
	switch n := v.text(version.Raw); {
	case s.version == 0:
		s.version = n
	case s.version != n && !s.mixed:
		s.mixed = true
		v.fault("A36", check.Warning, version.Raw, v.textOf(n), v.textOf(s.version), "the session changes its protocolVersion")
	}
}

// manifest is what a session announced.
type manifest struct {
	modes   map[string]uint8           // of each event type: 1 observe, 2 intercept
	effects map[string]map[string]bool // of each event type
	paths   map[string]bool            // of tools
	told    map[string]bool            // what was reported already
}

var modeBits = map[string]uint8{"observe": 1, "intercept": 2}

// manifest reads what a session announced; nil when it is none.
func (v *validation) manifest(raw []byte) *manifest {
	if in(raw, "events") == nil {
		return nil
	}
	m := &manifest{modes: map[string]uint8{}, effects: map[string]map[string]bool{}, paths: map[string]bool{}, told: map[string]bool{}}
	source.Values(in(raw, "events"), func(e []byte) bool {
		name := string(text(in(e, "event")))
		source.Values(in(e, "modes"), func(mode []byte) bool {
			m.modes[name] |= modeBits[string(text(mode))]
			return true
		})
		m.effects[name] = map[string]bool{}
		source.Values(in(in(e, "capabilities"), "effects"), func(effect []byte) bool {
			m.effects[name][string(text(effect))] = true
			return true
		})
		return true
	})
	source.Values(in(raw, "toolPaths"), func(path []byte) bool {
		m.paths[string(text(path))] = true
		return true
	})
	return m
}

// once tells whether something is not reported of this session yet.
func (m *manifest) once(what string) bool {
	if m.told[what] || len(m.told) > 1000 {
		return false
	}
	m.told[what] = true
	return true
}

// a33Manifest: what a session delivers is what it announced.
func (v *validation) a33Manifest(s *sessionRow) {
	m, o := s.manifest, &v.scratch.event
	if m == nil || o.typ.Name == "session.start" {
		return
	}
	modes := m.modes[o.typ.Name]
	switch {
	case modes == 0 && m.once(o.typ.Name):
		v.fault("A33", check.Warning, v.get("type"), o.typ.Name, "an event of the manifest", "the session's manifest has no such event")
	case modes != 0 && o.entry.Kind == wire.Observe && modes&1 == 0 && m.once("observe "+o.typ.Name):
		v.fault("A33", check.Warning, v.get("type"), "observe", "intercept", "the session's manifest does not offer this mode of the event")
	case modes != 0 && o.entry.Kind == wire.Intercept && modes&2 == 0 && m.once("intercept "+o.typ.Name):
		v.fault("A33", check.Warning, v.get("type"), "intercept", "observe", "the session's manifest does not offer this mode of the event")
	}
	if path := string(text(v.get("path"))); path != "" && o.typ.Family == wire.Tool && !m.paths[path] && m.once("path "+path) {
		v.fault("A33", check.Warning, v.get("path"), path, "a path of the manifest", "the session's manifest does not cover this tool path")
	}
}

// a33Offer: a request offers no more than the manifest.
func (v *validation) a33Offer(e *wire.Entry) {
	o := &v.scratch.event
	if o.row == nil {
		return
	}
	s := v.sessions.at(o.row.session)
	if s == nil || s.manifest == nil || s.manifest.modes[o.typ.Name] == 0 {
		return
	}
	source.Values(in(e.Capabilities.Raw, "effects"), func(effect []byte) bool {
		name := string(text(effect))
		if !s.manifest.effects[o.typ.Name][name] && s.manifest.once("effect "+o.typ.Name+" "+name) {
			v.fault("A33", check.Warning, effect, name, "an effect of the manifest", "the request offers an effect that the session's manifest does not")
		}
		return true
	})
}
