package asif

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

func tryOpen(raw string, lim Limits) (*Document, error) {
	return Open(strings.NewReader(raw), int64(len(raw)), lim)
}

func TestOpenRefusesWhatIsNotOneJSONObject(t *testing.T) {
	const ok = `{"asif_version":"0.4"}`
	for _, c := range []struct {
		name, in string
		at       SyntaxError
		is       error
	}{
		{"empty", "", SyntaxError{Byte: 0, Line: 1}, io.ErrUnexpectedEOF},
		{"blank", " \n ", SyntaxError{Byte: 3, Line: 2}, io.ErrUnexpectedEOF},
		{"byte-order mark", "\ufeff" + ok, SyntaxError{Byte: 0, Line: 1}, nil},
		{"array", "[]", SyntaxError{Byte: 0, Line: 1}, ErrNotObject},
		{"string", "\n\"x\"", SyntaxError{Byte: 1, Line: 2}, ErrNotObject},
		{"two values", ok + "\n{}", SyntaxError{Byte: 23, Line: 2}, errTrailing},
		{"a string behind", ok + "\n\"x\"", SyntaxError{Byte: 23, Line: 2}, errTrailing},
		{"garbage behind", ok + "\nx", SyntaxError{Byte: 23, Line: 2}, nil},
		{"cut", `{"asif_version":"0.4","events":[{"id":`, SyntaxError{Byte: 38, Line: 1, Pointer: "/events/0/id"}, io.ErrUnexpectedEOF},
		{"duplicate", "{\"asif_version\":\"0.4\",\n\"a\":{\"b\":1,\n\"b\":2}}", SyntaxError{Byte: 35, Line: 3, Pointer: "/a/b"}, jsontext.ErrDuplicateName},
		{"duplicate in another spelling", `{"asif_version":"0.4","asif_versi\u006fn":1}`, SyntaxError{Byte: 22, Line: 1, Pointer: "/asif_version"}, jsontext.ErrDuplicateName},
		{"not UTF-8", "{\"a\":\n\"\xff\"}", SyntaxError{Byte: 7, Line: 2, Pointer: "/a"}, nil},
		{"NaN", `{"a":NaN}`, SyntaxError{Byte: 5, Line: 1, Pointer: "/a"}, nil},
		{"Infinity", `{"a":[-Infinity]}`, SyntaxError{Byte: 7, Line: 1, Pointer: "/a/0"}, nil},
	} {
		_, err := tryOpen(c.in, Limits{})
		var got *SyntaxError
		if !errors.As(err, &got) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %v is not %v", c.name, err, c.is)
		}
		if diff := cmp.Diff(c.at, SyntaxError{Byte: got.Byte, Line: got.Line, Pointer: got.Pointer}); diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", c.name, err, diff)
		}
	}
}

func TestOpenRefusesOtherVersionsByName(t *testing.T) {
	for in, want := range map[string]string{
		`{"asif_version":"0.5","x":[}`: `"0.5"`, `{"asif_version":"0.3"}`: `"0.3"`, `{"asif_version":0.4}`: `0.4`, `{"asif_version":null}`: "null", `{}`: "", `{"asif_version":["0.4"]}`: "",
		`{"asif_version":"0.40"}`: `"0.40"`,
	} {
		_, err := tryOpen(in, Limits{})
		var v *VersionError
		if !errors.Is(err, ErrVersion) || !errors.As(err, &v) || v.Got != want {
			t.Errorf("%s: %v", in, err)
		}
	}
	if _, err := tryOpen(`{"asif_version":"0\u002e4"}`, Limits{}); err != nil {
		t.Errorf("the version in another spelling: %v", err)
	}
}

func TestOpenHoldsLimits(t *testing.T) {
	nested := func(n int) string {
		return `{"asif_version":"0.4","x":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `}`
	}
	for _, c := range []struct {
		name, in string
		lim      Limits
		what     string
	}{
		{"depth 128", nested(128), Limits{}, ""},
		{"depth 129", nested(129), Limits{}, "nesting"},
		{"depth 3 of 3", nested(3), Limits{Depth: 3}, ""},
		{"depth 4 of 3", nested(4), Limits{Depth: 3}, "nesting"},
		{"records 3 of 3", `{"asif_version":"0.4","events":[1,[],{"a":1}]}`, Limits{Records: 3}, ""},
		{"records 4 of 3", `{"asif_version":"0.4","events":[1,[],{"a":1},"x"]}`, Limits{Records: 3}, "records"},
		{"members are no records", `{"asif_version":"0.4","a":{"b":1,"c":2}}`, Limits{Records: 1}, ""},
		{"bytes", nested(5), Limits{Bytes: 20}, "bytes"},
		{"value", `{"asif_version":"0.4","x":"` + strings.Repeat("a", 100) + `"}`, Limits{Value: 100}, "value"},
		{"value inside", `{"asif_version":"0.4","x":["` + strings.Repeat("a", 100) + `"]}`, Limits{Value: 100}, "value"},
		{"value without end", `{"asif_version":"0.4","x":["` + strings.Repeat("a", 3<<20), Limits{Value: 100}, "value"},
		{"value within", `{"asif_version":"0.4","x":"` + strings.Repeat("a", 80) + `"}`, Limits{Value: 100}, ""},
	} {
		_, err := tryOpen(c.in, c.lim)
		var l *LimitError
		switch {
		case c.what == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.what != "" && (!errors.As(err, &l) || !errors.Is(err, ErrLimit) || l.What != c.what):
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// endless is a reader of a document with one string that never ends.
type endless struct{ largest int64 }

func (e *endless) ReadAt(p []byte, off int64) (int, error) {
	const head = `{"asif_version":"0.4","x":"`
	for i := range p {
		p[i] = 'a'
	}
	if off < int64(len(head)) {
		copy(p, head[off:])
	}
	e.largest = max(e.largest, off+int64(len(p)))
	return len(p), nil
}

func TestOpenGivesUpOnAnEndlessValueEarly(t *testing.T) {
	e := &endless{}
	if _, err := Open(e, 1<<50, Limits{Value: 1 << 20}); !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
	if e.largest > 8<<20 {
		t.Errorf("%d bytes were read for a limit of 1 MiB", e.largest)
	}
}

type failing struct{ io.ReaderAt }

var errDisk = errors.New("disk on fire")

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errDisk }

func TestOpenReportsAFailingFile(t *testing.T) {
	if _, err := Open(failing{}, 100, Limits{}); !errors.Is(err, errDisk) {
		t.Error(err)
	}
	d := open(t, bigDocument(1<<20), Limits{})
	d.src = failing{}
	for _, err := range d.Items("events") {
		if !errors.Is(err, errDisk) {
			t.Error(err)
		}
	}
	if _, err := d.Line(1000); !errors.Is(err, errDisk) {
		t.Error(err)
	}
}

func TestItemsAreTheCollection(t *testing.T) {
	raw := bigDocument(3 << 20)
	d := open(t, raw, Limits{})
	n := 0
	for it, err := range d.Items("events") {
		if err != nil {
			t.Fatal(err)
		}
		if it.Index != n || !bytes.Equal(it.Raw, raw[it.Offset:it.Offset+it.Length]) || !bytes.HasPrefix(it.Raw, fmt.Appendf(nil, `{"id":"e%d",`, n)) {
			t.Fatalf("item %d: %d %.40s", n, it.Index, it.Raw)
		}
		if line, err := d.Line(it.Offset); err != nil || line != n+2 {
			t.Fatalf("item %d is in line %d, %v", n, line, err)
		}
		n++
	}
	if int64(n) != d.Count("events") || n < 1000 {
		t.Errorf("%d items, counted %d", n, d.Count("events"))
	}
	for e, err := range d.Events() {
		if err != nil || e.Sequence == 7 && (e.ID != "e7" || string(e.Unknown) != `{"x":1.50}`) {
			t.Fatal(e, err)
		}
	}
}

func TestThereAreNoItemsOfWhatIsNoArray(t *testing.T) {
	d, err := tryOpen(`{"asif_version":"0.4","tools":{"a":[1]},"losses":"[1]","usage":null}`, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tools", "losses", "usage", "events", "asif_version"} {
		for it, err := range d.Items(name) {
			t.Errorf("%s has %v, %v", name, it, err)
		}
		if d.Count(name) != 0 {
			t.Errorf("%s counts %d", name, d.Count(name))
		}
	}
}

func TestAnItemOfTheWrongTypeIsAnErrorWithItsPlace(t *testing.T) {
	d, err := tryOpen(`{"asif_version":"0.4","events":[{"id":"a"},{"id":1}]}`, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var last error
	n := 0
	for _, err := range d.Events() {
		last = err
		n++
	}
	if n != 2 || last == nil || !strings.Contains(last.Error(), "events: reading item 1 at byte 43") {
		t.Error(n, last)
	}
}

func TestSplitTakesAnArrayOut(t *testing.T) {
	in := `{"asif_version":"0.4","contexts":[ {"id":"c", "inputs": [ {"id":"i1"} , {"id":"i2"}],"z":1.50} ,{"inputs":{}},{"id":"d"},[1]]}`
	for _, inline := range []int64{1, 1000} {
		d, err := tryOpen(in, Limits{Inline: inline})
		if err != nil {
			t.Fatal(err)
		}
		var shells, inputs []string
		for it, err := range d.Items("contexts") {
			if err != nil {
				t.Fatal(err)
			}
			shell, at, err := d.Split(it, "inputs")
			if err != nil {
				t.Fatal(err)
			}
			shells = append(shells, string(shell))
			for e, err := range d.Elements(at) {
				raw, err2 := d.Bytes(e)
				if err != nil || err2 != nil {
					t.Fatal(err, err2)
				}
				inputs = append(inputs, string(raw))
			}
		}
		want := []string{`{"id":"c", "inputs": [],"z":1.50}`, `{"inputs":{}}`, `{"id":"d"}`, `[1]`}
		if diff := cmp.Diff(want, shells); diff != "" {
			t.Errorf("inline %d: %s", inline, diff)
		}
		if diff := cmp.Diff([]string{`{"id":"i1"}`, `{"id":"i2"}`}, inputs); diff != "" {
			t.Errorf("inline %d: %s", inline, diff)
		}
	}
}

func TestHeaderHasTheShapeOfTheDocument(t *testing.T) {
	c := newCompiled(t)
	for _, e := range readExamples(t) {
		if e.Object != "asif-document" {
			continue
		}
		h, err := open(t, e.Value, Limits{}).Header()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.check(t, "document", h); err != nil {
			t.Error(err)
		}
		if !strings.Contains(string(h), `"events":[null],"branches":[null],"executions":[]`) || strings.Count(string(h), "null") != 17 {
			t.Errorf("%s", h)
		}
		broken := bytes.Replace(e.Value, []byte(`"participants": [`), []byte(`"participants": 7, "p": [`), 1)
		h, err = open(t, broken, Limits{}).Header()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.check(t, "document", h); !faultAt(err, "participants") {
			t.Error(err)
		}
	}
}

func TestReadHoldsTheValueLimit(t *testing.T) {
	d, err := tryOpen(`{"asif_version":"0.4","x":[1,2,3,4,5,6,7,8,9,10,11]}`, Limits{Value: 20})
	if err != nil {
		t.Fatal(err)
	}
	at, _ := d.Member("x")
	if _, err := d.Read(at); !errors.Is(err, ErrLimit) {
		t.Error(err)
	}
	if v, err := d.Read(Range{at.Offset, 3}); err != nil || string(v) != "[1," {
		t.Error(string(v), err)
	}
	for _, at := range []Range{{d.Size() - 1, 5}, {-1, 2}, {0, -1}, {d.Size() + 1, 0}} {
		if _, err := d.Read(at); err == nil {
			t.Errorf("%v was read", at)
		}
	}
}

func TestLocateFindsValuesByPointer(t *testing.T) {
	raw := jsontext.Value(` {"a":[ 1 , {"b/c":"x","m~n":{"":null}}],"\u0062":2}`)
	for pointer, want := range map[string]string{"": `{"a"`, "/a": `[ 1`, "/a/0": `1 ,`, "/a/1/b~1c": `"x"`, "/a/1/m~0n/": `null`, "/b": `2}`} {
		at, ok := Locate(raw, pointer)
		if !ok || !strings.HasPrefix(string(raw[at:]), want) {
			t.Errorf("%q: %v %s", pointer, ok, raw[at:])
		}
	}
	for _, pointer := range []string{"/x", "/a/2", "/a/00", "/a/-", "/b/c", "/a/0/1"} {
		if at, ok := Locate(raw, pointer); ok {
			t.Errorf("%q was found at %d", pointer, at)
		}
	}
}

// repeating is a document of any length whose events are all the same, and takes no memory.
type repeating struct{ head, unit, tail string }

func (r repeating) size(n int64) int64 {
	return int64(len(r.head)) + n*int64(len(r.unit)) + int64(len(r.tail))
}

func (r repeating) at(n int64) io.ReaderAt { return repeated{r, n} }

type repeated struct {
	repeating
	n int64
}

func (r repeated) ReadAt(p []byte, off int64) (int, error) {
	body := int64(len(r.head)) + r.n*int64(len(r.unit))
	done := 0
	for done < len(p) {
		var piece string
		switch at := off + int64(done); {
		case at < int64(len(r.head)):
			piece = r.head[at:]
		case at < body:
			piece = r.unit[(at-int64(len(r.head)))%int64(len(r.unit)):]
		case at < body+int64(len(r.tail)):
			piece = r.tail[at-body:]
		default:
			return done, io.EOF
		}
		done += copy(p[done:], piece)
	}
	return done, nil
}

func TestMemoryDoesNotGrowWithTheDocument(t *testing.T) {
	unit := `{"id":"i","role":"user","parts":[{"kind":"text","text":"` + strings.Repeat("word ", 200) + `"}],"source_events":[],"kind":"message"},` + "\n"
	r := repeating{head: `{"asif_version":"0.4","contexts":[{"id":"c","inputs":[` + "\n", unit: unit, tail: `{}]}]}`}
	const n = 60_000 // 66 MB in one context
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	d, err := Open(r.at(n), r.size(n), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for it, err := range d.Items("contexts") {
		if err != nil || it.Raw != nil {
			t.Fatal(it.Index, err)
		}
		shell, at, err := d.Split(it, "inputs")
		if err != nil || string(shell) != `{"id":"c","inputs":[]}` {
			t.Fatal(string(shell), err)
		}
		for _, err := range d.Elements(at) {
			if err != nil {
				t.Fatal(err)
			}
			seen++
		}
	}
	if seen != n+1 {
		t.Errorf("%d inputs", seen)
	}
	if err := d.Save(io.Discard); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if heap := int64(after.HeapSys) - int64(before.HeapSys); heap > 32<<20 {
		t.Errorf("the heap grew by %d MB", heap>>20)
	}
}

func FuzzOpenThenSave(f *testing.F) {
	for _, e := range readExamples(f) {
		f.Add([]byte(e.Value))
		f.Add(bytes.Replace(e.Value, []byte("{"), []byte(`{"asif_version":"0.4","events":[1],`), 1))
	}
	f.Add([]byte(`{"asif_version":"0.4","events":[{"kind":"note","data":{"category":"c","parts":[{"text":"","kind":"text"}]}}],"":[{}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		d, err := Open(bytes.NewReader(raw), int64(len(raw)), Limits{})
		if err != nil {
			return
		}
		for _, name := range d.Names() {
			n := int64(0)
			for _, err := range d.Items(name) {
				if err != nil {
					t.Fatal(err)
				}
				n++
			}
			if n != d.Count(name) {
				t.Fatalf("%s: %d items, counted %d", name, n, d.Count(name))
			}
		}
		got := save(t, raw, Limits{})
		o := Lookup("asif-document")
		if want := parseTree(raw).sorted(o, payloads).String(); want != parseTree(got).String() {
			t.Fatalf("saved as %s", got)
		}
		if streamed := save(t, raw, Limits{Inline: 30}); !bytes.Equal(got, streamed) {
			t.Fatalf("streamed as %s, not %s", streamed, got)
		}
	})
}
