package adapters_test

import (
	"testing"

	"asif-convert/adapters"
)

func TestPublicURLsHoldNoCredentials(t *testing.T) {
	for in, want := range map[string]string{
		"https://me:hunter2@example.org/p.git":          "https://example.org/p.git",
		"https://ghp_secret@example.org/p.git":          "https://example.org/p.git",
		"https://example.org/mcp?key=hunter2#t=hunter2": "https://example.org/mcp",
		"https://example.org/p.git":                     "https://example.org/p.git",
		"ssh://git@example.org/p.git":                   "ssh://example.org/p.git",
		"git@example.org:p.git":                         "git@example.org:p.git",
		"me:hunter2@example.org:p.git":                  "",
		"https://me:hunter2@exa mple.org/p.git":         "https://",
		"../p.git":                                      "../p.git",
	} {
		if got := adapters.PublicURL(in); got != want {
			t.Errorf("PublicURL(%q) = %q, want %q", in, got, want)
		}
	}
}
