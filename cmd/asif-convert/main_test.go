package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"asif-convert": main})
}

// Scripts see the corpus at $GOLDEN and a document with plans at $PLANS, reports on them in
// $REPORTS, and run a command with an expected exit code by "exits CODE COMMAND…".
func TestCommandsPrintAndExitAsScripted(t *testing.T) {
	corpus, err := filepath.Abs(filepath.Join("..", "..", "golden", "cases", "claude-code"))
	if err != nil {
		t.Fatal(err)
	}
	withPlans, err := filepath.Abs(filepath.Join(checkout, plans))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOLDEN", corpus)
			env.Setenv("PLANS", withPlans)
			env.Setenv("REPORTS", filepath.Join(filepath.Dir(withPlans), "reports"))
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
			return os.Mkdir(filepath.Join(env.WorkDir, "home"), 0o777)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

func exits(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARGUMENT…]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
