package convert

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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
	Path   string         // of the document, whose sub-agents' documents lie beside it; "": they are not at hand
}

// Children implements adapters.Children: the documents that From puts beside that of the session.
func (l Library) Children(named asif.ParticipantChildSession) (adapters.Child, error) {
	_, native, ok := strings.Cut(named.SessionID, ":")
	if l.Path == "" || !ok {
		return adapters.Child{}, fmt.Errorf("%w: %s", adapters.ErrNoBytes, named.SessionID)
	}
	below := Destination{Path: l.Path}.child(native, map[string]bool{})
	if at, err := os.Stat(below.Path); err == nil && !at.Mode().IsRegular() { // opening a pipe waits for its writer
		return adapters.Child{}, fmt.Errorf("%w: %s: %w", adapters.ErrNoBytes, below.Path, source.ErrNotRegular)
	}
	f, err := os.Open(below.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return adapters.Child{}, fmt.Errorf("%w: %w", adapters.ErrNoBytes, err)
	}
	if err != nil {
		return adapters.Child{}, fmt.Errorf("opening a sub-agent's document: %w", err)
	}
	doc, err := ofCapture(f, named.CaptureID)
	if err != nil {
		return adapters.Child{}, errors.Join(err, f.Close())
	}
	own := Library{Folder: filepath.Dir(below.Path), Store: l.Store, Inputs: l.Inputs, Path: below.Path}
	return adapters.Child{Document: doc, Open: own.Open, Children: own.Children, Close: f.Close}, nil
}

// ofCapture opens the document of a capture; that of another one is not the one that is meant.
func ofCapture(f *os.File, capture string) (*asif.Document, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("opening a sub-agent's document: %w", err)
	}
	doc, err := asif.Open(f, info.Size(), asif.Limits{})
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", adapters.ErrNoBytes, f.Name(), err)
	}
	var c asif.Capture
	at, ok := doc.Member("capture")
	if !ok || doc.Decode(asif.Item{Range: at}, &c) != nil || c.ID != capture {
		return nil, fmt.Errorf("%w: %s is of another capture", adapters.ErrNoBytes, f.Name())
	}
	return doc, nil
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
