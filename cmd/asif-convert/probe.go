package main

import (
	"errors"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"asif-convert/convert/continuation/destination"
	"asif-convert/profiles"
)

func probeCommand() *cli.Command {
	return &cli.Command{
		Name:      "probe",
		Usage:     "look at this machine as a destination, for a plan that is made elsewhere",
		ArgsUsage: "HARNESS",
		Description: `Notes what a plan wants to know of a destination: the version of the harness, its MCP servers, names of credentials
(never a value), the state of repositories, free disk. Starts and contacts nothing. The snapshot goes to plan --snapshot,
here or at another machine. Without --root, the folder that you are in is looked at.

Examples:
   asif-convert probe codex
   asif-convert probe claude-code --root . -o laptop.json && asif-convert plan session.json --to claude-code --snapshot laptop.json || true`,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "root", Usage: "look at the folder `PATH`, where a session's folder is or could be"},
			&cli.StringSliceFlag{Name: "handle", Usage: "look for the credential `NAME` too"},
			&cli.StringFlag{Name: "at", Usage: "the `TIME` of the look, as 2026-11-30T12:00:00Z; without it, now"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the snapshot to `FILE`; without it, to standard output", Value: "-"},
			&cli.BoolFlag{Name: "force", Usage: "replace an existing file"},
			profileFlag(),
		},
		Action: runProbe,
	}
}

func runProbe(c *cli.Context) error {
	name, err := onlyArgument(c, "a harness; see asif-convert profiles")
	if err != nil {
		return err
	}
	set, err := loadProfiles(c)
	if err != nil {
		return err
	}
	profile, err := set.Get(name)
	if errors.Is(err, profiles.ErrUnknown) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	at, err := timeOf(c)
	if err != nil {
		return err
	}
	machine, err := thisMachine(at.Format(time.RFC3339))
	if err != nil {
		return err
	}
	look := destination.Look{Handles: c.StringSlice("handle")}
	roots := c.StringSlice("root")
	if len(roots) == 0 {
		roots = []string{"."}
	}
	for _, r := range roots {
		path, err := filepath.Abs(r)
		if err != nil {
			return usagef("probe --root %q: %w", r, err)
		}
		look.Roots = append(look.Roots, destination.Root{Path: path})
	}
	s, err := destination.Probe(profile, machine, look)
	if err != nil {
		return err
	}
	return writeOutput(c, c.String("output"), s.Bytes())
}
