package convert

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

func TestTheBytesOfAResourceAreFound(t *testing.T) {
	folder := t.TempDir()
	must(t, os.WriteFile(filepath.Join(folder, "beside"), []byte("beside"), 0o600))
	must(t, os.WriteFile(filepath.Join(filepath.Dir(folder), "outside"), []byte("outside"), 0o600))
	text, data := "text", "ZGF0YQ=="
	l := Library{Folder: folder, Store: folder}
	for want, r := range map[string]asif.Resource{
		"text":   {Text: &text},
		"data":   {Data: &data},
		"beside": {Path: "beside"},
	} {
		in, err := l.Open(&r)
		must(t, err)
		got, err := io.ReadAll(in)
		must(t, err)
		if string(got) != want {
			t.Errorf("%q, want %q", got, want)
		}
		must(t, in.Close())
	}
	for name, r := range map[string]asif.Resource{
		"nothing":         {Availability: asif.AvailabilityUnavailable},
		"missing":         {Path: "missing"},
		"outside":         {Path: "../outside"},
		"missing native":  {Locator: "missing"},
		"outside native":  {Locator: "../outside"},
		"absolute native": {Locator: filepath.Join(filepath.Dir(folder), "outside")},
	} {
		if _, err := l.Open(&r); !errors.Is(err, adapters.ErrNoBytes) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
