// Package handover puts a document's session into a harness's own store: staged beside it, read back and compared, then all
// of it or nothing, with a receipt.
package handover

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"
)

// Errors of an import that the user can do something about.
var (
	ErrNoWriter = errors.New("sessions of this harness can be read, not written")
	ErrNoHome   = errors.New("the harness's folder is not there")
	ErrReadBack = errors.New("what was written does not say what the document says")
)

// Import says where a session is written.
type Import struct {
	Home   string // the harness's own folder; it exists
	Usual  string // where that folder is when nothing is said: resuming needs no variable then
	SHA256 string // of the document's bytes, in hexadecimal
	DryRun bool   // nothing is written: the receipt says what would be
	Stop   <-chan struct{}
	Clears func(Leftover) // is told what killed imports had left in the home; nil: nobody is

	on fileSystem // nil: the disk
}

// destination is what an adapter needs to be one.
type destination interface {
	adapters.Adapter
	adapters.Reader
	adapters.Writer
	adapters.Housed
}

// To writes the session of a document into a harness's folder, under an identity of its own: beside what is there, all of
// it or nothing. What was written is read back and compared before the harness can see it.
func To(a adapters.Adapter, h adapters.Handoff, o Import) (Receipt, error) {
	d, ok := a.(destination)
	if !ok {
		return Receipt{}, ErrNoWriter
	}
	if o.on == nil {
		o.on = disk{}
	}
	im := &importing{to: d, h: h, Import: o}
	if err := im.source(); err != nil {
		return Receipt{}, err
	}
	if o.DryRun {
		return im.dry()
	}
	return im.run()
}

// importing is one import on its way.
type importing struct {
	Import
	to      destination
	h       adapters.Handoff
	from    ReceiptSource
	written adapters.Written
	said    *tally // the conversation of the document, once it was needed
}

// source names the document.
func (im *importing) source() error {
	var s asif.Session
	var c asif.Capture
	for name, into := range map[string]any{"session": &s, "capture": &c} {
		if at, ok := im.h.Document.Member(name); ok {
			if err := im.h.Document.Decode(asif.Item{Range: at}, into); err != nil {
				return fmt.Errorf("reading the document: %w", err)
			}
		}
	}
	im.from = ReceiptSource{SessionID: s.ID, CaptureID: c.ID, DocumentSHA256: im.SHA256}
	return nil
}

// dry writes to nowhere.
func (im *importing) dry() (Receipt, error) {
	s := &staging{on: nowhere{}}
	if err := im.write(s); err != nil {
		return Receipt{}, err
	}
	if im.written.Verbatim {
		if _, err := im.conversation(); err != nil {
			return Receipt{}, err
		}
	}
	return im.receipt(s, ImportDry, nil), nil
}

// conversation is that of the document.
func (im *importing) conversation() (_ *tally, err error) {
	if im.said == nil {
		im.said, err = talked(im.to, im.h)
	}
	return im.said, err
}

func (im *importing) run() (r Receipt, err error) {
	if info, err := os.Stat(im.Home); err != nil || !info.IsDir() {
		return Receipt{}, fmt.Errorf("%w: %s", ErrNoHome, im.Home)
	}
	clearLeftovers(im.on, im.Home, func(l Leftover) {
		if im.Clears != nil {
			im.Clears(l)
		}
	})
	s, err := newStaging(im.on, im.Home, im.SHA256[:16])
	if err != nil {
		return Receipt{}, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := im.write(s); err != nil {
		return Receipt{}, err
	}
	back, err := im.readBack(s)
	if err != nil {
		return Receipt{}, err
	}
	if err := im.stopped(); err != nil {
		return Receipt{}, err
	}
	if err := s.commit(); err != nil {
		return Receipt{}, err
	}
	state := ImportDone
	if len(s.placed) == 0 {
		state = ImportThere
	}
	return im.receipt(s, state, back), nil
}

func (im *importing) write(s *staging) (err error) {
	im.written, err = im.to.Write(im.h, func(name string) (io.WriteCloser, error) {
		if err := im.stopped(); err != nil {
			return nil, err
		}
		return s.create(name)
	})
	if err != nil {
		return fmt.Errorf("writing the session: %w", err)
	}
	return nil
}

// stopped is [convert.ErrStopped] once the import is to end.
func (im *importing) stopped() error {
	select {
	case <-im.Stop:
		return convert.ErrStopped
	default:
		return nil
	}
}

func (im *importing) receipt(s *staging, state ImportState, back *ReceiptReadBack) Receipt {
	info, w := im.to.Info(), im.written
	n := w.Counts
	if w.Verbatim { // nobody counted while it was written
		n = im.said.counts
		n.OpenCalls, n.Records = w.Counts.OpenCalls, w.Counts.Records
	}
	return Receipt{
		Version: ReceiptVersion,
		Source:  im.from,
		Destination: ReceiptDestination{
			Harness: info.Name, Writer: info.Name + "/" + info.Revision, Home: im.Home, Native: w.Native, Title: w.Title,
		},
		Status: state, Files: s.files, Resume: resume(w, im.to.House(), im.Home, im.Usual), Verbatim: w.Verbatim,
		Counts: ReceiptCounts{
			Messages: n.Messages, Calls: n.Calls, Results: n.Results, Images: n.Images, OpenCalls: n.OpenCalls, Records: n.Records,
		},
		ReadBack:         back,
		IdentityMappings: w.Mappings, Transformations: w.Transformations, Losses: receiptLosses(w.Losses),
	}
}

// nowhere is a file system that forgets: files can be made and filled, and that is all.
type nowhere struct{ fileSystem }

func (nowhere) Mkdir(string) error                { return nil }
func (nowhere) Create(string) (syncedFile, error) { return forgetful{io.Discard}, nil }

type forgetful struct{ io.Writer }

func (forgetful) Sync() error  { return nil }
func (forgetful) Close() error { return nil }

// mainFile is where the session's own file is staged.
func (s *staging) mainFile() string {
	return filepath.Join(s.folder, filepath.FromSlash(s.files[len(s.files)-1].Name))
}
