package losses

import "slices"

// Map is a row of a field that changes the document, with the ID that the mapper switches on; 0 for none.
func Map(path, to string, id int) Row { return Row{Path: path, Do: Mapped, To: to, ID: id} }

// Read is a row of a field that the mapper needs to know and that stays in the native resource.
func Read(path, why string, id int) Row { return Row{Path: path, Do: Preserved, Why: why, ID: id} }

// Keep makes rows of fields that stay in the native resource, all for one reason.
func Keep(why string, paths ...string) []Row {
	out := make([]Row, len(paths))
	for i, p := range paths {
		out[i] = Row{Path: p, Do: Preserved, Why: why}
	}
	return out
}

// Below puts a path in front of the paths of rows; "" leaves them as they are. A row of the place itself, whose path is
// "", gets the path alone.
func Below(path string, lists ...[]Row) []Row {
	out := slices.Concat(lists...)
	for i := range out {
		switch r := &out[i]; {
		case r.Path == "":
			r.Path = path
		case path != "":
			r.Path = path + "." + r.Path
		}
	}
	return out
}
