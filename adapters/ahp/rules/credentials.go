package rules

import (
	"strings"

	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
)

// a35 looks for credentials where addresses, arguments and descriptors stand. Input of tools is theirs.
func (v *validation) a35() {
	v.address(v.get("source"))
	v.connection(in(in(v.get("tool"), "mcp"), "connection"))
	source.Values(v.get("calls"), func(call []byte) bool {
		v.connection(in(in(in(call, "tool"), "mcp"), "connection"))
		return true
	})
	source.Values(in(v.get("change"), "mcpServers"), func(server []byte) bool {
		v.descriptor(server, "")
		return true
	})
}

func (v *validation) credential(at []byte, what string) {
	v.fault("A35", check.Error, at, what, "no credential", "the value carries a credential")
}

func (v *validation) address(raw []byte) {
	if _, found := wire.StripURL(string(text(raw))); found != "" {
		v.credential(raw, found)
	}
}

// connection is how an MCP server is reached.
func (v *validation) connection(c []byte) {
	if c == nil {
		return
	}
	v.address(in(c, "url"))
	v.address(in(c, "address"))
	v.words(in(c, "args"))
	for _, name := range []string{"command", "cwd"} {
		if what := asif.Secret(string(text(in(c, name)))); what != "" {
			v.credential(in(c, name), what)
		}
	}
}

// words are arguments of a command.
func (v *validation) words(args []byte) {
	var all []string
	source.Values(args, func(arg []byte) bool {
		all = append(all, string(text(arg)))
		return true
	})
	if _, found := wire.StripArguments(all); found != "" {
		v.credential(args, found)
	}
}

// descriptor is a value that describes a server, under that name.
func (v *validation) descriptor(raw []byte, name string) {
	if len(raw) == 0 {
		return
	}
	switch raw[0] {
	case '"':
		value := string(text(raw))
		switch {
		case strings.Contains(value, "://"):
			v.address(raw)
		case asif.Secret(value) != "":
			v.credential(raw, asif.Secret(value))
		case name != "" && wire.Secret(name, value):
			v.credential(raw, "the value of "+name)
		}
	case '[':
		v.words(raw)
	case '{':
		source.Members(raw, func(key, value []byte) bool {
			v.descriptor(value, string(text(key)))
			return true
		})
	}
}
