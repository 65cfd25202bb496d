//go:build race

package source

// underRace says that the race detector is on, which makes pools forget on purpose: allocations mean nothing.
const underRace = true
