package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/urfave/cli/v2"

	"asif-convert/adapters"
	"asif-convert/adapters/registry"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/convert/source"
)

// planned is a document with its plans, opened.
type planned struct {
	in     *input
	src    *continuation.Source
	folder string         // that the document was made in for this plan alone; "" for none
	native []source.Input // that it was made from just now
	made   string         // what making it came to, to be told; "" when it was there
	digest func() (string, error)
}

func (p *planned) Close() error {
	if p.digest != nil {
		_, _ = p.digest() // it reads what is about to be closed
	}
	var err error
	if p.in != nil {
		err = p.in.Close()
	}
	if p.folder != "" {
		err = errors.Join(err, os.RemoveAll(p.folder))
	}
	return err
}

// openPlanned opens the document that a command line names; a native session is converted on the way.
func openPlanned(c *cli.Context) (*planned, error) {
	a, session, err := nativeOf(c)
	if err != nil {
		return nil, err
	}
	p := &planned{}
	if a != nil {
		err = p.convert(c, a, session)
	} else {
		err = p.open(c)
	}
	if err == nil {
		p.src, err = planSource(p.in)
	}
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// open opens a document's file. Its digest is taken while it is looked at, where a report will name it.
func (p *planned) open(c *cli.Context) error {
	name, err := onlyArgument(c, "a document: FILE, or - for standard input; or a native session: PATH, ID or --latest")
	if err != nil {
		return err
	}
	if p.in, err = openInput(name, c.App.Reader); err != nil {
		return err
	}
	if c.String("to") != "" {
		p.digest = meanwhile(func() (string, error) { return digestOf(p.in) })
	}
	return nil
}

// convert makes the document that from would make, in a folder of its own. Its digest is taken while it is written.
func (p *planned) convert(c *cli.Context, a adapters.Adapter, s adapters.Session) (err error) {
	o := convert.Options{}
	if c.String("action") == string(asif.ActionKindResumeNative) { // a plan that is made on demand only
		o.Actions = convert.Actions()
	}
	if p.folder, err = os.MkdirTemp("", "asif-convert-"); err != nil {
		return err
	}
	to := convert.Destination{Path: filepath.Join(p.folder, "session.json"), Passes: true}
	if c.String("to") != "" {
		sum := sha256.New()
		to.Also, p.digest = sum, func() (string, error) { return hex.EncodeToString(sum.Sum(nil)), nil }
	}
	result, err := convertSession(a, s, o, to)
	if err != nil {
		return err
	}
	p.made = summary(result)
	if p.in, err = openInput(to.Path, nil); err != nil {
		return err
	}
	outline := result.Outline // the rest of the result can go
	p.in.name, p.in.own, p.native = s.Native.Value, &outline, inputsOf(s)
	debug.FreeOSMemory() // of the conversion, before planning takes its own
	return nil
}

// inputsOf are the files of a session and of its sub-agents.
func inputsOf(s adapters.Session) []source.Input {
	all := slices.Clone(s.Inputs)
	for _, child := range s.Children {
		all = append(all, inputsOf(child)...)
	}
	return all
}

// meanwhile starts what takes its time, and returns a function that waits for what came of it.
func meanwhile[T any](work func() (T, error)) func() (T, error) {
	done := make(chan struct{})
	var value T
	var err error
	go func() {
		defer close(done)
		value, err = work()
	}()
	return func() (T, error) {
		<-done
		return value, err
	}
}

// nativeOf is the native session that a command line means: with --from or --latest always, else when what it names is
// no document. No adapter means a document.
func nativeOf(c *cli.Context) (adapters.Adapter, adapters.Session, error) {
	none := adapters.Session{}
	if c.String("from") != "" || c.Bool("latest") {
		return namedNative(c)
	}
	target := c.Args().First()
	if target == "" || target == "-" || c.Args().Len() > 1 {
		return nil, none, nil
	}
	if _, err := os.Stat(target); err != nil {
		if filepath.Base(target) != target { // a path, and not there: opening it says so
			return nil, none, nil
		}
		return nativeByID(c, target)
	}
	g, err := guess(target)
	if err != nil {
		return nil, none, err
	}
	if g.match != adapters.Certain && !g.folder {
		return nil, none, nil
	}
	if err := g.undecided(target); err != nil {
		return nil, none, err
	}
	return readNative(c, g.claims[0])
}

// namedNative is a session of the harness of --from.
func namedNative(c *cli.Context) (adapters.Adapter, adapters.Session, error) {
	name := c.String("from")
	if name == "" {
		return nil, adapters.Session{}, usagef("plan --latest: name the harness with --from")
	}
	a, err := adapterOf(name)
	if err != nil {
		return nil, adapters.Session{}, fmt.Errorf("%s --from: %w", c.Command.Name, err)
	}
	return readNative(c, a)
}

func readNative(c *cli.Context, a adapters.Adapter) (adapters.Adapter, adapters.Session, error) {
	r, ok := a.(adapters.Reader)
	if !ok {
		return nil, adapters.Session{}, unsupportedError{fmt.Errorf("sessions of %s cannot be read here", a.Info().Title)}
	}
	q, err := parseQuery(c)
	if err != nil {
		return nil, adapters.Session{}, err
	}
	s, err := find(r, q, c.App.Reader)
	if err == nil {
		err = suits(a, s)
	}
	return a, s, err
}

// nativeByID looks for a session's ID in the stores of all harnesses.
func nativeByID(c *cli.Context, id string) (adapters.Adapter, adapters.Session, error) {
	q, err := parseQuery(c)
	if err != nil {
		return nil, adapters.Session{}, err
	}
	for _, a := range registry.Adapters() {
		r, ok := a.(adapters.Reader)
		if !ok {
			continue
		}
		if found, err := r.Find(q); err == nil && len(found) == 1 {
			return a, found[0], nil
		}
	}
	return nil, adapters.Session{}, inputError{fmt.Errorf("%s is neither a file nor the ID of a session", id)}
}

// tell says what making the document came to, once it is clear that it is used.
func (p *planned) tell(c *cli.Context) {
	if p.made != "" {
		fmt.Fprintln(c.App.ErrWriter, p.made)
	}
}
