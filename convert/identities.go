package convert

import (
	"asif-convert/convert/asif"
)

// identity is one call, request or task: a native ID, and which use of it.
type identity struct {
	id    asif.ID
	again int32
	event asif.Ref // that introduced it
}

// identities numbers calls, requests or tasks by native ID. Numbers count from 1. What a later record says of a native
// ID belongs to its latest use.
type identities struct {
	ids    *asif.IDs
	list   asif.Chunks[identity]
	latest []int32
}

func newIdentities() identities {
	s := identities{ids: asif.NewIDs()}
	s.list.Add(identity{}) // numbers begin at 1
	return s
}

// open introduces a use of a native ID.
func (s *identities) open(native []byte, ref asif.Ref) int32 {
	id, _ := s.ids.Intern(native)
	x := identity{id: id, event: ref}
	n := int32(s.list.Len())
	for int(id) >= len(s.latest) {
		s.latest = append(s.latest, 0)
	}
	if was := s.latest[id]; was != 0 {
		x.again = s.list.At(int(was)).again + 1
	}
	s.list.Add(x)
	s.latest[id] = n
	return n
}

// named is the latest use of a native ID: its number, or the negative native ID while there is none.
func (s *identities) named(native []byte) int32 {
	id, _ := s.ids.Intern(native)
	return s.resolve(-int32(id))
}

// resolve is the number that a native ID has by now, or n itself.
func (s *identities) resolve(n int32) int32 {
	if n < 0 && int(-n) < len(s.latest) && s.latest[-n] != 0 {
		return s.latest[-n]
	}
	return n
}

// appendID writes the identity as a JSON string.
func (s *identities) appendID(o []byte, n int32) []byte {
	x := s.list.At(int(n))
	var tmp [64]byte
	id := s.ids.Append(tmp[:0], x.id)
	if x.id == 0 {
		id = append(id, "unnamed"...)
	}
	if x.again > 0 {
		id = asif.AppendInt(append(id, '~'), int64(x.again)+1)
	}
	return asif.AppendString(o, id)
}
