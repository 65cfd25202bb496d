package destination

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// mostConfiguration is how many bytes of a configuration file are read.
const mostConfiguration = 16 << 20

// readFile reads a file of configuration, nil when it is not there or too large.
func readFile(name string) []byte {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() { // first, because opening a pipe waits for its writer
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // only read from
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > mostConfiguration {
		return nil
	}
	raw, err := io.ReadAll(io.LimitReader(f, mostConfiguration))
	if err != nil {
		return nil
	}
	return raw
}

func readJSON(name string, into any) bool {
	raw := readFile(name)
	return raw != nil && json.Unmarshal(raw, into) == nil
}

// files looks for files below the roots. Links that lead out of a root are not followed.
func (o *observer) files(list []File) {
	if len(list) > mostFiles {
		o.unseen("files", fmt.Sprintf("%d of %d were looked for", mostFiles, len(list)))
		list = list[:mostFiles]
	}
	roots := map[string]*os.Root{}
	for _, r := range o.snapshot.Roots {
		if root, err := os.OpenRoot(r.Path); err == nil {
			roots[r.RootID] = root
			defer func() { _ = root.Close() }() // only read from
		}
	}
	for _, f := range list {
		if root := roots[f.RootID]; root != nil {
			f = look(root, f)
		}
		o.snapshot.Files = append(o.snapshot.Files, f)
	}
}

func look(root *os.Root, f File) File {
	if f.Path == "" {
		f.Exists = true // the root itself
		return f
	}
	name := filepath.FromSlash(f.Path)
	info, err := root.Stat(name)
	if err != nil {
		return f
	}
	f.Exists = true
	if !info.Mode().IsRegular() { // a pipe is not opened: that waits for its writer
		return f
	}
	file, err := root.Open(name)
	if err != nil {
		return f
	}
	defer func() { _ = file.Close() }() // only read from
	size := info.Size()
	f.Bytes = &size
	if size > largestHashed {
		return f
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(file, largestHashed)); err == nil {
		f.SHA256 = hex.EncodeToString(h.Sum(nil))
	}
	return f
}

// secretNames are parts of names of variables that hold credentials.
var secretNames = []string{"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "AUTH"}

// handles lists the names of credentials that are there: in the environment, in files of logins, and what MCP servers
// are given. Values are never read into the snapshot.
func (o *observer) handles(wanted []string) {
	names := map[string]bool{}
	for _, h := range wanted {
		names[handleName(h)] = true
	}
	for _, name := range o.profile.Credentials {
		names[name] = true
	}
	for _, v := range o.machine.Environ {
		name, value, _ := strings.Cut(v, "=")
		if value != "" && (names[name] || secretName(name)) {
			o.handle(name, "environment")
		}
	}
	for _, v := range o.profile.LoginFiles {
		dir := o.machine.Home
		if v.In == "home" && o.snapshot.Home != nil {
			dir = o.snapshot.Home.Path
		}
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(v.Path))); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			o.handle("login", v.In+":"+v.Path)
		}
	}
}

func (o *observer) handle(name, where string) {
	o.snapshot.Handles = append(o.snapshot.Handles, Handle{Name: name, Where: where})
}

func secretName(name string) bool {
	for _, part := range secretNames {
		if strings.Contains(strings.ToUpper(name), part) {
			return true
		}
	}
	return false
}
