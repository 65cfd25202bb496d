// Package source opens native files: bounded records, byte positions, hashing, a fixed size.
//
// A [Reader] turns one [Input] into batches of records. It never writes, never maps a file into memory, and answers
// damage with a [Fault] on a record instead of giving up.
package source

import (
	"bytes"

	"asif-convert/losses"
	"asif-convert/losses/scan"
)

// Span is a byte range of one input, in its decoded stream (after zstd).
type Span struct {
	Offset int64
	Length int64
	Input  int // index of the input within the session
}

// Record is one JSON value of an input, or the place of one that could not be read.
type Record struct {
	Input int    // index of the input within the session
	Line  int    // from 1; where the value begins
	Span  Span   // of the value as it stands in the input, before any repair
	Raw   []byte // the value, without surrounding white space; valid until the mapper's Record returns
	Fault Fault

	Prefix []byte // what stands before the value on a line of a Prefixed input, as valid as Raw; nil for nothing

	typed   int32      // where the value of the member "type" begins, or blanks before it; 0 when that was not noted
	shape   scan.Shape // of Raw; nil when it was not noted
	broken  int64      // where a torn value of a Whole input breaks, in bytes after Span.Offset
	account *losses.Account
}

// Position is where the record begins in the file of that name. For a torn value of a [Whole] input it is where the
// value breaks instead, since its beginning tells nothing.
func (r *Record) Position(file string) losses.Position {
	p := losses.Position{File: file, Line: r.Line, Byte: r.Span.Offset}
	if r.broken > 0 && r.broken <= int64(len(r.Raw)) {
		p.Byte += r.broken
		p.Line += bytes.Count(r.Raw[:r.broken], newline)
	}
	return p
}

// Walk settles every leaf of the record against the account's table and hands visit the fields that have an ID,
// in one pass in document order. A prefix is a leaf, too, of the name losses.PrefixField. It must be called exactly once
// for a record that can be read.
func (r *Record) Walk(a *losses.Account, visit losses.Visit) {
	r.account = a
	a.WalkShaped(r.Raw, r.shape, visit)
	if r.Prefix != nil {
		a.Prefix()
	}
}

// Account is the account that Walk settled the record against, or nil.
func (r *Record) Account() *losses.Account { return r.account }
