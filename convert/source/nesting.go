package source

import (
	"asif-convert/losses/scan"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxNesting is how deep the values of a record are nested: a document has 128 levels (P04) for what it holds and itself.
const MaxNesting = 100

// deeper reports whether brackets are nested deeper than MaxNesting in b, which may be no JSON.
func deeper(b []byte) bool {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = scan.String(b, i) - 1
		case '{', '[':
			if depth++; depth > MaxNesting {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}

// flatten returns a value whose objects and arrays below MaxNesting are strings that hold their JSON. value is valid.
func flatten(value []byte) []byte {
	out := make([]byte, 0, len(value)+len(value)/8)
	depth, kept, begun := 0, 0, 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '"':
			i = scan.String(value, i) - 1
		case '{', '[':
			if depth++; depth == MaxNesting+1 {
				out, begun = append(out, value[kept:i]...), i
			}
		case '}', ']':
			if depth--; depth == MaxNesting {
				out, _ = jsontext.AppendQuote(out, value[begun:i+1]) // valid JSON is valid UTF-8
				kept = i + 1
			}
		}
	}
	return append(out, value[kept:]...)
}
