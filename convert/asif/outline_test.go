package asif

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// noted writes a tree without white space and outlines it as its writer would: with the arrays and objects that note
// chooses, however short, and a step behind each item of a top-level array that it chooses.
func noted(b []byte, o *Outline, t tree, depth int, note func() bool) []byte {
	if t.open == 0 {
		return append(b, t.raw...)
	}
	begun := -1
	if note() {
		begun = o.Begin(int64(len(b)))
	}
	b = append(b, t.open)
	for i, m := range t.members {
		if i > 0 {
			if depth == 1 && t.open == '[' && note() {
				o.steps = append(o.steps, int64(len(b)))
			}
			b = append(b, ',')
		}
		if t.open == '{' {
			b = append(append(b, t.keys[i]...), ':')
		}
		b = noted(b, o, m, depth+1, note)
	}
	b = append(b, t.open+2)
	if begun >= 0 {
		o.values[begun].Length = int64(len(b)) - o.values[begun].Offset // End leaves short ones out
	}
	return b
}

// told are the places and the values of items.
func told(t *rapid.T, d *Document, items iter.Seq2[Item, error]) (list []string) {
	t.Helper()
	for it, err := range items {
		if err != nil {
			t.Fatal(err)
		}
		raw, err := d.Bytes(it)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%v %s %s", it.Range, it.Name, raw))
	}
	return list
}

func TestAnOutlineChangesNothingButTheWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawer{t: t}
		doc := tree{open: '{'}
		for i := range d.pick(4) + 1 {
			list := tree{open: '['}
			for range d.pick(6) {
				list.members = append(list.members, d.anything(3))
			}
			doc.keys, doc.members = append(doc.keys, fmt.Sprintf(`"m%d"`, i)), append(doc.members, list)
		}
		var o Outline
		raw := noted(nil, &o, doc, 0, func() bool { return rapid.Bool().Draw(t, "note") })
		open := func(o Outline) *Document {
			d, err := Reopen(bytes.NewReader(raw), int64(len(raw)), Limits{Inline: rapid.Int64Range(1, 40).Draw(t, "inline")}, o)
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		plain, fast := open(Outline{}), open(o)
		for _, name := range plain.Names() {
			at, _ := plain.Member(name)
			if to, ok := fast.Member(name); !ok || to != at {
				t.Fatalf("%s is at %v, not at %v", name, to, at)
			}
			items := told(t, plain, plain.Items(name))
			if diff := cmp.Diff(items, told(t, fast, fast.Items(name))); diff != "" {
				t.Fatal(diff)
			}
			latest := told(t, fast, fast.Latest(name))
			slices.Sort(items)
			slices.Sort(latest)
			if diff := cmp.Diff(items, latest); diff != "" {
				t.Fatalf("latest of %s: %s", raw, diff)
			}
			for it, err := range plain.Items(name) {
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(told(t, plain, plain.Members(it.Range)), told(t, fast, fast.Members(it.Range))); diff != "" {
					t.Fatal(diff)
				}
			}
		}
	})
}

// events is a document with n events of about a kilobyte, and its outline.
func events(n int) ([]byte, Outline) {
	var o Outline
	b := []byte(`{"events":`)
	list := o.Begin(int64(len(b)))
	for i := range n {
		sep := byte(',')
		if i == 0 {
			sep = '['
		} else {
			o.Step(int64(len(b)))
		}
		b = fmt.Appendf(append(b, sep), `{"id":"e%d","text":"%s"}`, i, strings.Repeat("x", 1000))
	}
	b = append(b, ']')
	o.End(list, int64(len(b)))
	return append(b, '}'), o
}

// counting counts the bytes that are read.
type counting struct {
	*bytes.Reader
	n int
}

func (c *counting) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.Reader.ReadAt(p, off)
	c.n += n
	return n, err
}

func TestALateItemIsFoundWithoutReadingTheEarlyOnes(t *testing.T) {
	raw, o := events(5000)
	src := &counting{Reader: bytes.NewReader(raw)}
	d, err := Reopen(src, int64(len(raw)), Limits{}, o)
	if err != nil {
		t.Fatal(err)
	}
	it, ok, err := d.Find("events", "e4990")
	if err != nil || !ok || !bytes.HasPrefix(it.Raw, []byte(`{"id":"e4990",`)) {
		t.Fatal(it, ok, err)
	}
	if src.n > len(raw)/5 {
		t.Errorf("%d of %d bytes were read", src.n, len(raw))
	}
	if it, ok, err := d.Find("events", "e0"); err != nil || !ok || it.Offset != 11 {
		t.Error(it, ok, err)
	}
	if _, ok, err := d.Find("events", "e5000"); err != nil || ok {
		t.Error(ok, err)
	}
}

func TestShortValuesAreNotOutlined(t *testing.T) {
	var o Outline
	outer := o.Begin(0)
	o.End(o.Begin(1), shortValue)
	if o.End(outer, shortValue-1); len(o.values) != 0 {
		t.Error(o.values)
	}
}

func TestAnOutlineOfAnotherDocumentIsAnError(t *testing.T) {
	raw, o := events(600)
	for _, other := range [][]byte{raw[:len(raw)/2], append([]byte("{\"a\":1,"), raw[1:]...), bytes.ReplaceAll(raw, []byte("]"), []byte("5"))} {
		d, err := Reopen(bytes.NewReader(other), int64(len(other)), Limits{}, o)
		if err == nil && d.find("events") != nil && d.find("events").at.Offset == 10 {
			t.Errorf("%.40q opens", other)
		}
	}
}

func TestHoldsFindsWordsAcrossWindows(t *testing.T) {
	for _, at := range []int{0, window - 11, window - 5, window - 1, window, 2*window - 3, 3*window - 11} {
		raw := bytes.Repeat([]byte("unavail "), 3*window/8)
		copy(raw[at:], "unavailable")
		d := &Document{src: bytes.NewReader(raw), size: int64(len(raw)), lim: Limits{}.withDefaults()}
		for name, want := range map[string]bool{"unavailable": true, "unavailability": false} {
			if got, err := d.Holds(Range{0, int64(len(raw))}, "nothing", name); err != nil || got != want {
				t.Errorf("%s at %d: %t, %v", name, at, got, err)
			}
		}
		if got, err := d.Holds(Range{int64(at) + 1, int64(len(raw)-at) - 1}, "unavailable"); err != nil || got {
			t.Errorf("behind %d: %t, %v", at, got, err)
		}
	}
	d := &Document{src: bytes.NewReader(nil), lim: Limits{}.withDefaults()}
	if _, err := d.Holds(Range{0, 5}, "x"); err == nil {
		t.Error("what is not there was searched")
	}
}
