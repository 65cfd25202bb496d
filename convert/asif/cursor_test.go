package asif

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// tinyCursor reads few bytes at a time, so that everything meets a boundary.
func tinyCursor(raw []byte, step int64, limit int) *cursor {
	c := inDocument(bytes.NewReader(raw), Range{0, int64(len(raw))}, Limits{Inline: int64(limit), Value: 1 << 20})
	c.step, c.most = step, step
	return c
}

func TestCursorFindsEveryElementAtAnyWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawer{t: t}
		want := tree{open: '['}
		for range d.pick(6) {
			want.members = append(want.members, d.anything(3))
		}
		raw := append(d.spaced(want), ' ')
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		c := tinyCursor(raw, rapid.Int64Range(1, 9).Draw(t, "step"), limit)
		var got []string
		c.elements(func(it Item) bool {
			bytesAt := raw[it.Offset : it.Offset+it.Length]
			if it.Raw != nil && !bytes.Equal(it.Raw, bytesAt) || (it.Raw == nil) != (it.Length > int64(limit)) {
				t.Fatalf("item %d holds %q, at its range stands %q", it.Index, it.Raw, bytesAt)
			}
			got = append(got, parseTree(bytesAt).String())
			return true
		})
		if c.err != nil {
			t.Fatal(c.err)
		}
		var spelled []string
		for _, m := range want.members {
			spelled = append(spelled, m.String())
		}
		if diff := cmp.Diff(spelled, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestCursorFindsEveryMemberAtAnyWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawer{t: t}
		want := d.object(Lookup("event"), 2)
		raw := d.spaced(want)
		c := tinyCursor(raw, rapid.Int64Range(1, 9).Draw(t, "step"), 30)
		got := tree{open: '{'}
		c.fields(func(f field) bool {
			got.keys = append(got.keys, string(f.key))
			got.members = append(got.members, parseTree(raw[f.at.Offset:f.at.Offset+f.at.Length]))
			return true
		})
		if c.err != nil {
			t.Fatal(c.err)
		}
		if diff := cmp.Diff(want.String(), got.String()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestCursorStopsWithAnErrorOnWhatIsNotJSON(t *testing.T) {
	for _, raw := range []string{
		``, `[`, `[1`, `[1,`, `[,`, `["`, `["\`, `["\"`, `[{`, `[{"a"`, `[:]`, `[}`, `[}]`, `[1}`, `{`, `{"a"`, `{"a":`, `{"a":1`, `{1:2}`, `{:}`, `{"a" 1}`, `{]}`, `{"":}`, "[\x00", `{,}`,
		strings.Repeat(`[`, 1000), strings.Repeat(`{"a":`, 1000),
	} {
		for _, step := range []int64{1, 3, 100} {
			elements, members := tinyCursor([]byte(raw), step, 10), tinyCursor([]byte(raw), step, 10)
			elements.elements(func(Item) bool { return true })
			members.members(func(Item) bool { return true })
			broken := len(raw) > 0 && raw[0] == '[' && elements.err == nil || len(raw) > 0 && raw[0] == '{' && members.err == nil
			if broken && !benign[raw] {
				t.Errorf("%q is taken for JSON", raw[:min(len(raw), 20)])
			}
			for _, c := range []*cursor{elements, members} {
				if c.err != nil && !errors.Is(c.err, errChanged) {
					t.Errorf("%q: %v", raw, c.err)
				}
			}
		}
	}
}

// benign are bytes that are not JSON but still have items that can be told apart.
var benign = map[string]bool{`{,}`: true}

func FuzzCursorEnds(f *testing.F) {
	for _, s := range []string{`{"a":[1,"\\"]}`, `[[],{}]`, `[}`, `{"":}`, `["\`} {
		f.Add([]byte(s), byte(1))
	}
	f.Fuzz(func(t *testing.T, raw []byte, step byte) {
		n := 0
		count := func(it Item) bool {
			if it.Offset < 0 || it.Length < 0 || it.Offset+it.Length > int64(len(raw)) {
				t.Fatalf("range %v of %d bytes", it.Range, len(raw))
			}
			n++
			return true
		}
		tinyCursor(raw, int64(step%16)+1, 8).elements(count)
		tinyCursor(raw, int64(step%16)+1, 8).members(count)
		inMemory(raw).members(count)
		if n > 3*len(raw) {
			t.Fatalf("%d items in %d bytes", n, len(raw))
		}
	})
}
