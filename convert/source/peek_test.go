package source

import (
	"strings"
	"testing"
)

func TestPeekFindsMembersOfTheRecordAlone(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"first", `{"type":"user","x":1}`, `"user"`},
		{"late, behind nested ones", `{"m":{"type":"a","l":[{"type":"b"}]},"s":"\"type\":\"c\"","type":"user"}`, `"user"`},
		{"behind escapes", `{"s":"\\","t":"\\\"","type":"user"}`, `"user"`},
		{"spaced", " {\n\t\"a\" : [1 , {} ] ,\r\n \"type\" : null }", `null`},
		{"a number", `{"type":12.5e3}`, `12.5e3`},
		{"an object", `{"type":{"a":[1,2]},"b":0}`, `{"a":[1,2]}`},
		{"missing", `{"typ":"user"}`, ``},
		{"no object", `["type","user"]`, ``},
		{"cut", `{"type"`, ``},
		{"cut in a string", `{"a":"b`, ``},
		{"empty", ``, ``},
	} {
		r := Record{Raw: []byte(c.raw)}
		if got := string(r.Peek("type")); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestPeekOfTheTypeAgreesWithASearch(t *testing.T) {
	lines := []string{
		`{"message":{"type":"inner"},"type":"outer"}`, `{"type" : [1,"x"] , "b":2}`, `{"a":{"type":1}}`, `["type",1]`, `{"type":null}`,
		`{"type":"a","\u0074ype":"b"}`, `{"a":"` + "\xff" + `","type":"b"}`,
	}
	for i, r := range records(t, strings.Join(lines, "\n")) {
		if got, want := string(r.Peek("type")), string(Member(r.Raw, "type")); got != want {
			t.Errorf("%s: got %q, want %q", lines[i], got, want)
		}
	}
}
