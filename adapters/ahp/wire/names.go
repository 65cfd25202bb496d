package wire

// Member is a member of an event that a reader was told to look for: its number among the names that are wanted, and
// its place in the outline.
type Member struct{ Name, At int }

// names are the members that a reader looks for: those that tell the forms of objects apart, and those that are wanted.
type names struct {
	list    []looked // from 1
	numbers map[string]uint8
	after   follow
}

// looked is one of the names, as it is spelled.
type looked struct {
	name   string
	slot   slot // slots for none
	wanted int  // -1 for none
}

// follow remembers for each type of event which name came after which: in most events of a log it is the same again.
type follow [maxTypes][maxNames]uint8

const (
	maxTypes = 64
	maxNames = 128
)

// Want has the reader look for these members of events, at most 100. They must differ.
func (r *Reader) Want(wanted ...string) {
	r.names = names{list: []looked{{name: "\x00", slot: slots, wanted: -1}}, numbers: map[string]uint8{}}
	for s, name := range spelled {
		r.add(looked{name: name, slot: slot(s), wanted: -1})
	}
	for i, name := range wanted {
		if n := r.numbers[name]; n > 0 {
			r.list[n].wanted = i
			continue
		}
		r.add(looked{name: name, slot: slots, wanted: i})
	}
}

func (n *names) add(x looked) {
	n.numbers[x.name] = uint8(len(n.list))
	n.list = append(n.list, x)
}
