package continuation

import (
	"strings"
	"testing"
)

func TestAGraphHoldsNothingThatATerminalObeys(t *testing.T) {
	got := dotText("a\x1b[31m \"b\"\\\r\n\u202e日\u009b")
	want := `"a\\u{1b}[31m \"b\"\\\\u{d}\n\\u{202e}日\\u{9b}"`
	if got != want || strings.ContainsAny(got, "\x1b\r\n") {
		t.Errorf("got %q, want %q", got, want)
	}
}
