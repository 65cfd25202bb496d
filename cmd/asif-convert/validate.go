package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters/ahp/rules"
	"asif-convert/convert/asif"
	"asif-convert/convert/check"
)

func validateCommand() *cli.Command {
	return &cli.Command{
		Name:      "validate",
		Usage:     "check documents against the format's schema and rules",
		ArgsUsage: "FILE|FOLDER|- …",
		Description: `Prints a verdict, then the findings in document order; for several documents a summary at the end. A folder is a
package: its session.json, with the files that its resources name. E findings make a document invalid, W findings only
with --strict. With --ahp, the files are recorded logs of the Agent Hooks Protocol: its schemas and rules are checked,
event by event and across events. Exit code 0: valid; 1: invalid; 2: not readable; 3: of a version or with required features that are
unknown here; of several documents, the highest.

Examples:
   asif-convert validate session.json
   asif-convert validate session.json --rules C,T05 --strict
   asif-convert validate --sarif session.json > findings.sarif
   asif-convert validate --ahp hooks.jsonl
   asif-convert validate --explain C05`,
		Flags: []cli.Flag{
			jsonFlag(),
			&cli.BoolFlag{Name: "ahp", Usage: "check logs of the Agent Hooks Protocol instead of documents"},
			&cli.StringFlag{Name: "ahp-profile", Usage: "of a log, `PROFILES`: producer (what is absent is an error), ahp-draft-pre-harness (events need no harness)"},
			&cli.BoolFlag{Name: "sarif", Usage: "print SARIF 2.1.0, for code-review tools"},
			&cli.StringFlag{Name: "rules", Usage: "check only these `RULES` and groups of rules: C,T05,schema"},
			&cli.BoolFlag{Name: "strict", Usage: "warnings make a document invalid, too"},
			&cli.StringFlag{Name: "explain", Usage: "print what rule `ID` says, and check nothing"},
			&cli.IntFlag{Name: "max", Usage: "print at most `N` findings of a document; all are counted", Value: 100},
		},
		Action: runValidate,
	}
}

func runValidate(c *cli.Context) error {
	if c.IsSet("explain") {
		return explainRule(c, c.String("explain"))
	}
	if c.Bool("json") && c.Bool("sarif") {
		return usagef("validate: choose one of --json and --sarif")
	}
	if !c.Args().Present() {
		return usagef("validate: name documents: FILE, a FOLDER with session.json, or - for standard input")
	}
	o := check.Options{Strict: c.Bool("strict"), Max: c.Int("max")}
	if o.Max < 1 {
		return usagef("validate: --max is a positive number, not %d", o.Max)
	}
	if c.IsSet("rules") {
		o.Rules = strings.Split(c.String("rules"), ",")
	}
	v := validation{c: c, sarif: check.RenderSARIF, judge: func(name string) (check.Checked, error) { return validateInput(c, name, o) }}
	known := check.KnownRules
	if c.Bool("ahp") {
		known, v.sarif, v.judge = rules.KnownRules, rules.Table().RenderSARIF, judgeLog(c, o)
	} else if c.IsSet("ahp-profile") {
		return usagef("validate: --ahp-profile is for --ahp")
	}
	if err := known(o.Rules); err != nil {
		return usagef("validate --rules: %w", err)
	}
	for _, name := range c.Args().Slice() {
		if err := v.document(name); err != nil {
			return err
		}
	}
	if err := v.end(); err != nil {
		return err
	}
	return v.verdict()
}

func explainRule(c *cli.Context, id string) error {
	r, ok := check.Explain(id)
	render := check.RenderRule
	if a, of := rules.Explain(id); of && (!ok || c.Bool("ahp")) {
		r, ok, render = a, true, rules.Table().Explain
	}
	switch {
	case !ok:
		return usagef("validate --explain: no rule %q", id)
	case c.Bool("json"):
		return printJSON(c.App.Writer, r)
	}
	return render(c.App.Writer, r)
}

// validation is one run over the documents of a command line.
type validation struct {
	c       *cli.Context
	judge   func(name string) (check.Checked, error)
	sarif   func(io.Writer, []check.Checked) error
	checked []check.Checked
	failed  []error // of documents that could not be opened
}

// machine tells whether the reports are printed together, for programs.
func (v *validation) machine() bool { return v.c.Bool("json") || v.c.Bool("sarif") }

// document validates one document. It returns an error of the output only: one of the input is kept for the verdict.
func (v *validation) document(name string) error {
	checked, err := v.judge(name)
	if err != nil {
		v.failed = append(v.failed, err)
		return nil
	}
	v.checked = append(v.checked, checked)
	if v.machine() {
		return nil
	}
	return check.Render(v.c.App.Writer, checked)
}

func validateInput(c *cli.Context, name string, o check.Options) (checked check.Checked, err error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, "session.json")
	}
	in, err := openInput(name, c.App.Reader)
	if err != nil {
		return checked, err
	}
	defer closing(in, &err)
	o.Dir = in.dir
	report, err := check.ValidateReader(in, in.size, asif.Limits{}, o)
	if err != nil {
		return checked, in.fault(err)
	}
	return check.Checked{Name: in.name, Report: report}, nil
}

// end prints what is printed for all documents together.
func (v *validation) end() error {
	several := v.c.Args().Len() > 1
	switch w := v.c.App.Writer; {
	case v.c.Bool("sarif"):
		return v.sarif(w, v.checked)
	case v.c.Bool("json") && several:
		return check.RenderJSONAll(w, v.checked)
	case v.c.Bool("json") && len(v.checked) == 1:
		return check.RenderJSON(w, v.checked[0].Report)
	case !v.machine() && several:
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
		return check.RenderSummary(w, v.checked)
	}
	return nil
}

// verdict is the error that all reports amount to: it has the highest exit code, and names what could not be opened.
func (v *validation) verdict() error {
	var worst error
	var texts []string
	note := func(err error) {
		if exitCode(err) > exitCode(worst) {
			worst = err
		}
	}
	for _, err := range v.failed {
		note(err)
		texts = append(texts, err.Error())
	}
	bad := 0
	for _, c := range v.checked {
		if err := verdict(c.Name, c.Report); err != nil {
			note(err)
			bad++
			if len(v.checked) == 1 {
				texts = append(texts, err.Error())
			}
		}
	}
	if bad > 0 && len(v.checked) > 1 {
		texts = append(texts, fmt.Sprintf("%d of %d documents failed", bad, len(v.checked)))
	}
	if worst == nil {
		return nil
	}
	return rephrased{error: worst, text: strings.Join(texts, "; ")}
}

// rephrased is an error of the same class with another text.
type rephrased struct {
	error
	text string
}

func (e rephrased) Error() string { return e.text }
func (e rephrased) Unwrap() error { return e.error }

// verdict is the error that a report amounts to.
func verdict(name string, r check.Report) error {
	switch {
	case !r.Supported():
		return unsupportedError{fmt.Errorf("%s needs a version or features that are not supported here", name)}
	case !r.Readable():
		return inputError{fmt.Errorf("%s cannot be read as a document", name)}
	case !r.Valid:
		return findingsError{fmt.Errorf("%s is invalid", name)}
	}
	return nil
}
