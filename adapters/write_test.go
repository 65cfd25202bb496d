package adapters_test

import (
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// A lineage is only what a document may say: a translation without the event up to which it goes is none.
func TestAMarkThatNamesTooLittleIsNoLineage(t *testing.T) {
	mark := func(session, capture, event string) []asif.Lineage {
		return adapters.HandedOver("codex", []byte(session), []byte(capture), []byte(event))
	}
	for _, m := range [][3]string{{"", "c", "e"}, {"toy:s", "", "e"}, {"toy:s", "c", ""}, {"codex:s", "c", ""}, {"toy:s", "c", strings.Repeat("e", 500)}} {
		if l := mark(m[0], m[1], m[2]); l != nil {
			t.Errorf("%q is %+v", m, l)
		}
	}
	for session, want := range map[string]asif.LineageRelation{"toy:s": asif.RelationTranslation, "codex:s": asif.RelationContinuation} {
		l := mark(session, "c", "e")
		if len(l) != 1 || l[0].Relation != want || l[0].EventID != "e" || l[0].Inclusive == nil || !*l[0].Inclusive {
			t.Errorf("%s gives %+v", session, l)
		}
	}
}
