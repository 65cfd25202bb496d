package golden

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/convert/check"
)

// validate checks the documents among the files. It lists the warnings, one a line; anything worse is an error.
func validate(files map[string][]byte) (warnings []byte, err error) {
	var list []string
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if filepath.Ext(name) != ".json" || strings.HasSuffix(name, "ledger.json") {
			continue
		}
		findings, err := findingsOf(files[name])
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
		for _, f := range findings {
			line := fmt.Sprintf("%s: %s %s %s", name, f.Rule, f.Pointer, f.Message)
			if f.Severity == check.Warning {
				list = append(list, line+"\n")
			} else {
				errs = append(errs, fmt.Errorf("finding of severity %s in %s (got %s, want %s)", f.Severity, line, f.Got, f.Want))
			}
		}
	}
	return []byte(strings.Join(list, "")), errors.Join(errs...)
}

func findingsOf(doc []byte) ([]check.Finding, error) {
	d, err := asif.Open(bytes.NewReader(doc), int64(len(doc)), asif.Limits{})
	if err != nil {
		return nil, fmt.Errorf("opening a document: %w", err)
	}
	report, err := check.Validate(d, check.Options{})
	if err != nil {
		return nil, fmt.Errorf("validating a document: %w", err)
	}
	return report.Findings, nil
}
