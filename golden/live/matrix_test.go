package live

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"asif-convert/golden"
)

// TestMatrix puts every recorded session into every tool and lets it go on there. A whole run writes MATRIX.md.
func TestMatrix(t *testing.T) {
	live(t)
	var (
		mu    sync.Mutex
		cells []Cell
		want  int
	)
	t.Run("of", func(t *testing.T) {
		for n, tool := range Tools {
			for _, harness := range []string{"claude-code", "codex"} {
				for _, c := range recordings(t, harness) {
					if *sample && !sampled(t, harness, c, tool) {
						continue
					}
					want++
					t.Run(tool.Harness+"-"+tool.Version+"/"+harness+"-"+c.Name, func(t *testing.T) {
						t.Parallel()
						s := source{harness, c}
						cell := Cell{Source: harness + "/" + c.Name, Target: tool.String(), Wrong: s.goesOn(t, n)}
						for _, w := range cell.Wrong {
							t.Error(w)
						}
						mu.Lock()
						defer mu.Unlock()
						cells = append(cells, cell)
					})
				}
			}
		}
	})
	if len(cells) != want || *sample {
		t.Logf("%d of %d cells run: MATRIX.md stays as it is", len(cells), want)
		return
	}
	if err := os.WriteFile("MATRIX.md", []byte(matrix(cells)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sampled chooses each scenario of a harness once, as its newest version recorded it, with the newest tools.
func sampled(t *testing.T, harness string, c golden.Case, tool Tool) bool {
	t.Helper()
	newest := slices.IndexFunc(Tools, func(x Tool) bool { return x.Harness == tool.Harness })
	if Tools[newest].Version != tool.Version {
		return false
	}
	var best golden.Case
	for _, other := range recordings(t, harness) {
		if scenario(other) == scenario(c) && (best.Name == "" || byTool(version(harness+"/"+other.Name), version(harness+"/"+best.Name)) < 0) {
			best = other
		}
	}
	return best.Name == c.Name
}

// models are what the recordings of Codex have between version and scenario.
var models = []string{"gpt-5.2-codex-", "gpt-5-codex-", "gpt-5.5-", "gpt-6-sol-", "mock-model-", "gpt-5-"}

func scenario(c golden.Case) string {
	_, name, _ := strings.Cut(c.Name, "-")
	for _, m := range models {
		name = strings.TrimPrefix(name, m)
	}
	return name
}

type source struct {
	harness string
	golden.Case
}

// Ways of putting a session in: with its native bytes at hand, and without.
const (
	withBytes    = "with its bytes"
	withoutBytes = "without its bytes"
)

// goesOn tells what is wrong when the source goes on in a tool. Where its native records were copied it goes a second time, so
// that the session has to be made anew.
func (s source) goesOn(t *testing.T, n int) []string {
	copied, wrong := s.attempt(t, n, withBytes)
	if copied {
		_, more := s.attempt(t, n, withoutBytes)
		wrong = append(wrong, more...)
	}
	return wrong
}

func (s source) attempt(t *testing.T, n int, how string) (copied bool, wrong []string) {
	t.Helper()
	tool := Tools[n]
	home, work := folders(t, strings.Fields(how)[0])
	command(t, tool)
	native, err := filepath.Abs(s.Native())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(work, "source.json")
	mode := map[string]string{withBytes: "reference", withoutBytes: "omit"}[how]
	main, err := filepath.Abs(s.Main)
	if err != nil {
		t.Fatal(err)
	}
	d := takeOut(t, s.harness, main, native, path, "--native", mode)
	x, err := d.expect()
	if err != nil {
		t.Fatal(err)
	}
	r := putIn(t, native, path, tool, home, folderFlags(t, path, work)...)
	session := r.Destination.Native.Value
	before := takeOut(t, tool.Harness, session, home, filepath.Join(work, "before.json"))
	o := resume(t, n, session, r.Resume.Folder, home, work)
	wrong = verdict(x, o)
	if len(wrong) == 0 {
		after := takeOut(t, tool.Harness, session, home, filepath.Join(work, "after.json"))
		wrong = append(kept(before, after), readBack(d, after, x, o)...)
	}
	for i := range wrong {
		wrong[i] = how + ": " + wrong[i]
	}
	if len(wrong) > 0 {
		t.Logf("output: %s", o.Output)
	}
	return r.Verbatim, wrong
}

// readBack compares the continued session with its source: the whole conversation with the new turn, and the source by name.
func readBack(source, after *document, x expected, o Outcome) []string {
	turn := []item{{Kind: "text", Role: "user", Text: prompt}}
	for _, r := range o.Requests {
		if len(r.Calls) == 1 {
			for _, next := range o.Requests {
				if more, wrong := called(next, r.Calls[0]); wrong == "" {
					turn = append(turn, more...)
					break
				}
			}
		}
	}
	turn = append(turn, item{Kind: "text", Role: "assistant", Text: final})
	got, err := after.expect()
	if err != nil {
		return []string{err.Error()}
	}
	// A call that stays open in the file is closed each time that it is sent.
	wrong := slices.DeleteFunc(compareItems(x, turn, got.must), func(w string) bool { return strings.HasPrefix(w, stillOpen) })
	for i := range wrong {
		wrong[i] = "read back: " + wrong[i]
	}
	for _, l := range after.Session.Lineage {
		if l.Session == source.Session.ID && l.Capture == source.Capture.ID {
			return wrong
		}
	}
	return append(wrong, "read back: its lineage does not name the source")
}
