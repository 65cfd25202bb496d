package adapters

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"asif-convert/convert/asif"
)

// Inspector is the ability to say what the harness would read from disk for a session in a folder, as the files are
// now. It reads files and nothing else: it starts no program and opens no connection.
type Inspector interface {
	Inspect(Grounds) (*Inspection, error)
}

// Grounds are the folders to look into.
type Grounds struct {
	Root string // the session's folder, as it is on this machine
	As   string // its absolute name in the recording; IDs and texts have this one, never Root
	Home string // the user's home folder
	Env  func(string) string
}

// Inspection is what the files say now. No member ever holds the value of a secret.
type Inspection struct {
	Instructions []Instructed // in the order in which the harness tells them
	Capabilities []asif.Capability
	Policies     []asif.Policy
	Secrets      []asif.ConfigurationSecretRequirements
	Services     []asif.Service
	Unread       []Unread

	secrets  []string // values, to be concealed wherever they also stand
	withheld []string // names of servers that look like credentials
}

// Instructed is an instruction and how the harness takes it. The rule's folder is relative to the root, "." the root itself.
type Instructed struct {
	Instruction asif.Instruction
	Rule        Rule
}

// Unread is a file that is there and was not read, and why.
type Unread struct{ Path, Why string }

// Limits of an inspection.
const (
	maxConfigFile  = 1 << 20
	maxConfigFiles = 1000
	maxConfigBytes = 16 << 20
)

// Disk reads configuration files within limits. A link that leads out of the folder it is looked up in is not followed.
type Disk struct {
	into  *Inspection
	files int
	bytes int64
}

// NewDisk reads for an inspection, which is told of what could not be read.
func NewDisk(into *Inspection) *Disk { return &Disk{into: into} }

// Read returns a file's bytes, nil when there is none or when it cannot be read. name has slashes and is relative to dir;
// shown names the file in the inspection.
func (d *Disk) Read(dir, name, shown string) []byte {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil // no such folder: nothing to read there
	}
	defer func() { _ = root.Close() }() // it was only read from
	info, err := root.Stat(filepath.FromSlash(name))
	switch {
	case err != nil:
		d.refused(shown, err)
		return nil
	case !info.Mode().IsRegular():
		return nil
	case info.Size() > maxConfigFile:
		d.refuse(shown, "larger than 1 MiB")
		return nil
	}
	if d.files++; d.files > maxConfigFiles || d.bytes > maxConfigBytes {
		d.refuse(shown, "too much configuration")
		return nil
	}
	raw, err := d.whole(root, name)
	if err != nil {
		d.refused(shown, err)
		return nil
	}
	d.bytes += int64(len(raw))
	return raw
}

func (d *Disk) whole(root *os.Root, name string) (raw []byte, err error) {
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, fmt.Errorf("opening configuration: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if raw, err = io.ReadAll(io.LimitReader(f, maxConfigFile+1)); err == nil && len(raw) > maxConfigFile {
		err = errGrew
	}
	return raw, err
}

var errGrew = errors.New("larger than 1 MiB")

// refused tells why a file was not read, unless it is not there.
func (d *Disk) refused(shown string, err error) {
	switch {
	case errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "not a directory"):
	case errors.Is(err, fs.ErrPermission):
		d.refuse(shown, "no permission")
	default:
		d.refuse(shown, "not followed or not readable")
	}
}

func (d *Disk) refuse(shown, why string) { d.into.Refuse(shown, why) }

// Refuse tells that a file was not read or not understood.
func (i *Inspection) Refuse(shown, why string) {
	u := Unread{shown, why}
	if !slices.Contains(i.Unread, u) {
		i.Unread = append(i.Unread, u)
	}
}

// maxListed bounds the entries of a folder that are looked at.
const maxListed = 500

// List returns the names below a folder that have an ending, with slashes, sorted; depth is how many folders deep it
// looks. Links to folders are not followed.
func (d *Disk) List(dir, name, shown, ending string, depth int) (out []string) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }() // it was only read from
	err = fs.WalkDir(root.FS(), name, func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			if p != name {
				d.refused(path.Join(shown, strings.TrimPrefix(p, name)), err)
			}
			return fs.SkipDir
		case len(out) >= maxListed:
			d.refuse(shown, "too many files")
			return fs.SkipAll
		case e.IsDir() && strings.Count(strings.TrimPrefix(p, name), "/") >= depth:
			return fs.SkipDir
		case !e.IsDir() && strings.HasSuffix(p, ending):
			out = append(out, strings.TrimPrefix(strings.TrimPrefix(p, name), "/"))
		}
		return nil
	})
	if err != nil {
		d.refused(shown, err)
	}
	return out
}

// inspected is how an instruction came about that was read from disk.
var inspected = asif.Provenance{Mode: asif.ModeObserved, Producer: "asif-convert", Method: "read from disk when the session was converted; not recorded with it"}

// Instruct adds an instruction; dialect is that of its scope and activation.
func (i *Inspection) Instruct(id, text, dialect string, scope []byte, r Rule) {
	if strings.TrimSpace(text) == "" {
		return
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	active := []byte(`"always"`)
	if r.Predicate != nil {
		active = r.Predicate
	}
	i.Instructions = append(i.Instructions, Instructed{asif.Instruction{
		ID: id, Parts: []asif.Part{{Kind: asif.PartText, Text: &text}},
		Scope:      asif.InstructionScope{Dialect: dialect + "/instruction-scope", Value: scope},
		Activation: asif.InstructionActivation{Dialect: dialect + "/instruction-activation", Value: active},
		Provenance: inspected,
	}, r})
}

// Capable adds a capability once per ID.
func (i *Inspection) Capable(id, typ string, definition []byte) {
	if !slices.ContainsFunc(i.Capabilities, func(c asif.Capability) bool { return c.ID == id }) {
		i.Capabilities = append(i.Capabilities, asif.Capability{ID: id, Type: typ, Definition: definition, ResourceIDs: []string{}})
	}
}

// Enforce adds a policy that the harness enforces.
func (i *Inspection) Enforce(id, typ string, definition []byte) {
	i.Policies = append(i.Policies, asif.Policy{ID: id, Type: typ, Definition: definition, Enforcing: true})
}

// Handle declares a secret by the name that it goes by.
func (i *Inspection) Handle(name, purpose string) {
	for k := range i.Secrets {
		if i.Secrets[k].Handle == name {
			if !strings.Contains(i.Secrets[k].Purpose, purpose) {
				i.Secrets[k].Purpose += ", " + purpose
			}
			return
		}
	}
	i.Secrets = append(i.Secrets, asif.ConfigurationSecretRequirements{Handle: name, Purpose: purpose})
}

// Settle sorts what has no order and conceals secrets that stand in texts.
func (i *Inspection) Settle() {
	slices.SortFunc(i.Capabilities, func(a, b asif.Capability) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(i.Policies, func(a, b asif.Policy) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(i.Secrets, func(a, b asif.ConfigurationSecretRequirements) int { return cmp.Compare(a.Handle, b.Handle) })
	slices.SortFunc(i.Services, func(a, b asif.Service) int { return cmp.Compare(a.ID, b.ID) })
	i.conceal()
}
