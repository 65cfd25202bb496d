package check

import (
	"slices"
	"strconv"
)

// features reads required_features (F05, F06).
func (x *validation) readFeatures(list value) {
	for f := range list.each() {
		if f.kind() == stringKind {
			x.features = append(x.features, f.str())
		}
	}
	x.f05()
	x.f06()
}

// requires tells whether the document requires a feature.
func (x *validation) requires(feature string) bool { return slices.Contains(x.features, feature) }

// f05: a gated member and its feature come together.
func (x *validation) f05() {
	for _, g := range gated {
		_, has := x.doc.Member(g.member)
		switch {
		case has && !x.requires(g.feature):
			x.fault("F05", x.document("/"+g.member), g.member, g.feature+" in required_features", "the member's feature is not declared")
		case !has && x.requires(g.feature):
			x.fault("F05", x.document("/required_features"), g.feature, "member "+g.member, "the feature is declared but its member is missing")
		}
	}
}

// f06: what this reader does not know it must not interpret.
func (x *validation) f06() {
	for i, f := range x.features {
		if !slices.ContainsFunc(gated, func(g gate) bool { return g.feature == f }) && !slices.Contains(x.unknown, f) {
			x.unknown = append(x.unknown, f)
			x.fault("F06", x.document("/required_features/"+strconv.Itoa(i)), f, "a feature that this reader knows", "the required feature is unknown here")
		}
	}
}

// readBinding reads a call or request of a prior capture (F07).
func (x *validation) readBinding(it *item) {
	v := it.root()
	d := v.get("descriptor")
	it.id = v.get("id").str()
	b := bindingEntry{spot: it.at(v.get("id"))}
	switch {
	case v.get("kind").is("call"):
		b.kind, b.name = calls, x.callID(v.get("id"))
		if b.name != 0 {
			x.callInfo[b.name-1].external = true
		}
		x.refer("F07", tools, it, d.get("tool_id"))
	case v.get("kind").is("request"):
		b.kind, b.name = requests, x.requestID(v.get("id"))
		x.parts("F07", it, d.get("prompt"))
		x.addRequest(it, request{event: -1, revision: -1, request: b.name}, d.get("options"))
	}
	x.bound = append(x.bound, b)
}

// KnowsFeature tells whether a required feature is one that this reader knows (F06).
func KnowsFeature(name string) bool {
	return slices.ContainsFunc(gated, func(g gate) bool { return g.feature == name })
}
