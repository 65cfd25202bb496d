package check

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"asif-convert/convert/asif"
)

// Checked is the report on one document, under the name that people know it by.
type Checked struct {
	Name   string
	Report Report
}

// Render writes a report for people: the verdict, then every kept finding, then what was left out.
func Render(w io.Writer, c Checked) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s: %s\n", c.Name, verdict(c.Report))
	for i := range c.Report.Findings {
		renderFinding(b, c.Name, &c.Report.Findings[i])
	}
	if left := c.Report.Counts.Total - len(c.Report.Findings); left > 0 {
		fmt.Fprintf(b, "%d more: %s\n", left, ruleCounts(c.Report.Counts))
	}
	return b.Flush()
}

// verdict is one line about a report.
func verdict(r Report) string {
	word := "valid"
	switch {
	case r.Counts.Rules["P06"] > 0:
		word = "unsupported version"
	case !r.Readable():
		word = "not readable"
	case !r.Valid:
		word = "invalid"
	case len(r.UnsupportedFeatures) > 0:
		word = "valid, but not supported here: " + strings.Join(r.UnsupportedFeatures, ", ")
	}
	var counts []string
	for _, n := range []struct {
		n    int
		what string
	}{{r.Counts.Errors, "error"}, {r.Counts.Unsupported, "unsupported feature"}, {r.Counts.Warnings, "warning"}} {
		if n.n > 0 {
			counts = append(counts, plural(n.n, n.what))
		}
	}
	if len(counts) == 0 {
		return word
	}
	return word + " (" + strings.Join(counts, ", ") + ")"
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// wholes are what an empty pointer means in logs, where pointers lead from the record.
var wholes = map[string]string{"event": "the event", "record": "the record"}

func renderFinding(w io.Writer, name string, f *Finding) {
	fmt.Fprintf(w, "%s:%d: %s %s", name, f.Line, f.Severity, f.Rule)
	if f.EntityID != "" {
		fmt.Fprintf(w, " %s %q", f.EntityType, f.EntityID)
	}
	fmt.Fprintf(w, ": %s\n    at %s (byte %d)", f.Message, cmp.Or(f.Pointer, wholes[f.EntityType], "the document"), f.Byte)
	if f.Got != "" {
		fmt.Fprintf(w, "; got %s", f.Got)
	}
	if f.Want != "" {
		fmt.Fprintf(w, "; want %s", f.Want)
	}
	fmt.Fprintln(w)
}

// ruleCounts lists how often each rule was broken, most often first.
func ruleCounts(c Counts) string {
	ids := make([]string, 0, len(c.Rules))
	for id := range c.Rules {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(cmp.Compare(c.Rules[b], c.Rules[a]), cmp.Compare(a, b))
	})
	for i, id := range ids {
		ids[i] = fmt.Sprintf("%s ×%d", id, c.Rules[id])
	}
	return strings.Join(ids, ", ")
}

// RenderSummary writes one line for each of several documents, and one for all.
func RenderSummary(w io.Writer, all []Checked) error {
	b := bufio.NewWriter(w)
	valid := 0
	for _, c := range all {
		if c.Report.Valid {
			valid++
		}
		fmt.Fprintf(b, "%s: %s\n", c.Name, verdict(c.Report))
	}
	fmt.Fprintf(b, "%d of %s valid\n", valid, plural(len(all), "document"))
	return b.Flush()
}

// RenderRule writes what a rule says, for people.
func RenderRule(w io.Writer, r Rule) error { return renderRule(w, r.Section(), "document", r) }

func renderRule(w io.Writer, section, of string, r Rule) error {
	words := map[Severity]string{Error: "error: the " + of + " is invalid", Warning: "warning: the " + of + " stays valid",
		Unsupported: "unsupported: valid, but not to be interpreted here", "": "a definition: nothing can break it"}
	_, err := fmt.Fprintf(w, "%s · %s · %s\n%s\n", r.ID, section, words[r.Severity], r.Statement)
	return err
}

// RenderJSON writes a report as JSON on one line: {"valid", "unsupported_features", "findings", "counts"}.
func RenderJSON(w io.Writer, r Report) error {
	if r.Findings == nil {
		r.Findings = []Finding{}
	}
	return writeJSON(w, r)
}

// RenderJSONAll writes several reports as one JSON list, each with its document's name.
func RenderJSONAll(w io.Writer, all []Checked) error {
	type named struct {
		Name string `json:"name"`
		Report
	}
	list := make([]named, 0, len(all))
	for _, c := range all {
		if c.Report.Findings == nil {
			c.Report.Findings = []Finding{}
		}
		list = append(list, named{c.Name, c.Report})
	}
	return writeJSON(w, list)
}

func writeJSON(w io.Writer, v any) error {
	b, err := asif.Marshal(v)
	if err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	_, err = w.Write(append(b, '\n'))
	return err
}
