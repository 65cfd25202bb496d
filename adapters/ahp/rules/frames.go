package rules

import (
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
)

// a38 reports what is wrong with a record's text, and a line of several values (A36).
func (v *validation) a38(r *source.Record) {
	if r.Fault&source.FaultGlued != 0 {
		v.fault("A36", check.Error, v.here.raw, "", "one value on a line", "the value is not the first one on its line")
	}
	damage := r.Fault &^ source.FaultGlued
	if damage == 0 {
		return
	}
	severity, message := check.Error, "the record is damaged"
	if damage&source.FaultTail != 0 {
		severity, message = check.Warning, "the last record was cut"
	}
	v.add("A38", severity, spot{}, damage.String(), "one JSON value in UTF-8, every member once", message)
}

// a40: only the draft is known here. Each other version is reported once.
func (v *validation) a40(e *wire.Entry) {
	version := e.Version.Text()
	if version == "" || version == "draft" || v.versions[version] || len(v.versions) >= 100 {
		return
	}
	v.versions[version] = true
	v.fault("A40", check.Error, e.Version.Raw, version, "draft", "the protocol's version is not known here; the log is checked as draft")
}

// a41 tells whether an entry was written under an earlier draft, which is refused by name instead of by every member
// that has changed since.
func (v *validation) a41(e *wire.Entry) bool {
	v.here.event = text(e.Members.Get("id"))
	if call := in(e.Members.Get("tool"), "callId"); call != nil {
		v.fault("A41", check.Error, call, "tool.callId", "call", "the event is of the first draft (0.1, August 2026)")
		return true
	}
	if subscription := in(e.Members.Get("execution"), "subscriptionId"); subscription != nil {
		v.fault("A41", check.Error, subscription, "execution.subscriptionId", "reason supplied_result", "the event is of the draft of September 2026")
		return true
	}
	if kind := formerKind(e.Members.Get("items")); kind != nil {
		v.fault("A41", check.Error, kind, string(text(kind)), "text or attachment", "the event is of the drafts of September 2026, whose items were contents of any kind")
		return true
	}
	v.here.event = nil
	return false
}

// formerKind is the kind of the first item of a kind that no content has any more, or nil. A message has none.
func formerKind(items []byte) (found []byte) {
	source.Values(items, func(item []byte) bool {
		switch kind := in(item, "kind"); string(text(kind)) {
		case "", "text", "attachment":
		default:
			found = kind
		}
		return found == nil
	})
	return found
}

// a05: a request is named by its event.
func (v *validation) a05() {
	e := v.scratch.event.entry
	if e.Kind != wire.Intercept {
		return
	}
	id := e.ID.Text()
	if id != string(v.here.event) {
		v.fault("A05", check.Error, e.ID.Raw, string(e.ID.Raw), "the event's id", "the request's id is not that of its event")
	}
	if typ := v.scratch.event.typ; typ.Name != "" && !typ.Interceptable {
		v.fault("A05", check.Error, v.get("type"), typ.Name, "an interceptable event", "nobody can be asked about this event")
	}
}

// answer keeps requests and answers together.
func (v *validation) answer(e *wire.Entry) {
	_, row, fresh := v.requests.take(e.ID.Raw)
	if row == nil {
		return
	}
	if fresh {
		row.mark = v.mark(e.Raw)
	}
	switch e.Kind {
	case wire.Intercept, wire.CapabilitiesRequest:
		row.asked = true
		if e.Kind == wire.Intercept {
			row.event = v.scratch.event.number
			v.a33Offer(e)
		}
	case wire.Response, wire.Capabilities:
		if m := v.manifest(e.Manifest.Raw); m != nil {
			v.offered = append(v.offered, m)
		}
		v.a06(e, row)
	}
}

// a06 looks at the answer to a request; whether there was a request is known at the end.
func (v *validation) a06(e *wire.Entry, row *requestRow) {
	if e.Error.Exists() {
		v.fault("A06", check.Warning, e.Error.Raw, "", "a result", "the request failed: it had no effect")
		row.answered = true
		return
	}
	if !row.answered {
		row.mark = v.mark(e.Raw)
	}
	answer := v.digest(canonical(e.Result.Raw))
	if row.answered && row.answer != 0 && row.answer != answer {
		v.fault("A06", check.Warning, e.Result.Raw, "", "the same answer as before", "the request was answered before in another way")
	}
	row.answered, row.answer = true, answer
	if event := v.events.at(row.event); event != nil && denies(e.Effects.Raw) {
		event.denied = true
	}
}

func denies(effects []byte) (yes bool) {
	source.Values(effects, func(effect []byte) bool {
		yes = string(text(in(effect, "type"))) == "deny"
		return !yes
	})
	return yes
}

// answersEnd reports answers without a request (A06).
func (v *validation) answersEnd() {
	for n := 1; n <= v.requests.rows.Len(); n++ {
		row := v.requests.at(int32(n))
		if row.answered && !row.asked {
			v.late("A06", check.Warning, row.mark, "", string(v.requests.ids.Append(nil, asif.ID(n))), "a request with this id", "the answer is to no request of the log")
		}
	}
}
