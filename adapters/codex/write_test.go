package codex

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"asif-convert/adapters"
	"asif-convert/adapters/talk"
)

// A first line without a payload has no place for where the copy comes from, and no version goes on from it.
func TestOnlyFilesThatSayWhoseTheyAreAreKept(t *testing.T) {
	for head, want := range map[string]bool{
		`{"type":"session_meta","payload":{"id":"a"}}`: true,
		`{"type":"session_meta","payload":{}}`:         false,
		`{"type":"session_meta","payload":null}`:       false,
		`{"type":"session_meta","payload":"a"}`:        false,
		`{"type":"session_meta"}`:                      false,
		`{"type":"response_item","payload":{"id":1}}`:  false,
		`{"id":"a","timestamp":"2025-08-01"}`:          false,
	} {
		if got := fits([]talk.Native{{Head: []byte(head)}}, adapters.RecordsAuto); got != want {
			t.Errorf("%s: %v", head, got)
		}
	}
}

func TestNewIDsStandInTheOrderOfTheOld(t *testing.T) {
	id := rapid.StringMatching(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	rapid.Check(t, func(t *rapid.T) {
		old := rapid.SliceOfNDistinct(id, 2, 6, rapid.ID).Draw(t, "threads and files")
		slices.Sort(old)
		own := rapid.SampledFrom(old).Draw(t, "the session's")
		talked := &talk.Talk{Native: talk.UUID(own, "new"), Origin: talk.Origin{Native: own}}
		var natives []talk.Native
		for _, o := range old {
			natives = append(natives, talk.Native{Name: "rollout-2026-01-02T03-04-05-" + o + ".jsonl"})
		}
		ids := renames(talked, natives)
		var now []string
		for _, o := range old {
			now = append(now, ids[o])
		}
		if len(ids) != len(old) || ids[own] != talked.Native || !slices.IsSorted(now) || len(slices.Compact(now)) != len(old) || slices.ContainsFunc(now, func(n string) bool { return !isUUID(n) || slices.Contains(old, n) }) {
			t.Fatalf("%v became %v", old, now)
		}
	})
}
