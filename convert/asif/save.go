package asif

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// Save writes the document with everything that is in it: the members of the object table in its order, unknown ones
// after them in their own order, at every level. Values are spelled as they were. White space between them is not
// kept: every top-level member and every item of a top-level collection begins a line. Saving what was saved changes
// nothing.
func (d *Document) Save(w io.Writer) error {
	s := saver{doc: d, w: bufio.NewWriterSize(w, window)}
	if err := s.document(); err != nil {
		return fmt.Errorf("saving the document: %w", err)
	}
	return nil
}

// saver writes a document. An error of w is kept by the buffered writer, and reported by its Flush.
type saver struct {
	doc *Document
	w   *bufio.Writer
	buf []byte
}

func (s *saver) write(text []byte) { _, _ = s.w.Write(text) }

func (s *saver) writeString(text string) { _, _ = s.w.WriteString(text) }

func (s *saver) document() error {
	fields := make([]field, len(s.doc.members))
	for i, m := range s.doc.members {
		fields[i] = field{key: m.key, at: m.at}
	}
	root, _ := layout{object: Lookup("asif-document")}.arrange(fields)
	sep := "{\n"
	for _, f := range fields {
		s.writeString(sep)
		sep = ",\n"
		s.write(f.key)
		s.writeString(":")
		if err := s.member(f, root.child(f.rank, "")); err != nil {
			return err
		}
	}
	s.writeString("\n}\n")
	return s.w.Flush()
}

// member writes the value of a top-level member, collections with a line for every item.
func (s *saver) member(f field, l layout) error {
	if !l.list {
		return s.value(f, l)
	}
	list, err := s.is(f.at, '[')
	switch {
	case err != nil:
		return err
	case !list:
		return s.copy(f.at)
	default:
		return s.list(f.at, l, "\n")
	}
}

// is reports whether a value begins with that byte.
func (s *saver) is(at Range, first byte) (bool, error) {
	b, err := s.doc.Read(Range{at.Offset, 1})
	if err != nil {
		return false, err
	}
	return b[0] == first, nil
}

// value writes one value, in memory when it is small.
func (s *saver) value(f field, l layout) error {
	if f.raw == nil && f.at.Length <= s.doc.lim.Inline {
		raw, err := s.doc.Read(f.at)
		if err != nil {
			return err
		}
		f.raw = raw
	}
	if f.raw != nil {
		s.buf = appendValue(s.buf[:0], f.raw, l)
		s.write(s.buf)
		return nil
	}
	first := byte('{')
	if l.list {
		first = '['
	}
	fits, err := s.is(f.at, first)
	switch {
	case err != nil:
		return err
	case !fits || !l.known():
		return s.copy(f.at)
	case l.list:
		return s.list(f.at, l, "")
	default:
		return s.object(f.at, l)
	}
}

// list writes an array item by item, each behind a line break or nothing.
func (s *saver) list(at Range, l layout, newline string) error {
	sep := ""
	s.writeString("[")
	for it, err := range s.doc.Elements(at) {
		if err != nil {
			return err
		}
		s.writeString(sep)
		s.writeString(newline)
		sep = ","
		if err := s.value(field{at: it.Range, raw: it.Raw}, l.item()); err != nil {
			return err
		}
	}
	if sep != "" {
		s.writeString(newline)
	}
	s.writeString("]")
	return nil
}

// object writes a long object member by member.
func (s *saver) object(at Range, l layout) error {
	var fields []field
	c := inDocument(s.doc.src, at, s.doc.lim)
	c.fields(func(f field) bool {
		if f.named("kind") { // the one value that is looked at
			f.raw = bytes.Clone(f.raw)
		} else {
			f.raw = nil
		}
		fields = append(fields, f)
		return true
	})
	if c.err != nil {
		return c.err
	}
	o, kind := l.arrange(fields)
	sep := ""
	s.writeString("{")
	for _, f := range fields {
		s.writeString(sep)
		sep = ","
		s.write(f.key)
		s.writeString(":")
		if err := s.value(f, o.child(f.rank, kind)); err != nil {
			return err
		}
	}
	s.writeString("}")
	return nil
}

// copy writes a value without its white space.
func (s *saver) copy(at Range) error {
	r := io.NewSectionReader(s.doc.src, at.Offset, at.Length)
	var c compactor
	chunk := make([]byte, min(window, at.Length))
	for {
		n, err := r.Read(chunk)
		s.buf = c.add(s.buf[:0], chunk[:n])
		s.write(s.buf)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the document at byte %d: %w", at.Offset, err)
		}
	}
}
