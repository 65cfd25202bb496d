package losses

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// blocks is a table with a variant and one inside it.
func blocks(t testing.TB) *Account {
	_, a := ledgerOf(t,
		[]Row{
			{Path: "type", Do: Mapped, To: "table"},
			{Path: "message.content[].id", Do: Mapped, To: "table"},
			{Path: "message.content[].type", Do: Mapped, To: "table"},
			{Path: "message.content[].content[].type", Do: Mapped, To: "table"},
		},
		Variant{At: "message.content[]", By: "type", Cases: map[string][]Row{
			"text":        {{Path: "text", Do: Mapped}, {Path: "id", Do: Dropped, Why: "text has none"}},
			"tool_use":    {{Path: "", Do: Mapped}, {Path: "input/", Do: Mapped}},
			"tool_result": {{Path: "content", Do: Mapped}},
			"whole":       {{Path: "/", Do: Preserved, Why: "opaque"}},
			"":            {{Path: "", Do: Preserved, Why: "no block"}, {Path: "raw", Do: Mapped}},
		}},
		Variant{At: "message.content[].content[]", By: "type", Cases: map[string][]Row{
			"text":  {{Path: "text", Do: Mapped}},
			"image": {{Path: "source/", Do: Mapped}},
		}},
	)
	return a
}

func TestTheMemberChoosesTheRows(t *testing.T) {
	const at = "message.content[]"
	tests := map[string]struct {
		block string
		want  []string
	}{
		"a case":                         {`{"type":"text","text":"x"}`, []string{at + `.type "text"`, at + `(type=text).text "x"`}},
		"a case wins over the table":     {`{"type":"text","id":1}`, []string{at + `.type "text"`, at + `(type=text).id 1`}},
		"the table stands in a case":     {`{"type":"tool_use","id":1}`, []string{at + `.type "tool_use"`, at + `.id 1`}},
		"a claim in a case":              {`{"type":"tool_use","input":{"text":[1]}}`, []string{at + `.type "tool_use"`, at + `(type=tool_use).input/ {"text":[1]}`}},
		"a row of another case":          {`{"type":"tool_use","text":1}`, []string{at + `.type "tool_use"`, "?" + at + `(type=tool_use).text 1`}},
		"the member comes last":          {`{"text":"x","z":{"type":"tool_use"},"type":"text"}`, []string{at + `(type=text).text "x"`, "?" + at + `(type=text).z.type "tool_use"`, at + `.type "text"`}},
		"the member's name is escaped":   {`{"t\u0079pe":"text","text":1}`, []string{at + `.type "text"`, at + `(type=text).text 1`}},
		"its value is escaped":           {`{"type":"t\u0065xt","text":1}`, []string{at + `.type "t\u0065xt"`, at + `(type=text).text 1`}},
		"white space":                    {`{ "type" : "text" , "text" : 1 }`, []string{at + `.type "text"`, at + `(type=text).text 1`}},
		"an unlisted value":              {`{"type":"new","raw":1,"text":2}`, []string{at + `.type "new"`, at + `(type=*).raw 1`, "?" + at + `(type=*).text 2`}},
		"an empty value":                 {`{"type":"","raw":1}`, []string{at + `.type ""`, at + `(type=*).raw 1`}},
		"no member":                      {`{"raw":1}`, []string{at + `(type=*).raw 1`}},
		"the member is no string":        {`{"type":7,"raw":1}`, []string{at + `.type 7`, at + `(type=*).raw 1`}},
		"no object":                      {`"s"`, []string{at + `(type=*) "s"`}},
		"an empty object":                {`{}`, []string{at + `(type=*) {}`}},
		"a whole case":                   {`{"id":1,"type":"whole","x":{}}`, []string{at + `(type=whole)/ {"id":1,"type":"whole","x":{}}`}},
		"the first of two members":       {`{"type":"text","text":1,"type":"tool_use"}`, []string{at + `.type "text"`, at + `(type=text).text 1`, at + `.type "tool_use"`}},
		"a case inside a case":           {`{"type":"tool_result","content":[{"type":"text","text":1}]}`, []string{at + `.type "tool_result"`, at + `(type=tool_result).content[].type "text"`, at + `(type=tool_result).content[](type=text).text 1`}},
		"a claim inside a case":          {`{"type":"tool_result","content":[{"type":"image","source":{"a":1}}]}`, []string{at + `.type "tool_result"`, at + `(type=tool_result).content[].type "image"`, at + `(type=tool_result).content[](type=image).source/ {"a":1}`}},
		"unknown inside a case":          {`{"type":"tool_result","content":[{"type":"text","b":1}]}`, []string{at + `.type "tool_result"`, at + `(type=tool_result).content[].type "text"`, "?" + at + `(type=tool_result).content[](type=text).b 1`}},
		"a case without one inside":      {`{"type":"tool_result","content":[{"type":"new","b":1}]}`, []string{at + `.type "tool_result"`, at + `(type=tool_result).content[].type "new"`, "?" + at + `(type=tool_result).content[].b 1`}},
		"a row of a case as a scalar":    {`{"type":"tool_result","content":"s"}`, []string{at + `.type "tool_result"`, at + `(type=tool_result).content "s"`}},
		"a member of the same name deep": {`{"a":{"type":"text"},"raw":1}`, []string{"?" + at + `(type=*).a.type "text"`, at + `(type=*).raw 1`}},
	}
	// A row of the table is one line of the ledger, whatever case it stands in.
	const nested = at + "(type=tool_result).content[].type"
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for i, w := range test.want {
				if len(w) > len(nested) && w[:len(nested)] == nested {
					test.want[i] = at + ".content[].type" + w[len(nested):]
				}
			}
			got := traced(blocks(t), `{"message":{"content":[`+test.block+`]}}`)
			if d := cmp.Diff(test.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestAVariantAtTheRecordItself(t *testing.T) {
	_, a := ledgerOf(t, mapped("subtype"), Variant{At: "", By: "subtype", Cases: map[string][]Row{"x": mapped("a"), "": mapped("b")}})
	got := append(traced(a, `{"a":1,"subtype":"x","b":2}`), traced(a, `{"a":1,"b":2}`)...)
	want := []string{"(subtype=x).a 1", `subtype "x"`, "?(subtype=x).b 2", "?(subtype=*).a 1", "(subtype=*).b 2"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestRowsOfACaseSplitAClaimOfTheTable(t *testing.T) {
	_, a := ledgerOf(t,
		[]Row{{Path: "b[].in/", Do: Preserved, Why: "big"}},
		Variant{At: "b[]", By: "t", Cases: map[string][]Row{"x": {{Path: "in.y", Do: Mapped}}}},
	)
	got := traced(a, `{"b":[{"t":"x","in":{"y":1,"z":2}},{"t":"x","in":3},{"in":{"y":1}}]}`)
	want := []string{
		`?b[](t=x).t "x"`, "b[](t=x).in.y 1", "?b[](t=x).in.z 2",
		`?b[](t=x).t "x"`, "b[].in/ 3", `b[].in/ {"y":1}`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestAClaimOfACaseHidesRowsOfTheTable(t *testing.T) {
	_, a := ledgerOf(t, mapped("b[].in.y", "b[].in.v[].w"),
		Variant{At: "b[]", By: "t", Cases: map[string][]Row{"x": {{Path: "in/", Do: Mapped}}}},
		Variant{At: "b[].in.v[]", By: "u", Cases: map[string][]Row{"z": mapped("q")}},
	)
	got := traced(a, `{"b":[{"t":"x","in":{"y":1}},{"in":{"y":1,"v":[{"u":"z","q":2}]}}]}`)
	want := []string{
		`?b[](t=x).t "x"`, `b[](t=x).in/ {"y":1}`,
		"b[].in.y 1", `?b[].in.v[](u=z).u "z"`, "b[].in.v[](u=z).q 2",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
