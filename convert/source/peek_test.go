package source

import "testing"

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

