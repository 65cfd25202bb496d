package losses

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ledgerOf compiles one table of kind "k".
func ledgerOf(t testing.TB, rows []Row, variants ...Variant) (*Ledger, *Account) {
	t.Helper()
	l, err := New("toy", []Table{{Kind: "k", Rows: rows, Variants: variants}})
	if err != nil {
		t.Fatal(err)
	}
	return l, l.Account("k")
}

// mapped declares mapped rows with IDs from 1.
func mapped(paths ...string) []Row {
	rows := make([]Row, 0, len(paths))
	for i, p := range paths {
		rows = append(rows, Row{Path: p, Do: Mapped, ID: i + 1})
	}
	return rows
}

// traced lists "path value" of every leaf; an unknown leaf's path has a "?" in front.
func traced(a *Account, record string) []string {
	var out []string
	a.Trace([]byte(record), func(f Leaf) {
		mark := ""
		if f.Row.Why == unknownField {
			mark = "?"
		}
		out = append(out, mark+f.Path+" "+record[f.From:f.To])
	})
	return out
}

func TestLeavesAreSettledByTheirRow(t *testing.T) {
	_, a := ledgerOf(t, mapped("type", "a.b[].c", "a.*", "sub/", "empty", "list[]", "grid[][]", "wild.*.v"))
	tests := map[string]struct {
		record string
		want   []string
	}{
		"named":                     {`{"type":"x"}`, []string{`type "x"`}},
		"every kind of scalar":      {`{"list":[1,-2.5e3,"s",true,false,null]}`, []string{"list[] 1", "list[] -2.5e3", `list[] "s"`, "list[] true", "list[] false", "list[] null"}},
		"in an array":               {`{"a":{"b":[{"c":1},{"c":2}]}}`, []string{"a.b[].c 1", "a.b[].c 2"}},
		"array in an array":         {`{"grid":[[1,2],[3]]}`, []string{"grid[][] 1", "grid[][] 2", "grid[][] 3"}},
		"any key":                   {`{"a":{"x":1,"y":"2"}}`, []string{"a.* 1", `a.* "2"`}},
		"any key in the middle":     {`{"wild":{"claude/x":{"v":1},"":{"v":2}}}`, []string{"wild.*.v 1", "wild.*.v 2"}},
		"a claim is one leaf":       {`{"sub":{"x":[1,{"y":"}"}],"z":{}}}`, []string{`sub/ {"x":[1,{"y":"}"}],"z":{}}`}},
		"a claimed scalar":          {`{"sub":"s"}`, []string{`sub/ "s"`}},
		"empty containers":          {`{"empty":{},"type":[ ]}`, []string{"empty {}", "type [ ]"}},
		"white space":               {" { \"type\" :\t1 ,\r\n\"list\" : [ 1 , 2 ] } ", []string{"type 1", "list[] 1", "list[] 2"}},
		"escapes in strings":        {`{"type":"a\\","list":["\"","\\\"]"]}`, []string{`type "a\\"`, `list[] "\""`, `list[] "\\\"]"`}},
		"escapes in keys":           {`{"ty\u0070e":1,"\u0061":{"b":[{"\u0063":2}]}}`, []string{"type 1", "a.b[].c 2"}},
		"repeated members":          {`{"type":1,"type":2}`, []string{"type 1", "type 2"}},
		"unknown":                   {`{"new":1}`, []string{"?new 1"}},
		"unknown below known":       {`{"a":{"b":[{"d":{"e":1}}]}}`, []string{"?a.b[].d.e 1"}},
		"known container as scalar": {`{"wild":7,"grid":{"x":1}}`, []string{"?wild 7", "?grid.x 1"}},
		"scalar as container":       {`{"type":{"x":[1]}}`, []string{"?type.x[] 1"}},
		"the record is a scalar":    {`17`, []string{"? 17"}},
		"the record is empty":       {`{}`, []string{"? {}"}},
		"the record is an array":    {`[1,{"a":2}]`, []string{"?[] 1", "?[].a 2"}},
		"a part of a key":           {`{"typ":1,"types":2}`, []string{"?typ 1", "?types 2"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(test.want, traced(a, test.record)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestTheOrderOfMembersDoesNotMatter(t *testing.T) {
	_, a := ledgerOf(t, mapped("a", "b", "c"))
	for _, order := range []string{"abc", "cba", "bac", "abc", "bca"} {
		var members, want []string
		for _, key := range order {
			members = append(members, fmt.Sprintf("%q:1", string(key)))
			want = append(want, string(key)+" 1")
		}
		record := "{" + strings.Join(members, ",") + "}"
		if d := cmp.Diff(want, traced(a, record)); d != "" {
			t.Error(record, d)
		}
	}
}

func TestObjectsWithManyKnownMembers(t *testing.T) {
	var paths, members, want []string
	for i := range 3 * manyEdges {
		key := fmt.Sprintf("k%d", i)
		paths = append(paths, key)
		members = append([]string{fmt.Sprintf("%q:%d", key, i)}, members...)
		want = append([]string{fmt.Sprintf("%s %d", key, i)}, want...)
	}
	_, a := ledgerOf(t, mapped(paths...))
	if d := cmp.Diff(want, traced(a, "{"+strings.Join(members, ",")+"}")); d != "" {
		t.Error(d)
	}
}

func TestFieldsWithAnIDAreHandedOverInOrder(t *testing.T) {
	rows := mapped("", "type", "m.c[].text", "m.c[]", "m.c", "m", "sub/", "n[][]")
	rows = append(rows, Row{Path: "quiet", Do: Mapped})
	_, a := ledgerOf(t, rows)
	record := `{"m":{"c":[{"text":"a","x":[0,1]},{"text":"b"},"s"]},"quiet":1,"type":"t","sub":{"y":1},"n":[[1],[2,3]]}`
	var got []string
	a.Walk([]byte(record), func(id, index int, raw []byte) {
		got = append(got, fmt.Sprintf("%s#%d %s", rows[id-1].Path, index, raw))
	})
	want := []string{
		`m.c[].text#0 "a"`, `m.c[]#0 {"text":"a","x":[0,1]}`, `m.c[].text#1 "b"`, `m.c[]#1 {"text":"b"}`, `m.c[]#2 "s"`,
		`m.c#0 [{"text":"a","x":[0,1]},{"text":"b"},"s"]`, `m#0 {"c":[{"text":"a","x":[0,1]},{"text":"b"},"s"]}`,
		`type#0 "t"`, `sub/#0 {"y":1}`, `n[][]#0 1`, `n[][]#0 2`, `n[][]#1 3`, `#0 ` + record,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestWalkingKnownFieldsAllocatesNothing(t *testing.T) {
	_, a := claudeCode(t)
	records := sample(t)
	visits := 0
	visit := func(int, int, []byte) { visits++ }
	walk := func() {
		for _, r := range records {
			a.Walk(r, visit)
			if err := a.settle(Outcome{Do: Mapped}); err != nil {
				t.Error(err)
			}
		}
	}
	walk()
	if n := testing.AllocsPerRun(50, walk); n != 0 {
		t.Errorf("%v allocations in %d records", n, len(records))
	}
	if visits == 0 {
		t.Error("nothing was handed over")
	}
}

func TestBrokenInputEndsTheWalk(t *testing.T) {
	whole := `{"type":"a\"b","m":{"c":[{"t":"x","n":[1,2,{"z":null}]},[],{}]},"sub":{"a":["\\",{}]},"new":{"deep":{"er":{"and":{"deeper":{"x":1}}}}}}`
	_, a := ledgerOf(t, mapped("type", "m.c[].t", "sub/"), Variant{At: "m.c[]", By: "t", Cases: map[string][]Row{"x": mapped("n[]")}})
	for i := range whole {
		a.Walk([]byte(whole[:i]), func(int, int, []byte) {})
		for _, c := range `{}[],:"\x0` + "\x00\n" {
			a.Walk([]byte(whole[:i]+string(c)+whole[i+1:]), nil)
			a.Walk([]byte(whole[:i]+string(c)+whole[i:]), nil)
		}
	}
	for _, s := range []string{"", " ", "{", "[", `"`, "\\", "{\"", `{"a`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, "[1", "[1,", "}", "]", ",", ":", "{,}", "[,]", "[:]", "{]", "[}", `{"a"}`, `{1:2}`, "\xef\xbb\xbf{}"} {
		a.Walk([]byte(s), nil)
	}
}

func TestDeepNestingIsCountedWithoutRecursion(t *testing.T) {
	const depth = 1_000_000
	for name, record := range map[string]string{
		"arrays":  strings.Repeat("[", depth) + "1,2" + strings.Repeat("]", depth),
		"objects": strings.Repeat(`{"a":`, depth) + `[1,"a"]` + strings.Repeat("}", depth),
		"claimed": `{"sub":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `,"x":1}`,
		"open":    strings.Repeat("[1,2,", depth),
	} {
		t.Run(name, func(t *testing.T) {
			_, a := ledgerOf(t, mapped("sub/"))
			leaves := 0
			a.Trace([]byte(record), func(Leaf) { leaves++ })
			if want := 2; name != "open" && leaves != want {
				t.Errorf("%d leaves, want %d", leaves, want)
			}
		})
	}
}
