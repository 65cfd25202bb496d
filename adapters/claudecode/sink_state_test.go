package claudecode

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// What the fake sink does not look into.

func (s *memory) Execution(adapters.Execution) adapters.ExecutionRef         { return 1 }
func (s *memory) End(adapters.ExecutionRef, []byte)                          {}
func (s *memory) Configuration(asif.Configuration) adapters.ConfigurationRef { return 1 }
func (s *memory) Count(adapters.Counter)                                     {}

// Blob keeps a blob under a negative reference.
func (s *memory) Blob(role asif.Role, _ source.Span, parts ...adapters.Part) asif.Ref {
	h := &heard{kind: "message", role: role}
	h.add(parts)
	s.blobs = append(s.blobs, h)
	return -asif.Ref(len(s.blobs))
}

// at is an event or a blob.
func (s *memory) at(r asif.Ref) *heard {
	if r < 0 {
		return s.blobs[-r-1]
	}
	return s.events[r]
}
