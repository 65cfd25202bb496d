// Package destination looks at a machine that a session could go on at, without starting or contacting anything there,
// and assesses it against a plan.
package destination

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"asif-convert/profiles"
)

// ErrSnapshot marks a file that is no snapshot.
var ErrSnapshot = errors.New("not a valid snapshot")

// SnapshotVersion is the form of snapshots written here.
const SnapshotVersion = "1"

//go:embed snapshot.schema.json
var snapshotSchema []byte

// Snapshot is what is known of a destination: its harness's profile and, when it was looked at, the machine. It holds
// names, never values of variables, keys or headers. Its exact bytes are what a report binds.
type Snapshot struct {
	Version      string            `json:"snapshot_version"`
	Profile      profiles.Profile  `json:"profile"`
	Observed     bool              `json:"observed"` // false: nothing but the profile is known
	TakenAt      string            `json:"taken_at,omitempty"`
	OS           string            `json:"os,omitempty"`
	Architecture string            `json:"architecture,omitempty"`
	Agent        *Agent            `json:"agent,omitempty"` // nil: not installed, or not looked at
	Home         *Place            `json:"home,omitempty"`  // of the harness's configuration
	Model        string            `json:"model,omitempty"` // that the harness is configured for
	Roots        []Root            `json:"roots,omitempty"`
	Servers      []Server          `json:"mcp_servers,omitempty"`
	Handles      []Handle          `json:"secret_handles,omitempty"`
	Executables  []string          `json:"executables,omitempty"` // of those looked for, the ones on PATH
	Files        []File            `json:"files,omitempty"`       // of those looked for, in order of root and path
	Unseen       map[string]string `json:"unseen,omitempty"`      // what could not be looked at, and why

	bytes []byte
}

// Agent is the installed harness.
type Agent struct {
	Binary  string  `json:"binary"` // where PATH leads, links followed
	Version *string `json:"version"`
	Said    string  `json:"said_by"` // what the version was read from
}

// Place is a folder.
type Place struct {
	Path   string `json:"path"`
	Exists bool   `json:"exists"`
}

// Root is a folder that a session's workspace is, or could be put, at.
type Root struct {
	RootID        string `json:"root_id,omitempty"` // of the session; "" when no session was at hand
	Path          string `json:"path"`
	Exists        bool   `json:"exists"`
	CaseSensitive bool   `json:"case_sensitive"`
	Normalization string `json:"unicode_normalization"`
	FreeBytes     *int64 `json:"free_bytes,omitempty"` // what can still be written there; nil: not known
	Git           *Git   `json:"git,omitempty"`        // nil: no repository
}

// Git is the state of a repository. Remotes are without credentials.
type Git struct {
	Head    string   `json:"head,omitempty"`
	Branch  string   `json:"branch,omitempty"`
	Remotes []string `json:"remotes"`
	Dirty   *bool    `json:"dirty"` // nil: not known
}

// Server is a configured MCP server.
type Server struct {
	Name      string   `json:"name"`
	Transport string   `json:"transport"`
	Where     string   `json:"configured_in"`
	Command   string   `json:"command,omitempty"`  // its last path element
	Endpoint  string   `json:"endpoint,omitempty"` // scheme and host
	Handles   []string `json:"secret_handles"`     // names of variables and headers that it is given
}

// Handle is the name of a credential that is there.
type Handle struct {
	Name  string `json:"name"`
	Where string `json:"where"` // "environment", or the file that it is set in
}

// File is a file of a root that was looked for.
type File struct {
	RootID string `json:"root_id"`
	Path   string `json:"path"`
	Exists bool   `json:"exists"`
	Bytes  *int64 `json:"bytes,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
}

// Declared is the snapshot of a destination of which only the profile is known.
func Declared(p *profiles.Profile) (*Snapshot, error) {
	s := &Snapshot{Version: SnapshotVersion, Profile: *p}
	return s, s.seal()
}

// seal fixes the order of everything and the exact bytes.
func (s *Snapshot) seal() error {
	slices.SortFunc(s.Roots, func(a, b Root) int { return strings.Compare(a.RootID+"\x00"+a.Path, b.RootID+"\x00"+b.Path) })
	slices.SortFunc(s.Servers, func(a, b Server) int { return strings.Compare(a.Name+"\x00"+a.Where, b.Name+"\x00"+b.Where) })
	slices.SortFunc(s.Handles, func(a, b Handle) int { return strings.Compare(a.Name+"\x00"+a.Where, b.Name+"\x00"+b.Where) })
	s.Handles = slices.Compact(s.Handles)
	slices.SortFunc(s.Files, func(a, b File) int { return strings.Compare(a.RootID+"\x00"+a.Path, b.RootID+"\x00"+b.Path) })
	slices.Sort(s.Executables)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(s); err != nil {
		return fmt.Errorf("encoding snapshot: %w", err)
	}
	s.bytes = b.Bytes()
	return nil
}

// Bytes are the exact bytes of the snapshot.
func (s *Snapshot) Bytes() []byte { return s.bytes }

// SHA256 is the digest of the exact bytes, in lowercase hex.
func (s *Snapshot) SHA256() string {
	sum := sha256.Sum256(s.bytes)
	return hex.EncodeToString(sum[:])
}

// ParseSnapshot reads a snapshot. Its bytes stay as they are. The error is [ErrSnapshot].
func ParseSnapshot(raw []byte) (*Snapshot, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	schema, err := compiledSchema()
	if err != nil {
		return nil, err
	}
	if err := schema.Validate(doc); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	s := &Snapshot{bytes: slices.Clone(raw)}
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	return s, nil
}

// compiledSchema is the schema of snapshots, with that of profiles, which it refers to.
func compiledSchema() (*jsonschema.Schema, error) {
	profile, err := profiles.Schema()
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	for url, raw := range map[string][]byte{"urn:asif-convert:profile": profile, "urn:asif-convert:snapshot": snapshotSchema} {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err == nil {
			err = c.AddResource(url, doc)
		}
		if err != nil {
			return nil, fmt.Errorf("reading the schema of snapshots: %w", err)
		}
	}
	schema, err := c.Compile("urn:asif-convert:snapshot")
	if err != nil {
		return nil, fmt.Errorf("compiling the schema of snapshots: %w", err)
	}
	return schema, nil
}

// Handle finds a credential by its handle: a name, or "env:" and a name.
func (s *Snapshot) Handle(handle string) (Handle, bool) {
	name := handleName(handle)
	i := slices.IndexFunc(s.Handles, func(h Handle) bool { return h.Name == name })
	if i < 0 {
		return Handle{}, false
	}
	return s.Handles[i], true
}

// handleName is the name of the variable or header that a handle stands for: what follows its last colon.
func handleName(handle string) string { return handle[strings.LastIndexByte(handle, ':')+1:] }

// Server finds a configured MCP server.
func (s *Snapshot) Server(name string) (Server, bool) {
	i := slices.IndexFunc(s.Servers, func(v Server) bool { return v.Name == name })
	if i < 0 {
		return Server{}, false
	}
	return s.Servers[i], true
}

// Root finds a root by the path that it is at.
func (s *Snapshot) Root(path string) (Root, bool) {
	i := slices.IndexFunc(s.Roots, func(r Root) bool { return r.Path == path })
	if i < 0 {
		return Root{}, false
	}
	return s.Roots[i], true
}

// File finds a file that was looked for.
func (s *Snapshot) File(root, path string) (File, bool) {
	i := slices.IndexFunc(s.Files, func(f File) bool { return f.RootID == root && f.Path == path })
	if i < 0 {
		return File{}, false
	}
	return s.Files[i], true
}
