package asif

import (
	"fmt"
	"io"
	"strings"
)

// Describe prints objects as Markdown: a heading, what the object is, a table of its members and its rules.
func Describe(w io.Writer, objects []Object) error {
	var b strings.Builder
	for i := range objects {
		if i > 0 {
			b.WriteByte('\n')
		}
		objects[i].describe(&b)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("describing objects: %w", err)
	}
	return nil
}

func (o *Object) describe(b *strings.Builder) {
	fmt.Fprintf(b, "## %s\n\n%s\n\n", o.Title, o.Doc)
	if len(o.Members) == 0 {
		b.WriteString("An open map: it has no fixed fields.\n")
		return
	}
	b.WriteString("| Field | Type | Required | Description |\n|---|---|---|---|\n")
	for i := range o.Members {
		m := &o.Members[i]
		required := "No"
		if m.Required {
			required = "Yes"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", m.Name, m.typeText(), required, m.docText())
	}
	if len(o.Rules) > 0 {
		b.WriteByte('\n')
	}
	for _, r := range o.Rules {
		fmt.Fprintf(b, "- %s\n", r.text())
	}
}

// shapeText names the shapes.
var shapeText = [...]string{
	String: "string", Integer: "integer", Number: "number", Boolean: "boolean", Any: "JSON value",
	Contract: "object or boolean", Content: "content part",
}

func (m *Member) typeText() string {
	t := shapeText[min(int(m.Shape), len(shapeText)-1)]
	if m.Shape == Record {
		t = Lookup(m.Object).Title
	}
	if len(m.Enum) > 0 {
		t = "`" + strings.Join(m.Enum, "`, `") + "`"
	}
	if m.List {
		t = "array of " + t
	}
	if m.Nullable {
		t += " or null"
	}
	return t
}

// docText is the member's description with its limits.
func (m *Member) docText() string {
	parts := []string{m.Doc}
	for _, limit := range []struct {
		holds bool
		text  string
	}{
		{m.NonEmpty, "Not empty."},
		{m.Shape == Integer && !m.Signed && m.Most == 0, "From 0."},
		{m.Shape == Integer && m.Most > 0, fmt.Sprintf("From 0 to %d.", m.Most)},
		{m.Shape == Number, "Not negative."},
		{m.Unique, "No item twice."},
		{m.List && m.Least > 0, fmt.Sprintf("At least %d.", m.Least)},
		{m.List && m.Most > 0, fmt.Sprintf("At most %d.", m.Most)},
		{m.Pattern != "", "Matches `" + m.Pattern + "`."},
	} {
		if limit.holds {
			parts = append(parts, limit.text)
		}
	}
	return strings.ReplaceAll(strings.Join(parts, " "), "|", `\|`)
}

// text says a rule in words.
func (r *Rule) text() string {
	var then []string
	add := func(names []string, what string) {
		if len(names) > 0 {
			then = append(then, what+" `"+strings.Join(names, "`, `")+"`")
		}
	}
	add(r.Require, "require")
	add(r.Forbid, "omit")
	add(r.OneOf, "give exactly one of")
	add(r.AnyOf, "give at least one of")
	for _, d := range r.Then {
		then = append(then, d.text())
	}
	s := strings.Join(then, "; ") + "."
	switch {
	case r.When == "":
		return strings.ToUpper(s[:1]) + s[1:]
	case r.Is != "":
		return fmt.Sprintf("When `%s` is `%s`: %s", r.When, r.Is, s)
	case r.Has != "":
		return fmt.Sprintf("When `%s` holds `%s`: %s", r.When, r.Has, s)
	default:
		return fmt.Sprintf("When `%s` is there: %s", r.When, s)
	}
}

func (d *Demand) text() string {
	name := "`" + d.Member + "`"
	switch {
	case d.Is != "":
		return name + " is `" + d.Is + "`"
	case d.Not != "":
		return name + " is not `" + d.Not + "`"
	case d.Has != "":
		return name + " holds `" + d.Has + "`"
	case d.As != "":
		return name + " is a " + Lookup(d.As).Title
	case d.Empty:
		return name + " is empty"
	default:
		return name + " is not empty"
	}
}
