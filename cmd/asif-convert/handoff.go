package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/convert/continuation/destination"
	"asif-convert/convert/handover"
)

func handoffCommand() *cli.Command {
	flags := []cli.Flag{
		&cli.StringFlag{Name: "from", Usage: "the `HARNESS` that recorded the session"},
		&cli.StringFlag{Name: "to", Usage: "the `HARNESS` that will go on"},
		&cli.BoolFlag{Name: "latest", Usage: "take the session that changed last"},
		&cli.StringFlag{Name: "action", Usage: "the plan to assess: model_request, or `ACTION` resume_native for the harness's own state", Value: string(asif.ActionKindModelRequest)},
		&cli.StringSliceFlag{Name: "accept", Usage: "accept the change with this `ID`, or all"},
		&cli.StringFlag{Name: "as", Usage: "who accepts, `NAME`; without it, the user of this machine"},
		&cli.StringSliceFlag{Name: "despite", Usage: "hand over although the subject of this `ID` or kind blocks; may be repeated"},
		&cli.BoolFlag{Name: "probe", Usage: "look at this machine first; --probe=false takes it to be as the recorded one was", Value: true},
		&cli.StringFlag{Name: "at", Usage: "the `TIME` of the assessment, as 2026-11-30T12:00:00Z; without it, now"},
		&cli.DurationFlag{Name: "valid-for", Usage: "how long the report holds", Value: validity},
		&cli.StringFlag{Name: "keep", Usage: "keep document, report, snapshot and receipt in `DIR`; without it, in a folder of the session in your state folder; none keeps nothing"},
		&cli.BoolFlag{Name: "exec", Usage: "become the command that goes on"},
	}
	return &cli.Command{
		Name:      "handoff",
		Usage:     "put a session from one harness into another, and tell how to go on there",
		ArgsUsage: "[PATH|ID]",
		Description: `Takes the session out, assesses whether the destination can go on with it, refuses when something blocks that is not
named by --despite, writes the session as to does, and prints the command that goes on. The document, the report, the
snapshot of the destination and the receipt are kept. Changes that nobody accepted do not stop it. Exit code 1: something
blocks, and nothing was written; 2: also when the destination's folder is not there.

Examples:
   asif-convert handoff --from claude-code --latest --to codex --cwd project --despite configuration --despite dependency
   asif-convert handoff --from claude-code path/to/session.jsonl --to claude-code --cwd project --dry-run --despite configuration --despite dependency`,
		Flags:  append(flags, handingFlags()...),
		Action: runHandoff,
	}
}

func runHandoff(c *cli.Context) (err error) {
	if c.String("from") == "" || c.String("to") == "" {
		return usagef("handoff: name both harnesses: asif-convert handoff --from claude-code --latest --to codex")
	}
	a, err := writerOf(c.String("to"))
	if err != nil {
		return err
	}
	options, err := parseHanding(c)
	if err != nil {
		return err
	}
	if err := errors.Join(freeReceipt(c), c.Set("action", c.String("action"))); err != nil {
		return err
	}
	p, err := openPlanned(c)
	if err != nil {
		return err
	}
	defer closing(p, &err)
	p.tell(c)
	as, err := assessHandoff(c, p, options.CWD)
	if err != nil {
		return err
	}
	if err := as.refuse(c); err != nil {
		return err
	}
	h := newHanded(p.in, p.src.Document(), as.request.DocumentSHA256)
	h.lib.Inputs = p.native // found even where they lie in no store
	options.MapRoots = as.rootPaths(options.MapRoots)
	r, err := handOver(c, a, h, options)
	if err != nil {
		return err
	}
	return as.finish(c, a, &r)
}

// handing is a hand-over that was assessed.
type handing struct {
	p       *planned
	request destination.Request
	result  destination.Result
}

// assessHandoff asks whether the destination can go on, in the folder cwd when one is named.
func assessHandoff(c *cli.Context, p *planned, cwd string) (*handing, error) {
	all, err := closures(c, p)
	if err != nil {
		return nil, err
	}
	chosen, err := choices(c)
	if err != nil {
		return nil, err
	}
	if at := all[0].Plan.CWD; at != nil && cwd != "" && chosen.Roots[at.RootID] == "" {
		chosen.Roots[at.RootID] = cwd
	}
	h := &handing{p: p}
	if h.request, err = assessmentRequest(c, p, all, chosen); err != nil {
		return nil, err
	}
	h.request.Plan = all[0].Plan.ID
	if h.result, err = destination.Assess(h.request); errors.Is(err, destination.ErrChoice) {
		return nil, usageError{fmt.Errorf("handoff: %w", err)}
	} else if err != nil {
		return nil, p.in.fault(err)
	}
	return h, soundReport(p, &h.request, &h.result)
}

// refuse is the error of blockers that nobody named.
func (h *handing) refuse(c *cli.Context) error {
	if c.Bool("dry-run") || !c.Bool("json") {
		if err := destination.RenderText(c.App.ErrWriter, h.p.in.name, h.p.src, []destination.Result{h.result}); err != nil {
			return err
		}
	}
	named := c.StringSlice("despite")
	if err := h.known(named); err != nil {
		return err
	}
	var left []continuation.Subject
	for _, b := range h.result.Report.BlockingReasons {
		s := continuation.Subject{Kind: b.Subject.Kind, ID: b.Subject.ID}
		if !slices.Contains(named, s.ID) && !slices.Contains(named, string(s.Kind)) && !slices.Contains(left, s) {
			left = append(left, s)
		}
	}
	if len(left) == 0 {
		return nil
	}
	return findingsError{fmt.Errorf("not handed over, because something blocks; to do it nevertheless: %s", h.nevertheless(left))}
}

// mostNamed is how many blocking subjects are named one by one; of more, their kinds are.
const mostNamed = 3

// nevertheless is what to add to a command line to go on although these subjects block.
func (h *handing) nevertheless(left []continuation.Subject) string {
	counts := map[asif.SubjectKind]int64{}
	var flags, many []string
	for _, s := range left {
		if counts[s.Kind]++; len(left) <= mostNamed {
			flags = append(flags, "--despite "+h.shellName(s))
		}
	}
	if len(left) <= mostNamed {
		return strings.Join(flags, " ")
	}
	for _, kind := range asif.SubjectKinds() {
		if n := counts[kind]; n > 0 {
			flags, many = append(flags, "--despite "+string(kind)), append(many, fmt.Sprintf("%d %s", n, kind))
		}
	}
	return fmt.Sprintf("%s (%s); an ID in place of a kind names one of them", strings.Join(flags, " "), strings.Join(many, ", "))
}

// shellName is how a subject is named on a command line: by its ID, or by its kind when the ID needs quotes or is that
// of something else, too. A plan's model has the ID of the plan.
func (h *handing) shellName(s continuation.Subject) string {
	shared := func(e continuation.Entry) bool { return e.ID == s.ID && e.Kind != s.Kind }
	if strings.ContainsAny(s.ID, " '\"\\$`&|;<>()*?[]#~,") || slices.ContainsFunc(h.result.Closure.Entries, shared) {
		return string(s.Kind)
	}
	return s.ID
}

// known refuses a name that is neither a kind of subjects nor the ID of one: a mistyped one would be of no effect.
func (h *handing) known(named []string) error {
	for _, name := range named {
		is := func(e continuation.Entry) bool { return e.ID == name }
		if !slices.Contains(asif.SubjectKinds(), asif.SubjectKind(name)) && !slices.ContainsFunc(h.result.Closure.Entries, is) {
			return usagef("handoff --despite %q: neither a kind nor the ID of anything that the plan knows", name)
		}
	}
	return nil
}

// rootPaths puts the recorded folder for a root's ID.
func (h *handing) rootPaths(maps []adapters.RootMap) []adapters.RootMap {
	for i := range maps {
		for _, w := range h.p.src.Profile.Workspaces {
			if w.RootID == maps[i].From {
				maps[i].From = w.SourceRoot
			}
		}
	}
	return maps
}

// finish keeps what was made, tells of it, and goes on where that was asked for.
func (h *handing) finish(c *cli.Context, a adapters.Adapter, r *handover.Receipt) error {
	receipt := c.String("receipt")
	folder, err := keepFolder(c, r)
	if err == nil && folder != "" {
		receipt = cmp.Or(receipt, filepath.Join(folder, "receipt.json"))
		err = h.keep(folder, r, receipt)
	}
	if err != nil { // the session is there all the same
		return errors.Join(tell(c, a, r, ""), err)
	}
	if err := report(c, a, r, receipt); err != nil || !c.Bool("exec") || r.Status == handover.ImportDry {
		return err
	}
	return become(r)
}

// keepFolder is where the papers of a hand-over go, "" for nowhere.
func keepFolder(c *cli.Context, r *handover.Receipt) (string, error) {
	folder := c.String("keep")
	switch {
	case folder == "none", folder == "" && r.Status == handover.ImportDry:
		return "", nil
	case folder == "":
		state := os.Getenv("XDG_STATE_HOME")
		if state == "" {
			home, err := os.UserHomeDir()
			if err != nil {
				return "", usagef("finding your state folder: %w; name one with --keep", err)
			}
			state = filepath.Join(home, ".local", "state")
		}
		folder = filepath.Join(state, "asif-convert", r.Destination.Native.Value)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("keeping the papers: %w", err)
	}
	return folder, nil
}

// keep writes the document, the report as it is after the import, and what was seen of the destination.
func (h *handing) keep(folder string, r *handover.Receipt, receipt string) error {
	final, err := h.imported(r, receipt)
	if err != nil {
		return err
	}
	raw, err := encodedReport(&final)
	if err != nil {
		return fmt.Errorf("keeping the report: %w", err)
	}
	for name, write := range map[string]func(io.Writer) error{
		"session.json":         func(w io.Writer) error { _, err := io.Copy(w, io.NewSectionReader(h.p.in, 0, h.p.in.size)); return err },
		"report.json":          func(w io.Writer) error { _, err := w.Write(raw); return err },
		"report.snapshot.json": func(w io.Writer) error { _, err := w.Write(h.request.Destination.Bytes()); return err },
	} {
		if err := convert.ReplaceFile(filepath.Join(folder, name), write); err != nil {
			return fmt.Errorf("keeping %s: %w", name, err)
		}
	}
	if err := h.keepChildren(filepath.Join(folder, "session.children")); err != nil {
		return fmt.Errorf("keeping the documents of sub-agents: %w", err)
	}
	return nil
}

// keepChildren keeps the documents of sub-agents, as from puts them beside that of the session.
func (h *handing) keepChildren(folder string) error {
	from := filepath.Join(h.p.folder, "session.children")
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if path == from && errors.Is(err, fs.ErrNotExist) {
			return nil // it has none
		}
		to := filepath.Join(folder, strings.TrimPrefix(path, from))
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(to, 0o700)
		}
		return convert.ReplaceFile(to, func(w io.Writer) error { return copyFrom(path, w) })
	})
}

func copyFrom(path string, w io.Writer) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer closing(f, &err)
	_, err = io.Copy(w, f)
	return err
}

// imported is the report, reissued with what was done. A synthetic report stays as it is, and so does that of a dry run.
func (h *handing) imported(r *handover.Receipt, receipt string) (asif.Report, error) {
	if r.Status == handover.ImportDry {
		return h.result.Report, nil
	}
	final, err := destination.Imported(h.result.Report, destination.Done{
		At: h.request.At, Producer: "asif-convert", Reference: receipt,
		Detail: fmt.Sprintf("Session %s: %s.", r.Destination.Native.Value, stateWords[r.Status]),
	}, r.IdentityMappings)
	if errors.Is(err, destination.ErrNotObserved) {
		return h.result.Report, nil
	}
	if err != nil {
		return final, err
	}
	return final, soundReport(h.p, &h.request, &destination.Result{Report: final})
}
