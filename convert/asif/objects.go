package asif

import "slices"

// Object is one object of the specification. The table of all objects is what types are tested against, schemas
// are made from and documentation is printed from.
type Object struct {
	Name    string // key in the schema's $defs: "tool-call-data"
	Title   string // "Tool Call Data Object"
	Doc     string
	Members []Member // in the order in which they are written; none: an open map
	Rules   []Rule
}

// Member is one fixed field of an object.
type Member struct {
	Name     string
	Shape    Shape
	Object   string   // Record: name of the object
	Enum     []string // String: allowed values
	List     bool     // an array of Shape
	Unique   bool     // List: no item twice
	Nullable bool     // null is allowed
	Required bool
	NonEmpty bool  // String: at least one character, in a list every item
	Signed   bool  // Integer: may be negative; otherwise it is 0 … 2^53-1
	Least    int64 // List: fewest items
	Most     int64 // List: most items, Integer: greatest value; 0: no limit of its own
	Pattern  string
	Doc      string
}

// Shape is the JSON type of a member or of a list's items.
type Shape uint8

// Shapes.
const (
	String  Shape = iota + 1
	Integer       // a number without fraction: 1.0 is one
	Number        // not negative
	Boolean
	Any      // any JSON value
	Contract // a JSON Schema: object or boolean
	Record   // another object of the table
	Content  // a content part of any of the four kinds
)

// Rule is a condition between the members of one object: when the condition holds, so does all the rest.
type Rule struct {
	When    string   // member that is looked at; "" always
	Is      string   // its value as JSON; "" with an empty Has: it is there at all
	Has     string   // string that its list holds
	Require []string // members that are there
	Forbid  []string // members that are not
	OneOf   []string // exactly one of these is there
	AnyOf   []string // at least one of these is there
	Then    []Demand
}

// Demand is what a rule demands of one member's value, if the member is there.
type Demand struct {
	Member string
	Is     string // JSON value that it has
	Not    string // JSON value that it does not have
	Has    string // string that its list holds
	As     string // object whose fields it has
	Empty  bool   // its list is empty
	Filled bool   // its list is not
}

// digestPattern is a SHA-256 in lower-case hexadecimal. The public schema ends it in a look-ahead that Go cannot
// compile; here "$" is the end of the text, and so the same.
const digestPattern = `^[0-9a-f]{64}$`

// Objects is the object table: the 69 core objects in the order of the specification, then those of the
// continuation profile and of destination reports.
var Objects = slices.Concat(documentObjects, contentObjects, actorsObjects, settingsObjects, contextsObjects,
	eventsObjects, extentObjects, continuationObjects, workspaceObjects, bindingsObjects, planObjects, reportObjects)

// byName finds the objects of the table.
var byName = func() map[string]*Object {
	m := make(map[string]*Object, len(Objects))
	for i := range Objects {
		m[Objects[i].Name] = &Objects[i]
	}
	return m
}()

// Lookup returns the object with that name, or nil.
func Lookup(name string) *Object { return byName[name] }

// Member returns the member with that name, or nil.
func (o *Object) Member(name string) *Member {
	for i := range o.Members {
		if o.Members[i].Name == name {
			return &o.Members[i]
		}
	}
	return nil
}
