package wire_test

import (
	"strings"
	"testing"

	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/source"
)

func TestFramingIsToldByTheBeginning(t *testing.T) {
	for in, want := range map[string]source.Framing{
		"":                                    source.Prefixed,
		"not json":                            source.Prefixed,
		"[09:00:01] [hooks] " + event:         source.Prefixed,
		event + "\n" + event:                  source.Prefixed,
		event:                                 source.Prefixed,
		"\n \n" + event + "\n":                source.Prefixed,
		"[" + event + "]\n":                   source.Elements,
		"[\n" + event + ",\n" + event + "]":   source.Elements,
		"[" + event + "]\n[" + event + "]":    source.Prefixed, // batches, one on a line
		"[" + strings.Repeat(event+",", 9):    source.Elements,
		"{\n  \"id\": 1\n}":                   source.Elements,
		"{\"id\":\"e\n" + event:               source.Prefixed, // the first line was cut
		"{\"id\":\"" + strings.Repeat("x", 9): source.Prefixed, // a first line longer than the head
	} {
		if got := wire.Framing([]byte(in)); got != want {
			t.Errorf("%q: framing %d, want %d", in, got, want)
		}
	}
}
