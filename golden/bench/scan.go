package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/go-json-experiment/json/jsontext"
)

// validators are the checks of a line that a conversion is compared with: the fastest strict one that we know, which
// refuses bad UTF-8 and repeated names too, and that of the standard library.
var validators = []struct {
	name  string
	valid func([]byte) bool
}{
	{"jsontext", func(line []byte) bool { return jsontext.Value(line).IsValid() }},
	{"encoding/json", stdjson.Valid},
}

// scan is the least that any conversion does: read a file, hash it, and check that every line is strict JSON, with the
// validator of that name.
func scan(path, validator string) error {
	for _, v := range validators {
		if v.name == validator {
			return scanWith(path, v.valid)
		}
	}
	return fmt.Errorf("no validator %q", validator)
}

func scanWith(path string, valid func([]byte) bool) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("opening a session: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	h := sha256.New()
	r := bufio.NewReaderSize(io.TeeReader(f, h), 512<<10)
	var long []byte
	for n := 1; ; n++ {
		line, err := r.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, line...)
			line, err = r.ReadSlice('\n')
		}
		if len(long) > 0 {
			long = append(long, line...)
			line = long
		}
		if text := bytes.TrimSpace(line); len(text) > 0 && !valid(text) {
			return fmt.Errorf("line %d is not valid", n)
		}
		if errors.Is(err, io.EOF) {
			fmt.Printf("%x\n", h.Sum(nil))
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading a session: %w", err)
		}
		long = long[:0]
	}
}
