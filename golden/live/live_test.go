package live

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"asif-convert/golden/live/mock"
)

var (
	run    = flag.Bool("live", false, "install the real command lines and run them")
	cache  = flag.String("live.cache", "", "`FOLDER` in which the command lines are installed; the user's cache by default")
	sample = flag.Bool("live.sample", false, "of the matrix, run each scenario once, with the newest tools")
	keep   = flag.String("live.keep", "", "`FOLDER` that keeps homes, papers, requests and output of every run")
)

// TestMain is also the first process of every namespace: there it carries out one job and ends.
func TestMain(m *testing.M) {
	if file := os.Getenv(JobVariable); file != "" {
		if err := Inside(file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	if *run {
		removeProgram()
	}
	os.Exit(code)
}

// live skips a test that needs the real command lines, and says why.
func live(t *testing.T) {
	t.Helper()
	if !*run {
		t.Skip("did not run: it installs and runs the real command lines; ask for it with -live")
	}
	if missing := Missing(); len(missing) > 0 {
		t.Skipf("did not run: this machine has not %s", strings.Join(missing, ", "))
	}
}

// command installs a tool.
func command(t *testing.T, tool Tool) []string {
	t.Helper()
	installing.Lock()
	defer installing.Unlock()
	c, err := tool.Install(cacheFolder(t))
	if *sample && errors.Is(err, ErrNotInstalled) { // who asks for all wants to know; a check of the code goes on
		t.Skipf("did not run: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var installing sync.Mutex

func cacheFolder(t *testing.T) string {
	t.Helper()
	if *cache != "" {
		return *cache
	}
	own, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(own, "asif-convert-live")
}

// folders are the home and the work folder of a run.
func folders(t *testing.T, name string) (home, work string) {
	t.Helper()
	base := filepath.Join(t.TempDir(), name)
	if *keep != "" {
		base = filepath.Join(*keep, filepath.FromSlash(t.Name()), name)
		if err := os.RemoveAll(base); err != nil {
			t.Fatal(err)
		}
	}
	home, work = filepath.Join(base, "home"), filepath.Join(base, "work")
	for _, f := range []string{home, work} {
		if err := os.MkdirAll(f, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return home, work
}

// The new turn: a prompt, one call, and the words that end it.
const (
	prompt  = "LIVE-PROMPT: run the echo, then say that you have done it."
	looking = "LIVE-TEXT: running the echo."
	echo    = "LIVE-ECHO"
	final   = "LIVE-FINAL: done."
)

var script = mock.Script{
	Steps: []mock.Step{{Text: looking, Command: "echo " + echo}, {Text: final}},
	Side:  "A title",
}

// slots bound how many tools run at a time.
var slots = make(chan struct{}, 2)

// resume goes on with a session in a home: the job says which and where.
func resume(t *testing.T, j Job) Outcome {
	t.Helper()
	j.Command, j.Prompt, j.Script, j.Tag, j.Limit = command(t, Tools[j.Tool]), prompt, script, "live", time.Minute
	slots <- struct{}{}
	defer func() { <-slots }()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Run(self, j)
}
