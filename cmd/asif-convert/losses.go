package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"asif-convert/convert/asif"
	"asif-convert/losses"
)

func lossesCommand() *cli.Command {
	return &cli.Command{
		Name:      "losses",
		Usage:     "show what a document covers and what it lost",
		ArgsUsage: "FILE|-",
		Description: `Prints the coverage of the 13 domains of a session, then the losses, worst level first. A loss that another program
declared has no level.

Examples:
   asif-convert losses session.json
   asif-convert losses session.json --json`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: runLosses,
	}
}

func runLosses(c *cli.Context) (err error) {
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
	a, err := readAccount(d)
	if err != nil {
		return in.fault(err)
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, a)
	}
	return printAccount(c.App.Writer, a)
}

// account is what a document says of its own completeness: the form that --json prints.
type account struct {
	Coverage []coverage `json:"coverage"`
	Losses   []loss     `json:"losses"` // by level, worst first, then as in the document
}

type coverage struct {
	Scope  string `json:"scope"`
	Status string `json:"status"`
	Detail string `json:"detail"`
}

// loss is a loss with its level: that of the catalogue, "" for a kind that is not in it.
type loss struct {
	Level       string      `json:"level,omitempty"`
	ID          string      `json:"id"`
	Stage       string      `json:"stage"`
	Kind        string      `json:"kind"`
	Scope       string      `json:"scope,omitempty"`
	Explanation string      `json:"explanation"`
	References  []reference `json:"references,omitempty"`

	level losses.Level // 0 without one
}

type reference struct {
	Type string `json:"type"`
	ID   string `json:"id"`
}

func readAccount(d *asif.Document) (account, error) {
	a := account{Coverage: []coverage{}, Losses: []loss{}}
	for item, err := range d.Items("coverage") {
		if err != nil {
			return a, err
		}
		var c asif.Coverage
		if err := asif.Unmarshal(item.Raw, &c); err != nil {
			return a, fmt.Errorf("coverage %d: %w", item.Index, err)
		}
		a.Coverage = append(a.Coverage, coverage{string(c.Scope), string(c.Status), c.Detail})
	}
	for item, err := range d.Items("losses") {
		if err != nil {
			return a, err
		}
		var l asif.Loss
		if err := asif.Unmarshal(item.Raw, &l); err != nil {
			return a, fmt.Errorf("loss %d: %w", item.Index, err)
		}
		a.Losses = append(a.Losses, withLevel(l))
	}
	slices.SortStableFunc(a.Losses, func(x, y loss) int { return cmp.Compare(y.level, x.level) })
	return a, nil
}

func withLevel(l asif.Loss) loss {
	out := loss{
		ID: l.ID, Stage: string(l.Stage), Kind: l.Kind, Scope: string(l.Scope), Explanation: l.Explanation,
	}
	for _, r := range l.References {
		out.References = append(out.References, reference{r.Type, r.ID})
	}
	if k, ok := losses.KindByName(l.Kind); ok {
		out.level, out.Level = k.Level(), k.Level().String()
	}
	return out
}

func printAccount(w io.Writer, a account) error {
	rows := [][]string{{"SCOPE", "COVERAGE", "DETAIL"}}
	for _, c := range a.Coverage {
		rows = append(rows, []string{c.Scope, c.Status, c.Detail})
	}
	if err := printTable(w, rows); err != nil {
		return err
	}
	p, colour := printer{w: w}, paintFor(w)
	if len(a.Losses) == 0 {
		p.printf("\nno losses declared\n")
	}
	level := ""
	for _, l := range a.Losses {
		if name := cmp.Or(l.Level, "no level"); name != level {
			level = name
			p.printf("\n%s\n", colour.word(level))
		}
		p.printf("  %s (%s): %s\n", l.Kind, cmp.Or(l.Scope, l.Stage), l.Explanation)
	}
	return p.err
}
