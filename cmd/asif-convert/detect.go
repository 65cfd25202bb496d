package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters"
	"asif-convert/adapters/registry"
	"asif-convert/convert/source"
)

func detectCommand() *cli.Command {
	return &cli.Command{
		Name:      "detect",
		Usage:     "tell which harness wrote a file",
		ArgsUsage: "PATH...",
		Description: `Looks at the beginning of each file, not at its name; of a folder, at the first session in it. Exit code 3: the
harness of a file is unknown, or more than one could have written it.

Example:
   asif-convert detect path/to/session.jsonl`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: runDetect,
	}
}

// detection is what detect says of one file: the form that --json prints.
type detection struct {
	Path      string   `json:"path"`
	Harness   string   `json:"harness,omitempty"`
	Match     string   `json:"match"`
	Ambiguous []string `json:"ambiguous,omitempty"`
	Why       string   `json:"why,omitempty"` // no harness is named
}

// matches spells how sure an adapter is.
var matches = [...]string{adapters.NoMatch: "unknown", adapters.Possible: "possible", adapters.Certain: "certain"}

func runDetect(c *cli.Context) error {
	if !c.Args().Present() {
		return usagef("detect: name a file")
	}
	var list []detection
	var failed []error
	for _, path := range c.Args().Slice() {
		g, err := guess(path)
		if err != nil {
			return err
		}
		d := detection{Path: path, Match: matches[g.match]}
		if err := g.undecided(path); err != nil {
			d.Why = g.why()
			if len(g.claims) > 0 {
				d.Ambiguous = names(g.claims)
			}
			failed = append(failed, err)
		} else {
			d.Harness = g.claims[0].Info().Name
		}
		list = append(list, d)
	}
	if err := printDetections(c, list); err != nil {
		return err
	}
	return errors.Join(failed...)
}

func printDetections(c *cli.Context, list []detection) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, list)
	}
	p := printer{w: c.App.Writer}
	for _, d := range list {
		switch {
		case d.Harness != "":
			p.printf("%s: %s (%s)\n", d.Path, d.Harness, d.Match)
		case len(d.Ambiguous) > 0:
			p.printf("%s: ambiguous (%s)\n", d.Path, strings.Join(d.Ambiguous, ", "))
		default:
			p.printf("%s: unknown\n", d.Path)
		}
	}
	return p.err
}

// guessed is what the beginning of a file says of its harness.
type guessed struct {
	claims []adapters.Adapter // the ones that are surest
	match  adapters.Match     // how sure they are
	folder bool
	made   bool   // it is a document, not a session of a harness
	head   []byte // of a file
}

// guess asks every adapter about a file; of a folder, about the first session that the adapter finds in it.
func guess(path string) (guessed, error) {
	info, err := os.Stat(path)
	if err != nil {
		return guessed{}, inputError{fmt.Errorf("looking at a file: %w", err)}
	}
	g := guessed{folder: info.IsDir()}
	for _, a := range registry.Adapters() {
		in := source.File(path, "")
		if g.folder {
			first, found, err := firstOf(a, path)
			if err != nil {
				return guessed{}, inputError{fmt.Errorf("looking into a folder: %w", err)}
			}
			if !found {
				continue
			}
			in = first
		}
		if g.head, err = source.Head(in); err != nil && len(g.head) == 0 {
			return guessed{}, inputError{fmt.Errorf("looking at a file: %w", err)}
		}
		if g.made = source.Member(g.head, "asif_version") != nil; g.made {
			return g, nil
		}
		switch m := a.Detect(adapters.Head{Name: filepath.Base(in.Name), Bytes: g.head}); {
		case m == adapters.NoMatch || m < g.match:
		case m > g.match:
			g.claims, g.match = []adapters.Adapter{a}, m
		default:
			g.claims = append(g.claims, a)
		}
	}
	return g, nil
}

// firstOf is the first session's own file that an adapter finds in a folder.
func firstOf(a adapters.Adapter, folder string) (source.Input, bool, error) {
	r, ok := a.(adapters.Reader)
	if !ok {
		return source.Input{}, false, nil
	}
	sessions, err := r.Find(adapters.Query{Target: folder, Env: os.Getenv})
	if err != nil || len(sessions) == 0 {
		return source.Input{}, false, err
	}
	return sessions[0].Inputs[0], true, nil
}

func names(list []adapters.Adapter) (out []string) {
	for _, a := range list {
		out = append(out, a.Info().Name)
	}
	return out
}

// undecided is the error of a file whose harness cannot be told.
func (g guessed) undecided(path string) error {
	switch len(g.claims) {
	case 1:
		return nil
	case 0:
		return unsupportedError{fmt.Errorf("%s is of no harness known here (%s): %s", path, strings.Join(names(registry.Adapters()), ", "), g.why())}
	}
	return unsupportedError{fmt.Errorf("%s could be of several harnesses: %s; name one: asif-convert from HARNESS PATH", path, g.why())}
}

// why says what stands against naming a harness.
func (g guessed) why() string {
	text := bytes.TrimSpace(g.head)
	switch {
	case len(g.claims) > 1:
		return fmt.Sprintf("%s is what %s say", matches[g.match], strings.Join(names(g.claims), " and "))
	case g.made:
		return "it is an ASIF document already"
	case g.folder:
		return "none of them finds a session of its own in the folder"
	case len(text) == 0:
		return "it is empty"
	case text[0] != '{' && text[0] != '[':
		return "it does not begin with JSON"
	}
	return "its first records are JSON of another kind"
}

// fromAutoCommand reads a session of whatever harness wrote it. Its flags are those of every harness, without --latest.
func fromAutoCommand(flags []cli.Flag) *cli.Command {
	return &cli.Command{
		Name:      "auto",
		Usage:     "take a session out of the harness that wrote it",
		ArgsUsage: "PATH",
		Description: `Picks the harness by what the file holds, as detect does. An ID, --latest and - need the name of the harness.

Example:
   asif-convert from auto path/to/session.jsonl -o session.json`,
		Flags: slices.DeleteFunc(slices.Clone(flags), func(f cli.Flag) bool { return f.Names()[0] == "latest" }),
		Action: func(c *cli.Context) error {
			path, err := onlyArgument(c, "the PATH of a session")
			if err != nil {
				return err
			}
			if path == "-" {
				return usagef("auto: standard input needs the name of its harness: asif-convert from HARNESS -")
			}
			g, err := guess(path)
			if err != nil {
				return err
			}
			if err := g.undecided(path); err != nil {
				return err
			}
			r, ok := g.claims[0].(adapters.Reader)
			if !ok {
				return unsupportedError{fmt.Errorf("sessions of %s cannot be read here", g.claims[0].Info().Title)}
			}
			return runFrom(c, g.claims[0], r)
		},
	}
}
