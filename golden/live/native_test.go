package live

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asif-convert/golden"
	"asif-convert/golden/live/mock"
)

// recordings are the cases of a harness that a real command line recorded: named by its version.
func recordings(t *testing.T, harness string) []golden.Case {
	t.Helper()
	all, err := golden.Corpus(harness)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(c golden.Case) bool { return strings.HasPrefix(c.Name, "made-") })
}

// cannot are the recordings with which their own command line cannot go on, and why. They must fail.
var cannot = map[string]string{
	"2.1.73-parallel":                        "2.1.73 does not find all of its own parallel calls again (mended in 2.1.76)",
	"0.171.0-gpt-5.5-multi-turn-fork-alone":  "the fork's other file is not at hand, on purpose",
	"0.171.0-gpt-5.5-multi-turn-fork-forked": "the fork names bytes of its other file, which is shorter since its prose was replaced",
}

// Recorded sessions, untouched, go on in the command line that wrote them: this is what a right request looks like, and it proves
// the runner, the model and the comparison before anything written is put to them.
func TestRecordedSessionsGoOn(t *testing.T) {
	live(t)
	for n, tool := range Tools {
		for _, c := range recordings(t, tool.Harness) {
			if !strings.HasPrefix(c.Name, tool.Version+"-") {
				continue
			}
			t.Run(tool.Harness+"/"+c.Name, func(t *testing.T) {
				t.Parallel()
				home, work := folders(t, "run")
				if err := os.CopyFS(home, os.DirFS(c.Native())); err != nil {
					t.Fatal(err)
				}
				d, err := readDocument(filepath.Join(c.Folder, "session.json"))
				if err != nil {
					t.Fatal(err)
				}
				x, err := d.expect()
				if err != nil {
					t.Fatal(err)
				}
				o := resume(t, Job{Tool: n, Session: d.Session.Native[0].Value, Folder: Project, Home: home, Work: work})
				wrong := verdict(x, o)
				if reason, known := cannot[c.Name]; known {
					if len(wrong) == 0 {
						t.Errorf("it goes on, although it cannot: %s", reason)
					}
					t.Logf("cannot go on: %s", reason)
					return
				}
				for _, w := range wrong {
					t.Error(w)
				}
				if t.Failed() {
					t.Logf("output: %s", o.Output)
				}
			})
		}
	}
}

// verdict tells what is wrong with a run: nothing for a session that went on as it should.
func verdict(x expected, o Outcome) []string {
	var wrong []string
	if o.Err != nil {
		wrong = append(wrong, o.Err.Error())
	}
	var main []mock.Request
	for _, r := range o.Requests {
		for _, f := range r.Faults {
			wrong = append(wrong, "refused: "+f.String())
		}
		if r.Lane == mock.Main {
			main = append(main, r)
		}
	}
	if len(main) != 2 {
		wrong = append(wrong, "the main lane has not two requests")
	}
	turn := []item{{Kind: "text", Role: "user", Text: prompt}}
	for i, r := range main {
		if i == 1 && len(main[0].Calls) == 1 {
			more, err := called(r, main[0].Calls[0])
			if err != "" {
				wrong = append(wrong, err)
			}
			turn = append(turn, more...)
		}
		wrong = append(wrong, compare(x, turn, r.Body)...)
	}
	if !strings.Contains(o.Output, final) {
		wrong = append(wrong, "the tool did not say the final words")
	}
	return wrong
}

// called is what the model said and called, as the next request tells it; the result must hold the echo.
func called(r mock.Request, call string) (turn []item, wrong string) {
	turn = []item{{Kind: "text", Role: "assistant", Text: looking}}
	got, err := conversation(r.Body)
	if err != nil {
		return nil, err.Error()
	}
	for _, i := range got {
		if i.Call != call {
			continue
		}
		if i.Kind == "result" && !strings.Contains(i.Text, echo) {
			wrong = "the new result is not the echo: " + i.String()
		}
		if i.Kind == "result" {
			i.Text = cutReminder(i.Text)
		}
		turn = append(turn, i)
	}
	if len(turn) != 3 {
		wrong = "the new call and its result are not sent"
	}
	return turn, wrong
}
