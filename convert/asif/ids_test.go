package asif

import (
	"fmt"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// nativeID draws IDs as harnesses make them, and near misses of UUIDs.
func nativeID() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.Custom(func(t *rapid.T) string { // few, so that they repeat
			return fmt.Sprintf("%08x-0000-4000-8000-%012x", rapid.IntRange(0, 3).Draw(t, "a"), rapid.IntRange(0, 3).Draw(t, "b"))
		}),
		rapid.StringMatching(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`),
		rapid.StringMatching(`[0-9A-F]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`),
		rapid.StringMatching(`msg_[0-9a-c]{1,2}`),
		rapid.SampledFrom([]string{
			"", "00000000-0000-4000-8000-00000000000g", "000000000000-4000-8000-000000000000-0", "----", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01",
		}),
	)
}

func TestIDsAgreeWithAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids, want := NewIDs(), map[string]ID{}
		for _, name := range rapid.SliceOfN(nativeID(), 0, 300).Draw(t, "names") {
			if got := ids.Find([]byte(name)); got != want[name] {
				t.Fatalf("Find(%q) is %d, not %d", name, got, want[name])
			}
			_, known := want[name]
			if !known && name != "" {
				want[name] = ID(len(want) + 1)
			}
			id, fresh := ids.Intern([]byte(name))
			if id != want[name] || fresh != (!known && name != "") {
				t.Fatalf("Intern(%q) is %d, %v, not %d", name, id, fresh, want[name])
			}
		}
		if ids.Len() != len(want) {
			t.Fatalf("%d IDs, not %d", ids.Len(), len(want))
		}
		for name, id := range want {
			if got := string(ids.Append([]byte("x"), id)); got != "x"+name {
				t.Fatalf("%d is %q, not %q", id, got, name)
			}
		}
		if got := ids.Append(nil, 0); got != nil {
			t.Fatalf("no ID is %q", got)
		}
	})
}

func TestIDsSurviveGrowth(t *testing.T) {
	ids := NewIDs()
	name := func(i int) []byte {
		if i%1000 == 0 {
			return fmt.Appendf(nil, "%d%0*d", i, textBlock-500+i/10, 0)
		}
		if i%3 == 0 {
			return fmt.Appendf(nil, "call_%d", i)
		}
		return fmt.Appendf(nil, "%08x-1111-4222-8333-%012x", i, i*7)
	}
	const n = 20_000
	for i := range n {
		if id, fresh := ids.Intern(name(i)); id != ID(i+1) || !fresh {
			t.Fatalf("%s is %d, %v", name(i), id, fresh)
		}
	}
	for i := range n {
		if id := ids.Find(name(i)); id != ID(i+1) || string(ids.Append(nil, id)) != string(name(i)) {
			t.Fatalf("%s is %d", name(i), id)
		}
	}
}

func TestAnIDKeyTakes16Bytes(t *testing.T) {
	if n := unsafe.Sizeof(idKey{}); n != 16 {
		t.Errorf("%d bytes", n)
	}
}

func TestChunksKeepEntriesInPlace(t *testing.T) {
	var c Chunks[int]
	var first *int
	const n = 3<<chunkBits + 5
	for i := range n {
		if got := c.Add(i); got != i {
			t.Fatalf("entry %d has index %d", i, got)
		}
		if i == 0 {
			first = c.At(0)
		}
	}
	if c.Len() != n || c.At(0) != first {
		t.Errorf("%d entries, the first moved: %v", c.Len(), c.At(0) != first)
	}
	for i := range n {
		if *c.At(i) != i {
			t.Fatalf("entry %d is %d", i, *c.At(i))
		}
	}
}

func BenchmarkIntern(b *testing.B) {
	names := make([][]byte, 1<<16)
	for i := range names {
		names[i] = fmt.Appendf(nil, "%08x-1111-4222-8333-%012x", i*2654435761&0xffffffff, i)
	}
	for b.Loop() {
		ids := NewIDs()
		for _, n := range names {
			ids.Intern(n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(names)), "ns/ID")
}
