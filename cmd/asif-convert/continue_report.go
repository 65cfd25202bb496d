package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/continuation/destination"
	"asif-convert/convert/handover"
)

// continuedReport is the name of a report that says that its session went on. The one that it is made of stays as it is:
// reports are never changed.
const continuedReport = "report.continued.json"

// reissue writes the report that handoff kept beside a receipt again: now the session went on, and the receipt's check
// is the evidence. It returns the new file's name, "" where there is no such report.
func reissue(c *cli.Context, receipt string, r *handover.Receipt, seen string) (string, error) {
	at, err := timeOf(c)
	if err != nil {
		return "", err
	}
	folder := filepath.Dir(receipt)
	kept, found, err := keptReport(filepath.Join(folder, "report.json"), r)
	if !found || err != nil {
		return "", err
	}
	again, err := destination.Continued(kept, destination.Done{
		At: at.Format(time.RFC3339), Producer: "asif-convert", Reference: filepath.Base(receipt),
		Detail: fmt.Sprintf("Session %s: %s.", r.Destination.Native.Value, seen),
	})
	if err != nil {
		return "", err
	}
	if err := soundContinued(c, filepath.Join(folder, "session.json"), &again); err != nil {
		return "", err
	}
	raw, err := encodedReport(&again)
	if err != nil {
		return "", fmt.Errorf("writing the report: %w", err)
	}
	path := filepath.Join(folder, continuedReport)
	if err := convert.ReplaceFile(path, func(w io.Writer) error { _, err := w.Write(raw); return err }); err != nil {
		return "", fmt.Errorf("writing the report: %w", err)
	}
	return path, nil
}

// keptReport reads a report; found only when it tells of the import that the receipt is of.
func keptReport(path string, r *handover.Receipt) (report asif.Report, found bool, err error) {
	raw, err := readSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return report, false, nil
	}
	if err == nil {
		err = asif.Unmarshal(raw, &report)
	}
	if err != nil {
		return report, false, inputError{fmt.Errorf("reading the report beside the receipt: %w", err)}
	}
	mapped := slices.ContainsFunc(report.IdentityMappings, func(m asif.IdentityMapping) bool { return m.TargetID == r.Destination.Native.Value })
	return report, mapped && report.ImportResult.Status == asif.ImportStatusImported && report.Source.DocumentSHA256 == r.Source.DocumentSHA256, nil
}

// soundContinued holds a report against the document that was kept with it. It must hold as of its assessment: a
// session may go on when that is long past.
func soundContinued(c *cli.Context, document string, report *asif.Report) (err error) {
	in, err := openInput(document, c.App.Reader)
	if err != nil {
		return err
	}
	defer closing(in, &err)
	src, err := planSource(in)
	if err != nil {
		return err
	}
	sum, err := digestOf(in)
	if err != nil {
		return err
	}
	asked := destination.Request{At: report.AssessedAt, DocumentSHA256: sum, Plan: report.Source.PlanID}
	return soundReport(&planned{in: in, src: src}, &asked, &destination.Result{Report: *report})
}
