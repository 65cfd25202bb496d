package source_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"asif-convert/convert/source"
)

// outlined spells an outline out, with brackets around what was opened.
func outlined(o source.Outline) string {
	var all []string
	for i := 0; i < len(o); i = o.Next(i) {
		s := fmt.Sprintf("%s=%s", o[i].Name, o[i].Value)
		if below := o.Below(i); len(below) > 0 {
			s = fmt.Sprintf("%s[%s]", o[i].Name, outlined(below))
		}
		all = append(all, s)
	}
	return strings.Join(all, " ")
}

func TestAnOutlineOpensTheObjectsThatAreNamed(t *testing.T) {
	for object, want := range map[string]string{
		`{}`:                                ``,
		`[{"open":{"a":1}}]`:                ``,
		` { "a" : 1 , "b" : [ {"x":2} ] } `: `a=1 b=[ {"x":2} ]`,
		`{"open":{"a":1,"open":{"b":"}"},"c":{}},"d":{"open":{"e":1}},"f":null}`: `open[a=1 open[b="}"] c={}] d={"open":{"e":1}} f=null`,
		`{"open":{},"open":[{"a":1}],"open":"\"{"}`:                              `open={} open=[{"a":1}] open="\"{"`,
		`{"open":{"a":1`: `open[a=1]`,
		`{"open":{"a`:    `open={"a`,
		`{"a"`:           ``,
		`{"`:             ``,
	} {
		o := source.AppendOutline(nil, []byte(object), func(name []byte) bool { return string(name) == "open" })
		if got := outlined(o); got != want {
			t.Errorf("%s: %s, want %s", object, got, want)
		}
	}
}

// An outline has the members that Members finds, whatever is opened, for any bytes.
func TestAnOutlineHasTheMembersOfItsObject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		object := []byte(`{` + strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
			`"a":`, `"b":`, `{`, `}`, `[`, `]`, `,`, `1`, ` `, `"\""`, `"`, `{"a":{"b":2}}`, `:`,
		})).Draw(t, "object"), ""))
		var want, got []string
		source.Members(object, func(key, value []byte) bool {
			want = append(want, fmt.Sprintf("%s:%s", key, value))
			return true
		})
		o := source.AppendOutline(nil, object, func(name []byte) bool { return false })
		for i := 0; i < len(o); i = o.Next(i) {
			got = append(got, fmt.Sprintf("\"%s\":%s", o[i].Name, o[i].Value))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%s: %q, want %q", object, got, want)
		}
		source.AppendOutline(nil, object, func(name []byte) bool { return true }) // whatever it finds
	})
}
