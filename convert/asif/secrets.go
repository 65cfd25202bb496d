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

// leastSecret is the length of the shortest text that holds a credential.
var leastSecret = func() int {
	n := len(privateKey)
	for _, c := range credentials {
		n = min(n, len(c.prefix)+c.least)
	}
	return n
}()

// credentialsBy are the numbers of the credentials by the byte that they begin with.
var credentialsBy = func() (by [256][]int) {
	for n, c := range credentials {
		by[c.prefix[0]] = append(by[c.prefix[0]], n)
	}
	return by
}()

const privateKey = "PRIVATE KEY-----"

// Secret says what secret stands in a text that should be a handle, an identity or an address (V09): "an API key"; ""
// for none. It goes by shape alone: of several, the one is told that stands first in the list of shapes.
func Secret[T string | []byte](s T) string {
	if len(s) < leastSecret {
		return ""
	}
	first, key, begin := len(credentials), false, false
	for i := range len(s) {
		if !tokenCharacters[s[i]] || i > 0 && tokenCharacters[s[i-1]] {
			continue // credentials begin where a token does
		}
		rest := s[i:]
		switch rest[0] {
		case 'K':
			key = key || hasPrefix(rest, "KEY-----") && i >= len("PRIVATE ") && hasPrefix(s[i-len("PRIVATE "):], privateKey)
		case 'B':
			begin = begin || hasPrefix(rest, "BEGIN ") && i >= len("-----") && hasPrefix(s[i-len("-----"):], "-----BEGIN ")
		}
		for _, n := range credentialsBy[rest[0]] {
			if c := &credentials[n]; n < first && hasPrefix(rest, c.prefix) && tokenLength(rest[len(c.prefix):]) >= c.least {
				first = n
			}
		}
	}
	switch {
	case key && begin:
		return "a private key"
	case first < len(credentials):
		return credentials[first].what
	}
	return ""
}

func hasPrefix[T string | []byte](s T, prefix string) bool {
	return len(s) >= len(prefix) && string(s[:len(prefix)]) == prefix
}

func tokenLength[T string | []byte](s T) int {
	n := 0
	for n < len(s) && (tokenCharacters[s[n]] || strings.IndexByte("-.+/=", s[n]) >= 0) {
		n++
	}
	return n
}

// tokenCharacters are letters, digits and underscores.
var tokenCharacters = func() (is [256]bool) {
	for c := range is {
		is[c] = tokenCharacter(byte(c))
	}
	return is
}()

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
