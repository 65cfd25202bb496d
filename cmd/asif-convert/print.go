package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"
)

func jsonFlag() cli.Flag { return &cli.BoolFlag{Name: "json", Usage: "print JSON"} }

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// printer writes lines and keeps the first error, after which it writes nothing.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// count is a number with its noun: "1 error", "2 errors".
func count[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %s", n, plural(noun))
}

// plural knows the nouns that are counted here.
func plural(noun string) string {
	if strings.HasSuffix(noun, "ch") {
		return noun + "es"
	}
	return noun + "s"
}

// printable is a text of a session as a terminal can have it: with escapes where it would move the cursor or turn the line.
func printable(s string) string {
	if quoted := strconv.Quote(s); strings.IndexFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) >= 0 {
		return quoted
	}
	return s
}

// closing closes c at the end of a function, and lets its error stand where there is no other.
func closing(c io.Closer, err *error) {
	if e := c.Close(); *err == nil {
		*err = e
	}
}

// printTable aligns the cells of rows, the first of which is the header, in columns.
func printTable(w io.Writer, rows [][]string) error {
	var aligned bytes.Buffer
	t := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	p := printer{w: w}
	for line := range strings.Lines(aligned.String()) { // an empty last cell leaves blanks before it
		p.printf("%s\n", strings.TrimRight(line, " \n"))
	}
	return p.err
}

// paint colours words for people: only on a terminal, and never with NO_COLOR set to anything.
type paint struct{ on bool }

func paintFor(w io.Writer) paint {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return paint{}
	}
	info, err := f.Stat()
	return paint{on: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

// colours of levels and severities, as terminal attributes.
var colours = map[string]string{"error": "31", "E": "31", "warn": "33", "W": "33"}

// word returns the name of a level or a severity in its colour.
func (p paint) word(name string) string {
	if attr := colours[name]; p.on && attr != "" {
		return "\x1b[" + attr + "m" + name + "\x1b[0m"
	}
	return name
}
