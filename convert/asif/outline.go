package asif

import "slices"

// Outline is what the writer of a document knows of where its long values stand, so that who reads it need not look for
// their ends. Offsets are in bytes. The zero outline knows nothing. It takes 16 bytes for every long value and 8 for
// every quarter of a megabyte.
type Outline struct {
	values []Range // arrays and objects by their beginnings; one may stand inside of another
	steps  []int64 // ends of items of top-level arrays, here and there
}

// shortValue is the length up to which finding the end of a value costs less than knowing it.
const shortValue = 4 << 10

// Begin notes that an array or object begins, and returns what End needs. Those that begin later end earlier, or begin
// behind it.
func (o *Outline) Begin(at int64) int {
	o.values = append(o.values, Range{Offset: at})
	return len(o.values) - 1
}

// End notes the offset behind that array or object. What stands in it must have ended.
func (o *Outline) End(begun int, at int64) {
	v := &o.values[begun]
	v.Length = at - v.Offset
	if v.Length < shortValue {
		o.values = o.values[:begun]
	}
}

// Step notes that an item of a top-level array ended at an offset and that another one follows.
func (o *Outline) Step(at int64) {
	if n := len(o.steps); n == 0 || at-o.steps[n-1] >= window {
		o.steps = append(o.steps, at)
	}
}

// from are the values that begin at an offset or behind it.
func (o *Outline) from(at int64) []Range {
	i, _ := slices.BinarySearchFunc(o.values, at, func(r Range, at int64) int { return int(r.Offset - at) })
	return o.values[i:]
}

// inside are the steps inside of a range.
func (o *Outline) inside(at Range) []int64 {
	from, _ := slices.BinarySearch(o.steps, at.Offset)
	to, _ := slices.BinarySearch(o.steps, at.Offset+at.Length)
	return o.steps[from:to]
}
