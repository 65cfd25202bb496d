package continuation_test

import (
	"testing"

	"asif-convert/convert/continuation"
)

func TestBelowFindsWhatLiesUnderARoot(t *testing.T) {
	for _, c := range []struct {
		root, path, want string
		ok               bool
	}{
		{"/srv/proj", "/srv/proj/a/b.go", "a/b.go", true},
		{"/srv/proj/", "/srv/proj/", "", true},
		{"/", "/etc/passwd", "etc/passwd", true},
		{"/srv/proj", "/srv/project/b.go", "", false},
		{"/srv/proj", "/srv/proj/../x", "", false},
		{"/srv/proj", "a/b.go", "", false},
		{"/srv/proj", "", "", false},
		{"", "/srv", "", false},
		{"/srv/proj", "/srv/Proj/a", "", false},
		{`C:\Users\me\proj`, `c:\users\me\proj\src\a.go`, "src/a.go", true},
		{`C:\proj`, `C:\proj\con.txt`, "", false},
		{`\\host\share`, `\\host\share\a`, "a", true},
		{"/srv/proj", `/srv/proj/a\b`, "", false},
		{"/srv/proj", "/srv/proj/a:b", "", false},
		{"/srv/proj", "/srv/proj/trailing.", "", false},
	} {
		got, ok := continuation.Below(c.root, c.path)
		if got != c.want || ok != c.ok {
			t.Errorf("Below(%q, %q) = %q, %t, want %q, %t", c.root, c.path, got, ok, c.want, c.ok)
		}
	}
}
