package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

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
func writeOutput(c *cli.Context, name string, data []byte) (err error) {
	if name == "-" {
		_, err := c.App.Writer.Write(data)
		return err
	}
	if _, err := os.Lstat(name); err == nil && !c.Bool("force") {
		return fmt.Errorf("writing %s: %w; --force replaces it", name, os.ErrExist)
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // what failed is reported already
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	closing(f, &err)
	if err == nil {
		err = os.Chmod(f.Name(), 0o644) //nolint:gosec // as other outputs
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
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
