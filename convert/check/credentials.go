package check

import "asif-convert/convert/asif"

// v09 reports a secret in a field that is for handles or identities. The secret itself is not repeated.
func (x *validation) v09(at spot, s string) {
	what := asif.Secret(s)
	if what == "" && asif.HasPassword(s) {
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

// v09Service looks at a service binding of a continuation profile.
func (x *validation) v09Service(it *item) {
	e := it.root()
	for _, v := range []value{e.get("endpoint").get("locator"), e.get("account").get("provider"), e.get("account").get("subject"), e.get("audience")} {
		x.v09Value(it, v)
	}
	for h := range e.get("secret_handles").each() {
		x.v09Value(it, h)
	}
}
