package wire_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters/ahp/wire"
)

// key has the shape of a key and is none.
var key = "sk-" + strings.Repeat("a1B2", 8)

func TestAddressesLoseTheirSecretsAndNothingElse(t *testing.T) {
	for in, want := range map[string]string{
		"https://h/p?q=1#f":                   "https://h/p?q=1#f",
		"https://user:pw@h/p":                 "https://h/p",
		"https://user@h":                      "https://h",
		"https://h/p?token=abc&q=1#f":         "https://h/p?q=1#f",
		"https://h/p?api_key=abc":             "https://h/p",
		"https://h/p?q=" + key:                "https://h/p",
		"https://h/" + key:                    "",
		"https://h/p?token=$TOKEN":            "https://h/p?token=$TOKEN",
		"https://h/p?token=":                  "https://h/p?token=",
		"https://h/a@b?mail=a@b":              "https://h/a@b?mail=a@b",
		"urn:test:harness":                    "urn:test:harness",
		"https://u:p@h/p?X-Amz-Signature=ab1": "https://h/p",
	} {
		got, found := wire.StripURL(in)
		if got != want || (found != "") != (got != in) {
			t.Errorf("%s became %s (%q), want %s", in, got, found, want)
		}
	}
}

func TestArgumentsLoseTheirSecretsAndNothingElse(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"serve --port 80 --verbose", "serve --port 80 --verbose"},
		{"--token abc --port 80", "--token --port 80"},
		{"--token=abc", "--token="},
		{"--token --port 80", "--token --port 80"},
		{"--token $TOKEN x", "--token $TOKEN x"},
		{"-e GITHUB_TOKEN=abc run", "-e GITHUB_TOKEN= run"},
		{"-e GITHUB_TOKEN run", "-e GITHUB_TOKEN run"},
		{"--tokens-file=${F}", "--tokens-file=${F}"},
		{key + " x", "x"},
		{"https://u:p@h/p", "https://h/p"},
		{"Authorization=abc", "Authorization="},
	} {
		in := strings.Fields(c.in)
		got, found := wire.StripArguments(in)
		if d := cmp.Diff(strings.Fields(c.want), got); d != "" {
			t.Errorf("%s: %s", c.in, d)
		}
		if (found != "") != (c.in != c.want) || strings.Contains(found, "abc") {
			t.Errorf("%s: found %q", c.in, found)
		}
	}
}
