package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters"
	"asif-convert/adapters/registry"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/continuation/destination"
	"asif-convert/convert/handover"
	"asif-convert/profiles"
)

// handingFlags are the flags of commands that write a session.
func handingFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "home", Usage: "the harness's own folder, instead of the usual one: `DIR`"},
		&cli.BoolFlag{Name: "dry-run", Usage: "say what would be written, and write nothing"},
		&cli.StringFlag{Name: "branch", Usage: "go on with the branch of this `ID`, instead of main"},
		&cli.StringFlag{Name: "up-to", Usage: "go on behind the event of this `ID`: what came later is left out, but for the results of calls"},
		&cli.StringFlag{Name: "cwd", Usage: "go on in `DIR`, instead of the recorded folder"},
		&cli.StringSliceFlag{Name: "map-root", Usage: "a recorded folder is another one here: `FROM=TO`; may be repeated"},
		&cli.StringFlag{Name: "model", Usage: "the model that will go on: `PROVIDER/ID`"},
		choiceFlag("open-calls", "calls without a result: `HOW` close (a result says that the outcome is unknown), omit or refuse", "close", "omit", "refuse"),
		choiceFlag("reasoning", "what another provider's model thought: `HOW` drop or text (as words of the agent)", "drop", "text"),
		&cli.BoolFlag{Name: "restate-decisions", Usage: "put questions that wait for an answer where the session is taken up into the last message"},
		&cli.StringFlag{Name: "receipt", Usage: "write the receipt, which tells what was done, to `FILE`"},
		profileFlag(),
		&cli.BoolFlag{Name: "force", Usage: "replace existing files of your own: receipts, documents; never a session"},
		jsonFlag(),
	}
}

// choiceFlag is a flag with a closed list of values, the first of which is the default.
func choiceFlag(name, usage string, values ...string) cli.Flag {
	return &cli.StringFlag{Name: name, Usage: usage, Value: values[0], Action: func(_ *cli.Context, value string) error {
		if !slices.Contains(values, value) {
			return usagef("--%s %q is none of %s", name, value, strings.Join(values, ", "))
		}
		return nil
	}}
}

// parseHanding reads the flags that say how a session goes on.
func parseHanding(c *cli.Context) (adapters.HandoffOptions, error) {
	o := adapters.HandoffOptions{
		Branch: c.String("branch"), UpTo: c.String("up-to"), RestateDecisions: c.Bool("restate-decisions"),
		OpenCalls: adapters.OpenCallPolicy(c.String("open-calls")), Reasoning: adapters.ReasoningPolicy(c.String("reasoning")),
	}
	if o.OpenCalls == "close" {
		o.OpenCalls = adapters.OpenCallsClose
	}
	if o.Reasoning == "drop" {
		o.Reasoning = adapters.ReasoningDrop
	}
	if model := c.String("model"); model != "" {
		provider, id, ok := strings.Cut(model, "/")
		if !ok || provider == "" || id == "" {
			return o, usagef("--model takes PROVIDER/ID, not %q", model)
		}
		o.Provider, o.Model = provider, id
	}
	for _, m := range c.StringSlice("map-root") {
		from, to, ok := strings.Cut(m, "=")
		if !ok || from == "" || to == "" {
			return o, usagef("--map-root takes FROM=TO, not %q", m)
		}
		path, err := realFolder(to)
		if err != nil {
			return o, err
		}
		o.MapRoots = append(o.MapRoots, adapters.RootMap{From: from, To: path})
	}
	if cwd := c.String("cwd"); cwd != "" {
		path, err := realFolder(cwd)
		if err != nil {
			return o, err
		}
		o.CWD = path
	}
	return o, nil
}

// realFolder is the absolute path of a folder without links: harnesses name sessions after it.
func realFolder(name string) (string, error) {
	path, err := filepath.Abs(name)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err == nil {
		err = usableFolder(path)
	}
	if err != nil {
		return "", inputError{fmt.Errorf("the session cannot go on in %s: %w", name, err)}
	}
	return path, nil
}

// usableFolder refuses what no session can lie in, before anything is written.
func usableFolder(path string) error {
	if !utf8.ValidString(path) {
		return errors.New("its name is not UTF-8, which sessions are written in")
	}
	at, err := os.Stat(path)
	if err == nil && !at.IsDir() {
		err = errors.New("not a folder")
	}
	return err
}

// writerOf is the harness of a name that sessions can be written for.
func writerOf(name string) (adapters.Adapter, error) {
	a, err := adapterOf(name)
	if err != nil {
		return nil, err
	}
	if _, ok := a.(adapters.Writer); ok {
		return a, nil
	}
	var names []string
	for _, a := range registry.Adapters() {
		if _, ok := a.(adapters.Writer); ok {
			names = append(names, a.Info().Name)
		}
	}
	return nil, unsupportedError{fmt.Errorf("no session can be written for %s; for %s there can", name, strings.Join(names, ", "))}
}

// adapterOf is the harness of a name.
func adapterOf(name string) (adapters.Adapter, error) {
	var names []string
	for _, a := range registry.Adapters() {
		if a.Info().Name == name {
			return a, nil
		}
		names = append(names, a.Info().Name)
	}
	return nil, usagef("no harness is called %q: there are %s", name, strings.Join(names, ", "))
}

// importPlace is where a session goes: --home, or the usual folder.
func importPlace(c *cli.Context, a adapters.Adapter) (handover.Import, error) {
	o := handover.Import{DryRun: c.Bool("dry-run")}
	home, err := os.UserHomeDir()
	if err == nil {
		o.Usual = a.(adapters.Housed).House().Home(home, os.Getenv)
	}
	o.Home = c.String("home")
	switch {
	case o.Home != "":
		o.Home, err = filepath.Abs(o.Home)
	case o.Usual == "" && !o.DryRun:
		return o, usagef("finding the folder of %s: %w; name it with --home", a.Info().Title, err)
	default:
		o.Home, err = o.Usual, nil
	}
	if err != nil {
		return o, usagef("--home: %w", err)
	}
	return o, nil
}

// behaviour tells by the profile of the harness that recorded a session what using a tool did.
func behaviour(set *profiles.Set, harness string) func(string) string {
	p, err := set.Get(harness)
	if err != nil {
		return nil
	}
	return p.ClassOf
}

// installed is the version of a harness that PATH leads to, as its files say it; "" when they do not.
func installed(set *profiles.Set, harness string) string {
	p, err := set.Get(harness)
	if err != nil {
		return ""
	}
	machine, err := thisMachine("")
	if err != nil {
		return ""
	}
	s, err := destination.Probe(p, machine, destination.Look{})
	if err != nil || s.Agent == nil || s.Agent.Version == nil {
		return ""
	}
	return *s.Agent.Version
}

// handed is a document that is handed over.
type handed struct {
	doc  *asif.Document
	lib  convert.Library
	sum  string
	from string // the harness that recorded the session
}

// openHanded opens a document, with the store of the harness that recorded its session.
func openHanded(in *input) (*handed, error) {
	doc, err := in.open()
	if err != nil {
		return nil, err
	}
	sum, err := digestOf(in)
	if err != nil {
		return nil, err
	}
	return newHanded(in, doc, sum), nil
}

// newHanded is an open document, with the store of the harness that recorded its session.
func newHanded(in *input, doc *asif.Document, sum string) *handed {
	h := &handed{doc: doc, sum: sum, from: recorder(doc)}
	h.lib = convert.Library{Folder: in.dir, Store: recordedStore(h.from), Path: in.path}
	return h
}

// recorder is the name of the harness that recorded a session, "" when the document does not say.
func recorder(doc *asif.Document) string {
	var s asif.Session
	at, ok := doc.Member("session")
	if !ok || doc.Decode(asif.Item{Range: at}, &s) != nil || len(s.NativeIDs) == 0 {
		return ""
	}
	name, _, _ := strings.Cut(s.NativeIDs[0].Namespace, "/")
	return name
}

// recordedStore is this user's store of a harness, "" when there is none.
func recordedStore(name string) string {
	a, err := adapterOf(name)
	if err != nil {
		return ""
	}
	housed, keeps := a.(adapters.Housed)
	home, err := os.UserHomeDir()
	if !keeps || err != nil {
		return ""
	}
	return housed.House().Store(housed.House().Home(home, os.Getenv))
}

// importFault gives an error of an import its class, and says what to do.
func importFault(err error, name string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, handover.ErrNoHome):
		return inputError{fmt.Errorf("%w: is %s installed? --home names another one", err, name)}
	case errors.Is(err, convert.ErrExists): // the error names the file
		return fmt.Errorf("%w: the session is there from an earlier run, and not as it would be written now: it was changed since, or other files were at hand then; go on with that one, whose ID its name ends in", err)
	case errors.Is(err, adapters.ErrNoFolder):
		return inputError{fmt.Errorf("%w with --cwd DIR", err)}
	case errors.Is(err, adapters.ErrOpenCalls):
		return findingsError{fmt.Errorf("%w; --open-calls close or omit hands the session over nevertheless", err)}
	case errors.Is(err, adapters.ErrNoBranch), errors.Is(err, adapters.ErrNoEvent), errors.Is(err, adapters.ErrNothing):
		return inputError{err}
	}
	return err
}
