package golden

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/source"
)

// Case is one folder of the corpus.
type Case struct {
	Name   string
	Folder string
	Main   string // the session's own file
	Data   []byte // its bytes, decoded
}

// Native is the folder of the native files.
func (c Case) Native() string { return filepath.Join(c.Folder, "native") }

// Corpus reads the cases of a harness, in order of their names.
func Corpus(harness string) ([]Case, error) {
	folder, err := corpusFolder(harness)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("listing the cases of %s: %w", harness, err)
	}
	var cases []Case
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		c, err := readCase(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s holds no case", folder)
	}
	return cases, nil
}

// corpusFolder finds golden/cases/<harness> from a package of this module.
func corpusFolder(harness string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		cases := filepath.Join(dir, "golden", "cases")
		if at, err := os.Stat(cases); err == nil && at.IsDir() {
			return filepath.Join(cases, harness), nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("finding the cases of %s: no folder golden/cases above here", harness)
		}
		dir = parent
	}
}

// originFile says of every case where its native files come from.
const originFile = "ORIGIN"

func readCase(folder string) (Case, error) {
	c := Case{Name: filepath.Base(folder), Folder: folder}
	if _, err := os.Stat(filepath.Join(folder, originFile)); err != nil {
		return Case{}, fmt.Errorf("case %s does not say where its native files come from: %w", c.Name, err)
	}
	main, err := mainFile(c.Native())
	if err != nil {
		return Case{}, fmt.Errorf("reading case %s: %w", c.Name, err)
	}
	c.Main = main
	if c.Data, err = readDecoded(main); err != nil {
		return Case{}, fmt.Errorf("reading case %s: %w", c.Name, err)
	}
	return c, nil
}

// mainFile is the one transcript that is not a sub-agent's. Where there are more, the case's file "main" names it.
func mainFile(native string) (string, error) {
	named, err := os.ReadFile(filepath.Join(filepath.Dir(native), "main"))
	if err == nil {
		return filepath.Join(native, filepath.FromSlash(strings.TrimSpace(string(named)))), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("reading the main file's name: %w", err)
	}
	var found []string
	err = filepath.WalkDir(native, func(path string, _ fs.DirEntry, err error) error {
		name := filepath.Base(path)
		if strings.Contains(name, ".jsonl") && !strings.HasPrefix(name, "agent-") && !strings.HasPrefix(name, "session_index") {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		return "", fmt.Errorf("want one transcript (a .jsonl file) below %s, found %d; a file \"main\" beside that folder can name it", native, len(found))
	}
	return found[0], nil
}

// listing is the state of a folder: names, modes, times and bytes.
func listing(folder string) (string, error) {
	var b strings.Builder
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s %s %d", path, info.Mode(), info.ModTime().UnixNano())
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " %s", digest(data))
		}
		b.WriteByte('\n')
		return nil
	})
	return b.String(), err
}

// find returns the session of a case as the adapter finds it on disk.
func find(t testing.TB, a adapters.Adapter, c Case) adapters.Session {
	t.Helper()
	reader, ok := a.(adapters.Reader)
	if !ok {
		t.Fatalf("adapter %s cannot read", a.Info().Name)
	}
	home, err := filepath.Abs(c.Native())
	if err != nil {
		t.Fatal(err)
	}
	sessions, err := reader.Find(adapters.Query{Target: c.Main, Home: home, Env: func(string) string { return "" }})
	if err != nil {
		t.Fatalf("finding %s: %v", c.Main, err)
	}
	if len(sessions) != 1 {
		t.Fatalf("finding %s gave %d sessions, want one", c.Main, len(sessions))
	}
	return sessions[0]
}

// inMemory replaces the session's own file by data and leaves its sub-agents out.
func inMemory(s adapters.Session, data []byte) adapters.Session {
	s.Inputs = slices.Clone(s.Inputs[:1])
	s.Inputs[0].Open = source.Bytes(s.Inputs[0].Name, data).Open
	s.Children = nil
	return s
}
