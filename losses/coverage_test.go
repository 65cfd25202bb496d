package losses

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// coverageOf is the coverage of one scope.
func coverageOf(l *Ledger, scope Scope, best Best, present int64) Coverage {
	for _, c := range l.Coverage(BestCoverage{scope: best}, map[Scope]int64{scope: present}) {
		if c.Scope == scope {
			return c
		}
	}
	return Coverage{}
}

func TestCoverageStatus(t *testing.T) {
	tests := map[string]struct {
		best    string
		present int64
		losses  []Kind
		want    string
	}{
		"complete":                {Complete, 3, nil, Complete},
		"complete and empty":      {Complete, 0, nil, KnownEmpty},
		"lowered by a warning":    {Complete, 3, []Kind{ResultWithoutCall}, Partial},
		"lowered by an info":      {Complete, 3, []Kind{OpenCall}, Partial},
		"empty with a loss":       {Complete, 0, []Kind{ResultWithoutCall}, Partial},
		"a loss elsewhere":        {Complete, 3, []Kind{TornRecord, Compaction}, Complete},
		"partial":                 {Partial, 3, nil, Partial},
		"partial and empty":       {Partial, 0, nil, Partial},
		"known empty":             {KnownEmpty, 0, nil, KnownEmpty},
		"known empty with data":   {KnownEmpty, 1, nil, Partial},
		"known empty with a loss": {KnownEmpty, 0, []Kind{OpenCall}, Partial},
		"unavailable stays":       {Unavailable, 3, []Kind{OpenCall}, Unavailable},
		"not applicable stays":    {NotApplicable, 0, nil, NotApplicable},
		"excluded stays":          {Excluded, 0, nil, Excluded},
		"not inspected stays":     {NotInspected, 0, []Kind{OpenCall}, NotInspected},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			l, _ := ledgerOf(t, nil)
			for _, k := range test.losses {
				l.Lose(k, Position{})
			}
			if got := coverageOf(l, ScopeTools, Best{Status: test.best}, test.present); got.Status != test.want {
				t.Errorf("status %s, want %s (%s)", got.Status, test.want, got.Detail)
			}
		})
	}
}

func TestADocumentCanTellLessThanItsFormat(t *testing.T) {
	why := Best{Partial, "of the format"}
	tests := map[string]struct {
		best, own Best
		present   int64
		want      Best
	}{
		"lowered":                    {Best{Complete, "of the format"}, Best{Partial, "of the session"}, 1, Best{Partial, "of the session"}},
		"not there":                  {why, Best{Unavailable, "of the session"}, 0, Best{Unavailable, "of the session"}},
		"there all the same":         {why, Best{Unavailable, "of the session"}, 2, Best{Partial, "of the format; of the session"}},
		"complete, there":            {Best{Status: Complete}, Best{Unavailable, "of the session"}, 2, Best{Partial, "of the session"}},
		"as low, with two reasons":   {why, Best{Partial, "of the session"}, 1, Best{Partial, "of the format; of the session"}},
		"as low, with one reason":    {Best{Status: Partial}, Best{Partial, "of the session"}, 1, Best{Partial, "of the session"}},
		"never raised":               {why, Best{Complete, "of the session"}, 1, why},
		"never out of not inspected": {Best{NotInspected, "of the format"}, Best{Partial, "of the session"}, 1, Best{NotInspected, "of the format"}},
	}
	for name, test := range tests {
		b := BestCoverage{ScopeTasks: test.best, ScopeTools: {Complete, ""}}
		got := b.Lower(BestCoverage{ScopeTasks: test.own}, map[Scope]int64{ScopeTasks: test.present})
		if got[ScopeTasks] != test.want || got[ScopeTools] != b[ScopeTools] || b[ScopeTasks] != test.best {
			t.Errorf("%s: %+v, want %+v", name, got[ScopeTasks], test.want)
		}
	}
}

func TestRedactionDoesNotLowerCoverage(t *testing.T) {
	l, _ := ledgerOf(t, nil)
	l.Lose(SecretsRedactedUpstream, Position{})
	got := coverageOf(l, ScopeConversation, Best{Complete, ""}, 1)
	want := Coverage{ScopeConversation, Complete, "0 of 0 records mapped; 1 loss: secrets_redacted_upstream (1)"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestUnreadableRecordsLowerTheConversation(t *testing.T) {
	l, _ := ledgerOf(t, nil)
	l.Unread(GluedRecord, Position{}) // whatever the loss's scope
	if got := coverageOf(l, ScopeConversation, Best{Complete, ""}, 1); got.Status != Partial {
		t.Errorf("%+v", got)
	}
}

func TestUnknownFieldsAreToldAndLowerNothing(t *testing.T) {
	l, a := ledgerOf(t, mapped("a"))
	a.Walk([]byte(`{"a":1,"b":2,"c":3}`), nil)
	mustSettle(t, l, a, Outcome{Do: Mapped})
	got := coverageOf(l, ScopeNative, Best{Complete, "the file is referenced"}, 1)
	want := Coverage{ScopeNative, Complete, "1 of 3 fields mapped, 2 preserved; 2 of these are of unknown fields; the file is referenced"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestTheDetailIsComputed(t *testing.T) {
	l := endings(t)
	l.LoseMany(TornRecord, 2, nil)
	l.Lose(OpenCall, Position{})
	best := BestCoverage{ScopeConversation: {Complete, "all is written"}, ScopeTools: {Partial, "no schemas"}, ScopeTasks: {Complete, ""}}
	want := []Coverage{
		{ScopeParticipants, NotInspected, "none in the document; this converter does not look for it"},
		{ScopeConversation, Partial, "1 of 7 records mapped, 1 folded, 3 preserved, 1 dropped, 1 unreadable; 4 losses: torn_record (3), unknown_record_kind (1); all is written"},
		{ScopeTools, Partial, "12 in the document; 1 loss: open_call (1); no schemas"},
		{ScopeTasks, KnownEmpty, "none in the document"},
	}
	got := l.Coverage(best, map[Scope]int64{ScopeTools: 12, ScopeConversation: 2})
	if d := cmp.Diff(want, []Coverage{got[0], got[1], got[6], got[8]}); d != "" {
		t.Error(d)
	}
}

// V01 and V03 hold whatever was lost, and all scopes stand in the specification's order.
func TestCoverageNeverContradictsTheCounts(t *testing.T) {
	statuses := rapid.SampledFrom([]string{Complete, Partial, KnownEmpty, Unavailable, Excluded, NotInspected, NotApplicable})
	rapid.Check(t, func(t *rapid.T) {
		l, err := New("toy", nil)
		if err != nil {
			t.Fatal(err)
		}
		lost := map[Scope]bool{}
		for _, k := range rapid.SliceOf(rapid.Uint8Range(0, uint8(kinds)-1)).Draw(t, "losses") {
			l.Lose(Kind(k), Position{})
			lost[Kind(k).Scope()] = lost[Kind(k).Scope()] || Kind(k).Stage() == "capture" || Kind(k).Stage() == "normalization"
		}
		best, present := BestCoverage{}, map[Scope]int64{}
		for _, s := range AllScopes {
			if rapid.Bool().Draw(t, "declared") {
				best[s] = Best{statuses.Draw(t, "status"), "why"}
			}
			present[s] = rapid.Int64Range(0, 2).Draw(t, "present")
		}
		got := l.Coverage(best, present)
		if len(got) != len(AllScopes) {
			t.Fatalf("%d scopes", len(got))
		}
		for i, c := range got {
			switch {
			case c.Scope != AllScopes[i]:
				t.Errorf("scope %d is %s", i, c.Scope)
			case c.Status == KnownEmpty && present[c.Scope] > 0:
				t.Errorf("V01: %+v", c)
			case c.Status == Complete && lost[c.Scope]:
				t.Errorf("V03: %+v", c)
			case c.Detail == "":
				t.Errorf("no detail: %+v", c)
			}
		}
	})
}
