package adapters

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"asif-convert/convert/asif"
)

// Server is an MCP server as a configuration file has it.
type Server struct {
	Name     string
	Where    string // the file, as it is shown
	Command  string
	URL      string
	Texts    []string          // arguments and whatever else variables can stand in
	Env      map[string]string // variable → value
	Headers  map[string]string // header → value
	Names    []string          // of variables that the server is given from the environment
	Disabled bool
}

// reference is a variable that a text refers to: ${NAME} or ${NAME:-default}.
var reference = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-[^}]*)?\}`)

// secretName tells from its name whether a variable or header holds a secret.
var secretName = regexp.MustCompile(`(?i)key|token|secret|passw|pwd|cred|auth|cookie|private|session|dsn|license|signature`)

// Serve adds a server: a capability of that type, a service, and a handle for every secret that it is given. Arguments
// and paths of addresses are left out, for both can hold secrets. So can a name: such a server has a number instead.
func (i *Inspection) Serve(typ string, s Server) {
	s.Name = i.shownName(s.Name)
	if s.Disabled || slices.ContainsFunc(i.Services, func(v asif.Service) bool { return v.ID == "service:mcp:"+s.Name }) {
		return // of two, the one that was read first counts
	}
	handles := i.handlesOf(&s)
	for _, h := range handles {
		i.Handle(h, "MCP server "+s.Name)
	}
	end := asif.ServiceEndpoint{Kind: asif.EndpointKindOther, Locator: "unknown"}
	transport := "unknown"
	if s.Command != "" {
		end, transport = asif.ServiceEndpoint{Kind: asif.EndpointKindStdio, Locator: Program(s.Command)}, "stdio"
	} else if u, err := url.Parse(s.URL); err == nil && u.Host != "" {
		end.Locator, transport = u.Scheme+"://"+u.Host, "http"
		if u.Scheme == "https" {
			end.Kind = asif.EndpointKindHTTPS
		}
	}
	auth := asif.AuthMethodNone
	if len(handles) > 0 {
		auth = asif.AuthMethodAPIKey
	} else if transport == "http" {
		auth = asif.AuthMethodOther // what it asks for is not in the file
	}
	v := asif.AppendString([]byte(`{"name":`), s.Name)
	v = asif.AppendString(append(v, `,"transport":`...), transport)
	v = asif.AppendString(append(v, `,"endpoint":`...), end.Locator)
	v = asif.AppendString(append(v, `,"configured_in":`...), s.Where)
	i.Capable("mcp:"+s.Name, typ, append(v, '}'))
	i.Services = append(i.Services, asif.Service{
		ID: "service:mcp:" + s.Name, Service: "mcp:" + s.Name, Endpoint: end, Account: asif.Account{Provider: s.Name, Subject: "unknown"}, AuthMethod: auth,
		Audience: end.Locator, Scopes: []string{}, SecretHandles: handles, DependencyIDs: []string{"server:" + s.Name},
	})
}

// shownName is a server's name, or what stands for none, and for one that looks like a credential. That is concealed
// wherever else it stands, as in the rules for the server's tools.
func (i *Inspection) shownName(name string) string {
	if name == "" {
		return "(unnamed)"
	}
	if asif.Secret(name) == "" && !asif.HasPassword(name) {
		return name
	}
	i.Keep(name)
	k := slices.Index(i.withheld, name)
	if k < 0 {
		k = len(i.withheld)
		i.withheld = append(i.withheld, name)
	}
	return "withheld-name-" + strconv.Itoa(k+1)
}

// Withheld is how many servers have a number instead of their name.
func (i *Inspection) Withheld() int { return len(i.withheld) }

// handlesOf are the names of the secrets that a server is given, sorted: the variables that its settings refer to, and
// the variables and headers whose value stands in the file.
func (i *Inspection) handlesOf(s *Server) []string {
	var out []string
	refer := func(text string) bool {
		found := reference.FindAllStringSubmatch(text, -1)
		for _, m := range found {
			out = append(out, m[1])
		}
		return len(found) > 0
	}
	for name, value := range s.Env {
		if !refer(value) && (secretName.MatchString(name) || asif.Secret(value) != "" || asif.HasPassword(value)) {
			out = append(out, name)
			i.Keep(value)
		}
	}
	for name, value := range s.Headers {
		if !refer(value) && (secretName.MatchString(name) || asif.Secret(value) != "") {
			out = append(out, name)
			i.Keep(value)
		}
	}
	for _, text := range append([]string{s.Command, s.URL}, s.Texts...) {
		for _, m := range reference.FindAllStringSubmatch(text, -1) {
			if secretName.MatchString(m[1]) {
				out = append(out, m[1])
			}
		}
	}
	i.keepURL(s.URL)
	for k, text := range s.Texts {
		i.keepURL(text)
		flag, value, ok := strings.Cut(text, "=")
		switch {
		case ok && strings.HasPrefix(flag, "-") && secretName.MatchString(flag):
			i.Keep(value)
		case k > 0 && strings.HasPrefix(s.Texts[k-1], "-") && secretName.MatchString(s.Texts[k-1]):
			i.Keep(text)
		}
	}
	out = append(out, s.Names...)
	slices.Sort(out)
	return append([]string{}, slices.Compact(out)...)
}

// keepURL remembers what of an address may be a secret.
func (i *Inspection) keepURL(address string) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return
	}
	if p, ok := u.User.Password(); ok {
		i.Keep(p)
	} else if u.User != nil {
		i.Keep(u.User.Username())
	}
	for name, values := range u.Query() {
		if secretName.MatchString(name) {
			for _, v := range values {
				i.Keep(v)
			}
		}
	}
}

// plainProgram is a command that says no more than what is started.
var plainProgram = regexp.MustCompile(`^[A-Za-z0-9_.@~/\\:${}-]+$`)

// Program is the name of the program that a command line starts, without folders and arguments; "command" where the
// line begins otherwise.
func Program(line string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	first = strings.Trim(first, `"'`)
	name := path.Base(strings.ReplaceAll(first, `\`, "/"))
	if !plainProgram.MatchString(first) || asif.Secret(name) != "" || name == "." || name == "/" {
		return "command"
	}
	return name
}

// SecretName tells from its name whether a variable or header holds a secret.
func SecretName(name string) bool { return secretName.MatchString(name) }
