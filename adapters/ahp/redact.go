package ahp

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// deepest is how deep an opaque value is searched for credentials; what lies deeper is taken out whole.
const deepest = 24

// removed stands for a value that was taken out.
const removed = `"[removed: looks like a credential]"`

// redacted is a JSON value without what looks like a credential: values under a name of a secret, texts that look like
// one, and secrets in addresses. The value itself when there is nothing.
func redacted(value []byte) (clean []byte, found bool) {
	if !suspicious(value, anywhere, deepest) {
		return value, false
	}
	return redact(value, anywhere, deepest)
}

// suspicious tells whether redact may find something in a value. Nearly all values have nothing: it makes no copy.
func suspicious(value []byte, names under, depth int) (found bool) {
	switch {
	case len(value) == 0 || value[0] != '"' && value[0] != '{' && value[0] != '[':
		return false
	case value[0] == '"':
		_, found = redactText(value, names)
		return found
	case depth == 0:
		return true
	case value[0] == '[':
		source.Values(value, func(v []byte) bool {
			found = suspicious(v, names, depth-1)
			return !found
		})
		return found
	}
	source.Members(value, func(key, v []byte) bool {
		name, below := adapters.Text(key), names
		if secret(name) {
			below = underSecret
		}
		found = arguments(name, v) || suspicious(v, below, depth-1)
		return !found
	})
	return found
}

// arguments tells whether a member holds the arguments of a command, and secrets in them.
func arguments(name, value []byte) bool {
	if string(name) != "args" || !isArray(value) {
		return false
	}
	_, found := wire.StripArguments(words(value))
	return found != ""
}

// secret tells whether a member's name says that its value is to be taken out.
func secret(name []byte) bool { return wire.SecretName(string(name)) || headers(name) }

// under says below what names a value stands.
type under uint8

const (
	anywhere    under = iota
	underSecret       // the name of a secret
)

// redact takes credentials out of a value.
func redact(value []byte, names under, depth int) ([]byte, bool) {
	switch {
	case len(value) == 0:
		return value, false
	case value[0] == '"':
		return redactText(value, names)
	case value[0] != '{' && value[0] != '[':
		return value, false // a number is no credential: maxTokens
	case depth == 0:
		return []byte(removed), true
	}
	var out []byte
	found := false
	switch {
	case value[0] == '{' && source.Member(value, "transport") != nil:
		out, found = connection(value, depth-1)
	case value[0] == '{':
		out = append(out, '{')
		source.Members(value, func(key, v []byte) bool {
			clean, what := redactMember(key, v, names, depth-1)
			out, found = append(append(append(comma(out), key...), ':'), clean...), found || what
			return true
		})
		out = append(out, '}')
	default:
		out = append(out, '[')
		source.Values(value, func(v []byte) bool {
			clean, what := redact(v, names, depth-1)
			out, found = append(comma(out), clean...), found || what
			return true
		})
		out = append(out, ']')
	}
	if !found {
		return value, false
	}
	return out, true
}

// headers tells whether a member holds what is sent or set for a server: names stay, values go.
func headers(name []byte) bool {
	switch string(name) {
	case "headers", "env", "environment", "cookies":
		return true
	}
	return false
}

func comma(o []byte) []byte {
	if n := len(o); n > 1 {
		return append(o, ',')
	}
	return o
}

func redactText(value []byte, names under) ([]byte, bool) {
	text := adapters.Text(value)
	switch {
	case len(text) == 0:
		return value, false
	case names == underSecret || asif.Secret(text) != "":
		return []byte(removed), true
	case bytes.IndexByte(text, '?') < 0 && !bytes.Contains(text, []byte("://")):
		return value, false // no address with a query or user information
	}
	if clean, what := wire.StripURL(string(text)); what != "" {
		if clean == "" {
			return []byte(removed), true
		}
		return quote(clean), true
	}
	return value, false
}

// safe is a value without credentials; that some were taken out is noted at the event.
func (e *event) safe(value []byte) []byte {
	clean, found := redacted(value)
	e.lost = e.lost || found
	return clean
}

// connection is how a server is reached, without credentials, and with a gap for each member that had some.
func connection(raw []byte, depth int) (clean []byte, found bool) {
	var members []member
	var gaps []byte
	source.Members(raw, func(key, value []byte) bool {
		name := word(key)
		if name == "gaps" {
			source.Values(value, func(v []byte) bool {
				v, _ = redact(v, anywhere, depth)
				gaps = append(append(gaps, v...), ',')
				return true
			})
			return true
		}
		what := secret(adapters.Text(key))
		kept := []byte(removed)
		if !what {
			kept, what = redactMember(key, value, anywhere, depth)
		}
		if what {
			found = true
			gap := object(member{"path", key}, member{"reason", quote("looked like a credential and was taken out")})
			gaps = append(append(gaps, gap...), ',')
		}
		if string(kept) != removed {
			spelled := quote(name)
			members = append(members, member{string(spelled[1 : len(spelled)-1]), kept})
		}
		return true
	})
	if len(gaps) > 0 {
		members = append(members, member{"gaps", append(append([]byte{'['}, gaps[:len(gaps)-1]...), ']')})
	}
	return object(members...), found
}

// redactMember is redact for a member of an object. Arguments of a command are looked at together.
func redactMember(key, value []byte, names under, depth int) ([]byte, bool) {
	if word(key) == "args" && len(value) > 0 && value[0] == '[' {
		if clean, what := wire.StripArguments(words(value)); what != "" {
			return list(clean), true
		}
	}
	if secret(adapters.Text(key)) {
		names = underSecret
	}
	return redact(value, names, depth)
}

// words are the texts of an array.
func words(raw []byte) (out []string) {
	source.Values(raw, func(v []byte) bool {
		out = append(out, string(adapters.Text(v)))
		return true
	})
	return out
}

// list makes a JSON array of texts.
func list(texts []string) []byte {
	o := []byte{'['}
	for _, t := range texts {
		o = asif.AppendString(comma(o), t)
	}
	return append(o, ']')
}
