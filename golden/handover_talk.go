package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// talk is what the suite reads of a document to compare conversations, by other code than the product's.
type talk struct {
	Capture struct{ ID string }
	Session struct {
		ID      string
		Lineage []struct {
			Relation string
			Session  string `json:"session_id"`
			Capture  string `json:"capture_id"`
			Event    string `json:"event_id"`
		}
	}
	Events []struct {
		ID    string
		Actor string `json:"actor_id"`
	}
	Branches []struct {
		ID     string
		Events []string `json:"event_ids"`
	}
	Contexts []struct {
		Purpose string
		At      string `json:"at_event_id"`
		Inputs  []struct {
			Kind, Role, Transformation string
			Parts                      []struct {
				Kind, Text, Schema string
				Resource           string `json:"resource_id"`
				Value              json.RawMessage
			}
			Call      string `json:"call_id"`
			Tool      string `json:"tool_id"`
			Arguments json.RawMessage
			Sources   []struct {
				Event string `json:"event_id"`
			} `json:"source_events"`
		}
	}
	Names
}

// said is one thing of a live conversation.
type said struct{ Who, What string }

// images are the types that are compared as images.
var images = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// What a writer puts in the place of what it cannot give.
const (
	noteEnd  = ": not part of the session as it was handed over]"
	openCall = "[No result: the session was handed over"
	opened   = "[The conversation goes on here"
)

// live lists a live conversation: words by speaker, those in a row as one; calls; results; images. What harnesses put in by
// themselves is told apart, and reasoning is left out.
func (d *talk) live() (all []said, injected map[string]bool, at string) {
	actors, sums := map[string]string{}, map[string]string{}
	for _, e := range d.Events {
		actors[e.ID] = e.Actor
	}
	for _, r := range d.Resources {
		switch {
		case r.Availability == "unavailable":
		case slices.Contains(images, r.MediaType):
			sums[r.ID] = "image " + r.SHA256
		case strings.HasPrefix(r.MediaType, "text/"):
			sums[r.ID] = r.Text
		}
	}
	injected = map[string]bool{}
	add := func(who, what string) {
		if strings.TrimSpace(what) == "" || strings.HasSuffix(what, noteEnd) || strings.HasPrefix(what, opened) {
			return
		}
		if n := len(all); n > 0 && all[n-1].Who == who && (who == "user" || who == "agent") {
			all[n-1].What += "\n" + what
			return
		}
		all = append(all, said{who, what})
	}
	for _, c := range d.Contexts {
		if c.Purpose != "continuation" {
			continue
		}
		at = c.At
		waiting := map[string]bool{}
		for _, in := range c.Inputs {
			who, result := "user", ""
			switch {
			case in.Role == "system" || in.Role == "developer":
				continue
			case in.Kind == "tool_call":
				all = append(all, said{"call", d.ToolName(in.Tool) + " " + in.Call + " " + strings.Replace(compact(in.Arguments), "null", "{}", 1)})
				waiting[in.Call] = true
				continue
			case in.Kind == "tool_result":
				delete(waiting, in.Call)
				who, result = "result", in.Call
			case in.Role == "assistant":
				who = "agent"
			}
			summary := strings.HasPrefix(in.Transformation, "compaction summary")
			if summary {
				who = "summary"
			}
			for _, p := range in.Parts {
				what := p.Text
				switch {
				case p.Kind == "resource" && sums[p.Resource] == "", p.Kind == "opaque", strings.Contains(p.Schema, "/reasoning/"), strings.Contains(p.Schema, "/command/"):
					continue
				case p.Kind == "resource":
					what = sums[p.Resource]
				case p.Kind == "structured":
					what = string(p.Value)
				}
				if who == "agent" && p.Kind == "resource" {
					continue // no provider takes it from there
				}
				if who == "user" && (len(in.Sources) > 0 && actors[in.Sources[0].Event] == "harness" || strings.HasPrefix(what, "<environment_context>")) {
					injected[what] = true
					continue
				}
				if who == "result" {
					if !strings.HasSuffix(what, noteEnd) {
						result += "\n" + strings.TrimSpace(what)
					}
					continue
				}
				add(who, what)
			}
			if who == "result" {
				if strings.Contains(result, openCall) {
					waiting[in.Call] = true
					continue
				}
				all = append(all, said{"result", strings.TrimSpace(result)})
			}
		}
		for _, call := range slices.Sorted(maps.Keys(waiting)) { // without a result, or with one that says so
			all = append(all, said{"open", call})
		}
	}
	return all, injected, at
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

func readTalk(doc []byte) (*talk, error) {
	var d talk
	if err := json.Unmarshal(doc, &d); err != nil {
		return nil, fmt.Errorf("reading a document: %w", err)
	}
	return &d, nil
}

func mustTalk(t *testing.T, doc []byte) *talk {
	t.Helper()
	d, err := readTalk(doc)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sameTalk compares two live conversations, and the lineage of the second.
func sameTalk(t *testing.T, before, after []byte, w adapters.Written) {
	t.Helper()
	compareTalk(t, before, after, w)
	a, b := mustTalk(t, before), mustTalk(t, after)
	_, _, at := a.live()
	if len(b.Session.Lineage) == 0 || b.Session.Lineage[0].Session != a.Session.ID || b.Session.Lineage[0].Capture != a.Capture.ID || b.Session.Lineage[0].Event != at {
		t.Errorf("lineage is %v, want capture %s of session %s up to %s", b.Session.Lineage, a.Capture.ID, a.Session.ID, at)
	}
}

func compareTalk(t *testing.T, before, after []byte, w adapters.Written) {
	t.Helper()
	a, b := mustTalk(t, before), mustTalk(t, after)
	want, injected, _ := a.live()
	got, _, _ := b.live()
	got = without(got, injected)
	for i := range want {
		want[i].What = wrapped.ReplaceAllString(renamed(want[i].What, w.Mappings), "$1$2")
	}
	for i := range got {
		got[i].What = wrapped.ReplaceAllString(got[i].What, "$1$2")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("live conversation (-source +written):\n%s", diff)
	}
}

// wrapped is a text that became an object, because the destination takes nothing else as arguments.
var wrapped = regexp.MustCompile(`^(\S+ \S+ )\{"input":(".*")\}$`)

// without takes out words that the source harness had put in.
func without(all []said, injected map[string]bool) (out []said) {
	for _, x := range all {
		if x.Who == "user" {
			var kept []string
			for text := x.What; text != ""; {
				cut := false
				for i := range injected {
					if rest, ok := strings.CutPrefix(text, i); ok && (rest == "" || rest[0] == '\n') {
						text, cut = strings.TrimPrefix(rest, "\n"), true
						break
					}
				}
				if !cut {
					line, rest, _ := strings.Cut(text, "\n")
					kept, text = append(kept, line), rest
				}
			}
			if x.What = strings.Join(kept, "\n"); x.What == "" {
				continue
			}
		}
		if n := len(out); n > 0 && out[n-1].Who == x.Who && (x.Who == "user" || x.Who == "agent") {
			out[n-1].What += "\n" + x.What
			continue
		}
		out = append(out, x)
	}
	return out
}

// renamed gives a call its new ID and its tool's new name.
func renamed(what string, mappings []asif.IdentityMapping) string {
	for _, m := range mappings {
		if m.EntityType == "call" || m.EntityType == "tool" {
			from := strings.TrimPrefix(m.SourceID, "tool:")
			what = strings.Replace(what, from, m.TargetID, 1)
		}
	}
	return what
}
