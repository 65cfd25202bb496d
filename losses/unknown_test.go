package losses

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnknownPathsShowNamesAndNoData(t *testing.T) {
	_, a := ledgerOf(t, mapped("known.x"))
	long := strings.Repeat("a", 65)
	tests := map[string]struct{ record, want string }{
		"four levels":              {`{"a":{"b":{"c":{"d":1}}}}`, "?a.b.c.d 1"},
		"deeper than four":         {`{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}`, "?a.b.c.d.… 1"},
		"elements are levels":      {`{"a":[[[{"e":1}]]]}`, "?a[][][].… 1"},
		"levels below a known one": {`{"known":{"a":{"b":{"c":{"d":{"e":1}}}}}}`, "?known.a.b.c.d.… 1"},
		"an empty object below":    {`{"a":{"b":{"c":{"d":{"e":{}}}}}}`, "?a.b.c.d.… {}"},
		"an empty one at the edge": {`{"a":{"b":{"c":{"d":[]}}}}`, "?a.b.c.d []"},
		"a path as a key":          {`{"/home/ann":1}`, "?* 1"},
		"a question as a key":      {`{"a":{"Shall I?":1}}`, "?a.* 1"},
		"an empty key":             {`{"":1}`, "?* 1"},
		"a digit first":            {`{"1a":1}`, "?* 1"},
		"not ASCII":                {`{"ключ":1}`, "?* 1"},
		"a key of 64 bytes":        {`{"` + long[:64] + `":1}`, "?" + long[:64] + " 1"},
		"a longer key":             {`{"` + long + `":1}`, "?* 1"},
		"all that a name may have": {`{"_aZ9$-":1}`, "?_aZ9$- 1"},
		"below a key that is data": {`{"a.b":{"c":1}}`, "?*.c 1"},
		"an escaped name":          {`{"n\u0061me":1}`, "?name 1"},
		"an escaped secret":        {`{"a\u002fb":1}`, "?* 1"},
		"a broken escape":          {`{"a\qb":1}`, "?* 1"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff([]string{test.want}, traced(a, test.record)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestUnknownPathsOfAKindAreBounded(t *testing.T) {
	l, a := ledgerOf(t, mapped("known", "box.x"))
	for i := range 10 * maxUnknownPaths {
		a.Walk(fmt.Appendf(nil, `{"known":1,"k%d":1,"deep":{"k%d":{"x":1,"y":[{}]}}}`, i, i), nil)
		mustSettle(t, l, a, Outcome{Do: Mapped})
	}
	a.Walk([]byte(`{"box":1}`), nil) // a place of the table without a row
	mustSettle(t, l, a, Outcome{Do: Mapped})
	unknown := l.Unknown()
	if got := len(unknown); got != maxUnknownPaths+1 {
		t.Errorf("%d unknown paths, want %d and one for the rest", got, maxUnknownPaths)
	}
	var count, rest int64
	for _, u := range unknown {
		count += u.Count
		if u.Path == ellipsis {
			rest = u.Count
		}
	}
	if want := int64(3*10*maxUnknownPaths + 1); count != want {
		t.Errorf("%d unknown leaves, want %d", count, want)
	}
	if want := count - maxUnknownPaths; rest != want {
		t.Errorf("%d leaves in the rest, want %d", rest, want)
	}
	if a.unknown.nodes > maxUnknownNodes {
		t.Errorf("%d nodes were made", a.unknown.nodes)
	}
}

func TestBrokenRecordsCannotGrowTheAccount(t *testing.T) {
	_, a := ledgerOf(t, nil)
	for i := range 3 * maxUnknownNodes {
		a.Walk(fmt.Appendf(nil, `{"k%d":{"l%d":`, i, i), nil)
	}
	if a.unknown.nodes > maxUnknownNodes {
		t.Errorf("%d nodes were made", a.unknown.nodes)
	}
}

func TestKnownFieldsAreFoundWhenUnknownOnesAreManyOrFirst(t *testing.T) {
	_, a := ledgerOf(t, mapped("a", "b"))
	for i := range 2 * maxUnknownPaths {
		got := traced(a, fmt.Sprintf(`{"u%d":0,"b":1,"v%d":2,"a":3}`, i, i))
		if got[1] != "b 1" || got[3] != "a 3" {
			t.Fatalf("after %d: %v", i, got)
		}
	}
}

func TestKindsWithoutATable(t *testing.T) {
	l, _ := ledgerOf(t, nil)
	for name, want := range map[string]string{
		"new": "new", "system/api_error": "system/api_error", "/etc/passwd": "*", "two words": "*", "": "*", "(unreadable)": "*",
		strings.Repeat("a/", 90) + "a": "*",
	} {
		if got := l.Account(name).Kind(); got != want {
			t.Errorf("kind %q is counted as %q, want %q", name, got, want)
		}
	}
	if first, again := l.Account("new"), l.Account("new"); first != again {
		t.Error("two accounts for one kind")
	}
	for i := range 2 * maxUnknownKinds {
		l.Account(fmt.Sprintf("kind%d", i))
	}
	if got := l.Account("onemore"); got.Kind() != ellipsis || got != l.Account("another") {
		t.Errorf("kind %q beyond the bound", got.Kind())
	}
	if l.Account("new").Kind() != "new" || l.Account("k").Kind() != "k" {
		t.Error("a kind from before the bound was lost")
	}
}
