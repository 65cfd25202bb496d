package asif

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"
)

// with returns t with a member set, or added.
func (t tree) with(name string, v tree) tree {
	t.keys, t.members = slices.Clone(t.keys), slices.Clone(t.members)
	for i, k := range t.keys {
		if k == string(quoted(name)) {
			t.members[i] = v
			return t
		}
	}
	t.keys, t.members = append(t.keys, string(quoted(name))), append(t.members, v)
	return t
}

// without returns t without a member.
func (t tree) without(name string) tree {
	out := tree{open: t.open}
	for i, k := range t.keys {
		if k != string(quoted(name)) {
			out.keys, out.members = append(out.keys, k), append(out.members, t.members[i])
		}
	}
	return out
}

func literal(raw string) tree { return parseTree([]byte(raw)) }

// faultAt reports whether a validation error has a cause at the member, or names it as missing.
func faultAt(err error, member string) bool {
	var v *jsonschema.ValidationError
	if !errors.As(err, &v) {
		return false
	}
	if len(v.InstanceLocation) > 0 && v.InstanceLocation[0] == member {
		return true
	}
	if len(v.Causes) == 0 && strings.Contains(v.Error(), "'"+member+"'") {
		return true
	}
	return slices.ContainsFunc(v.Causes, func(c *jsonschema.ValidationError) bool { return faultAt(c, member) })
}

// wrong are values that do not fit a member, right are values at the edge that do.
func variants(m *Member) (wrong, right []string) {
	single := *m
	single.List = false
	if m.List {
		w, r := variants(&single)
		for _, v := range w {
			wrong = append(wrong, "["+v+"]")
		}
		if m.Least <= 1 {
			for _, v := range r {
				right = append(right, "["+v+"]")
			}
			if m.Unique && len(r) > 0 {
				wrong = append(wrong, "["+r[0]+","+r[0]+"]")
			}
		}
		if m.Least > 0 {
			wrong = append(wrong, "[]")
		}
		return append(wrong, `{}`, `null`, `"x"`, `0`), right
	}
	if m.Nullable {
		right = append(right, "null")
	} else if m.Shape != Any {
		wrong = append(wrong, "null")
	}
	switch m.Shape {
	case String:
		wrong = append(wrong, "1", "[]", "{}", "true")
		switch {
		case len(m.Enum) > 0:
			wrong = append(wrong, `""`, `"`+m.Enum[0]+`x"`, `"`+strings.ToUpper(m.Enum[0])+`"`)
			if m.Enum[0] == Version || m.Enum[0] == "0.2" {
				wrong = wrong[:len(wrong)-1]
			}
		case m.Pattern != "":
			wrong = append(wrong, `""`, `"`+strings.Repeat("A", 64)+`"`, `"`+strings.Repeat("a", 64)+`\n"`, `"`+strings.Repeat("a", 63)+`"`, `"`+strings.Repeat("a", 65)+`"`)
			right = append(right, `"`+strings.Repeat("a", 64)+`"`)
		case m.NonEmpty:
			wrong = append(wrong, `""`)
			right = append(right, `" "`)
		default:
			right = append(right, `""`)
		}
	case Integer:
		wrong = append(wrong, "1.5", `"1"`, "9007199254740992", "1e300", "true")
		right = append(right, "1.0", "0", "2e0")
		if m.Signed {
			right = append(right, "-7")
		} else {
			wrong = append(wrong, "-1")
		}
		if m.Most == 0 {
			right = append(right, "9007199254740991")
		}
	case Number:
		wrong = append(wrong, "-0.1", `"1"`, "true")
		right = append(right, "0", "1.25", "1e400")
	case Boolean:
		wrong = append(wrong, `"true"`, "0", "[]")
	case Contract:
		wrong = append(wrong, `"x"`, "1", "[]")
		right = append(right, "false", "{}")
	case Record, Content:
		wrong = append(wrong, `"x"`, "1", "[]")
	case Any:
		right = append(right, "null", "[]", `""`)
	}
	return wrong, right
}

// bases are valid values of every object: the examples, and minimal ones of objects without.
func bases(t *testing.T) map[string][]tree {
	t.Helper()
	all := map[string][]tree{}
	for _, e := range readExamples(t) {
		all[e.Object] = append(all[e.Object], parseTree(e.Value))
	}
	for _, o := range Objects[69:] {
		all[o.Name] = append(all[o.Name], minimal(&o))
	}
	return all
}

// minimal is a value with the members that are required, and those that rules require of the first enumerated values.
func minimal(o *Object) tree {
	t := tree{open: '{'}
	add := func(m *Member) {
		if _, ok := t.get(m.Name); ok {
			return
		}
		t = t.with(m.Name, minimalMember(m))
	}
	for i := range o.Members {
		if o.Members[i].Required {
			add(&o.Members[i])
		}
	}
	for _, r := range o.Rules {
		if v, ok := t.get(r.When); !ok || r.Is != "" && v.raw != r.Is {
			continue
		}
		for _, n := range r.Require {
			add(o.Member(n))
		}
		for _, d := range r.Then {
			switch {
			case d.Is != "":
				t = t.with(d.Member, literal(d.Is))
			case d.Filled:
				t = t.with(d.Member, literal(`["x"]`))
			}
		}
	}
	return t
}

func minimalMember(m *Member) tree {
	if m.List {
		single := *m
		single.List = false
		t := tree{open: '['}
		for range m.Least {
			t.members = append(t.members, minimalMember(&single))
		}
		return t
	}
	switch {
	case m.Nullable:
		return literal("null")
	case m.Pattern != "":
		return literal(`"` + strings.Repeat("a", 64) + `"`)
	case len(m.Enum) > 0:
		return literal(`"` + m.Enum[0] + `"`)
	}
	switch m.Shape {
	case String, Any:
		return literal(`"x"`)
	case Integer, Number:
		return literal("0")
	case Boolean, Contract:
		return literal("true")
	default:
		return minimal(Lookup(m.Object))
	}
}

func TestBrokenVariantsOfEveryObjectAreRefused(t *testing.T) {
	c := newCompiled(t)
	all := bases(t)
	for i := range Objects {
		o := &Objects[i]
		base := all[o.Name][0]
		if err := c.check(t, o.Name, []byte(base.String())); err != nil {
			t.Errorf("%s: the base itself: %v", o.Name, err)
			continue
		}
		for _, raw := range []string{`null`, `[]`, `"x"`, `0`} {
			if c.check(t, o.Name, []byte(raw)) == nil {
				t.Errorf("%s accepts %s", o.Name, raw)
			}
		}
		more := base.with("example.unknown/1", literal(`{"any":[1.50]}`))
		if err := c.check(t, o.Name, []byte(more.String())); err != nil {
			t.Errorf("%s refuses an unknown member: %v", o.Name, err)
		}
		for j := range o.Members {
			checkVariants(t, c, o, base, &o.Members[j])
		}
	}
}

func checkVariants(t *testing.T, c *compiled, o *Object, base tree, m *Member) {
	t.Helper()
	if err := c.check(t, o.Name, []byte(base.without(m.Name).String())); m.Required && !faultAt(err, m.Name) {
		t.Errorf("%s without %s: %v", o.Name, m.Name, err)
	}
	wrong, right := variants(m)
	for _, raw := range wrong {
		if err := c.check(t, o.Name, []byte(base.with(m.Name, literal(raw)).String())); !faultAt(err, m.Name) {
			t.Errorf("%s: %s %s is accepted: %v", o.Name, m.Name, raw, err)
		}
	}
	for _, raw := range right {
		if err := c.check(t, o.Name, []byte(base.with(m.Name, literal(raw)).String())); err != nil && !slices.Contains(coupled, o.Name+"."+m.Name) {
			t.Errorf("%s: %s %s is refused: %v", o.Name, m.Name, raw, err)
		}
	}
}

// coupled are members that a rule ties to another one, so that adding them alone breaks the example.
var coupled = []string{
	"asif-document.streams", "asif-document.external_bindings", "event-reference.session_id", "event-reference.capture_id", "decision-request-data.task_id",
	"decision-request-data.task_revision", "workspace.base_snapshot_id",
	"workspace.deletions",
}

// TestKindsAreTheSameAsTheirObjects proves that the definitions per kind agree with the object's own.
func TestKindsAreTheSameAsTheirObjects(t *testing.T) {
	c := newCompiled(t)
	for _, name := range []string{"event", "external-binding"} {
		o := Lookup(name)
		rapid.Check(t, func(rt *rapid.T) {
			d := drawer{t: rt}
			v := d.object(o, 2)
			if d.coin() && len(v.keys) > 0 { // break something
				i := d.pick(len(v.keys))
				v.members[i] = d.anything(1)
			}
			if data, ok := v.get("data"); ok && data.open == '{' && len(data.keys) > 0 && d.coin() {
				i := d.pick(len(data.keys))
				data.members[i] = d.anything(1)
			}
			kind, _ := v.get("kind")
			k := strings.Trim(kind.raw, `"`)
			if !slices.Contains(o.Member("kind").Enum, k) {
				return
			}
			raw := []byte(v.String())
			own := c.check(t, name, raw)
			special := c.check(t, name+"-"+strings.ReplaceAll(k, "_", "-"), raw)
			if (own == nil) != (special == nil) {
				rt.Fatalf("%s\n%s: %v\nby kind: %v", raw, name, own, special)
			}
		})
	}
}

func TestAMessageIsNoNote(t *testing.T) {
	c := newCompiled(t)
	e := bases(t)["event"][0]
	if err := c.check(t, "event-message", []byte(e.String())); err != nil {
		t.Error(err)
	}
	if err := c.check(t, "event-note", []byte(e.String())); !faultAt(err, "kind") {
		t.Errorf("a message is accepted as a note: %v", err)
	}
}
