package golden

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/source"
)

// piece is one JSON value of a native file, or one run of bytes that is none.
type piece struct {
	line       int // from 1
	start, end int
	readable   bool
	glued      bool // not the first value of its line
	prefix     int  // bytes of its line that stand before it and are no part of it; 0 for none
}

// pieces splits the decoded bytes of a file the slow and obvious way, by lines unless the file is one value. A line, or
// such a file, longer than limit is one unreadable piece (0: no limit).
func pieces(data []byte, framing source.Framing, limit int) []piece {
	if framing == source.Elements {
		if all := elementPieces(data, limit); all != nil {
			return all
		}
	}
	if framing != source.Lines && framing != source.Prefixed {
		return onePiece(data, limit)
	}
	var out []piece
	body := bytes.TrimPrefix(data, []byte("\ufeff"))
	at := len(data) - len(body)
	for n, line := range bytes.Split(body, []byte("\n")) {
		if limit > 0 && len(line) > limit {
			out = append(out, piece{line: n + 1, start: at, end: at + len(line)})
		} else {
			behind := 0
			if framing == source.Prefixed {
				behind = prefixOf(line)
			}
			all := lineOf(n+1, at+behind, line[behind:])
			if behind > 0 {
				all[0].prefix = behind
			}
			out = append(out, all...)
		}
		at += len(line) + 1
	}
	return out
}

var objectBehind = regexp.MustCompile("[ \t\r]\\{[ \t]*\"")

// prefixOf is the size of what stands before the first object on a line that does not begin with one, nor with another
// value.
func prefixOf(line []byte) int {
	text := bytes.TrimLeft(line, filling)
	lead := len(line) - len(text)
	behind := objectBehind.FindIndex(text)
	if len(text) == 0 || text[0] == '{' || valueAt(text) > 0 || behind == nil {
		return 0
	}
	return lead + behind[0] + 1
}

// elementPieces are the elements of a file that is one array; nil for another one. From the first that cannot be read
// on, and behind the array, all is one unreadable piece; so is the end of an array that is not closed.
func elementPieces(data []byte, limit int) []piece {
	const blank = " \t\r\n"
	body := bytes.TrimRight(bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), blank), blank)
	if len(body) == 0 || body[0] != '[' || limit > 0 && len(data) > limit {
		return nil
	}
	from := bytes.Index(data, body)
	out := []piece{}
	add := func(start, end int, readable bool) {
		out = append(out, piece{line: 1 + bytes.Count(data[:from+start], []byte("\n")), start: from + start, end: from + end, readable: readable})
	}
	for i := 1; i < len(body); {
		switch size := decodedAt(body[i:]); {
		case strings.IndexByte(blank+",", body[i]) >= 0:
			i++
		case body[i] == ']':
			if rest := bytes.TrimLeft(body[i+1:], blank); len(rest) > 0 {
				add(len(body)-len(rest), len(body), false)
			}
			return out
		case size == 0:
			add(i, len(body), false)
			return out
		default:
			add(i, i+size, true)
			i += size
		}
	}
	add(len(body), len(body), false)
	return out
}

// onePiece is a file that is one value, or would be: white space and NUL bytes around it are nothing.
func onePiece(data []byte, limit int) []piece {
	value := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), filling)
	p := piece{line: 1, start: len(data) - len(value)}
	value = bytes.TrimRight(value, filling)
	p.end = p.start + len(value)
	switch {
	case limit > 0 && len(data) > limit:
		p.start, p.end = 0, len(data)
	case len(value) == 0 && bytes.IndexByte(data, 0) < 0:
		return nil
	default:
		p.line += bytes.Count(data[:p.start], []byte("\n"))
		p.readable = len(value) > 0 && valueAt(value) == len(value)
	}
	return []piece{p}
}

// headSize is what adapters see of a file.
const headSize = 64 << 10

const filling = " \t\r\n\x00"

// lineOf splits a line. NUL bytes alone are an unreadable piece, before and behind values they are nothing. A scalar
// counts as a value only alone on its line. What is no value goes to the end of the line, or to a run of NUL bytes that
// an object or an array follows.
func lineOf(n, at int, line []byte) []piece {
	var out []piece
	add := func(start, end int, readable bool) {
		out = append(out, piece{line: n, start: at + start, end: at + end, readable: readable, glued: len(out) > 0})
	}
	for i := 0; ; {
		i += len(line[i:]) - len(bytes.TrimLeft(line[i:], filling))
		if i == len(line) {
			if bytes.IndexByte(line, 0) >= 0 && len(out) == 0 {
				add(len(line)-len(bytes.TrimLeft(line, " \t\r")), len(bytes.TrimRight(line, " \t\r")), false)
			}
			return out
		}
		size := containerAt(line[i:])
		if len(out) == 0 {
			size = valueAt(line[i:])
		}
		if size > 0 {
			add(i, i+size, true)
			i += size
			continue
		}
		end := len(line)
		if hole := bytes.LastIndexByte(line, 0) + 1; hole > i && containerAt(bytes.TrimLeft(line[hole:], filling)) > 0 {
			end = hole
		}
		add(i, len(bytes.TrimRight(line[:end], filling)), false)
		i = end
	}
}

// valueAt is the size of the value that b begins with, 0 for none. A scalar counts only when nothing stands behind it.
func valueAt(b []byte) int {
	size := decodedAt(b)
	if size > 0 && b[0] != '{' && b[0] != '[' && len(bytes.TrimLeft(b[size:], filling)) > 0 {
		return 0
	}
	return size
}

// containerAt is the size of the object or array that b begins with, 0 for none.
func containerAt(b []byte) int {
	if len(b) == 0 || b[0] != '{' && b[0] != '[' {
		return 0
	}
	return decodedAt(b)
}

func decodedAt(b []byte) int {
	dec := json.NewDecoder(bytes.NewReader(b))
	var v json.RawMessage
	if dec.Decode(&v) != nil {
		return 0
	}
	return int(dec.InputOffset())
}

// whole says whether the session's file is one value.
func (s subject) whole() bool { return s.session.Inputs[0].Framing == source.Whole }

// array says whether the session's file is one array of records.
func (s subject) array() bool { return s.session.Inputs[0].Framing == source.Elements }

// pieces splits what stands in place of the session's file.
func (s subject) pieces(data []byte, limit int) []piece {
	return pieces(data, s.session.Inputs[0].Framing, limit)
}

// refused says whether err is the refusal of an input without a single readable piece, or of one whose readable pieces
// the adapter does not claim for certain.
func (s subject) refused(err error, data []byte, limit int) bool {
	if errors.Is(err, convert.ErrForeign) {
		var head []byte
		for _, p := range s.pieces(data, limit) {
			if p.readable && data[p.start] == '{' {
				head = append(append(head, data[p.start:p.end]...), '\n')
			}
		}
		return s.adapter.Detect(adapters.Head{Name: s.session.Inputs[0].Name, Bytes: head[:min(len(head), headSize)]}) != adapters.Certain
	}
	return errors.Is(err, convert.ErrInput) && !slices.ContainsFunc(s.pieces(data, limit), func(p piece) bool { return p.readable })
}

// readDecoded reads a native file, through zstd when its name says so.
func readDecoded(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(path, ".zst") {
		return data, err
	}
	r, err := zstd.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decoding %s: %w", path, err)
	}
	defer r.Close()
	return io.ReadAll(r)
}
