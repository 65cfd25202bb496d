package asif

import (
	"bytes"
	"fmt"
	"iter"
)

// Latest are the items of a top-level array in runs, the last run first; in a run they keep their order, from which Index
// counts. Without an outline all items are one run.
func (d *Document) Latest(name string) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		at, _ := d.Member(name)
		end := at.Offset + at.Length
		steps := d.outline.inside(at)
		for i := len(steps) - 1; i >= 0; i-- {
			if !d.run(Range{steps[i], end - steps[i]}, (*cursor).items, yield) {
				return
			}
			end = steps[i]
		}
		d.run(Range{at.Offset, end - at.Offset}, (*cursor).elements, yield)
	}
}

// run visits items up to the end of a range, and tells whether more are wanted.
func (d *Document) run(at Range, walk func(*cursor, func(Item) bool), yield func(Item, error) bool) bool {
	more := true
	d.visit(at, walk, func(it Item, err error) bool {
		more = yield(it, err) && err == nil
		return more && it.Offset+it.Length < at.Offset+at.Length
	})
	return more
}

// Find is the item of a top-level array that has an ID. Of several the one that is looked at first counts: the latest ones
// are, as far as an outline tells where they stand.
func (d *Document) Find(name, id string) (found Item, ok bool, err error) {
	for it, err := range d.Latest(name) {
		if err != nil {
			return Item{}, false, err
		}
		is, err := d.ID(it)
		if err != nil {
			return Item{}, false, fmt.Errorf("%s: %w", name, err)
		}
		if is == id {
			it.Raw = bytes.Clone(it.Raw)
			return it, true, nil
		}
	}
	return Item{}, false, nil
}

// ID is the text of an item's member id, "" when it has none that is text. No more of the item is read than it takes.
func (d *Document) ID(it Item) (string, error) {
	c := inMemory(it.Raw)
	if it.Raw == nil {
		c = d.cursor(it.Range)
	}
	id := ""
	c.fields(func(f field) bool {
		if !f.named("id") {
			return true
		}
		if len(f.raw) > 1 && f.raw[0] == '"' {
			id = string(AppendUnquoted(nil, f.raw))
		}
		return false
	})
	return id, c.err
}

// Holds tells whether one of some words stands anywhere in a range, as structure or as content.
func (d *Document) Holds(at Range, words ...string) (bool, error) {
	longest := 0
	for _, w := range words {
		longest = max(longest, len(w))
	}
	b := make([]byte, min(window, at.Length))
	for kept := 0; at.Length > 0; {
		n, err := d.src.ReadAt(b[kept:min(int64(len(b)), int64(kept)+at.Length)], at.Offset)
		if n == 0 {
			return false, fmt.Errorf("reading the document at byte %d: %w", at.Offset, err)
		}
		at.Offset, at.Length = at.Offset+int64(n), at.Length-int64(n)
		text := b[:kept+n]
		for _, w := range words {
			if bytes.Contains(text, []byte(w)) {
				return true, nil
			}
		}
		kept = copy(b, text[max(0, len(text)-longest+1):]) // where a word may begin
	}
	return false, nil
}
