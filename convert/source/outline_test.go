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
	for i := range o.Each {
		s := fmt.Sprintf("%s=%s", o.Name(i), o.Value(i))
		if below := o.Below(i); below.Len() > 0 {
			s = fmt.Sprintf("%s[%s]", o.Name(i), outlined(below))
		}
		all = append(all, s)
	}
	return strings.Join(all, " ")
}

func TestAnOutlineOpensWhatIsNamed(t *testing.T) {
	for value, want := range map[string]string{
		`{}`:                                ``,
		`1`:                                 ``,
		` { "a" : 1 , "b" : [ {"x":2} ] } `: `a=1 b=[ {"x":2} ]`,
		`{"open":{"a":1,"open":{"b":"}"},"c":{}},"d":{"open":{"e":1}},"f":null}`: `open[a=1 open[b="}"] c={}] d={"open":{"e":1}} f=null`,
		`{"open":{},"open":[{"a":1}],"open":"\"{"}`:                              `open={} open[[a=1]] open="\"{"`,
		`[{"open":{"a":1}},2]`:                      `[open[a=1]] =2`,
		`[ "a" , [{"a":1}] , {} ]`:                  `="a" =[{"a":1}] ={}`,
		`{"open":[{"a":1},{"b":{}}],"c":[{"a":1}]}`: `open[[a=1] [b={}]] c=[{"a":1}]`,
		`{"open":{"a":1`:                            `open[a=1]`,
		`{"open":{"a`:                               `open={"a`,
		`{"open":[{"a":1`:                           `open[[a=1]]`,
		`{"open":[1,,2],"a":3`:                      `open[=1]`,
		`{"a"`:                                      ``,
		`{"`:                                        ``,
	} {
		o := new(source.Outliner).Outline([]byte(value), func(name []byte) bool { return string(name) == "open" })
		if got := outlined(o); got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
}

// An outline has the members that Members finds and the values that Values finds, also where the text was cut.
func TestAnOutlineHasWhatItsValueHas(t *testing.T) {
	never := func([]byte) bool { return false }
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOf(rapid.SampledFrom([]string{`1`, ` "\"" `, `[{"b":2}, "]"]`, `{"a":{"b":"}"}, "c" : []}`, `{}`, `""`})).Draw(t, "items")
		whole := `[` + strings.Join(items, `,`) + `]`
		if rapid.Bool().Draw(t, "object") {
			whole = ` { "a" :` + strings.Join(append(items, `0`), ` , "b":`) + `}`
		}
		value := []byte(whole[:rapid.IntRange(0, len(whole)).Draw(t, "cut")])
		var want, got []string
		source.Members(value, func(key, v []byte) bool {
			want = append(want, fmt.Sprintf("%s:%s", key, v))
			return true
		})
		source.Values(value, func(v []byte) bool {
			want = append(want, string(v))
			return true
		})
		o := new(source.Outliner).Outline(value, never)
		for i := range o.Each {
			got = append(got, string(o.Value(i)))
			if o.Name(i) != nil {
				got[len(got)-1] = fmt.Sprintf("\"%s\":%s", o.Name(i), o.Value(i))
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%s: %q, want %q", value, got, want)
		}
	})
}

// What is opened changes nothing of what stands beside it.
func TestAnOutlineIsTheSameWhateverIsOpened(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := []byte(`{"a":` + rapid.SampledFrom([]string{`{}`, `[]`, `[[{"b":1}],{"c":[2]}]`, `{"a":{"a":[1,{}]}}`, `"]}"`}).Draw(t, "first") +
			`,"b":` + rapid.SampledFrom([]string{`1`, `{"c":{"a":2}}`, `[1]`}).Draw(t, "second") + `}`)
		var all [2][]string
		for n, opens := range []func([]byte) bool{func([]byte) bool { return false }, func([]byte) bool { return true }} {
			o := new(source.Outliner).Outline(value, opens)
			for i := range o.Each {
				all[n] = append(all[n], string(o.Name(i)), string(o.Value(i)))
			}
		}
		if fmt.Sprint(all[0]) != fmt.Sprint(all[1]) {
			t.Fatalf("%s: %q, opened %q", value, all[0], all[1])
		}
	})
}
