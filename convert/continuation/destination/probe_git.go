package destination

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// gitPatience is how long one question to Git may take.
const gitPatience = 20 * time.Second

// git is the state of the repository at a folder, nil when there is none. Git is asked so that it runs nothing that the
// repository names: no hooks, no file system monitor, no filters; and so that it takes no lock.
func (o *observer) git(dir string) *Git {
	if _, err := os.Stat(filepath.Join(dir, ".git")); err != nil {
		return nil
	}
	git := o.onPath("git")
	if git == "" {
		o.unseen("git:"+dir, "Git is not installed")
		return nil
	}
	ask := func(args ...string) (string, bool) { return o.ask(git, dir, args) }
	local, ok := ask("config", "--local", "--includes", "-z", "--list")
	if !ok {
		o.unseen("git:"+dir, "Git refuses to read the repository")
		return nil
	}
	g := &Git{Remotes: remotes(local)}
	if head, ok := ask("rev-parse", "--verify", "-q", "HEAD"); ok {
		g.Head = strings.TrimSpace(head)
	}
	if branch, ok := ask("symbolic-ref", "-q", "--short", "HEAD"); ok {
		g.Branch = strings.TrimSpace(branch)
	}
	if filters.MatchString(local) {
		o.unseen("git-status:"+dir, "the repository has filters, which a look at its files would run")
		return g
	}
	if status, ok := ask("status", "--porcelain", "-z", "--ignore-submodules=all"); ok {
		dirty := status != ""
		g.Dirty = &dirty
	}
	return g
}

// filters are settings that name programs which Git runs over files.
var filters = regexp.MustCompile(`(?m)(^|\x00)filter\.[^\n\x00]*\.(clean|smudge|process)\n`)

// ask runs one read-only question.
func (o *observer) ask(git, dir string, args []string) (string, bool) {
	ctx, cancel := context.WithTimeout(context.Background(), gitPatience)
	defer cancel()
	safe := []string{"--no-optional-locks", "--no-pager", "-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false",
		"-c", "core.untrackedCache=false", "-c", "submodule.recurse=false"}
	c := exec.CommandContext(ctx, git, slices.Concat(safe, args)...)
	c.Dir = dir
	c.Env = []string{"PATH=" + o.machine.Env("PATH"), "HOME=" + o.machine.Home, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=" + os.DevNull}
	out, err := c.Output()
	return string(out), err == nil
}

// remotes are the addresses of a repository's remotes, without credentials, sorted. settings are Git's, NUL-separated.
func remotes(settings string) []string {
	out := []string{}
	for item := range strings.SplitSeq(settings, "\x00") {
		key, value, ok := strings.Cut(item, "\n")
		if ok && strings.HasPrefix(key, "remote.") && strings.HasSuffix(key, ".url") {
			if u := Address(value); u != "" {
				out = append(out, u)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Address is a remote's address without what could be a credential: user, password, query and fragment. A path on this
// machine is not told.
func Address(remote string) string {
	if u, err := url.Parse(remote); err == nil && u.Host != "" {
		u.User, u.RawQuery, u.Fragment = nil, "", ""
		return u.String()
	}
	host, path, ok := strings.Cut(remote, ":")
	if !ok || strings.ContainsAny(host, `/\`) || len(host) < 2 { // a path, or a drive's letter
		return ""
	}
	return host[strings.LastIndexByte(host, '@')+1:] + ":" + path
}

// sameRepository tells whether two addresses name one repository, however they are spelled: by https or ssh, with or
// without ".git".
func sameRepository(a, b string) bool { return bytes.Equal(repository(a), repository(b)) }

func repository(address string) []byte {
	address = Address(address)
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		address = u.Hostname() + "/" + strings.TrimPrefix(u.Path, "/")
	} else {
		address = strings.Replace(address, ":", "/", 1)
	}
	return []byte(strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(address, "/"), ".git")))
}
