package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"asif-convert/convert/check"
)

func validateReportCommand() *cli.Command {
	return &cli.Command{
		Name:      "validate-report",
		Usage:     "check a destination report against the document that it is about",
		ArgsUsage: "SOURCE REPORT",
		Description: `Computes what the report's plan requires and holds the report against that and against SOURCE's exact bytes. A report
holds for a time only: --at says when it should, without it now. Exit code 0: valid; 1: invalid; 2: not readable.

Examples:
   asif-convert validate-report session.json report.json
   asif-convert validate-report session.json report.json --at 2026-11-30T12:30:00Z --rules Q03,Q12 --json
   asif-convert validate --explain Q08`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "at", Usage: "the `TIME` at which the report should hold, as 2026-11-30T12:00:00Z; without it, now"},
			jsonFlag(),
			&cli.BoolFlag{Name: "sarif", Usage: "print SARIF 2.1.0, for code-review tools"},
			&cli.StringFlag{Name: "rules", Usage: "check only these `RULES` and groups of rules: Q08,Q12,schema"},
			&cli.IntFlag{Name: "max", Usage: "print at most `N` findings; all are counted", Value: 100},
		},
		Action: runValidateReport,
	}
}

func runValidateReport(c *cli.Context) error {
	if c.Bool("json") && c.Bool("sarif") {
		return usagef("validate-report: choose one of --json and --sarif")
	}
	if c.Args().Len() != 2 {
		return usagef("validate-report: name the document and the report: SOURCE REPORT")
	}
	o := check.Options{Max: c.Int("max")}
	if o.Max < 1 {
		return usagef("validate-report: --max is a positive number, not %d", o.Max)
	}
	if c.IsSet("rules") {
		o.Rules = strings.Split(c.String("rules"), ",")
	}
	if err := check.KnownRules(o.Rules); err != nil {
		return usagef("validate-report --rules: %w", err)
	}
	now, err := timeOf(c)
	if err != nil {
		return err
	}
	checked, err := checkReport(c, now, o)
	if err != nil {
		return err
	}
	switch w := c.App.Writer; {
	case c.Bool("sarif"):
		err = check.RenderSARIF(w, []check.Checked{checked})
	case c.Bool("json"):
		err = check.RenderJSON(w, checked.Report)
	default:
		err = check.Render(w, checked)
	}
	if err != nil {
		return err
	}
	return verdict(checked.Name, checked.Report)
}

// reportBytes is the greatest report that is read.
const reportBytes = 64 << 20

func checkReport(c *cli.Context, now time.Time, o check.Options) (checked check.Checked, err error) {
	in, err := openInput(c.Args().Get(0), c.App.Reader)
	if err != nil {
		return checked, err
	}
	defer closing(in, &err)
	of := check.Assessed{Now: now}
	if of.Source, err = planSource(in); err != nil {
		return checked, err
	}
	if of.SHA256, err = digestOf(in); err != nil {
		return checked, err
	}
	report, err := openInput(c.Args().Get(1), c.App.Reader)
	if err != nil {
		return checked, err
	}
	defer closing(report, &err)
	if report.size > reportBytes {
		return checked, inputError{fmt.Errorf("reading report %s: %d bytes, more than %d", report.name, report.size, reportBytes)}
	}
	raw := make([]byte, report.size)
	if _, err := io.ReadFull(io.NewSectionReader(report, 0, report.size), raw); err != nil {
		return checked, inputError{fmt.Errorf("reading report %s: %w", report.name, err)}
	}
	checked.Name = report.name
	if checked.Report, err = check.ValidateReport(raw, of, o); err != nil {
		return checked, in.fault(err)
	}
	return checked, nil
}

// digestOf is the SHA-256 of a document's exact bytes.
func digestOf(in *input) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(in, 0, in.size)); err != nil {
		return "", in.fault(err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
