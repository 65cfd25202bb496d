package check

import (
	"bytes"
	"math/big"
	"regexp"
	"unicode/utf8"
)

// shape is a compiled JSON Schema that answers yes or no, straight from a tree and many times faster than a full
// validator. It knows the keywords that the object table makes, and compiling refuses any other; a test holds it
// against the full validator, which also explains every no.
type shape struct {
	types     typeSet // 0: any
	allowed   []any   // const and enum: string, bool, nil
	enum      bool
	minimum   *int64
	maximum   *int64
	length    int // minLength
	longest   int // maxLength, 0: any
	pattern   *regexp.Regexp
	format    Format
	members   map[string]member
	patterns  []named
	others    *shape // of members without a shape of their own
	fewest    int    // minProperties
	required  uint64 // bits of the members that must be there
	items     *shape
	least     int  // minItems
	most      int  // maxItems, -1: any
	unique    bool // among strings
	contains  *shape
	needs     map[string][]string // dependentRequired
	all       []*shape            // $ref and allOf
	anyOf     []*shape
	oneOf     []*shape
	not       *shape
	when      *shape
	then      *shape
	otherwise *shape
	never     bool
}

type member struct {
	shape  *shape // nil: any value
	bit    uint64 // among the required ones
	listed bool   // among the properties, not named by "required" alone
}

// named is the shape of members whose names have a form.
type named struct {
	form  *regexp.Regexp
	shape *shape
}

type typeSet uint8

var typeBits = map[string]typeSet{
	"null": 1, "boolean": 2, "object": 4, "array": 8, "number": 16, "string": 32, "integer": 64,
}

// fits tells whether the value satisfies the schema.
func (s *shape) fits(v value) bool {
	kind := v.kind()
	if s.never || s.types != 0 && s.types&typesOf(v, kind, s.types) == 0 || s.enum && !s.among(v, kind) {
		return false
	}
	switch kind {
	case objectKind:
		if !s.fitsObject(v) {
			return false
		}
	case arrayKind:
		if !s.fitsArray(v) {
			return false
		}
	case stringKind:
		if !s.fitsText(v.text()) {
			return false
		}
	case numberKind:
		if s.minimum != nil && compareNumber(v.raw(), *s.minimum) < 0 ||
			s.maximum != nil && compareNumber(v.raw(), *s.maximum) > 0 {
			return false
		}
	}
	return s.fitsCombined(v)
}

func (s *shape) fitsText(text []byte) bool {
	return (s.length == 0 || len(text) >= s.length && utf8.RuneCount(text) >= s.length) &&
		(s.longest == 0 || utf8.RuneCount(text) <= s.longest) &&
		(s.pattern == nil || s.pattern.Match(text)) && (s.format == nil || s.format(string(text)) == nil)
}

// typesOf is the set of types that the value has; only asks whether a number is whole when that matters.
func typesOf(v value, kind byte, wanted typeSet) typeSet {
	switch kind {
	case nullKind:
		return typeBits["null"]
	case trueKind, falseKind:
		return typeBits["boolean"]
	case objectKind:
		return typeBits["object"]
	case arrayKind:
		return typeBits["array"]
	case stringKind:
		return typeBits["string"]
	case numberKind:
		if wanted&typeBits["integer"] != 0 && whole10(v.raw()) {
			return typeBits["number"] | typeBits["integer"]
		}
		return typeBits["number"]
	}
	return 0
}

func (s *shape) among(v value, kind byte) bool {
	text := v.text()
	for _, a := range s.allowed {
		switch a := a.(type) {
		case string:
			if kind == stringKind && string(text) == a {
				return true
			}
		case bool:
			if kind == trueKind && a || kind == falseKind && !a {
				return true
			}
		case nil:
			if kind == nullKind {
				return true
			}
		}
	}
	return false
}

func (s *shape) fitsObject(v value) bool {
	missing := s.required
	if v.size() < s.fewest {
		return false
	}
	if s.members != nil || s.others != nil || s.patterns != nil {
		for m := range v.members() {
			known := s.lookup(m)
			if !known.listed && !s.fitsOther(m) {
				return false
			}
			missing &^= known.bit
			if known.shape != nil && !known.shape.fits(m) {
				return false
			}
		}
	}
	for name, needed := range s.needs {
		if !v.get(name).exists() {
			continue
		}
		for _, other := range needed {
			if !v.get(other).exists() {
				return false
			}
		}
	}
	return missing == 0
}

// fitsOther is for members that are not among the properties.
func (s *shape) fitsOther(m value) bool {
	matched := false
	for _, p := range s.patterns {
		if p.form.MatchString(m.name()) {
			if matched = true; !p.shape.fits(m) {
				return false
			}
		}
	}
	return matched || s.others == nil || s.others.fits(m)
}

// lookup finds a member of the schema; the zero member is none.
func (s *shape) lookup(m value) member {
	n := m.node()
	if n.nameHasEscapes {
		return s.members[m.name()]
	}
	return s.members[string(m.t.raw[n.name:n.nameEnd])]
}

func (s *shape) fitsArray(v value) bool {
	if v.size() < s.least || s.most >= 0 && v.size() > s.most {
		return false
	}
	found := s.contains == nil
	for e := range v.each() {
		if s.items != nil && !s.items.fits(e) {
			return false
		}
		found = found || s.contains.fits(e)
	}
	return found && (!s.unique || uniqueStrings(v))
}

// uniqueStrings tells whether no string stands twice in an array. Compiling makes sure that the items are strings.
func uniqueStrings(v value) bool {
	if v.size() <= 8 {
		for a := range v.each() {
			for b := range v.each() {
				if b.i > a.i && bytes.Equal(a.text(), b.text()) {
					return false
				}
			}
		}
		return true
	}
	seen := make(map[string]bool, v.size())
	for e := range v.each() {
		if seen[string(e.text())] {
			return false
		}
		seen[e.str()] = true
	}
	return true
}

func (s *shape) fitsCombined(v value) bool {
	for _, sub := range s.all {
		if !sub.fits(v) {
			return false
		}
	}
	if s.not != nil && s.not.fits(v) {
		return false
	}
	if s.anyOf != nil && fitting(s.anyOf, v) == 0 || s.oneOf != nil && fitting(s.oneOf, v) != 1 {
		return false
	}
	if s.when == nil {
		return true
	}
	branch := s.otherwise
	if s.when.fits(v) {
		branch = s.then
	}
	return branch == nil || branch.fits(v)
}

func fitting(list []*shape, v value) int {
	n := 0
	for _, s := range list {
		if s.fits(v) {
			n++
		}
	}
	return n
}

// whole10 tells whether a JSON number has no fraction, whatever its size.
func whole10(b []byte) bool {
	if _, ok := integer(b); ok {
		return true
	}
	d, ok := decimalOf(b)
	return ok && (len(d.digits) == 0 || d.exponent >= 0)
}

// compareNumber compares a JSON number with a whole one, exactly.
func compareNumber(b []byte, with int64) int {
	if n, ok := integer(b); ok {
		switch {
		case n < with:
			return -1
		case n > with:
			return 1
		}
		return 0
	}
	d, _ := decimalOf(b)
	sign := 1
	if d.negative {
		sign = -1
	}
	switch {
	case len(d.digits)+d.exponent > 20: // far beyond any bound
		return sign
	case d.exponent < -400-len(d.digits): // next to zero
		if with != 0 {
			return -big.NewInt(with).Sign()
		}
		return sign
	}
	r, ok := new(big.Rat).SetString(string(b))
	if !ok {
		return sign
	}
	return r.Cmp(new(big.Rat).SetInt64(with))
}
