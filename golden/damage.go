package golden

import (
	"bytes"
	"strings"
	"testing"

	"asif-convert/convert"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// damage is one way to spoil a record.
type damage struct {
	name string
	kind losses.Kind // the loss that must name the place
	// do returns the bytes that stand for the record's, and where the damage is: the offset from the record's start.
	do   func(raw []byte) (with []byte, at int)
	away bool // nothing of the record is left
	ends bool // in an array, nothing of what follows is left either
}

var damages = []damage{
	{"torn", losses.TornRecord, func(raw []byte) ([]byte, int) { return raw[:len(raw)/2], 0 }, true, true},
	{"text", losses.TornRecord, func([]byte) ([]byte, int) { return []byte("out of memory"), 0 }, true, true},
	{"bad UTF-8", losses.BadUTF8, func(raw []byte) ([]byte, int) { return inFirstString(raw, "\xff"), 0 }, false, false},
	{"lone surrogate", losses.LoneSurrogateReplaced, func(raw []byte) ([]byte, int) { return inFirstString(raw, `\ud800`), 0 }, false, false},
	{"duplicate member", losses.DuplicateMember, func(raw []byte) ([]byte, int) { return repeatMember(raw), 0 }, false, false},
	{"deep", losses.DeepValueAsText, func(raw []byte) ([]byte, int) { return inFirstString(raw, `",`+nestedDeep+`,"undamaged":"`), 0 }, false, false},
	{"glued", losses.GluedRecord, func(raw []byte) ([]byte, int) { return append(bytes.Clone(raw), `{"type":"glued"}`...), len(raw) }, false, false},
	{"array", losses.NonObjectRecord, func([]byte) ([]byte, int) { return []byte(`[1,{"type":"user"}]`), 0 }, true, false},
	{"number", losses.NonObjectRecord, func([]byte) ([]byte, int) { return []byte(`17`), 0 }, true, false},
	{"NUL", losses.NulBytes, func(raw []byte) ([]byte, int) { return append(bytes.Clone(raw), 0, 0), 0 }, false, true},
}

// nestedDeep is a member nested deeper than a record is taken.
var nestedDeep = `"deep":` + strings.Repeat(`{"a":[`, source.MaxNesting) + strings.Repeat(`]}`, source.MaxNesting)

// inFirstString puts bytes into a new last member, so that nothing the adapter knows is hit.
func inFirstString(raw []byte, s string) []byte {
	end := bytes.LastIndexByte(raw, '}')
	sep := ","
	if len(bytes.TrimSpace(raw[1:end])) == 0 {
		sep = ""
	}
	return append(append(bytes.Clone(raw[:end]), sep+`"damage":"a`+s+`b"`...), raw[end:]...)
}

func repeatMember(raw []byte) []byte {
	return inFirstString(inFirstString(raw, ""), "")
}

// damages spoils the first, a middle and the last object of the file in every way, converts, and looks whether the rest
// is as it was and the damage is told with its line and byte. With -short it spoils the first of
// small files.
func (s *suite) damages(t *testing.T, c *trial) {
	victims := c.victims()
	if testing.Short() && len(c.Data) > smallFile {
		return
	}
	if testing.Short() {
		victims = victims[:min(len(victims), 1)]
	}
	for _, r := range victims {
		for _, d := range damages {
			if r.prefix > 0 && d.away && d.name != "torn" {
				continue // without the beginning of an object there is no prefix
			}
			if !d.inflict(t, c, r) {
				t.Errorf("that was %q at line %d", d.name, r.line)
				return
			}
		}
		for shift := range otherTypes {
			if !wrongTypes(t, c, r, shift) {
				t.Errorf("that was wrong types in line %d, shifted by %d", r.line, shift)
				return
			}
		}
	}
	oversized(t, c)
}

// victims are the first, a middle and the last object among those that have a line for themselves.
func (c *trial) victims() []record {
	onLine := map[int]int{}
	for _, r := range c.records {
		onLine[r.line]++
	}
	var objects []record
	for _, r := range c.records {
		if r.readable && c.Data[r.start] == '{' && onLine[r.line] == 1 {
			objects = append(objects, r)
		}
	}
	if len(objects) < 3 {
		return objects
	}
	return []record{objects[0], objects[len(objects)/2], objects[len(objects)-1]}
}

// inflict reports false after a failure.
func (d damage) inflict(t *testing.T, c *trial, r record) bool {
	t.Helper()
	with, at := d.do(c.Data[r.start:r.end])
	data := apply(c.Data, []edit{{r.start, r.end, with}})
	x, err := c.convert(data, convert.Options{})
	if c.refused(err, data, 0) {
		return true
	}
	if err != nil {
		t.Errorf("converting: %v", err)
		return false
	}
	if c.whole() && !c.pieces(data, 0)[0].readable {
		return nothingLeft(t, x) && x.valid(t) && x.balanced(t, 0)
	}
	if c.array() && (d.ends || d.kind == losses.GluedRecord) { // which has no lines that things could be glued on
		return (!d.ends || nothingLeft(t, x)) && x.valid(t) && x.balanced(t, 0)
	}
	kind := d.kind
	if kind == losses.TornRecord && bytes.IndexByte(data[r.start:], '\n') < 0 {
		kind = losses.TruncatedTail
	}
	return told(t, x, kind, r.line, r.start+at) && c.restStands(t, x, r) && x.valid(t) && x.balanced(t, 0)
}

// nothingLeft says whether a file whose one value cannot be read is told to be lost, where it breaks.
func nothingLeft(t *testing.T, x *run) bool {
	t.Helper()
	if x.lost(losses.TornRecord) == nil && x.lost(losses.TruncatedTail) == nil {
		t.Error("neither torn_record nor truncated_tail is told")
		return false
	}
	return true
}

// told says whether a loss names the place.
func told(t *testing.T, x *run, kind losses.Kind, line, at int) bool {
	t.Helper()
	l := x.lost(kind)
	if l == nil {
		t.Errorf("%s is not told", kind.Name())
		return false
	}
	for _, p := range l.Positions {
		if p.Line == line && p.Byte == int64(at) {
			return true
		}
	}
	t.Errorf("%s is told at %v, want line %d, byte %d", kind.Name(), l.Positions, line, at)
	return false
}

// restStands says whether all events that have nothing of the record are still there.
func (c *trial) restStands(t *testing.T, x *run, r record) bool {
	t.Helper()
	doc, err := readDocument(x.doc)
	if err != nil {
		t.Error(err)
		return false
	}
	got := doc.ids()
	ok := true
	for _, e := range c.doc.Events {
		if !got[e.ID] && !e.touches(int64(r.start), int64(r.end)) && !namedByOffset(e.ID) {
			t.Errorf("event %s is gone", e.ID)
			ok = false
		}
	}
	return ok
}

func namedByOffset(id string) bool { return len(withoutOffsets([]byte(id))) < len(id) }

// balanced says whether the ledger agrees with an independent count.
func (r *run) balanced(t *testing.T, limit int) bool {
	t.Helper()
	records, err := r.records(limit)
	if err != nil {
		t.Error(err)
		return false
	}
	rs, fs := count(records)
	totals := r.result.Ledger.Totals()
	if rs != totals.Records || fs != totals.Fields {
		t.Errorf("the ledger has %+v and %+v, counted here %+v and %+v", totals.Records, totals.Fields, rs, fs)
		return false
	}
	return true
}

// otherTypes are what the leaves of a record become.
var otherTypes = []string{`17`, `"text"`, `{"a":[]}`, `[null]`, `null`, `true`}

// wrongTypes gives every leaf of a record a value of another type, all at once.
func wrongTypes(t *testing.T, c *trial, r record, shift int) bool {
	t.Helper()
	var edits []edit
	for i, l := range r.leaves {
		if l.value.start < 0 {
			continue // a prefix has no type
		}
		other := otherTypes[(i+shift)%len(otherTypes)]
		edits = append(edits, edit{r.start + l.value.start, r.start + l.value.end, []byte(other)})
	}
	data := apply(c.Data, edits)
	x, err := c.convert(data, convert.Options{})
	if c.refused(err, data, 0) {
		return true
	}
	if err != nil {
		t.Errorf("converting: %v", err)
		return false
	}
	return x.valid(t) && x.balanced(t, 0)
}

// oversized lowers the limit below the longest line.
func oversized(t *testing.T, c *trial) {
	t.Helper()
	lines := bytes.Split(c.Data, []byte("\n"))
	if c.whole() || c.array() {
		lines = [][]byte{c.Data}
	}
	longest := 0
	for _, l := range lines {
		longest = max(longest, len(l))
	}
	limit := max(longest*3/4, 1)
	x, err := c.convert(c.Data, convert.Options{Limits: source.Limits{Record: int64(limit)}})
	if c.refused(err, c.Data, limit) {
		return
	}
	if err != nil {
		t.Errorf("with a limit of %d bytes: %v", limit, err)
		return
	}
	ok, at := x.valid(t) && x.balanced(t, limit), 0
	for n, l := range lines {
		if len(l) > limit && n < 20 {
			ok = told(t, x, losses.OversizedRecord, n+1, at) && ok
		}
		at += len(l) + 1
	}
	if !ok {
		t.Errorf("that was with a limit of %d bytes", limit)
	}
}
