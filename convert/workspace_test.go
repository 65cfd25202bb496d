package convert_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"

	"github.com/google/go-cmp/cmp"
)

// folder makes a folder with files; a text that begins with "->" is a link's target.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "->"); ok {
			err = os.Symlink(target, path)
		} else {
			err = os.WriteFile(path, []byte(text), 0o640)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// reading is a session in /srv/proj that reads files, and changes one that its harness tells of.
func reading(names ...string) func(s *stage) adapters.History {
	return func(s *stage) adapters.History {
		refs := []asif.Ref{located(s, "workspace-1", "/srv/proj")}
		tool := s.Tool(asif.Tool{ID: "tool:Read", Name: "Read", Description: "Not recorded."})
		for _, name := range names {
			arguments, _ := json.Marshal(map[string]string{"file_path": "/srv/proj/" + name})
			refs = append(refs, s.event(adapters.Draft{}, &adapters.ToolCall{Call: []byte(name), Tool: tool, Arguments: arguments, Status: asif.ArgumentsComplete}))
		}
		changed := s.Resource(&adapters.Resource{MediaType: "text/plain", Purpose: "file", Location: "sub/changed.txt", Availability: asif.AvailabilityUnavailable, Explanation: "Not recorded."})
		refs = append(refs, s.event(adapters.Draft{}, &adapters.ResourceChange{Resource: changed, Operation: asif.ResourceModified}))
		h := main(refs...)
		h.Live.Inputs = refs[1 : len(refs)-1]
		return h
	}
}

func TestASnapshotHoldsTheFilesThatTheSessionTouched(t *testing.T) {
	token := "ghp_" + strings.Repeat("a1", 18)
	dir := folder(t, map[string]string{
		"main.go": "package main\n", "untouched.go": "package main\n", "sub/changed.txt": "new\n", ".env": "KEY=x", "deploy/id_rsa": "x",
		"notes.md": "use " + token, "in": "->main.go", "out": "->../elsewhere", "sub/br[1].go": "x", ".env.example": "KEY=",
		".git/HEAD": "ref: refs/heads/topic\n", ".git/packed-refs": "# pack-refs\n" + strings.Repeat("b2", 20) + " refs/heads/topic\n",
	})
	doc := code(t, convert.Options{Workspace: dir}, reading("main.go", "gone.go", ".env", "deploy/id_rsa", "notes.md", "in", "out", "sub", "sub/br[1].go", ".env.example"))
	w := doc.Continuation.Workspaces[0]
	var got []string
	for _, e := range w.Entries {
		got = append(got, string(e.Kind)+" "+e.Path+" "+e.Target)
	}
	want := []string{"file .env.example ", "symlink in main.go", "file main.go ", "file sub/changed.txt "}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{".env", "deploy/id_rsa", "notes.md", "out"}, w.Selection.Exclude); d != "" {
		t.Error(d)
	}
	if !slices.Contains(w.Selection.Include, "gone.go") || slices.Contains(w.Selection.Include, "untouched.go") || w.Selection.CompleteForSelection {
		t.Errorf("selection %+v", w.Selection)
	}
	if w.Mode != asif.WorkspaceModeSnapshot || w.SourceRoot != "/srv/proj" || w.Git == nil || *w.Git.Branch != "topic" || *w.Git.Head != strings.Repeat("b2", 20) {
		t.Errorf("workspace %+v", w)
	}
	for _, kind := range []string{"workspace_taken_now", "workspace_file_excluded"} {
		if !slices.Contains(lossNames(doc), kind) {
			t.Errorf("losses %v", lossNames(doc))
		}
	}
	raw, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{token, "KEY=x", dir} {
		if strings.Contains(string(raw), secret) {
			t.Errorf("the document holds %q", secret)
		}
	}
}

func TestACaptureIsNamedAfterTheFilesThatAreInIt(t *testing.T) {
	dir := folder(t, map[string]string{"main.go": "one"})
	one := code(t, convert.Options{Workspace: dir}, reading("main.go")).Capture.ID
	if again := code(t, convert.Options{Workspace: dir}, reading("main.go")).Capture.ID; again != one {
		t.Errorf("%s and %s for the same files", one, again)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte("two"), 0o600); err != nil {
		t.Fatal(err)
	}
	if other := code(t, convert.Options{Workspace: dir}, reading("main.go")).Capture.ID; other == one {
		t.Error("one capture ID for two states")
	}
}
