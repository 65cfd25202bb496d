package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters"
	"asif-convert/adapters/registry"
	"asif-convert/convert"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

func fromCommand() *cli.Command {
	c := &cli.Command{
		Name:      "from",
		Usage:     "take a session out of a harness",
		ArgsUsage: "HARNESS|auto [PATH|ID]",
		Description: `Reads a native session and writes one document, with the coverage and the losses of this very conversion. The
native files are only read. The flags stand in the help of each harness: asif-convert from claude-code --help.

Example:
   asif-convert from claude-code --latest -o session.json`,
	}
	for _, a := range registry.Adapters() {
		if r, ok := a.(adapters.Reader); ok {
			c.Subcommands = append(c.Subcommands, fromHarnessCommand(a, r))
		}
	}
	c.Subcommands = append(c.Subcommands, fromAutoCommand(c.Subcommands[0].Flags))
	c.Action = refuseHarness
	return c
}

// refuseHarness runs where no harness was named that there is.
func refuseHarness(c *cli.Context) error {
	if c.Args().Present() {
		if _, err := adapterOf(c.Args().First()); err != nil {
			return fmt.Errorf("from: %w; auto picks one by what a file holds", err)
		}
		return unsupportedError{fmt.Errorf("sessions of %s cannot be read", c.Args().First())}
	}
	return usagef("from: name the harness: asif-convert from claude-code --latest -o session.json")
}

func fromHarnessCommand(a adapters.Adapter, r adapters.Reader) *cli.Command {
	info := a.Info()
	_, configured := a.(adapters.Inspector)
	return &cli.Command{
		Name:        info.Name,
		Usage:       "take a session out of " + info.Title,
		ArgsUsage:   targets(a),
		Description: aboutFrom(a),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the document to `FILE`, to a file of FOLDER/ named after its session, or to standard output with -"},
			&cli.BoolFlag{Name: "latest", Usage: "take the session that changed last", Hidden: info.Store == ""},
			&cli.StringFlag{Name: "ledger", Usage: "write what became of every record and field to `FILE`"},
			modeFlag("native", "the native files: `MODE` reference, embed (copies in NAME.files/ beside the document) or omit"),
			modeFlag("children", "sub-agents with files of their own: `MODE` separate (documents in NAME.children/) or skip"),
			modeFlag("contexts", "model inputs to write: `MODE` head, boundaries (and those before compactions) or all"),
			&cli.BoolFlag{Name: "no-continuation", Usage: "leave out what going on with the session needs"},
			&cli.StringFlag{Name: "action", Usage: "plans to go on with, `LIST` of await_user, model_request, await_decision, reconcile_operation, resume_native; default: all but the last"},
			&cli.StringFlag{Name: "workspace", Usage: "put the files that the session touched into the document, as they are now in `DIR`, which stands for the session's folder"},
			&cli.StringFlag{Name: "config", Value: configAuto, Hidden: !configured, Usage: "files that configure the harness: `WHERE` none, a folder to read them from in place of the session's, or auto: the session's folder and this home, if the session lies in this machine's store and the folder is there"},
			&cli.StringFlag{Name: "fail-on", Usage: "exit with 1 when there is a loss of this `LEVEL|KIND`: info, warn, error, or a kind of loss"},
			&cli.BoolFlag{Name: "force", Usage: "replace existing files"},
		},
		Action: func(c *cli.Context) error { return runFrom(c, a, r) },
	}
}

// targets are the ways to name a session of a harness: by an ID where it has a store, from standard input where one
// stream is a session.
func targets(a adapters.Adapter) string {
	stream := ""
	if _, ok := a.(adapters.Streamer); ok {
		stream = "|-"
	}
	if a.Info().Store == "" {
		return "PATH" + stream
	}
	return "[PATH|ID" + stream + "]" // --latest does without
}

// aboutFrom is the help text of taking a session out of a harness: out of its store, if it has one.
func aboutFrom(a adapters.Adapter) string {
	info, stream := a.Info(), ""
	if _, ok := a.(adapters.Streamer); ok {
		stream = "; - is standard input"
	}
	if info.Store == "" {
		return fmt.Sprintf(`PATH is a log, or a folder that holds one%[2]s. A log of several sessions needs a folder to go to: a
document each.

Examples:
   asif-convert from %[1]s path/to/session.jsonl -o sessions/ --ledger ledger.json
   asif-convert from %[1]s path/to/session.jsonl -o - --native omit > session.json`, info.Name, stream)
	}
	return fmt.Sprintf(`PATH is a session's file or a folder that holds one session; ID names a session in %[2]s%[3]s.

Examples:
   asif-convert from %[1]s --latest -o session.json
   asif-convert from %[1]s path/to/session.jsonl -o - --native omit > session.json
   asif-convert from %[1]s path/to/session.jsonl -o session.json --ledger ledger.json --fail-on error`, info.Name, info.Store, stream)
}

// modes are the values that each mode flag takes, the default first.
var modes = map[string][]string{
	"native":   {string(convert.NativeReference), string(convert.NativeEmbed), string(convert.NativeOmit)},
	"children": {string(convert.ChildrenSeparate), string(convert.ChildrenSkip)},
	"contexts": {string(convert.ContextsBoundaries), string(convert.ContextsHead), string(convert.ContextsAll)},
}

func modeFlag(name, usage string) cli.Flag {
	return &cli.StringFlag{Name: name, Usage: usage, Value: modes[name][0], Action: func(_ *cli.Context, value string) error {
		if !slices.Contains(modes[name], value) {
			return usagef("--%s %q is none of %s", name, value, strings.Join(modes[name], ", "))
		}
		return nil
	}}
}

func runFrom(c *cli.Context, a adapters.Adapter, r adapters.Reader) error {
	query, err := parseQuery(c)
	if err != nil {
		return err
	}
	out, err := parseDestination(c)
	if err != nil {
		return err
	}
	bar, err := losses.ParseFailOn(c.String("fail-on"))
	if err != nil {
		return usagef("--fail-on: %w", err)
	}
	session, err := find(r, query, c.App.Reader)
	if err != nil {
		return err
	}
	if err := suits(a, session); err != nil {
		return err
	}
	options, err := conversionOptions(c, a, session)
	if err != nil {
		return err
	}
	result, err := convertSession(a, session, options, out)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.App.ErrWriter, summary(result))
	return failOn(bar, result)
}

// convertSession converts until it is done or interrupted, and tells the kinds of failures apart.
func convertSession(a adapters.Adapter, s adapters.Session, o convert.Options, out convert.Destination) (convert.Result, error) {
	stop, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer release()
	out.Stop = stop.Done()
	result, err := convert.From(a, s, o, out)
	if err != nil {
		switch {
		case errors.Is(err, convert.ErrInput), errors.Is(err, convert.ErrForeign):
			err = inputError{err}
		case errors.Is(err, convert.ErrClash):
			err = usageError{err}
		case errors.Is(err, convert.ErrSeveral):
			err = usageError{fmt.Errorf("%w; -o FOLDER/ takes a file of each", err)}
		case errors.Is(err, convert.ErrExists):
			err = fmt.Errorf("%w; --force replaces it", err)
		}
		return convert.Result{}, fmt.Errorf("converting session: %w", err)
	}
	return result, nil
}

func parseQuery(c *cli.Context) (adapters.Query, error) {
	q := adapters.Query{Latest: c.Bool("latest"), Env: os.Getenv}
	switch {
	case q.Latest && c.Args().Present():
		return q, usagef("--latest names the session already: leave out %q", c.Args().First())
	case !q.Latest:
		target, err := onlyArgument(c, "a session: PATH, ID or --latest")
		if err != nil {
			return q, err
		}
		q.Target = target
	}
	home, err := os.UserHomeDir()
	if err != nil && q.Target == "" {
		return q, usagef("finding the sessions: %w", err)
	}
	q.Home = home
	return q, nil
}

func parseDestination(c *cli.Context) (convert.Destination, error) {
	d := convert.Destination{Path: c.String("output"), Ledger: c.String("ledger"), Force: c.Bool("force")}
	switch {
	case d.Path == "":
		return d, usagef("say where the document goes: -o FILE, -o FOLDER/, or -o - for standard output")
	case d.Ledger == "-":
		return d, usagef("--ledger takes a file: standard output is for the document")
	case isFolder(d.Path):
		d.Path, d.Folder = "", d.Path
		return d, nil
	case d.Path != "-":
		return d, nil
	case c.String("native") == string(convert.NativeEmbed):
		return d, usagef("--native embed puts files beside the document: -o needs a file")
	case c.IsSet("children") && c.String("children") != string(convert.ChildrenSkip):
		return d, usagef("--children %s puts documents beside the document: -o needs a file", c.String("children"))
	}
	d.Path, d.Writer = "", c.App.Writer
	return d, nil
}

// isFolder tells whether -o names a folder: by a slash at its end, or because there is one.
func isFolder(path string) bool {
	if strings.HasSuffix(path, "/") || os.IsPathSeparator(path[len(path)-1]) {
		return true
	}
	at, err := os.Stat(path)
	return err == nil && at.IsDir()
}

// find returns the one session that a query means; the target "-" is stdin.
func find(r adapters.Reader, q adapters.Query, stdin io.Reader) (adapters.Session, error) {
	if q.Target == "-" {
		s, ok := r.(adapters.Streamer)
		if !ok {
			return adapters.Session{}, unsupportedError{errors.New("this harness has no sessions that fit into one stream")}
		}
		return s.Stream(source.Stdin(stdin)), nil
	}
	sessions, err := r.Find(q)
	if err != nil {
		return adapters.Session{}, inputError{fmt.Errorf("finding session: %w", err)}
	}
	switch len(sessions) {
	case 0:
		return adapters.Session{}, inputError{fmt.Errorf("finding session: none at %s", cmp.Or(q.Target, "the default place"))}
	case 1:
		return sessions[0], nil
	}
	var list strings.Builder
	for _, s := range sessions {
		fmt.Fprintf(&list, "\n  %s  %s", s.Native.Value, s.Inputs[0].Name)
	}
	return adapters.Session{}, inputError{fmt.Errorf("%s is not one session but %d; name one by ID or path:%s", q.Target, len(sessions), list.String())}
}

// suits refuses a session that is plainly another harness's: its records would all be unknown.
func suits(a adapters.Adapter, s adapters.Session) error {
	head, err := source.Head(s.Inputs[0])
	if err != nil {
		return nil //nolint:nilerr // the conversion says what is wrong with the input
	}
	h := adapters.Head{Name: s.Inputs[0].Name, Bytes: head}
	if a.Detect(h) != adapters.NoMatch {
		return nil
	}
	for _, other := range registry.Adapters() {
		if other.Detect(h) == adapters.Certain {
			return unsupportedError{fmt.Errorf("%s is a session of %s: use from %s", h.Name, other.Info().Title, other.Info().Name)}
		}
	}
	return nil
}

// summary is one line on what a conversion came to, sub-agents included in the losses.
func summary(r convert.Result) string {
	n := map[losses.Level]int64{}
	children := lossesByLevel(r, n)
	line := contents(r)
	for _, more := range r.More {
		line += "\n" + contents(more)
	}
	if len(r.More) > 0 {
		line += "\n" + count(int64(1+len(r.More)), "document")
	}
	if children > 0 {
		line += ", " + count(children, "sub-agent")
	}
	return line + "; losses: " + levels(n)
}

// contents is what a document holds, on one line.
func contents(r convert.Result) string {
	return fmt.Sprintf("%s: %s, %s, %s", r.Native.Value, count(r.Events, "event"), count(r.Branches, "branch"), count(r.OpenCalls, "open call"))
}

// lossesByLevel adds the losses of a conversion and of its sub-agents to n, and returns how many sub-agents there are.
func lossesByLevel(r convert.Result, n map[losses.Level]int64) (children int64) {
	for _, l := range r.Ledger.Losses() {
		n[l.Kind.Level()] += l.Count
	}
	for _, child := range r.Children {
		children += 1 + lossesByLevel(child, n)
	}
	return children
}

// levels spells counts by level, worst first: "1 error, 0 warn, 12 info".
func levels(n map[losses.Level]int64) string {
	return fmt.Sprintf("%d error, %d warn, %d info", n[losses.Error], n[losses.Warn], n[losses.Info])
}

// failOn is the error of the first loss that reaches the bar.
func failOn(bar losses.FailOn, r convert.Result) error {
	if l, fails := bar.Fails(r.Ledger.Losses()); fails {
		return findingsError{fmt.Errorf("%s: loss of level %s reaches --fail-on: %s: %s", r.Native.Value, l.Kind.Level(), l.Kind.Name(), l.Explanation())}
	}
	for _, child := range r.Children {
		if err := failOn(bar, child); err != nil {
			return err
		}
	}
	return nil
}
