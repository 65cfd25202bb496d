package golden_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/golden/workload"
)

// What a conversion tells of its document must be what is found by looking: a wrong offset would be a wrong conversation.
func TestAConversionTellsWhereItsDocumentHasWhat(t *testing.T) {
	for _, h := range workload.Harnesses {
		for _, p := range h.Profiles {
			if p.Sessions > 1 {
				continue // several documents
			}
			t.Run(h.Name+"/"+p.Name, func(t *testing.T) {
				t.Parallel()
				outlined(t, h, p)
			})
		}
	}
}

func outlined(t *testing.T, h workload.Harness, p workload.Profile) {
	var data bytes.Buffer
	if _, _, err := h.Write(&data, p, 3_000_000, 1); err != nil {
		t.Fatal(err)
	}
	a := named(t, h.Name)
	path, sum := filepath.Join(t.TempDir(), "session.json"), sha256.New()
	r, err := convert.From(a, written(t, a, h, data.Bytes()), convert.Options{}, convert.Destination{Path: path, Also: sum, Passes: true})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := sha256.Sum256(raw); !bytes.Equal(want[:], sum.Sum(nil)) {
		t.Error("what Also got is not what the file has")
	}
	looked, err := asif.Open(bytes.NewReader(raw), int64(len(raw)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	src := &meter{ReaderAt: bytes.NewReader(raw)}
	told, err := asif.Reopen(src, int64(len(raw)), asif.Limits{}, r.Outline)
	if err != nil {
		t.Fatal(err)
	}
	if src.n > len(raw)/4 {
		t.Errorf("%d of %d bytes were read for the members", src.n, len(raw))
	}
	if diff := cmp.Diff(looked.Names(), told.Names()); diff != "" {
		t.Error(diff)
	}
	for _, name := range looked.Names() {
		at, _ := looked.Member(name)
		if to, _ := told.Member(name); to != at {
			t.Fatalf("%s is at %v, not at %v", name, at, to)
		}
		compareItems(t, looked, told, at, 4)
		latest := mustItems(t, told, told.Latest(name))
		slices.SortFunc(latest, func(a, b asif.Item) int { return int(a.Offset - b.Offset) })
		if diff := cmp.Diff(ranges(mustItems(t, looked, looked.Items(name))), ranges(latest)); diff != "" {
			t.Fatalf("the latest %s are not all:\n%s", name, diff)
		}
	}
}

// compareItems compares what stands in a value, and in what stands in it, as deep as the writer tells.
func compareItems(t *testing.T, looked, told *asif.Document, at asif.Range, depth int) {
	t.Helper()
	for _, walk := range []func(*asif.Document) iter.Seq2[asif.Item, error]{
		func(d *asif.Document) iter.Seq2[asif.Item, error] { return d.Elements(at) },
		func(d *asif.Document) iter.Seq2[asif.Item, error] { return d.Members(at) },
	} {
		items := mustItems(t, looked, walk(looked))
		if diff := cmp.Diff(ranges(items), ranges(mustItems(t, told, walk(told)))); diff != "" {
			t.Fatalf("in %v:\n%s", at, diff)
		}
		for _, it := range items {
			if depth > 0 && it.Length > 2<<10 {
				compareItems(t, looked, told, it.Range, depth-1)
			}
		}
	}
}

// mustItems are items with a digest of their bytes in place of the bytes.
func mustItems(t *testing.T, d *asif.Document, items iter.Seq2[asif.Item, error]) (list []asif.Item) {
	t.Helper()
	for it, err := range items {
		if err != nil {
			t.Fatal(err)
		}
		raw, err := d.Bytes(it)
		if err != nil {
			t.Fatal(err)
		}
		it.Raw = digested(sha256.New(), raw)
		list = append(list, it)
	}
	return list
}

func digested(h hash.Hash, raw []byte) []byte {
	h.Write(raw)
	return h.Sum(nil)
}

// ranges are items without their numbers.
func ranges(items []asif.Item) (list []string) {
	for _, it := range items {
		list = append(list, fmt.Sprintf("%s %v %x", it.Name, it.Range, it.Raw))
	}
	return list
}

// meter counts the bytes that are read.
type meter struct {
	io.ReaderAt
	n int
}

func (m *meter) ReadAt(p []byte, off int64) (int, error) {
	n, err := m.ReaderAt.ReadAt(p, off)
	m.n += n
	return n, err
}
