//go:build linux || darwin

package destination

import "syscall"

// freeBytes is what an ordinary user can still write to the disk of a folder, nil when that is not known.
func freeBytes(dir string) *int64 {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return nil
	}
	free := int64(s.Bavail) * int64(s.Bsize) //nolint:gosec,unconvert // types differ by system
	return &free
}
