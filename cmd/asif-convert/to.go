package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/check"
	"asif-convert/convert/handover"
)

func toCommand() *cli.Command {
	return &cli.Command{
		Name:      "to",
		Usage:     "put a document's session into a harness, under an identity of its own",
		ArgsUsage: "HARNESS FILE|-",
		Description: `Writes what the model would see next as a native session: no branch that was left, nothing from before the last
compaction, no call without a result. Nothing that is there is changed; all is written or nothing; what was written is
read back and compared first. The command that goes on is printed. A second run finds what the first one wrote. Beside
the document, or where --receipt says, a receipt tells what was done: NAME.<new session>.receipt.json.

Examples:
   asif-convert to codex session.json
   asif-convert to claude-code session.json --cwd project --dry-run
   asif-convert to codex session.json --map-root /srv/dev/proj=project --receipt receipt.json`,
		Flags:  handingFlags(),
		Action: runTo,
	}
}

func runTo(c *cli.Context) (err error) {
	if c.Args().Len() != 2 {
		return usagef("to: name a harness and a document: asif-convert to codex session.json")
	}
	a, err := writerOf(c.Args().First())
	if err != nil {
		return err
	}
	options, err := parseHanding(c)
	if err != nil {
		return err
	}
	in, err := openInput(c.Args().Get(1), c.App.Reader)
	if err != nil {
		return err
	}
	defer closing(in, &err)
	if err := refuseInvalid(c, in); err != nil {
		return err
	}
	h, err := openHanded(in)
	if err != nil {
		return err
	}
	if err := freeReceipt(c); err != nil {
		return err
	}
	if path := c.String("receipt"); path != "" && sameOutput(path, in.name) {
		return usagef("--receipt: %s is the document", path)
	}
	r, err := handOver(c, a, h, options)
	if err != nil {
		return err
	}
	return report(c, a, &r, receiptPath(c, in, &r))
}

// freeReceipt refuses a receipt that would replace something, before anything is done.
func freeReceipt(c *cli.Context) error {
	path := c.String("receipt")
	if path == "" || c.Bool("force") {
		return nil
	}
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("writing the receipt: %w: %s; --force replaces it", convert.ErrExists, path)
	}
	return nil
}

// receiptPath is where the receipt goes: beside the document, when nothing is said. Its name has the new session's ID in
// it, so that what it replaces is a receipt of that very session.
func receiptPath(c *cli.Context, in *input, r *handover.Receipt) string {
	switch {
	case c.IsSet("receipt"):
		return c.String("receipt")
	case in.dir == "" || r.Status == handover.ImportDry:
		return ""
	}
	return strings.TrimSuffix(in.name, filepath.Ext(in.name)) + "." + r.Destination.Native.Value + ".receipt.json"
}

// refuseInvalid checks a document before it is written anywhere: a writer believes what it says.
func refuseInvalid(c *cli.Context, in *input) error {
	r, err := check.ValidateReader(in, in.size, asif.Limits{}, check.Options{Dir: in.dir, Max: 10})
	if err != nil {
		return in.fault(err)
	}
	if err := verdict(in.name, r); err != nil {
		return errors.Join(check.Render(c.App.ErrWriter, check.Checked{Name: in.name, Report: r}), err)
	}
	return nil
}

// handOver writes the session.
func handOver(c *cli.Context, a adapters.Adapter, h *handed, o adapters.HandoffOptions) (handover.Receipt, error) {
	place, err := importPlace(c, a)
	if err != nil {
		return handover.Receipt{}, err
	}
	set, err := loadProfiles(c)
	if err != nil {
		return handover.Receipt{}, err
	}
	stop, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer release()
	place.SHA256, place.Stop = h.sum, stop.Done()
	place.Clears = func(l handover.Leftover) { printLeftover(c.App.ErrWriter, l) }
	o.Version = installed(set, a.Info().Name)
	r, err := handover.To(a, adapters.Handoff{
		Document: h.doc, Open: h.lib.Open, Children: h.lib.Children, Behaviour: behaviour(set, h.from), HandoffOptions: o,
	}, place)
	return r, importFault(err, a.Info().Title)
}

// printLeftover says what a killed import had left.
func printLeftover(w io.Writer, l handover.Leftover) {
	for _, f := range l.Files {
		fmt.Fprintf(w, "taken back, from an import that was killed before its session was complete: %s\n", printable(f))
	}
	if l.Err != nil {
		fmt.Fprintf(w, "left by an import that was killed, and not removed: %s: %v\n", printable(l.Folder), l.Err)
		return
	}
	fmt.Fprintf(w, "removed, left by an import that was killed: %s\n", printable(l.Folder))
}

// report says what was done: for people on stderr, the command that goes on on stdout, all of it in the receipt. The
// session is there by now: that is told, too, when the receipt cannot be written.
func report(c *cli.Context, a adapters.Adapter, r *handover.Receipt, path string) error {
	if path == "" {
		return tell(c, a, r, "")
	}
	if err := convert.ReplaceFile(path, r.Write); err != nil {
		return errors.Join(tell(c, a, r, ""), fmt.Errorf("writing the receipt: %w", err))
	}
	return tell(c, a, r, path)
}

func tell(c *cli.Context, a adapters.Adapter, r *handover.Receipt, path string) error {
	printReceipt(c.App.ErrWriter, a.Info().Title, r, path)
	if c.Bool("json") {
		return r.Write(c.App.Writer)
	}
	if r.Status == handover.ImportDry {
		return nil
	}
	_, err := fmt.Fprintln(c.App.Writer, r.Resume.Command)
	return err
}

// stateWords say what became of an import.
var stateWords = map[handover.ImportState]string{
	handover.ImportDone:  "written, read back and equal",
	handover.ImportThere: "there already: an earlier run wrote it",
	handover.ImportDry:   "would be written",
}

func printReceipt(w io.Writer, title string, r *handover.Receipt, path string) {
	fmt.Fprintf(w, "%s session %s: %s\n", title, r.Destination.Native.Value, stateWords[r.Status])
	fmt.Fprintf(w, "  %s\n", carried(r))
	for _, f := range r.Files {
		fmt.Fprintf(w, "  %s (%d bytes)\n", filepath.Join(r.Destination.Home, filepath.FromSlash(f.Name)), f.Bytes)
	}
	for _, l := range r.Losses {
		fmt.Fprintf(w, "  %s: %s %s", l.Level, l.Kind, l.Explanation)
		if l.Count > 1 && !strings.Contains(l.Explanation, "times.)") {
			fmt.Fprintf(w, " (%d times.)", l.Count)
		}
		if len(l.Agents) > 0 {
			fmt.Fprintf(w, " (%s)", printable(strings.Join(l.Agents, ", ")))
		}
		fmt.Fprintln(w)
	}
	if info, err := os.Stat(r.Resume.Folder); err != nil || !info.IsDir() {
		fmt.Fprintf(w, "  warn: %s is not on this machine: go on elsewhere with --cwd DIR or --map-root FROM=TO\n", printable(r.Resume.Folder))
	}
	if path != "" {
		fmt.Fprintf(w, "  receipt: %s\n", path)
	}
}

// carried says what of the conversation is in the files.
func carried(r *handover.Receipt) string {
	n := r.Counts
	all := fmt.Sprintf("%s, %s, %s, %s", count(n.Messages, "message"), count(n.Calls, "call"), count(n.Results, "result"), count(n.Images, "image"))
	switch {
	case r.Verbatim:
		all += fmt.Sprintf("; the harness's own %s as they were, but for the identity", count(n.Records, "record"))
	case n.OpenCalls > 0:
		all += fmt.Sprintf("; %s closed with an unknown outcome", count(n.OpenCalls, "open call"))
	}
	return all
}
