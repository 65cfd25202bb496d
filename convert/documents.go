package convert

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asif-convert/convert/asif"
)

// ErrSeveral is the error of an input that holds several documents, where there is room for one.
var ErrSeveral = errors.New("the input holds several documents")

// assemble writes the documents and the ledger of what was read.
func (c *conversion) assemble() (Result, error) {
	if err := c.embedNatives(); err != nil {
		return Result{}, err
	}
	docs := make([]*document, len(c.docs))
	for i, b := range c.docs {
		d, err := c.document(b)
		if err != nil {
			return Result{}, err
		}
		docs[i] = d
	}
	places, err := c.places(docs)
	if err != nil {
		return Result{}, err
	}
	w := writing{to: c.out.placing()}
	defer w.close()
	all := make([]Result, len(docs))
	for i, d := range docs {
		if err := w.put(places[i], c.watched(d.write)); err != nil {
			return Result{}, err
		}
		all[i] = Result{
			Native: d.session, SessionID: d.id, CaptureID: d.capture, Path: places[i].path, LedgerPath: c.out.Ledger,
			Events: int64(d.serialized()), Branches: int64(len(d.history.Branches)), OpenCalls: int64(len(d.open[0])), Outline: d.x.outline, Ledger: c.ledger,
		}
		c.docs[i], docs[i] = nil, nil // its index can go
	}
	if c.out.Ledger != "" {
		if err := w.put(place{path: c.out.Ledger}, c.ledger.WriteJSON); err != nil {
			return Result{}, err
		}
	}
	if err := w.finish(); err != nil {
		return Result{}, err
	}
	r := all[0]
	r.Children, r.More = c.children, all[1:]
	return r, nil
}

// watched is a document's writing which Also gets, too.
func (c *conversion) watched(write func(io.Writer) error) func(io.Writer) error {
	if c.out.Also == nil || c.out.Path == "" {
		return write
	}
	return func(w io.Writer) error { return write(io.MultiWriter(w, c.out.Also)) }
}

// document is a builder's document, ready to be written.
func (c *conversion) document(b *builder) (*document, error) {
	d := &document{builder: b, adapter: c.adapter, session: c.session.Native, ledger: c.ledger, natives: c.natives, among: len(c.docs), stopped: c.out.stopped}
	d.id, d.evidence = sessionID(c.info, d.session), cmp.Or(c.info.Evidence, asif.ModeObserved)
	digests := c.digest
	if n := b.history.Native; n != nil {
		d.session, d.id = *n, c.info.Name+":"+n.Namespace+"#"+n.Value
		digests = append(slices.Clone(digests), d.id)
	}
	var err error
	if d.inspection, err = c.inspect(b); err != nil {
		return nil, err
	}
	if d.inspection != nil {
		seen, err := fingerprint(d.inspection)
		if err != nil {
			return nil, err
		}
		digests = append(slices.Clone(digests), seen)
	}
	d.digests, d.capture = digests, captureID(digests, c.info, c.opts)
	d.history.Partial = d.history.Partial || c.partial
	if d.history.Boundary == "" {
		d.history.Boundary = fmt.Sprintf("%d inputs as they were when read.", len(c.natives))
	}
	return d, nil
}

// place is where a document goes: a file or a writer.
type place struct {
	path string
	w    io.Writer
}

// places finds a place for each document, and refuses early what cannot be written.
func (c *conversion) places(docs []*document) ([]place, error) {
	switch {
	case c.out.Folder == "" && c.out.Each == nil && len(docs) > 1:
		return nil, fmt.Errorf("%w, %d: %s", ErrSeveral, len(docs), list10(docs))
	case c.out.Folder == "" && c.out.Each == nil:
		return []place{{c.out.Path, c.out.Writer}}, nil
	}
	var out []place
	var paths []string
	for _, name := range fileNames(docs) {
		if c.out.Each != nil {
			out = append(out, place{w: c.out.Each(name)})
			continue
		}
		path := filepath.Join(c.out.Folder, name)
		out, paths = append(out, place{path: path}), append(paths, path)
	}
	return out, c.out.checkAll(inputPaths(c.session), append(paths, c.out.Ledger))
}

// list10 names the first ten documents.
func list10(docs []*document) string {
	var names []string
	for _, d := range docs[:min(len(docs), 10)] {
		names = append(names, d.id)
	}
	if more := len(docs) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// writing writes files whole or not at all, and all of them or none: under temporary names first.
type writing struct {
	to   placing
	temp []string
	path []string // where each one goes
	done []string // that did not exist before
}

// put writes one output: to its writer at once, to a file under a temporary name.
func (w *writing) put(p place, write func(io.Writer) error) error {
	if p.path == "" {
		if err := write(p.w); err != nil {
			return fmt.Errorf("%w: %w", ErrOutput, err)
		}
		return nil
	}
	if at, err := os.Stat(p.path); err == nil && !at.Mode().IsRegular() {
		return writeInto(p.path, write)
	}
	temp, path, err := stage(p.path, w.to, write)
	if err != nil {
		return err
	}
	w.temp, w.path = append(w.temp, temp), append(w.path, path)
	return nil
}

// finish gives all files their names.
func (w *writing) finish() error {
	for i, temp := range w.temp {
		_, before := os.Lstat(w.path[i])
		if err := move(temp, w.path[i], w.to); err != nil {
			return err
		}
		w.temp[i] = ""
		if before != nil {
			w.done = append(w.done, w.path[i])
		}
	}
	w.done = nil
	return nil
}

// close takes back what was begun and not finished.
func (w *writing) close() {
	for _, path := range append(w.temp, w.done...) {
		if path != "" {
			_ = os.Remove(path) // it was made here; that it stays is all that can go wrong
		}
	}
}
