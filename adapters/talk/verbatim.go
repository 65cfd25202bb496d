package talk

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/tidwall/sjson"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Native is a native file whose bytes are at hand and are those that the document was made from.
type Native struct {
	Name string // of the file, without folders
	At   string // with folders, in the store; "" when the document does not say
	Head []byte // at most 64 KiB of its beginning
	Size int64
	Open func() (io.ReadCloser, error)
}

// Verbatim returns the native files of the session when they can stand for it as they are: the harness recorded it itself, all
// of it goes on, and the bytes at hand are those that the document was made from. Nil: they cannot. fits tells whether such
// files can be kept under a policy. A session that keeps its records is another one than the same conversation written
// anew, as from a document alone: it has an identity of its own.
func (t *Talk) Verbatim(fits func([]Native, adapters.RecordPolicy) bool) (list []Native, err error) {
	why := t.rebuilds()
	if why == "" {
		list, why, err = t.natives()
	}
	if why == "" && err == nil && !fits(list, t.h.Records) {
		why = "the harness does not go on from files of that form"
	}
	switch {
	case err != nil:
		return nil, err
	case why == "":
		t.h.Records = adapters.RecordsVerbatim
		t.identify()
		for i := range t.list {
			if e := &t.list[i]; e.kind == entryCall && t.state[e.call].result == 0 {
				t.Counts.OpenCalls++
				t.lose(losses.OpenCallLeft, e)
			}
		}
		return list, nil
	case t.h.Records == adapters.RecordsVerbatim:
		return nil, fmt.Errorf("%w: %s", adapters.ErrVerbatim, why)
	}
	if t.more("branches", 1) || len(t.list) > 0 && t.list[0].flags&isKept != 0 {
		t.Lose(losses.HistoryNotCarried)
	}
	if t.more("usage", 0) {
		t.Lose(losses.UsageNotCarried)
	}
	for _, a := range t.agents {
		t.leaveAgent(a.id)
	}
	return nil, nil
}

// more tells whether the document has more than n items of a collection.
func (t *Talk) more(name string, n int) bool {
	for it, err := range t.doc.Items(name) {
		if err != nil || it.Index == n {
			return err == nil
		}
	}
	return false
}

// rebuilds says why the session must be written anew, or nothing.
func (t *Talk) rebuilds() string {
	switch {
	case t.h.Records == adapters.RecordsRebuilt:
		return "not wanted, or not read by the version that goes on"
	case !t.same:
		return "another harness or provider recorded the session"
	case t.h.UpTo != "" || t.branch() != "main":
		return "only a part goes on"
	case t.h.OpenCalls == adapters.OpenCallsOmit && t.opens() || len(t.open) > 0:
		return "something is to be changed"
	case t.h.Open == nil:
		return "its bytes are not at hand"
	}
	return ""
}

// opens tells whether a call has no result.
func (t *Talk) opens() bool {
	for i := range t.list {
		if e := &t.list[i]; e.kind == entryCall && t.state[e.call].result == 0 {
			return true
		}
	}
	return false
}

// natives are the native files, the session's own first, or why they cannot be used.
func (t *Talk) natives() (list []Native, why string, err error) { return nativesOf(t.doc, t.h.Open) }

func nativesOf(doc *asif.Document, open adapters.Open) (list []Native, why string, err error) {
	for it, err := range doc.Items("resources") {
		r, err := nativeResource(doc, it, err)
		if err != nil {
			return nil, "", err
		}
		if r == nil || r.SHA256 == nil {
			continue
		}
		n := Native{Name: path.Base(r.ID), At: r.Locator, Open: func() (io.ReadCloser, error) { return open(r) }}
		if r.Name != nil {
			n.Name = path.Base(*r.Name)
		}
		sum, err := n.look()
		switch {
		case errors.Is(err, adapters.ErrNoBytes):
			return nil, "its bytes are not at hand", nil
		case err != nil:
			return nil, "", fmt.Errorf("reading native file %s: %w", n.Name, err)
		case sum != *r.SHA256:
			return nil, "its file has changed since", nil
		}
		list = append(list, n)
	}
	if len(list) == 0 {
		return nil, "the document names no native file", nil
	}
	return list, "", nil
}

// nativeResource is a resource that is a native file, nil for any other: of these there may be many.
func nativeResource(doc *asif.Document, it asif.Item, err error) (*asif.Resource, error) {
	if err != nil || it.Raw != nil && !Mentions(it.Raw, "native") {
		return nil, err
	}
	r := new(asif.Resource)
	if err := doc.Decode(it, r); err != nil || r.Purpose != "native" {
		return nil, err
	}
	return r, nil
}

// look reads a file once: its beginning, its size and its digest.
func (n *Native) look() (sum string, err error) {
	r, err := n.Open()
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	h := sha256.New()
	if n.Head, err = io.ReadAll(io.TeeReader(io.LimitReader(r, 64<<10), h)); err != nil {
		return "", err
	}
	rest, err := io.Copy(h, r)
	n.Size = int64(len(n.Head)) + rest
	return hex.EncodeToString(h.Sum(nil)), err
}

// Copy writes the lines of a native file, each as edit returns it. edit gets lines without their line break and may change
// them in place. A last line without a break gets one, so that what the harness adds begins a line.
func (n Native) Copy(l *Lines, edit func(line []byte) []byte) (err error) {
	f, err := n.Open()
	if err != nil {
		return fmt.Errorf("reading native file %s: %w", n.Name, err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	r := bufio.NewReaderSize(f, 256<<10)
	var long []byte
	for {
		line, err := r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, line...)
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading native file %s: %w", n.Name, err)
		}
		if len(long) > 0 {
			line = append(long, line...)
		}
		if body, ended := bytes.CutSuffix(line, []byte("\n")); ended || len(body) > 0 {
			if err := l.Line(edit(body)); err != nil {
				return err
			}
		}
		if err != nil {
			return nil
		}
		long = long[:0]
	}
}

// Replace puts a value in the place of an object's member, which names lead to, and leaves every other byte as it is. An
// object without that member, or where its value is not was, stays whole. The object itself may be changed.
func Replace(object []byte, was, now string, names ...string) []byte {
	if !Mentions(object, was) {
		return object
	}
	value := object
	for _, name := range names {
		value = source.Member(value, name)
	}
	if string(adapters.Text(value)) != was {
		return object
	}
	to := asif.AppendString(make([]byte, 0, len(now)+2), now)
	if len(to) == len(value) { // as one identity is as long as another
		copy(value, to)
		return object
	}
	out, err := sjson.SetRawBytes(object, strings.Join(names, "."), to)
	if err != nil {
		return object // no such path after all
	}
	return out
}

// Mentions tells whether a text can be that of a string in a JSON value. Where it could be spelled in several ways it can.
func Mentions(value []byte, text string) bool {
	return text != "" && (!plainName(text) || bytes.Contains(value, []byte(text)) || bytes.Contains(value, []byte(`\u`)))
}
