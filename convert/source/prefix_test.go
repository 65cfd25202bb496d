package source

import (
	"fmt"
	"strings"
	"testing"
)

func TestAPrefixEndsAtTheObjectBehindIt(t *testing.T) {
	for line, want := range map[string]string{
		"2026-10-12T09:00:01Z\tINFO\thooks\t{\"a\":1}": "2026-10-12T09:00:01Z\tINFO\thooks",
		`[09:00:01] [hooks] -> {"a":1}`:                "[09:00:01] [hooks] ->",
		`level=info {n=3} { "a":{"b":1}}`:              "level=info {n=3}",
		`17 {"a":1}`:                                   "17",
		`"sent" {"a":1}`:                               `"sent"`,
		"sent \t {\"a\":1":                             "sent", // torn
		`{"a":1}`:                                      "",
		`{"a": {"b":1}`:                                "",
		`[1] {"a":1}`:                                  "", // two values
		"\x00\x00{\"a\": {\"b\":1}}":                   "",
		`sent:{"a":1}`:                                 "",
		`usage: run { "`:                               "usage: run", // an object that was cut
		`f() { return }`:                               "",
		"":                                             "", " ": "", "\x00": "", "{": "",
	} {
		prefix, object := CutPrefix([]byte(line))
		if string(prefix) != want {
			t.Errorf("%q: prefix %q, want %q", line, prefix, want)
		}
		if !strings.HasPrefix(line, string(prefix)) || !strings.HasSuffix(line, string(object)) || prefix == nil && string(object) != line {
			t.Errorf("%q: cut into %q and %q", line, prefix, object)
		}
	}
}

func TestRecordsBehindPrefixesStandWhereTheirObjectsDo(t *testing.T) {
	const log = "a\tb {\"x\":1}\n{\"x\":2}\n text \nc {\"x\":3}{\"x\":4}\r\nd {\"x\":\"\xff\"}\ne {\"x\":"
	var got []string
	for _, framing := range []Framing{Prefixed, Lines} {
		in := Bytes("log", []byte(log))
		in.Framing = framing
		r, err := NewReader(in, 0, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for b, err := r.Next(); err == nil; b, err = r.Next() {
			for _, r := range b.Records {
				raw := log[r.Span.Offset : r.Span.Offset+r.Span.Length]
				got = append(got, fmt.Sprintf("%d %q %s %q", r.Line, r.Prefix, r.Fault, raw))
			}
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	want := []string{
		`1 "a\tb" none "{\"x\":1}"`, `2 "" none "{\"x\":2}"`, `3 "" torn "text"`, `4 "c" none "{\"x\":3}"`, `4 "" glued "{\"x\":4}"`,
		`5 "d" utf8 "{\"x\":\"\xff\"}"`, `6 "e" tail "{\"x\":"`,
		`1 "" torn "a\tb {\"x\":1}"`, `2 "" none "{\"x\":2}"`, `3 "" torn "text"`, `4 "" torn "c {\"x\":3}{\"x\":4}"`,
		`5 "" torn "d {\"x\":\"\xff\"}"`, `6 "" tail "e {\"x\":"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("records:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
