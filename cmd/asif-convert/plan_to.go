package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"asif-convert/convert/asif"
	"asif-convert/convert/check"
	"asif-convert/convert/continuation"
	"asif-convert/convert/continuation/destination"
	"asif-convert/profiles"
)

// validity is how long a report holds without --valid-for.
const validity = 24 * time.Hour

// assessmentFlags are those that mean something with --to only.
func assessmentFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "to", Usage: "tell whether `HARNESS` can go on; see asif-convert profiles"},
		&cli.BoolFlag{Name: "probe", Usage: "look at this machine"},
		&cli.StringFlag{Name: "snapshot", Usage: "use what asif-convert probe wrote to `FILE`, here or at another machine"},
		&cli.StringFlag{Name: "snapshot-out", Usage: "write what was seen to `FILE`; without it, beside the report, as NAME.snapshot.json"},
		&cli.StringSliceFlag{Name: "map-root", Usage: "a folder of the session lies elsewhere at the destination: `ROOT=PATH`, ROOT by its ID or by its path"},
		&cli.StringFlag{Name: "model", Usage: "go on with `PROVIDER/ID`"},
		&cli.StringSliceFlag{Name: "accept", Usage: "accept the change with this `ID`, or all"},
		&cli.StringFlag{Name: "as", Usage: "who accepts, `NAME`; without it, the user of this machine"},
		&cli.StringFlag{Name: "at", Usage: "the `TIME` of the assessment, as 2026-11-30T12:00:00Z; without it, now"},
		&cli.DurationFlag{Name: "valid-for", Usage: "how long the report holds", Value: validity},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the report to `FILE`, and the snapshot that it names beside it"},
		&cli.StringFlag{Name: "html", Usage: "write the report for people to `FILE`, one page"},
		&cli.BoolFlag{Name: "force", Usage: "replace existing files"},
		profileFlag(),
	}
}

// suitingFlags refuses flags that do not go together.
func suitingFlags(c *cli.Context) error {
	if c.Bool("json") && c.Bool("dot") {
		return usagef("plan: choose one of --json and --dot")
	}
	if c.IsSet("action") {
		if _, err := parseAction(c.String("action")); err != nil {
			return err
		}
	}
	if c.String("to") == "" {
		for _, f := range assessmentFlags() {
			if name := f.Names()[0]; c.IsSet(name) && name != "to" {
				return usagef("plan --%s: name the destination with --to", name)
			}
		}
		return nil
	}
	for _, name := range []string{"output", "html", "snapshot-out"} {
		if file := c.String(name); file != "-" {
			if err := freeOutput(c, file); err != nil { // again before it is written; here before any work
				return err
			}
		}
	}
	switch {
	case c.Bool("dot"):
		return usagef("plan --dot: shows what a plan needs, not a destination")
	case c.Bool("probe") && c.IsSet("snapshot"):
		return usagef("plan: choose one of --probe and --snapshot")
	}
	return nil
}

// onePlan refuses files that are about one plan where there are several.
func onePlan(c *cli.Context, all []continuation.Closure) error {
	if len(all) == 1 || !c.IsSet("output") && !c.IsSet("html") {
		return nil
	}
	var ids []string
	for _, one := range all {
		ids = append(ids, one.Plan.ID)
	}
	return usagef("plan: a report is about one plan; name it with --plan or --action: %s", strings.Join(ids, ", "))
}

// runPlanTo assesses a destination for each plan.
func runPlanTo(c *cli.Context, p *planned, all []continuation.Closure) error {
	chosen, err := choices(c)
	if err != nil {
		return err
	}
	r, err := assessmentRequest(c, p, all, chosen)
	if err != nil {
		return err
	}
	var results []destination.Result
	for _, one := range all {
		r.Plan = one.Plan.ID
		result, err := destination.Assess(r)
		switch {
		case errors.Is(err, destination.ErrChoice):
			return usageError{fmt.Errorf("plan: %w", err)}
		case err != nil:
			return p.in.fault(err)
		}
		if err := soundReport(p, &r, &result); err != nil {
			return err
		}
		results = append(results, result)
	}
	if err := writeReports(c, p, r.Destination, results); err != nil {
		return err
	}
	if err := printResults(c, p, results); err != nil {
		return err
	}
	return verdictOf(results)
}

// verdictOf is the error of plans that are not ready.
func verdictOf(results []destination.Result) error {
	var not []string
	for _, r := range results {
		if r.Report.Outcome != asif.VerdictReady {
			not = append(not, r.Report.Source.PlanID+" "+strings.ReplaceAll(string(r.Report.Outcome), "_", " "))
		}
	}
	if len(not) == 0 {
		return nil
	}
	return findingsError{fmt.Errorf("not ready: %s", strings.Join(not, ", "))}
}

// assessmentRequest is everything that an assessment starts from, but the plan.
func assessmentRequest(c *cli.Context, p *planned, all []continuation.Closure, chosen destination.Choices) (destination.Request, error) {
	r := destination.Request{Source: p.src, Knows: check.KnowsFeature, Choices: chosen}
	set, err := loadProfiles(c)
	if err != nil {
		return r, err
	}
	if r.At, r.Expires, err = times(c); err != nil {
		return r, err
	}
	if r.DocumentSHA256, err = p.digest(); err != nil {
		return r, err
	}
	if from, err := set.Get(p.src.Profile.SourceRuntime.Agent.ID); err == nil {
		r.From = from
	}
	r.Destination, err = known(c, p, set, all, r)
	return r, err
}

func choices(c *cli.Context) (destination.Choices, error) {
	out := destination.Choices{Accept: c.StringSlice("accept"), Model: c.String("model"), Roots: map[string]string{}, User: c.String("as")}
	for _, m := range c.StringSlice("map-root") {
		i := strings.LastIndexByte(m, '=')
		if i <= 0 || i == len(m)-1 {
			return out, usagef("plan --map-root %q: want ROOT=PATH", m)
		}
		path, err := filepath.Abs(m[i+1:])
		if err != nil {
			return out, usagef("plan --map-root %q: %w", m, err)
		}
		out.Roots[m[:i]] = path
	}
	if len(out.Accept) > 0 && out.User == "" {
		out.User = "unknown user"
		if u, err := user.Current(); err == nil {
			out.User = cmp.Or(u.Username, out.User)
		}
	}
	return out, nil
}

// timeOf is the time of --at, else now, in seconds.
func timeOf(c *cli.Context) (time.Time, error) {
	if !c.IsSet("at") {
		return time.Now().UTC().Truncate(time.Second), nil
	}
	t, err := time.Parse(time.RFC3339, c.String("at"))
	if err != nil {
		return t, usagef("%s --at %q: want a time as 2026-11-30T12:00:00Z", c.Command.Name, c.String("at"))
	}
	return t, nil
}

// times are when the assessment is made and until when it holds.
func times(c *cli.Context) (at, expires string, err error) {
	now, err := timeOf(c)
	if err != nil {
		return "", "", err
	}
	if c.Duration("valid-for") < time.Second {
		return "", "", usagef("plan --valid-for: a report holds for a second at least")
	}
	end := now.Add(c.Duration("valid-for"))
	if end.Year() > 9999 {
		return "", "", usagef("plan --at, --valid-for: a report cannot hold beyond the year 9999")
	}
	return now.Format(time.RFC3339), end.Format(time.RFC3339), nil
}

// known is what is known of the destination.
func known(c *cli.Context, p *planned, set *profiles.Set, all []continuation.Closure, r destination.Request) (*destination.Snapshot, error) {
	name := c.String("to")
	if file := c.String("snapshot"); file != "" {
		raw, err := readSmall(file)
		if err != nil {
			return nil, inputError{fmt.Errorf("reading snapshot: %w", err)}
		}
		s, err := destination.ParseSnapshot(raw)
		if err != nil {
			return nil, inputError{fmt.Errorf("reading snapshot %s: %w", file, err)}
		}
		if s.Profile.Name != name {
			return nil, usagef("plan --snapshot: %s shows %s, not %s", file, s.Profile.Name, name)
		}
		return s, nil
	}
	profile, err := set.Get(name)
	if errors.Is(err, profiles.ErrUnknown) {
		return nil, usageError{fmt.Errorf("plan --to: %w", err)}
	}
	if err != nil || !c.Bool("probe") {
		return declared(profile, err)
	}
	machine, err := thisMachine(r.At)
	if err != nil {
		return nil, err
	}
	return destination.Probe(profile, machine, destination.LookFor(p.src, all, r.Choices.Roots))
}

func declared(p *profiles.Profile, err error) (*destination.Snapshot, error) {
	if err != nil {
		return nil, err
	}
	return destination.Declared(p)
}

// thisMachine is the machine that the program runs on.
func thisMachine(at string) (destination.Machine, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return destination.Machine{}, usagef("finding your home: %w", err)
	}
	return destination.Machine{Env: os.Getenv, Environ: os.Environ(), Home: home, At: at}, nil
}

// soundReport holds a report against the rules for reports before anybody sees it. A finding is a fault of this program.
func soundReport(p *planned, r *destination.Request, result *destination.Result) error {
	now, err := time.Parse(time.RFC3339, r.At)
	if err != nil {
		return fmt.Errorf("checking the report: %w", err)
	}
	raw, err := encodedReport(&result.Report)
	if err != nil {
		return fmt.Errorf("checking the report: %w", err)
	}
	checked, err := check.ValidateReport(raw, check.Assessed{Source: p.src, SHA256: r.DocumentSHA256, Now: now}, check.Options{})
	if err != nil {
		return fmt.Errorf("checking the report: %w", err)
	}
	if !checked.Valid {
		f := checked.Findings[0]
		return fmt.Errorf("checking the report on plan %s: it breaks rule %s at %s: %s", r.Plan, f.Rule, f.Pointer, f.Message)
	}
	return nil
}
