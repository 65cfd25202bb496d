package golden

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// run is one conversion in memory, with what the adapter answered for every record.
type run struct {
	subject
	data    []byte
	files   map[string]*bytes.Buffer // a document each, by name
	doc     []byte                   // all of them, in order
	result  convert.Result
	answers map[int64]answer // by offset of the record
}

type answer struct {
	kind    string
	outcome losses.Outcome
}

// subject is a session that can be converted again and again with other bytes.
type subject struct {
	adapter adapters.Adapter
	tables  map[string]*table
	session adapters.Session
}

// convert converts the session with data in place of its file.
func (s subject) convert(data []byte, o convert.Options) (*run, error) {
	r := &run{subject: s, data: data, files: map[string]*bytes.Buffer{}, answers: map[int64]answer{}}
	session := inMemory(s.session, data)
	open := session.New
	session.New = func(out adapters.Output, led *losses.Ledger) adapters.Mapper {
		return witness{open(out, led), r.answers}
	}
	var order []*bytes.Buffer
	result, err := convert.From(s.adapter, session, o, convert.Destination{Each: func(name string) io.Writer {
		r.files[name] = &bytes.Buffer{}
		order = append(order, r.files[name])
		return r.files[name]
	}})
	if err != nil {
		return nil, fmt.Errorf("converting %d bytes: %w", len(data), err)
	}
	for _, doc := range order {
		r.doc = append(r.doc, doc.Bytes()...)
	}
	r.result = result
	return r, nil
}

// witness writes down what a mapper answers.
type witness struct {
	adapters.Mapper
	answers map[int64]answer
}

func (w witness) Record(r *source.Record) (losses.Outcome, error) {
	o, err := w.Mapper.Record(r)
	if a := r.Account(); a != nil {
		w.answers[r.Span.Offset] = answer{a.Kind(), o}
	}
	return o, err
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
