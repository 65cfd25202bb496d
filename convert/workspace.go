package convert

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Limits of a snapshot: it holds what a session touched, not a project.
const (
	maxTouched      = 2000
	maxSnapshotFile = 8 << 20
	maxSnapshot     = 64 << 20
)

// snapshot makes the state of the files that the session touched, from the folder that stands for its root now.
type snapshot struct {
	d     *document
	root  *os.Root
	to    *asif.Workspace
	bytes int64
	sum   []string // what the capture's identity covers
}

// takeSnapshot turns the workspace into one with the files that main's calls and changes name, as they are now. What
// looks like a secret, is too large or leads out of the folder is excluded by name.
func (d *document) takeSnapshot(w *asif.Workspace) (err error) {
	root, err := os.OpenRoot(d.opts.Workspace)
	if err != nil {
		return fmt.Errorf("opening workspace: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	s := &snapshot{d: d, root: root, to: w}
	w.Mode, w.Selection.CompleteForSelection = asif.WorkspaceModeSnapshot, true
	for _, name := range d.touchedFiles() {
		if err := s.take(name); err != nil {
			return err
		}
	}
	if g := gitAt(d.opts.Workspace); g.branch != "" || g.head != "" {
		w.Git.Head, w.Git.Branch, w.Git.Prerequisites = nil, nil, []asif.GitPrerequisite{}
		if g.branch != "" {
			w.Git.Branch = &g.branch
		}
		if format := continuation.ObjectFormat(g.head); format != "" {
			w.Git.ObjectFormat, w.Git.Head = format, &g.head
			w.Git.Prerequisites = append(w.Git.Prerequisites, asif.GitPrerequisite{ObjectID: g.head, Availability: asif.PrerequisiteAvailabilityUnknown})
		}
		s.sum = append(s.sum, g.head+" "+g.branch)
	} else {
		w.Git = nil
	}
	d.share.LoseMany(losses.WorkspaceTakenNow, 1, nil)
	d.capture = captureID(append(slices.Clone(d.digests), s.sum...), d.info, d.opts)
	return nil
}

// take adds one file, or says that it is left out. A file that is not there is a state too.
func (s *snapshot) take(name string) error {
	if strings.ContainsAny(name, "*?[") {
		s.to.Selection.CompleteForSelection = false // as a pattern it would mean other files
		return nil
	}
	s.to.Selection.Include = append(s.to.Selection.Include, name)
	at := filepath.FromSlash(name)
	info, err := s.root.Lstat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		s.exclude(name, "unreadable")
		return nil //nolint:nilerr // the snapshot says so
	case info.Mode()&fs.ModeSymlink != 0:
		s.link(name, at)
		return nil
	case info.IsDir():
		s.to.Selection.Include = s.to.Selection.Include[:len(s.to.Selection.Include)-1] // a folder was looked into, not worked on
		return nil
	case !info.Mode().IsRegular() || info.Size() > maxSnapshotFile || s.bytes+info.Size() > maxSnapshot || secretFile(name):
		s.exclude(name, "left out")
		return nil
	}
	raw, err := s.read(at)
	if err != nil {
		s.exclude(name, "unreadable")
		return nil //nolint:nilerr // the snapshot says so
	}
	if asif.Secret(string(raw)) != "" {
		s.exclude(name, "holds a secret")
		return nil
	}
	s.bytes += int64(len(raw))
	mode := int64(info.Mode().Perm())
	sum := sha256.Sum256(raw)
	s.sum = append(s.sum, fmt.Sprintf("%s %o %x", name, mode, sum))
	s.to.Entries = append(s.to.Entries, asif.WorkspaceEntry{
		Path: name, Kind: asif.EntryKindFile, Mode: &mode,
		ResourceID: s.d.Resource(&adapters.Resource{MediaType: mediaOf(name), Purpose: "workspace", Name: name, Bytes: raw}),
	})
	return nil
}

func (s *snapshot) read(at string) (raw []byte, err error) {
	f, err := s.root.Open(at)
	if err != nil {
		return nil, fmt.Errorf("opening file: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if raw, err = io.ReadAll(io.LimitReader(f, maxSnapshotFile+1)); err == nil && len(raw) > maxSnapshotFile {
		err = errChanged
	}
	return raw, err
}

// link adds a symbolic link whose target lies in the folder.
func (s *snapshot) link(name, at string) {
	target, err := s.root.Readlink(at)
	if err != nil || filepath.IsAbs(target) || !filepath.IsLocal(filepath.Join(filepath.Dir(at), target)) {
		s.exclude(name, "leads elsewhere")
		return
	}
	s.sum = append(s.sum, name+" -> "+target)
	s.to.Entries = append(s.to.Entries, asif.WorkspaceEntry{Path: name, Kind: asif.EntryKindSymlink, Target: filepath.ToSlash(target)})
}

func (s *snapshot) exclude(name, why string) {
	s.to.Selection.Exclude = append(s.to.Selection.Exclude, name)
	s.sum = append(s.sum, name+" "+why)
	s.d.share.LoseMany(losses.WorkspaceFileExcluded, 1, []losses.Reference{{Type: "file", ID: name}})
}

// secretNames are patterns of files that hold secrets, by their last part.
var secretNames = []string{
	".env", ".env.*", "*.env", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "id_rsa*", "id_ed25519*", "id_ecdsa*",
	".netrc", "_netrc", ".npmrc", ".pypirc", ".git-credentials", "credentials", "credentials.*", "secrets", "secrets.*", "*.secret", "*.tfstate", ".htpasswd",
}

// secretFolders are folders all of whose files may be secret.
var secretFolders = []string{".ssh", ".aws", ".gnupg", ".kube", ".docker", ".git", "secrets"}

// secretFile tells from a path whether a file may hold secrets.
func secretFile(name string) bool {
	parts := strings.Split(strings.ToLower(name), "/")
	if slices.ContainsFunc(parts[:len(parts)-1], func(p string) bool { return slices.Contains(secretFolders, p) }) {
		return true
	}
	last := parts[len(parts)-1]
	if strings.HasSuffix(last, ".example") || strings.HasSuffix(last, ".sample") {
		return false
	}
	return slices.ContainsFunc(secretNames, func(pattern string) bool {
		ok, _ := path.Match(pattern, last) // the patterns are sound
		return ok
	})
}

// mediaOf is the media type of a file by what its name says: enough to tell text from bytes.
func mediaOf(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".zip", ".gz", ".zst", ".wasm", ".so", ".exe", ".ico", ".woff", ".woff2":
		return "application/octet-stream"
	}
	return "text/plain"
}

// touchedFiles lists the files below the root that main's calls name and that it changed, sorted.
func (d *document) touchedFiles() []string {
	found := map[string]bool{}
	p := d.going.facts.Place
	win := window{from: d.payloads, size: windowSize}
	note := func(name string) {
		if !strings.HasPrefix(name, "/") && len(name) > 1 && name[1] != ':' {
			name = path.Join(p.CWD, name)
		}
		if rel, ok := continuation.Below(p.Root, name); ok && rel != "" && len(found) < maxTouched {
			found[rel] = true
		}
	}
	d.branches.each(0, func(r asif.Ref) {
		e := d.entry(r)
		if e.kind != kindToolCall && e.kind != kindResource {
			return
		}
		raw, err := win.at(e.content())
		if err != nil {
			d.fail(err)
			return
		}
		if e.kind == kindResource {
			id := adapters.Text(source.Member(append([]byte{'{'}, append(slices.Clone(raw), '}')...), "resource_id"))
			note(d.res.places[string(id)])
			return
		}
		for _, member := range d.pathMembers(e.aux) {
			note(string(adapters.Text(source.Member(raw, member))))
		}
	})
	out := make([]string, 0, len(found))
	for name := range found {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
