package adapters

import (
	"net/url"
	"strings"
)

// PublicURL is an address without what may be a credential: user and password, query and fragment. What is no address
// with a scheme stays, unless it has a password before an "@": then nothing of it does.
func PublicURL(address string) string {
	scheme, _, ok := strings.Cut(address, "://")
	if !ok {
		if user, _, at := strings.Cut(address, "@"); at && strings.Contains(user, ":") {
			return ""
		}
		return address
	}
	u, err := url.Parse(address)
	if err != nil || u.Opaque != "" {
		return scheme + "://"
	}
	u.User, u.RawQuery, u.Fragment, u.RawFragment, u.ForceQuery = nil, "", "", "", false
	return u.String()
}
