package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"asif-convert/convert"
	"asif-convert/losses"
)

var everyByte = flag.Bool("every-byte", false, "cut all files of up to 16 kB at every byte, not the smallest recordings alone")

// Bounds of the cuts.
const (
	smallFile = 16 << 10 // up to here a file is cut all along
	tinyFile  = 4400     // up to here a recording is cut at every byte, of each version at least one
	stride    = 17       // between the cuts of other small files: no divisor of a record's length
	validated = 101      // one document in so many is validated
)

// cuts cuts the file and converts what is left: all along a small file, else at every sixteenth and around the ends of
// some records. With -short at fewer places.
func (s *suite) cuts(t *testing.T, c *trial) {
	for i, at := range c.places() {
		if !c.cut(t, at, i%validated == 0) {
			return
		}
	}
}

func (c *trial) places() []int {
	size := len(c.Data)
	var at []int
	step := stride
	if *everyByte || size <= tinyFile && c.recorded() {
		step = 1
	}
	switch {
	case testing.Short():
		for i := range 4 {
			at = append(at, size*i/4+1)
		}
	case size <= smallFile:
		for i := 0; i < size; i += step {
			at = append(at, i)
		}
	default:
		for i := range 16 {
			at = append(at, size*i/16)
		}
	}
	if !testing.Short() {
		at = append(at, c.edges()...)
	}
	at = slices.DeleteFunc(at, func(i int) bool { return i < 0 || i > size })
	slices.Sort(at)
	return slices.Compact(at)
}

// edges are the places around the ends of some records.
func (c *trial) edges() (at []int) {
	for i := 0; i < len(c.records); i += 1 + len(c.records)/16 {
		r := c.records[i]
		at = append(at, r.start, r.start+1, r.end-1, r.end, r.end+1)
	}
	return at
}

// recorded says whether the case is what a harness really wrote, with the requests that it sent.
func (c *trial) recorded() bool {
	_, err := os.Stat(filepath.Join(c.Folder, "requests.jsonl"))
	return err == nil
}

// cut converts the first bytes of the file. It reports false when going on would only repeat a failure.
func (c *trial) cut(t *testing.T, at int, whole bool) bool {
	t.Helper()
	data := c.Data[:at]
	r, err := c.convert(data, convert.Options{})
	if c.refused(err, data, 0) {
		return true
	}
	if err != nil {
		t.Errorf("cut at byte %d: %v", at, err)
		return false
	}
	torn := false
	left := c.pieces(data, 0)
	for _, p := range left {
		torn = !p.readable && (c.whole() || c.array() || bytes.IndexByte(data[p.end:], '\n') < 0)
	}
	if said := r.lost(losses.TruncatedTail); said != nil != torn {
		t.Errorf("cut at byte %d: truncated_tail is %v, want it told: %v", at, said, torn)
		return false
	}
	if n := r.result.Ledger.Totals().Records.Total; n != int64(len(left)) {
		t.Errorf("cut at byte %d: %d records in the ledger, want %d", at, n, len(left))
		return false
	}
	return c.unchanged(t, at, r) && (!whole || r.valid(t))
}

// unchanged says whether the events of a cut file have the names that they have in the whole one.
func (c *trial) unchanged(t *testing.T, at int, r *run) bool {
	t.Helper()
	doc, err := readDocument(r.doc)
	if err != nil {
		t.Errorf("cut at byte %d: %v", at, err)
		return false
	}
	all, got := c.doc.ids(), doc.ids()
	for id := range got {
		if !all[id] {
			t.Errorf("cut at byte %d: event %s is not one of the whole file", at, id)
			return false
		}
	}
	for id := range c.doc.eventsBefore(at) {
		if !got[id] {
			t.Errorf("cut at byte %d: event %s stands before the cut and is gone", at, id)
			return false
		}
	}
	return true
}

// lost returns the loss of that kind, or nil.
func (r *run) lost(k losses.Kind) *losses.Loss {
	for _, l := range r.result.Ledger.Losses() {
		if l.Kind == k {
			return &l
		}
	}
	return nil
}

// valid says whether the document has no finding worse than a warning.
func (r *run) valid(t *testing.T) bool {
	t.Helper()
	files := map[string][]byte{}
	for name, doc := range r.files {
		files[name] = doc.Bytes()
	}
	if _, err := validate(files); err != nil {
		t.Errorf("%d bytes: %v", len(r.data), err)
		return false
	}
	return true
}
