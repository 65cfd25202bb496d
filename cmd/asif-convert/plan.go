package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"asif-convert/convert/continuation"
)

func planCommand() *cli.Command {
	return &cli.Command{
		Name:      "plan",
		Usage:     "show what going on with a session takes, and why",
		ArgsUsage: "FILE|-",
		Description: `Computes, for each plan of a document's continuation profile, all that it knows of and what of that it requires:
capabilities, secret handles, open calls and decisions, resources; then what is optional. An arrow leads back to what
needs a thing.

Examples:
   asif-convert plan session.json
   asif-convert plan session.json --plan model_request --json
   asif-convert plan session.json --dot > plan.dot`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "plan", Usage: "only the plan of this `ID`; without it, every plan"},
			&cli.BoolFlag{Name: "dot", Usage: "print a graph for Graphviz"},
			jsonFlag(),
		},
		Action: runPlan,
	}
}

func runPlan(c *cli.Context) (err error) {
	if c.Bool("json") && c.Bool("dot") {
		return usagef("plan: choose one of --json and --dot")
	}
	name, err := onlyArgument(c, "a document: FILE, or - for standard input")
	if err != nil {
		return err
	}
	in, err := openInput(name, c.App.Reader)
	if err != nil {
		return err
	}
	defer closing(in, &err)
	src, err := planSource(in)
	if err != nil {
		return err
	}
	all, err := closures(in, src, c.String("plan"))
	switch {
	case err != nil:
		return err
	case c.Bool("json"):
		return continuation.RenderJSON(c.App.Writer, all)
	case c.Bool("dot"):
		return continuation.RenderDOT(c.App.Writer, all)
	}
	return continuation.RenderText(c.App.Writer, src, all)
}

// planSource reads what a document's plans need.
func planSource(in *input) (*continuation.Source, error) {
	d, err := in.open()
	if err != nil {
		return nil, err
	}
	src, err := continuation.Open(d)
	if errors.Is(err, continuation.ErrNoProfile) {
		return nil, inputError{fmt.Errorf("%s has no plans: it was written without a continuation profile; convert the session again with one", in.name)}
	}
	if err != nil {
		return nil, in.fault(err)
	}
	return src, nil
}

// closures are those of one plan, or of all when none is named.
func closures(in *input, src *continuation.Source, id string) ([]continuation.Closure, error) {
	var all []continuation.Closure
	var ids []string
	for _, p := range src.Plans() {
		ids = append(ids, p.ID)
		if id != "" && p.ID != id {
			continue
		}
		c, err := continuation.ClosureOf(src, p.ID)
		if err != nil {
			return nil, inputError{fmt.Errorf("%s: %w; asif-convert validate tells what is wrong", in.name, err)}
		}
		all = append(all, c)
	}
	if len(all) == 0 && id != "" {
		return nil, usagef("plan --plan: %s has no plan %q; it has %s", in.name, id, strings.Join(ids, ", "))
	}
	return all, nil
}
