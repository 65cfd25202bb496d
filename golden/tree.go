package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// tree is one JSON value with its place in the bytes that it was read from. Members keep their order; of a name that is
// repeated, the last one counts.
type tree struct {
	kind       byte // { [ " 0 t n: object, array, string, number, boolean, null
	start, end int
	keys       []string // of an object
	values     []*tree  // of an object or an array
	text       string   // of a string, decoded
}

// parse reads one JSON value.
func parse(raw []byte) (*tree, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	t, err := parseNext(dec, raw)
	if err != nil {
		return nil, fmt.Errorf("parsing a value: %w", err)
	}
	return t, nil
}

func parseNext(dec *json.Decoder, raw []byte) (*tree, error) {
	start := next(dec, raw)
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	t := &tree{start: start}
	switch v := token.(type) {
	case json.Delim:
		t.kind = byte(v)
		for dec.More() {
			if err := t.parseInside(dec, raw); err != nil {
				return nil, err
			}
		}
		if _, err := dec.Token(); err != nil {
			return nil, err
		}
	case string:
		t.kind, t.text = '"', v
	case json.Number:
		t.kind = '0'
	case bool:
		t.kind = 't'
	default:
		t.kind = 'n'
	}
	t.end = int(dec.InputOffset())
	return t, nil
}

// parseInside reads the next member or element.
func (t *tree) parseInside(dec *json.Decoder, raw []byte) error {
	key := ""
	if t.kind == '{' {
		start := next(dec, raw)
		if _, err := dec.Token(); err != nil {
			return err
		}
		name := bytes.ToValidUTF8(raw[start:dec.InputOffset()], []byte("\ufffd")) // a run of bad bytes is one character
		if err := json.Unmarshal(name, &key); err != nil {
			return err
		}
		if i := slices.Index(t.keys, key); i >= 0 {
			t.keys, t.values = slices.Delete(t.keys, i, i+1), slices.Delete(t.values, i, i+1)
		}
		t.keys = append(t.keys, key)
	}
	value, err := parseNext(dec, raw)
	if err != nil {
		return err
	}
	t.values = append(t.values, value)
	return nil
}

// next is the offset of the next token.
func next(dec *json.Decoder, raw []byte) int {
	at := int(dec.InputOffset())
	for strings.IndexByte(" \t\r\n,:", raw[at]) >= 0 {
		at++
	}
	return at
}

// empty says whether the value has nothing inside: a scalar, {} or [].
func (t *tree) empty() bool { return len(t.values) == 0 }

// member returns the value of that name, or nil.
func (t *tree) member(name string) *tree {
	if i := slices.Index(t.keys, name); i >= 0 {
		return t.values[i]
	}
	return nil
}
