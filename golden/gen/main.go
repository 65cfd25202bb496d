// Command gen writes a deterministic session of any size.
//
//	go run ./golden/gen -harness codex -profile long -size 100MB -seed 1 -o session.jsonl
//	go run ./golden/gen -harness ahp -profile chatty -records 10000 -sessions 2 -o hooks.jsonl
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"asif-convert/golden/workload"
)

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	harness := flags.String("harness", "claude-code", "whose session: claude-code, codex or ahp")
	name := flags.String("profile", "long", "long or chatty")
	size := flags.String("size", "100MB", "size to reach: bytes, or with kB, MB or GB")
	records := flags.Int64("records", 0, "number of records to reach, instead of a size")
	sessions := flags.Int("sessions", 1, "sessions in one log: ahp only")
	seed := flags.Uint64("seed", 1, "seed")
	path := flags.String("o", "-", "file to write, - is standard output")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("reading flags: %w", err)
	}
	from, err := workload.FindHarness(*harness)
	if err != nil {
		return err
	}
	profile, err := from.Find(*name)
	if err != nil {
		return err
	}
	bytes, err := workload.ParseSize(*size)
	if err != nil {
		return err
	}
	out := io.Writer(os.Stdout)
	if *path != "-" {
		f, err := os.Create(*path)
		if err != nil {
			return fmt.Errorf("creating session: %w", err)
		}
		out = f
	}
	profile.Sessions = *sessions
	write, most := from.Write, bytes
	if *records > 0 {
		write, most = from.WriteRecords, *records
	}
	written, count, err := write(out, profile, most, *seed)
	if f, ok := out.(*os.File); ok && *path != "-" {
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("writing session: %w", err)
	}
	fmt.Fprintf(os.Stderr, "%s %s: %d bytes, %d records, %d bytes a record\n", from.Name, profile.Name, written, count, written/max(count, 1))
	return nil
}
