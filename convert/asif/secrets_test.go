package asif_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"asif-convert/convert/asif"
)

// Shapes of secrets are found where a token begins, whatever is around them, in strings and in bytes.
func TestSecretsAreFoundByTheirShape(t *testing.T) {
	long := strings.Repeat("a1", 40)
	key := "-----BEGIN EC PRIVATE KEY-----\nMHc\n-----END EC PRIVATE KEY-----"
	for text, want := range map[string]string{
		"":                           "",
		"sk-" + long[:20]:            "an API key",
		"sk-" + long[:19]:            "",
		"ask-" + long[:20]:           "",
		"task sk-" + long[:20] + ".": "an API key",
		"AKIA" + long[:16]:           "an access key",
		"AKIA" + long[:15]:           "",
		"XAKIA" + long[:16]:          "",
		"key=AKIA" + long[:16]:       "an access key",
		"_ghp_" + long[:30]:          "",
		"ghp_" + long[:30]:           "a token",
		"Bearer " + long[:20]:        "a bearer token",
		"Basic " + long[:16]:         "a basic authorization",
		"eyJ" + long[:60]:            "a signed token",
		"eyJ" + long[:59]:            "",
		"Bearer sk-" + long[:20]:     "an API key", // the first of the list, wherever it stands
		key:                          "a private key",
		key[len("-"):]:               "",
		strings.ReplaceAll(key, "PRIVATE", "PUBLIC"):   "",
		"RSA_PRIVATE KEY----- -----BEGIN it":           "a private key",
		strings.ReplaceAll(key, "KEY-----", "KEY----"): "",
	} {
		if got := asif.Secret(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := asif.Secret([]byte(text)); got != want {
			t.Errorf("%q as bytes: %q, want %q", text, got, want)
		}
	}
}

// A secret stays one behind anything that ends a token, and before anything.
func TestSecretsAreFoundInAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.StringMatching(`[a-z :/"{,]{0,20}[ :/",]`).Draw(t, "before")
		after := rapid.String().Draw(t, "after")
		secret := rapid.SampledFrom([]string{"AKIA0123456789ABCDEF", "glpat-abcdefghij0123456789", "Basic dXNlcjpwYXNzd29yZA=="}).Draw(t, "secret")
		if text := before + secret + after; asif.Secret(text) == "" {
			t.Fatalf("nothing found in %q", text)
		}
	})
}
