package check

import (
	"slices"
	"sort"

	"asif-convert/convert/asif"
)

// finish checks what needs the whole document, but no selected history.
func (x *validation) finish() error {
	x.settle()
	x.r01()
	for _, u := range x.usages {
		x.r07(u)
	}
	x.i06()
	x.tasksEnd()
	x.o10()
	x.c06Unselected()
	x.c10()
	x.resolutionsEnd()
	x.k06()
	x.v01()
	x.v02()
	return x.locatorsEnd()
}

// report puts the kept findings into document order and gives them their places.
func (x *validation) report() (Report, error) {
	r := Report{Findings: x.out.findings(), Counts: x.out.counts, UnsupportedFeatures: x.unknown}
	if r.UnsupportedFeatures == nil {
		r.UnsupportedFeatures = []string{}
	}
	if err := x.place(r.Findings); err != nil {
		return Report{}, err
	}
	slices.SortStableFunc(r.Findings, inDocumentOrder)
	r.Valid = r.Counts.Errors == 0 && (!x.o.Strict || r.Counts.Warnings == 0)
	return r, nil
}

// placeable is the length of the greatest item that is read again to find a value in it.
const placeable = 4 << 20

// place finds the byte and the line of every finding. Findings in one item cost one reading.
func (x *validation) place(list []Finding) error {
	sort.SliceStable(list, func(i, j int) bool { return list[i].Byte < list[j].Byte })
	var t tree
	read := int64(-1)
	for i := range list {
		f := &list[i]
		if f.placed {
			continue
		}
		start := f.Byte
		if f.length > 0 && f.length <= placeable && len(f.Pointer) > len(f.base) {
			if start != read {
				raw, err := x.doc.Read(asif.Range{Offset: start, Length: f.length})
				if err != nil {
					return err
				}
				if err := t.parse(raw, maxDepth); err != nil {
					return err
				}
				read = start
			}
			v, _ := t.root().at(f.Pointer[len(f.base):])
			f.Byte = start + v.start()
		}
		line, err := x.doc.Line(f.Byte)
		if err != nil {
			return err
		}
		f.Line, f.placed = line, true
	}
	return nil
}
