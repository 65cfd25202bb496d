package continuation

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"asif-convert/convert/asif"
)

// planJSON is a closure as it is printed for programs.
type planJSON struct {
	PlanID   string        `json:"plan_id"`
	Action   string        `json:"action"`
	Subjects []subjectJSON `json:"subjects"`
}

type subjectJSON struct {
	Subject
	Required bool      `json:"required"`
	Because  []Subject `json:"because"`
}

// RenderJSON writes closures as JSON on one line: {"plans":[{"plan_id", "action", "subjects"}]}.
func RenderJSON(w io.Writer, all []Closure) error {
	out := struct {
		Plans []planJSON `json:"plans"`
	}{Plans: []planJSON{}}
	for _, c := range all {
		p := planJSON{PlanID: c.Plan.ID, Action: string(c.Plan.NextAction.Kind), Subjects: []subjectJSON{}}
		for _, e := range c.Entries {
			s := subjectJSON{Subject: e.Subject, Required: e.Required, Because: e.Because}
			if s.Because == nil {
				s.Because = []Subject{}
			}
			p.Subjects = append(p.Subjects, s)
		}
		out.Plans = append(out.Plans, p)
	}
	b, err := asif.Marshal(out)
	if err != nil {
		return fmt.Errorf("writing the plans: %w", err)
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// RenderDOT writes closures as one Graphviz graph, a cluster for each plan. Arrows lead from what needs to what is
// needed; what is optional is dashed.
func RenderDOT(w io.Writer, all []Closure) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, "digraph plans {\n\trankdir=LR;\n\tnode [shape=box];\n")
	for n, c := range all {
		fmt.Fprintf(b, "\tsubgraph cluster_%d {\n\t\tlabel=%s;\n", n, dotText(c.Plan.ID+": "+string(c.Plan.NextAction.Kind)))
		name := map[Subject]string{}
		for i, e := range c.Entries {
			name[e.Subject] = fmt.Sprintf("p%d_%d", n, i)
			fmt.Fprintf(b, "\t\t%s [label=%s, style=%s];\n", name[e.Subject], dotText(string(e.Kind)+"\n"+e.ID), dotStyles[e.Required])
		}
		for _, e := range c.Entries {
			for _, f := range e.From {
				fmt.Fprintf(b, "\t\t%s -> %s [style=%s];\n", name[f], name[e.Subject], dotStyles[slices.Contains(e.Because, f)])
			}
		}
		fmt.Fprint(b, "\t}\n")
	}
	fmt.Fprint(b, "}\n")
	return b.Flush()
}

// dotStyles draw what is required, and what is not.
var dotStyles = map[bool]string{true: "solid", false: "dashed"}

// dotText quotes a text for Graphviz. What a terminal would obey, or nobody would see, stands as its number.
func dotText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r != ' ' && !strconv.IsPrint(r):
			fmt.Fprintf(&b, `\\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
