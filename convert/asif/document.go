package asif

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// Errors of Open and of reading an opened document.
var (
	ErrVersion   = errors.New("not an ASIF document of version " + Version)
	ErrLimit     = errors.New("beyond a limit")
	ErrNotObject = errors.New("the document is not a JSON object")
	errOutside   = errors.New("not inside the document")
	errTrailing  = errors.New("something stands after the document")
)

// Limits bound what a document may be. Zero fields mean the default.
type Limits struct {
	Depth   int   // nesting; default 128
	Bytes   int64 // size of the document; default: none
	Records int64 // items of one collection; default: none
	Value   int64 // bytes of the greatest value that is ever held in memory; default 256 MiB
	Inline  int64 // bytes of the greatest item that an iteration holds by itself; default 1 MiB
}

func (l Limits) withDefaults() Limits {
	if l.Depth == 0 {
		l.Depth = 128
	}
	if l.Value == 0 {
		l.Value = 256 << 20
	}
	if l.Inline == 0 {
		l.Inline = 1 << 20
	}
	l.Inline = min(l.Inline, l.Value)
	return l
}

// SyntaxError is the first place where a document is not JSON (P01, P02, P03). Err is the reason:
// [jsontext.ErrDuplicateName], [ErrNotObject] and [io.ErrUnexpectedEOF] can be told apart by errors.Is.
type SyntaxError struct {
	Byte    int64 // from 0
	Line    int   // from 1
	Pointer string
	Err     error
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, byte %d, %q: %v", e.Line, e.Byte, e.Pointer, e.Err)
}

func (e *SyntaxError) Unwrap() error { return e.Err }

// VersionError is a document of another version (P06), or of none. It is an [ErrVersion].
type VersionError struct {
	Got string // the value of asif_version as it is spelled; "" when there is none
}

func (e *VersionError) Error() string {
	if e.Got == "" {
		return ErrVersion.Error() + ": it has no asif_version"
	}
	return ErrVersion.Error() + ": asif_version is " + e.Got
}

func (e *VersionError) Unwrap() error { return ErrVersion }

// LimitError is a document beyond a limit (P04). It is an [ErrLimit].
type LimitError struct {
	What    string // "nesting", "bytes", "records", "value"
	Limit   int64
	Byte    int64
	Pointer string
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("byte %d, %q: more than %d (%s): %v", e.Byte, e.Pointer, e.Limit, e.What, ErrLimit)
}

func (e *LimitError) Unwrap() error { return ErrLimit }

// Range is a piece of the document, in bytes.
type Range struct {
	Offset, Length int64
}

// Item is one value inside an array or object of a document.
type Item struct {
	Index int    // from 0
	Name  string // of a member; "" in an array
	Range
	Raw jsontext.Value // valid until the iteration goes on; nil when longer than Limits.Inline, or passed over by an outline
}

// member is a top-level member.
type member struct {
	name  string
	key   []byte // the name as it is spelled
	kind  jsontext.Kind
	at    Range
	count int64 // items of an array, or unknownCount
}

// unknownCount is the count of a member whose items were not counted on opening.
const unknownCount = -1

// Document is an opened document: what its top-level members are and where they stand. Everything else is read when
// it is asked for, so that a document may be of any size. A Document may be used by several goroutines at a time.
type Document struct {
	src     io.ReaderAt
	size    int64
	lim     Limits
	members []member
	lines   []int64
	outline Outline
}

// Open reads the document once and checks that it is one JSON object in UTF-8 without duplicate member names, within
// the limits and of this version. What is in it is not checked. Errors are [*SyntaxError], [*LimitError],
// [*VersionError] and those of reading. r must stay open, and unchanged, while the Document is used.
func Open(r io.ReaderAt, size int64, lim Limits) (*Document, error) {
	d := &Document{src: r, size: size, lim: lim.withDefaults()}
	if d.lim.Bytes > 0 && size > d.lim.Bytes {
		return nil, &LimitError{What: "bytes", Limit: d.lim.Bytes, Byte: d.lim.Bytes}
	}
	s := scanner{doc: d}
	if err := s.run(); err != nil {
		return nil, err
	}
	return d, nil
}

// Size is the length of the document in bytes.
func (d *Document) Size() int64 { return d.size }

// Names are the names of the top-level members as they come.
func (d *Document) Names() []string {
	names := make([]string, len(d.members))
	for i := range d.members {
		names[i] = d.members[i].name
	}
	return names
}

// Member tells where the value of a top-level member stands.
func (d *Document) Member(name string) (Range, bool) {
	if m := d.find(name); m != nil {
		return m.at, true
	}
	return Range{}, false
}

func (d *Document) find(name string) *member {
	for i := range d.members {
		if d.members[i].name == name {
			return &d.members[i]
		}
	}
	return nil
}

// Count is the number of items of a top-level array, 0 for anything else.
func (d *Document) Count(name string) int64 {
	m := d.find(name)
	switch {
	case m == nil || m.kind != '[':
		return 0
	case m.count != unknownCount:
		return m.count
	}
	n := int64(0)
	for _, err := range d.Elements(m.at) {
		if err == nil {
			n++
		}
	}
	return n
}

// Items are the items of a top-level array. A member that is missing or no array has none. An error ends the
// iteration.
func (d *Document) Items(name string) iter.Seq2[Item, error] {
	at, _ := d.Member(name)
	return d.Elements(at)
}

// Elements are the items of the array at a range, wherever in the document it is. Anything else has none.
func (d *Document) Elements(at Range) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) { d.visit(at, (*cursor).elements, yield) }
}

// Members are the members of the object at a range, wherever in the document it is. Anything else has none.
func (d *Document) Members(at Range) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) { d.visit(at, (*cursor).members, yield) }
}

// cursor is a cursor over a range that passes over what is known.
func (d *Document) cursor(at Range) *cursor {
	c := inDocument(d.src, at, d.lim)
	c.known = d.outline.from(at.Offset)
	return c
}

func (d *Document) visit(at Range, walk func(*cursor, func(Item) bool), yield func(Item, error) bool) {
	c := d.cursor(at)
	walk(c, func(it Item) bool { return yield(it, nil) })
	if c.err != nil {
		yield(Item{}, c.err)
	}
}

// Read returns a copy of the bytes at a range.
func (d *Document) Read(at Range) (jsontext.Value, error) {
	if at.Length > d.lim.Value {
		return nil, &LimitError{What: "value", Limit: d.lim.Value, Byte: at.Offset}
	}
	if at.Offset < 0 || at.Length < 0 || at.Length > d.size-at.Offset {
		return nil, fmt.Errorf("reading %d bytes at byte %d of %d: %w", at.Length, at.Offset, d.size, errOutside)
	}
	b := make([]byte, at.Length)
	if n, err := d.src.ReadAt(b, at.Offset); n < len(b) {
		return nil, fmt.Errorf("reading the document at byte %d: %w", at.Offset, err)
	}
	return b, nil
}

// Bytes returns the value of an item: what it holds, or else a copy of its own.
func (d *Document) Bytes(it Item) (jsontext.Value, error) {
	if it.Raw != nil {
		return it.Raw, nil
	}
	return d.Read(it.Range)
}

// Split takes an array out of an object: shell is the object with [] in its place, list is where it stands. So the
// inputs of a context or the event_ids of a branch need not be in memory. Without such a member, or when it is no
// array, shell is the whole object and list is zero.
func (d *Document) Split(it Item, name string) (shell jsontext.Value, list Range, err error) {
	for m, err := range d.Members(it.Range) {
		if err != nil {
			return nil, Range{}, err
		}
		if m.Name == name {
			list = m.Range
			break
		}
	}
	if list.Length > 0 {
		first, err := d.Read(Range{list.Offset, 1})
		if err != nil {
			return nil, Range{}, err
		}
		if first[0] != '[' {
			list = Range{}
		}
	}
	if list.Length == 0 {
		shell, err = d.Bytes(it)
		return shell, Range{}, err
	}
	before, err := d.Read(Range{it.Offset, list.Offset - it.Offset})
	if err != nil {
		return nil, Range{}, err
	}
	end := list.Offset + list.Length
	after, err := d.Read(Range{end, it.Offset + it.Length - end})
	if err != nil {
		return nil, Range{}, err
	}
	return append(append(before, "[]"...), after...), list, nil
}

// Line is the number of the line, from 1, that a byte stands in.
func (d *Document) Line(offset int64) (int, error) {
	offset = max(0, min(offset, d.size))
	block := min(offset/lineBlock, int64(len(d.lines)-1))
	if block < 0 {
		return 1, nil
	}
	b := make([]byte, offset-block*lineBlock)
	n, err := d.src.ReadAt(b, block*lineBlock)
	if n < len(b) && err != io.EOF {
		return 0, fmt.Errorf("counting lines: %w", err)
	}
	return int(d.lines[block]) + bytes.Count(b[:n], []byte{'\n'}) + 1, nil
}
