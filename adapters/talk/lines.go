package talk

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"asif-convert/adapters"
)

// Lines is a file of records, one a line, that is being written.
type Lines struct {
	w    *bufio.Writer
	file io.Closer
	name string
}

// NewLines begins the file of that name.
func NewLines(create adapters.Create, name string) (*Lines, error) {
	f, err := create(name)
	if err != nil {
		return nil, fmt.Errorf("creating %s: %w", name, err)
	}
	return &Lines{w: bufio.NewWriterSize(f, 64<<10), file: f, name: name}, nil
}

// Line writes a record, and a line break behind it. Values that come from a document can have line breaks between their
// members; those become blanks.
func (l *Lines) Line(record []byte) error {
	if bytes.IndexByte(record, '\n') >= 0 {
		record = bytes.ReplaceAll(record, []byte{'\n'}, []byte{' '})
	}
	if _, err := l.w.Write(record); err != nil {
		return fmt.Errorf("writing %s: %w", l.name, err)
	}
	return l.Part("\n")
}

// Part writes a piece of a record.
func (l *Lines) Part(piece string) error {
	if _, err := l.w.WriteString(piece); err != nil {
		return fmt.Errorf("writing %s: %w", l.name, err)
	}
	return nil
}

// Close ends the file, with the error of what went before or its own.
func (l *Lines) Close(before error) error {
	if before == nil {
		before = l.w.Flush()
	}
	if err := errors.Join(before, l.file.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", l.name, err)
	}
	return nil
}

// Stamp is a time in the form that both providers' harnesses write: UTC, with milliseconds.
func Stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z") }
