package continuation

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"asif-convert/convert/asif"
)

// section is a heading of a closure for people and the kinds below it.
type section struct {
	title string
	kinds []asif.SubjectKind
}

// Sections of what is required, before and after what is open. What is optional comes as one list.
var (
	firstSections = []section{
		{"capabilities, programs and services", []asif.SubjectKind{asif.SubjectKindCapability, asif.SubjectKindDependency,
			asif.SubjectKindService, asif.SubjectKindModel, asif.SubjectKindNativeImport, asif.SubjectKindFeature}},
	}
	lastSections = []section{
		{"resources", []asif.SubjectKind{asif.SubjectKindResource}},
		{"workspaces, environments and their requirements", []asif.SubjectKind{asif.SubjectKindWorkspace, asif.SubjectKindEnvironment,
			asif.SubjectKindCheckpointRequirement, asif.SubjectKindEnvironmentRequirement}},
		{"instructions, policies and the rest", []asif.SubjectKind{asif.SubjectKindConfiguration, asif.SubjectKindInstruction,
			asif.SubjectKindPolicy, asif.SubjectKindContext, asif.SubjectKindOperation, asif.SubjectKindPlan}},
	}
)

// RenderText writes closures for people: for each plan what it requires, and why, then what is optional.
func RenderText(w io.Writer, s *Source, all []Closure) error {
	b := bufio.NewWriter(w)
	for i := range all {
		if i > 0 {
			fmt.Fprintln(b)
		}
		renderPlan(b, s, &all[i])
	}
	return b.Flush()
}

func renderPlan(b *bufio.Writer, s *Source, c *Closure) {
	required := 0
	for _, e := range c.Entries {
		if e.Required {
			required++
		}
	}
	fmt.Fprintf(b, "plan %s: %s from checkpoint %s; %d subjects, %d required\n", c.Plan.ID, actionText(&c.Plan.NextAction),
		c.Plan.CheckpointID, len(c.Entries), required)
	renderSections(b, s, c, firstSections)
	renderList(b, "secret handles", secretLines(s, c))
	if k := s.Checkpoints[c.Plan.CheckpointID]; k != nil {
		renderList(b, "open calls", callLines(s, c, k))
		renderList(b, "open decisions", decisionLines(c, k))
	}
	renderSections(b, s, c, lastSections)
	var optional []string
	for _, e := range c.Entries {
		if !e.Required {
			optional = append(optional, entryLine(s, c, &e))
		}
	}
	renderList(b, "optional", optional)
}

// actionText words a next action with what it is about.
func actionText(a *asif.NextAction) string {
	for _, id := range []string{a.RequestID, a.OperationID, a.NativeImportID} {
		if id != "" {
			return string(a.Kind) + " " + id
		}
	}
	return string(a.Kind)
}

func renderSections(b *bufio.Writer, s *Source, c *Closure, sections []section) {
	for _, section := range sections {
		var lines []string
		for _, kind := range section.kinds {
			for _, e := range c.Of(kind) {
				if e.Required {
					lines = append(lines, entryLine(s, c, &e))
				}
			}
		}
		renderList(b, section.title, lines)
	}
}

func renderList(b *bufio.Writer, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "  %s\n", title)
	for _, l := range lines {
		fmt.Fprintf(b, "    %s\n", l)
	}
}

// entryLine is a subject, what is known of it, and the chain of what needs it.
func entryLine(s *Source, c *Closure, e *Entry) string {
	line := e.Subject.String()
	if detail := detailOf(s, e); detail != "" {
		line += ", " + detail
	}
	if chain := c.Chain(e.Subject); len(chain) > 0 {
		words := make([]string, len(chain))
		for i, f := range chain {
			words[i] = f.String()
		}
		line += " ← " + strings.Join(words, " ← ")
	}
	return line
}

// detailOf says what a person wants to know of a subject beside its name.
func detailOf(s *Source, e *Entry) string {
	switch e.Kind {
	case asif.SubjectKindResource:
		r := s.Resources[e.ID]
		detail := string(r.Availability) + " " + r.MediaType
		if r.Name != nil {
			detail += fmt.Sprintf(" %q", *r.Name)
		}
		return detail
	case asif.SubjectKindDependency:
		d := s.Dependency(e.ID)
		return string(d.Kind) + " " + d.Identity
	case asif.SubjectKindOperation:
		o := s.Operation(e.ID)
		return string(o.State) + ", recovery " + string(o.Recovery.Strategy)
	case asif.SubjectKindService:
		v := s.Service(e.ID)
		return v.Service + " as " + v.Account.Subject + " at " + v.Account.Provider
	case asif.SubjectKindModel:
		m := s.Plan(e.ID).ModelRequirements.SourceModel
		return m.Provider + " " + m.ID
	case asif.SubjectKindConfiguration:
		return "knowledge " + string(s.Configurations[e.ID].Knowledge)
	}
	return ""
}

// secretLines are the handles that required services and requirements name, with who needs them.
func secretLines(s *Source, c *Closure) []string {
	needed := map[string][]string{}
	for _, e := range c.Entries {
		if !e.Required {
			continue
		}
		for _, h := range handlesOf(s, e.Subject) {
			needed[h] = append(needed[h], e.Subject.String())
		}
	}
	var lines []string
	for h, by := range needed {
		lines = append(lines, h+" ← "+strings.Join(by, ", "))
	}
	slices.Sort(lines)
	return lines
}

// handlesOf are the secret handles that a subject names.
func handlesOf(s *Source, subject Subject) []string {
	var list []asif.Requirement
	switch subject.Kind {
	case asif.SubjectKindService:
		return s.Service(subject.ID).SecretHandles
	case asif.SubjectKindCheckpointRequirement:
		list = s.Checkpoints[subject.OwnerID].Requirements
	case asif.SubjectKindEnvironmentRequirement:
		list = s.Environments[subject.OwnerID].Requirements
	}
	for i := range list {
		if list[i].ID == subject.ID && list[i].SecretHandle != "" {
			return []string{list[i].SecretHandle}
		}
	}
	return nil
}

// callLines are the checkpoint's open calls, each with the operation that the plan has for it.
func callLines(s *Source, c *Closure, k *asif.Checkpoint) []string {
	var lines []string
	for _, open := range k.OpenCalls {
		line := open.CallID + ", " + string(open.State)
		for _, id := range c.Plan.OperationIDs {
			if o := s.Operation(id); o != nil && o.CallID == open.CallID {
				line += fmt.Sprintf(": operation %q, recovery %s", o.ID, o.Recovery.Strategy)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func decisionLines(c *Closure, k *asif.Checkpoint) []string {
	var lines []string
	for _, open := range k.OpenDecisions {
		line := open.RequestID + ", " + string(open.State)
		switch {
		case c.Plan.NextAction.RequestID == open.RequestID:
			line += ": the plan waits for it"
		case AgentAction(c.Plan.NextAction.Kind):
			line += ": answer it first, the agent cannot run before"
		}
		lines = append(lines, line)
	}
	return lines
}
