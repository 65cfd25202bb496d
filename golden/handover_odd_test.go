package golden_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"asif-convert/adapters"
	"asif-convert/adapters/claudecode"
	"asif-convert/adapters/codex"
	"asif-convert/convert/asif"
)

// memory is a file that is written.
type memory struct{ bytes.Buffer }

func (*memory) Close() error { return nil }

// A document that was not validated gives an error or lines that are JSON, never a panic or a broken file.
func TestWritersBearDocumentsOfAnyShape(t *testing.T) {
	var docs [][]byte
	for _, pattern := range []string{"cases/claude-code/made-*/session.json", "cases/codex/made-*/session.json"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			raw, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			if len(raw) < 40<<10 {
				docs = append(docs, raw)
			}
		}
	}
	odd := []any{nil, true, 1.5, "", "x", []any{}, []any{1.0, "y"}, map[string]any{}, map[string]any{"kind": "text"}}
	rapid.Check(t, func(t *rapid.T) {
		var doc map[string]any
		if err := json.Unmarshal(docs[rapid.IntRange(0, len(docs)-1).Draw(t, "document")], &doc); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			part := rapid.SampledFrom([]string{"contexts", "contexts", "contexts", "resources", "events", "session", "branches", "tools", "environments"}).Draw(t, "part")
			doc[part] = spoil(t, doc[part], odd)
		}
		raw, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		d, err := asif.Open(bytes.NewReader(raw), int64(len(raw)), asif.Limits{})
		if err != nil {
			t.Skip("no document")
		}
		upTo := rapid.SampledFrom([]string{"", "", "e:0"}).Draw(t, "up to")
		for _, w := range []adapters.Writer{claudecode.Adapter{}, codex.Adapter{}} {
			o := adapters.HandoffOptions{CWD: "/srv", UpTo: upTo, RestateDecisions: true, Reasoning: adapters.ReasoningText}
			files := map[string]*memory{}
			_, err := w.Write(adapters.Handoff{Document: d, HandoffOptions: o}, func(name string) (io.WriteCloser, error) {
				files[name] = &memory{}
				return files[name], nil
			})
			if err != nil {
				continue
			}
			for name, m := range files {
				for line := range bytes.Lines(m.Bytes()) {
					if !json.Valid(line) {
						t.Fatalf("%s: %s", name, line)
					}
				}
			}
		}
	})
}

// spoil puts an odd value into a random place.
func spoil(t *rapid.T, v any, odd []any) any {
	switch x := v.(type) {
	case map[string]any:
		if len(x) == 0 {
			break
		}
		key := rapid.SampledFrom(slices.Sorted(maps.Keys(x))).Draw(t, "member")
		if rapid.IntRange(0, 9).Draw(t, "drop") == 0 {
			delete(x, key)
			return x
		}
		x[key] = spoil(t, x[key], odd)
		return x
	case []any:
		if len(x) == 0 {
			break
		}
		i := rapid.IntRange(0, len(x)-1).Draw(t, "item")
		x[i] = spoil(t, x[i], odd)
		return x
	}
	i := rapid.IntRange(0, len(odd)-1).Draw(t, "odd")
	var fresh any
	if err := json.Unmarshal(fmt.Appendf(nil, "%s", mustJSON(odd[i])), &fresh); err != nil {
		t.Fatal(err)
	}
	return fresh
}

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return []byte("null")
	}
	return b
}
