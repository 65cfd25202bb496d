package losses

import (
	"bytes"
	"encoding/json"
	"strings"
)

// The reference below settles a value the slow way: it decodes with encoding/json and reads the rows of the table as
// text at every step. The walker must agree with it on every leaf.

type place struct {
	label   string
	unknown int
	sets    []rowSet // the strongest first
	at      []atVariant
}

type rowSet struct {
	label string
	rows  []atRow
}

// atRow and atVariant have the rest of their path.
type atRow struct {
	rest []string
	row  Row
}

type atVariant struct {
	rest []string
	v    Variant
}

func segments(path string) []string {
	return strings.Fields(strings.NewReplacer("[]", " [] ", ".", " ").Replace(strings.TrimSuffix(path, "/")))
}

func rowsAt(rows []Row) []atRow {
	var out []atRow
	for _, r := range rows {
		out = append(out, atRow{segments(r.Path), r})
	}
	return out
}

func (p place) names(key string) bool {
	for _, s := range p.sets {
		for _, r := range s.rows {
			if len(r.rest) > 0 && r.rest[0] == key {
				return true
			}
		}
	}
	for _, v := range p.at {
		if len(v.rest) > 0 && v.rest[0] == key {
			return true
		}
	}
	return false
}

func (p place) step(key string, shown string) place {
	if p.label == ellipsis || strings.HasSuffix(p.label, "."+ellipsis) {
		return p
	}
	if !p.names(key) && key != "[]" && p.names("*") {
		key, shown = "*", "*"
	}
	q := place{label: join(p.label, shown), unknown: p.unknown}
	if !p.names(key) {
		if q.unknown++; q.unknown > maxUnknownDepth {
			q.label = p.label + "." + ellipsis
		}
		return q
	}
	for _, s := range p.sets {
		below := rowSet{label: join(s.label, key)}
		for _, r := range s.rows {
			if len(r.rest) > 0 && r.rest[0] == key {
				below.rows = append(below.rows, atRow{r.rest[1:], r.row})
			}
		}
		q.sets = append(q.sets, below)
	}
	for _, v := range p.at {
		if len(v.rest) > 0 && v.rest[0] == key {
			q.at = append(q.at, atVariant{v.rest[1:], v.v})
		}
	}
	return q
}

// chosen applies the variant that stands at p.
func (p place) chosen(v any) place {
	if _, hidden := p.claimed(p.sets[:max(len(p.sets)-1, 0)]); hidden {
		return p // the variants are the table's: the last set
	}
	for _, a := range p.at {
		if len(a.rest) > 0 {
			continue
		}
		value := ""
		if members, ok := v.([]member); ok {
			for _, m := range members {
				if m.key == a.v.By {
					value, _ = m.value.(string)
					break
				}
			}
		}
		rows, ok := a.v.Cases[value]
		if !ok || value == "" {
			value = ""
			if rows, ok = a.v.Cases[""]; !ok {
				return p
			}
		}
		shown := value
		if value == "" {
			shown = "*"
		}
		q := p
		q.label += "(" + a.v.By + "=" + shown + ")"
		q.sets = append([]rowSet{{q.label, rowsAt(rows)}}, p.sets...)
		return q
	}
	return p
}

// claimed returns the index of the first set that claims the place without being split by a stronger one.
func (p place) claimed(sets []rowSet) (int, bool) {
	for i, s := range sets {
		for _, r := range s.rows {
			if len(r.rest) == 0 && strings.HasSuffix(r.row.Path, "/") {
				return i, true
			}
		}
		for _, r := range s.rows {
			if len(r.rest) > 0 {
				return 0, false
			}
		}
	}
	return 0, false
}

// own returns the label of the row that stands at p, and whether it claims all below. below is p without the rows that
// a claim hides.
func (p place) own() (label string, claim bool, below place) {
	below = p
	owner := -1
	for i, s := range p.sets {
		for _, r := range s.rows {
			if len(r.rest) == 0 && owner < 0 {
				owner = i
				label = "=" + s.label + strings.Repeat("/", len(r.row.Path)-len(strings.TrimSuffix(r.row.Path, "/")))
			}
		}
	}
	if i, ok := p.claimed(p.sets); ok {
		below.sets, below.at = p.sets[:i], nil
		claim = i == owner
	}
	return label, claim, below
}

func (p place) count(v any, into map[string]int) {
	p = p.chosen(v)
	label, claim, below := p.own()
	leaf := func() {
		if label == "" {
			label = "?" + p.label
		}
		into[label]++
	}
	switch v := v.(type) {
	case []member:
		if claim || len(v) == 0 {
			leaf()
			return
		}
		for _, m := range v {
			shown := m.key
			if !plainKey(m.key) {
				shown = "*"
			}
			below.step(m.key, shown).count(m.value, into)
		}
	case []any:
		if claim || len(v) == 0 {
			leaf()
			return
		}
		for _, e := range v {
			below.step("[]", "[]").count(e, into)
		}
	default:
		leaf()
	}
}

type member struct {
	key   string
	value any
}

// decode reads a value with every occurrence of a repeated member.
func decode(d *json.Decoder) any {
	tok, err := d.Token()
	if err != nil {
		panic(err)
	}
	switch tok {
	case json.Delim('{'):
		members := []member{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				panic(err)
			}
			members = append(members, member{key.(string), decode(d)})
		}
		_, _ = d.Token()
		return members
	case json.Delim('['):
		list := []any{}
		for d.More() {
			list = append(list, decode(d))
		}
		_, _ = d.Token()
		return list
	}
	return tok
}

func reference(t Table, record []byte) map[string]int {
	p := place{sets: []rowSet{{"", rowsAt(t.Rows)}}}
	for _, v := range t.Variants {
		p.at = append(p.at, atVariant{segments(v.At), v})
	}
	d := json.NewDecoder(bytes.NewReader(record))
	d.UseNumber()
	out := map[string]int{}
	p.count(decode(d), out)
	return out
}
