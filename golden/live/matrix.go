package live

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Cell is one source with one tool.
type Cell struct {
	Source  string   // "claude-code/2.1.332-basic"
	Target  string   // "codex 0.171.0"
	Blocked []string // kinds of subjects that had to be named with --despite
	Wrong   []string // none: continued
}

// matrix renders the cells: for people first how many sources of each version go on in each tool, then each alone.
func matrix(cells []Cell) string {
	sources, targets := map[string][]Cell{}, map[string]bool{}
	for _, c := range cells {
		sources[c.Source] = append(sources[c.Source], c)
		targets[c.Target] = true
	}
	columns := slices.SortedFunc(maps.Keys(targets), byTool)
	var b strings.Builder
	b.WriteString("# Sessions that go on\n\nWritten by `go test ./golden/live -live`. " +
		"Every recorded session is taken out of its harness, put into the home of a real command line, and gone on with there: a new prompt, " +
		"a tool call, final words. `handoff` puts it in: it is refused where something blocks, and then told to hand over despite what the refusal names. " +
		"Where it copied native records, the session goes on a second time behind `to`, made anew from a document without them. " +
		"The command line is started as users do, for the scenario *basic* by `continue-check --run`. A cell is *continued* when the requests that the model received hold the live conversation, structured, in order, each thing once, and nothing else, " +
		"and when the session, read back, is valid, names its source, and has everything that it had before, " +
		"and when the report that `handoff` kept, written again by `continue-check`, says `continued` with evidence and passes `validate-report`.\n\n" +
		"What the command lines change by themselves is let pass: Claude Code calls the tool `Task` of older sessions `Agent`, and 2.1.73 sends `ExitPlanMode` without the plan; " +
		"both add reminders and instructions of their own.\n\n")
	b.WriteString(blocked(cells))
	b.WriteString(summary(cells, columns) + "\n")
	header(&b, "Source", columns)
	for _, s := range slices.Sorted(maps.Keys(sources)) {
		row := []string{s}
		for _, t := range columns {
			row = append(row, cell(sources[s], t))
		}
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
	}
	return b.String()
}

// blocked tells in how many cells each kind of subject blocked.
func blocked(cells []Cell) string {
	times := map[string]int{}
	for _, c := range cells {
		for _, kind := range c.Blocked {
			times[kind]++
		}
	}
	var list []string
	for _, kind := range slices.Sorted(maps.Keys(times)) {
		list = append(list, fmt.Sprintf("`%s` in %d", kind, times[kind]))
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("Of %d hand-overs these kinds of subjects blocked: %s. (The recorded folder is there only when the session goes on, "+
		"without its repository; and no profile tells the limits of a mock's model.)\n\n", len(cells), strings.Join(list, ", "))
}

// summary counts, for each version of a source and each tool, the sources that go on.
func summary(cells []Cell, columns []string) string {
	type pair struct{ source, target string }
	all, good := map[pair]int{}, map[pair]int{}
	versions := map[string]bool{}
	for _, c := range cells {
		v := version(c.Source)
		versions[v] = true
		all[pair{v, c.Target}]++
		if len(c.Wrong) == 0 {
			good[pair{v, c.Target}]++
		}
	}
	var b strings.Builder
	header(&b, "Recorded with", columns)
	for _, v := range slices.SortedFunc(maps.Keys(versions), byTool) {
		row := []string{v}
		for _, t := range columns {
			row = append(row, fmt.Sprintf("%d of %d", good[pair{v, t}], all[pair{v, t}]))
		}
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
	}
	return b.String()
}

func header(b *strings.Builder, first string, columns []string) {
	fmt.Fprintf(b, "| %s | %s |\n|---%s|\n", first, strings.Join(columns, " | "), strings.Repeat("|---", len(columns)))
}

// version is the command line that recorded a source: "claude-code 2.1.332".
func version(source string) string {
	harness, name, _ := strings.Cut(source, "/")
	v, _, _ := strings.Cut(name, "-")
	return harness + " " + v
}

// byTool orders by harness, newest version first.
func byTool(a, b string) int {
	harnessA, versionA, _ := strings.Cut(a, " ")
	harnessB, versionB, _ := strings.Cut(b, " ")
	if harnessA != harnessB {
		return strings.Compare(harnessA, harnessB)
	}
	return slices.Compare(numbers(versionB), numbers(versionA))
}

func numbers(version string) []int {
	var out []int
	for s := range strings.SplitSeq(version, ".") {
		n := 0
		fmt.Sscanf(s, "%d", &n) //nolint:errcheck // 0 for what is no number
		out = append(out, n)
	}
	return out
}

func cell(row []Cell, target string) string {
	for _, c := range row {
		switch {
		case c.Target != target:
		case len(c.Wrong) == 0:
			return "continued"
		default:
			return "failed: " + strings.ReplaceAll(c.Wrong[0], "|", "\\|")
		}
	}
	return "not run"
}
