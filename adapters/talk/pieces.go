package talk

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// PieceKind is the kind of a piece of content.
type PieceKind uint8

// Kinds of pieces.
const (
	TextPiece    PieceKind = iota + 1
	ImagePiece             // in a format that all providers take
	FilePiece              // a PDF
	ThoughtPiece           // reasoning of the same provider
	SealedPiece            // what only that provider can read
)

// Piece is a piece of content. Text and Data are JSON strings, Value is a JSON value.
type Piece struct {
	Kind  PieceKind
	Text  []byte // text, thought
	Media string // image, file
	Data  []byte // image, file: base64; sealed: the text that was recorded
	Name  string // file, or nothing; sealed: the semantic type
	Value []byte // thought: text and summary
}

// Conventions of our documents.
const (
	reasoningSchema = "asif-convert/reasoning/1"
	commandSchema   = "claude-code/command/1" // says in other words what the text beside it says; no model saw it
)

// imageTypes are the formats that the providers' interfaces are documented to take.
var imageTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// pieces reads the parts of a message or a result.
func (t *Talk) pieces(e *entry, in *Input, parts []byte) (err error) {
	source.Values(parts, func(p []byte) bool {
		switch asif.PartKind(adapters.Text(source.Member(p, "kind"))) {
		case asif.PartText:
			if text := adapters.Quoted(source.Member(p, "text")); text != nil {
				in.Pieces = append(in.Pieces, Piece{Kind: TextPiece, Text: text})
			}
		case asif.PartResource:
			err = t.resource(e, in, string(adapters.Text(source.Member(p, "resource_id"))))
		case asif.PartStructured:
			t.structured(e, in, p)
		case asif.PartOpaque:
			err = t.opaque(e, in, p)
		}
		return err == nil
	})
	in.Pieces = slices.DeleteFunc(in.Pieces, func(p Piece) bool { // no provider takes empty text beside other content
		return p.Kind == TextPiece && blank(p.Text) && (in.Kind == asif.InputMessage || len(in.Pieces) > 1)
	})
	return err
}

// blank tells whether the text of a JSON string is nothing but white space.
func blank(raw []byte) bool {
	if len(raw) > 64 && raw[1] > ' ' && raw[1] != '\\' {
		return false
	}
	return strings.TrimSpace(string(adapters.Text(raw))) == ""
}

// structured reads content that is data.
func (t *Talk) structured(e *entry, in *Input, p []byte) {
	schema, value := string(adapters.Text(source.Member(p, "schema"))), source.Member(p, "value")
	switch schema {
	case commandSchema:
	case reasoningSchema:
		t.thought(e, in, value)
	default: // blocks of the same harness too: what the reader did not know, its provider need not take there
		in.Pieces = append(in.Pieces, Piece{Kind: TextPiece, Text: asif.AppendString(nil, value)})
		t.lose(losses.StructureAsText, e)
	}
}

// thought reads what a model thought: its provider gets it back, another one only as words, where that was asked for.
func (t *Talk) thought(e *entry, in *Input, value []byte) {
	if t.same {
		text := adapters.Quoted(source.Member(value, "text"))
		if text == nil {
			text = []byte(`""`)
		}
		in.Pieces = append(in.Pieces, Piece{Kind: ThoughtPiece, Text: text, Value: value})
		return
	}
	if t.h.Reasoning != adapters.ReasoningText {
		t.lose(losses.ReasoningNotCarried, e)
		return
	}
	var lines []string
	source.Values(source.Member(value, "summary"), func(s []byte) bool {
		lines = append(lines, string(adapters.Text(s)))
		return true
	})
	if said := adapters.Text(source.Member(value, "text")); len(said) > 0 {
		lines = []string{string(said)}
	}
	in.Pieces = append(in.Pieces, Piece{Kind: TextPiece, Text: asif.AppendString(nil, strings.Join(lines, "\n\n"))})
	t.lose(losses.ReasoningAsText, e)
}

// opaque reads what only a provider can read.
func (t *Talk) opaque(e *entry, in *Input, p []byte) error {
	typ := string(adapters.Text(source.Member(p, "semantic_type")))
	if !t.same {
		if !strings.Contains(typ, "reasoning") && !strings.Contains(typ, "thinking") || in.Summary {
			t.lose(losses.SealedNotCarried, e)
		} else {
			t.lose(losses.SignatureNotCarried, e)
		}
		return nil
	}
	r, err := t.find(string(adapters.Text(source.Member(p, "resource_id"))))
	if err != nil {
		return err
	}
	if text := adapters.Quoted(source.Member(r, "text")); text != nil {
		in.Pieces = append(in.Pieces, Piece{Kind: SealedPiece, Name: typ, Data: text})
	} else {
		t.lose(losses.SealedNotCarried, e)
	}
	return nil
}

// find reads a resource object; nil: the document has none of that ID.
func (t *Talk) find(id string) ([]byte, error) {
	at, ok := t.blobs[id]
	if !ok {
		return nil, nil
	}
	raw, err := t.doc.Read(at)
	if err != nil {
		return nil, fmt.Errorf("reading resource %s: %w", id, err)
	}
	return raw, nil
}

// resource reads an image, a file or a long text.
func (t *Talk) resource(e *entry, in *Input, id string) error {
	raw, err := t.find(id)
	if err != nil {
		return err
	}
	media := string(adapters.Text(source.Member(raw, "media_type")))
	image := slices.Contains(imageTypes, media) && e.kind != entryAgent
	file := slices.Contains(t.to.Files, media) && e.kind != entryAgent
	text := strings.HasPrefix(media, "text/") || media == "application/json"
	name := string(adapters.Text(source.Member(raw, "name")))
	if !image && !file && !text {
		t.stand(e, in, media, name)
		return nil
	}
	if text {
		if inline := adapters.Quoted(source.Member(raw, "text")); inline != nil {
			in.Pieces = append(in.Pieces, Piece{Kind: TextPiece, Text: inline})
			return nil
		}
	}
	data, err := t.base64(id, raw)
	switch {
	case errors.Is(err, adapters.ErrNoBytes):
		t.stand(e, in, media, name)
		return nil
	case err != nil:
		return err
	case text:
		t.plain(e, in, data)
		return nil
	}
	kind := FilePiece
	if image {
		kind = ImagePiece
		t.Counts.Images++
	}
	in.Pieces = append(in.Pieces, Piece{Kind: kind, Media: media, Data: data, Name: name})
	return nil
}

// plain reads a text that was kept as bytes.
func (t *Talk) plain(e *entry, in *Input, data []byte) {
	b, err := base64.StdEncoding.DecodeString(string(adapters.Text(data)))
	if err != nil {
		t.stand(e, in, "text/plain", "")
		return
	}
	in.Pieces = append(in.Pieces, Piece{Kind: TextPiece, Text: asif.AppendString(nil, strings.ToValidUTF8(string(b), "\uFFFD"))})
}

// stand says in words what stood where content cannot go on.
func (t *Talk) stand(e *entry, in *Input, media, name string) {
	in.Pieces = append(in.Pieces, note(media, name))
	t.lose(losses.FileNotCarried, e)
}

func note(media, name string) Piece {
	text := "[" + strings.TrimSpace(media+" "+name) + ": not part of the session as it was handed over]"
	return Piece{Kind: TextPiece, Text: asif.AppendString(nil, text)}
}

// base64 is the content of a resource as a JSON string of base64, or [ErrNoBytes].
func (t *Talk) base64(id string, raw []byte) ([]byte, error) {
	if data := adapters.Quoted(source.Member(raw, "data")); data != nil {
		return data, nil
	}
	if text := adapters.Quoted(source.Member(raw, "text")); text != nil {
		return asif.AppendString(nil, base64.StdEncoding.EncodeToString(adapters.Text(text))), nil
	}
	if t.h.Open == nil || raw == nil {
		return nil, adapters.ErrNoBytes
	}
	var r asif.Resource
	if err := asif.Unmarshal(raw, &r); err != nil {
		return nil, fmt.Errorf("reading resource %s: %w", id, err)
	}
	b, err := t.bytes(&r)
	if err != nil {
		return nil, fmt.Errorf("reading resource %s: %w", id, err)
	}
	return asif.AppendString(nil, base64.StdEncoding.EncodeToString(b)), nil
}

// maxBytes is the greatest resource that is put into a session.
const maxBytes = 64 << 20

// bytes are the bytes of a resource beside the document, when they are the ones that it means.
func (t *Talk) bytes(r *asif.Resource) (b []byte, err error) {
	in, err := t.h.Open(r)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	if b, err = io.ReadAll(io.LimitReader(in, maxBytes+1)); err != nil {
		return nil, err
	}
	if len(b) > maxBytes || r.SHA256 != nil && *r.SHA256 != digest(b) {
		return nil, adapters.ErrNoBytes
	}
	return b, nil
}
