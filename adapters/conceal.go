package adapters

import (
	"regexp"
	"slices"
	"strings"

	"asif-convert/convert/asif"
)

// concealed stands where a secret stood.
const concealed = "[secret]"

// leastSecret is how long a value must be to be looked for in texts: a shorter one would be found in any.
const leastSecret = 6

// Keep remembers a value that may be a secret, also without the scheme before it: "Bearer abc" is known by abc too.
func (i *Inspection) Keep(value string) {
	_, bare, _ := strings.Cut(value, " ")
	for _, v := range []string{value, bare} {
		if len(v) >= leastSecret && !reference.MatchString(v) && !slices.Contains(i.secrets, v) {
			i.secrets = append(i.secrets, v)
		}
	}
}

// conceal takes secrets out of texts and definitions: those that a setting holds, and what looks like one.
func (i *Inspection) conceal() {
	slices.SortFunc(i.secrets, func(a, b string) int { return len(b) - len(a) }) // a longer one may hold a shorter one
	for k := range i.Instructions {
		for p := range i.Instructions[k].Instruction.Parts {
			part := &i.Instructions[k].Instruction.Parts[p]
			text := i.without(*part.Text)
			part.Text = &text
		}
	}
	for k := range i.Capabilities {
		i.Capabilities[k].Definition = i.withoutJSON(i.Capabilities[k].Definition)
	}
	for k := range i.Policies {
		i.Policies[k].Definition = i.withoutJSON(i.Policies[k].Definition)
	}
}

// stretch is a run of characters that a credential can be made of, and named what follows a name that says that it is
// one.
var (
	stretch = regexp.MustCompile(`[A-Za-z0-9_][A-Za-z0-9_.+/=:@-]{11,}`)
	named   = regexp.MustCompile(`(?i)((?:api[-_ ]?key|token|secret|password|passwd|authorization|bearer|basic)["']?\s*[=:]?\s*["']?)([A-Za-z0-9+/_.=-]{8,})`)
	keyed   = regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`)
)

func (i *Inspection) without(text string) string {
	for _, s := range i.secrets {
		text = strings.ReplaceAll(text, s, concealed)
	}
	text = keyed.ReplaceAllString(text, concealed)
	text = named.ReplaceAllStringFunc(text, func(s string) string {
		m := named.FindStringSubmatch(s)
		if !mixed(m[2]) {
			return s // a word
		}
		return m[1] + concealed
	})
	return stretch.ReplaceAllStringFunc(text, func(s string) string {
		if asif.Secret(s) != "" || asif.HasPassword(s) {
			return concealed
		}
		return s
	})
}

// mixed tells whether a word has digits among its letters, as credentials do and words do not.
func mixed(s string) bool {
	return strings.ContainsAny(s, "0123456789") && strings.ContainsAny(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz")
}

// withoutJSON conceals in the strings of a JSON value, which stays one: no pattern matches a quote or a backslash that
// ends a string.
func (i *Inspection) withoutJSON(raw []byte) []byte {
	return jsonString.ReplaceAllFunc(raw, func(s []byte) []byte {
		text := string(asif.AppendUnquoted(nil, s))
		if out := i.without(text); out != text {
			return asif.AppendString(nil, out)
		}
		return s
	})
}

var jsonString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
