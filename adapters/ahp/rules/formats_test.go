package rules

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"asif-convert/convert/check"
)

func TestTimestampsAreThoseOfRFC3339(t *testing.T) {
	good := []string{
		"2026-09-15T12:00:00Z", "2026-09-15t12:00:00z", "2026-09-15T12:00:00.123456789012Z", "2026-09-15T12:00:00+23:59", "2026-09-15T12:00:00-00:00",
		"2024-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
		"1990-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00", "1991-01-01T05:29:60+05:30", "1990-12-31T23:59:60.5Z",
	}
	bad := []string{
		"", "20260915T120000+0000", "20260915T120000Z", "2026-09-15 12:00:00Z", " 2026-09-15T12:00:00Z", "2026-09-15T12:00:00Z ", "2026-09-15T12:00:00Z\n",
		"2026-09-15T12:00:00", "2026-09-15T12:00Z", "2026-09-15", "12:00:00Z", "2026-09-15T12:00:00,5Z", "2026-09-15T12:00:00.Z", "2026-09-15T24:00:00Z",
		"2026-02-30T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
		"2026-04-31T00:00:00Z", "2026-09-15T12:60:00Z", "2026-09-15T12:00:61Z", "2026-09-15T12:00:60Z", "1990-12-31T23:59:60+01:00",
		"2026-09-15T12:00:00+24:00", "2026-09-15T12:00:00+01:60", "2026-09-15T12:00:00+0100", "2026-09-15T12:00:00+01", "2026-9-15T12:00:00Z",
		"٢٠٢٦-09-15T12:00:00Z", "+2026-09-15T12:00:00Z", "2026-258T12:00:00Z", "2026-W38-2T12:00:00Z",
	}
	for _, s := range good {
		if err := timestamp(s); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range bad {
		if timestamp(s) == nil {
			t.Errorf("%q is taken", s)
		}
	}
}

func TestTimesAreOrderedLikeTheClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := func(name string) (time.Time, string) {
			seconds := rapid.Int64Range(-62_000_000_000, 253_000_000_000).Draw(t, name)
			m := time.Unix(seconds, rapid.Int64Range(0, 999).Draw(t, name+" ms")*1e6).In(time.FixedZone("", 60*rapid.IntRange(-1439, 1439).Draw(t, name+" zone")))
			return m, m.Format("2006-01-02T15:04:05.000Z07:00")
		}
		a, as := at("a")
		b, bs := at("b")
		if as[0] == '-' || bs[0] == '-' || timestamp(as) != nil || timestamp(bs) != nil {
			t.Skip("beyond the years of RFC 3339")
		}
		if got := instantOf(as).before(instantOf(bs)); got != a.Before(b) {
			t.Fatalf("%s before %s: %v", as, bs, got)
		}
	})
}

func TestURIsAreThoseOfRFC3986(t *testing.T) {
	good := []string{
		"https://harness.example/runtime/42", "urn:test:harness", "a:", "a+b-c.1:x", "http://[::1]/", "http://[::ffff:1.2.3.4]:80/", "http://[v1.a:b]/",
		"http://h", "http://h:", "http://h:8080/a?b=c/d?e", "file:///etc", "mailto:a@b", "http://u:p@h/", "http://h/%20%aF", "http://999.1.1.1/", "x:/a//b",
		"http://h/#f", "http:///x", "http://h/a:b@c!$&'()*+,;=",
	}
	bad := []string{
		"", "/x", "x", "//h/x", "1a:x", ":x", "ä:x", "https://bad host/%zz", "https://h/%2", "https://h/%", "https://h/%zz", "http://[::1", "http://[g::1]/",
		"http://[::1%25eth0]/", "http://[1.2.3.4]/", "http://[]/", "http://[::1]x/", "http://[::1]:x/", "http://h:8x/", "http://h/a b", "http://h/a\tb",
		"http://h/a\nb", "http://h/<>", `http://h/"`, "http://h/{x}", "http://h/a|b", `http://h/a\b`, "http://h/^", "http://h/`", "http://h/ü", " http://h",
		"http://h ", "http://a@b@c/", "http://h/#a#b", "http://h/?a[b]", "http://[v.a]/", "http://[v1.]/", "http://[vx.a]/", "a%20b:x",
	}
	for _, s := range good {
		if err := uri(s); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range bad {
		if uri(s) == nil {
			t.Errorf("%q is taken", s)
		}
	}
}

func TestSourcesAreAbsoluteURIs(t *testing.T) {
	g, err := newGrammar()
	if err != nil {
		t.Fatal(err)
	}
	for source, ok := range map[string]bool{"https://h/": true, "https://h/#f": false, "https://h/#": false, "/x": false, "https://bad host/%zz": false} {
		parse(t, g, ev("e1", "turn.start", `"turn":{"id":"t"},"trigger":"user","items":[],"source":"`+source+`"`))
		if source[0] == '/' {
			parse(t, g, `{"id":"e1","type":"turn.start","source":"/x","time":"2026-09-15T12:00:00Z","harness":{"name":"h","version":"1"},"turn":{"id":"t"},"trigger":"user","items":[]}`)
		}
		if faults := g.Check("turn.start", ""); (faults == nil) != ok || !ok && !slices.ContainsFunc(faults, func(f check.Fault) bool { return f.Pointer == "/source" }) {
			t.Errorf("%s: %+v", source, faults)
		}
	}
}
