package convert

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// Library finds the bytes of a document's resources: in the document, beside it, in the store of the harness that
// recorded it. It follows names inside of those folders alone.
type Library struct {
	Folder string         // of the document; "" has none
	Store  string         // of the harness that recorded the session; "" has none
	Inputs []source.Input // what the document was made from just now, if it was: found by their locators
}

// Open implements adapters.Open.
func (l Library) Open(r *asif.Resource) (io.ReadCloser, error) {
	switch {
	case r.Text != nil:
		return io.NopCloser(strings.NewReader(*r.Text)), nil
	case r.Data != nil:
		return io.NopCloser(base64.NewDecoder(base64.StdEncoding, strings.NewReader(*r.Data))), nil
	case r.Path != "":
		return l.file(l.Folder, r.Path)
	case r.Locator == "":
		return nil, noBytes(r)
	}
	for _, in := range l.Inputs {
		if in.Locator == r.Locator {
			return decoded(in)
		}
	}
	return l.file(l.Store, r.Locator)
}

// file opens a file below a folder, by a name with slashes.
func (l Library) file(folder, name string) (io.ReadCloser, error) {
	local := filepath.FromSlash(name)
	if folder == "" || !filepath.IsLocal(local) {
		return nil, fmt.Errorf("%w: %s", adapters.ErrNoBytes, name)
	}
	return decoded(source.File(filepath.Join(folder, local), name))
}

// decoded opens an input. One that is not there has no bytes.
func decoded(in source.Input) (io.ReadCloser, error) {
	r, err := source.Decoded(in)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", adapters.ErrNoBytes, err)
	}
	if err != nil {
		return nil, fmt.Errorf("opening a resource: %w", err)
	}
	return r, nil
}

func noBytes(r *asif.Resource) error {
	return fmt.Errorf("%w: resource %s is %s", adapters.ErrNoBytes, r.ID, r.Availability)
}
