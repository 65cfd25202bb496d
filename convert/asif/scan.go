package asif

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// scanner is the one strict pass over a document that Open makes.
type scanner struct {
	doc   *Document
	bytes *guard
	dec   *jsontext.Decoder
	// versioned: the document says that it is of this version.
	versioned bool
}

func (s *scanner) run() error {
	s.bytes = &guard{src: io.NewSectionReader(s.doc.src, 0, s.doc.size), limit: s.doc.lim.Value}
	s.dec = jsontext.NewDecoder(bufio.NewReaderSize(s.bytes, window))
	err := s.document()
	s.doc.lines = s.bytes.lines
	if err == nil {
		return nil
	}
	return s.explain(err)
}

// document reads the whole document.
func (s *scanner) document() error {
	if err := s.begin(); err != nil {
		return err
	}
	for s.dec.PeekKind() == '"' {
		if err := s.member(); err != nil {
			return err
		}
	}
	if _, err := s.token(); err != nil { // the closing brace
		return err
	}
	_, start, err := s.next()
	switch {
	case errors.Is(err, io.EOF):
		return s.version()
	case err == nil:
		return &SyntaxError{Byte: start, Err: errTrailing}
	default:
		return err
	}
}

// begin reads the brace that the document begins with.
func (s *scanner) begin() error {
	kind, start, err := s.next()
	if err == nil && kind != '{' {
		return &SyntaxError{Byte: start, Err: ErrNotObject}
	}
	return err
}

// next reads a scalar or the beginning of anything else, and tells where it stands.
func (s *scanner) next() (kind jsontext.Kind, start int64, err error) {
	kind = s.dec.PeekKind()
	if kind == '{' || kind == '[' {
		_, err = s.token()
		return kind, s.dec.InputOffset() - 1, err
	}
	raw, err := s.dec.ReadValue()
	if err != nil {
		return kind, 0, err
	}
	return kind, s.dec.InputOffset() - int64(len(raw)), s.passed()
}

func (s *scanner) token() (jsontext.Token, error) {
	tok, err := s.dec.ReadToken()
	if err != nil {
		return tok, err
	}
	return tok, s.passed()
}

// passed notes that a token has been read, and refuses one that was too long.
func (s *scanner) passed() error {
	end := s.dec.InputOffset()
	long := end-s.bytes.mark > s.doc.lim.Value
	s.bytes.mark = end
	if long {
		return s.over("value", s.doc.lim.Value)
	}
	return nil
}

// member reads one member of the document and notes where its value stands.
func (s *scanner) member() error {
	key, err := s.dec.ReadValue()
	if err != nil {
		return err
	}
	m := member{key: bytes.Clone(key), name: string(AppendUnquoted(nil, key))}
	if err := s.passed(); err != nil {
		return err
	}
	switch s.dec.PeekKind() {
	case '{', '[':
		err = s.container(&m)
	default:
		var raw jsontext.Value
		if raw, err = s.dec.ReadValue(); err != nil {
			return err
		}
		err = s.passed()
		m.at = Range{Offset: s.dec.InputOffset() - int64(len(raw)), Length: int64(len(raw))}
		m.kind = raw.Kind()
		if m.name == "asif_version" {
			s.versioned = raw.Kind() == '"' && string(AppendUnquoted(nil, raw)) == Version
			if !s.versioned {
				return &VersionError{Got: string(raw[:min(len(raw), 40)])}
			}
		}
	}
	s.doc.members = append(s.doc.members, m)
	return err
}

// container reads the object or array that comes next as the value of m.
func (s *scanner) container(m *member) error {
	tok, err := s.token()
	if err != nil {
		return err
	}
	start := s.dec.InputOffset() - 1
	m.kind = tok.Kind()
	for {
		if _, err := s.token(); err != nil {
			return err
		}
		switch depth := s.dec.StackDepth(); {
		case depth < 2:
			m.at = Range{Offset: start, Length: s.dec.InputOffset() - start}
			return nil
		case depth == 2:
			m.count++
			if lim := s.doc.lim.Records; lim > 0 && m.kind == '[' && m.count > lim {
				return s.over("records", lim)
			}
		case depth > s.doc.lim.Depth:
			return s.over("nesting", int64(s.doc.lim.Depth))
		}
	}
}

func (s *scanner) over(what string, limit int64) error {
	return &LimitError{What: what, Limit: limit, Byte: s.dec.InputOffset(), Pointer: string(s.dec.StackPointer())}
}

// version reports a document that does not say which version it is.
func (s *scanner) version() error {
	if !s.versioned {
		return &VersionError{}
	}
	return nil
}

// explain gives errors of the decoder their place.
func (s *scanner) explain(err error) error {
	var syntax *SyntaxError
	var text *jsontext.SyntacticError
	var limit *LimitError
	switch {
	case errors.As(err, &limit):
		if limit.Byte == 0 {
			limit.Byte, limit.Pointer = s.dec.InputOffset(), string(s.dec.StackPointer())
		}
		return limit
	case errors.As(err, &text):
		syntax = &SyntaxError{Byte: text.ByteOffset, Pointer: string(text.JSONPointer), Err: text.Err}
	case errors.As(err, &syntax):
	case errors.Is(err, io.EOF):
		syntax = &SyntaxError{Byte: s.bytes.read, Err: io.ErrUnexpectedEOF}
	case errors.Is(err, ErrVersion):
		return err
	default:
		return fmt.Errorf("opening the document: %w", err)
	}
	line, err := s.doc.Line(syntax.Byte)
	if err != nil {
		return err
	}
	syntax.Line = line
	return syntax
}

// lineBlock is the distance, in bytes, at which line numbers are noted.
const lineBlock = 1 << 20

// readAhead is more than what lies in buffers between the guard and the last token.
const readAhead = 4 * window

// guard reads a document, counts its lines, and refuses to feed a value without end.
type guard struct {
	src   *io.SectionReader
	limit int64   // of one token
	mark  int64   // end of the last token
	read  int64   // bytes read so far
	line  int64   // line breaks read so far
	lines []int64 // line breaks before each block
}

func (g *guard) Read(p []byte) (int, error) {
	if g.read-g.mark > g.limit+readAhead {
		return 0, &LimitError{What: "value", Limit: g.limit}
	}
	if left := lineBlock - g.read%lineBlock; int64(len(p)) > left {
		p = p[:left]
	}
	if g.read == int64(len(g.lines))*lineBlock {
		g.lines = append(g.lines, g.line)
	}
	n, err := g.src.Read(p)
	g.read += int64(n)
	g.line += int64(bytes.Count(p[:n], []byte{'\n'}))
	return n, err
}
