package wire_test

import (
	"strings"
	"testing"

	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/source"
)

func TestFramingIsToldByTheBeginning(t *testing.T) {
	for in, want := range map[string]source.Framing{
		"":                                    source.Lines,
		"not json":                            source.Lines,
		event + "\n" + event:                  source.Lines,
		event:                                 source.Lines,
		"\n \n" + event + "\n":                source.Lines,
		"[" + event + "]\n":                   source.Elements,
		"[\n" + event + ",\n" + event + "]":   source.Elements,
		"[" + event + "]\n[" + event + "]":    source.Lines, // batches, one on a line
		"[" + strings.Repeat(event+",", 9):    source.Elements,
		"{\n  \"id\": 1\n}":                   source.Elements,
		"{\"id\":\"e\n" + event:               source.Lines, // the first line was cut
		"{\"id\":\"" + strings.Repeat("x", 9): source.Lines, // a first line longer than the head
	} {
		if got := wire.Framing([]byte(in)); got != want {
			t.Errorf("%q: framing %d, want %d", in, got, want)
		}
	}
}
