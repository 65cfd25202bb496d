// Package registry is the one list of the harnesses that this program knows.
package registry

import (
	"asif-convert/adapters"
	"asif-convert/adapters/ahp"
	"asif-convert/adapters/claudecode"
	"asif-convert/adapters/codex"
)

// Adapters returns one adapter per harness, in the order in which people see them.
func Adapters() []adapters.Adapter {
	return []adapters.Adapter{
		claudecode.Adapter{},
		codex.Adapter{},
		ahp.Adapter{},
	}
}
