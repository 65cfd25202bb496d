package main

import (
	"cmp"
	"io"
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters"
	"asif-convert/adapters/registry"
	"asif-convert/losses"
)

func harnessesCommand() *cli.Command {
	return &cli.Command{
		Name:      "harnesses",
		Usage:     "list harnesses; what one format can tell at best; how its fields are mapped",
		ArgsUsage: "[NAME]",
		Description: `Without NAME: the harnesses that sessions can be taken from. With NAME: what a document made from it can cover at
best, and why not more. --mapping: what becomes of every known field of every kind of record. --unknown: which kinds
of records and fields of the sessions in a folder no mapping names, with counts and without content.

Examples:
   asif-convert harnesses
   asif-convert harnesses claude-code
   asif-convert harnesses claude-code --mapping --json
   asif-convert harnesses claude-code --unknown ~/.claude/projects`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "mapping", Usage: "print the mapping tables"},
			&cli.StringFlag{Name: "unknown", Usage: "list what the sessions in `FOLDER` hold that no mapping names"},
			jsonFlag(),
		},
		Action: runHarnesses,
	}
}

func runHarnesses(c *cli.Context) error {
	all := registry.Adapters()
	if c.Args().Present() {
		name, err := onlyArgument(c, "the name of a harness")
		if err != nil {
			return err
		}
		a, err := adapterOf(name)
		if err != nil {
			return err
		}
		all = []adapters.Adapter{a}
	}
	if c.IsSet("unknown") {
		if len(all) != 1 || !c.Args().Present() {
			return usagef("--unknown needs the name of one harness")
		}
		return runCensus(c, all[0])
	}
	list := make([]harness, len(all))
	for i, a := range all {
		list[i] = describe(a)
		if c.Bool("mapping") {
			list[i].Mapping = mapping(a)
		}
	}
	switch {
	case c.Bool("json") && c.Args().Present():
		return printJSON(c.App.Writer, list[0])
	case c.Bool("json"):
		return printJSON(c.App.Writer, list)
	case c.Bool("mapping"):
		return printMapping(c.App.Writer, list)
	case c.Args().Present():
		return printHarness(c.App.Writer, list[0])
	}
	return printHarnesses(c.App.Writer, list)
}

// harness is what the registry knows of one harness: the form that --json prints.
type harness struct {
	Name     string       `json:"name"`
	Title    string       `json:"title"`
	Provider string       `json:"provider"`
	Revision string       `json:"mapping_revision"`
	Store    string       `json:"store"`
	Reads    bool         `json:"reads"`
	Writes   bool         `json:"writes"`
	Coverage []bestOf     `json:"coverage"`
	Mapping  []mappingRow `json:"mapping,omitempty"`
}

// bestOf is what a format can tell of one scope at best.
type bestOf struct {
	Scope  string `json:"scope"`
	Status string `json:"status"`
	Why    string `json:"why"`
}

// mappingRow is one row of a mapping table. A path inside a variant names the member that chooses it:
// "message.content[](type=tool_use).id"; "*" is any other value.
type mappingRow struct {
	Kind        string `json:"kind"`
	Path        string `json:"path"`
	Disposition string `json:"disposition"`
	To          string `json:"to,omitempty"`
	Why         string `json:"why,omitempty"`
}

func describe(a adapters.Adapter) harness {
	info := a.Info()
	_, reads := a.(adapters.Reader)
	_, writes := a.(adapters.Writer)
	h := harness{
		Name: info.Name, Title: info.Title, Provider: info.Provider, Revision: info.Revision, Store: info.Store,
		Reads: reads, Writes: writes,
	}
	for _, s := range losses.AllScopes {
		best := info.Best[s]
		h.Coverage = append(h.Coverage, bestOf{s, best.Status, best.Why})
	}
	return h
}

// mapping lists the tables of a harness: rows as they stand, then variants, their cases by name.
func mapping(a adapters.Adapter) []mappingRow {
	var out []mappingRow
	for _, t := range a.Tables() {
		for _, r := range t.Rows {
			out = append(out, rowOf(t.Kind, "", r))
		}
		for _, v := range t.Variants {
			for _, name := range slices.Sorted(maps.Keys(v.Cases)) {
				for _, r := range v.Cases[name] {
					out = append(out, rowOf(t.Kind, v.At+"("+v.By+"="+cmp.Or(name, "*")+")", r))
				}
			}
		}
	}
	return out
}

func rowOf(kind, at string, r losses.Row) mappingRow {
	path := r.Path
	switch {
	case at != "" && path != "":
		path = at + "." + path
	case at != "":
		path = at
	}
	return mappingRow{Kind: kind, Path: path, Disposition: r.Do.String(), To: r.To, Why: r.Why}
}

func printHarnesses(w io.Writer, list []harness) error {
	rows := [][]string{{"NAME", "HARNESS", "READS", "WRITES", "SESSIONS"}}
	for _, h := range list {
		rows = append(rows, []string{h.Name, h.Title, can[h.Reads], can[h.Writes], cmp.Or(h.Store, "-")})
	}
	return printTable(w, rows)
}

func printHarness(w io.Writer, h harness) error {
	p := printer{w: w}
	p.printf("%s: %s, mapping revision %s, sessions in %s\n\n", h.Name, h.Title, h.Revision, cmp.Or(h.Store, "no place of its own"))
	if p.err != nil {
		return p.err
	}
	rows := [][]string{{"SCOPE", "AT BEST", "WHY"}}
	for _, b := range h.Coverage {
		rows = append(rows, []string{b.Scope, b.Status, b.Why})
	}
	return printTable(w, rows)
}

func printMapping(w io.Writer, list []harness) error {
	rows := [][]string{{"HARNESS", "KIND", "PATH", "DISPOSITION", "TO", "WHY"}}
	for _, h := range list {
		for _, r := range h.Mapping {
			rows = append(rows, []string{h.Name, r.Kind, r.Path, r.Disposition, r.To, r.Why})
		}
	}
	return printTable(w, rows)
}

var can = map[bool]string{true: "yes", false: "no"}
