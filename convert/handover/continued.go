package handover

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"

	"github.com/go-json-experiment/json/jsontext"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// Errors of a receipt and of what it tells of.
var (
	ErrReceipt    = errors.New("not a receipt of version " + ReceiptVersion)
	ErrGone       = errors.New("a file of the session is gone")
	ErrOverridden = errors.New("what was written of the session is not there any more")
)

// plainIdentity is a session's own name as the writers make it. It becomes a word of a command line: never an option.
var plainIdentity = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z_-]*$`)

// ReadReceipt reads a receipt. It may come from anybody: what it says is looked at before it is used.
func ReadReceipt(raw []byte) (Receipt, error) {
	var r Receipt
	if err := asif.Unmarshal(jsontext.Value(raw), &r); err != nil {
		return r, fmt.Errorf("%w: %w", ErrReceipt, err)
	}
	if r.Version != ReceiptVersion || len(r.Files) == 0 {
		return r, ErrReceipt
	}
	if !plainIdentity.MatchString(r.Destination.Native.Value) {
		return r, fmt.Errorf("%w: %q names no session", ErrReceipt, r.Destination.Native.Value)
	}
	if r.ReadBack != nil && r.ReadBack.Items < 0 {
		return r, fmt.Errorf("%w: it counts %d items", ErrReceipt, r.ReadBack.Items)
	}
	return r, nil
}

// Progress is how far a session went on that was imported.
type Progress struct {
	Grown bool  // the harness wrote behind what we wrote
	Items int64 // texts, calls and results behind those that were imported
}

// Continued looks at an imported session again: what was written must still be the beginning of its own file, its other
// files be there, and the conversation still begin with the imported one. The spool is a folder that a document can lie in meanwhile.
func Continued(a adapters.Adapter, r *Receipt, spool string) (Progress, error) {
	d, ok := a.(destination)
	if !ok {
		return Progress{}, ErrNoWriter
	}
	var p Progress
	s := &staging{on: disk{}, home: r.Destination.Home}
	for i, f := range r.Files {
		if !filepath.IsLocal(filepath.FromSlash(f.Name)) {
			return Progress{}, fmt.Errorf("%w: it names %q", ErrReceipt, f.Name)
		}
		same, more, err := s.begins(s.path(s.home, f.Name), f)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return Progress{}, fmt.Errorf("%w: %w", ErrGone, err)
		case err != nil:
			return Progress{}, err
		case !same && i == len(r.Files)-1:
			return Progress{}, fmt.Errorf("%w: %s", ErrOverridden, s.path(s.home, f.Name))
		}
		p.Grown = p.Grown || more || !same // a sub-agent's, say, that was asked again
	}
	if r.ReadBack == nil {
		return p, nil
	}
	main := s.path(s.home, r.Files[len(r.Files)-1].Name)
	again := rereading{a: d, file: main, spool: filepath.Join(spool, "continued.json"), folder: r.Resume.Folder, from: r.Source.CaptureID}
	c, err := again.run()
	if err != nil {
		return p, err
	}
	n := int(r.ReadBack.Items)
	whole := len(c.items) >= n && c.digest(n) == r.ReadBack.SHA256
	joined := n > 0 && len(c.items) >= n && c.digest(n-1) == r.ReadBack.BeforeLast
	if !whole && !joined {
		return p, fmt.Errorf("%w: its conversation begins in another way", ErrOverridden)
	}
	p.Items = int64(len(c.items) - n)
	return p, nil
}
