// Command asif-convert takes agent sessions out of harnesses as ASIF documents, and puts them into others. A file holds one command: flags and
// wiring; what the commands do is in the packages they call.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// version is the release. What a document says of its producer is the adapter's mapping revision, not this.
const version = "0.1.0"

// garbage is how much the heap may grow beyond what is in use before it is collected, in percent. The indexes of a
// conversion hold few pointers, so that collecting often costs next to nothing and keeps the peak low.
const garbage = 10

// reserve is address space that is never touched, in bytes. The collector takes it for memory in use, so that a small
// heap may grow by some megabytes, too, before it is collected.
const reserve = 240 << 20

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	untouched := make([]byte, reserve)
	code := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	runtime.KeepAlive(untouched)
	os.Exit(code)
}

// run executes one command line, without the program's name, and returns the exit code. What a command was asked for
// goes to stdout, everything else to stderr; an error is printed here and nowhere else.
func run(words []string, stdin io.Reader, stdout, stderr io.Writer) int {
	app := newApp(stdin, stdout, stderr)
	words, err := arguments(app, words)
	if err == nil {
		err = app.Run(append([]string{app.Name}, words...))
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", app.Name, err)
	}
	return exitCode(err)
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:      "asif-convert",
		Usage:     "take agent sessions out of their harness and put them into another, and say what was kept and what was not",
		Version:   version,
		Reader:    stdin,
		Writer:    stdout,
		ErrWriter: stderr,
		Description: `Exit codes: 0 done, valid or ready · 1 findings: invalid, losses at --fail-on, blocked, changes that nobody
accepted, a hand-over refused, one that did not go on · 2 usage, or an input that is not there, not readable or not valid ·
3 unsupported version, feature or format, or a harness that cannot be written for · 4 output or internal error.

Examples:
   asif-convert from claude-code --latest -o session.json
   asif-convert losses session.json
   asif-convert validate session.json
   asif-convert plan session.json --to codex || true
   asif-convert handoff --from claude-code --latest --to codex --cwd project --despite configuration --despite dependency`,
		Commands: []*cli.Command{
			fromCommand(),
			detectCommand(),
			validateCommand(),
			stateCommand(),
			planCommand(),
			validateReportCommand(),
			toCommand(),
			handoffCommand(),
			continueCheckCommand(),
			lossesCommand(),
			harnessesCommand(),
			profilesCommand(),
			probeCommand(),
			versionCommand(),
		},
		ExitErrHandler: func(*cli.Context, error) {}, // run prints and maps errors
		OnUsageError:   refuseFlags,
		Action:         refuseCommand,
	}
	for _, c := range app.Commands {
		adopt(c)
	}
	return app
}

// adopt gives a command and those below it what the parser does not hand down.
func adopt(c *cli.Command) {
	c.OnUsageError = refuseFlags
	if c.Action == nil {
		c.Action = refuseCommand
	}
	for _, s := range c.Subcommands {
		adopt(s)
	}
}

// refuseFlags is called instead of the parser's own report.
func refuseFlags(_ *cli.Context, err error, _ bool) error { return usageError{err} }

// refuseCommand runs where a command should have been named and was not.
func refuseCommand(c *cli.Context) error {
	if c.Args().Present() {
		return usagef("no command %q; see %s --help", c.Args().First(), c.Command.HelpName)
	}
	return usagef("no command given; see %s --help", c.Command.HelpName)
}

// onlyArgument returns the one argument of a command, what says what it is.
func onlyArgument(c *cli.Context, what string) (string, error) {
	switch c.Args().Len() {
	case 0:
		return "", usagef("%s: name %s", c.Command.Name, what)
	case 1:
		return c.Args().First(), nil
	}
	return "", usagef("%s: takes one argument, got %d: %q", c.Command.Name, c.Args().Len(), c.Args().Slice())
}
