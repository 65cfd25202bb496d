// Package losses accounts for what became of every native record and field.
//
// An adapter declares, as data, what it does with each field of each record kind ([Table]). A run compiles the
// tables into a [Ledger]; walking a record settles every leaf of it against its table; the record's [Outcome]
// caps its fields. Coverage and losses of the document are computed from these counts, never written by hand.
package losses

// Disposition says what became of one record or field. The zero value says nothing and is refused.
type Disposition uint8

// Dispositions, from best to worst.
const (
	Undecided  Disposition = iota // not an answer
	Mapped                        // stands in the document with its own meaning
	Folded                        // merged into an entity that another record opened (records only)
	Preserved                     // kept through the native resource alone
	Dropped                       // not kept, with a reason
	Unreadable                    // no JSON value could be read (records only)

	dispositions = iota
)

var dispositionNames = [...]string{"undecided", "mapped", "folded", "preserved", "dropped", "unreadable"}

// String is the name in the ledger.
func (d Disposition) String() string {
	if int(d) < len(dispositionNames) {
		return dispositionNames[d]
	}
	return "undecided"
}

// Outcome is an adapter's answer for one record. Why is required for Dropped.
type Outcome struct {
	Do  Disposition
	Why string
}

// Row says what becomes of one field.
//
// Path is dotted: "a.b[].c". "[]" steps into an array, "*" stands for any key that has no row of its own,
// a trailing "/" claims the whole value below as one field. A row on an object or array without "/" settles it
// only when it is empty or a scalar; its ID is handed to the mapper after all that is inside, with the whole value.
// "" is the record itself. A key with a dot, a bracket, a quote or a backslash cannot be named: "*" takes it.
type Row struct {
	Path string
	Do   Disposition // Mapped, Preserved or Dropped
	To   string      // where it goes, for people: "event.time"
	Why  string      // reason of Preserved and Dropped
	ID   int         // what the mapper switches on; 0: accounting only
}

// Variant adds rows below the object at path At, chosen by the string value of its member By: a tool_use block's
// "id" is not a text block's. Paths in the rows are relative to At; "" is the object itself. A row of a case wins over
// a row of the table. The case "" holds for everything without a case: another value, one that is no string, no such
// member, no object. Of a member that is repeated, the first one chooses. At may lie inside the cases of another
// variant: then the rows of the inner one win.
type Variant struct {
	At, By string
	Cases  map[string][]Row
}

// Table is the mapping of one record kind.
type Table struct {
	Kind     string
	Rows     []Row
	Variants []Variant
}

// Position is where something stands in an input. Line counts from 1; Byte from 0, in the decoded stream.
type Position struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Byte    int64  `json:"byte"`
	Pointer string `json:"pointer,omitempty"`
}

// Reference names an entity of the document that a loss touches: type "event", "resource", …
type Reference struct {
	Type string `json:"type"`
	ID   string `json:"id"`
}
