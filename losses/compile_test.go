package losses

import (
	"strings"
	"testing"
)

func TestTablesThatContradictThemselvesAreRefused(t *testing.T) {
	row := func(path string) Row { return Row{Path: path, Do: Mapped} }
	variant := func(at, by string, rows ...Row) Variant {
		return Variant{At: at, By: by, Cases: map[string][]Row{"x": rows}}
	}
	tests := map[string]struct {
		table Table
		want  string
	}{
		"two rows for one path":          {Table{Kind: "k", Rows: []Row{row("a.b"), row("a.b")}}, "two rows"},
		"a path claimed and not":         {Table{Kind: "k", Rows: []Row{row("a"), row("a/")}}, "two rows"},
		"row below a claim":              {Table{Kind: "k", Rows: []Row{row("a/"), row("a.b[].c")}}, "below a claimed subtree"},
		"claim above a row":              {Table{Kind: "k", Rows: []Row{row("a.b"), row("a/")}}, "claims a subtree"},
		"claim of the record with rows":  {Table{Kind: "k", Rows: []Row{row("a"), row("/")}}, "claims a subtree"},
		"no disposition":                 {Table{Kind: "k", Rows: []Row{{Path: "a"}}}, "undecided"},
		"disposition of records":         {Table{Kind: "k", Rows: []Row{{Path: "a", Do: Folded, Why: "x"}}}, "folded"},
		"disposition out of range":       {Table{Kind: "k", Rows: []Row{{Path: "a", Do: 99}}}, "none of a field"},
		"preserved without a reason":     {Table{Kind: "k", Rows: []Row{{Path: "a", Do: Preserved}}}, "without a reason"},
		"dropped without a reason":       {Table{Kind: "k", Rows: []Row{{Path: "a", Do: Dropped}}}, "without a reason"},
		"empty segment":                  {Table{Kind: "k", Rows: []Row{row("a..b")}}, "empty path segment"},
		"dot at the end":                 {Table{Kind: "k", Rows: []Row{row("a.")}}, "empty path segment"},
		"elements as a segment":          {Table{Kind: "k", Rows: []Row{row("a.[]")}}, "empty path segment"},
		"index":                          {Table{Kind: "k", Rows: []Row{row("a[0]")}}, "match nothing"},
		"half a bracket":                 {Table{Kind: "k", Rows: []Row{row("a[")}}, "match nothing"},
		"brackets inside":                {Table{Kind: "k", Rows: []Row{row("a[]b")}}, "match nothing"},
		"a key that needs escapes":       {Table{Kind: "k", Rows: []Row{row(`a"b`)}}, "match nothing"},
		"two claims":                     {Table{Kind: "k", Rows: []Row{row("a//")}}, "match nothing"},
		"variant below a claim":          {Table{Kind: "k", Rows: []Row{row("a/")}, Variants: []Variant{variant("a.b", "type")}}, "below a claimed subtree"},
		"variant without a member":       {Table{Kind: "k", Variants: []Variant{variant("a", "")}}, "no member"},
		"two variants at one object":     {Table{Kind: "k", Variants: []Variant{variant("a", "t"), variant("a", "u")}}, "two variants"},
		"two rows in a case":             {Table{Kind: "k", Variants: []Variant{variant("a", "t", row("b"), row("b"))}}, "two rows"},
		"a case's row without a reason":  {Table{Kind: "k", Variants: []Variant{variant("a", "t", Row{Path: "b", Do: Dropped})}}, `case "x"`},
		"no kind":                        {Table{}, "not a record kind"},
		"the kind of unreadable records": {Table{Kind: "(unreadable)"}, "not a record kind"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := New("toy", []Table{test.table})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got error %v, want one about %q", err, test.want)
			}
		})
	}
}

func TestAllContradictionsAreToldAtOnce(t *testing.T) {
	_, err := New("toy", []Table{
		{Kind: "k", Rows: []Row{{Path: "a"}, {Path: "b", Do: Dropped}}},
		{Kind: "l", Rows: []Row{{Path: "c"}}},
	})
	for _, want := range []string{`"a"`, `"b"`, `"c"`, `"k"`, `"l"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not name %s", err, want)
		}
	}
}

func TestTwoTablesForOneKindAreRefused(t *testing.T) {
	if _, err := New("toy", []Table{{Kind: "k"}, {Kind: "k"}}); err == nil {
		t.Fatal("no error")
	}
}

func TestPathsThatMeetWithoutContradictionAreTaken(t *testing.T) {
	_, err := New("toy", []Table{{
		Kind: "k",
		Rows: []Row{
			{Path: "", Do: Mapped}, {Path: "a", Do: Mapped}, {Path: "a.b", Do: Mapped}, {Path: "a.*", Do: Mapped},
			{Path: "a[]", Do: Mapped}, {Path: "a[][].b/", Do: Mapped}, {Path: "[].x", Do: Mapped}, {Path: "*.y", Do: Mapped},
		},
		Variants: []Variant{
			{At: "a[]", By: "type", Cases: map[string][]Row{"": {{Path: "", Do: Mapped}}, "x": {{Path: "/", Do: Mapped}}}},
			{At: "", By: "type"},
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
}
