package live

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// program builds asif-convert once: what is proven is what users run.
var program = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "asif-convert-live-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "asif-convert")
	out, err := exec.Command("go", "build", "-o", path, "asif-convert/cmd/asif-convert").CombinedOutput()
	if err != nil {
		return "", errors.Join(err, errors.New(string(out)), os.RemoveAll(folder))
	}
	return path, nil
})

// removeProgram removes what program built.
func removeProgram() {
	if path, err := program(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
}

// convert runs asif-convert as the user of a home, who has a tool installed or none.
func convert(t *testing.T, home string, tool []string, args ...string) string {
	t.Helper()
	out, said, err := try(t, home, tool, args...)
	if err != nil {
		t.Fatalf("asif-convert %s: %v\n%s", strings.Join(args, " "), err, said)
	}
	return out
}

// try runs asif-convert, which may fail. It returns both of its streams.
func try(t *testing.T, home string, tool []string, args ...string) (out, said string, err error) {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(path, args...)
	run.Env = []string{"HOME=" + home, "PATH=" + strings.Join(append(tool, os.Getenv("PATH")), string(os.PathListSeparator))}
	var stdout, stderr strings.Builder
	run.Stdout, run.Stderr = &stdout, &stderr
	err = run.Run()
	return stdout.String(), stderr.String(), err
}

// takeOut makes a document of a session in a home and validates it.
func takeOut(t *testing.T, harness, target, home, path string, flags ...string) *document {
	t.Helper()
	convert(t, home, nil, append([]string{"from", harness, target, "-o", path}, flags...)...)
	convert(t, home, nil, "validate", path)
	d, err := readDocument(path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// receipt is what of a receipt is needed.
type receipt struct {
	Destination struct {
		Native struct{ Value string } `json:"native_id"`
	}
	Verbatim bool
	Resume   struct{ Folder string }
}

// putIn writes a document's session into the home of a tool, as the user of the home in which it was recorded.
func putIn(t *testing.T, recorded, path string, tool Tool, home string, flags ...string) receipt {
	t.Helper()
	own := ownFolder(t, tool, home)
	to := strings.TrimSuffix(path, ".json") + ".receipt.json"
	convert(t, recorded, installed(t, tool), append([]string{"to", tool.Harness, path, "--home", own, "--receipt", to}, flags...)...)
	var r receipt
	readJSON(t, to, &r)
	return r
}

// ownFolder makes the harness's own folder in a home.
func ownFolder(t *testing.T, tool Tool, home string) string {
	t.Helper()
	own := filepath.Join(home, tool.folder)
	if err := os.MkdirAll(own, 0o755); err != nil {
		t.Fatal(err)
	}
	return own
}

// installed is what a tool adds to PATH.
func installed(t *testing.T, tool Tool) []string {
	t.Helper()
	return []string{filepath.Join(cacheFolder(t), tool.Harness+"-"+tool.Version, "node_modules", ".bin")}
}

func readJSON(t *testing.T, path string, v any) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		t.Fatal(err)
	}
}

// folderFlags name a working folder for a session that has none recorded: an empty one that is also inside of the namespace.
func folderFlags(t *testing.T, path, work string) []string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(raw), `"cwd":"`+Project+`"`) {
		return nil
	}
	folder := filepath.Join(work, "project")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return []string{"--cwd", folder}
}

// kept tells what of the events of a document another one, of the same session grown on, has not or has otherwise.
func kept(before, after *document) []string {
	var wrong []string
	now := map[string]int{}
	for i, e := range after.Events {
		now[e.ID] = i
	}
	for _, e := range before.Events {
		i, found := now[e.ID]
		if !found {
			wrong = append(wrong, "the continued session has no event "+e.ID)
			continue
		}
		if f := after.Events[i]; f.Kind != e.Kind || f.Actor != e.Actor || canonical(e.Data) != canonical(f.Data) {
			wrong = append(wrong, "event "+e.ID+" of the continued session is another: "+string(f.Data)+", was "+string(e.Data))
		}
	}
	main := func(d *document) []string {
		return d.Branches[slices.IndexFunc(d.Branches, func(b branch) bool { return b.ID == "main" })].Events
	}
	if was, is := main(before), main(after); len(is) < len(was) || !slices.Equal(was, is[:len(was)]) {
		wrong = append(wrong, "main does not begin as it did")
	}
	return wrong
}
