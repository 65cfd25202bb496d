package wire

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"asif-convert/convert/asif"
)

// secretNames are words that name a secret, in options, query parameters, headers and environment variables.
var secretNames = []string{
	"token", "secret", "password", "passwd", "apikey", "accesskey", "privatekey", "authorization", "credential", "cookie", "signature",
}

// secretsBy are the names of secrets by the letter that they begin with.
var secretsBy = func() (by [256][]string) {
	for _, name := range secretNames {
		by[name[0]] = append(by[name[0]], name)
	}
	return by
}()

// separators stand between the words of a name.
var separators = strings.NewReplacer("-", "", "_", "", ".", "")

// SecretName tells whether a name is that of a secret value: "--api-key", "GITHUB_TOKEN", "Authorization".
func SecretName(name string) bool {
	var room [64]byte
	plain := room[:0]
	for i := range len(name) {
		switch c := name[i]; {
		case c == '-' || c == '_' || c == '.':
		case c >= utf8.RuneSelf:
			lower := strings.ToLower(strings.Clone(name)) // of a copy: no caller has to allocate the name for this rare case
			return secretName([]byte(separators.Replace(lower)))
		case c >= 'A' && c <= 'Z':
			plain = append(plain, c|0x20)
		default:
			plain = append(plain, c)
		}
	}
	return secretName(plain)
}

// secretName is SecretName for a name in lower case, without separators.
func secretName(plain []byte) bool {
	for i, c := range plain {
		for _, word := range secretsBy[c] {
			if len(plain)-i >= len(word) && string(plain[i:i+len(word)]) == word {
				return true
			}
		}
	}
	return string(plain) == "auth" || string(plain) == "sig" || string(plain) == "pat"
}

// harmless tells whether a value under a secret's name is none: empty, a variable, or a stand-in.
func harmless(value string) bool {
	return value == "" || value[0] == '$' || value[0] == '<' || value[0] == '{' || strings.Trim(value, "*x.") == "" ||
		strings.EqualFold(value, "redacted") || strings.EqualFold(value, "[redacted]")
}

// Secret tells whether a value is secret because of its name: that of a secret, and the value no variable or stand-in.
func Secret(name, value string) bool { return SecretName(name) && !harmless(value) }

// StripURL takes the secrets out of an address: user information, and query parameters that are named or look like
// one. An address with a secret anywhere else is given up: clean is "". found says what was taken; "" and the same
// address when there is nothing.
func StripURL(address string) (clean, found string) {
	clean = address
	if scheme, rest, ok := strings.Cut(address, "://"); ok {
		end := len(rest)
		if i := strings.IndexAny(rest, "/?#"); i >= 0 {
			end = i
		}
		if i := strings.LastIndexByte(rest[:end], '@'); i >= 0 {
			clean, found = scheme+"://"+rest[i+1:], "user information in an address"
		}
	}
	if before, query, ok := strings.Cut(clean, "?"); ok {
		kept, secret := stripQuery(query)
		if secret {
			clean, found = before+kept, "a secret in an address's query"
		}
	}
	if what := asif.Secret(clean); what != "" {
		return "", what + " in an address"
	}
	return clean, found
}

// stripQuery takes secret parameters out of a query, which may have a fragment behind it.
func stripQuery(query string) (kept string, secret bool) {
	query, fragment, hasFragment := strings.Cut(query, "#")
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		plain, err := url.QueryUnescape(value)
		if err != nil {
			plain = value
		}
		if Secret(name, plain) || asif.Secret(plain) != "" {
			secret = true
			continue
		}
		kept += "&" + pair
	}
	if kept != "" {
		kept = "?" + kept[1:]
	}
	if hasFragment {
		kept += "#" + fragment
	}
	return kept, secret
}

// StripArguments takes the secrets out of a command's arguments: the value of an option or variable that is named like
// a secret, and whatever looks like one. found says what was taken; "" and the same arguments when there is nothing.
func StripArguments(args []string) (clean []string, found string) {
	clean = make([]string, 0, len(args))
	named := "" // the option whose value comes next
	for _, arg := range args {
		name, value, assigned := strings.Cut(arg, "=")
		option := strings.HasPrefix(arg, "-")
		switch {
		case named != "" && !option && !harmless(arg):
			found = "the value of " + named
			named = ""
			continue
		case assigned && name != "" && !strings.ContainsAny(name, " /:?&") && Secret(name, value):
			clean, found = append(clean, name+"="), "the value of "+name
		case asif.Secret(arg) != "":
			found = asif.Secret(arg)
		case strings.Contains(arg, "://"):
			address, what := StripURL(arg)
			if what != "" {
				found = what
			}
			clean = append(clean, address)
		default:
			clean = append(clean, arg)
		}
		if named = ""; option && !assigned && SecretName(name) {
			named = name
		}
	}
	return clean, found
}
