package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"asif-convert/convert/continuation"
)

func planCommand() *cli.Command {
	return &cli.Command{
		Name:      "plan",
		Usage:     "show what going on with a session takes, and whether it is there",
		ArgsUsage: "FILE|-|PATH|ID",
		Description: `Computes, for each plan of a document's continuation profile, all that it knows of and what of that it requires:
capabilities, secret handles, open calls and decisions, resources; then what is optional. An arrow leads back to what
needs a thing. A native session is converted on the way.

With --to: whether a harness can go on with it. Without more, the answer is synthetic: the machine is taken to be as it
was. --probe looks at this machine, --snapshot takes what asif-convert probe saw at another. Nothing is started or
contacted for that. -o writes the report, and beside it the snapshot that it rests on. Exit code 1: something blocks, or has to be accepted first.

Examples:
   asif-convert plan session.json
   asif-convert plan session.json --plan model_request --json
   asif-convert plan session.json --dot > plan.dot
   asif-convert plan session.json --to codex --action await_user --accept all -o report.json --html report.html || true`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "plan", Usage: "only the plan of this `ID`; without it, every plan"},
			&cli.StringFlag{Name: "action", Usage: "only plans that begin with `ACTION`: await_user, model_request, await_decision, reconcile_operation or resume_native"},
			&cli.StringFlag{Name: "from", Usage: "the session is one of `HARNESS`, named by PATH or ID"},
			&cli.BoolFlag{Name: "latest", Usage: "with --from: the session that changed last"},
			&cli.BoolFlag{Name: "dot", Usage: "print a graph for Graphviz"},
			jsonFlag(),
		}, assessmentFlags()),
		Action: runPlan,
	}
}

func runPlan(c *cli.Context) (err error) {
	if err := suitingFlags(c); err != nil {
		return err
	}
	p, err := openPlanned(c)
	if err != nil {
		return err
	}
	defer closing(p, &err)
	all, err := closures(c, p)
	if err == nil {
		err = onePlan(c, all)
	}
	if err != nil {
		return err
	}
	p.tell(c)
	switch {
	case c.String("to") != "":
		return runPlanTo(c, p, all)
	case c.Bool("json"):
		return continuation.RenderJSON(c.App.Writer, all)
	case c.Bool("dot"):
		return continuation.RenderDOT(c.App.Writer, all)
	}
	return continuation.RenderText(c.App.Writer, p.src, all)
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

// closures are those of the plan that is named, or of all plans with the action that is named.
func closures(c *cli.Context, p *planned) ([]continuation.Closure, error) {
	id, action := c.String("plan"), c.String("action")
	var all []continuation.Closure
	var ids []string
	for _, plan := range p.src.Plans() {
		ids = append(ids, plan.ID)
		if id != "" && plan.ID != id || action != "" && string(plan.NextAction.Kind) != action {
			continue
		}
		closure, err := continuation.ClosureOf(p.src, plan.ID)
		if err != nil {
			return nil, inputError{fmt.Errorf("%s: %w; asif-convert validate tells what is wrong", p.in.name, err)}
		}
		all = append(all, closure)
	}
	switch {
	case len(all) > 0:
		return all, nil
	case id != "":
		return nil, usagef("plan --plan: %s has no plan %q; it has %s", p.in.name, id, strings.Join(ids, ", "))
	case action != "":
		return nil, usagef("plan --action: %s has no plan for %s; it has %s", p.in.name, action, strings.Join(ids, ", "))
	}
	return nil, inputError{fmt.Errorf("%s has a continuation profile without plans", p.in.name)}
}
