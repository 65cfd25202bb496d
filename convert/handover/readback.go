package handover

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"asif-convert/adapters"
	"asif-convert/adapters/talk"
	"asif-convert/convert"
	"asif-convert/convert/asif"
)

// readBack reads the staged session with our own reader and compares the conversation that a harness would go on with
// against that of the document.
func (im *importing) readBack(s *staging) (*ReceiptReadBack, error) {
	want, err := im.conversation()
	if err != nil {
		return nil, err
	}
	open := adapters.OpenCallsRefuse // every call has a result now: otherwise both sides would be completed here, and equal
	if im.written.Verbatim {
		open = adapters.OpenCallsClose
	}
	r := rereading{open: open, a: im.to, file: s.mainFile(), spool: filepath.Join(s.folder, "read-back.json"), folder: im.written.Folder, from: im.from.CaptureID, stop: im.Stop}
	got, err := r.run()
	if errors.Is(err, adapters.ErrOpenCalls) {
		return nil, fmt.Errorf("%w: %w", ErrReadBack, err)
	}
	if err != nil {
		return nil, err
	}
	if i := firstDifference(want.items, got.items); i >= 0 {
		return nil, fmt.Errorf("%w: of %d items, number %d is another", ErrReadBack, len(want.items), i+1)
	}
	return got.summary(), nil
}

// rereading is a session that we wrote, read again.
type rereading struct {
	a      destination
	file   string // the session's own
	spool  string // where its document can lie meanwhile
	folder string // that it goes on in
	from   string // the capture that it must say it comes from
	open   adapters.OpenCallPolicy
	stop   <-chan struct{}
}

func (r rereading) run() (_ *tally, err error) {
	sessions, err := r.a.Find(adapters.Query{Target: r.file})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReadBack, err)
	}
	if len(sessions) != 1 {
		return nil, fmt.Errorf("%w: %d sessions in %s", ErrReadBack, len(sessions), r.file)
	}
	o := convert.Options{Native: convert.NativeOmit, Children: convert.ChildrenSkip, Contexts: convert.ContextsHead}
	_, err = convert.From(r.a, sessions[0], o, convert.Destination{Path: r.spool, Passes: true, Stop: r.stop})
	if errors.Is(err, convert.ErrOutput) || errors.Is(err, convert.ErrStopped) { // says nothing about what was written
		return nil, fmt.Errorf("reading the session back: %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReadBack, err)
	}
	f, err := os.Open(r.spool)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", convert.ErrOutput, err)
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(r.spool)) }()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", convert.ErrOutput, err)
	}
	doc, err := asif.Open(f, info.Size(), asif.Limits{})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReadBack, err)
	}
	if err := r.descent(doc); err != nil {
		return nil, err
	}
	library := convert.Library{Inputs: sessions[0].Inputs}
	return talked(r.a, adapters.Handoff{Document: doc, Open: library.Open, HandoffOptions: adapters.HandoffOptions{CWD: r.folder, OpenCalls: r.open}})
}

// descent checks that the session says where it comes from.
func (r rereading) descent(doc *asif.Document) error {
	var s asif.Session
	if at, ok := doc.Member("session"); ok {
		if err := doc.Decode(asif.Item{Range: at}, &s); err != nil {
			return fmt.Errorf("%w: %w", ErrReadBack, err)
		}
	}
	if !slices.ContainsFunc(s.Lineage, func(l asif.Lineage) bool { return l.CaptureID == r.from }) {
		return fmt.Errorf("%w: it does not name the capture %s that it comes from", ErrReadBack, r.from)
	}
	return nil
}

// talked is a conversation by its items: who says what, which tool is called with what, what came of it.
func talked(a adapters.Adapter, h adapters.Handoff) (*tally, error) {
	t, err := talk.Open(h, a.Info(), "")
	if err != nil {
		return nil, fmt.Errorf("reading the conversation: %w", err)
	}
	c := &tally{one: sha256.New()}
	err = t.Turns(func(turn *talk.Turn) error {
		for _, in := range turn.Inputs {
			c.input(turn.Kind, in)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the conversation: %w", err)
	}
	c.end()
	c.counts = t.Counts
	return c, nil
}

// tally folds a conversation into a number an item. Neighbouring texts of one speaker are one item: harnesses differ in
// where they cut.
type tally struct {
	items []uint64
	one   hash.Hash
	last  string // what the item in the making is

	counts adapters.Counts
}

// begin ends the item before, unless it goes on.
func (c *tally) begin(what string) {
	if what == c.last && what != "" {
		return
	}
	c.end()
	c.last = what
	c.one.Write([]byte(what))
}

func (c *tally) end() {
	if c.last == "" {
		return
	}
	c.items = append(c.items, binary.BigEndian.Uint64(c.one.Sum(nil)))
	c.one.Reset()
	c.last = ""
}

// summary names the conversation by digests.
func (c *tally) summary() *ReceiptReadBack {
	n := len(c.items)
	return &ReceiptReadBack{Items: int64(n), SHA256: c.digest(n), BeforeLast: c.digest(max(n-1, 0))}
}

// digest is over the first n items.
func (c *tally) digest(n int) string {
	h := sha256.New()
	for _, x := range c.items[:n] {
		h.Write(binary.BigEndian.AppendUint64(nil, x))
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (c *tally) input(kind talk.TurnKind, in *talk.Input) {
	switch in.Kind {
	case asif.InputToolCall:
		c.end()
		c.begin("call " + in.Tool)
		c.one.Write(arguments(in.Arguments))
		c.end()
		return
	case asif.InputToolResult:
		c.end()
		c.begin("result " + in.Call)
	default:
		if opens(in) {
			return
		}
		c.begin(fmt.Sprintf("turn %d", kind))
	}
	for i := range in.Pieces {
		c.piece(&in.Pieces[i])
	}
}

// opens tells whether a message is what a writer puts before an agent's first words.
func opens(in *talk.Input) bool {
	return len(in.Pieces) == 1 && string(adapters.Text(in.Pieces[0].Text)) == talk.Opening
}

// piece takes in what every harness keeps; what one provider alone can read is not compared.
func (c *tally) piece(p *talk.Piece) {
	switch p.Kind {
	case talk.TextPiece:
		c.one.Write(adapters.Text(p.Text))
	case talk.ImagePiece, talk.FilePiece:
		c.one.Write([]byte(p.Media))
		c.one.Write(adapters.Text(p.Data))
	}
}

// arguments spells what a call was given. Where a provider takes nothing but objects, writers put other values into one, as
// its member "input", and say so; nothing becomes an empty one.
func arguments(raw []byte) []byte {
	switch {
	case string(raw) == "null":
		raw = []byte("{}")
	case len(raw) > 0 && raw[0] != '{':
		raw = append(append([]byte(`{"input":`), raw...), '}')
	}
	return canonical(raw)
}

// canonical spells a JSON value in the one way of RFC 8785; what is none stays as it is.
func canonical(raw []byte) []byte {
	v := jsontext.Value(bytes.Clone(raw))
	if v.Canonicalize() != nil {
		return raw
	}
	return v
}

// firstDifference is the first place where two lists differ, -1: none.
func firstDifference(a, b []uint64) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}
