package toy

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// errNoSession is the error of a query that nothing answers.
var errNoSession = errors.New("no such session")

// House implements adapters.Housed.
func (Adapter) House() adapters.House { return adapters.House{Variable: "TOY_HOME", Folder: ".toy"} }

// Find implements adapters.Reader.
func (a Adapter) Find(q adapters.Query) ([]adapters.Session, error) {
	store := a.House().Store(a.House().Home(q.Home, q.Env))
	if q.Latest {
		return a.latest(store)
	}
	switch info, err := os.Stat(q.Target); {
	case err == nil && info.IsDir():
		var out []adapters.Session
		files, err := sessions(q.Target)
		for _, f := range files {
			out = append(out, a.Session(file(f)))
		}
		return out, err
	case err == nil:
		return []adapters.Session{a.Session(file(q.Target))}, nil
	case !errors.Is(err, fs.ErrNotExist) || !q.MayBeID():
		return nil, fmt.Errorf("looking at %s: %w", q.Target, err)
	}
	path := filepath.Join(store, q.Target+extension)
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%w: %s in %s", errNoSession, q.Target, store)
	}
	return []adapters.Session{a.Session(file(path))}, nil
}

func (a Adapter) latest(store string) ([]adapters.Session, error) {
	files, err := sessions(store)
	if err != nil {
		return nil, err
	}
	newest, err := adapters.Newest(files)
	if err != nil {
		return nil, err
	}
	if newest == "" {
		return nil, fmt.Errorf("%w: none in %s", errNoSession, store)
	}
	return []adapters.Session{a.Session(file(newest))}, nil
}

// extension of a session's file; the rest of its name is the session's ID.
const extension = ".jsonl"

// sessions are the files at and below a folder that can be sessions, in order of their paths.
func sessions(folder string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Ext(path) == extension {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking for sessions in %s: %w", folder, err)
	}
	return out, nil
}

// file is the input of a session's file. In the store, which has no folders, its name is its place.
func file(path string) source.Input { return source.File(path, filepath.Base(path)) }

// Stream implements adapters.Streamer.
func (a Adapter) Stream(in source.Input) adapters.Session { return a.Session(in) }

// Session is the session in the given inputs, named after the first one's file.
func (Adapter) Session(inputs ...source.Input) adapters.Session {
	id := strings.TrimSuffix(filepath.Base(inputs[0].Name), extension)
	return adapters.Session{
		Native: asif.NativeIdentifier{Provider: provider, Namespace: "toy/session", Value: id}, Inputs: inputs, New: newMapper,
	}
}
