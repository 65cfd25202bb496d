package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/continuation/destination"
	"asif-convert/convert/continuation/page"
)

// writeReports writes what the flags ask for: the report, what was seen of the destination beside it, and the page.
func writeReports(c *cli.Context, p *planned, s *destination.Snapshot, results []destination.Result) error {
	report, snapshot := c.String("output"), c.String("snapshot-out")
	if snapshot == "" && report != "" && report != "-" {
		snapshot = strings.TrimSuffix(report, filepath.Ext(report)) + ".snapshot.json"
	}
	if err := freeOutputs(c, p, snapshot, report, c.String("html")); err != nil {
		return err
	}
	if snapshot != "" {
		if err := writeOutput(c, snapshot, s.Bytes()); err != nil {
			return err
		}
	}
	if report != "" {
		raw, err := encodedReport(&results[0].Report)
		if err == nil {
			err = writeOutput(c, report, raw)
		}
		if err != nil {
			return err
		}
	}
	if c.String("html") == "" {
		return nil
	}
	var b bytes.Buffer
	if err := page.Write(&b, p.in.name, p.src, s, results[0]); err != nil {
		return fmt.Errorf("writing page: %w", err)
	}
	return writeOutput(c, c.String("html"), b.Bytes())
}

// encodedReport is a report as it is written: one line.
func encodedReport(r *asif.Report) ([]byte, error) {
	raw, err := asif.Marshal(r)
	return append(raw, '\n'), err
}

// writeOutput writes a small file as a whole or not at all; "-" is standard output. An existing file needs --force.
func writeOutput(c *cli.Context, name string, data []byte) error {
	if name == "-" {
		_, err := c.App.Writer.Write(data)
		return err
	}
	if err := freeOutput(c, name); err != nil {
		return err
	}
	err := convert.ReplaceFile(name, func(w io.Writer) error { _, err := w.Write(data); return err })
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

// freeOutput refuses a name that has a file, unless there is --force. Devices and pipes are written to.
func freeOutput(c *cli.Context, name string) error {
	if at, err := os.Stat(name); err == nil && at.Mode().IsRegular() && !c.Bool("force") {
		return fmt.Errorf("writing %s: %w; --force replaces it", name, os.ErrExist)
	}
	return nil
}

// freeOutputs refuses, before the first file is written, what could not be written after it: an existing file, one name
// for two outputs, and with --force too the name of what the plan was made from.
func freeOutputs(c *cli.Context, p *planned, names ...string) error {
	taken := []string{p.in.name, c.String("snapshot")}
	for _, in := range p.native {
		taken = append(taken, in.Name)
	}
	for _, name := range names {
		if name == "" || name == "-" {
			continue
		}
		if err := freeOutput(c, name); err != nil {
			return err
		}
		for _, other := range taken {
			if other != "" && other != "-" && sameOutput(name, other) {
				return usagef("plan: writing %s would overwrite %s", name, other)
			}
		}
		taken = append(taken, name)
	}
	return nil
}

// sameOutput tells whether two names mean one file, or would. A device takes what is written to it from everybody.
func sameOutput(a, b string) bool {
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return x.Mode().IsRegular() && os.SameFile(x, y)
	}
	return filepath.Clean(a) == filepath.Clean(b)
}

// printResults shows the results: to programs as reports, else for people. A report that goes to standard output stands
// alone there.
func printResults(c *cli.Context, p *planned, results []destination.Result) error {
	if !c.Bool("json") {
		w := c.App.Writer
		if c.String("output") == "-" || c.String("html") == "-" {
			w = c.App.ErrWriter
		}
		return destination.RenderText(w, p.in.name, p.src, results)
	}
	if len(results) == 1 {
		raw, err := encodedReport(&results[0].Report)
		if err == nil {
			_, err = c.App.Writer.Write(raw)
		}
		return err
	}
	out := struct {
		Reports []*asif.Report `json:"reports"`
	}{}
	for i := range results {
		out.Reports = append(out.Reports, &results[i].Report)
	}
	raw, err := asif.Marshal(out)
	if err == nil {
		_, err = c.App.Writer.Write(append(raw, '\n'))
	}
	return err
}
