package ahp

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"asif-convert/adapters"
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// ErrNoLog is the error of a query that nothing answers: the protocol has no store to look in.
var ErrNoLog = errors.New("no such log: name its file, for the protocol has no place of its own for logs")

// headEntries bounds how many entries of a head are looked at.
const headEntries = 16

// entries calls visit for the first entries of a log until it returns false.
func entries(head []byte, visit func(*wire.Entry) bool) {
	n, more := 0, true
	look := func(e *wire.Entry) {
		if n++; more && n <= headEntries {
			more = visit(e)
		}
	}
	if wire.Framing(head) == source.Elements {
		if head = bytes.TrimLeft(head, " \t\r\n"); len(head) > 0 && head[0] == '[' {
			source.Values(head, func(item []byte) bool {
				wire.Unwrap(item, look)
				return more && n < headEntries
			})
			return
		}
		wire.Unwrap(head, look)
		return
	}
	for line := range bytes.Lines(head) {
		if _, line = source.CutPrefix(bytes.TrimSpace(line)); len(line) > 0 && line[0] == '{' {
			wire.Unwrap(line, look)
		}
		if n++; !more || n > 2*headEntries {
			return
		}
	}
}

// Find implements adapters.Reader: a file is a log, a folder gives the logs in it, in order of their paths.
func (a Adapter) Find(q adapters.Query) ([]adapters.Session, error) {
	if q.Latest {
		return nil, ErrNoLog
	}
	info, err := os.Stat(q.Target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %s", ErrNoLog, q.Target)
	case err != nil:
		return nil, fmt.Errorf("looking at %s: %w", q.Target, err)
	case !info.IsDir():
		return []adapters.Session{a.Stream(source.File(q.Target, filepath.Base(q.Target)))}, nil
	}
	var out []adapters.Session
	err = adapters.Walk(q.Target, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.Contains(filepath.Ext(path), "json") {
			return err
		}
		in := source.File(path, filepath.Base(path))
		head, err := source.Head(in)
		if err != nil {
			return err
		}
		if a.Detect(adapters.Head{Name: path, Bytes: head}) != adapters.NoMatch {
			out = append(out, a.Stream(in))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking for logs below %s: %w", q.Target, err)
	}
	return out, nil
}

// Stream is the log in an input from anywhere, such as standard input.
func (Adapter) Stream(in source.Input) adapters.Session {
	if head, err := source.Head(in); err == nil {
		in.Framing = wire.Framing(head)
	}
	name := filepath.Base(in.Name)
	for _, ext := range []string{".zst", ".json", ".jsonl", ".ndjson", ".log"} {
		name = strings.TrimSuffix(name, ext)
	}
	if name == "" || name == "." {
		name = "log"
	}
	return adapters.Session{
		Native: asif.NativeIdentifier{Provider: space, Namespace: "ahp/log", Value: name}, Inputs: []source.Input{in}, Keyed: true,
		New: func(out adapters.Output, led *losses.Ledger) adapters.Mapper { return newMapper(out, led, name) },
	}
}
