package destination

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
)

// Verdicts are outcomes for people.
var Verdicts = map[asif.Verdict]string{
	asif.VerdictReady:              "ready",
	asif.VerdictAdaptationRequired: "adaptation required",
	asif.VerdictBlocked:            "blocked",
}

// shown shows control characters, which names in a document can have, instead of letting a terminal obey them.
type shown struct{ w io.Writer }

func (s shown) Write(b []byte) (int, error) {
	var safe []byte
	for _, c := range b { // of UTF-8 only these are control characters byte by byte
		if c < ' ' && c != '\n' || c == 0x7f {
			safe = fmt.Appendf(safe, `\x%02x`, c)
			continue
		}
		safe = append(safe, c)
	}
	if _, err := s.w.Write(safe); err != nil {
		return 0, err
	}
	return len(b), nil
}

// RenderText writes results for people: verdict, what blocks and what to do, what changes and what that loses, what is
// fine. name is the document's.
func RenderText(w io.Writer, name string, src *continuation.Source, results []Result) error {
	b := bufio.NewWriter(shown{w})
	r := results[0].Report
	version := ""
	if v := r.Destination.Runtime.Agent.Version; v != nil {
		version = " " + *v
	}
	fmt.Fprintf(b, "%s → %s%s", name, r.Destination.ID, version)
	if r.EvaluationMode == asif.EvaluationModeSynthetic {
		fmt.Fprint(b, " (synthetic: nobody looked at a machine; --probe does)")
	}
	fmt.Fprintln(b)
	if len(results) > 1 {
		fmt.Fprintln(b)
		for i := range results {
			fmt.Fprintf(b, "%s: %s\n", results[i].Report.Source.PlanID, summary(&results[i].Report))
		}
	}
	for i := range results {
		fmt.Fprintln(b)
		renderResult(b, src, &results[i])
	}
	return b.Flush()
}

func summary(r *asif.Report) string {
	out := Verdicts[r.Outcome]
	if n := len(r.BlockingReasons); n > 0 {
		out += fmt.Sprintf(", %s", count(n, "blocker"))
	}
	return out
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func renderResult(b *bufio.Writer, src *continuation.Source, x *Result) {
	r := &x.Report
	fmt.Fprintf(b, "%s: %s\n", r.Source.PlanID, strings.ToUpper(Verdicts[r.Outcome]))
	for _, line := range Open(src, x) {
		fmt.Fprintf(b, "  %s\n", line)
	}
	if len(r.BlockingReasons) > 0 {
		fmt.Fprintf(b, "\n  %s\n", counted(len(r.BlockingReasons), "thing blocks", "things block"))
	}
	for _, reason := range r.BlockingReasons {
		s := FromReport(reason.Subject)
		fmt.Fprintf(b, "    %v: %s\n", s, reason.Reason)
		if do := x.Todo[s]; do != "" {
			fmt.Fprintf(b, "      → %s\n", do)
		}
	}
	open, accepted, aside := Changes(x)
	renderChanges(b, x, counted(len(open), "change has", "changes have")+" to be accepted (--accept ID, or --accept all)", open)
	renderChanges(b, x, counted(len(accepted), "change is", "changes are")+" accepted", accepted)
	renderCounts(b, "fine", x, func(a *asif.Assessment) bool { return a.Status == asif.AssessmentStatusSupported })
	renderCounts(b, "optional, and not at the destination", x, func(a *asif.Assessment) bool { return !a.Required && blocks(a.Status) })
	if len(aside) > 0 {
		fmt.Fprintf(b, "\n  %s of what is optional; --json lists them\n", count(len(aside), "change"))
	}
}

func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// Open names the calls and requests that are open at the plan's checkpoint.
func Open(src *continuation.Source, x *Result) []string {
	k := src.Checkpoints[x.Closure.Plan.CheckpointID]
	if k == nil {
		return nil
	}
	var out []string
	for _, c := range k.OpenCalls {
		i := slices.IndexFunc(src.Profile.Operations, func(o asif.Operation) bool { return o.CallID == c.CallID })
		line := fmt.Sprintf("open call %s: %s", c.CallID, strings.ReplaceAll(string(c.State), "_", " "))
		if i >= 0 && src.Profile.Operations[i].Recovery.HandlerDependencyID != nil {
			if d := src.Dependency(*src.Profile.Operations[i].Recovery.HandlerDependencyID); d != nil {
				line += ", made with " + d.Identity
			}
		}
		out = append(out, line)
	}
	for _, d := range k.OpenDecisions {
		out = append(out, fmt.Sprintf("open request %s: %s", d.RequestID, strings.ReplaceAll(string(d.State), "_", " ")))
	}
	return out
}

// FromReport is a report's subject as closures have it.
func FromReport(s asif.Subject) continuation.Subject {
	return continuation.Subject{Kind: s.Kind, ID: s.ID, OwnerID: s.OwnerID}
}

// Changes are the transformations of what is required, not yet accepted and accepted, and those of what is optional.
func Changes(x *Result) (open, accepted, aside []asif.Transformation) {
	for _, t := range x.Report.Transformations {
		e := x.Closure.Find(FromReport(t.Subject))
		switch {
		case e == nil || !e.Required:
			aside = append(aside, t)
		case t.Accepted:
			accepted = append(accepted, t)
		default:
			open = append(open, t)
		}
	}
	return open, accepted, aside
}

func renderChanges(b *bufio.Writer, x *Result, title string, list []asif.Transformation) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  %s\n", title)
	for _, t := range list {
		fmt.Fprintf(b, "    %s: %s\n", t.ID, x.Detail(FromReport(t.Subject)))
		for _, l := range t.Losses {
			fmt.Fprintf(b, "      loses %s\n", l)
		}
	}
}

// Detail is what the report says of a subject.
func (x *Result) Detail(s continuation.Subject) string {
	for i := range x.Report.Assessments {
		if a := &x.Report.Assessments[i]; FromReport(a.Subject) == s {
			return a.Detail
		}
	}
	return ""
}

// renderCounts lists how many subjects of each kind are of a sort.
func renderCounts(b *bufio.Writer, title string, x *Result, of func(*asif.Assessment) bool) {
	var kinds []string
	n := map[string]int{}
	for i := range x.Report.Assessments {
		a := &x.Report.Assessments[i]
		if !of(a) {
			continue
		}
		kind := strings.ReplaceAll(string(a.Subject.Kind), "_", " ")
		if n[kind]++; n[kind] == 1 {
			kinds = append(kinds, kind)
		}
	}
	if len(kinds) == 0 {
		return
	}
	for i, k := range kinds {
		kinds[i] = fmt.Sprintf("%d %s", n[k], k)
	}
	fmt.Fprintf(b, "\n  %s: %s\n", title, strings.Join(kinds, ", "))
}
