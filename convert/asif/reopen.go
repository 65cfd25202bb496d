package asif

import "io"

// Reopen opens a document that this process has written itself, with what its writer knows of it; with an outline of
// nothing it finds the top-level members at the speed of a skim. It checks nothing: [Open] is for everything else. Line
// knows no lines but the first.
func Reopen(r io.ReaderAt, size int64, lim Limits, o Outline) (*Document, error) {
	d := &Document{src: r, size: size, lim: lim.withDefaults(), outline: o}
	c := d.cursor(Range{Length: size})
	if c.peek() != '{' {
		c.fail()
		return nil, c.err
	}
	c.fields(func(f field) bool {
		d.members = append(d.members, member{name: string(AppendUnquoted(nil, f.key)), key: f.key, at: f.at, count: unknownCount})
		return true
	})
	if c.err != nil {
		return nil, c.err
	}
	for i := range d.members {
		first, err := d.Read(Range{d.members[i].at.Offset, 1})
		if err != nil {
			return nil, err
		}
		d.members[i].kind = first.Kind()
	}
	return d, nil
}
