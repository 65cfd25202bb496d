package asif

import "strings"

// credential is the shape of a secret: a prefix and how many characters of its alphabet follow at least.
type credential struct {
	prefix string
	least  int
	what   string
}

// credentials are shapes that are secrets wherever they stand.
var credentials = []credential{
	{"sk-", 20, "an API key"}, {"sk_live_", 16, "an API key"}, {"rk_live_", 16, "an API key"}, {"AIza", 30, "an API key"},
	{"AKIA", 16, "an access key"}, {"ASIA", 16, "an access key"}, {"ghp_", 30, "a token"}, {"gho_", 30, "a token"},
	{"ghu_", 30, "a token"}, {"ghs_", 30, "a token"}, {"ghr_", 30, "a token"}, {"github_pat_", 30, "a token"},
	{"glpat-", 20, "a token"}, {"xoxb-", 20, "a token"}, {"xoxp-", 20, "a token"}, {"xoxa-", 20, "a token"},
	{"npm_", 30, "a token"}, {"hf_", 30, "a token"}, {"pypi-", 30, "a token"}, {"ya29.", 30, "a token"},
	{"Bearer ", 20, "a bearer token"}, {"Basic ", 16, "a basic authorization"}, {"eyJ", 60, "a signed token"},
}

// Secret says what secret stands in a text that should be a handle, an identity or an address (V09): "an API key"; ""
// for none. It goes by shape alone.
func Secret(s string) string {
	if strings.Contains(s, "-----BEGIN ") && strings.Contains(s, "PRIVATE KEY-----") {
		return "a private key"
	}
	for _, c := range credentials {
		for from := 0; ; {
			i := strings.Index(s[from:], c.prefix)
			if i < 0 {
				break
			}
			i += from
			from = i + len(c.prefix)
			if (i == 0 || !tokenCharacter(s[i-1])) && tokenLength(s[from:]) >= c.least {
				return c.what
			}
		}
	}
	return ""
}

func tokenLength(s string) int {
	n := 0
	for n < len(s) && (tokenCharacter(s[n]) || strings.IndexByte("-.+/=", s[n]) >= 0) {
		n++
	}
	return n
}

func tokenCharacter(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// HasPassword tells whether a URL carries a password, as in https://user:secret@host/.
func HasPassword(s string) bool {
	_, rest, ok := strings.Cut(s, "://")
	if !ok {
		return false
	}
	authority, _, _ := strings.Cut(rest, "/")
	user, _, ok := strings.Cut(authority, "@")
	return ok && strings.Contains(user, ":") && !strings.HasSuffix(user, ":")
}
