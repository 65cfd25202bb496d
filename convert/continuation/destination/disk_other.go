//go:build !linux && !darwin

package destination

// freeBytes is not known on other systems.
func freeBytes(string) *int64 { return nil }
