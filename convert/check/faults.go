package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"asif-convert/convert/asif"

	"github.com/go-json-experiment/json/jsontext"
)

// fault reports a broken rule.
func (x *validation) fault(rule string, at spot, got, want, message string) {
	x.faultAs(severityOf(rule), rule, at, got, want, message)
}

// faultAs does, with another severity than the rule's.
func (x *validation) faultAs(severity Severity, rule string, at spot, got, want, message string) {
	if !x.enabled[rule] {
		return
	}
	base := at.base()
	x.out.add(Finding{Rule: rule, Severity: severity, Pointer: base + at.rest, Byte: at.span.Offset,
		EntityType: spaceInfo[at.space].entity, EntityID: at.id, Got: cut(got), Want: want, Message: message, base: base,
		length: at.span.Length})
}

func severityOf(rule string) Severity {
	r, _ := Explain(rule)
	return r.Severity
}

// document is the spot of a member of the document itself.
func (x *validation) document(pointer string) spot {
	s := spot{space: whole, input: -1, id: x.session}
	member, rest, deeper := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	s.member = member
	if deeper {
		s.rest = "/" + rest
	}
	s.span, _ = x.doc.Member(member)
	return s
}

// eventSpot is a spot in an event that was read before.
func (x *validation) eventSpot(i int32, rest string) spot {
	e := x.event(i)
	return spot{space: events, index: i, input: -1, span: asif.Range{Offset: e.offset, Length: int64(e.length)},
		rest: rest, id: x.spaces[events].text(e.id)}
}

func (x *validation) event(i int32) *event { return x.events.At(int(i)) }

// takeFaults reports what the schema found in an item, but for what a rule says better.
func (x *validation) takeFaults(it *item) {
	for _, f := range it.faults {
		if x.owned(it.space, f) {
			continue
		}
		at := it.spot
		at.rest, at.id = f.pointer, it.root().get("id").str()
		if at.space == whole && at.member == "" {
			at = x.document(f.pointer)
		}
		x.fault(SchemaRule, at, f.got, f.want, f.message)
	}
}

// owner says which rule reports a breach that the schema would see too. at is a pattern: "*" stands for one token.
type owner struct {
	space   space
	at      string
	keyword string
	rule    string
}

var owners = []owner{
	{events, "/data/outcome", "const", "C08"},
	{events, "/supersedes", "", "O07"},
	{events, "/data/dependencies", "uniqueItems", "T05"},
	{branches, "/event_ids", "uniqueItems", "O03"},
	{environments, "/requirements/*/required_for/*", "enum", "R06"},
	{checkpoints, "/requirements/*/required_for/*", "enum", "R06"},
	{resources, "", "oneOf", "V04"},
	{whole, "/coverage", "minItems", "V01"},
	{whole, "/coverage", "maxItems", "V01"},
	{whole, "/asif_version", "const", "P06"},
	{whole, "/required_features", "contains", "F05"},
	{whole, "", "required", "F05"},
}

// gate is a member of the document that comes with a required feature.
type gate struct{ member, feature string }

// gated are the members whose absence or presence F05 reports.
var gated = []gate{
	{"continuation", "asif.portable-continuation/0.2"},
	{"streams", "asif.streams/0.1"},
	{"external_bindings", "asif.external-bindings/0.1"},
}

func (x *validation) owned(s space, f schemaFault) bool {
	return slices.ContainsFunc(owners, func(o owner) bool {
		if o.space != s || o.keyword != f.keyword || !x.enabled[o.rule] || !matchPointer(o.at, f.pointer) {
			return false
		}
		return o.rule != "F05" || f.keyword != "required" || gateOf(f.member) != ""
	})
}

func gateOf(member string) string {
	for _, g := range gated {
		if g.member == member {
			return g.feature
		}
	}
	return ""
}

func matchPointer(pattern, pointer string) bool {
	p := slices.Collect(jsontext.Pointer(pattern).Tokens())
	q := slices.Collect(jsontext.Pointer(pointer).Tokens())
	return slices.EqualFunc(p, q, func(a, b string) bool { return a == "*" || a == b })
}

// unreadable words why a document could not be opened or read on; the finding has no rule when that is not the
// document's fault.
func unreadable(err error) Finding {
	f := Finding{Severity: Error, EntityType: "document"}
	var syntax *asif.SyntaxError
	var limit *asif.LimitError
	var version *asif.VersionError
	switch {
	case errors.As(err, &version):
		f.Rule, f.Pointer, f.Got, f.Want, f.Line = "P06", "/asif_version", version.Got, `"`+asif.Version+`"`, 1
		f.Message = "the document is of another version"
	case errors.As(err, &limit):
		f.Rule, f.Pointer, f.Byte, f.Want = "P04", limit.Pointer, limit.Byte, fmt.Sprintf("at most %d", limit.Limit)
		f.Message = "the document is beyond the limit of " + limit.What
	case errors.As(err, &syntax):
		f.Rule, f.Pointer, f.Byte, f.Line = syntaxRule(syntax), syntax.Pointer, syntax.Byte, syntax.Line
		f.Message = syntax.Err.Error()
	}
	return f
}

// syntaxRule tells the parsing rules apart.
func syntaxRule(err *asif.SyntaxError) string {
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return "P02"
	case constantError(err.Err):
		return "P03"
	}
	return "P01"
}
