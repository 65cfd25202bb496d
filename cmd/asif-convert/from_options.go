package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"asif-convert/convert"
	"asif-convert/convert/asif"
)

// conversionOptions are the options of a conversion that flags set.
func conversionOptions(c *cli.Context) (convert.Options, error) {
	o := convert.Options{
		Native:         convert.NativeMode(c.String("native")),
		Children:       convert.ChildMode(c.String("children")),
		Contexts:       convert.ContextMode(c.String("contexts")),
		NoContinuation: c.Bool("no-continuation"),
	}
	if !c.IsSet("action") {
		return o, nil
	}
	if o.NoContinuation {
		return o, usagef("--action asks for plans, which --no-continuation leaves out")
	}
	for name := range strings.SplitSeq(c.String("action"), ",") {
		action, err := parseAction(strings.TrimSpace(name))
		if err != nil {
			return o, err
		}
		if action == asif.ActionKindResumeNative && o.Native == convert.NativeOmit {
			return o, usagef("--action %s needs the native files, which --native omit leaves out", action)
		}
		o.Actions = append(o.Actions, action)
	}
	return o, nil
}

// parseAction is the action of that name.
func parseAction(name string) (asif.ActionKind, error) {
	var names []string
	for _, a := range convert.Actions() {
		if string(a) == name {
			return a, nil
		}
		names = append(names, string(a))
	}
	return "", usagef("--action %q is none of %s", name, strings.Join(names, ", "))
}
