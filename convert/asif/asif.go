// Package asif is the document: an ASIF 0.4 session capture. "The specification" is here and elsewhere the public draft of
// ASIF 0.4 with portable continuation 0.2: schema.json has its objects, convert/check/rules_table.go its rules. The
// package holds the table of all objects, from which the Go types are tested and the JSON Schemas are made; reads documents of any size as an index with
// iterators; saves them with everything they hold, known or not; and has the small tools that writing one takes.
package asif

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Unmarshal decodes one JSON value into a type of this package. Members that the type does not have are kept in its
// field Unknown, with their order and spelling. An integer may be written with a zero fraction or an exponent: 1.0,
// 1e2 (P05). Duplicate member names and bytes that are not UTF-8 are errors.
func Unmarshal(raw []byte, into any) error {
	return json.Unmarshal(raw, into, integers)
}

// integers is how integers are decoded. It is one for all, since the decoder remembers by it what each type takes.
var integers = json.WithUnmarshalers(json.UnmarshalFromFunc(unmarshalInteger))

// Marshal encodes a value of a type of this package: its members in the order of the object table, then the unknown
// ones as they were; those of maps in the order of their names. Strings in raw values keep their spelling, unless the
// options say otherwise.
func Marshal(v any, how ...json.Options) ([]byte, error) {
	return json.Marshal(v, append([]json.Options{jsontext.PreserveRawStrings(true), json.Deterministic(true)}, how...)...)
}

// Respelled spells strings in raw values anew. Names of files and agents can be no UTF-8: what is not becomes U+FFFD.
func Respelled() json.Options {
	return json.JoinOptions(jsontext.PreserveRawStrings(false), jsontext.AllowInvalidUTF8(true))
}

// unmarshalInteger reads a number with zero fraction in any spelling.
func unmarshalInteger(dec *jsontext.Decoder, n *int64) error {
	if dec.PeekKind() != '0' {
		return errors.ErrUnsupported
	}
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*n, err = ParseInteger(raw)
	return err
}

// maxInteger is the greatest integer of the specification, 2^53-1.
const maxInteger = 1<<53 - 1

// ParseInteger reads a JSON number whose value is an integer from -(2^53-1) to 2^53-1, in any spelling.
func ParseInteger(raw []byte) (int64, error) {
	if !bytes.ContainsAny(raw, ".eE") {
		n, err := strconv.ParseInt(string(raw), 10, 64)
		if err != nil || n < -maxInteger || n > maxInteger {
			return 0, fmt.Errorf("the integer %.40s is out of range", raw)
		}
		return n, nil
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || f < -maxInteger || f > maxInteger {
		return 0, fmt.Errorf("the integer %.40s is out of range", raw)
	}
	if n := int64(f); float64(n) == f {
		return n, nil
	}
	return 0, fmt.Errorf("the number %.40s is not an integer", raw)
}
