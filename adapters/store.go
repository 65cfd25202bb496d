package adapters

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Housed is the ability to say where a harness keeps what is its own. Without it nothing tells whether a session lies in
// this machine's store, so that no configuration files are looked for (--config auto) and nothing can be written.
type Housed interface{ House() House }

// House is the folder that a harness keeps its sessions and settings in.
type House struct {
	Variable string // of the environment, that names the folder: "CODEX_HOME"
	Folder   string // in the user's home, when the variable is not set: ".codex"
	Sessions string // in that folder: what locators of native files are relative to; "" is the folder itself
}

// Home is the harness's folder of a user.
func (h House) Home(user string, env func(string) string) string {
	if env != nil {
		if named := env(h.Variable); named != "" {
			return named
		}
	}
	return filepath.Join(user, h.Folder)
}

// Store is the folder that locators are relative to, of a harness's folder.
func (h House) Store(home string) string { return filepath.Join(home, h.Sessions) }

// Walk walks a folder as filepath.WalkDir does, also where the folder itself is a link to another: stores are moved to
// larger disks. Links in it are not followed.
func Walk(dir string, visit fs.WalkDirFunc) error {
	return filepath.WalkDir(dir+string(filepath.Separator), visit)
}

// Newest is the file that changed last, "" of none; of two at one time it is the later one in the list.
func Newest(paths []string) (string, error) {
	best, at := "", int64(0)
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return "", fmt.Errorf("looking for the latest session: %w", err)
		}
		if t := info.ModTime().UnixNano(); best == "" || t >= at {
			best, at = p, t
		}
	}
	return best, nil
}
