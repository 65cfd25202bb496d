package rules

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
)

// Reasons why a text is no absolute URI.
var (
	errURIScheme = errors.New("the text has no scheme: an absolute URI begins with one")
	errURIEscape = errors.New("a % is not followed by two hexadecimal digits")
	errURIHost   = errors.New("the host in brackets is no IPv6 address")
	errURIPort   = errors.New("the port is no number")
)

// Characters of RFC 3986 beside letters and digits.
const (
	unreserved = "-._~"
	subDelims  = "!$&'()*+,;="
	pathChars  = unreserved + subDelims + ":@/"
)

// uri tells whether a text is a URI of RFC 3986, section 3: a scheme, a hierarchical part, perhaps a query and a
// fragment, in ASCII, every escape complete. (An absolute URI has no fragment; the schema refuses that.)
func uri(s string) error {
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || !isScheme(scheme) {
		return errURIScheme
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	hierarchy, query, _ := strings.Cut(rest, "?")
	if err := errors.Join(spelled("fragment", fragment, pathChars+"?"), spelled("query", query, pathChars+"?")); err != nil {
		return err
	}
	after, has := strings.CutPrefix(hierarchy, "//")
	if !has {
		return spelled("path", hierarchy, pathChars)
	}
	host, path := after, ""
	if i := strings.IndexByte(after, '/'); i >= 0 {
		host, path = after[:i], after[i:]
	}
	if err := authority(host); err != nil {
		return err
	}
	return spelled("path", path, pathChars)
}

func isScheme(s string) bool {
	for i := range len(s) {
		if !letter(s[i]) && (i == 0 || !digit(s[i]) && strings.IndexByte("+-.", s[i]) < 0) {
			return false
		}
	}
	return s != ""
}

// authority is user information, host and port.
func authority(s string) error {
	user, host, has := cutLast(s, '@')
	if !has {
		host = s
	} else if err := spelled("user information", user, unreserved+subDelims+":"); err != nil {
		return err
	}
	port := ""
	if strings.HasPrefix(host, "[") {
		end := strings.IndexByte(host, ']')
		if end < 0 || !literal(host[1:end]) {
			return errURIHost
		}
		after := host[end+1:]
		if after != "" && after[0] != ':' {
			return errURIHost
		}
		host, port = "", strings.TrimPrefix(after, ":")
	} else if name, number, ok := cutLast(host, ':'); ok {
		host, port = name, number
	}
	for i := range len(port) {
		if !digit(port[i]) {
			return errURIPort
		}
	}
	return spelled("host", host, unreserved+subDelims)
}

func cutLast(s string, at byte) (before, after string, found bool) {
	i := strings.LastIndexByte(s, at)
	if i < 0 {
		return "", "", false
	}
	return s[:i], s[i+1:], true
}

// literal tells whether the inside of brackets is an IPv6 address or one of a later version. Zones are not of RFC 3986.
func literal(s string) bool {
	if len(s) > 0 && s[0]|0x20 == 'v' {
		version, address, ok := strings.Cut(s[1:], ".")
		for i := range len(version) {
			if !hexadecimal(version[i]) {
				return false
			}
		}
		return ok && version != "" && address != "" && !strings.Contains(address, "%") && spelled("host", address, unreserved+subDelims+":") == nil
	}
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

// spelled tells whether a component has only the characters allowed in it, and complete escapes.
func spelled(component, s, allowed string) error {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case letter(c) || digit(c) || strings.IndexByte(allowed, c) >= 0:
		case c != '%':
			return fmt.Errorf("the %s of the URI has a character that must be escaped", component)
		case i+2 >= len(s) || !hexadecimal(s[i+1]) || !hexadecimal(s[i+2]):
			return errURIEscape
		default:
			i += 2
		}
	}
	return nil
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }

func hexadecimal(c byte) bool { return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
