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
						cell := Cell{Source: harness + "/" + c.Name, Target: tool.String()}
						cell.Blocked, cell.Wrong = s.goesOn(t, n)
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

// goesOn tells what blocked, and what is wrong, when the source goes on in a tool. Where its native records were copied it
// goes a second time, so that the session has to be made anew.
func (s source) goesOn(t *testing.T, n int) (blocked, wrong []string) {
	copied, blocked, wrong := s.handedOff(t, n)
	if copied {
		wrong = append(wrong, s.anew(t, n)...)
	}
	return blocked, wrong
}

// handedOff goes on behind "handoff". The basic scenario goes on by "continue-check --run", the others as users do.
func (s source) handedOff(t *testing.T, n int) (copied bool, blocked, wrong []string) {
	t.Helper()
	command(t, Tools[n])
	p := passage{n: n, how: withBytes}
	p.home, p.work = folders(t, "handoff")
	kept := filepath.Join(p.work, "kept")
	r, blocked := handOff(t, s.harness, s.main(t), Tools[n], p.home, kept, folderFlags(t, filepath.Join(s.Folder, "session.json"), p.work)...)
	d, err := readDocument(filepath.Join(kept, "session.json"))
	if err != nil {
		t.Fatal(err)
	}
	if scenario(s.Case) == "basic" {
		p.check = checkRun(t, filepath.Join(kept, receiptFile))
	}
	if wrong = p.goesOn(t, d, r); len(wrong) == 0 {
		wrong = proven(t, p.home, kept)
	}
	return r.Verbatim, blocked, wrong
}

// anew goes on behind "to", of a document without its native bytes.
func (s source) anew(t *testing.T, n int) []string {
	t.Helper()
	command(t, Tools[n])
	p := passage{n: n, how: withoutBytes}
	p.home, p.work = folders(t, "to")
	native, err := filepath.Abs(s.Native())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(p.work, "source.json")
	d := takeOut(t, s.harness, s.main(t), native, path, "--native", "omit")
	return p.goesOn(t, d, putIn(t, native, path, Tools[n], p.home, folderFlags(t, path, p.work)...))
}

// main is the path of the session's own file.
func (s source) main(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(s.Main)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// passage is a session that was put into a tool's home.
type passage struct {
	n          int // the tool
	how        string
	home, work string
	check      []string // goes on in the tool's stead
}

// goesOn tells what is wrong with how the session of a document goes on.
func (p passage) goesOn(t *testing.T, d *document, r receipt) []string {
	t.Helper()
	x, err := d.expect()
	if err != nil {
		t.Fatal(err)
	}
	session, harness := r.Destination.Native.Value, Tools[p.n].Harness
	before := takeOut(t, harness, session, p.home, filepath.Join(p.work, "before.json"))
	o := resume(t, Job{Tool: p.n, Session: session, Folder: r.Resume.Folder, Home: p.home, Work: p.work, Check: p.check})
	wrong := verdict(x, o)
	if len(wrong) == 0 {
		after := takeOut(t, harness, session, p.home, filepath.Join(p.work, "after.json"))
		wrong = append(kept(before, after), readBack(d, after, x, o)...)
	}
	for i := range wrong {
		wrong[i] = p.how + ": " + wrong[i]
	}
	if len(wrong) > 0 {
		t.Logf("output: %s", o.Output)
	}
	return wrong
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
