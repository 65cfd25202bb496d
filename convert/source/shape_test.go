package source

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"asif-convert/losses"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawValue draws valid JSON, now and then with names that repeat or are escaped. There is no array right inside another,
// which only a check opens.
func drawValue(t *rapid.T, b *strings.Builder, parent byte, depth int) {
	blank := rapid.SampledFrom([]string{"", "", "", " ", "\t "}).Draw(t, "blank")
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	if depth > 5 {
		kind %= 3
	}
	if kind == 5 && parent == '[' {
		kind = 4
	}
	items := 0
	if kind > 2 {
		items = rapid.IntRange(0, 4).Draw(t, "items")
	}
	switch kind {
	case 0, 1, 2:
		b.WriteString(rapid.SampledFrom([]string{`"x"`, `"\"}"`, `""`, `"\\"`, `-1.5e3`, `true`, `null`, `"é"`}).Draw(t, "scalar"))
	case 3, 4:
		b.WriteString("{" + blank)
		for i := range items {
			name := rapid.SampledFrom([]string{"a", "b", "type", "", `\u0061`}).Draw(t, "name")
			if name != `\u0061` && rapid.IntRange(0, 9).Draw(t, "repeated") > 0 {
				name += fmt.Sprint(i)
			}
			b.WriteString(strings.Repeat(","+blank, min(i, 1)) + `"` + name + `"` + blank + ":" + blank)
			drawValue(t, b, '{', depth+1)
			b.WriteString(blank)
		}
		b.WriteString("}")
	default:
		b.WriteString("[" + blank)
		for i := range items {
			b.WriteString(strings.Repeat(","+blank, min(i, 1)))
			drawValue(t, b, '[', depth+1)
			b.WriteString(blank)
		}
		b.WriteString("]")
	}
}

// table has rows with visits, a claim, any keys, and cases.
func table() losses.Table {
	return losses.Table{Kind: "k", Rows: []losses.Row{
		{Path: "a0", Do: losses.Mapped, ID: 1}, {Path: "b1.a0[]", Do: losses.Mapped, ID: 2}, {Path: "type2/", Do: losses.Mapped, ID: 3},
		{Path: "b2.*", Do: losses.Preserved, Why: "x"}, {Path: "[]", Do: losses.Mapped, ID: 4}, {Path: "[].a0", Do: losses.Mapped},
	}, Variants: []losses.Variant{{At: "b1", By: "type0", Cases: map[string][]losses.Row{"x": {{Path: "b1", Do: losses.Mapped, ID: 5}}, "": {{Path: "b2", Do: losses.Mapped}}}}}}
}

// told is what a walk says of a record: the fields that it hands over, and the ledger.
func told(t *rapid.T, walk func(*losses.Account, losses.Visit)) string {
	ledger, err := losses.New("toy", []losses.Table{table()})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	a := ledger.Account("k")
	walk(a, func(id, index int, raw []byte) { fmt.Fprintf(&b, "%d %d %s\n", id, index, raw) })
	if err := ledger.Settle(a, losses.Outcome{Do: losses.Mapped}); err != nil {
		t.Fatal(err)
	}
	if err := ledger.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// records are those of a text of lines, for as long as the test runs.
func records(t rapid.TB, lines string) (all []*Record) {
	t.Helper()
	r, err := NewReader(Bytes("in", []byte(lines)), 0, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		b, err := r.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Records {
			all = append(all, &b.Records[i])
		}
	}
}

// outlineOf spells an outline out.
func outlineOf(o Outline) (out []string) {
	for i := range o.Len() {
		out = append(out, fmt.Sprintf("%s=%s %d", o.Name(i), o.Value(i), o.Next(i)-i))
	}
	return out
}

// What the check noted of a record changes nothing but the time: its outline and its walk are those of the bare text.
func TestTheShapeOfARecordIsThatOfItsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines strings.Builder
		for range rapid.IntRange(1, 4).Draw(t, "records") {
			lines.WriteString(rapid.SampledFrom([]string{"", " "}).Draw(t, "before"))
			drawValue(t, &lines, 0, 0)
			lines.WriteString("\n")
		}
		for _, rec := range records(t, lines.String()) {
			bare := bytes.Clone(rec.Raw)
			if d := cmp.Diff(told(t, func(a *losses.Account, v losses.Visit) { a.Walk(bare, v) }), told(t, rec.Walk)); d != "" {
				t.Fatalf("%s: %s", rec.Raw, d)
			}
			if len(rec.shape) == 0 { // it was repaired, or is not plain
				continue
			}
			everything := func([]byte) bool { return true }
			var whole, text Outliner
			if d := cmp.Diff(outlineOf(text.Outline(bare, everything)), outlineOf(whole.Record(rec, everything))); d != "" {
				t.Fatalf("%s: %s", rec.Raw, d)
			}
		}
	})
}

// A record with more values than are noted is read like any other, and what follows it has its shape again.
func TestAShapeHasABound(t *testing.T) {
	many := "[" + strings.Repeat("1,", maxMarks) + `{"a":1}]`
	var shapes []int
	for i, rec := range records(t, many+"\n"+`{"a":1}`+"\n") {
		if !rec.Fault.Readable() {
			t.Errorf("record %d: %v", i, rec.Fault)
		}
		shapes = append(shapes, len(rec.shape))
	}
	if d := cmp.Diff([]int{0, 2}, shapes); d != "" {
		t.Error(d)
	}
}
