package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters/ahp/rules"
	"asif-convert/convert/check"
	"asif-convert/convert/source"
)

// judgeLog validates logs of the Agent Hooks Protocol.
func judgeLog(c *cli.Context, o check.Options) func(name string) (check.Checked, error) {
	of := rules.Options{Rules: o.Rules, Strict: o.Strict, Max: o.Max}
	if c.IsSet("ahp-profile") {
		of.Profiles = strings.Split(c.String("ahp-profile"), ",")
	}
	return func(name string) (check.Checked, error) {
		in := source.File(name, "")
		if name == "-" {
			name, in = "standard input", source.Stdin(c.App.Reader)
		}
		report, err := rules.Validate(in, of)
		switch {
		case errors.Is(err, rules.ErrProfile):
			return check.Checked{}, usagef("validate --ahp-profile: %w", err)
		case err != nil:
			return check.Checked{}, inputError{fmt.Errorf("reading log %s: %w", name, err)}
		}
		return check.Checked{Name: name, Report: report}, nil
	}
}
