package convert

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"asif-convert/convert/source"
)

// gitState is what a repository's own files say: the branch and the commit that are checked out.
type gitState struct{ branch, head string }

// maxGitFile bounds the files of a repository that are read: packed references are the largest.
const maxGitFile = 16 << 20

// gitAt reads the state of the repository that a folder is in. Nothing is run; what cannot be read is left empty.
func gitAt(dir string) gitState {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return gitState{}
	}
	for ; ; dir = filepath.Dir(dir) {
		if at := gitFolder(filepath.Join(dir, ".git")); at != "" {
			return readGit(at)
		}
		if dir == filepath.Dir(dir) {
			return gitState{}
		}
	}
}

// gitFolder is the folder of a repository, which a file can name: of a further working tree.
func gitFolder(name string) string {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return ""
	case info.IsDir():
		return name
	}
	target, ok := strings.CutPrefix(gitText(name), "gitdir:")
	if target = strings.TrimSpace(target); !ok || target == "" {
		return ""
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(name), target)
	}
	return target
}

func readGit(at string) (s gitState) {
	head := strings.TrimSpace(gitText(filepath.Join(at, "HEAD")))
	ref, symbolic := strings.CutPrefix(head, "ref:")
	if !symbolic {
		s.head = head
		return s
	}
	if ref = strings.TrimSpace(ref); !filepath.IsLocal(ref) {
		return s
	}
	s.branch = strings.TrimPrefix(ref, "refs/heads/")
	common := at
	if dir := strings.TrimSpace(gitText(filepath.Join(at, "commondir"))); dir != "" {
		if common = dir; !filepath.IsAbs(dir) {
			common = filepath.Join(at, dir)
		}
	}
	if s.head = strings.TrimSpace(gitText(filepath.Join(common, filepath.FromSlash(ref)))); s.head != "" {
		return s
	}
	for line := range strings.Lines(gitText(filepath.Join(common, "packed-refs"))) {
		if id, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == ref {
			s.head = id
		}
	}
	return s
}

// gitText is a small text file, "" for one that cannot be read.
func gitText(name string) string {
	f, _, err := source.File(name, "").Open()
	if err != nil {
		return ""
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxGitFile))
	if errors.Join(err, f.Close()) != nil {
		return ""
	}
	return string(raw)
}
