package check

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// RenderState writes a state for people: the verdict, then open calls, open decisions, executions that have not
// ended, tasks, and gaps.
func RenderState(w io.Writer, name string, s State) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s: %s\n%s\n", name, stateVerdict(s), boundaryText(s))
	for _, section := range []struct {
		title string
		rows  [][]string
	}{
		{"open calls", callRows(s.Calls)},
		{"open decisions", decisionRows(s.Decisions)},
		{"executions not ended", executionRows(s.Executions)},
		{"tasks", taskRows(s.Tasks)},
		{"missing history", gapRows(s.Gaps)},
	} {
		if len(section.rows) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n%s\n", section.title)
		if err := renderRows(b, section.rows); err != nil {
			return fmt.Errorf("writing the state: %w", err)
		}
	}
	return b.Flush()
}

// renderRows writes rows in columns.
func renderRows(w io.Writer, rows [][]string) error {
	var columns strings.Builder
	t := tabwriter.NewWriter(&columns, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(t, "  "+strings.Join(row, "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(columns.String()) { // an empty last cell leaves blanks before it
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
	return nil
}

// RenderStateJSON writes a state as JSON on one line.
func RenderStateJSON(w io.Writer, s State) error { return writeJSON(w, s) }

// boundaryText says which history the state is of.
func boundaryText(s State) string {
	text := "branch " + s.Branch
	if s.Branches > 1 {
		text += fmt.Sprintf(" (one of %d)", s.Branches)
	}
	switch {
	case s.At == "":
		text += " before all events"
	case s.Head:
		text += " at its head " + s.At
	default:
		text += " at event " + s.At
	}
	if s.Checkpoint != "" {
		text += ", checkpoint " + s.Checkpoint + " (" + s.Knowledge + ")"
	}
	return text
}

// stateVerdict says in one line whether the history could be continued as if nothing were missing.
func stateVerdict(s State) string {
	open := "nothing is open"
	switch calls, decisions := plural(len(s.Calls), "open call"), plural(len(s.Decisions), "open decision"); {
	case len(s.Calls) > 0 && len(s.Decisions) > 0:
		open = calls + ", " + decisions
	case len(s.Calls) > 0:
		open = calls
	case len(s.Decisions) > 0:
		open = decisions
	}
	all := []string{open}
	if n := len(executionRows(s.Executions)); n > 0 {
		all = append(all, plural(n, "execution")+" not ended")
	}
	if len(s.Tasks) > 0 {
		all = append(all, plural(len(s.Tasks), "task"))
	}
	if len(s.Gaps) > 0 {
		all = append(all, plural(len(s.Gaps), "gap")+" in the history")
	}
	return strings.Join(all, ", ")
}

func callRows(list []OpenCall) (rows [][]string) {
	for _, c := range list {
		at := "of a prior capture"
		if c.Event != "" {
			at = "event " + c.Event
		}
		rows = append(rows, []string{c.ID, cmp.Or(c.ToolName, c.Tool), at, "arguments " + c.Arguments, string(c.State) + because(c.Evidence)})
	}
	return rows
}

func decisionRows(list []OpenDecision) (rows [][]string) {
	for _, d := range list {
		at, about := "of a prior capture", []string{}
		if d.Event != "" {
			at = "event " + d.Event
		}
		if d.Call != "" {
			about = append(about, "about call "+d.Call)
		}
		if d.Task != "" {
			about = append(about, fmt.Sprintf("about task %s revision %d", d.Task, d.Revision))
		}
		rows = append(rows, []string{d.ID, at, string(d.State) + because(d.Evidence), strings.Join(about, ", ")})
	}
	return rows
}

// because words evidence.
func because(list []Evidence) string {
	var all []string
	for _, e := range list {
		all = append(all, e.Type+" "+e.ID)
	}
	if len(all) == 0 {
		return ""
	}
	return ": " + strings.Join(all, ", ")
}

func executionRows(list []Execution) (rows [][]string) {
	for _, e := range list {
		if executionStatusNames[e.Status].terminal() {
			continue
		}
		at := "as the execution itself states"
		if e.Event != "" {
			at = "event " + e.Event
		}
		rows = append(rows, []string{e.ID, e.Status, at})
	}
	return rows
}

func taskRows(list []Task) (rows [][]string) {
	for _, t := range list {
		waits := map[DependencyState]string{DependencyNone: "depends on nothing", DependencyUnknown: "dependencies unknown"}[t.Depends]
		if len(t.Dependencies) > 0 {
			var all []string
			for _, d := range t.Dependencies {
				all = append(all, fmt.Sprintf("%s (%s)", d.Task, d.State))
			}
			waits = "depends on " + strings.Join(all, ", ")
		}
		rows = append(rows, []string{t.ID, fmt.Sprintf("revision %d", t.Revision), string(t.Status), waits})
	}
	return rows
}

// gapWords say what the ID of a gap is one of.
var gapWords = map[GapKind]string{GapTask: "task", GapCall: "call", GapBinding: "call", GapRequest: "decision", GapCoverage: "coverage of"}

func gapRows(list []Gap) (rows [][]string) {
	for _, g := range list {
		text := g.Detail
		if g.Event != "" {
			text += " (event " + g.Event + ")"
		}
		if g.Source != nil {
			text += fmt.Sprintf(" (session %s, capture %s, event %s)", g.Source.Session, g.Source.Capture, g.Source.Event)
		}
		rows = append(rows, []string{gapWords[g.Kind] + " " + g.ID, text})
	}
	return rows
}
