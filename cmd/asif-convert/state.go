package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"asif-convert/convert/check"
)

func stateCommand() *cli.Command {
	return &cli.Command{
		Name:      "state",
		Usage:     "show what is open in a document's history, and what is missing from it",
		ArgsUsage: "FILE|-",
		Description: `Folds the history of a branch up to an event of it: open calls with what shows that they go on, open decisions,
executions, tasks with what they depend on, and history that the document does not have. The document is not validated.

Examples:
   asif-convert state session.json
   asif-convert state session.json --branch main --json`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "branch", Usage: "the branch's `ID`; without it, the branch whose head has the greatest sequence"},
			&cli.StringFlag{Name: "at", Usage: "the last `EVENT` that counts; without it, the branch's head"},
			jsonFlag(),
		},
		Action: runState,
	}
}

func runState(c *cli.Context) (err error) {
	name, err := onlyArgument(c, "a document: FILE, or - for standard input")
	if err != nil {
		return err
	}
	in, err := openInput(name, c.App.Reader)
	if err != nil {
		return err
	}
	defer closing(in, &err)
	d, err := in.open()
	if err != nil {
		return err
	}
	s, err := check.StateAt(d, c.String("branch"), c.String("at"))
	if err != nil {
		return stateError(in, err)
	}
	if c.Bool("json") {
		return check.RenderStateJSON(c.App.Writer, s)
	}
	return check.RenderState(c.App.Writer, in.name, s)
}

func stateError(in *input, err error) error {
	if _, ok := errors.AsType[*check.FeatureError](err); ok {
		return unsupportedError{fmt.Errorf("reading document %s: %w", in.name, err)}
	}
	if errors.Is(err, check.ErrBoundary) {
		return usageError{err}
	}
	return in.fault(err)
}
