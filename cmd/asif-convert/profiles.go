package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"asif-convert/profiles"
)

func profilesCommand() *cli.Command {
	return &cli.Command{
		Name:      "profiles",
		Usage:     "show what destination harnesses can take",
		ArgsUsage: "[NAME]",
		Description: `Without NAME: the harnesses that a plan can be made for. With NAME: its tools, instruction files, media, models with
their limits and more, and where each fact is documented or what it was seen with. --profile adds a profile of your
own, or one that says with "base" what differs from another; --schema prints what a profile looks like.

Examples:
   asif-convert profiles
   asif-convert profiles codex
   asif-convert profiles claude-code --json`,
		Flags: []cli.Flag{
			profileFlag(),
			&cli.BoolFlag{Name: "schema", Usage: "print the JSON Schema of a profile"},
			jsonFlag(),
		},
		Action: runProfiles,
	}
}

func profileFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "profile", Usage: "add the destination profile in `FILE`, or replace the one of its name"}
}

// loadProfiles are the profiles that come with the program and those of --profile.
func loadProfiles(c *cli.Context) (*profiles.Set, error) {
	set, err := profiles.Builtin()
	if err != nil {
		return nil, err
	}
	for _, name := range c.StringSlice("profile") {
		raw, err := readSmall(name)
		if err == nil {
			err = set.Add(raw)
		}
		if err != nil {
			return nil, inputError{fmt.Errorf("reading profile %s: %w", name, err)}
		}
	}
	return set, nil
}

func runProfiles(c *cli.Context) error {
	if c.Bool("schema") {
		raw, err := profiles.Schema()
		if err == nil {
			_, err = c.App.Writer.Write(raw)
		}
		return err
	}
	set, err := loadProfiles(c)
	if err != nil {
		return err
	}
	if !c.Args().Present() {
		return printProfiles(c, set)
	}
	name, err := onlyArgument(c, "a profile")
	if err != nil {
		return err
	}
	p, err := set.Get(name)
	if errors.Is(err, profiles.ErrUnknown) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, p)
	}
	return printProfile(c.App.Writer, p)
}

func printProfiles(c *cli.Context, set *profiles.Set) error {
	var list []*profiles.Profile
	rows := [][]string{{"NAME", "HARNESS", "VERIFIED WITH", "TOOLS", "MODELS", "RESUME"}}
	for _, name := range set.Names() {
		p, err := set.Get(name)
		if err != nil {
			return err
		}
		list = append(list, p)
		rows = append(rows, []string{p.Name, p.Title, dash(strings.Join(p.Versions, " ")), fmt.Sprint(len(p.Tools)), fmt.Sprint(len(p.Models)), dash(p.Resume)})
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, list)
	}
	return printTable(c.App.Writer, rows)
}

// dash stands where there is nothing.
func dash(s string) string { return cmp.Or(s, "-") }

func printProfile(w io.Writer, p *profiles.Profile) error {
	var b bytes.Buffer
	out := printer{w: &b}
	out.printf("%s: %s, verified with %s\n", p.Name, p.Title, cmp.Or(strings.Join(p.Versions, ", "), "no version"))
	for _, table := range profileTables(p) {
		if len(table) > 1 && out.err == nil {
			out.printf("\n")
			out.err = printTable(&b, table)
		}
	}
	if out.err != nil {
		return out.err
	}
	_, err := b.WriteTo(w)
	return err
}

// profileTables are the parts of a profile, the header of each first.
func profileTables(p *profiles.Profile) [][][]string {
	state := [][]string{{"SESSION FORMAT", "VERSIONS", "PLACE"}}
	for _, s := range p.State {
		state = append(state, []string{s.Format, dash(strings.Join(s.Versions, " ")), s.Place})
	}
	tools := [][]string{{"TOOL", "DOES", "TAKES", "NOTE"}}
	for _, t := range p.Tools {
		tools = append(tools, []string{t.Name, t.Class, dash(strings.Join(t.Takes, " ")), t.Note})
	}
	for _, class := range p.ByShell {
		tools = append(tools, []string{"(the shell)", class, "-", ""})
	}
	files := [][]string{{"INSTRUCTIONS", "SCOPE", "NOTE"}}
	for _, f := range p.Instructions {
		files = append(files, []string{f.File, f.Scope, f.Note})
	}
	models := [][]string{{"MODEL", "CONTEXT", "KEPT FOR THE ANSWER", "TOKENIZER"}}
	for _, m := range p.Models {
		models = append(models, []string{m.Provider + "/" + m.ID, fmt.Sprint(m.Context), fmt.Sprint(m.OutputReserve), m.Tokenizer})
	}
	approval := [][]string{{"APPROVAL", "ASKS"}}
	for _, m := range p.ApprovalModes {
		approval = append(approval, []string{m.Name, m.Asks})
	}
	documented := [][]string{{"WHAT", "DOCUMENTED AT, OR SEEN WITH"}}
	for _, f := range p.Documented {
		documented = append(documented, []string{f.What, f.Where})
	}
	return [][][]string{state, tools, files, facilityTable(p), models, approval, documented}
}

func facilityTable(p *profiles.Profile) [][]string {
	rows := [][]string{{"FACILITY", "SUPPORT", "PLACES OR KINDS"}}
	f := p.Facilities
	for _, r := range []struct {
		name string
		profiles.Facility
	}{{"sub-agents", f.SubAgents}, {"skills", f.Skills}, {"hooks", f.Hooks}, {"plugins", f.Plugins}, {"commands", f.Commands}, {"policies", f.Policies}} {
		rows = append(rows, []string{r.name, r.Support, dash(strings.Join(r.Places, " "))})
	}
	return append(rows,
		[]string{"MCP", cmp.Or(supports(len(p.MCP.Transports)), "unknown"), dash(strings.Join(p.MCP.Transports, " "))},
		[]string{"media", cmp.Or(supports(len(p.MediaTypes)), "unknown"), dash(strings.Join(p.MediaTypes, " "))},
		[]string{"reasoning of", cmp.Or(supports(len(p.Reasoning.Accepts)), "no"), cmp.Or(strings.Join(p.Reasoning.Accepts, " "), p.Reasoning.Note)})
}

func supports(kinds int) string {
	if kinds == 0 {
		return ""
	}
	return "yes"
}
