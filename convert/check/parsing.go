package check

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// P01, P02, P03, P04 (document) and P06 are checked while a document is opened; P05 is what [integer] does.

// constants are the words that other languages write where JSON has no number (P03).
var constants = []string{"'N'", "'I'", "'n'", "'u'"}

// constantError tells whether a parser stopped at NaN, Infinity, undefined or their like.
func constantError(err error) bool {
	text := err.Error()
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		text = syntax.Err.Error()
	}
	for _, c := range constants {
		if strings.Contains(text, "invalid character "+c) {
			return true
		}
	}
	return false
}

// p04 holds resources to their limits, before anything is decoded.
func (x *validation) p04(it *item) {
	size := it.blob.size
	x.embedded += size
	if size > x.o.Limits.Resource {
		x.fault("P04", it.at(it.root()), decimalBytes(size), "at most "+decimalBytes(x.o.Limits.Resource), "the resource is beyond the limit")
	}
	if x.embedded > x.o.Limits.Resources && x.embedded-size <= x.o.Limits.Resources {
		x.fault("P04", it.at(it.root()), decimalBytes(x.embedded), "at most "+decimalBytes(x.o.Limits.Resources),
			"with this one, all embedded resources together are beyond the limit")
	}
}
