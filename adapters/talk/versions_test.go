package talk

import "testing"

func TestVersionsAreComparedByNumber(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"2.1.73", "2.1.76", true},
		{"2.1.73", "2.1.332", true},
		{"2.1.332", "2.1.73", false},
		{"2.1.73", "2.1.73", false},
		{"0.96.0", "0.171.0", true},
		{"1.0.98", "2.0.0", true},
		{"2.1.73", "", false},
		{"2.1.73", "unknown", false},
		{"2.1", "2.1.1", false}, // what is not said is not older
	} {
		if got := olderThan(c.a, c.b); got != c.want {
			t.Errorf("%q older than %q: %t", c.a, c.b, got)
		}
	}
}
