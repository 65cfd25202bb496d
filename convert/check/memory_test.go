package check

import (
	"bytes"
	"runtime"
	"testing"

	"asif-convert/convert/asif"
)

// heap is how much memory is in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// What stays in memory is at most 120 bytes for each event, context input and reference between objects.
func TestAnIndexIsSmall(t *testing.T) {
	const n = 60_000
	doc := generate(n, 50)
	units := int64(bytes.Count(doc, []byte(`"sequence":`)) + bytes.Count(doc, []byte(`"source_events":`)) + // events and inputs
		bytes.Count(doc, []byte(`"event_id":"`)) + bytes.Count(doc, []byte(`"resource_id":"`)) + bytes.Count(doc, []byte(`"actor_id":"`)) +
		bytes.Count(doc, []byte(`"call_id":"`)) + n) // those that the branch selects
	d, err := asif.Open(bytes.NewReader(doc), int64(len(doc)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	o, err := Options{}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	before := heap()
	x, err := newValidation(d, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.run(); err != nil {
		t.Fatal(err)
	}
	per := float64(heap()-before) / float64(units)
	runtime.KeepAlive(x)
	runtime.KeepAlive(doc)
	t.Logf("%.1f bytes for each of %d events, inputs and references", per, units)
	if per > 120 {
		t.Errorf("%.1f bytes for each of %d events, inputs and references", per, units)
	}
}
