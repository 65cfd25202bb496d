package scan

// Mark is where one value of a text stands. Places are in bytes from the beginning of the text.
type Mark struct {
	Name, NameEnd int32 // of a member: its name without the quotes; both 0 for any other value
	At, End       int32 // of the value
	Below         int32 // marks right behind this one that stand in the value
}

// Shape is a mark for each value of a text, in the order that they begin in: the value itself, and what stands in it.
// Whoever checks a text knows all that, and who reads it afterwards need not look for the ends again.
type Shape []Mark
