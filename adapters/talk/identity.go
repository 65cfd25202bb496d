package talk

import (
	"crypto/sha1" //nolint:gosec // a name-based UUID is defined by it; nothing is secured
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// UUID names something by what it is made from: a name-based UUID (RFC 9562, version 5) in the name space of nothing. The
// same parts give the same name.
func UUID(parts ...string) string {
	h := sha1.New()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	var u [16]byte
	copy(u[:], h.Sum(nil))
	u[6], u[8] = u[6]&0x0f|0x50, u[8]&0x3f|0x80
	x := hex.EncodeToString(u[:])
	return x[:8] + "-" + x[8:12] + "-" + x[12:16] + "-" + x[16:20] + "-" + x[20:]
}

// maxAlias is the length of a call's or a tool's name that every provider takes.
const maxAlias = 64

// aliases gives names in the alphabet that providers take, ^[a-zA-Z0-9_-]+$: a name that has it stays as it is, any other gets
// a digest, so that different names stay different.
type aliases struct{ taken map[string]string } // alias → name, of those that are not the name itself

// of is the name's alias, and whether it is another name.
func (a *aliases) of(name string, taken func(string) bool) (alias string, other bool) {
	if plainName(name) {
		return name, false
	}
	stem := strings.Map(func(r rune) rune {
		if r < 0x80 && plainByte(byte(r)) {
			return r
		}
		return '_'
	}, name)
	sum := sha256.Sum256([]byte(name))
	digest := hex.EncodeToString(sum[:])
	if a.taken == nil {
		a.taken = map[string]string{}
	}
	for n := 8; ; n += 8 { // as much of the digest as tells it from all others
		alias = stem[:min(len(stem), maxAlias-n-1)] + "_" + digest[:n]
		if was, is := a.taken[alias]; is && was == name {
			return alias, true
		} else if !is && !taken(alias) || n >= maxAlias-8 {
			a.taken[alias] = name
			return alias, true
		}
	}
}

// plainName tells whether every provider takes a name as it is.
func plainName(name string) bool {
	if name == "" || len(name) > maxAlias {
		return false
	}
	for i := range len(name) {
		if !plainByte(name[i]) {
			return false
		}
	}
	return true
}

func plainByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-'
}

// digest is the SHA-256 of bytes, in hexadecimal.
func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
