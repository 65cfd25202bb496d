package asif

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Each decodes the items of a top-level array. An item that does not fit the type is an error and ends the
// iteration.
func Each[T any](d *Document, name string) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for it, err := range d.Items(name) {
			if err != nil {
				yield(nil, err)
				return
			}
			v := new(T)
			if err := d.Decode(it, v); err != nil {
				yield(nil, fmt.Errorf("%s: %w", name, err))
				return
			}
			if !yield(v, nil) {
				return
			}
		}
	}
}

// Events are the document's events.
func (d *Document) Events() iter.Seq2[*Event, error] { return Each[Event](d, "events") }

// Decode decodes an item into a type of this package.
func (d *Document) Decode(it Item, into any) error {
	raw, err := d.Bytes(it)
	if err != nil {
		return err
	}
	if err := Unmarshal(raw, into); err != nil {
		return fmt.Errorf("reading item %d at byte %d: %w", it.Index, it.Offset, err)
	}
	return nil
}

// headerItems is how many items a collection has in a header at most: one more than any bound of the object table.
const headerItems = 14

// Header returns the document's own members for a check by the schema's "document": collections hold nothing but
// as many nulls as they have items, at most 14; other objects are empty; members that the table does not have are
// left out.
func (d *Document) Header() (jsontext.Value, error) {
	b := []byte{'{'}
	for i := range d.members {
		m := &d.members[i]
		known := Lookup("asif-document").Member(m.name)
		if known == nil {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(AppendString(b, m.name), ':')
		var err error
		if b, err = d.appendHeader(b, m, known); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func (d *Document) appendHeader(b []byte, m *member, known *Member) ([]byte, error) {
	switch {
	case m.kind == '{':
		return append(b, "{}"...), nil
	case m.kind == '[' && known.Shape == Record:
		n := int(min(d.Count(m.name), headerItems))
		return append(append(append(b, '['), strings.TrimSuffix(strings.Repeat("null,", n), ",")...), ']'), nil
	default:
		raw, err := d.Read(m.at)
		return append(b, raw...), err
	}
}

// Locate tells where in raw, a valid JSON value, the value at a JSON Pointer (RFC 6901) begins.
func Locate(raw jsontext.Value, pointer string) (int, bool) {
	c := inMemory(raw)
	c.peek()
	if pointer == "" {
		return c.pos, true
	}
	start := c.pos
	for _, token := range strings.Split(pointer, "/")[1:] {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		at, ok := child(raw[start:], token)
		if !ok {
			return 0, false
		}
		start += int(at.Offset)
	}
	return start, true
}

// child finds a member or an item of raw by its name or index.
func child(raw []byte, token string) (at Range, found bool) {
	visit := func(it Item) bool {
		name := it.Name
		if raw[0] == '[' {
			name = strconv.Itoa(it.Index)
		}
		if name == token {
			at, found = it.Range, true
		}
		return !found
	}
	if len(raw) > 0 && raw[0] == '[' {
		inMemory(raw).elements(visit)
	} else {
		inMemory(raw).members(visit)
	}
	return at, found
}
