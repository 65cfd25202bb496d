package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters"
	"asif-convert/convert/handover"
)

// harmless is the prompt of a check that names none.
const harmless = "Reply with the single word OK. Do not use any tool."

func continueCheckCommand() *cli.Command {
	return &cli.Command{
		Name:      "continue-check",
		Usage:     "look whether a session that was handed over goes on",
		ArgsUsage: "RECEIPT",
		Description: `Looks whether what a receipt tells of is still there, word for word, and how far the session went on. With --run the
harness itself is started, without a person, to send one harmless prompt: that asks its model and may cost money. Only
a session that went on is proven to go on. Of one that did, the report that handoff kept beside the receipt is written
again, as report.continued.json. Exit code 0: it is there and, with --run, went on; 1: not.

Example:
   asif-convert continue-check receipt.json`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "run", Usage: "start the harness and send a prompt"},
			&cli.StringFlag{Name: "prompt", Usage: "send `TEXT` instead of a harmless prompt", Value: harmless},
			&cli.StringFlag{Name: "home", Usage: "with --run: start the harness with the settings of `DIR`, where the receipt names that folder and it is not the usual one"},
			&cli.StringFlag{Name: "at", Usage: "the `TIME` of the check, as 2026-11-30T12:00:00Z; without it, now"},
			jsonFlag(),
		},
		Action: runContinueCheck,
	}
}

// checkedProgress is the answer of a check.
type checkedProgress struct {
	Session string `json:"session"`
	There   bool   `json:"there"`
	Grown   bool   `json:"grown"`
	Items   int64  `json:"items_since"` // texts, calls and results
	Run     bool   `json:"run"`
	Detail  string `json:"detail"`
	Report  string `json:"report"` // the file that says that it went on; "" is none
}

func runContinueCheck(c *cli.Context) error {
	name, err := onlyArgument(c, "a receipt")
	if err != nil {
		return err
	}
	if _, err := timeOf(c); err != nil {
		return err
	}
	raw, err := readSmall(name)
	if err != nil {
		return inputError{fmt.Errorf("reading the receipt: %w", err)}
	}
	r, err := handover.ReadReceipt(raw)
	if err != nil {
		return inputError{fmt.Errorf("reading %s: %w", name, err)}
	}
	a, err := writerOf(r.Destination.Harness)
	if err != nil {
		return err
	}
	if c.Bool("run") {
		if err := ownHome(c, a, &r); err != nil {
			return err
		}
	}
	answer := checkedProgress{Session: r.Destination.Native.Value, Run: c.Bool("run")}
	before, err := progress(a, &r)
	if err == nil && answer.Run {
		if err = resumeOnce(c, a, &r); err == nil {
			var after handover.Progress
			after, err = progress(a, &r)
			if err == nil && after.Items <= before.Items {
				err = errors.New("the harness ended, but the session did not go on")
			}
			before = after
		}
	}
	answer.There, answer.Grown, answer.Items = err == nil, before.Grown, before.Items
	answer.Detail = detail(&answer, err)
	if err == nil && answer.Items > 0 {
		if answer.Report, err = reissue(c, name, &r, answer.Detail); err != nil {
			return err
		}
	}
	if err := printCheck(c, &answer); err != nil {
		return err
	}
	if err != nil {
		return findingsError{fmt.Errorf("checking session %s: %w", answer.Session, err)}
	}
	return nil
}

// progress looks at the session, with a spool of its own.
func progress(a adapters.Adapter, r *handover.Receipt) (p handover.Progress, err error) {
	spool, err := os.MkdirTemp("", "asif-convert-")
	if err != nil {
		return p, fmt.Errorf("making a spool: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(spool)) }()
	return handover.Continued(a, r, spool)
}

// resumeOnce runs the harness with one prompt. What it prints goes to stderr.
func resumeOnce(c *cli.Context, a adapters.Adapter, r *handover.Receipt) error {
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer release()
	argv := a.(adapters.Writer).Headless(r.Destination.Native.Value, c.String("prompt")) // not what a receipt says
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Env = r.Resume.Folder, c.App.ErrWriter, c.App.ErrWriter, os.Environ()
	if home := r.Destination.Home; len(r.Resume.Environment) > 0 {
		cmd.Env = append(cmd.Env, a.(adapters.Housed).House().Variable+"="+home)
	}
	fmt.Fprintf(c.App.ErrWriter, "running %s\n", strings.Join(argv[:len(argv)-1], " "))
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("running %s: %w", argv[0], err)
	}
	return nil
}

// ownHome refuses to start a harness with the settings of a folder that only the receipt names: its hooks and servers
// would run.
func ownHome(c *cli.Context, a adapters.Adapter, r *handover.Receipt) error {
	home := r.Destination.Home
	user, err := os.UserHomeDir()
	if err == nil && home == a.(adapters.Housed).House().Home(user, os.Getenv) || c.String("home") == home {
		return nil
	}
	return usagef("continue-check --run: the receipt names %q as the harness's folder, which is not your usual one; --home %s says that you trust it", home, home)
}

func detail(a *checkedProgress, err error) string {
	switch {
	case err != nil:
		return err.Error()
	case a.Items > 0:
		return fmt.Sprintf("it went on: %s since", count(a.Items, "item"))
	case a.Grown:
		return "the harness opened it, but nothing was said since"
	}
	return "it is there as it was written; nothing was said since"
}

func printCheck(c *cli.Context, a *checkedProgress) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, a)
	}
	if a.Report != "" {
		fmt.Fprintf(c.App.ErrWriter, "report: %s\n", a.Report)
	}
	_, err := fmt.Fprintf(c.App.Writer, "%s: %s\n", a.Session, a.Detail)
	return err
}
