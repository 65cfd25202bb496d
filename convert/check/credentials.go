package check

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

// secretIn says what secret stands in a text that should be a handle or an identity; "" for none.
func secretIn(s string) string {
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

// userinfo tells whether a URL carries a password, as in https://user:secret@host/.
func userinfo(s string) bool {
	_, rest, ok := strings.Cut(s, "://")
	if !ok {
		return false
	}
	authority, _, _ := strings.Cut(rest, "/")
	user, _, ok := strings.Cut(authority, "@")
	return ok && strings.Contains(user, ":") && !strings.HasSuffix(user, ":")
}

// v09 reports a secret in a field that is for handles or identities. The secret itself is not repeated.
func (x *validation) v09(at spot, s string) {
	what := secretIn(s)
	if what == "" && userinfo(s) {
		what = "a password in a URL"
	}
	if what != "" {
		x.fault("V09", at, what, "a handle or an identity", "the value looks like a secret")
	}
}

func (x *validation) v09Value(it *item, v value) {
	if v.kind() == stringKind {
		x.v09(it.at(v), v.str())
	}
}

func (x *validation) v09Requirements(it *item, list value) {
	for e := range list.each() {
		x.v09Value(it, e.get("secret_handle"))
	}
}

func (x *validation) v09Resource(it *item) {
	x.v09Value(it, it.root().get("locator"))
	x.v09Value(it, it.root().get("original_location"))
}

// v09Services looks at a continuation profile's service bindings.
func (x *validation) v09Services(it *item, services value) {
	for e := range services.each() {
		for _, v := range []value{e.get("endpoint").get("locator"), e.get("account").get("provider"), e.get("account").get("subject"), e.get("audience")} {
			x.v09Value(it, v)
		}
		for h := range e.get("secret_handles").each() {
			x.v09Value(it, h)
		}
	}
}
