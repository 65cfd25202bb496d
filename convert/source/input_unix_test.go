//go:build unix

package source

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestFileRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, pipe, os.DevNull} {
		_, err := NewReader(File(path, ""), 0, Limits{})
		if !errors.Is(err, ErrNotRegular) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v", path, err)
		}
		if _, err := Head(File(path, "")); !errors.Is(err, ErrNotRegular) {
			t.Errorf("head of %s: error %v", path, err)
		}
	}
	if _, err := NewReader(File(filepath.Join(dir, "none"), ""), 0, Limits{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: error %v", err)
	}
}
