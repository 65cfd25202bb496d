package check

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
)

// FuzzValidate: no input makes the validator panic, fail or contradict itself.
func FuzzValidate(f *testing.F) {
	for _, c := range readCases(f, documentCases...) {
		f.Add(c.document(f))
	}
	f.Fuzz(func(t *testing.T, doc []byte) { holdsTogether(t, doc) })
}

// FuzzValidateDocuments mutates values of the base documents, so that most inputs get past the parser: strings are
// replaced by others of the same document, which are mostly IDs, and other values by oddities.
func FuzzValidateDocuments(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, seed%2 == 0, uint8(seed))
	}
	var bases [2][]byte
	for i, name := range []string{"work", "bound"} {
		raw, err := os.ReadFile("testdata/" + name + ".json")
		if err != nil {
			f.Fatal(err)
		}
		bases[i] = raw
	}
	f.Fuzz(func(t *testing.T, seed uint64, second bool, edits uint8) {
		doc := bases[0]
		if second {
			doc = bases[1]
		}
		random := rand.New(rand.NewPCG(seed, 7))
		for range edits%16 + 1 {
			if random.IntN(3) == 0 {
				doc = mutate(doc, random.IntN)
			} else {
				doc = exchange(doc, random.IntN)
			}
		}
		holdsTogether(t, doc)
	})
}

// exchange replaces one value by another of the same kind.
func exchange(raw []byte, pick func(n int) int) []byte {
	var t tree
	if t.parse(raw, maxDepth) != nil {
		return raw
	}
	to := t.nodes[pick(len(t.nodes))]
	for range 50 {
		from := t.nodes[pick(len(t.nodes))]
		if from.kind == to.kind && from.end-from.start < 4000 {
			return slices.Concat(raw[:to.start], raw[from.start:from.end], raw[to.end:])
		}
	}
	return raw
}

// holdsTogether checks what is true of every report.
func holdsTogether(t *testing.T, doc []byte) {
	r := validate(t, doc, Options{Parallel: 2, Max: 50})
	if again := validate(t, doc, Options{Parallel: 1, Max: 50}); !reflect.DeepEqual(r, again) {
		t.Errorf("two runs differ:\n%+v\n%+v", r, again)
	}
	total := 0
	for _, n := range r.Counts.Rules {
		total += n
	}
	if total != r.Counts.Total || total != r.Counts.Errors+r.Counts.Unsupported+r.Counts.Warnings || r.Valid != (r.Counts.Errors == 0) {
		t.Errorf("counts do not add up: %+v", r.Counts)
	}
	if len(r.Findings) != min(50, total) {
		t.Errorf("%d of %d findings kept", len(r.Findings), total)
	}
	for _, f := range r.Findings {
		if _, ok := Explain(f.Rule); !ok || f.Byte < 0 || f.Byte > int64(len(doc)) || f.Line > bytes.Count(doc, []byte("\n"))+1 {
			t.Errorf("%+v", f)
		}
	}
	d, err := asif.Open(bytes.NewReader(doc), int64(len(doc)), asif.Limits{})
	if r.Readable() != (err == nil) && r.Counts.Rules["P04"] == 0 {
		t.Errorf("readable %v, but opening says %v", r.Readable(), err)
	}
	if err == nil {
		holdsState(t, d, r)
		holdsPlans(t, d, r)
	}
}

// holdsState checks that the state of every readable document that may be interpreted can be had, and rendered.
func holdsState(t *testing.T, d *asif.Document, r Report) {
	s, err := StateAt(d, "", "")
	if err != nil {
		if r.Valid && r.Supported() {
			t.Errorf("a valid document without a state: %v", err)
		}
		return
	}
	if err := RenderState(io.Discard, "", s); err != nil {
		t.Error(err)
	}
	for _, c := range s.Calls {
		if (c.State == asif.OpenPending) != (len(c.Evidence) > 0) {
			t.Errorf("%+v", c)
		}
	}
}

// holdsPlans checks that every plan of a valid document has a closure, and that no document makes the computation panic.
func holdsPlans(t *testing.T, d *asif.Document, r Report) {
	s, err := continuation.Open(d)
	if errors.Is(err, continuation.ErrNoProfile) {
		return
	}
	if err != nil {
		if r.Valid {
			t.Errorf("a valid document whose plans cannot be read: %v", err)
		}
		return
	}
	for _, p := range s.Plans() {
		if _, err := continuation.ClosureOf(s, p.ID); err != nil && r.Valid {
			t.Errorf("a plan of a valid document: %v", err)
		}
	}
}
