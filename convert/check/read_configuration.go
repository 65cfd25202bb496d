package check

import (
	"crypto/sha256"

	"asif-convert/convert/asif"
)

// configurationIndex is what rules ask of configurations.
type configurationIndex struct {
	knowledge []string // by configuration index
	declared  map[declaration]bool
	texts     map[asif.ID]instructionTexts
}

// declaration is a capability or secret handle of a configuration; of configuration 0: of any.
type declaration struct {
	what                space
	configuration, name asif.ID
}

// instructionTexts are the digests of a configuration's instruction texts, and how long they are.
type instructionTexts struct {
	keys    map[textKey]bool
	lengths map[int]bool
}

func newConfigurationIndex() configurationIndex {
	return configurationIndex{declared: map[declaration]bool{}, texts: map[asif.ID]instructionTexts{}}
}

func (x *validation) readConfiguration(it *item) {
	v := it.root()
	x.present[asif.ScopeConfiguration] = true
	name := x.define(it)
	x.where[configurations] = append(x.where[configurations], it.span)
	c := &x.configured
	c.knowledge = append(c.knowledge, v.get("knowledge").str())
	x.i02(it)
	texts := instructionTexts{map[textKey]bool{}, map[int]bool{}}
	for e := range v.get("instructions").each() {
		x.parts("R04", it, e.get("parts"))
		x.provenance(it, e.get("provenance"))
		for p := range e.get("parts").each() {
			if text := p.get("text").text(); p.get("kind").is(string(asif.PartText)) && len(text) > 0 {
				texts.keys[sha256.Sum256(text)] = true
				texts.lengths[len(text)] = true
			}
		}
	}
	if name != 0 {
		c.texts[name] = texts
	}
	for e := range v.get("capabilities").each() {
		x.referAll("R04", resources, it, e.get("resource_ids"))
		x.declare(capabilities, name, e.get("id"))
	}
	for e := range v.get("secret_requirements").each() {
		x.declare(secrets, name, e.get("handle"))
		x.v09Value(it, e.get("handle"))
		x.v09Value(it, e.get("purpose"))
	}
	x.referAll("R03", environments, it, v.get("environment_ids"))
	x.keepConfiguration(it)
}

func (x *validation) declare(what space, configuration asif.ID, v value) {
	if name := x.spaces[what].intern(v.text()); name != 0 {
		x.configured.declared[declaration{what, configuration, name}] = true
		x.configured.declared[declaration{what, 0, name}] = true
	}
}
