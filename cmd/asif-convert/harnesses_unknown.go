package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/losses"
)

// census is what the sessions of a folder hold that no mapping table names: names and counts, no content.
type census struct {
	Harness  string         `json:"harness"`
	Sessions int            `json:"sessions"` // read, sub-agents included
	Failed   int            `json:"failed"`
	Kinds    []unknownKind  `json:"kinds"`
	Fields   []unknownField `json:"fields"`
}

// unknownKind is a kind of record without a table.
type unknownKind struct {
	Kind     string `json:"kind"`
	Sessions int    `json:"sessions"`
}

// unknownField is a field without a row.
type unknownField struct {
	Kind     string `json:"kind"`
	Path     string `json:"path"`
	Count    int64  `json:"count"`
	Sessions int    `json:"sessions"`
}

// runCensus reads every session below a folder and lists what no table names.
func runCensus(c *cli.Context, a adapters.Adapter) error {
	r, ok := a.(adapters.Reader)
	if !ok {
		return unsupportedError{fmt.Errorf("sessions of %s cannot be read", a.Info().Title)}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	sessions, err := r.Find(adapters.Query{Target: c.String("unknown"), Home: home, Env: os.Getenv})
	if err != nil {
		return inputError{fmt.Errorf("finding sessions: %w", err)}
	}
	t := tally{adapter: a, known: map[string]bool{}, fields: map[[2]string]*unknownField{}, kinds: map[string]*unknownKind{}, errors: c.App.ErrWriter}
	for _, table := range a.Tables() {
		t.known[table.Kind] = true
	}
	for _, s := range sessions {
		t.session(s)
	}
	if t.out.Sessions == 0 && t.out.Failed > 0 {
		return inputError{fmt.Errorf("reading sessions: none of %d could be read", t.out.Failed)}
	}
	list := t.list()
	if c.Bool("json") {
		return printJSON(c.App.Writer, list)
	}
	return printCensus(c.App.Writer, list)
}

// tally adds sessions up.
type tally struct {
	adapter adapters.Adapter
	known   map[string]bool // kinds with a table
	fields  map[[2]string]*unknownField
	kinds   map[string]*unknownKind
	out     census
	errors  io.Writer
}

// session adds a session and its sub-agents. One that cannot be read is told and counted.
func (t *tally) session(s adapters.Session) {
	for _, child := range s.Children {
		t.session(child)
	}
	s.Children = nil
	result, err := convert.From(t.adapter, s, convert.Options{Contexts: convert.ContextsHead}, convert.Destination{Each: func(string) io.Writer { return io.Discard }})
	if err != nil {
		t.out.Failed++
		fmt.Fprintf(t.errors, "%s: %v\n", s.Native.Value, err)
		return
	}
	t.out.Sessions++
	t.add(result.Ledger)
}

func (t *tally) add(l *losses.Ledger) {
	seen := map[string]bool{}
	for _, u := range l.Unknown() {
		key := [2]string{u.Kind, u.Path}
		if t.fields[key] == nil {
			t.fields[key] = &unknownField{Kind: u.Kind, Path: u.Path}
		}
		t.fields[key].Count += u.Count
		t.fields[key].Sessions++
		if t.known[u.Kind] || seen[u.Kind] {
			continue
		}
		seen[u.Kind] = true
		if t.kinds[u.Kind] == nil {
			t.kinds[u.Kind] = &unknownKind{Kind: u.Kind}
		}
		t.kinds[u.Kind].Sessions++
	}
}

// list is the census in the order of kinds and paths.
func (t *tally) list() census {
	out := t.out
	out.Harness, out.Kinds, out.Fields = t.adapter.Info().Name, []unknownKind{}, []unknownField{}
	for _, k := range t.kinds {
		out.Kinds = append(out.Kinds, *k)
	}
	for _, f := range t.fields {
		out.Fields = append(out.Fields, *f)
	}
	slices.SortFunc(out.Kinds, func(a, b unknownKind) int { return cmp.Compare(a.Kind, b.Kind) })
	slices.SortFunc(out.Fields, func(a, b unknownField) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Path, b.Path))
	})
	return out
}

func printCensus(w io.Writer, c census) error {
	p := printer{w: w}
	p.printf("%s, %s of records and %s that no mapping table names\n", count(int64(c.Sessions), "session"), count(int64(len(c.Kinds)), "kind"), count(int64(len(c.Fields)), "field"))
	if p.err != nil || len(c.Fields) == 0 {
		return p.err
	}
	p.printf("\n")
	unknown := map[string]bool{}
	for _, k := range c.Kinds {
		unknown[k.Kind] = true
	}
	rows := [][]string{{"KIND", "PATH", "COUNT", "SESSIONS", "KIND IS KNOWN"}}
	for _, f := range c.Fields {
		rows = append(rows, []string{f.Kind, f.Path, fmt.Sprint(f.Count), fmt.Sprint(f.Sessions), can[!unknown[f.Kind]]})
	}
	if p.err != nil {
		return p.err
	}
	return printTable(w, rows)
}
